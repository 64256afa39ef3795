//! Tables of a compiled game that only moves which are made to be known ask for.

use super::bits::Bits;
use super::compile::{Act, Fast, Op, Score, Together, Unfit};
use super::speak::Speaker;
use super::tail::Stage;
use crate::board::Site;
use crate::ruleset::visit::{self, Visitor};
use crate::ruleset::{After, Num, OnlyRule, Sel, SideId};

impl<B: Bits> Fast<B> {
    /// What is told of sites, classes and sides once and for all.
    pub fn tables(&mut self) {
        let board = self.game.board().clone();
        let rules = self.game.rules();
        let sites = || 0..board.count() as Site;
        let there = |site: Site| board.sites().contains(site);
        let alike = |of: &dyn Fn(Site, Site) -> bool| {
            let row = |site: Site| {
                sites().filter(|s| there(*s) && there(site) && of(site, *s)).fold(B::EMPTY, |set, s| set.or(B::one(s)))
            };
            sites().map(row).collect::<Vec<_>>()
        };
        self.along = [alike(&|a, b| board.at(a).1 == board.at(b).1), alike(&|a, b| board.at(a).0 == board.at(b).0)];
        self.beyond = rules
            .sides
            .iter()
            .map(|side| alike(&|a, b| side.faces.is_some_and(|f| board.advance(b, f) > board.advance(a, f))))
            .collect();
        let behind = |side: &crate::ruleset::Side, site: Site| {
            let back = side.faces?.opposite();
            (0..board.dirs()).filter(|d| board.class(site, *d) == Some(back)).find_map(|d| board.next(site, d))
        };
        let of = |side| sites().map(|s| if there(s) { behind(side, s) } else { None }).collect();
        self.behind = rules.sides.iter().map(of).collect();
        let plain = |n: usize| {
            let class = &self.classes[n];
            let kind = if self.game.reads().was { class.was } else { class.kind };
            class.owner?;
            self.classes.iter().position(|c| c.is_plain() && c.kind == kind && c.owner == class.owner)
        };
        self.plain = (0..self.classes.len()).map(plain).collect();
        let royal = |side: SideId| {
            let kind = rules.kinds.iter().position(|k| k.royal && k.owners.contains(&side))?;
            self.classes.iter().position(|c| c.is_plain() && c.kind as usize == kind && c.owner == Some(side))
        };
        self.royal = (0..self.sides as SideId).map(royal).collect();
        let mut travel = Travel(false);
        visit::rules(rules, &mut travel);
        let counted = rules.kinds.iter().flat_map(|k| &k.motions).flat_map(|m| &m.legs);
        self.reads_line = travel.0 || counted.into_iter().any(|l| matches!(l.range, Some((_, Num::CountOf(_), _))));
    }

    /// Clauses, effects, joint moves and what else is asked of moves that are made.
    pub fn what_makes_moves(&mut self) -> Result<(), Unfit> {
        let game = self.game.clone();
        let rules = game.rules();
        let sides = 0..self.sides as SideId;
        let speaks = |s: SideId| Speaker { actor: s, mover: s, player: None };
        for side in sides.clone() {
            let speaker = speaks(side);
            let clauses = rules.illegal.iter().map(|i| Ok((self.ask(&i.cond, speaker)?, i.level)));
            self.illegal.push(clauses.collect::<Result<Vec<_>, Unfit>>()?);
            let mut stages = Vec::new();
            for after in &rules.after {
                self.block(after, speaker, &mut stages)?;
            }
            self.after_every.push(stages);
            let mut joints = Vec::new();
            for (number, joint) in rules.joints.iter().enumerate() {
                let leg = |(kind, from, to): &(u8, crate::ruleset::PerSide<Site>, crate::ruleset::PerSide<Site>)| {
                    let own = self.classes.iter().enumerate();
                    let own = own.filter(|(_, c)| c.kind == *kind && c.owner == Some(side));
                    (own.fold(0, |bits, (n, _)| bits | 1 << n), *from.of(side), *to.of(side))
                };
                let when = joint.when.iter().map(|c| self.ask(c, speaker)).collect::<Result<Vec<_>, _>>()?;
                joints.push(Together { number: number as u8, legs: joint.legs.iter().map(leg).collect(), when });
            }
            self.joints.push(joints);
            // A phase that allows some verbs only, or lone effects only, allows no joint move.
            let open = |phase: &crate::ruleset::Phase| !phase.only.iter().any(|o| o.side.is_none_or(|s| s == side));
            let phases = rules.phases.iter().enumerate().filter(|(_, p)| open(p));
            self.joint_phases.push(phases.fold(0, |bits, (n, _)| bits | 1 << n));
        }
        for (n, phase) in rules.phases.iter().enumerate() {
            let mut by_side = Vec::new();
            for side in sides.clone() {
                let mut stages = Vec::new();
                for only in phase.only.iter().filter(|o| o.side.is_none_or(|s| s == side)) {
                    if let OnlyRule::Effect(effect) = &only.what {
                        stages.push(Stage::Do(self.deed(effect, speaks(side))?, true));
                    }
                }
                by_side.push(stages);
            }
            self.lone.push(by_side);
            if let Some(until) = &phase.until {
                let asks = sides.clone().map(|s| self.ask(until, speaks(s))).collect::<Result<Vec<_>, _>>()?;
                self.untils[n] = Some(asks);
            }
        }
        for next in sides.clone() {
            for mover in sides.clone() {
                let speaker = Speaker { actor: next, mover, player: Some(mover) };
                let asks = self.game.throughouts().iter().map(|c| self.ask(c, speaker));
                self.throughouts.push(asks.collect::<Result<Vec<_>, _>>()?);
            }
        }
        if rules.score.is_some() || !rules.worths.is_empty() {
            let once = rules.score.iter().filter(|_| rules.worths.is_empty()).map(|sel| (1, sel));
            let counted: Vec<(u32, &Sel)> = once.chain(rules.worths.iter().map(|(n, sel)| (*n, sel))).collect();
            for side in sides.clone() {
                // The scene of a score is that of the mover in which another side is the player and acts.
                let speaker = Speaker { actor: side, mover: side, player: Some(side) };
                let worth = |(n, sel): &(u32, &Sel)| Ok::<_, Unfit>((*n, self.expr(sel, speaker)?));
                let added = rules.adds.iter().filter(|(s, _)| *s == side).map(|(_, n)| *n).sum();
                self.score.push(Score { added, counts: counted.iter().map(worth).collect::<Result<Vec<_>, _>>()? });
            }
        }
        self.merges = !self.ops.iter().all(|ops| ops.len() <= 1 && ops.iter().all(one_way));
        Ok(())
    }

    fn block(&self, after: &After, speaker: Speaker, stages: &mut Vec<Stage<B>>) -> Result<(), Unfit> {
        let of = after.of.as_ref().map(|sel| self.expr(sel, speaker)).transpose()?;
        let when = after.when.as_ref().map(|cond| self.ask(cond, speaker)).transpose()?;
        stages.push(Stage::Guard { event: after.event, of, when, stages: after.effects.len() });
        for effect in &after.effects {
            stages.push(Stage::Do(self.deed(effect, speaker)?, false));
        }
        Ok(())
    }
}

/// No two ways of the motion are one move.
fn one_way<B>(op: &Op<B>) -> bool {
    let becomes = op.stages.iter().any(|stage| matches!(stage, Stage::Become { .. }));
    !becomes && !matches!(op.verb, Act::Route(_) | Act::Jump { .. })
}

/// Whether anything reads the line of a travel.
struct Travel(bool);

impl Visitor for Travel {
    fn sel(&mut self, sel: &Sel) {
        self.0 |= *sel == Sel::ThatLine;
    }
}
