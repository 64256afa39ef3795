//! Kinds of pieces and joint moves.

use super::super::Span;
use super::super::code::{
    ATTRIBUTE_TWICE, BECOMES_ANOTHERS, CIRCULAR, NO_FACES, NOTHING_THERE, OWN_SIDEWAYS, SHARED_NAME, ZONE_OF,
};
use super::super::item::{self, Body, JointDecl, Name, PieceAttrKind, PieceLine, SiteRef, Trigger, Verb};
use super::super::rules::{Becomes, Confinement, ConfinementRule, Hand, Joint, Kind, KindId, PerSide, SideId};
use super::scope::{Scope, Where};
use super::world::{SideMask, World, number};
use crate::board::{Compass, Site, SiteSet};

impl<'a> World<'a> {
    /// All kinds, in file order.
    pub(super) fn lower_kinds(&mut self) -> Vec<Kind> {
        (0..self.kinds.len()).map(|k| self.kind(k as KindId)).collect()
    }

    fn kind(&mut self, id: KindId) -> Kind {
        let head = &self.kinds[id as usize];
        let (decl, owners, span) = (head.decl, head.owners.clone(), head.span);
        // Where no owner is known, what the lines would say of other sides is no fault of theirs.
        let known = decl.owners.is_empty() || !owners.is_empty();
        let before = self.errors.len();
        let mask = self.owner_mask(id);
        let mut kind = Kind {
            name: decl.name.text.clone(),
            plural: decl.plural.as_ref().map_or_else(|| format!("{}s", decl.name.text), |p| p.text.clone()),
            owners,
            letters: decl.letters.iter().map(|t| t.text.clone()).collect(),
            royal: false,
            hand: Hand::Count(0),
            confined: Vec::new(),
            motions: Vec::new(),
            becomes: Vec::new(),
            span,
        };
        let scope = Scope::new(Where::Confinement, mask);
        let (mut hand, mut like) = (None, None);
        for attr in &decl.attrs {
            let confined = match &attr.kind {
                PieceAttrKind::Royal => {
                    if kind.royal {
                        self.twice("royal", attr.span);
                    }
                    kind.royal = true;
                    continue;
                }
                PieceAttrKind::InHand(count) => {
                    if hand.is_some() {
                        self.twice("in hand", attr.span);
                    }
                    hand = Some(count.as_ref().map_or(Hand::Unlimited, |n| Hand::Count(number(n))));
                    continue;
                }
                PieceAttrKind::Like(name, without) => {
                    if like.is_some() {
                        self.twice("like", attr.span);
                    }
                    like = Some((name, *without));
                    continue;
                }
                PieceAttrKind::StaysIn(sel) => (ConfinementRule::StaysIn, sel),
                PieceAttrKind::NeverEnters(sel) => (ConfinementRule::NeverEnters, sel),
                PieceAttrKind::NeverPasses(sel) => (ConfinementRule::NeverPasses, sel),
                PieceAttrKind::NeverStopsIn(sel) => (ConfinementRule::NeverStopsIn, sel),
            };
            let zone = self.selection(confined.1, scope);
            kind.confined.push(Confinement { rule: confined.0, zone, span: attr.span });
        }
        kind.hand = hand.unwrap_or(Hand::Count(0));
        let mut lines = Vec::new();
        if let Some((name, without)) = like {
            self.lines_like(id, name, without, &mut lines);
        }
        lines.extend(decl.lines.iter());
        for line in lines {
            match line {
                PieceLine::Motion(motion) => kind.motions.extend(self.motion(motion, mask)),
                PieceLine::Becomes(becomes) => kind.becomes.extend(self.becomes(becomes, id, mask)),
                // Lines under settings were resolved when the file was settled.
                PieceLine::If(..) => {}
            }
        }
        if !known {
            let of_sides = [&NO_FACES, &OWN_SIDEWAYS, &ZONE_OF, &BECOMES_ANOTHERS];
            let mut n = 0;
            self.errors.retain(|e| {
                n += 1;
                n <= before || !of_sides.contains(&e.code)
            });
        }
        kind
    }

    fn twice(&mut self, what: &str, span: Span) {
        self.error(&ATTRIBUTE_TWICE, span, format!("`{what}` is said twice of this piece"), "leave one out");
    }

    /// The motions of the kind that another one is like, and of those that it is like in turn.
    fn lines_like(&mut self, id: KindId, name: &Name, without: Option<Verb>, lines: &mut Vec<&'a PieceLine>) {
        let mut seen = vec![id];
        let mut dropped: Vec<Verb> = without.into_iter().collect();
        let mut next = self.kind_named(name);
        // Each step finds lines that come before those found so far.
        let mut found: Vec<Vec<&'a PieceLine>> = Vec::new();
        while let Some(kind) = next {
            if seen.contains(&kind) {
                let message = format!("`{}` is like itself in the end", name.text);
                self.error(&CIRCULAR, name.span, message, "write the motions of one of them out");
                return;
            }
            seen.push(kind);
            let decl = self.kinds[kind as usize].decl;
            let moves = |l: &&PieceLine| matches!(l, PieceLine::Motion(m) if !dropped.contains(&m.leg.verb()));
            found.push(decl.lines.iter().filter(moves).collect());
            next = None;
            for attr in &decl.attrs {
                if let PieceAttrKind::Like(name, without) = &attr.kind {
                    dropped.extend(*without);
                    next = self.find_kind(&name.text);
                }
            }
        }
        lines.extend(found.into_iter().rev().flatten());
    }

    fn becomes(&mut self, becomes: &item::Becomes, id: KindId, owners: SideMask) -> Option<Becomes> {
        let scope = Scope::new(Where::Motion, owners);
        let mut kinds = Vec::new();
        for name in &becomes.kinds {
            let Some(kind) = self.kind_named(name) else { continue };
            let mine = self.kinds[id as usize].owners.clone();
            if let Some(side) = mine.iter().find(|s| !self.kinds[kind as usize].owners.contains(s)) {
                let side = self.sides[*side as usize].name.clone();
                let message = format!("`{side}` cannot have a `{}`", name.text);
                let help = format!("add `{side}` to the owners of `{}`, or name another piece", name.text);
                self.error(&BECOMES_ANOTHERS, name.span, message, help);
            }
            kinds.push(kind);
        }
        let (sel, or_leaving, in_passing) = match &becomes.trigger {
            Trigger::Reaching(sel, in_passing) => (sel, false, *in_passing),
            Trigger::EnteringOrLeaving(sel) => (sel, true, false),
        };
        let sel = self.selection(sel, scope);
        (!kinds.is_empty()).then_some(Becomes {
            may: becomes.may,
            kinds,
            sel,
            or_leaving,
            in_passing,
            span: becomes.span,
        })
    }

    /// All joint moves, in file order.
    pub(super) fn lower_joints(&mut self) -> Vec<Joint> {
        let items = &self.settled.items;
        let mut joints = Vec::new();
        for item in items {
            if let Body::Joint(decl) = &item.body {
                joints.extend(self.joint(decl, item.span));
            }
        }
        joints
    }

    fn joint(&mut self, decl: &JointDecl, span: Span) -> Option<Joint> {
        let mut legs = Vec::new();
        let mut owners = self.all_sides();
        self.ways.clear();
        for (name, from, to) in &decl.legs {
            let Some(kind) = self.kind_named(name) else { continue };
            let mask = self.owner_mask(kind);
            owners &= mask;
            let scope = Scope::new(Where::Joint, mask);
            let from = self.site_for_each(from, scope);
            let to = self.site_for_each(to, scope);
            if let (Some(from), Some(to)) = (from, to) {
                let ways = from.0.iter().zip(&to.0).map(|(from, to)| self.way(*from, *to)).collect();
                self.ways.push((kind, PerSide(ways)));
                legs.push((kind, from, to));
            }
        }
        if owners == 0 {
            let message = format!("no side owns all the pieces of `{}`", decl.name.text);
            self.error(&SHARED_NAME, decl.name.span, message, "name pieces of one side");
            return None;
        }
        let scope = Scope::new(Where::Joint, owners);
        let when = decl.when.iter().map(|c| self.cond(c, scope)).collect();
        self.ways.clear();
        let text = decl.text.as_ref().map_or_else(|| decl.name.text.clone(), |t| t.text.clone());
        (!legs.is_empty()).then_some(Joint { name: decl.name.text.clone(), text, legs, when, span })
    }

    /// Where the pieces of a kind stand at the start, for each owner; with a direction the one furthest there.
    pub(super) fn start_of(&mut self, compass: Option<Compass>, name: &Name) -> Option<PerSide<SiteSet>> {
        let kind = self.kind_named(name)?;
        let sides = self.sides.len() as SideId;
        let sets = (0..sides).map(|side| {
            let theirs = self.placed.iter().filter(|p| p.kind == kind && p.owner == Some(side)).map(|p| p.site);
            match compass {
                None => theirs.collect(),
                Some(compass) => {
                    let far = theirs.max_by_key(|s| self.board.advance(*s, compass));
                    far.map_or(SiteSet::EMPTY, SiteSet::one)
                }
            }
        });
        Some(PerSide(sets.collect()))
    }

    /// The sites of the straight line from one site to another, both included; the two where there is none.
    fn way(&self, from: Site, to: Site) -> SiteSet {
        let mut ends = SiteSet::one(from);
        ends.insert(to);
        for dir in 0..self.board.dirs() {
            let mut way = SiteSet::one(from);
            let mut at = from;
            while let Some(next) = self.board.next(at, dir).filter(|n| at != to && !way.contains(*n)) {
                way.insert(next);
                at = next;
            }
            if at == to {
                return way;
            }
        }
        ends
    }

    /// A site for each side: `own e1`, or the same for all.
    fn site_for_each(&mut self, site: &SiteRef, scope: Scope) -> Option<PerSide<Site>> {
        if let Some(compass) = site.start {
            let sets = self.start_of(compass, &site.name)?;
            let asked: Vec<Option<Site>> = sets.0.iter().map(|set| set.lowest().filter(|_| set.len() == 1)).collect();
            let missing = (0..).zip(&asked).any(|(side, site)| scope.actors >> side & 1 == 1 && site.is_none());
            if missing {
                let message = format!("there is not just one such `{}` of each side at the start", site.name.text);
                self.error(&NOTHING_THERE, site.name.span, message, "say `start of east ...`, or name the site");
                return None;
            }
            return Some(PerSide(asked.into_iter().map(Option::unwrap_or_default).collect()));
        }
        if !site.own {
            let site = self.site_named(&site.name)?;
            return Some(self.for_all(site));
        }
        let plain = self.site_named(&site.name)?;
        if !self.board.has_files_and_ranks() {
            self.error(&NO_FACES, site.name.span, "this board has no own sites", "name the site");
            return None;
        }
        let sites = self.own_site(&site.name, scope)?;
        // Sides that do not make this move have the site as written.
        Some(PerSide(sites.0.iter().map(|s| s.unwrap_or(plain)).collect()))
    }
}
