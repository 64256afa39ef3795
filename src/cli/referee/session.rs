//! A game that is refereed.

use super::super::args::Subject;
use super::super::fail::Failure;
use super::super::moves::move_value;
use super::super::why::{NoRuling, ruling};
use super::super::{disk, render, subject};
use super::reply::{Problem, reply};
use super::request::{self, Choose, Legal, New, Request};
use crate::engine::{Play, PlayError, Verdict};
use crate::explain::line_of;
use crate::match_play::single_round;
use crate::notation::{
    Fault, move_text, move_texts, read_move, read_position, record, result_clause, result_text, write_position,
    write_record,
};
use crate::open::Opened;
use crate::render::Drawing;
use serde_json::{Map, Value, json};

/// The longest game that is refereed, in moves.
const MAX_MOVES: usize = 20_000;
/// The widest drawing, in pixels.
const WIDEST: u32 = 8192;

/// The game in progress, and what new ones begin from.
pub struct Session {
    subject: Subject,
    opened: Opened,
    play: Play,
    seed: u64,
}

type Answer = Result<Map<String, Value>, Problem>;

impl Session {
    /// The start of a game by these rules.
    pub fn new(subject: &Subject, mut opened: Opened) -> Result<Session, Failure> {
        opened.game = single_round(&opened.game)?;
        let play = Play::new(&opened.game);
        Ok(Session { subject: subject.clone(), opened, play, seed: 0 })
    }

    /// Answers a request; says whether there may be more.
    pub fn answer(&mut self, line: &[u8]) -> (Value, bool) {
        let (id, request) = request::read(line);
        let go_on = !matches!(request, Ok(Request::Quit));
        let answer = request.and_then(|request| self.done(request));
        (answer.map_or_else(|problem| problem.reply(&id), |answer| reply(&id, answer)), go_on)
    }

    fn done(&mut self, request: Request) -> Answer {
        match request {
            Request::New(new) => self.begin(&new),
            Request::Legal(of) => self.legal(&of),
            Request::Apply(apply) => self.apply(&apply.mv),
            Request::Undo(undo) => self.undo(undo.moves),
            Request::Result | Request::Position => Ok(self.state()),
            Request::Why(of) => self.why(&of.mv),
            Request::Record => Ok(one("record", write_record(&record(&self.play, &self.tags())))),
            Request::Choose(choose) => self.choose(&choose),
            Request::Render(of) => {
                if of.width.is_some_and(|width| !(16..=WIDEST).contains(&width)) {
                    return Err(Problem::new("bad-field", format!("`width` is a number from 16 to {WIDEST}")));
                }
                Ok(one("svg", render::svg(&self.play, Drawing { flip: of.flip, width: of.width })))
            }
            Request::Quit => Ok(one("bye", true)),
        }
    }

    /// Begins a game. What cannot begin leaves the present one as it is.
    fn begin(&mut self, new: &New) -> Answer {
        let mut subject = self.subject.clone();
        for (name, value) in &new.settings {
            let value = match value {
                Value::String(text) => text.clone(),
                Value::Number(number) => number.to_string(),
                _ => {
                    let problem =
                        Problem::new("bad-settings", format!("the value of `{name}` is no text and no number"));
                    return Err(problem.hint("settings are such as `{\"columns\": \"5\"}`"));
                }
            };
            subject.settings.set.retain(|(other, _)| other != name);
            subject.settings.set.push((name.clone(), value));
        }
        let mut opened = subject::open(&subject).map_err(|e| Problem::of("bad-settings", &e))?;
        opened.game = single_round(&opened.game)?;
        let mut notes = Vec::new();
        let play = match &new.position {
            None => Play::new(&opened.game),
            Some(text) => {
                let unread = |e: crate::notation::NotationError| {
                    let at = text.get(..e.at).unwrap_or(text).chars().count();
                    Problem::new("bad-position", format!("{} (at character {})", e.fault, at + 1)).hint(e.help)
                };
                let read = read_position(text, &opened.game).map_err(unread)?;
                notes.extend(read.differences.iter().map(ToString::to_string));
                Play::from_position(&opened.game, read.position, read.history)
                    .map_err(|e| Problem::new("bad-position", e.to_string()))?
            }
        };
        if let Some(fault) = play.fault() {
            return Err(fault.clone().into());
        }
        (self.opened, self.play, self.seed) = (opened, play, new.seed);
        let rules = self.play.game().rules();
        let settings = rules.settings.iter().map(|(n, v)| (n.clone(), v.clone().into())).collect::<Map<_, _>>();
        let mut answer = Map::new();
        answer.insert("ruleset".into(), rules.id.clone().into());
        answer.insert("title".into(), rules.title.clone().into());
        answer.insert("sides".into(), rules.sides.iter().map(|s| s.name.clone()).collect());
        answer.insert("settings".into(), settings.into());
        if !notes.is_empty() {
            answer.insert("notes".into(), notes.into());
        }
        answer.extend(self.state());
        Ok(answer)
    }

    /// Where the game stands.
    fn state(&self) -> Map<String, Value> {
        let (play, game) = (&self.play, self.play.game());
        let side = |side: u8| game.rules().sides.get(usize::from(side)).map(|s| s.name.clone());
        let over = play.outcome().map(|outcome| {
            let place = outcome.span.and_then(|span| line_of(span, &self.opened.ruleset.sources));
            let result = result_text(outcome, game);
            json!({
                "winner": match outcome.result { Verdict::Win(winner) => side(winner), _ => None },
                "draw": outcome.result == Verdict::Draw,
                "says": result_clause(&result, game),
                "reason": outcome.reason,
                "file": place.map(|(file, _)| file),
                "line": place.map(|(_, line)| line),
            })
        });
        let to_move = if over.is_some() { None } else { side(play.position().to_move) };
        let mut state = Map::new();
        state.insert("ply".into(), play.made().len().into());
        state.insert("to_move".into(), to_move.into());
        state.insert("position".into(), write_position(play.position(), play.history(), game).into());
        state.insert("over".into(), over.into());
        state
    }

    fn legal(&self, of: &Legal) -> Answer {
        let (game, moves) = (self.play.game(), self.play.moves()?);
        let texts = move_texts(&moves, game);
        let mut answer = Map::new();
        if of.details {
            let details = moves.iter().zip(&texts).map(|(mv, text)| move_value(mv, text, game));
            answer.insert("details".into(), details.collect());
        }
        answer.insert("moves".into(), texts.into());
        Ok(answer)
    }

    fn apply(&mut self, text: &str) -> Answer {
        if self.play.outcome().is_some() {
            return Err(Problem::new("over", "the game is over").hint("`new` begins another, `undo` takes moves back"));
        }
        if self.play.made().len() >= MAX_MOVES {
            return Err(Problem::new("too-long", format!("a game has at most {MAX_MOVES} moves")));
        }
        let legal = self.play.moves()?;
        let mv = match read_move(text, &legal, self.play.game()) {
            Ok(mv) => mv,
            Err(e) if matches!(e.fault, Fault::Ambiguous(_)) => {
                return Err(Problem::new("ambiguous", e.fault.to_string()).hint("write it in full, as `legal` does"));
            }
            Err(_) => {
                // Why it is not legal says more than that it is none.
                let said = ruling(&self.opened, &self.play, text).map_err(unread)?;
                let problem = Problem::new("illegal", said.sentence);
                return Err(problem.hint("`legal` tells the moves that are, `why` all that was checked"));
            }
        };
        let written = move_text(&mv, &legal, self.play.game());
        self.play.play(&mv).map_err(|e| match e {
            PlayError::Hook(fault) => fault.into(),
            other => Problem::new("illegal", other.to_string()),
        })?;
        let mut answer = one("move", written);
        answer.extend(self.state());
        Ok(answer)
    }

    fn undo(&mut self, moves: usize) -> Answer {
        if moves > self.play.made().len() {
            let made = self.play.made().len();
            let problem = Problem::new("nothing-to-undo", format!("{made} moves were made, not {moves}"));
            return Err(problem.hint("moves before the position of `new` cannot be taken back"));
        }
        (0..moves).for_each(|_| {
            self.play.undo();
        });
        Ok(self.state())
    }

    fn why(&self, text: &str) -> Answer {
        match ruling(&self.opened, &self.play, text).map_err(unread)?.value() {
            Value::Object(said) => Ok(said.clone()),
            _ => Ok(Map::new()),
        }
    }

    /// The move that the computer would make. It is not made.
    fn choose(&self, choose: &Choose) -> Answer {
        let level = choose.level()?;
        let mut opponent = self.opened.opponent(level, self.seed);
        let thought = opponent.think(&self.play)?;
        let Some(thought) = thought else { return Err(Problem::new("over", "the game is over")) };
        let legal = self.play.moves()?;
        let mut answer = one("move", move_text(&thought.mv, &legal, self.play.game()));
        answer.insert("score".into(), thought.score.to_string().into());
        Ok(answer)
    }

    /// The tags of a record: the rule file, where it is not built in, so that the record finds its rules.
    fn tags(&self) -> Vec<(String, String)> {
        let file = disk::path_of(&self.subject.ruleset).map(|path| path.canonicalize().unwrap_or(path));
        file.map(|file| ("File".to_owned(), file.display().to_string())).into_iter().collect()
    }
}

fn unread(error: NoRuling) -> Problem {
    match error {
        NoRuling::Text(e) => Problem::new("bad-move", e.fault.to_string()).hint(e.help),
        NoRuling::Script(fault) => fault.into(),
    }
}

/// An answer with one field.
fn one(name: &str, value: impl Into<Value>) -> Map<String, Value> {
    Map::from_iter([(name.to_owned(), value.into())])
}
