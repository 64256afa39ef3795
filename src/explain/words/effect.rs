//! Effects in English.

use super::Words;
use crate::ruleset::item::{Dirs, Effect, EffectKind, Pattern, Pick, Relation, Sel};

impl Words {
    /// An effect in the passive, as a clause: `every enemy piece ... is turned over`.
    pub fn effect(&self, effect: &Effect) -> String {
        match &effect.kind {
            EffectKind::Remove(picks) => self.picks(picks, "taken off the board"),
            EffectKind::CaptureOne(picks) => self.picks(picks, "captured"),
            EffectKind::Capture(pattern) => format!("{} captured", self.pattern(pattern)),
            EffectKind::Turn(pattern) => format!("{} the mover's", self.pattern(pattern).replace(" is", " becomes")),
            EffectKind::PlaceAt(kind, sel) => {
                let kind = self.kind(&kind.text).map_or(kind.text.as_str(), |k| k.0);
                format!("a new {kind} is put {}", self.place(sel))
            }
            EffectKind::PlaceBy(kind, motion) => {
                let kind = self.kind(&kind.text).map_or(kind.text.as_str(), |k| k.0);
                let one = super::super::english::with_article(kind);
                format!("{one} is placed: from the landing it {}, and stays there", self.motion(motion))
            }
            EffectKind::Move(sel, dir) => {
                let dirs = Dirs { any_of: vec![dir.clone()], span: dir.span };
                format!("every one of {} moves one {} {} if it can", self.all(sel), self.site(), self.dirs(&dirs))
            }
        }
    }

    fn picks(&self, picks: &[Pick], done: &str) -> String {
        let pick = |p: &Pick| match p.one {
            true => format!("{} of the mover's choice is {done}", self.one(&p.sel)),
            false => format!("{} is {done}", self.every(&p.sel)),
        };
        let parts: Vec<String> = picks.iter().map(pick).collect();
        parts.join(", or, where there is none, ")
    }

    fn pattern(&self, pattern: &Pattern) -> String {
        let what = match pattern.rows {
            true => format!("every unbroken row of {}", self.many(&pattern.sel)),
            false => self.every(&pattern.sel),
        };
        let along = |dirs: &Option<Dirs>| dirs.as_ref().map_or_else(String::new, |d| format!(" {}", self.dirs(d)));
        let end = |sel: &Sel| self.one(sel);
        match &pattern.relation {
            None => format!("{what} is"),
            Some(Relation::Between(dirs, sel)) => {
                format!("{what} that stands{} between the piece that moved and {} is", along(dirs), end(sel))
            }
            Some(Relation::Surrounded(dirs, sel)) => {
                format!("{what} surrounded{} by {} is", along(dirs), self.many(sel))
            }
        }
    }
}
