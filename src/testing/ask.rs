//! A question at a position: its answer, in one canonical text.

use super::best::{self, Best, MAX_AHEAD, best_play};
use super::example::{Question, Text};
use super::state::{State, failed, mistake, next_round, side};
use crate::board::{Site, SiteSet};
use crate::engine::{Count, Game, Move, Play, perft};
use crate::explain::{Answer as Ruling, Explainer};
use crate::match_play::Step;
use crate::notation::{Fault, move_texts, read_move, read_shape, read_site, result_text, site_text, write_position};
use crate::render::{Look, Marks, board_picture};
use crate::ruleset::{Diagnostic, Span, code};

/// What the rules say.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The answer. Lists of moves are in order, and long ones have several lines.
    pub text: String,
    /// The rule that decided, where one did.
    pub decided: Option<Decided>,
}

/// A rule that decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided {
    /// What it says of the case, in a sentence without a full stop.
    pub sentence: String,
    /// Where it is written.
    pub span: Option<Span>,
    /// The site that it speaks of.
    pub site: Option<Site>,
}

type Asked<T> = Result<T, Box<Diagnostic>>;

/// A line of moves is broken near this width, in characters.
const WIDTH: usize = 96;

/// How many sequences `perft` may count: of a compiled game, of another.
const MOST_COUNTED: (u64, u64) = (50_000_000, 200_000);

/// The answer to a question. `span`: the question's words.
pub(super) fn answer(state: &mut State, question: &Question, span: Span) -> Asked<Answer> {
    let plain = |text: String| Ok(Answer { text, decided: None });
    match question {
        Question::Moves(of) => plain(listed(&moves(state, of.as_ref(), span)?)),
        Question::HowMany(of) => plain(moves(state, of.as_ref(), span)?.len().to_string()),
        // Facts about moves that the example names; they have no answer of their own.
        Question::Legal | Question::Illegal => plain(String::new()),
        Question::Why(mv) | Question::WhyNot(mv) => {
            let ruled = ruling(state, mv)?;
            let mut text = ruled.sentence.clone();
            for check in &ruled.chain {
                text.push_str("\n- ");
                text.push_str(&check.text);
            }
            Ok(Answer { text, decided: Some(decided(&ruled)) })
        }
        Question::Captured => {
            let board = state.game().board();
            let taken = state.play.made().iter().skip(state.before).flat_map(|m| m.captured.iter());
            let sites: Vec<String> = taken.map(|(site, _)| site_text(*site, board).to_owned()).collect();
            plain(if sites.is_empty() { "nothing".to_owned() } else { sites.join(", ") })
        }
        Question::Now => plain(picture(&state.play)),
        Question::ToMove => plain(to_move(&state.play)),
        Question::Outcome => {
            let decided = state.play.outcome().map(|outcome| Decided {
                sentence: outcome.reason.clone(),
                span: outcome.span,
                site: None,
            });
            Ok(Answer { text: outcome(&state.play), decided })
        }
        Question::Perft(depth) => plain(counted(&state.play, *depth, span)?.to_string()),
        Question::Best(within) => {
            if *within > MAX_AHEAD {
                let message = format!("best play is looked for within {MAX_AHEAD} moves at most");
                return Err(mistake(&code::EXAMPLE_NUMBER, span, message));
            }
            match best_play(&state.play, *within) {
                Ok(best) => plain(best_text(best, state.game())),
                Err(best::Unsearched::Script(fault)) => Err(failed(&fault, span)),
                Err(error) => {
                    let problem = mistake(&code::EXAMPLE_SEARCH, span, error.to_string());
                    Err(Box::new(problem.help("ask for fewer moves, or from a position with fewer pieces")))
                }
            }
        }
        Question::Score(name) => {
            let side = side(state.game(), name)?;
            plain(state.play.score(side).map_err(|f| failed(&f, span))?.to_string())
        }
        Question::Match if state.game().rules().match_play.is_none() => plain("none".to_owned()),
        Question::Match => {
            let contest = state.contest(span)?;
            plain(match contest.step().map_err(|f| failed(&f, span))? {
                Step::Over(result) => {
                    format!("{}, {}", result.outcome_text(contest.players()), result.reason_text())
                }
                Step::Round(_) | Step::Choose { .. } => "goes on".to_owned(),
            })
        }
        Question::FirstTurn => {
            if state.game().rules().match_play.is_none() {
                let side = state.game().start().to_move;
                return plain(side_name(state.game(), side).to_owned());
            }
            let game = state.game().clone();
            let (text, first) = next_round(state.contest(span)?, span)?;
            plain(first.map_or(text, |side| side_name(&game, side).to_owned()))
        }
        Question::NextRound => plain(next_round(state.contest(span)?, span)?.0),
    }
}

pub(super) fn side_name(game: &Game, side: u8) -> &str {
    game.rules().sides.get(usize::from(side)).map_or("?", |s| s.name.as_str())
}

/// The moves with their texts, in the order in which they are shown.
pub(super) fn moves(state: &State, of: Option<&Text>, span: Span) -> Asked<Vec<(Move, String)>> {
    let game = state.game();
    let legal = state.play.moves().map_err(|f| failed(&f, span))?;
    let texts = move_texts(&legal, game);
    let site = match of {
        None => None,
        Some(name) => Some(
            read_site(&name.text, game.board()).map_err(|e| mistake(&code::EXAMPLE_NAME, name.span, e.to_string()))?,
        ),
    };
    if let (Some(name), Some(site)) = (of, site) {
        let stands = state.play.position().cells.get(usize::from(site)).is_some_and(Option::is_some);
        // A piece that comes from a hand is named by where it is put down.
        let drops = legal.iter().any(|mv| mv.from().is_none() && mv.to().is_some());
        if !stands && !drops {
            let message = format!("nothing stands on {}", name.text);
            return Err(Box::new(mistake(&code::EXAMPLE_NAME, name.span, message).help(
                "`moves of` and `how many moves of` ask about a piece, by the site on which it stands at that moment",
            )));
        }
    }
    let of = |mv: &Move| site.is_none_or(|s| mv.from().or(mv.to()) == Some(s));
    let mut found: Vec<(Move, String)> = legal.into_iter().zip(texts).filter(|(mv, _)| of(mv)).collect();
    found.sort_by_cached_key(|(_, text)| natural(text));
    Ok(found)
}

/// A key by which `a2` comes before `a10`, and `z1` before `aa1`.
pub(super) fn natural(text: &str) -> Vec<(usize, String)> {
    let kind = |c: char| (c.is_ascii_digit(), c.is_alphabetic());
    let chars: Vec<char> = text.chars().collect();
    let runs = chars.chunk_by(|a, b| kind(*a) == kind(*b) && kind(*a) != (false, false));
    runs.map(|run| (run.len(), run.iter().collect())).collect()
}

/// Moves in a list, `none` where there is none.
pub(super) fn listed(moves: &[(Move, String)]) -> String {
    let mut text = String::new();
    let mut width = 0;
    for (n, (_, mv)) in moves.iter().enumerate() {
        let long = mv.chars().count();
        if n > 0 {
            text.push(',');
            if width + long > WIDTH {
                text.push('\n');
                width = 0;
            } else {
                text.push(' ');
            }
        }
        text.push_str(mv);
        width += long + 2;
    }
    if text.is_empty() { "none".to_owned() } else { text }
}

/// A text that is no move. What looks like several is told how a list is written.
pub(super) fn unread(mv: &Text, error: &crate::notation::NotationError) -> Box<Diagnostic> {
    let problem = mistake(&code::EXAMPLE_ANSWER, mv.span, format!("`{}` is no move: {error}", mv.text));
    listed_badly(mv, *problem)
}

/// The mistake, with help where the text looks like several moves.
pub(super) fn listed_badly(mv: &Text, problem: Diagnostic) -> Box<Diagnostic> {
    let several = mv.text.contains([',', ';', ' ', '\t']);
    Box::new(if several { problem.help("between moves stand a comma and a blank: `a1-a2, b1-b2`") } else { problem })
}

/// Why a move is legal or not.
pub(super) fn ruling(state: &State, mv: &Text) -> Asked<Ruling> {
    let play = &state.play;
    let game = play.game();
    let legal = play.moves().map_err(|f| failed(&f, mv.span))?;
    let shape = read_shape(&mv.text, &legal, game).map_err(|e| {
        let mut problem = unread(mv, &e);
        problem.help = problem.help.map(|_| "`why` and `why not` ask about one move each".to_owned());
        problem
    })?;
    let refused = match read_move(&mv.text, &legal, game) {
        Ok(_) => None,
        Err(e) if matches!(e.fault, Fault::Ambiguous(_)) => None,
        Err(e) => Some(e),
    };
    let explained = match shape.question() {
        Some(question) => {
            let asked = Explainer::new(play, &state.opened.settled).and_then(|mut e| e.ask(&question));
            Some(asked.map_err(|f| failed(&f, mv.span))?)
        }
        None => None,
    };
    // The explanation is of the rules alone; nothing but the writing can be amiss.
    if let Some(explained) = explained.filter(|a| a.legal == refused.is_none()) {
        return Ok(explained);
    }
    let sentence = match &refused {
        Some(e) => format!("{} is not legal: {e}", mv.text),
        None => format!("{} is legal", mv.text),
    };
    Ok(Ruling { legal: refused.is_none(), sentence, refusal: None, site: None, span: None, chain: Vec::new() })
}

pub(super) fn decided(ruled: &Ruling) -> Decided {
    Decided { sentence: ruled.sentence.clone(), span: ruled.span, site: ruled.site }
}

/// `herd wins, a buffalo reached the village`, or `none`.
pub(super) fn outcome(play: &Play) -> String {
    let Some(outcome) = play.outcome() else { return "none".to_owned() };
    let result = result_text(outcome, play.game());
    if outcome.reason.is_empty() { result } else { format!("{result}, {}", outcome.reason) }
}

pub(super) fn to_move(play: &Play) -> String {
    match play.outcome() {
        Some(_) => "nobody, the game is over".to_owned(),
        None => side_name(play.game(), play.position().to_move).to_owned(),
    }
}

/// The position as a diagram with who is to move below it; where no diagram shows it, as one line.
pub(super) fn picture(play: &Play) -> String {
    let game = play.game();
    let line = write_position(play.position(), &[], game);
    if !game.board().has_files_and_ranks() || game.board().shape() == crate::board::Shape::Graph {
        return line;
    }
    let picture = board_picture(game, play.position(), &Marks::default(), Look::DIAGRAM).to_string();
    let mut words = line.split(' ').skip(1);
    let side = words.next().unwrap_or_default();
    let fields: String = words.fold(String::new(), |text, field| text + ", " + field);
    let rows: Vec<&str> = picture.lines().map(str::trim_end).collect();
    format!("{}\n{side} to move{fields}", rows.join("\n"))
}

fn best_text(best: Best, game: &Game) -> String {
    match best {
        Best::Wins(side) => {
            let won =
                crate::engine::Outcome { result: crate::engine::Verdict::Win(side), reason: String::new(), span: None };
            result_text(&won, game)
        }
        Best::Draw => "draw".to_owned(),
        Best::Open => "open".to_owned(),
    }
}

/// Perft, as long as it does not take for ever.
fn counted(play: &Play, depth: u32, span: Span) -> Asked<u64> {
    let most = if play.game().interpreted_because().is_none() { MOST_COUNTED.0 } else { MOST_COUNTED.1 };
    let mut play = play.clone();
    let (mut before, mut count) = (1u64, 1u64);
    for d in 1..=depth {
        // The next number is about as many times this one as this one is the one before.
        let due = count.saturating_mul(count.div_ceil(before.max(1)));
        if due > most {
            let problem =
                mistake(&code::EXAMPLE_SEARCH, span, format!("more than {most} sequences are too many to count"));
            return Err(Box::new(problem.help(format!("ask for perft {} or less", d - 1))));
        }
        before = count;
        count = perft(&mut play, d, Count::Moves).map_err(|f| failed(&f, span))?;
        if count == 0 {
            break;
        }
    }
    Ok(count)
}

/// The sites in which two positions differ.
pub(super) fn differing(a: &crate::engine::Position, b: &crate::engine::Position) -> SiteSet {
    let cells = a.cells.iter().zip(&b.cells).enumerate();
    cells.filter(|(_, (a, b))| a != b).map(|(site, _)| site as Site).collect()
}
