//! Effects.

use super::super::item;
use super::super::rules::{Effect, EffectKind, Pattern, Relation};
use super::scope::{Scope, Where};
use super::world::World;

impl World<'_> {
    /// An effect; nothing after an error. Its words are those of an effect wherever it stands.
    pub(super) fn effect(&mut self, effect: &item::Effect, outer: Scope) -> Option<Effect> {
        let scope = Scope { at: Where::Effect, ..outer };
        let span = effect.span;
        let kind = match &effect.kind {
            item::EffectKind::Remove(picks) => self.take(false, picks, scope),
            item::EffectKind::CaptureOne(picks) => self.take(true, picks, scope),
            item::EffectKind::Capture(pattern) => {
                EffectKind::Take { counts: true, pattern: self.pattern(pattern, scope) }
            }
            item::EffectKind::Turn(pattern) => EffectKind::Turn(self.pattern(pattern, scope)),
            item::EffectKind::PlaceAt(kind, sel) => {
                let kind = self.kind_named(kind);
                let sel = self.selection(sel, scope);
                EffectKind::PlaceAt(kind?, sel)
            }
            item::EffectKind::PlaceBy(kind, motion) => {
                let kind = self.kind_named(kind);
                let motion = self.motion(motion, outer.actors);
                EffectKind::PlaceBy(kind?, Box::new(motion?))
            }
            item::EffectKind::Move(sel, dir) => {
                let sel = self.selection(sel, scope);
                let owners = self.possible_owners(&sel);
                EffectKind::Shift(sel, self.dir(dir, scope, owners))
            }
        };
        Some(Effect { kind, span })
    }

    fn take(&mut self, counts: bool, picks: &[item::Pick], scope: Scope) -> EffectKind {
        if let [item::Pick { one: false, sel }] = picks {
            let sel = self.selection(sel, scope);
            return EffectKind::Take { counts, pattern: Pattern { rows: false, sel, relation: None } };
        }
        let picks = picks.iter().map(|p| (self.selection(&p.sel, scope), p.one)).collect();
        EffectKind::TakeOne { counts, picks }
    }

    fn pattern(&mut self, pattern: &item::Pattern, scope: Scope) -> Pattern {
        let sel = self.selection(&pattern.sel, scope);
        let span = pattern.sel.span;
        let relation = match &pattern.relation {
            None => None,
            Some(item::Relation::Between(dirs, other)) => {
                let dirs = self.dirs_or_any(dirs.as_ref(), scope, span);
                Some(Relation::Between(dirs, self.selection(other, scope)))
            }
            Some(item::Relation::Surrounded(dirs, other)) => {
                let dirs = self.dirs_or_any(dirs.as_ref(), scope, span);
                Some(Relation::Surrounded(dirs, self.selection(other, scope)))
            }
        };
        Pattern { rows: pattern.rows, sel, relation }
    }
}
