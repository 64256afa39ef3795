//! `houserules analyse`

use super::args::Analyse;
use super::computer::{Thinking, doubt_skill, known, sensible, table};
use super::fail::Done;
use super::moves::{ending, position_value};
use super::wrap::{say, tell, tell_row};
use super::{answer, subject};
use crate::engine::{Move, Play};
use crate::explain::english::the_side;
use crate::notation::{move_text, result_text};
use crate::search::{Level, Score, Thought};
use serde_json::{Value, json};
use std::io::Write;

/// So many moves of a line are shown.
const SHOWN: usize = 10;

pub fn run(args: &Analyse, out: &mut dyn Write) -> Done {
    sensible(&args.strength)?;
    let opened = subject::open(&args.subject)?;
    let play = subject::start(&opened, &args.at)?;
    doubt_skill(&opened);
    let thinking = Thinking::new(&args.strength, Level::Full);
    let mut adviser = opened.opponent(thinking.level, args.seed);
    let table = table(args.table.as_deref(), play.game())?;
    let known = table.and_then(|table| known(&table, &play, args.moves as usize));
    let by_table = known.is_some();
    if args.table.is_some() && !by_table && play.outcome().is_none() {
        say("note: the table does not know this position, so it is searched");
    }
    let thoughts = match known {
        Some(thoughts) => thoughts,
        None => {
            // The clock begins here.
            let mut limits = thinking.limits();
            limits.depth = args.depth.unwrap_or(u32::MAX);
            limits.nodes = args.nodes.unwrap_or(limits.nodes);
            adviser.analyse(&play, &limits, args.moves as usize)?
        }
    };
    if args.json.json {
        let mut value = position_value(&play);
        value["nodes"] = thoughts.first().map_or(0, |t| t.nodes).into();
        value["varies"] = (thinking.varies() && !by_table).into();
        value["moves"] = thoughts.iter().map(|t| thought_value(t, &play)).collect::<Vec<_>>().into();
        return answer(out, &value);
    }
    if let Some(outcome) = play.outcome() {
        let game = &opened.game;
        return tell(out, &format!("{}.", ending(&result_text(outcome, game), &outcome.reason, game)));
    }
    let rules = opened.game.rules();
    let side = rules.sides.get(usize::from(play.position().to_move)).map_or("?", |s| s.name.as_str());
    let (nodes, depth) = thoughts.first().map_or((0, 0), |t| (t.nodes, t.depth));
    let how = if by_table {
        "as the table has it".to_owned()
    } else {
        format!("{nodes} nodes, {depth} {} deep", if depth == 1 { "ply" } else { "plies" })
    };
    tell(out, &format!("{}, {} to move: {how}", rules.title, the_side(side)))?;
    for (n, thought) in thoughts.iter().enumerate() {
        let score = scored(thought.score);
        tell_row(out, &format!("{:>2}  {score:<22}", n + 1), 27, &line(thought, &play))?;
    }
    if thinking.varies() && !by_table {
        say("note: with a time or several threads the answer may vary from run to run");
    }
    Ok(())
}

/// A score with what it stands for: `+0.42  60 %`, `wins in 5`.
fn scored(score: Score) -> String {
    match score {
        Score::Value(_) => format!("{score}  {:>3.0} %", score.chance() * 100.0),
        proved => proved.to_string(),
    }
}

/// The moves of a line, which begins at this position, as they are written.
pub fn line_texts(line: &[Move], play: &Play) -> Vec<String> {
    let mut ahead = play.clone();
    let mut texts = Vec::new();
    for mv in line {
        let Ok(legal) = ahead.moves() else { break };
        texts.push(move_text(mv, &legal, ahead.game()));
        if ahead.play(mv).is_err() {
            break;
        }
    }
    texts
}

/// The beginning of a line.
fn line(thought: &Thought, play: &Play) -> String {
    let texts = line_texts(thought.line.get(..SHOWN).unwrap_or(&thought.line), play);
    let more = if thought.line.len() > SHOWN { " ..." } else { "" };
    format!("{}{more}", texts.join(" "))
}

fn thought_value(thought: &Thought, play: &Play) -> Value {
    let texts = line_texts(&thought.line, play);
    let (kind, plies) = match thought.score {
        Score::Value(_) => ("estimate", None),
        Score::Wins(n) => ("wins", Some(n)),
        Score::Loses(n) => ("loses", Some(n)),
    };
    let value = if let Score::Value(v) = thought.score { Some(v) } else { None };
    json!({
        "move": texts.first(),
        "score": kind,
        "hundredths": value,
        "plies": plies,
        "chance": thought.score.chance(),
        "depth": thought.depth,
        "line": texts,
    })
}
