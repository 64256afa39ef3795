//! Turns, phases, passing.

use super::super::Span;
use super::super::code::{NO_MOVES, NO_TURNS, NOBODY_BEGINS, NOT_A_SIDE};
use super::super::item::{Body, HookPoint, Name, OnlyWhat, PassingWord, PhaseDecl, PhaseLine, TurnOrder, TurnsDecl};
use super::super::nearest::{listed, nearest};
use super::super::rules::{Entry, Only, OnlyRule, Passing, Phase, SideId, Turns};
use super::scope::{Scope, Where};
use super::world::{World, first_span, number};

impl World<'_> {
    /// The phases, and whether the pie rule stands.
    pub(super) fn lower_phases(&mut self) -> (Vec<Phase>, bool) {
        let settled = self.settled;
        let of_file = settled.items.iter().find_map(|i| match &i.body {
            Body::Turns(decl) => Some(decl),
            _ => None,
        });
        let mut pie = of_file.is_some_and(|d| d.pie);
        let top = of_file.and_then(|d| self.turns(d, true));
        let decls: Vec<(&PhaseDecl, Span)> = self.phases.clone();
        if decls.is_empty() {
            if of_file.is_none() {
                self.no_turns(first_span(settled), "the file does not say whose turn it is");
            }
            let turns = top.unwrap_or(Turns::Alternating(None));
            let span = of_file.map_or_else(|| first_span(settled), |d| d.span);
            return (vec![Phase { name: String::new(), only: Vec::new(), turns, until: None, span }], pie);
        }
        let mut phases = Vec::new();
        for (n, (decl, span)) in decls.into_iter().enumerate() {
            let (mut only, mut turns, mut until) = (Vec::new(), None, None);
            for line in &decl.lines {
                match line {
                    PhaseLine::Only(line) => {
                        let side = line.for_side.as_ref().and_then(|name| self.side_named(name));
                        let what = match &line.what {
                            OnlyWhat::Verbs(verbs) => Some(OnlyRule::Verbs(verbs.clone())),
                            OnlyWhat::Effect(effect) => {
                                let scope = match side {
                                    Some(side) => Scope::of_side(Where::Effect, side),
                                    None => Scope::all(Where::Effect, self),
                                };
                                self.effect(effect, scope).map(OnlyRule::Effect)
                            }
                        };
                        only.extend(what.map(|what| Only { what, side, span: line.span }));
                    }
                    PhaseLine::Turns(line) => {
                        pie |= line.pie;
                        turns = Some(self.turns(line, false).unwrap_or(Turns::Alternating(None)));
                    }
                    PhaseLine::Until(cond, _) => {
                        let scope = Scope::all(Where::Phase, self);
                        until = Some(self.cond(cond, scope));
                    }
                }
            }
            let turns = match (turns, &top) {
                (Some(turns), _) => turns,
                // Later phases go on with the turns of the file from the next player.
                (None, Some(Turns::Alternating(_))) if n > 0 => Turns::Alternating(None),
                (None, Some(top)) => top.clone(),
                (None, None) => {
                    if of_file.is_none() {
                        let message = format!("neither phase `{}` nor the file says whose turn it is", decl.name.text);
                        self.no_turns(decl.name.span, message);
                    }
                    Turns::Alternating(None)
                }
            };
            phases.push(Phase { name: decl.name.text.clone(), only, turns, until, span });
        }
        (phases, pie)
    }

    fn no_turns(&mut self, span: Span, message: impl Into<String>) {
        let first = self.sides.first().map_or("SIDE", |s| s.name.as_str());
        let help = format!("write `turns from {first}, alternating`");
        self.error(&NO_TURNS, span, message, help);
    }

    fn turns(&mut self, decl: &TurnsDecl, repeats: bool) -> Option<Turns> {
        match &decl.order {
            TurnOrder::Alternating(name) => Some(Turns::Alternating(Some(self.first(name)?))),
            TurnOrder::List(entries) => {
                let mut list = Vec::new();
                for entry in entries {
                    let Some(side) = self.side_named(&entry.side) else { continue };
                    let moves = entry.moves.as_ref().map_or(1, number);
                    if moves == 0 {
                        let message = format!("`{}` would make no move", entry.side.text);
                        self.error(&NO_MOVES, entry.side.span, message, "give it at least one move, or leave it out");
                    }
                    list.push(Entry { side, moves, in_one_move: entry.in_one_move });
                }
                (!list.is_empty()).then_some(Turns::List { entries: list, repeats })
            }
        }
    }

    /// Who begins: a side, or the side named like the value of an option. A value that names none needs a hook.
    fn first(&mut self, name: &Name) -> Option<SideId> {
        if let Some(side) = self.find_side(&name.text) {
            return Some(side);
        }
        let settled = self.settled;
        let Some(option) = settled.options.iter().find(|o| o.name == name.text) else {
            let options = settled.options.iter().map(|o| o.name.as_str());
            let near = nearest(&name.text, self.sides.iter().map(|s| s.name.as_str()).chain(options));
            let help = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the sides are {}", listed(self.sides.iter().map(|s| s.name.as_str()))),
            };
            self.error(&NOT_A_SIDE, name.span, format!("`{}` is neither a side nor an option", name.text), help);
            return None;
        };
        if let Some(side) = self.find_side(&option.value) {
            return Some(side);
        }
        if self.hooks.iter().any(|(h, _)| h.point == HookPoint::FirstTurn) {
            return Some(0);
        }
        let message = format!("the value `{}` of `{}` names no side", option.value, option.name);
        let help = "name the value like a side, or give it a `hook first turn`";
        self.error(&NOBODY_BEGINS, name.span, message, help);
        None
    }

    /// Leave to pass. `never` gives none.
    pub(super) fn lower_passing(&mut self) -> Vec<Passing> {
        let settled = self.settled;
        let mut list = Vec::new();
        for item in &settled.items {
            let Body::Passing(decl) = &item.body else { continue };
            let side = match &decl.for_side {
                Some(name) => match self.side_named(name) {
                    Some(side) => Some(side),
                    None => continue,
                },
                None => None,
            };
            let when_stuck = match decl.leave {
                PassingWord::Never => continue,
                PassingWord::Allowed => false,
                PassingWord::WhenStuck => true,
            };
            let scope = Scope::new(Where::Joint, side.map_or(self.all_sides(), |s| 1 << s));
            let when = decl.when.as_ref().map(|c| self.cond(c, scope));
            list.push(Passing { when_stuck, side, when, span: decl.span });
        }
        list
    }
}
