//! Where an example stands: its rules, its position, and the rounds of its match.

use super::example::{Begin, Case, Companion, Example, Round, RoundEnds, Setup, Text};
use crate::engine::{Game, HookFault, Play, PlayError, PlayerFacts, RoundFacts, Trace};
use crate::explain::why;
use crate::language::{Files, report};
use crate::match_play::{self, Match, MatchError, RoundEnd, Step, first_turn, with_first_turn};
use crate::notation::{read_move, read_position, read_shape, write_position};
use crate::open::{Opened, open_from};
use crate::ruleset::code;
use crate::ruleset::nearest::nearest;
use crate::ruleset::{Diagnostic, Settings, SideId, Span};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many settings an example, or a row of its table, may have.
const MAX_SETTINGS: usize = 256;

/// How many moves an example may play, those of the example that it goes on from included.
pub const MAX_PLAYED: usize = 1_000;

/// A ruleset under settings.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Subject {
    ruleset: String,
    settings: Settings,
}

/// Opens rulesets, each under the same settings once.
pub(super) struct Shelf<'f> {
    files: &'f dyn Files,
    opened: Vec<(Subject, Result<Arc<Opened>, String>)>,
    /// Which rulesets were looked for, and whether they are there.
    there: RefCell<BTreeMap<String, bool>>,
}

/// Where an example stands.
#[derive(Clone)]
pub(super) struct State {
    subject: Subject,
    /// The rules, with what they were made from.
    pub opened: Arc<Opened>,
    /// The position, and the moves that led to it.
    pub play: Play,
    /// How many moves had been made before the last `play`.
    pub before: usize,
    /// Something was played in the example.
    pub played: bool,
    /// A, B and so on.
    pub players: Vec<PlayerFacts>,
    /// The match, once rounds are spoken of.
    contest: Option<Match>,
    /// Where it is noted what the scripts of the match are asked; none: nowhere.
    pub trace: Option<Trace>,
}

type Ready<T> = Result<T, Box<Diagnostic>>;

pub(super) fn mistake(code: &'static code::Code, span: Span, message: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(code, span, message))
}

/// A script that failed, told at a place of the companion.
pub(super) fn failed(fault: &HookFault, span: Span) -> Box<Diagnostic> {
    let said = report::short(fault.diagnostic(), fault.sources());
    mistake(&code::EXAMPLE_SCRIPT, span, format!("a script failed here: {said}"))
}

impl<'f> Shelf<'f> {
    pub(super) fn new(files: &'f dyn Files) -> Shelf<'f> {
        Shelf { files, opened: Vec::new(), there: RefCell::default() }
    }

    /// The rulesets that have been opened, with their settings.
    pub(super) fn subjects(&self) -> Vec<(String, Settings)> {
        self.opened.iter().map(|(s, _)| (s.ruleset.clone(), s.settings.clone())).collect()
    }

    fn open(&mut self, subject: &Subject, span: Span) -> Ready<Arc<Opened>> {
        let known = self.opened.iter().find(|(s, _)| s == subject).map(|(_, opened)| opened.clone());
        let opened = match known {
            Some(opened) => opened,
            None => {
                let opened = match open_from(&subject.ruleset, self.files, &subject.settings) {
                    Ok(opened) => Ok(Arc::new(opened)),
                    Err(error) => Err(match error.diagnostics.iter().find(|d| d.is_error()) {
                        Some(first) => {
                            let help = first.help.as_ref().map_or_else(String::new, |h| format!("; {h}"));
                            let placed = first.labels.first().is_some_and(|l| l.span.end > 0);
                            let said =
                                if placed { report::short(first, &error.sources) } else { first.message.clone() };
                            format!("{said}{help}")
                        }
                        None => "the rules cannot be played".to_owned(),
                    }),
                };
                self.opened.push((subject.clone(), opened.clone()));
                opened
            }
        };
        opened.map_err(|why| {
            mistake(&code::EXAMPLE_RULES, span, format!("`{}` cannot be played: {why}", subject.ruleset))
        })
    }

    /// The ruleset that a companion means by a name: the file beside it, or the one that the library has.
    fn named(&self, name: &str, folder: &str) -> String {
        let rules = if std::path::Path::new(name).extension().is_some_and(|e| e == "rules") {
            name.to_owned()
        } else {
            format!("{name}.rules")
        };
        let near = if std::path::Path::new(name).is_absolute() { rules } else { format!("{folder}{rules}") };
        if self.is_there(&near) { near } else { name.to_owned() }
    }

    /// Whether there is such a ruleset. What cannot be read is told when it is opened.
    fn is_there(&self, ruleset: &str) -> bool {
        let known = self.there.borrow().get(ruleset).copied();
        known.unwrap_or_else(|| {
            let found = !matches!(self.files.read(ruleset, None), Ok(None));
            self.there.borrow_mut().insert(ruleset.to_owned(), found);
            found
        })
    }

    /// Where an example, or a row of its table, begins. `ends`: how the examples above ended.
    pub(super) fn begin(
        &mut self,
        companion: &Companion,
        example: &Example,
        case: Option<&Case>,
        ends: &[(String, Option<State>)],
    ) -> Ready<State> {
        let Setup { ruleset, settings, beginners, from } = &example.setup;
        let alone = |span: Span| {
            let message = format!("there is no rule file `{}` for this companion", companion.ruleset);
            let known = self.files.names(Some(&companion.ruleset));
            let stem = std::path::Path::new(&companion.ruleset).file_stem().unwrap_or_default().to_string_lossy();
            let help = match nearest(&stem, known.iter().map(String::as_str)) {
                Some(near) => format!(
                    "did you mean `{near}`? Call the page like its rule file, `{near}.md`, or say `in {near}` in each example"
                ),
                None => "put `NAME.md` beside `NAME.rules`, or say `in RULESET` in each example".to_owned(),
            };
            Box::new(mistake(&code::COMPANION_ALONE, span, message).help(help))
        };
        let is_alone = || !self.is_there(&companion.ruleset);
        let earlier = match from {
            // It has its mistake because it has no rules.
            Begin::Example(name) if ended(name, ends).is_err() && example.setup.ruleset.is_none() && is_alone() => {
                return Err(alone(example.span));
            }
            Begin::Example(name) => Some(ended(name, ends)?),
            Begin::Start | Begin::Position(_) => None,
        };
        let ruleset = case.and_then(|c| c.ruleset.as_ref()).or(ruleset.as_ref());
        let chosen: Vec<&(Text, Text)> = settings.iter().chain(case.iter().flat_map(|c| &c.settings)).collect();
        if let Some((option, _)) = chosen.get(MAX_SETTINGS) {
            let message = format!("an example may have at most {MAX_SETTINGS} settings");
            return Err(mistake(&code::EXAMPLE_NUMBER, option.span, message));
        }
        let mut subject = match (&earlier, ruleset) {
            (_, Some(named)) => {
                Subject { ruleset: self.named(&named.text, &companion.folder), settings: Settings::defaults() }
            }
            (Some(earlier), None) => earlier.subject.clone(),
            (None, None) => Subject { ruleset: companion.ruleset.clone(), settings: Settings::defaults() },
        };
        for (option, value) in &chosen {
            // A table may answer anew what the example has answered.
            subject.settings.0.retain(|(o, _)| *o != option.text);
            subject.settings = subject.settings.with(option.text.as_str(), value.text.as_str());
        }
        let place = chosen
            .last()
            .map(|(option, value)| option.span.to(value.span))
            .or(ruleset.map(|r| r.span))
            .or(case.map(|c| c.span))
            .unwrap_or(Span { end: example.span.start, ..example.span });
        if subject.ruleset == companion.ruleset && is_alone() {
            return Err(alone(example.span));
        }
        if let Some(named) = ruleset.filter(|_| !self.is_there(&subject.ruleset)) {
            let known = self.files.names(None);
            let help = match nearest(&named.text, known.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "it is a ruleset of the library, or the way to a rule file as the companion sees it".to_owned(),
            };
            let message = format!("there is no ruleset `{}`", named.text);
            return Err(Box::new(mistake(&code::EXAMPLE_RULES, named.span, message).help(help)));
        }
        let opened = self.open(&subject, place)?;
        let inherited = earlier.as_ref().filter(|e| e.subject == subject && beginners.is_empty());
        let players = match inherited {
            Some(earlier) => earlier.players.clone(),
            None => players(&opened.game, beginners)?,
        };
        let typed = case.and_then(|c| c.position.as_ref());
        let play = match (typed, from, &earlier) {
            (Some(text), ..) | (None, Begin::Position(text), _) => at(&opened.game, text)?,
            (None, Begin::Example(_), Some(earlier)) if earlier.subject == subject => earlier.play.clone(),
            (None, Begin::Example(name), Some(earlier)) => {
                let position = write_position(earlier.play.position(), &[], earlier.play.game());
                at(&opened.game, &Text { text: position, span: name.span })?
            }
            (None, ..) => {
                let seats: Vec<usize> = (0..players.len()).collect();
                let first = first_turn(&opened.game, &players, &seats, 0).map_err(|f| failed(&f, place))?;
                let game = first.map_or_else(|| opened.game.clone(), |first| with_first_turn(&opened.game, first));
                Play::new(&game)
            }
        };
        if let Some(fault) = play.fault() {
            return Err(failed(fault, place));
        }
        let before = play.made().len();
        // Other beginners, another match.
        let contest = earlier.and_then(|e| if e.subject == subject && beginners.is_empty() { e.contest } else { None });
        Ok(State { subject, opened, play, before, played: false, players, contest, trace: None })
    }
}

/// How an example above ended.
fn ended(name: &Text, ends: &[(String, Option<State>)]) -> Ready<State> {
    match ends.iter().find(|(n, _)| *n == name.text) {
        Some((_, Some(state))) => Ok(state.clone()),
        Some((_, None)) => Err(mistake(
            &code::EXAMPLE_UNKNOWN,
            name.span,
            format!("`{}` has a mistake, so nothing follows it", name.text),
        )),
        None => {
            let known = ends.iter().map(|(n, _)| n.as_str());
            let help = match nearest(&name.text, known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "name the heading of an example further up".to_owned(),
            };
            let mut problem =
                *mistake(&code::EXAMPLE_UNKNOWN, name.span, format!("no example above is called `{}`", name.text));
            problem = problem.help(help);
            Err(Box::new(problem))
        }
    }
}

/// The players: A plays the first side, B the second, and so on.
fn players(game: &Game, beginners: &[Text]) -> Ready<Vec<PlayerFacts>> {
    let mut players: Vec<PlayerFacts> = (0..game.rules().sides.len())
        .map(|n| PlayerFacts { name: char::from(b'A' + n as u8).to_string(), beginner: false })
        .collect();
    for beginner in beginners {
        let n = player(&players, beginner)?;
        if let Some(player) = players.get_mut(n) {
            player.beginner = true;
        }
    }
    Ok(players)
}

fn player(players: &[PlayerFacts], name: &Text) -> Ready<usize> {
    players.iter().position(|p| p.name == name.text).ok_or_else(|| {
        let known: Vec<&str> = players.iter().map(|p| p.name.as_str()).collect();
        let problem = mistake(&code::EXAMPLE_NAME, name.span, format!("there is no player `{}`", name.text));
        Box::new(problem.help(format!("the players are {}", known.join(", "))))
    })
}

/// The side that a text names.
pub(super) fn side(game: &Game, name: &Text) -> Ready<SideId> {
    let sides = &game.rules().sides;
    sides.iter().position(|s| s.name == name.text).map(|s| s as SideId).ok_or_else(|| {
        let known: Vec<&str> = sides.iter().map(|s| s.name.as_str()).collect();
        let help = match nearest(&name.text, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the sides are {}", known.join(", ")),
        };
        Box::new(mistake(&code::EXAMPLE_NAME, name.span, format!("there is no side `{}`", name.text)).help(help))
    })
}

/// A typed position.
fn at(game: &Game, text: &Text) -> Ready<Play> {
    let wrong = |why: String| mistake(&code::EXAMPLE_POSITION, text.span, why);
    let read = read_position(&text.text, game).map_err(|e| wrong(format!("the position cannot be read: {e}")))?;
    let play = Play::from_position(game, read.position, read.history);
    play.map_err(|e| wrong(format!("the position cannot be: {e}")))
}

impl State {
    /// The game.
    pub(super) fn game(&self) -> &Game {
        self.play.game()
    }

    /// Plays moves; all of them are legal.
    pub(super) fn play(&mut self, moves: &[Text], touched: &mut dyn FnMut(&State)) -> Ready<()> {
        self.before = self.play.made().len();
        self.played = true;
        for text in moves {
            if self.play.made().len() >= MAX_PLAYED {
                let message = format!("an example may play at most {MAX_PLAYED} moves");
                return Err(mistake(&code::EXAMPLE_NUMBER, text.span, message));
            }
            let legal = self.play.moves().map_err(|f| failed(&f, text.span))?;
            let mv = match read_move(&text.text, &legal, self.game()) {
                Ok(mv) => mv,
                Err(error) => return Err(self.unplayable(text, &legal, &error)),
            };
            match self.play.play(&mv) {
                Ok(()) => touched(self),
                Err(PlayError::Hook(fault)) => return Err(failed(&fault, text.span)),
                Err(error) => {
                    let message = format!("`{}` cannot be played: {error}", text.text);
                    return Err(mistake(&code::EXAMPLE_MOVE, text.span, message));
                }
            }
        }
        Ok(())
    }

    /// Why a move cannot be played.
    fn unplayable(
        &self,
        text: &Text,
        legal: &[crate::engine::Move],
        error: &crate::notation::NotationError,
    ) -> Box<Diagnostic> {
        let wrong = |why: String| {
            mistake(&code::EXAMPLE_MOVE, text.span, format!("`{}` cannot be played here: {why}", text.text))
        };
        if matches!(error.fault, crate::notation::Fault::NotLegal(_)) {
            let question = read_shape(&text.text, legal, self.game()).ok().and_then(|shape| shape.question());
            let said = question.and_then(|q| why(&self.play, &self.opened.settled, &q).ok()).filter(|a| !a.legal);
            if let Some(answer) = said {
                return wrong(answer.cited(&self.opened.ruleset.sources));
            }
        }
        super::ask::listed_badly(text, *wrong(error.to_string()))
    }

    // ---- the match

    /// The match as far as it has come.
    pub(super) fn contest(&mut self, span: Span) -> Ready<&mut Match> {
        if self.contest.is_none() {
            let seats: Vec<usize> = (0..self.players.len()).collect();
            let mut rounds = self.opened.rounds();
            if let Some(trace) = &self.trace {
                rounds.game = rounds.game.traced(trace);
            }
            let begun = Match::new(rounds, self.players.clone(), seats, 1);
            let begun = begun.map_err(|e| {
                let help = match e {
                    MatchError::NoMatch => "a rule file says `match { ... }`",
                    _ => "the players of an example are called A, B and so on",
                };
                Box::new(mistake(&code::EXAMPLE_MATCH, span, e.to_string()).help(help))
            })?;
            self.contest = Some(begun);
        }
        self.contest.as_mut().ok_or_else(|| mistake(&code::EXAMPLE_MATCH, span, "there is no match"))
    }

    /// Rounds that were played.
    pub(super) fn rounds(&mut self, rounds: &[Round]) -> Ready<()> {
        let game = self.opened.game.clone();
        for round in rounds {
            let end = told(&game, round)?;
            let contest = self.contest(round.span)?;
            let wrong = |why: String| mistake(&code::EXAMPLE_MATCH, round.span, why);
            match contest.step().map_err(|f| failed(&f, round.span))? {
                Step::Round(_) => {}
                Step::Choose { player } => {
                    let name = contest.name(player).to_owned();
                    let problem = wrong(format!("{name} chooses a side before this round"));
                    return Err(Box::new(problem.help(format!("say which: `{name} chooses SIDE`"))));
                }
                Step::Over(result) => {
                    let outcome = result.outcome_text(contest.players());
                    return Err(wrong(format!("the match is over before this round: {outcome}, {}", result.reason)));
                }
            }
            contest.finish(end).map_err(|e| wrong(e.to_string()))?;
        }
        Ok(())
    }

    /// A player chooses a side.
    pub(super) fn choose(&mut self, who: &Text, which: &Text) -> Ready<()> {
        let side = side(self.game(), which)?;
        let chooser = player(&self.players, who)?;
        let contest = self.contest(who.span)?;
        match contest.step().map_err(|f| failed(&f, who.span))? {
            Step::Choose { player } if player == chooser => {}
            Step::Choose { player } => {
                let message = format!("{} chooses here, not {}", contest.name(player), who.text);
                return Err(mistake(&code::EXAMPLE_MATCH, who.span, message));
            }
            _ => return Err(mistake(&code::EXAMPLE_MATCH, who.span, "nobody has a side to choose here")),
        }
        contest.choose(side).map_err(|e| mistake(&code::EXAMPLE_MATCH, which.span, e.to_string()))
    }
}

/// What a round came to.
fn told(game: &Game, round: &Round) -> Ready<RoundEnd> {
    let rules = game.rules();
    let (sides, kinds) = (rules.sides.len(), rules.kinds.len());
    let named = match &round.end {
        RoundEnds::Won(name) | RoundEnds::GivenUp(name) => Some(side(game, name)?),
        RoundEnds::Drawn => None,
    };
    let resigned = matches!(round.end, RoundEnds::GivenUp(_));
    let mut others = (0..sides as SideId).filter(|s| Some(*s) != named);
    let winner = match (&round.end, named) {
        (RoundEnds::Won(_), named) => named,
        (RoundEnds::GivenUp(_), Some(_)) => others.next().filter(|_| others.next().is_none()),
        _ => None,
    };
    let own = |s: SideId| named.is_none_or(|n| n == s);
    let captures = (0..sides as SideId).map(|s| if own(s) { round.captured } else { round.lost }).collect();
    let mut left = vec![0u32; sides * kinds];
    for placed in &rules.start {
        let at = placed.owner.map(|owner| usize::from(owner) * kinds + usize::from(placed.kind));
        if let Some(n) = at.and_then(|at| left.get_mut(at)) {
            *n += 1;
        }
    }
    let facts = RoundFacts {
        seats: Vec::new(),
        winner,
        reason: String::new(),
        resigned,
        moves: vec![round.moves.unwrap_or(0); sides],
        captures,
        left,
    };
    Ok(RoundEnd::told(facts, named.filter(|_| resigned)))
}

/// What is different in the next round, as one text.
pub(super) fn next_round(contest: &mut Match, span: Span) -> Ready<(String, Option<SideId>)> {
    Ok(match contest.step().map_err(|f| failed(&f, span))? {
        Step::Over(result) => {
            let outcome = result.outcome_text(contest.players());
            (format!("none, the match is over: {outcome}, {}", result.reason_text()), None)
        }
        Step::Choose { player } => (format!("{} chooses a side", contest.name(player)), None),
        Step::Round(round) => {
            let game = contest.game().clone();
            let sides = &game.rules().sides;
            let mut seated: Vec<(usize, &str)> =
                round.seats.iter().zip(sides).map(|(player, side)| (*player, side.name.as_str())).collect();
            seated.sort_by_key(|(player, _)| *player);
            let seated: Vec<String> =
                seated.iter().map(|(player, side)| format!("{} plays {side}", contest.name(*player))).collect();
            let mut parts = vec![seated.join(", ")];
            let different = &round.different;
            if !different.settings.is_empty() {
                let settings: Vec<String> = different.settings.iter().map(|(n, v)| format!("{n} {v}")).collect();
                parts.push(format!("with {}", settings.join(", ")));
            }
            if !different.changes.is_empty() {
                let changes: Vec<String> =
                    different.changes.iter().map(|c| crate::notation::change_text(*c, &game)).collect();
                parts.push(changes.join(", "));
            }
            if !different.note.is_empty() {
                parts.push(different.note.clone());
            }
            let first = match_play::starts(&round.game);
            (parts.join("; "), Some(first))
        }
    })
}
