//! Conditions in English.

use super::super::english::{is_plural, list, ordinal, the_side, verb};
use super::{Words, amount, is_one};
use crate::ruleset::item::{
    Amount, Asked, Cond, CondKind, Counted, DirWord, LineOf, Progress, Quantity, Sel, SelKind, SideTermKind,
};

impl Words {
    /// A condition as a clause without a capital or a full stop.
    pub fn cond(&self, cond: &Cond) -> String {
        match &cond.kind {
            CondKind::Any(parts) => list(&self.parts(parts), "or"),
            CondKind::All(parts) => list(&self.parts(parts), "and"),
            CondKind::Not(of) => format!("it is not so that {}", self.cond(of)),
            CondKind::Throughout(of) => format!("all the while after each move of that player {}", self.cond(of)),
            CondKind::Occurs(board, times) => {
                let what = if *board { "the same pieces stand on the same places" } else { "the same position comes" };
                match times {
                    Amount::Number(n, _) => format!("{what} for the {} time", ordinal(*n)),
                    Amount::Option(_) => format!("{what} {} times", amount(times)),
                }
            }
            CondKind::PhaseIs(name) => format!("the phase is {}", name.text),
            CondKind::NobodyCanMove => "nobody can move".into(),
            CondKind::ScoresEqual => "the scores are equal".into(),
            CondKind::Nth(of, n, true) => format!("{}, for the {} turn in a row", self.cond(of), ordinal(*n)),
            CondKind::Nth(of, n, false) => {
                format!("{}, for the {} time after a move of that player", self.cond(of), ordinal(*n))
            }
            CondKind::HasPoints(side, quantity) => {
                let (who, plural) = self.side(side);
                format!("{who} {} {} points", verb(plural, "has", "have"), points(quantity))
            }
            CondKind::CannotReach(side, from, to, asked) => {
                let (who, plural) = self.side(side);
                let turn = match (asked, plural) {
                    (Asked::OnTurn, true) => " on their turn",
                    (Asked::OnTurn, false) => " on its turn",
                    (Asked::Whoever, _) => ", whoever is to move",
                    (Asked::Unsaid, _) => "",
                };
                format!("{who} cannot move {} to {}{turn}", self.one(from), self.area(to))
            }
            CondKind::LineOf(line) => format!("it stands in {}", self.line(line)),
            CondKind::MovesWithout { moves, each, of, progress } => {
                let of = of.as_ref().map_or_else(String::new, |s| format!(" of {}", self.many(s)));
                let each = if *each { " by each side" } else { "" };
                let progress: Vec<String> = progress.iter().map(|p| self.progress(p)).collect();
                let moves = if is_one(moves) { "one move".into() } else { format!("{} moves", amount(moves)) };
                format!("{moves}{of}{each} in a row have been made without {}", list(&progress, "or"))
            }
            CondKind::Quantified(quantity, sel, counted) => self.quantified(quantity, sel, counted),
            CondKind::Played(drop, sel) => {
                format!("{} is {}", self.one(sel), if *drop { "dropped" } else { "captured" })
            }
            CondKind::CannotMove(side, asked) => {
                let (who, plural) = self.side(side);
                let turn = match (asked, plural) {
                    (Asked::OnTurn, true) => " on their turn",
                    (Asked::OnTurn, false) => " on its turn",
                    (Asked::Whoever, _) => ", whoever is to move",
                    (Asked::Unsaid, _) => "",
                };
                format!("{who} cannot move{turn}")
            }
            CondKind::HasLine(side, line) => {
                let (who, plural) = self.side(side);
                format!("{who} {} {}", verb(plural, "has", "have"), self.line(line))
            }
            CondKind::Connects(side, a, b) => {
                let (who, plural) = self.side(side);
                format!("{who} {} {} with {}", verb(plural, "connects", "connect"), self.area(a), self.area(b))
            }
            CondKind::ConnectsSome(side, least, ends) => {
                let (who, plural) = self.side(side);
                let ends: Vec<String> = ends.iter().map(|s| self.area(s)).collect();
                let connects = verb(plural, "connects", "connect");
                match least {
                    None => format!("{who} {connects} {} by one group", list(&ends, "and")),
                    Some(n) => format!("one group of {who} touches at least {} of {}", amount(n), list(&ends, "and")),
                }
            }
            CondKind::Encloses(side, all, sel, _) => {
                let (who, plural) = self.side(side);
                let all = if *all { "all of " } else { "" };
                format!("{who} {} {all}{}", verb(plural, "encloses", "enclose"), self.area(sel))
            }
            CondKind::Passes(n) => format!("{} passes in a row have been made", amount(n)),
            CondKind::SideIs(side, name) => {
                let (who, plural) = self.side(side);
                let what = if self.is_side(&name.text) { the_side(&name.text) } else { name.text.clone() };
                // `next player is herd` reads better the other way round.
                match (&side.kind, self.is_side(&name.text)) {
                    (SideTermKind::NextPlayer, true) => {
                        format!("{what} {} to move", verb(is_plural(&name.text), "is", "are"))
                    }
                    (SideTermKind::Mover, true) => {
                        format!("{what} {} just moved", verb(is_plural(&name.text), "has", "have"))
                    }
                    _ => format!("{who} {} {what}", verb(plural, "is", "are")),
                }
            }
            CondKind::Have(sel, near) => format!("all {} have {}", self.many(sel), self.near(near)),
            CondKind::Connected(sel, how) => {
                let how = match how {
                    Some(DirWord::Orthogonal) => " orthogonally",
                    Some(DirWord::Diagonal) => " diagonally",
                    _ => "",
                };
                format!("all {} form one connected group{how}", self.many(sel))
            }
            CondKind::InOne(sel, rank) => {
                format!("all {} stand in one {}", self.many(sel), if *rank { "rank" } else { "file" })
            }
            CondKind::Are { all, subject, predicate } => self.are(*all, subject, predicate),
        }
    }

    fn parts(&self, parts: &[Cond]) -> Vec<String> {
        let nested = |c: &Cond| matches!(c.kind, CondKind::Any(_) | CondKind::All(_));
        parts.iter().map(|c| if nested(c) { format!("({})", self.cond(c)) } else { self.cond(c) }).collect()
    }

    fn quantified(&self, quantity: &Quantity, sel: &Sel, counted: &Counted) -> String {
        // What follows the noun as a place is what is said of it: `a buffalo is in the village`.
        let parted = self.parted(sel);
        let (subject, plural_subject, places) = match &parted {
            Some((phrase, places)) => {
                ((self.one_of(phrase), self.said(phrase, false)), self.said(phrase, true), places.join(" "))
            }
            None => ((self.one(sel), self.bare(sel)), self.many(sel), String::new()),
        };
        let counted_as = |word: &str, n: &Amount| {
            if is_one(n) {
                (format!("{word}one {}", subject.1), false)
            } else {
                (format!("{word}{} {plural_subject}", amount(n)), true)
            }
        };
        let (who, plural) = match quantity {
            Quantity::Any => (subject.0.clone(), false),
            Quantity::No => (format!("no {}", subject.1), false),
            Quantity::Exactly(n) => counted_as("exactly ", n),
            Quantity::FewerThan(n) => counted_as("fewer than ", n),
            Quantity::MoreThan(n) => counted_as("more than ", n),
            Quantity::AtMost(n) => counted_as("at most ", n),
            Quantity::AtLeast(n) => counted_as("at least ", n),
        };
        let (is, has) = (verb(plural, "is", "are"), verb(plural, "has", "have"));
        if let (Counted::OnBoard, Some(side)) = (counted, self.owner(sel)) {
            let (owner, several) = self.side(side);
            let what = who.replace(&format!(" of {owner}"), "");
            return format!("{owner} {} {what}", verb(several, "has", "have"));
        }
        if matches!(counted, Counted::OnBoard) && self.is_of_sites(sel) {
            return format!("there {is} {}", if places.is_empty() { who } else { format!("{who} {places}") });
        }
        let beside = if places.is_empty() { String::new() } else { format!(" {places}") };
        match counted {
            Counted::OnBoard if !places.is_empty() => format!("{who} {is} {places}"),
            Counted::OnBoard => format!("{who} {is} on the board"),
            Counted::InHand => format!("{who}{beside} {is} in hand"),
            Counted::Captured => format!("{who}{beside} {has} been captured"),
            Counted::Left => format!("{who}{beside} {is} left"),
            Counted::Sees(whom, dirs) => {
                let sees = verb(plural, "sees", "see");
                format!("{who}{beside} {sees} {} {} with nothing between", self.one(whom), self.dirs(dirs))
            }
        }
    }

    fn are(&self, all: bool, subject: &Sel, predicate: &Sel) -> String {
        if let SelKind::Name(name) = &subject.kind
            && self.is_side(&name.text)
            && !all
            && let SelKind::Name(what) = &predicate.kind
        {
            let is = verb(is_plural(&name.text), "is", "are");
            return format!("{} {is} {}", the_side(&name.text), what.text);
        }
        let named = self.is_named(subject);
        let several = matches!(&subject.kind, SelKind::Union(parts) if parts.len() > 1);
        let what = match self.adjectives(predicate) {
            Some(words) => words,
            None if self.has_noun(predicate) && !(several || all) => self.one(predicate),
            None if self.has_noun(predicate) => self.many(predicate),
            None => self.place(predicate),
        };
        match (named, several) {
            (true, false) => format!("{} is {what}", self.one(subject)),
            (true, true) => format!("{} are {what}", self.all(subject)),
            (false, _) => format!("all {} are {what}", self.many(subject)),
        }
    }

    /// `a line of five or more`.
    fn line(&self, line: &LineOf) -> String {
        let more = if line.or_more { " or more" } else { "" };
        let exactly = if line.or_more { "" } else { "exactly " };
        let through = if line.through_it { " through it" } else { "" };
        format!("a line of {exactly}{}{more}{through}", amount(&line.length))
    }

    fn progress(&self, progress: &Progress) -> String {
        match progress {
            Progress::Capture => "a capture".into(),
            Progress::Drop => "a drop".into(),
            Progress::Promotion => "a promotion".into(),
            Progress::Advance => "an advance".into(),
            Progress::MoveOf(sel) => format!("a move of {}", self.one(sel)),
        }
    }
}

/// A number of points.
fn points(quantity: &Quantity) -> String {
    match quantity {
        Quantity::Any => "any".into(),
        Quantity::No => "no".into(),
        Quantity::Exactly(n) => format!("exactly {}", amount(n)),
        Quantity::FewerThan(n) => format!("fewer than {}", amount(n)),
        Quantity::MoreThan(n) => format!("more than {}", amount(n)),
        Quantity::AtMost(n) => format!("at most {}", amount(n)),
        Quantity::AtLeast(n) => format!("at least {}", amount(n)),
    }
}
