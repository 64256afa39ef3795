//! Selections in English.

use super::super::english::{list, the_side, with_article};
use super::{Words, amount, dir_word};
use crate::board::Compass;
use crate::ruleset::item::{Adjective, Amount, Builtin, DirWord, Near, NearPlace, Sel, SelKind, SideTerm, That};

/// A selection taken apart as English has it: adjectives before nouns, places after them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Phrase {
    adjectives: Vec<String>,
    /// `square` and not `piece` where there is no noun.
    of_sites: bool,
    nouns: Vec<Noun>,
    /// `in the village`, `next to a dog`.
    pub places: Vec<String>,
}

/// A noun of a phrase.
#[derive(Clone, Debug)]
enum Noun {
    Common(String, String),
    /// Said as it is: `f1`, `the jumped piece`.
    Proper(String),
}

impl Words {
    /// One of the selection: `an empty square`, `a dog or a chief`.
    pub fn one(&self, sel: &Sel) -> String {
        self.joined(sel, "or", |p| self.one_of(p))
    }

    /// One of the selection without an article, for `no`: `buffalo left`.
    pub fn bare(&self, sel: &Sel) -> String {
        self.joined(sel, "or", |p| self.said(p, false))
    }

    /// Several: `buffaloes`, `empty squares next to the village`.
    pub fn many(&self, sel: &Sel) -> String {
        self.joined(sel, "or", |p| self.said(p, true))
    }

    /// All of it: `the buffaloes`, `the south edge`.
    pub fn all(&self, sel: &Sel) -> String {
        self.joined(sel, "and", |p| match p.nouns.as_slice() {
            [Noun::Proper(_)] => self.said(p, true),
            _ => format!("the {}", self.said(p, true)),
        })
    }

    /// As a part of the board: `the village`, `the south edge`, `rank 2`.
    pub fn area(&self, sel: &Sel) -> String {
        match &sel.kind {
            SelKind::Union(parts) => list(&parts.iter().map(|p| self.area(p)).collect::<Vec<_>>(), "and"),
            SelKind::Except(a, b) => format!("{} except {}", self.area(a), self.area(b)),
            SelKind::Name(n) if self.zones.contains(&n.text) => format!("the {}", n.text),
            SelKind::Ranks { own, from, to } => ranks(*own, from, to),
            SelKind::Files(a, b) => files(&a.text, &b.text),
            SelKind::Edge(d) => format!("the {} edge", dir_word(*d)),
            SelKind::That(that) => that_words(*that).into(),
            SelKind::CentreOf(of) => format!("the centre of {}", self.area(of)),
            SelKind::Builtin(Builtin::Border) => "the border".into(),
            SelKind::Builtin(Builtin::Corners) => "the corners".into(),
            SelKind::Builtin(Builtin::Centre) => "the centre of the board".into(),
            SelKind::Builtin(Builtin::Everywhere) => "the whole board".into(),
            SelKind::Builtin(Builtin::LastRank) => "the last rank".into(),
            SelKind::Intersection(parts) if parts.len() > 1 => match &parts[0].kind {
                // `prairie next to village`: the prairie's squares next to the village.
                SelKind::Name(n) if self.zones.contains(&n.text) => {
                    let rest: Vec<String> = parts[1..].iter().flat_map(|p| self.phrase(p).places).collect();
                    format!("the {} of the {} {}", self.sites(), n.text, rest.join(" "))
                }
                _ => self.all(sel),
            },
            _ => self.all(sel),
        }
    }

    /// As a place after a noun: `in the village`, `on f1`, `next to a dog`.
    pub fn place(&self, sel: &Sel) -> String {
        match &sel.kind {
            SelKind::Union(parts) => list(&parts.iter().map(|p| self.place(p)).collect::<Vec<_>>(), "or"),
            SelKind::Not(of) => format!("not {}", self.place(of)),
            SelKind::Except(a, b) => format!("{} except {}", self.place(a), self.area(b)),
            _ => {
                let phrase = self.phrase(sel);
                match phrase.nouns.as_slice() {
                    [Noun::Proper(site)] if phrase.places.is_empty() => format!("on {site}"),
                    [] if phrase.adjectives.is_empty() => phrase.places.join(" "),
                    _ => format!("on {}", self.one(sel)),
                }
            }
        }
    }

    /// The noun and what stands before it, apart from the places after it.
    pub fn parted(&self, sel: &Sel) -> Option<(Phrase, Vec<String>)> {
        if matches!(sel.kind, SelKind::Union(_) | SelKind::Except(..)) {
            return None;
        }
        let mut phrase = self.phrase(sel);
        let places = std::mem::take(&mut phrase.places);
        Some((phrase, places))
    }

    /// Each of it: `every buffalo`, `the piece that moved`.
    pub fn every(&self, sel: &Sel) -> String {
        match self.parted(sel) {
            Some((p, _)) if matches!(p.nouns.as_slice(), [Noun::Proper(_)]) => self.bare(sel),
            _ => format!("every {}", self.bare(sel)),
        }
    }

    /// Whether a selection speaks of sites and not of pieces.
    pub fn is_of_sites(&self, sel: &Sel) -> bool {
        self.parted(sel).is_some_and(|(p, _)| p.nouns.is_empty() && (p.of_sites || p.adjectives.is_empty()))
    }

    /// The words before the noun alone: `empty`, `safe`.
    pub fn adjectives(&self, sel: &Sel) -> Option<String> {
        let p = self.phrase(sel);
        (p.nouns.is_empty() && p.places.is_empty() && !p.adjectives.is_empty()).then(|| p.adjectives.join(" "))
    }

    /// Whether a selection is of sites that are named, one by one.
    pub fn is_named(&self, sel: &Sel) -> bool {
        let named = |s: &Sel| {
            matches!(
                &s.kind,
                SelKind::OwnSite(_) | SelKind::Builtin(Builtin::It | Builtin::MovedPiece | Builtin::There)
            ) || matches!(&s.kind, SelKind::Name(_)) && matches!(self.phrase(s).nouns.as_slice(), [Noun::Proper(_)])
        };
        match &sel.kind {
            SelKind::Union(parts) => parts.iter().all(named),
            SelKind::Intersection(parts) => parts.len() == 1 && parts.iter().all(|p| self.is_named(p)),
            _ => named(sel),
        }
    }

    /// Whether a selection has a noun that needs an article: `an unmoved king`.
    pub fn has_noun(&self, sel: &Sel) -> bool {
        match &sel.kind {
            SelKind::Union(parts) => parts.iter().all(|p| self.has_noun(p)),
            _ => matches!(self.phrase(sel).nouns.first(), Some(Noun::Common(..))),
        }
    }

    /// The side whose pieces a selection is of, where it says no other place.
    pub fn owner<'s>(&self, sel: &'s Sel) -> Option<&'s SideTerm> {
        let SelKind::Intersection(parts) = &sel.kind else { return None };
        let mut places = parts.iter().filter(|p| !self.phrase(p).places.is_empty());
        match (places.next().map(|p| &p.kind), places.next()) {
            (Some(SelKind::Of(side)), None) => Some(side),
            _ => None,
        }
    }

    /// A phrase for one: `an empty square`.
    pub fn one_of(&self, p: &Phrase) -> String {
        let pieces: Vec<String> = match p.nouns.as_slice() {
            [Noun::Proper(name)] => return self.tail(name.clone(), p),
            nouns if p.adjectives.is_empty() && nouns.len() > 1 => nouns
                .iter()
                .map(|n| match n {
                    Noun::Common(one, _) => with_article(one),
                    Noun::Proper(name) => name.clone(),
                })
                .collect(),
            _ => return with_article(&self.said(p, false)),
        };
        self.tail(list(&pieces, "or"), p)
    }

    /// A phrase without an article.
    pub fn said(&self, p: &Phrase, plural: bool) -> String {
        let nouns: Vec<String> = p
            .nouns
            .iter()
            .map(|n| match n {
                Noun::Common(one, many) => if plural { many } else { one }.clone(),
                Noun::Proper(name) => name.clone(),
            })
            .collect();
        let noun = match (nouns.is_empty(), p.of_sites || p.adjectives.is_empty(), plural) {
            (false, ..) => list(&nouns, "or"),
            (true, true, false) => self.site().into(),
            (true, true, true) => self.sites().into(),
            (true, false, false) => "piece".into(),
            (true, false, true) => "pieces".into(),
        };
        let mut words = p.adjectives.clone();
        words.push(noun);
        self.tail(words.join(" "), p)
    }

    fn tail(&self, head: String, p: &Phrase) -> String {
        let places = p.places.iter().map(|w| format!(" {w}"));
        head + places.collect::<String>().as_str()
    }

    fn joined(&self, sel: &Sel, word: &str, say: impl Fn(&Phrase) -> String + Copy) -> String {
        match &sel.kind {
            SelKind::Union(parts) => list(&parts.iter().map(|p| self.joined(p, word, say)).collect::<Vec<_>>(), word),
            SelKind::Except(a, b) => format!("{} except {}", self.joined(a, word, say), self.area(b)),
            _ => say(&self.phrase(sel)),
        }
    }

    fn phrase(&self, sel: &Sel) -> Phrase {
        let mut p = Phrase::default();
        match &sel.kind {
            SelKind::Union(parts) => {
                let phrases: Vec<Phrase> = parts.iter().map(|s| self.phrase(s)).collect();
                if phrases.iter().all(|p| p.places.is_empty() && p.adjectives.is_empty() && !p.nouns.is_empty()) {
                    p.nouns = phrases.into_iter().flat_map(|p| p.nouns).collect();
                } else if phrases.iter().all(|p| p.nouns.is_empty() && p.adjectives.is_empty()) {
                    p.places.push(list(&phrases.iter().map(|p| p.places.join(" ")).collect::<Vec<_>>(), "or"));
                } else if phrases.iter().all(|p| p.nouns.is_empty() && p.places.is_empty()) {
                    p.of_sites = phrases.iter().any(|p| p.of_sites);
                    p.adjectives.push(list(&phrases.iter().map(|p| p.adjectives.join(" ")).collect::<Vec<_>>(), "or"));
                } else {
                    p.nouns.push(Noun::Proper(self.one(sel)));
                }
            }
            SelKind::Intersection(parts) => {
                for part in parts.iter().map(|s| self.phrase(s)) {
                    p.of_sites |= part.of_sites;
                    p.adjectives.extend(part.adjectives);
                    p.nouns.extend(part.nouns);
                    p.places.extend(part.places);
                }
            }
            SelKind::Not(of) => p.places.push(format!("not {}", self.place(of))),
            SelKind::Except(a, b) => {
                p = self.phrase(a);
                p.places.push(format!("except {}", self.area(b)));
            }
            SelKind::Adjective(a) => {
                p.of_sites = matches!(a, Adjective::Empty);
                p.adjectives.push(adjective(*a).into());
            }
            SelKind::Name(name) => self.name(&name.text, &mut p),
            SelKind::Of(side) => p.places.push(format!("of {}", self.side(side).0)),
            SelKind::NextTo(of, dir) => {
                let how = match dir {
                    Some(DirWord::Orthogonal) => " orthogonally",
                    Some(DirWord::Diagonal) => " diagonally",
                    _ => "",
                };
                p.places.push(format!(
                    "{}next to {}",
                    how.trim_start().to_owned() + if how.is_empty() { "" } else { " " },
                    self.next_to(of)
                ));
            }
            SelKind::StartOf(compass, kind) => {
                p.places.push(format!("where {} stands at the start", start_of(*compass, &kind.text)));
            }
            SelKind::WayOf(kind) => p.places.push(format!("on the way of the {}", kind.text)),
            SelKind::CutOff(from, how) => {
                let how = match how {
                    Some(DirWord::Orthogonal) => " orthogonally",
                    Some(DirWord::Diagonal) => " diagonally",
                    _ => "",
                };
                p.places.push(format!("of a group that is cut off{how} from {}", self.next_to(from)));
            }
            SelKind::AheadOf(of) => p.places.push(format!("ahead of {}", self.one(of))),
            SelKind::With(near) => p.places.push(format!("with {}", self.near(near))),
            SelKind::CentreOf(of) => p.places.push(format!("in the centre of {}", self.area(of))),
            SelKind::Ranks { own, from, to } => p.places.push(format!("on {}", ranks(*own, from, to))),
            SelKind::Files(a, b) => p.places.push(format!("on {}", files(&a.text, &b.text))),
            SelKind::Edge(d) => p.places.push(format!("on the {} edge", dir_word(*d))),
            SelKind::That(that) => p.places.push(format!("on {}", that_words(*that))),
            SelKind::OwnSite(name) => p.nouns.push(Noun::Proper(format!("own {}", name.text))),
            SelKind::Builtin(b) => self.builtin(*b, &mut p),
        }
        p
    }

    fn name(&self, name: &str, p: &mut Phrase) {
        if let Some((one, many)) = self.kind(name) {
            p.nouns.push(Noun::Common(one.into(), many.into()));
        } else if self.piece_calls.iter().any(|c| c == name) && name.ends_with("ed") {
            p.adjectives.push(name.into());
        } else if self.piece_calls.iter().any(|c| c == name) {
            p.nouns.push(Noun::Common(name.into(), format!("{name}s")));
        } else if let Some(call) = self.piece_calls.iter().find(|c| format!("{c}s") == name) {
            p.nouns.push(Noun::Common(call.clone(), name.into()));
        } else if self.is_side(name) {
            let side = the_side(name);
            p.nouns.push(Noun::Common(format!("piece of {side}"), format!("pieces of {side}")));
        } else if self.zones.iter().any(|z| z == name) {
            p.places.push(format!("in the {name}"));
        } else if self.marks.iter().any(|m| m == name) {
            p.places.push(format!("marked “{name}”"));
        } else {
            p.nouns.push(Noun::Proper(name.into()));
        }
    }

    fn builtin(&self, b: Builtin, p: &mut Phrase) {
        let common = |one: &str, many: &str| Noun::Common(one.into(), many.into());
        match b {
            Builtin::Piece => p.nouns.push(common("piece", "pieces")),
            Builtin::Friend => p.nouns.push(common("friendly piece", "friendly pieces")),
            Builtin::It => p.nouns.push(Noun::Proper("that piece".into())),
            Builtin::Origin => p.nouns.push(Noun::Proper("the place that was left".into())),
            Builtin::MovedPiece => p.nouns.push(Noun::Proper("the piece that moved".into())),
            Builtin::There => p.nouns.push(Noun::Proper(format!("the {} of the landing", self.site()))),
            Builtin::Border => p.places.push("on the border".into()),
            Builtin::Corners => p.places.push("in a corner".into()),
            Builtin::Centre => p.places.push("in the centre of the board".into()),
            Builtin::Everywhere => p.nouns.push(common(self.site(), self.sites())),
            Builtin::LastRank => p.places.push("on the last rank".into()),
        }
    }

    /// What something is next to: a part of the board as such, a piece with its article.
    fn next_to(&self, of: &Sel) -> String {
        match &of.kind {
            SelKind::Name(n) if self.zones.contains(&n.text) => self.area(of),
            SelKind::Edge(_) | SelKind::Ranks { .. } | SelKind::Files(..) => self.area(of),
            _ => self.one(of),
        }
    }

    /// `a dog in front`, `no piece to the north`.
    pub fn near(&self, near: &Near) -> String {
        let what = if near.no { format!("no {}", self.bare(&near.sel)) } else { self.one(&near.sel) };
        let place = match near.place {
            NearPlace::InFront => "in front".to_owned(),
            NearPlace::Behind => "behind it".to_owned(),
            NearPlace::Dir(DirWord::Compass(c)) => format!("on the {} to its {}", self.site(), c.word()),
            NearPlace::Dir(d) => format!("on the next {} {}", self.site(), dir_word(d)),
        };
        format!("{what} {place}")
    }
}

/// `rank 2`, `ranks 2 to 4`, `its own rank 2`.
fn ranks(own: bool, from: &Amount, to: &Amount) -> String {
    let own = if own { "its own " } else { "" };
    let digits = |a: &Amount| match a {
        Amount::Number(n, _) => n.to_string(),
        Amount::Option(_) => amount(a),
    };
    let (from, to) = (digits(from), digits(to));
    if from == to { format!("{own}rank {from}") } else { format!("{own}ranks {from} to {to}") }
}

fn files(from: &str, to: &str) -> String {
    if from == to { format!("file {from}") } else { format!("files {from} to {to}") }
}

fn that_words(that: That) -> &'static str {
    match that {
        That::File => "that file",
        That::Rank => "that rank",
        That::Line => "that line",
    }
}

fn adjective(a: Adjective) -> &'static str {
    match a {
        Adjective::Empty => "empty",
        Adjective::Enemy => "enemy",
        Adjective::Friendly => "friendly",
        Adjective::Unmoved => "unmoved",
        Adjective::Stuck => "stuck",
        Adjective::Attacked => "attacked",
        Adjective::Safe => "safe",
        Adjective::Unpromoted => "unpromoted",
        Adjective::Promoted => "promoted",
        Adjective::Royal => "royal",
    }
}

/// `the king`, `the east rook`.
pub(crate) fn start_of(compass: Option<Compass>, kind: &str) -> String {
    match compass {
        Some(compass) => format!("the {} {kind}", compass.word()),
        None => format!("the {kind}"),
    }
}
