//! From a settled file to its rules: every name resolved, every relative word worked out for each side.
//!
//! All the errors of a file are collected in one run. What a statement becomes is told at the types of
//! [`Rules`].

mod board;
mod check;
mod cond;
mod dirs;
mod effect;
mod fold;
mod hand;
mod hash;
mod match_rules;
mod motion;
mod piece;
mod places;
mod scope;
mod sel;
mod size;
mod start;
mod turns;
mod world;

use super::code::{NO_CONDITION, NO_HOOK, NO_SCORE};
use super::item::{self, Body, CapturedDecl, HookPoint, ScoreCounts};
use super::rules::{
    After, Call, CallOf, Cond, CondKind, End, EndResult, Filter, Hook, Illegal, Leave, Must, Rules, Sel, ToHand, Zone,
};
use super::{Diagnostic, Script, Settled, Span};
use scope::{Scope, Where};
use world::{World, number};

/// Resolves a settled file: see the module.
///
/// # Errors
/// Everything that is wrong with the file under these settings, all of it in one run.
pub fn resolve(settled: &Settled) -> Result<Rules, Vec<Diagnostic>> {
    let mut world = World::new(settled)?;
    let mut rules = world.rules();
    if check::calls(&mut world, &rules) {
        size::check(&mut world, &rules);
        hand::check(&mut world, &rules);
    }
    check::questions(&mut world, &rules);
    check::levels(&mut rules);
    if !world.errors.is_empty() {
        // A zone that is read by two sides is looked at twice, and its errors are found twice.
        return Err(super::diagnostic::distinct(world.errors));
    }
    rules.hash = hash::meaning(&rules);
    Ok(rules)
}

impl World<'_> {
    fn rules(&mut self) -> Rules {
        self.check_faces();
        let settled = self.settled;
        let zones = self.lower_zones();
        let kinds = self.lower_kinds();
        let start = self.lower_start();
        self.placed.clone_from(&start);
        let joints = self.lower_joints();
        let (phases, pie) = self.lower_phases();
        let passing = self.lower_passing();
        let calls = self.lower_calls();
        let mut rules = Rules {
            id: settled.id.clone(),
            title: settled.header.as_ref().map(|h| h.title.text.clone()).unwrap_or_default(),
            version: settled
                .header
                .as_ref()
                .and_then(|h| h.version.as_ref())
                .map(|v| v.text.clone())
                .unwrap_or_default(),
            settings: settled.options.iter().map(|o| (o.name.clone(), o.value.clone())).collect(),
            changed_settings: settled
                .options
                .iter()
                .filter(|o| !o.is_default())
                .map(|o| (o.name.clone(), o.value.clone()))
                .collect(),
            hash: 0,
            board: self.board.clone(),
            zones,
            marks: self.marks.clone(),
            sides: self.sides.clone(),
            kinds,
            joints,
            start,
            phases,
            pie,
            passing,
            filters: Vec::new(),
            captured_leave: Leave::AtOnce,
            captured_to: None,
            after: Vec::new(),
            illegal: Vec::new(),
            calls,
            score: None,
            worths: Vec::new(),
            adds: Vec::new(),
            ends: Vec::new(),
            match_play: None,
            hooks: self.lower_hooks(),
            renames: settled.renames.clone(),
        };
        for item in &settled.items {
            self.statement(&item.body, item.span, &mut rules);
        }
        self.check_first_turn(&rules);
        rules
    }

    /// The statements that no others refer to, in file order.
    fn statement(&mut self, body: &Body, span: Span, rules: &mut Rules) {
        match body {
            Body::Must(decl) => {
                let scope = Scope::all(Where::Filter, self);
                let must = match (&decl.most, &decl.by) {
                    _ if decl.first.is_some() => {
                        let first = decl.first.as_ref().map(|s| self.selection(s, scope));
                        first.map_or(Must::Capture, Must::CaptureFirst)
                    }
                    (Some(most), _) => Must::CaptureMost(most.as_ref().map(|s| self.selection(s, scope))),
                    (None, Some(by)) => Must::CaptureBy(self.selection(by, scope)),
                    (None, None) => Must::Capture,
                };
                rules.filters.push(Filter { must, huff: decl.huff, span: decl.span });
            }
            Body::Captured(CapturedDecl::LeaveAtOnce(_)) => rules.captured_leave = Leave::AtOnce,
            Body::Captured(CapturedDecl::LeaveAtEnd(_)) => rules.captured_leave = Leave::AtEnd,
            Body::Captured(CapturedDecl::ToHand(term, unpromoted, _)) => {
                let scope = Scope::all(Where::Effect, self);
                rules.captured_to = self.who(term, scope).map(|who| ToHand { who, unpromoted: *unpromoted });
            }
            Body::After(decl) => {
                let scope = Scope::all(Where::Effect, self);
                let of = decl.of.as_ref().map(|s| self.selection(s, scope));
                let when = decl.when.as_ref().map(|c| self.cond(c, scope));
                let effects = decl.effects.iter().filter_map(|e| self.effect(e, scope)).collect();
                rules.after.push(After { event: decl.event, of, when, effects, span: decl.head });
            }
            Body::Illegal(decl) => {
                let scope = Scope::all(Where::Illegal, self);
                let cond = self.cond(&decl.cond, scope);
                rules.illegal.push(Illegal { cond, level: 0, reason: decl.reason.text.clone(), span });
            }
            Body::Score(decl) => {
                let scope = Scope::all(Where::Score, self);
                match &decl.counts {
                    ScoreCounts::Sites(sel) => rules.score = Some(self.selection(sel, scope)),
                    ScoreCounts::Each(list) => {
                        rules.worths = list.iter().map(|(n, s)| (number(n), self.selection(s, scope))).collect();
                    }
                    ScoreCounts::Adds(name, n) => {
                        rules.adds.extend(self.side_named(name).map(|side| (side, number(n))));
                    }
                }
            }
            Body::End(decl) => rules.ends.extend(self.end(decl, span)),
            Body::Match(decl) => {
                rules.match_play = self.match_rules(decl, span);
            }
            _ => {}
        }
    }

    fn end(&mut self, decl: &item::EndDecl, span: Span) -> Option<End> {
        let scope = Scope::all(Where::End, self);
        let result = match &decl.result {
            item::EndResult::Draw => EndResult::Draw,
            item::EndResult::HighestScore => {
                let scored = self.settled.items.iter().any(|i| matches!(i.body, Body::Score(_)));
                if !scored && !self.hooks.iter().any(|(h, _)| h.point == HookPoint::Score) {
                    let help = "write `score player counts ...`";
                    self.error(&NO_SCORE, decl.reason.span, "nothing says how the score is counted", help);
                }
                EndResult::HighestScore
            }
            item::EndResult::LastPlayer => EndResult::LastPlayer,
            item::EndResult::Hook(name) => {
                self.check_hook(&name.text, HookPoint::Ending, name.span);
                EndResult::Hook(name.text.clone())
            }
            item::EndResult::Wins(term) => EndResult::Wins(self.who(term, scope)?),
            item::EndResult::Loses(term) => EndResult::Loses(self.who(term, scope)?),
            item::EndResult::Out(term, leave) => EndResult::Out(self.who(term, scope)?, *leave),
        };
        let cond = match (&decl.cond, &result) {
            (Some(cond), _) => self.cond(cond, scope),
            (None, EndResult::LastPlayer | EndResult::Hook(_)) => Cond { kind: CondKind::True, span },
            (None, _) => {
                let message = format!("the ending \"{}\" does not say when", decl.reason.text);
                self.error(&NO_CONDITION, span, message, "add `when ...` before the reason");
                return None;
            }
        };
        Some(End { result, cond, reason: decl.reason.text.clone(), span })
    }

    pub(super) fn check_hook(&mut self, name: &str, point: HookPoint, span: Span) {
        if self.hooks.iter().any(|(h, _)| h.point == point && h.function.text == name) {
            return;
        }
        let word = if point == HookPoint::Ending { "ending" } else { "tiebreak" };
        let message = format!("there is no `hook {word} {name}`");
        let help = format!("declare it: `hook {word} {name} in \"file.rhai\" \"what it decides\"`");
        self.error(&NO_HOOK, span, message, help);
    }

    fn lower_hooks(&mut self) -> Vec<Hook> {
        self.hooks
            .iter()
            .map(|(decl, span)| {
                let named = |s: &&Script| s.file == decl.file.text && s.declared_in == decl.file.span.file;
                let script = self.settled.scripts.iter().find(named);
                Hook {
                    point: decl.point,
                    function: decl.function.text.clone(),
                    file: decl.file.text.clone(),
                    decides: decl.decides.text.clone(),
                    source: script.map(|s| s.source),
                    digest: script.map_or(0, |s| s.digest),
                    span: *span,
                }
            })
            .collect()
    }

    /// The zones for display. A zone that is read by sides which face nowhere is looked at only where it is used.
    fn lower_zones(&mut self) -> Vec<Zone> {
        let mut zones = Vec::new();
        for n in 0..self.zones.len() {
            let (decl, span) = self.zones[n];
            let of = match &decl.of {
                Some(term) => {
                    let scope = Scope::constant(self);
                    match self.who(term, scope) {
                        Some(super::rules::Who::Side(side)) => Some(side),
                        _ => continue,
                    }
                }
                None => None,
            };
            // The sides that can read it: those that face somewhere, if it speaks of where they face.
            let facing = self.sides_in(self.all_sides()).filter(|s| self.sides[*s as usize].faces.is_some());
            let facing = facing.fold(0, |mask, s| mask | 1 << s);
            let readers = match of {
                Some(side) => 1 << side,
                None if facing != 0 => facing,
                None => self.all_sides(),
            };
            let sites = match self.lower_zone(n, decl.name.span, readers) {
                Sel::Fixed(sets) => {
                    let mut seen = self.sides_in(readers).map(|s| *sets.of(s));
                    let first = seen.next();
                    first.filter(|_| seen.all(|s| Some(s) == first))
                }
                _ => None,
            };
            zones.push(Zone { name: decl.name.text.clone(), of, sites, span });
        }
        zones
    }

    fn lower_calls(&mut self) -> Vec<Call> {
        let mut calls = Vec::new();
        for (decl, of, span) in self.calls.clone() {
            let scope = match of {
                CallOf::Player => Scope::all(Where::CallSide, self),
                CallOf::Piece => Scope::all(Where::CallPiece, self),
                CallOf::Side(side) => Scope::of_side(Where::CallSide, side),
                CallOf::Kind(kind) => Scope::new(Where::CallPiece, self.owner_mask(kind)),
            };
            let cond = self.cond(&decl.cond, scope);
            calls.push(Call { name: decl.name.text.clone(), of, cond, span });
        }
        calls
    }
}
