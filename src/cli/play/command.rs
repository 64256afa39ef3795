//! What a person can type besides moves.

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `moves`, `moves SITE`
    Moves(Option<String>),
    Undo,
    /// `why MOVE`
    Why(String),
    Board,
    Position,
    Rules,
    /// `save FILE`; `over`: `save! FILE`
    Save {
        path: String,
        over: bool,
    },
    /// `load FILE`
    Load(String),
    Resign,
    /// `new`, or with `swap` `rematch`
    Again {
        swap: bool,
    },
    Standing,
    Hint,
    /// `pin ["NAME"] [QUESTION]`: what follows the word.
    Pin(String),
    Help,
    Quit,
}

pub const WORDS: [&str; 16] = [
    "moves", "undo", "why", "board", "position", "rules", "save", "load", "resign", "new", "rematch", "standing",
    "hint", "pin", "help", "quit",
];

/// What can be typed, and what comes of it.
pub const HELP: [(&str, &str); 15] = [
    ("moves [SITE]", "the legal moves, or those of the piece on a site"),
    ("why MOVE", "why a move is legal or not"),
    ("hint", "a move that the computer would make"),
    ("undo", "takes back everything since your last move, that one too"),
    ("board", "the board once more"),
    ("position", "the position as a line of text, for `--position`"),
    ("rules", "the rules in words"),
    ("save FILE", "writes the game, or the match, to a file; `save! FILE` over another saved game"),
    ("load FILE", "goes on with a game or a match from a file"),
    ("resign", "gives the game up, in a match the round"),
    ("new", "begins the game, or the match, anew"),
    ("rematch", "the same with sides swapped"),
    ("standing", "who has won how many rounds of the match"),
    ("pin [\"NAME\"] [QUESTION]", "writes the position with a question as an example for `houserules test`"),
    ("quit", "ends the program (so does Ctrl-D)"),
];

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    Nothing,
    Command(Command),
    /// A command that lacks its word, or has one too many: how it is used.
    Wrong(&'static str),
    /// A move, most likely.
    Move(String),
}

/// Reads a line that is no legal move as it stands.
pub fn read(line: &str) -> Line {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let alone =
        |command| if rest.is_empty() { Line::Command(command) } else { Line::Wrong("this command stands alone") };
    let save = |path, over| Command::Save { path, over };
    let with = |command: &dyn Fn(String) -> Command, usage| {
        if rest.is_empty() { Line::Wrong(usage) } else { Line::Command(command(rest.to_owned())) }
    };
    match word.to_lowercase().as_str() {
        "" => Line::Nothing,
        "moves" => Line::Command(Command::Moves(Some(rest.to_owned()).filter(|r| !r.is_empty()))),
        "undo" => alone(Command::Undo),
        "why" => with(&Command::Why, "say which move: why MOVE"),
        "board" => alone(Command::Board),
        "position" => alone(Command::Position),
        "rules" => alone(Command::Rules),
        "save" => with(&|path| save(path, false), "say to which file: save FILE"),
        "save!" => with(&|path| save(path, true), "say to which file: save! FILE"),
        "load" => with(&Command::Load, "say from which file: load FILE"),
        "resign" => alone(Command::Resign),
        "new" => alone(Command::Again { swap: false }),
        "rematch" => alone(Command::Again { swap: true }),
        "standing" => alone(Command::Standing),
        "hint" => alone(Command::Hint),
        "pin" => Line::Command(Command::Pin(rest.to_owned())),
        "help" | "?" => alone(Command::Help),
        "quit" | "exit" => alone(Command::Quit),
        _ => Line::Move(line.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_apart() {
        assert_eq!(read("  "), Line::Nothing);
        assert_eq!(read("moves f6"), Line::Command(Command::Moves(Some("f6".into()))));
        assert_eq!(read("why f6-f7"), Line::Command(Command::Why("f6-f7".into())));
        assert_eq!(read("save"), Line::Wrong("say to which file: save FILE"));
        assert_eq!(read("save! a b"), Line::Command(Command::Save { path: "a b".into(), over: true }));
        assert_eq!(read("rematch"), Line::Command(Command::Again { swap: true }));
        assert_eq!(read("quit now"), Line::Wrong("this command stands alone"));
        assert_eq!(read("f1-f2"), Line::Move("f1-f2".into()));
    }

    #[test]
    fn every_word_is_read() {
        for word in WORDS {
            assert!(!matches!(read(word), Line::Move(_)), "{word}");
        }
    }
}
