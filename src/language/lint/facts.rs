//! What several lints ask of a rule file.

use crate::ruleset::item::{Answers, Body, Change, Item, Name, QuestionChange, RenameDecl, TargetKind, Verb};
use crate::ruleset::visit::{self, Visitor};
use crate::ruleset::walk::{self, Visit};
use crate::ruleset::{
    Cond, CondKind, Effect, EffectKind, Hand, Kind, KindId, Motion, OnlyRule, Rules, Ruleset, Sel, Settled, SideId,
    Span,
};

/// A span as something to compare: any two spans are equal to `==`.
type Place = (u16, u32, u32);

fn place(span: Span) -> Place {
    (span.file, span.start, span.end)
}

/// A rule file at its three stages, and what was gathered from them.
pub(super) struct Facts<'a> {
    pub(super) ruleset: &'a Ruleset,
    pub(super) settled: &'a Settled,
    pub(super) rules: &'a Rules,
    /// Every name in the files as written, in the blocks of all values too.
    written: Vec<Name>,
    /// The places of names that are under these settings.
    chosen: Vec<Place>,
    /// The places of names that declare or address something and read nothing.
    heads: Vec<Place>,
    /// Which kinds can be on the board or in hand at some time.
    pub(super) appears: Vec<bool>,
}

impl<'a> Facts<'a> {
    pub(super) fn new(ruleset: &'a Ruleset, settled: &'a Settled, rules: &'a Rules) -> Facts<'a> {
        let mut heads = Vec::new();
        heads_of(&ruleset.items, &mut heads);
        let mut chosen: Vec<Place> = names_of(&settled.items).into_iter().map(|n| place(n.span)).collect();
        chosen.sort_unstable();
        heads.sort_unstable();
        let written = names_of(&ruleset.items);
        Facts { ruleset, settled, rules, written, chosen, heads, appears: appearing(rules) }
    }

    /// The name as the file that declares it writes it: before any renames.
    fn as_written(&self, declared: Span, now: &'a str) -> &str {
        let here = place(declared);
        self.written.iter().find(|n| place(n.span) == here).map_or(now, |n| n.text.as_str())
    }

    /// The places that read a name, whether under these settings or others.
    fn readings(&self, name: &'a str, declared: Span) -> impl Iterator<Item = &Name> {
        let old = self.as_written(declared, name).to_owned();
        self.written
            .iter()
            .filter(move |n| (n.text == name || n.text == old) && self.heads.binary_search(&place(n.span)).is_err())
    }

    /// Whether anything reads a name, under these settings or others.
    pub(super) fn is_read(&self, name: &'a str, declared: Span) -> bool {
        self.readings(name, declared).next().is_some()
    }

    /// Whether anything reads a name under settings that are not chosen.
    pub(super) fn is_read_elsewhere(&self, name: &'a str, declared: Span) -> bool {
        self.readings(name, declared).any(|n| self.chosen.binary_search(&place(n.span)).is_err())
    }

    /// Whether a script may read a name: it has it as a text, or as a word behind a point (`settings.columns`).
    pub(super) fn is_in_script(&self, name: &str) -> bool {
        let (text, word) = (format!("\"{name}\""), format!(".{name}"));
        let scripts = self.ruleset.scripts.iter().filter_map(|s| self.ruleset.sources.get(usize::from(s.source)));
        scripts.into_iter().any(|s| s.text.contains(&text) || s.text.contains(&word))
    }

    /// Whether some item as written, in the blocks of all values too, is like that.
    pub(super) fn any_item(&self, test: &dyn Fn(&Body) -> bool) -> bool {
        any_item(&self.ruleset.items, test)
    }

    /// The name of a side.
    pub(super) fn side(&self, side: SideId) -> &str {
        self.rules.sides.get(side as usize).map_or("", |s| s.name.as_str())
    }

    /// All sides.
    pub(super) fn sides(&self) -> impl Iterator<Item = SideId> + use<> {
        0..self.rules.sides.len() as SideId
    }

    /// Every effect that may happen.
    pub(super) fn effects(&self) -> impl Iterator<Item = &'a Effect> {
        effects(self.rules)
    }

    /// Whether a kind can be owned by that side.
    pub(super) fn owns(&self, side: SideId, kind: &Kind) -> bool {
        kind.owners.contains(&side)
    }

    /// The kinds that a condition speaks of, calls followed.
    pub(super) fn kinds_read(&self, cond: &Cond) -> Vec<bool> {
        let mut reads = Reads::new(self.rules);
        visit::cond(cond, &mut reads);
        reads.kinds
    }
}

/// The kinds that are spoken of, calls followed.
pub(super) struct Reads<'r> {
    rules: &'r Rules,
    /// One truth value a kind.
    pub(super) kinds: Vec<bool>,
    /// `royal` is said.
    pub(super) royal: bool,
    seen: Vec<bool>,
}

impl<'r> Reads<'r> {
    pub(super) fn new(rules: &'r Rules) -> Reads<'r> {
        let (kinds, seen) = (vec![false; rules.kinds.len()], vec![false; rules.calls.len()]);
        Reads { rules, kinds, royal: false, seen }
    }

    fn kind(&mut self, kind: KindId) {
        if let Some(read) = self.kinds.get_mut(kind as usize) {
            *read = true;
        }
    }

    fn follow(&mut self, call: crate::ruleset::CallId) {
        let rules = self.rules;
        if let (Some(seen), Some(call)) = (self.seen.get_mut(call as usize), rules.calls.get(call as usize))
            && !std::mem::replace(seen, true)
        {
            visit::call(call, self);
        }
    }
}

impl Visitor for Reads<'_> {
    fn sel(&mut self, sel: &Sel) {
        match sel {
            Sel::Kind(kind) => self.kind(*kind),
            Sel::Royal => {
                self.royal = true;
                let royal = |(n, k): (usize, &Kind)| k.royal.then_some(n as KindId);
                let royal: Vec<KindId> = self.rules.kinds.iter().enumerate().filter_map(royal).collect();
                for kind in royal {
                    self.kind(kind);
                }
            }
            Sel::Called(call) => self.follow(*call),
            _ => {}
        }
    }

    fn cond(&mut self, cond: &Cond) {
        match &cond.kind {
            CondKind::SideCalled(_, call) => self.follow(*call),
            CondKind::Pieces(_, _, kinds, _) => kinds.iter().for_each(|k| self.kind(*k)),
            _ => {}
        }
    }
}

/// Whether pieces of a kind are in hand at the start.
pub(super) fn in_hand(kind: &Kind) -> bool {
    kind.hand != Hand::Count(0)
}

/// Whether a kind can be dropped.
pub(super) fn drops(kind: &Kind) -> bool {
    kind.motions.iter().any(is_drop)
}

/// Whether a motion is a drop.
pub(super) fn is_drop(motion: &Motion) -> bool {
    motion.legs.first().is_some_and(|l| l.verb == Verb::Drop)
}

/// The kind that an effect places.
pub(super) fn places(effect: &Effect) -> Option<KindId> {
    match &effect.kind {
        EffectKind::PlaceAt(kind, _) | EffectKind::PlaceBy(kind, _) => Some(*kind),
        _ => None,
    }
}

fn effects(rules: &Rules) -> impl Iterator<Item = &Effect> {
    let motions = rules.kinds.iter().flat_map(|k| &k.motions).flat_map(|m| &m.effects).map(|(e, _)| e);
    let only = rules.phases.iter().flat_map(|p| &p.only).filter_map(|o| match &o.what {
        OnlyRule::Effect(e) => Some(e),
        OnlyRule::Verbs(_) => None,
    });
    motions.chain(only).chain(rules.after.iter().flat_map(|a| &a.effects))
}

/// The kinds at the start, in hand, and those that these become or place.
fn appearing(rules: &Rules) -> Vec<bool> {
    let mut appears: Vec<bool> = rules.kinds.iter().map(in_hand).collect();
    let here = rules.start.iter().map(|p| p.kind).chain(effects(rules).filter_map(places));
    let mut next: Vec<KindId> = here.collect();
    next.extend((0..rules.kinds.len()).filter(|k| appears[*k]).map(|k| k as KindId));
    let mut opened = vec![false; rules.kinds.len()];
    while let Some(kind) = next.pop() {
        let (Some(appears), Some(opened)) = (appears.get_mut(kind as usize), opened.get_mut(kind as usize)) else {
            continue;
        };
        *appears = true;
        if !std::mem::replace(opened, true) {
            next.extend(rules.kinds.iter().skip(kind as usize).take(1).flat_map(|k| &k.becomes).flat_map(|b| &b.kinds));
        }
    }
    appears
}

fn names_of(items: &[Item]) -> Vec<Name> {
    struct All(Vec<Name>);
    impl Visit for All {
        fn name(&mut self, name: &mut Name) {
            self.0.push(name.clone());
        }
    }
    let mut all = All(Vec::new());
    walk::items(&mut all, &mut items.to_vec());
    all.0
}

/// The names that an item declares or addresses.
fn heads_of(items: &[Item], heads: &mut Vec<Place>) {
    for item in items {
        let mut head = |name: &Name| heads.push(place(name.span));
        match &item.body {
            Body::Zone(d) => head(&d.name),
            Body::Mark(d) => head(&d.name),
            Body::Side(d) => head(&d.name),
            Body::Piece(d) => head(&d.name),
            Body::Joint(d) => head(&d.name),
            Body::Phase(d) => head(&d.name),
            Body::Call(d) => head(&d.name),
            Body::Question(d) => head(&d.name),
            Body::Rename(RenameDecl::Name { from, to, .. }) => {
                head(from);
                head(to);
            }
            Body::Change(Change::Pieces(names, _)) => names.iter().for_each(head),
            Body::Set(name, _) | Body::Change(Change::Question(name, _) | Change::Phase(name, _)) => {
                head(name);
            }
            Body::Remove(target) | Body::Replace(target, _) => match &target.kind {
                TargetKind::Piece(n)
                | TargetKind::Zone(n)
                | TargetKind::Side(n)
                | TargetKind::Mark(n)
                | TargetKind::Joint(n)
                | TargetKind::Question(n)
                | TargetKind::Phase(n)
                | TargetKind::Call(n) => head(n),
                _ => {}
            },
            _ => {}
        }
        inside(&item.body, &mut |list| heads_of(list, heads));
    }
}

/// The lists of items in an item's blocks.
fn inside(body: &Body, f: &mut dyn FnMut(&[Item])) {
    match body {
        Body::Question(q) => match &q.answers {
            Answers::Values(values) => values.iter().for_each(|v| f(&v.items)),
            Answers::Numbers { items, .. } => f(items),
        },
        Body::If(_, list) => f(list),
        Body::Replace(_, with) => f(std::slice::from_ref(with.as_ref())),
        Body::Change(Change::Question(_, list)) => {
            for (line, _) in list {
                if let QuestionChange::Add(v) | QuestionChange::Replace(_, v) = line {
                    f(&v.items);
                }
            }
        }
        _ => {}
    }
}

fn any_item(items: &[Item], test: &dyn Fn(&Body) -> bool) -> bool {
    items.iter().any(|item| {
        let mut found = test(&item.body);
        inside(&item.body, &mut |list| found = found || any_item(list, test));
        found
    })
}
