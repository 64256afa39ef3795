//! Walks over statements as written, to change the names, numbers and sentences in them.

use super::item::{
    Amount, Answers, Becomes, BoardDecl, Body, CallOf, CapturedDecl, Change, Cond, CondKind, Counted, Diagram, Effect,
    EffectKind, EndResult, HookDecl, Item, Layout, LineOf, MatchChange, MatchLine, Motion, MotionPart, Near, Num,
    OnlyDecl, OnlyWhat, Pattern, PhaseChange, PhaseLine, PieceAttr, PieceAttrKind, PieceChange, PieceDecl, PieceLine,
    Place, PlaceAt, Progress, Quantity, Question, QuestionChange, Relation, RenameDecl, ScoreCounts, Sel, SelKind,
    SetValue, Setting, SideTerm, SideTermKind, StartChange, StartPart, Target, TargetKind, Trigger, TurnOrder,
    TurnsDecl, Value, Without,
};
use super::item::{Name, Text};

/// What is done at each place of a walk. Names of script functions and of base files, and letters of files, are
/// not visited: they name things outside the rule file or on the board's edge.
pub(crate) trait Visit {
    /// A name of something in the file.
    fn name(&mut self, _: &mut Name) {}
    /// A sentence for people.
    fn sentence(&mut self, _: &mut Text) {}
    /// Any other text in quotation marks.
    fn string(&mut self, _: &mut Text) {}
    /// A number, or an option in numbers.
    fn amount(&mut self, _: &mut Amount) {}
    /// A cell of a diagram.
    fn cell(&mut self, _: &mut Name) {}
    /// A condition on the settings.
    fn setting(&mut self, _: &Setting) {}
    /// The declaration of a hook.
    fn hook(&mut self, _: &mut HookDecl) {}
    /// Whether the answers of a question are walked through.
    fn enter_question(&mut self, _: &Question) -> bool {
        true
    }
}

fn amount(v: &mut dyn Visit, a: &mut Amount) {
    v.amount(a);
    if let Amount::Option(name) = a {
        v.name(name);
    }
}

fn setting(v: &mut dyn Visit, s: &mut Setting) {
    v.setting(s);
    v.name(&mut s.option);
    for n in &mut s.values {
        v.name(n);
    }
}

/// Walks through an item and all that it holds.
pub(super) fn item(v: &mut dyn Visit, i: &mut Item) {
    if let Some(s) = &mut i.only_if {
        setting(v, s);
    }
    body(v, &mut i.body);
}

/// Walks through several items.
pub(crate) fn items(v: &mut dyn Visit, list: &mut [Item]) {
    for i in list {
        item(v, i);
    }
}

fn body(v: &mut dyn Visit, b: &mut Body) {
    match b {
        Body::Game(h) => {
            v.string(&mut h.title);
            for t in &mut h.also {
                v.string(t);
            }
            if let Some((t, _)) = &mut h.by {
                v.string(t);
            }
            if let Some(t) = &mut h.about {
                v.string(t);
            }
        }
        Body::Board(d) => board(v, d),
        Body::Zone(d) => {
            v.name(&mut d.name);
            if let Some(s) = &mut d.of {
                side(v, s);
            }
            sel(v, &mut d.sel);
        }
        Body::Mark(d) => {
            v.name(&mut d.name);
            amount(v, &mut d.lasts);
        }
        Body::Side(d) => v.name(&mut d.name),
        Body::Piece(d) => piece(v, d),
        Body::Joint(d) => {
            v.name(&mut d.name);
            if let Some(t) = &mut d.text {
                v.string(t);
            }
            for (kind, from, to) in &mut d.legs {
                v.name(kind);
                v.name(&mut from.name);
                v.name(&mut to.name);
            }
            for c in &mut d.when {
                cond(v, c);
            }
        }
        Body::Start(d) => {
            if let Some((name, number)) = &mut d.by {
                v.name(name);
                amount(v, number);
            }
            for part in &mut d.parts {
                match part {
                    StartPart::Diagram(d) => diagram(v, d),
                    StartPart::Place(p) => place(v, p),
                }
            }
            if let Some(d) = &mut d.picture {
                diagram(v, d);
            }
        }
        Body::Question(q) => question(v, q),
        Body::Turns(d) => turns(v, d),
        Body::Phase(d) => {
            v.name(&mut d.name);
            for l in &mut d.lines {
                phase_line(v, l);
            }
        }
        Body::Passing(d) => {
            d.for_side.iter_mut().for_each(|n| v.name(n));
            d.when.iter_mut().for_each(|c| cond(v, c));
        }
        Body::Must(d) => {
            for s in d.most.iter_mut().flatten().chain(&mut d.by) {
                sel(v, s);
            }
        }
        Body::Captured(d) => {
            if let CapturedDecl::ToHand(s, _, _) = d {
                side(v, s);
            }
        }
        Body::After(d) => {
            if let Some(s) = &mut d.of {
                sel(v, s);
            }
            if let Some(c) = &mut d.when {
                cond(v, c);
            }
            for e in &mut d.effects {
                effect(v, e);
            }
        }
        Body::Illegal(d) => {
            cond(v, &mut d.cond);
            v.sentence(&mut d.reason);
        }
        Body::Call(d) => {
            if let CallOf::Named(n) = &mut d.of {
                v.name(n);
            }
            v.name(&mut d.name);
            cond(v, &mut d.cond);
        }
        Body::Score(d) => match &mut d.counts {
            ScoreCounts::Sites(s) => sel(v, s),
            ScoreCounts::Each(list) => {
                for (n, s) in list {
                    amount(v, n);
                    sel(v, s);
                }
            }
            ScoreCounts::Adds(name, n) => {
                v.name(name);
                amount(v, n);
            }
        },
        Body::End(d) => {
            match &mut d.result {
                EndResult::Wins(s) | EndResult::Loses(s) | EndResult::Out(s, _) => side(v, s),
                EndResult::Draw | EndResult::HighestScore | EndResult::LastPlayer | EndResult::Hook(_) => {}
            }
            if let Some(c) = &mut d.cond {
                cond(v, c);
            }
            v.sentence(&mut d.reason);
            if let Some(t) = &mut d.before {
                v.sentence(t);
            }
        }
        Body::Match(d) => d.lines.iter_mut().for_each(|(l, _)| match_line(v, l)),
        Body::Hook(d) => {
            v.hook(d);
            v.string(&mut d.file);
            v.sentence(&mut d.decides);
        }
        Body::If(s, list) => {
            setting(v, s);
            items(v, list);
        }
        Body::Rename(d) => {
            if let RenameDecl::Sentence(from, _) = d {
                v.string(from);
            }
        }
        Body::Set(option, value) => {
            v.name(option);
            if let SetValue::Word(n) = value {
                v.name(n);
            }
        }
        Body::Change(c) => change(v, c),
        Body::Remove(t) => target(v, t),
        Body::Replace(t, i) => {
            target(v, t);
            item(v, i);
        }
    }
}

fn board(v: &mut dyn Visit, d: &mut BoardDecl) {
    match &mut d.layout {
        Layout::Extent(a, b) => {
            amount(v, a);
            amount(v, b);
        }
        Layout::Side(a) => amount(v, a),
        Layout::Graph { points, lines } => {
            for (n, _, _) in points {
                v.name(n);
            }
            for n in lines.iter_mut().flatten() {
                v.name(n);
            }
        }
    }
    for w in &mut d.without {
        match w {
            Without::Corners(a, b) => {
                amount(v, a);
                amount(v, b);
            }
            Without::Sites(s) => sel(v, s),
        }
    }
}

fn piece(v: &mut dyn Visit, d: &mut PieceDecl) {
    v.name(&mut d.name);
    if let Some(n) = &mut d.plural {
        v.name(n);
    }
    for t in &mut d.letters {
        v.string(t);
    }
    for n in &mut d.owners {
        v.name(n);
    }
    for a in &mut d.attrs {
        piece_attr(v, a);
    }
    for l in &mut d.lines {
        piece_line(v, l);
    }
}

fn piece_attr(v: &mut dyn Visit, a: &mut PieceAttr) {
    match &mut a.kind {
        PieceAttrKind::Royal => {}
        PieceAttrKind::StaysIn(s)
        | PieceAttrKind::NeverEnters(s)
        | PieceAttrKind::NeverPasses(s)
        | PieceAttrKind::NeverStopsIn(s) => sel(v, s),
        PieceAttrKind::InHand(n) => n.iter_mut().for_each(|n| amount(v, n)),
        PieceAttrKind::Like(n, _) => v.name(n),
    }
}

fn piece_line(v: &mut dyn Visit, l: &mut PieceLine) {
    match l {
        PieceLine::Motion(m) => motion(v, m),
        PieceLine::Becomes(b) => becomes(v, b),
        PieceLine::If(s, lines) => {
            setting(v, s);
            for l in lines {
                piece_line(v, l);
            }
        }
    }
}

fn becomes(v: &mut dyn Visit, b: &mut Becomes) {
    for n in &mut b.kinds {
        v.name(n);
    }
    match &mut b.trigger {
        Trigger::Reaching(s, _) | Trigger::EnteringOrLeaving(s) => sel(v, s),
    }
    if let Some(s) = &mut b.only_if {
        setting(v, s);
    }
}

fn motion(v: &mut dyn Visit, m: &mut Motion) {
    for (part, _) in &mut m.parts {
        match part {
            MotionPart::Range(_, Num::Amount(a)) => amount(v, a),
            MotionPart::Range(_, Num::CountOf(s))
            | MotionPart::Past(s)
            | MotionPart::To(s)
            | MotionPart::Capturing { sel: s, .. }
            | MotionPart::From(s) => sel(v, s),
            MotionPart::Over(s, row) => {
                sel(v, s);
                row.iter_mut().flat_map(|r| &mut r.counts).for_each(|n| amount(v, n));
            }
            MotionPart::Leaving(n) => v.name(n),
            MotionPart::Repeat { .. } | MotionPart::ThenLeg(_) => {}
            MotionPart::Must(e) | MotionPart::Then(e) => effect(v, e),
            MotionPart::When(c) | MotionPart::Unless(c) => cond(v, c),
        }
    }
    if let Some(s) = &mut m.only_if {
        setting(v, s);
    }
}

fn effect(v: &mut dyn Visit, e: &mut Effect) {
    match &mut e.kind {
        EffectKind::Remove(picks) | EffectKind::CaptureOne(picks) => picks.iter_mut().for_each(|p| sel(v, &mut p.sel)),
        EffectKind::Capture(p) | EffectKind::Turn(p) => pattern(v, p),
        EffectKind::PlaceAt(n, s) => {
            v.name(n);
            sel(v, s);
        }
        EffectKind::PlaceBy(n, m) => {
            v.name(n);
            motion(v, m);
        }
        EffectKind::Move(s, _) => sel(v, s),
    }
}

fn pattern(v: &mut dyn Visit, p: &mut Pattern) {
    sel(v, &mut p.sel);
    match &mut p.relation {
        Some(Relation::Between(_, s) | Relation::Surrounded(_, s)) => sel(v, s),
        None => {}
    }
}

fn place(v: &mut dyn Visit, p: &mut Place) {
    if let Some(a) = &mut p.count {
        amount(v, a);
    }
    v.name(&mut p.kind);
    p.more.iter_mut().for_each(|n| v.name(n));
    if let Some(s) = &mut p.of {
        side(v, s);
    }
    match &mut p.at {
        PlaceAt::Sites(s) | PlaceAt::OneOf(s) => sel(v, s),
        PlaceAt::Beside(n) => v.name(n),
    }
}

fn diagram(v: &mut dyn Visit, d: &mut Diagram) {
    d.rows.iter_mut().flat_map(|r| &mut r.cells).for_each(|c| v.cell(c));
}

fn question(v: &mut dyn Visit, q: &mut Question) {
    v.name(&mut q.name);
    v.sentence(&mut q.question);
    if !v.enter_question(q) {
        return;
    }
    match &mut q.answers {
        Answers::Values(values) => values.iter_mut().for_each(|x| value(v, x)),
        Answers::Numbers { items: list, .. } => items(v, list),
    }
}

fn value(v: &mut dyn Visit, x: &mut Value) {
    v.name(&mut x.name);
    v.sentence(&mut x.text);
    items(v, &mut x.items);
}

fn turns(v: &mut dyn Visit, d: &mut TurnsDecl) {
    match &mut d.order {
        TurnOrder::Alternating(n) => v.name(n),
        TurnOrder::List(entries) => {
            for e in entries {
                v.name(&mut e.side);
                if let Some(a) = &mut e.moves {
                    amount(v, a);
                }
            }
        }
    }
}

fn phase_line(v: &mut dyn Visit, l: &mut PhaseLine) {
    match l {
        PhaseLine::Only(OnlyDecl { what, for_side, .. }) => {
            if let OnlyWhat::Effect(e) = what {
                effect(v, e);
            }
            if let Some(n) = for_side {
                v.name(n);
            }
        }
        PhaseLine::Turns(t) => turns(v, t),
        PhaseLine::Until(c, _) => cond(v, c),
    }
}

fn match_line(v: &mut dyn Visit, l: &mut MatchLine) {
    match l {
        MatchLine::Rounds(n, _) => amount(v, n),
        MatchLine::More { add, most, .. } => {
            amount(v, add);
            amount(v, most);
        }
        MatchLine::Added(_) | MatchLine::Won(_) | MatchLine::FirstTurn(_) | MatchLine::Resigned(_) => {}
    }
}

fn target(v: &mut dyn Visit, t: &mut Target) {
    match &mut t.kind {
        TargetKind::Board
        | TargetKind::Start
        | TargetKind::Turns
        | TargetKind::Match
        | TargetKind::Captured
        | TargetKind::Score
        | TargetKind::After(_)
        // The function of a script is no name of the rule file.
        | TargetKind::Hook(..) => {}
        TargetKind::Passing(n) => n.iter_mut().for_each(|n| v.name(n)),
        TargetKind::Must(d) => d.most.iter_mut().flatten().chain(&mut d.by).for_each(|s| sel(v, s)),
        TargetKind::Piece(n)
        | TargetKind::Zone(n)
        | TargetKind::Side(n)
        | TargetKind::Mark(n)
        | TargetKind::Joint(n)
        | TargetKind::Question(n)
        | TargetKind::Phase(n)
        | TargetKind::Call(n) => v.name(n),
        TargetKind::End(t) | TargetKind::Illegal(t) => v.sentence(t),
    }
}

fn change(v: &mut dyn Visit, c: &mut Change) {
    match c {
        Change::Pieces(names, list) => {
            for n in names {
                v.name(n);
            }
            for (line, _) in list {
                match line {
                    PieceChange::AddAttr(a) | PieceChange::RemoveAttr(a) => piece_attr(v, a),
                    PieceChange::AddLine(l) | PieceChange::RemoveLine(l) | PieceChange::ReplaceVerb(_, l) => {
                        piece_line(v, l);
                    }
                    PieceChange::ReplaceLine(a, b) => {
                        piece_line(v, a);
                        piece_line(v, b);
                    }
                }
            }
        }
        Change::Start(list) => list.iter_mut().for_each(|(line, _)| start_change(v, line)),
        Change::Question(n, list) => {
            v.name(n);
            for (line, _) in list {
                match line {
                    QuestionChange::Add(x) => value(v, x),
                    QuestionChange::Replace(n, x) => {
                        v.name(n);
                        value(v, x);
                    }
                    QuestionChange::Remove(n) => v.name(n),
                }
            }
        }
        Change::Phase(n, list) => {
            v.name(n);
            for (line, _) in list {
                match line {
                    PhaseChange::Add(l) | PhaseChange::Replace(_, l) => phase_line(v, l),
                    PhaseChange::Remove(_) => {}
                }
            }
        }
        Change::Match(list) => {
            for (line, _) in list {
                match line {
                    MatchChange::Add(l) | MatchChange::Replace(_, l) => match_line(v, l),
                    MatchChange::Remove(_) => {}
                }
            }
        }
    }
}

/// Walks through a change of the start.
pub(super) fn start_change(v: &mut dyn Visit, c: &mut StartChange) {
    match c {
        StartChange::Add(p) => place(v, p),
        StartChange::Remove(n, of, s) => {
            v.name(n);
            if let Some(s) = of {
                side(v, s);
            }
            sel(v, s);
        }
    }
}

fn side(v: &mut dyn Visit, s: &mut SideTerm) {
    match &mut s.kind {
        SideTermKind::NextPlayer | SideTermKind::Mover | SideTermKind::Player | SideTermKind::Enemy(None) => {}
        SideTermKind::Enemy(Some(of)) => side(v, of),
        SideTermKind::Named(n) => v.name(n),
    }
}

fn near(v: &mut dyn Visit, n: &mut Near) {
    sel(v, &mut n.sel);
}

fn sel(v: &mut dyn Visit, s: &mut Sel) {
    match &mut s.kind {
        SelKind::Union(list) | SelKind::Intersection(list) => list.iter_mut().for_each(|s| sel(v, s)),
        SelKind::StartOf(_, n) | SelKind::WayOf(n) => v.name(n),
        SelKind::Not(s)
        | SelKind::NextTo(s, _)
        | SelKind::CutOff(s, _)
        | SelKind::AheadOf(s)
        | SelKind::CentreOf(s) => sel(v, s),
        SelKind::Except(a, b) => {
            sel(v, a);
            sel(v, b);
        }
        SelKind::Name(n) | SelKind::OwnSite(n) => v.name(n),
        SelKind::Of(s) => side(v, s),
        SelKind::With(n) => near(v, n),
        SelKind::Ranks { from, to, .. } => {
            amount(v, from);
            amount(v, to);
        }
        SelKind::Adjective(_) | SelKind::Files(..) | SelKind::Edge(_) | SelKind::That(_) | SelKind::Builtin(_) => {}
    }
}

fn line_of(v: &mut dyn Visit, l: &mut LineOf) {
    amount(v, &mut l.length);
}

fn quantity(v: &mut dyn Visit, of: &mut Quantity) {
    match of {
        Quantity::Any | Quantity::No => {}
        Quantity::Exactly(n)
        | Quantity::FewerThan(n)
        | Quantity::MoreThan(n)
        | Quantity::AtMost(n)
        | Quantity::AtLeast(n) => amount(v, n),
    }
}

fn cond(v: &mut dyn Visit, of: &mut Cond) {
    match &mut of.kind {
        CondKind::Any(list) | CondKind::All(list) => list.iter_mut().for_each(|c| cond(v, c)),
        CondKind::Not(c) | CondKind::Throughout(c) => cond(v, c),
        CondKind::Occurs(_, n) => amount(v, n),
        CondKind::PhaseIs(n) => v.name(n),
        CondKind::NobodyCanMove | CondKind::ScoresEqual => {}
        CondKind::Nth(c, ..) => cond(v, c),
        CondKind::CannotReach(who, from, to, _) => {
            side(v, who);
            sel(v, from);
            sel(v, to);
        }
        CondKind::HasPoints(who, n) => {
            side(v, who);
            quantity(v, n);
        }
        CondKind::LineOf(l) => line_of(v, l),
        CondKind::MovesWithout { moves, of, progress, .. } => {
            amount(v, moves);
            if let Some(s) = of {
                sel(v, s);
            }
            for p in progress {
                if let Progress::MoveOf(s) = p {
                    sel(v, s);
                }
            }
        }
        CondKind::Quantified(n, s, counted) => {
            quantity(v, n);
            sel(v, s);
            if let Counted::Sees(s, _) = counted {
                sel(v, s);
            }
        }
        CondKind::Played(_, s) | CondKind::Connected(s, _) | CondKind::InOne(s, _) => sel(v, s),
        CondKind::CannotMove(s, _) => side(v, s),
        CondKind::HasLine(s, l) => {
            side(v, s);
            line_of(v, l);
        }
        CondKind::ConnectsSome(who, n, ends) => {
            side(v, who);
            n.iter_mut().for_each(|n| amount(v, n));
            ends.iter_mut().for_each(|s| sel(v, s));
        }
        CondKind::Encloses(who, _, s, _) => {
            side(v, who);
            sel(v, s);
        }
        CondKind::Passes(n) => amount(v, n),
        CondKind::Connects(who, a, b) => {
            side(v, who);
            sel(v, a);
            sel(v, b);
        }
        CondKind::SideIs(s, n) => {
            side(v, s);
            v.name(n);
        }
        CondKind::Have(s, n) => {
            sel(v, s);
            near(v, n);
        }
        CondKind::Are { subject, predicate, .. } => {
            sel(v, subject);
            sel(v, predicate);
        }
    }
}
