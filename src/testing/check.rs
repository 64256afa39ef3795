//! What an example states, held to what the rules say.

use super::ask::{Answer, Decided, decided, differing, moves, natural, outcome, ruling, to_move, unread};
use super::example::{Question, Text, fits};
use super::state::{State, failed, mistake};
use crate::board::SiteSet;
use crate::engine::Move;
use crate::explain::Answer as Ruling;
use crate::notation::{Fault, read_move, read_position, read_site, result_text};
use crate::render::move_sites;
use crate::ruleset::nearest::{listed, nearest};
use crate::ruleset::{Diagnostic, KindId, SideId, Span, code};

/// What an example states and what the rules say differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// What the example states.
    pub expected: String,
    /// What the rules say.
    pub got: String,
    /// The sites in which they differ.
    pub sites: SiteSet,
    /// The rule that decided.
    pub decided: Option<Decided>,
}

type Checked = Result<Option<Difference>, Box<Diagnostic>>;

/// Holds a stated answer to the rules' own; none: they agree.
///
/// # Errors
/// The stated answer is none of its kind.
pub(super) fn check(state: &State, question: &Question, stated: &Text, answer: &Answer, words: Span) -> Checked {
    match question {
        Question::Moves(of) => these_moves(state, of.as_ref(), stated, words),
        Question::Legal => each(state, stated, true),
        Question::Illegal => each(state, stated, false),
        Question::Why(mv) => because(state, mv, stated, true),
        Question::WhyNot(mv) => because(state, mv, stated, false),
        Question::Captured => captured(state, stated, answer),
        Question::Now => position(state, stated),
        Question::ToMove => {
            among(stated, &sides(state).chain(["nobody".to_owned()]).collect::<Vec<_>>(), "")?;
            Ok(plain(stated, &to_move(&state.play), answer, |s, a| s == a || a.split(',').next() == Some(s)))
        }
        Question::Outcome => ended(state, stated, answer),
        Question::HowMany(_) | Question::Perft(_) | Question::Score(_) => {
            let number = stated.text.replace('_', "");
            if number.parse::<i64>().is_err() {
                return Err(unlike(stated, "a number, such as `55`"));
            }
            Ok(plain(stated, &answer.text, answer, |_, a| number == a))
        }
        Question::Best(_) => {
            among(stated, &results(state).chain(["draw", "open"].map(str::to_owned)).collect::<Vec<_>>(), "")?;
            Ok(plain(stated, &answer.text, answer, |s, a| s == a))
        }
        // Where no round follows the answer is a sentence.
        Question::FirstTurn if stated.text == answer.text => Ok(None),
        Question::FirstTurn => {
            among(stated, &sides(state).collect::<Vec<_>>(), "")?;
            Ok(plain(stated, &answer.text, answer, |s, a| s == a))
        }
        // The reason may be left out.
        Question::Match => {
            let won = state.players.iter().map(|p| format!("{} wins", p.name));
            let known = won.chain(["tied", "drawn", "goes on", "none"].map(str::to_owned));
            if !stated.text.starts_with("...") {
                among(stated, &known.collect::<Vec<_>>(), ", and behind a comma the reason")?;
            }
            Ok(plain(stated, &answer.text, answer, |s, a| {
                fits(s, a) || a.split_once(',').is_some_and(|(result, _)| result == s)
            }))
        }
        Question::NextRound => Ok(plain(stated, &answer.text, answer, fits)),
    }
}

/// The stated text and the answer as they are.
fn plain(stated: &Text, got: &str, answer: &Answer, same: impl Fn(&str, &str) -> bool) -> Option<Difference> {
    (!same(&stated.text, got)).then(|| Difference {
        expected: stated.text.clone(),
        got: got.to_owned(),
        sites: SiteSet::EMPTY,
        decided: answer.decided.clone(),
    })
}

fn unlike(stated: &Text, form: &str) -> Box<Diagnostic> {
    let message = format!("`{}` is no answer to this question", stated.text);
    Box::new(mistake(&code::EXAMPLE_ANSWER, stated.span, message).help(format!("write {form}")))
}

/// What is stated, up to a comma or `...`, is one of the answers that there can be.
fn among(stated: &Text, known: &[String], more: &str) -> Result<(), Box<Diagnostic>> {
    let word = stated.text.split(',').next().unwrap_or_default();
    let word = word.split("...").next().unwrap_or_default().trim();
    if known.iter().any(|k| k == word) {
        return Ok(());
    }
    let message = format!("`{}` is no answer to this question", stated.text);
    let help = match nearest(word, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("write one of {}{more}", listed(known.iter().map(String::as_str))),
    };
    Err(Box::new(mistake(&code::EXAMPLE_ANSWER, stated.span, message).help(help)))
}

/// The sides, by their names.
fn sides(state: &State) -> impl Iterator<Item = String> {
    state.game().rules().sides.iter().map(|s| s.name.clone())
}

/// `herd wins` and so on, of each side.
fn results(state: &State) -> impl Iterator<Item = String> {
    (0..state.game().rules().sides.len()).map(|n| {
        let won =
            crate::engine::Outcome { result: crate::engine::Verdict::Win(n as u8), reason: String::new(), span: None };
        result_text(&won, state.game())
    })
}

/// The moves of a list that are legal, each with its place in the list; and those that are not.
fn sorted(list: &[Text], legal: &[Move], state: &State) -> Result<(Vec<usize>, Vec<Text>), Box<Diagnostic>> {
    let (mut known, mut others) = (Vec::new(), Vec::new());
    for text in list {
        match read_move(&text.text, legal, state.game()) {
            Ok(mv) => known.extend(legal.iter().position(|m| *m == mv)),
            Err(e) if matches!(e.fault, Fault::NotLegal(_)) => others.push(text.clone()),
            Err(e) => return Err(unread(text, &e)),
        }
    }
    Ok((known, others))
}

fn these_moves(state: &State, of: Option<&Text>, stated: &Text, words: Span) -> Checked {
    let all = state.play.moves().map_err(|f| failed(&f, words))?;
    let got = moves(state, of, words)?;
    let list = if stated.text == "none" { Vec::new() } else { super::read::moves(stated) };
    let (known, illegal) = sorted(&list, &all, state)?;
    let is_known = |mv: &Move| known.iter().any(|n| all.get(*n) == Some(mv));
    let unexpected: Vec<&(Move, String)> = got.iter().filter(|(mv, _)| !is_known(mv)).collect();
    // Legal, but not of that piece.
    let elsewhere = known.iter().filter_map(|n| all.get(*n)).any(|mv| got.iter().all(|(m, _)| m != mv));
    if unexpected.is_empty() && illegal.is_empty() && !elsewhere {
        return Ok(None);
    }
    let mut sites: SiteSet = unexpected.iter().fold(SiteSet::EMPTY, |set, (mv, _)| set.or(move_sites(mv)));
    for text in &illegal {
        if let Ok(shape) = crate::notation::read_shape(&text.text, &all, state.game()) {
            shape.trail.iter().for_each(|s| sites.insert(*s));
        }
    }
    // The rule that decided about the first of them.
    let first = match (illegal.first(), unexpected.first()) {
        (Some(text), _) => Some(text.clone()),
        (None, Some((_, text))) => Some(Text { text: text.clone(), span: stated.span }),
        (None, None) => None,
    };
    let telling = match first {
        Some(mv) => {
            let ruled = decided(&ruling(state, &mv)?);
            Some(Decided { sentence: format!("{}: {}", mv.text, ruled.sentence), ..ruled })
        }
        None => None,
    };
    let one_a_line = |texts: Vec<String>| {
        let mut texts = texts;
        texts.sort_by_cached_key(|t| natural(t));
        if texts.is_empty() { "none".to_owned() } else { texts.join("\n") }
    };
    let expected = list.iter().map(|text| {
        // As the tool writes it, so that what is equal reads equal.
        let read = read_move(&text.text, &all, state.game()).ok();
        let written = read.and_then(|mv| got.iter().find(|(m, _)| *m == mv));
        written.map_or_else(|| text.text.clone(), |(_, t)| t.clone())
    });
    Ok(Some(Difference {
        expected: one_a_line(expected.collect()),
        got: one_a_line(got.iter().map(|(_, text)| text.clone()).collect()),
        sites,
        decided: telling,
    }))
}

/// Each of the moves is legal, or none of them is.
fn each(state: &State, stated: &Text, legal: bool) -> Checked {
    let list = super::read::moves(stated);
    let all = state.play.moves().map_err(|f| failed(&f, stated.span))?;
    let (mut wrong, mut sites, mut telling) = (Vec::new(), SiteSet::EMPTY, None);
    for text in &list {
        let ruled: Ruling = match read_move(&text.text, &all, state.game()) {
            Ok(_) if legal => continue,
            Err(e) if !legal && matches!(e.fault, Fault::NotLegal(_)) => continue,
            Ok(_) => ruling(state, text)?,
            Err(e) if matches!(e.fault, Fault::NotLegal(_)) => ruling(state, text)?,
            Err(e) => return Err(unread(text, &e)),
        };
        sites = ruled.site.into_iter().fold(sites, |mut set, site| {
            set.insert(site);
            set
        });
        let word = if legal { "not legal" } else { "legal" };
        wrong.push(format!("{} is {word}: {}", text.text, ruled.sentence));
        telling.get_or_insert(decided(&ruled));
    }
    if list.is_empty() {
        return Err(unlike(stated, "moves, such as `a1-a2, b1-b2`"));
    }
    Ok((!wrong.is_empty()).then(|| Difference {
        expected: format!("{}: {}", if legal { "legal" } else { "illegal" }, stated.text),
        got: wrong.join("\n"),
        sites,
        decided: telling,
    }))
}

/// A move is legal, or not, and for that reason.
fn because(state: &State, mv: &Text, stated: &Text, legal: bool) -> Checked {
    let ruled = ruling(state, mv)?;
    let pattern = spoken(&stated.text);
    let said = ruled.legal == legal
        && (fits(&pattern, &spoken(&ruled.sentence)) || ruled.chain.iter().any(|c| fits(&pattern, &spoken(&c.text))));
    if said {
        return Ok(None);
    }
    let word = |legal| if legal { "legal" } else { "not legal" };
    let mut got = format!("{}: {}", word(ruled.legal), ruled.sentence);
    for check in ruled.chain.iter().filter(|_| legal) {
        got.push_str("\n- ");
        got.push_str(&check.text);
    }
    Ok(Some(Difference {
        expected: format!("{}: {}", word(legal), stated.text),
        got,
        sites: ruled.site.into_iter().collect(),
        decided: Some(decided(&ruled)),
    }))
}

/// A sentence as it is compared: without its capital and its full stop.
fn spoken(text: &str) -> String {
    let text = text.trim();
    let text = if text.ends_with("...") { text } else { text.strip_suffix('.').unwrap_or(text) };
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => String::new(),
    }
}

fn captured(state: &State, stated: &Text, answer: &Answer) -> Checked {
    let board = state.game().board();
    let mut sites = SiteSet::EMPTY;
    if stated.text != "nothing" {
        for name in stated.text.split(',') {
            let site = read_site(name.trim(), board).map_err(|e| {
                let nothing = ["none", "no", "-"].contains(&name.trim());
                let help = if nothing { "write `nothing`" } else { "write sites, such as `g1, g2`, or `nothing`" };
                Box::new(mistake(&code::EXAMPLE_NAME, stated.span, e.to_string()).help(help))
            })?;
            sites.insert(site);
        }
    }
    let taken: SiteSet =
        state.play.made().iter().skip(state.before).flat_map(|m| m.captured.iter()).map(|(site, _)| *site).collect();
    let differ = sites.minus(taken).or(taken.minus(sites));
    Ok((!differ.is_empty()).then(|| Difference {
        expected: stated.text.clone(),
        got: answer.text.clone(),
        sites: differ,
        decided: None,
    }))
}

fn position(state: &State, stated: &Text) -> Checked {
    let read = read_position(&stated.text, state.game())
        .map_err(|e| mistake(&code::EXAMPLE_POSITION, stated.span, format!("the position cannot be read: {e}")))?;
    let (expected, here) = (read.position, state.play.position());
    let sites = differing(&expected, here);
    // What is not said need not hold.
    let whole = stated.text.contains('=');
    let mut present = here.clone();
    present.outcome = None;
    let same = if whole { expected == present } else { placed(&expected) == placed(here) };
    if same {
        return Ok(None);
    }
    let drawn = |position: crate::engine::Position| {
        crate::engine::Play::from_position(state.game(), position, Vec::new())
            .map_or_else(|_| stated.text.clone(), |play| super::ask::picture(&play))
    };
    Ok(Some(Difference {
        expected: drawn(expected),
        got: super::ask::picture(&state.play),
        sites,
        decided: last_rule(state),
    }))
}

/// What stands where, and whose turn it is.
fn placed(position: &crate::engine::Position) -> (Vec<Option<Shown>>, SideId) {
    (position.cells.iter().map(|c| c.map(|p| (p.kind, p.owner))).collect(), position.to_move)
}

/// A piece as it is seen: what, and whose.
type Shown = (KindId, Option<SideId>);

/// The rule by which the last move was made.
fn last_rule(state: &State) -> Option<Decided> {
    let mut before = state.clone();
    let mv = before.play.undo()?;
    let legal = before.play.moves().unwrap_or_default();
    let text = crate::notation::move_text(&mv, &legal, state.game());
    ruling(&before, &Text { text, span: Span::default() }).ok().as_ref().map(decided)
}

fn ended(state: &State, stated: &Text, answer: &Answer) -> Checked {
    let got = outcome(&state.play);
    let (result, reason) = stated.text.split_once(',').map_or((stated.text.as_str(), None), |(a, b)| (a, Some(b)));
    let result = result.trim();
    let known: Vec<String> = results(state).chain(["draw", "none", "unsettled"].map(str::to_owned)).collect();
    among(stated, &known, ", and behind a comma the reason")?;
    let same = match (state.play.outcome(), reason) {
        (None, reason) => result == "none" && reason.is_none(),
        (Some(outcome), None) => result == result_text(outcome, state.game()),
        (Some(outcome), Some(reason)) => {
            result == result_text(outcome, state.game()) && fits(&spoken(reason), &spoken(&outcome.reason))
        }
    };
    Ok((!same).then(|| Difference {
        expected: stated.text.clone(),
        got,
        sites: SiteSet::EMPTY,
        decided: answer.decided.clone(),
    }))
}
