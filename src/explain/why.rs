//! Why a move is legal or not, in a sentence that names the line of the rules.

use super::cite::cite;
use super::english::{capital, is_plural, list, the_side, verb, with_article};
use super::happened;
use super::lookup::{attribute_at, motion_at, part_at};
use super::words::{Words, verb_word};
use crate::board::{Board, Dir, Site};
use crate::engine::{Action, Cause, HookFault, Inquiry, Move, Outcome, Play, Question, Refusal, Refused, Reply, Test};
use crate::ruleset::item::{Body, MotionPart, PassingWord, PieceAttrKind, Sel};
use crate::ruleset::{Captures, Kind, Motion, MotionLeg, Must, OnlyRule, Rules, Settled, SideId, SourceFile, Span};
use serde::Serialize;

/// What kind of rule refuses a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RefusalKind {
    /// The game is over.
    GameOver,
    /// Nothing stands on the origin.
    NothingThere,
    /// The piece belongs to nobody.
    Neutral,
    /// The piece belongs to a side that is not to move.
    NotOnTurn,
    /// The phase does not allow it.
    Phase,
    /// Something stands on the way of a slide, or at a bend.
    OnTheWay,
    /// What is jumped is not what may be jumped.
    Jumped,
    /// The landing is not what it must be.
    Target,
    /// What stands there cannot be captured, or nothing does.
    Captured,
    /// A confinement of the kind.
    Confined,
    /// Too far, or not far enough.
    Range,
    /// A repetition that must go on.
    MustGoOn,
    /// The motion begins elsewhere.
    From,
    /// A condition of the motion does not hold.
    Condition,
    /// An effect without which there is no move touches nothing.
    Effect,
    /// No motion of the kind leads there.
    NoWay,
    /// No such piece is in hand.
    NotInHand,
    /// Such pieces are not dropped.
    NoDrop,
    /// An `illegal` clause.
    Illegal,
    /// A script.
    Hook,
    /// A duty to capture.
    Duty,
    /// The piece is to be taken off.
    Forfeit,
    /// The side may not pass.
    NoPassing,
    /// The players may not swap sides.
    NoSwap,
}

/// A thing that holds of a legal move, or that follows from it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Check {
    /// What: a clause without a capital or a full stop.
    pub text: String,
    /// The site that it speaks of.
    pub site: Option<Site>,
    /// The line of the rules.
    pub span: Option<Span>,
}

/// The answer to a question about a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// Whether a move that fits the question is legal.
    pub legal: bool,
    /// The answer in a sentence without a full stop.
    pub sentence: String,
    /// What refuses it.
    pub refusal: Option<RefusalKind>,
    /// The site that the refusal speaks of (always there, but for a pass); of a legal move the landing.
    pub site: Option<Site>,
    /// The line of the rules that refuses or allows it (always there for a refusal).
    pub span: Option<Span>,
    /// Of a legal move: what was checked, what it captures and what follows.
    pub chain: Vec<Check>,
}

impl Answer {
    /// The sentence with its line: `a dog cannot pass e4: a buffalo stands there (bison.rules:27)`.
    pub fn cited(&self, sources: &[SourceFile]) -> String {
        with_citation(&self.sentence, self.span, sources)
    }

    /// The sentence and, of a legal move, each thing that was checked, one a line.
    pub fn text(&self, sources: &[SourceFile]) -> String {
        let chain = self.chain.iter().map(|c| format!("  - {}\n", with_citation(&c.text, c.span, sources)));
        format!("{}\n{}", capital(&self.cited(sources)), chain.collect::<String>())
    }
}

fn with_citation(text: &str, span: Option<Span>, sources: &[SourceFile]) -> String {
    span.map_or_else(|| text.to_owned(), |s| format!("{text} ({})", cite(s, sources)))
}

/// Answers questions about one position of a game; what is dear to find out is kept for the next one.
pub struct Explainer<'p> {
    inquiry: Inquiry<'p>,
    settled: &'p Settled,
    words: Words,
}

/// Why a move is legal or not. `settled` must be what the game's rules were resolved from.
///
/// # Errors
/// A script that decides about moves failed.
pub fn why(play: &Play, settled: &Settled, question: &Question) -> Result<Answer, HookFault> {
    Explainer::new(play, settled)?.ask(question)
}

impl<'p> Explainer<'p> {
    /// About the present position. `settled` must be what the game's rules were resolved from.
    ///
    /// # Errors
    /// A script that decides about moves failed.
    pub fn new(play: &'p Play, settled: &'p Settled) -> Result<Explainer<'p>, HookFault> {
        Ok(Explainer { inquiry: Inquiry::new(play)?, settled, words: Words::of(&settled.items) })
    }

    /// Why a move is legal or not.
    ///
    /// # Errors
    /// A script that decides about moves failed.
    pub fn ask(&mut self, question: &Question) -> Result<Answer, HookFault> {
        Ok(match self.inquiry.ask(question)? {
            Reply::Legal(moves) => self.legal(&moves),
            Reply::Refused(refused) => self.refused(question, &refused),
        })
    }

    fn play(&self) -> &'p Play {
        self.inquiry.play()
    }

    fn rules(&self) -> &'p Rules {
        self.play().game().rules()
    }

    fn board(&self) -> &'p Board {
        self.play().game().board()
    }

    fn name(&self, site: Site) -> &'p str {
        self.board().name(site)
    }

    fn side(&self, side: SideId) -> (String, bool) {
        let name = &self.rules().sides[side as usize].name;
        (the_side(name), is_plural(name))
    }

    /// `a buffalo stands there`, from the mover's point of view; none where nothing stands.
    fn standing(&self, site: Site) -> Option<String> {
        let piece = self.play().position().piece(site)?;
        let kind = &self.rules().kinds[piece.kind as usize].name;
        let own = piece.owner == Some(self.play().position().to_move);
        // Whose it is need not be said where only one side owns such pieces.
        let shared = self.rules().kinds[piece.kind as usize].owners.len() > 1;
        Some(match (own, shared) {
            (true, true) => format!("a {kind} of one's own"),
            (false, true) => with_article(&format!("enemy {kind}")),
            (_, false) => with_article(kind),
        })
    }

    // ---- refusals

    fn refused(&self, question: &Question, refused: &Refused) -> Answer {
        let rules = self.rules();
        let mut span = refused.span;
        let there = refused.site.map(|s| self.name(s)).unwrap_or_default();
        let (mover, movers) = self.side(self.play().position().to_move);
        let kind = self.kind_of(question);
        let one = kind.map_or_else(|| "a piece".into(), |k| with_article(&k.name));
        let (refusal, sentence) = match &refused.cause {
            Cause::Over => {
                let reason = self.play().outcome().map_or("", |o| o.reason.as_str());
                (RefusalKind::GameOver, format!("the game is over: {reason}"))
            }
            Cause::NothingThere => (RefusalKind::NothingThere, format!("nothing stands on {there}")),
            Cause::Neutral => {
                let kind = kind.map_or("piece", |k| k.name.as_str());
                (RefusalKind::Neutral, format!("the {kind} on {there} belongs to nobody, so nobody moves it"))
            }
            Cause::NotOnTurn(owner) => {
                let kind = kind.map_or("piece", |k| k.name.as_str());
                let (owner, _) = self.side(*owner);
                let to_move = verb(movers, "is", "are");
                let said = format!("the {kind} on {there} belongs to {owner}, and {mover} {to_move} to move");
                (RefusalKind::NotOnTurn, said)
            }
            Cause::Phase => (RefusalKind::Phase, self.phase(&one, matches!(question, Question::Drop { .. }))),
            Cause::Test(refusal) => self.test(question, refused, refusal, &one),
            Cause::NoWay => (RefusalKind::NoWay, self.no_way(question, &one)),
            Cause::NotInHand => {
                let kind = kind.map_or("piece", |k| k.name.as_str());
                (RefusalKind::NotInHand, format!("{mover} {} no {kind} in hand", verb(movers, "has", "have")))
            }
            Cause::NoDrop => (RefusalKind::NoDrop, format!("{one} is never dropped from the hand")),
            Cause::Illegal(at) => {
                let reason = rules.illegal.get(*at).map_or("", |i| i.reason.as_str());
                (RefusalKind::Illegal, format!("that is illegal: {reason}"))
            }
            Cause::Hook(at, why) => {
                let decides = rules.hooks.get(*at).map_or("", |h| h.decides.as_str());
                (RefusalKind::Hook, format!("a house rule forbids that: {why} ({decides})"))
            }
            Cause::Duty(at) => (RefusalKind::Duty, self.duty(*at)),
            Cause::Forfeit => {
                (RefusalKind::Forfeit, format!("the piece on {there} is taken off first, for it missed a capture"))
            }
            Cause::NoPassing(stuck) => {
                if !stuck && let Some(line) = self.passing_never() {
                    span = line;
                }
                let unless = if *stuck { "while there is a move to make" } else { "a move must be made" };
                let joint = if *stuck { " " } else { ": " };
                (RefusalKind::NoPassing, format!("{mover} may not pass{joint}{unless}"))
            }
            Cause::NoSwap(when) => {
                let why = match when {
                    None => "there is no pie rule",
                    Some(true) => "that is for the player who moves second, in place of a first move",
                    Some(false) => "that is for the player who moves second, once the first turn is over",
                };
                (RefusalKind::NoSwap, format!("{mover} may not swap sides: {why}"))
            }
        };
        Answer {
            legal: false,
            sentence,
            refusal: Some(refusal),
            site: refused.site,
            span: Some(span),
            chain: Vec::new(),
        }
    }

    /// The kind that a question is about.
    fn kind_of(&self, question: &Question) -> Option<&'p Kind> {
        let kind = match question {
            Question::Piece { from, .. } => self.play().position().piece(*from)?.kind,
            Question::Drop { kind, .. } => *kind,
            Question::Pass | Question::Swap => return None,
        };
        self.rules().kinds.get(kind as usize)
    }

    fn passing_never(&self) -> Option<Span> {
        self.settled.items.iter().find_map(|i| match &i.body {
            Body::Passing(p) if p.leave == PassingWord::Never => Some(p.span),
            _ => None,
        })
    }

    fn phase(&self, one: &str, drop: bool) -> String {
        let position = self.play().position();
        let phase = &self.rules().phases[position.phase as usize];
        let lines = phase.only.iter().filter(|o| o.side.is_none_or(|s| s == position.to_move));
        let mut allowed = Vec::new();
        for only in lines {
            match &only.what {
                OnlyRule::Verbs(verbs) => allowed.extend(verbs.iter().map(|v| format!("a {}", verb_word(*v)))),
                OnlyRule::Effect(_) => allowed.push("what that line says".into()),
            }
        }
        let what = if drop { "be dropped" } else { "move so" };
        format!("{one} cannot {what} in phase {}, which allows only {}", phase.name, list(&allowed, "or"))
    }

    fn duty(&self, at: usize) -> String {
        let Some(filter) = self.rules().filters.get(at) else { return "another move must be made".into() };
        let by = self.settled.items.iter().find_map(|i| match &i.body {
            Body::Must(m) if m.span.start == filter.span.start && m.span.file == filter.span.file => m.by.as_ref(),
            _ => None,
        });
        match (&filter.must, by) {
            (Must::CaptureFirst(_), _) => "the move that captures certain pieces earliest must be made".into(),
            (Must::CaptureMost(_), _) => "the move that captures most must be made".into(),
            (Must::CaptureBy(_), Some(by)) => {
                format!("a capture by {} is possible, and must be made", self.words.one(by))
            }
            _ => "a capture is possible, and must be made".into(),
        }
    }

    /// No motion leads there: what the motions are.
    fn no_way(&self, question: &Question, one: &str) -> String {
        let (Some(kind), Question::Piece { from, to, .. }) = (self.kind_of(question), question) else {
            return format!("{one} cannot be dropped there");
        };
        let (from, to) = (self.name(*from), self.name(*to));
        let moves = |m: &&Motion| m.legs.first().is_some_and(|l| l.verb != crate::ruleset::item::Verb::Drop);
        let motions: Vec<&Motion> = kind.motions.iter().filter(moves).collect();
        if motions.is_empty() {
            return format!("{one} does not move");
        }
        let said: Vec<String> =
            motions.iter().filter_map(|m| motion_at(self.settled, m.span)).map(|m| self.words.gait(m)).collect();
        let straight = |m: &&Motion| m.legs.len() == 1 && m.legs[0].dirs.all && m.legs[0].range.is_none();
        let slides = |m: &&Motion| m.legs[0].verb == crate::ruleset::item::Verb::Slide;
        if motions.iter().all(|m| straight(m) && slides(m)) {
            return format!("{one} moves in a straight line, and {to} is not on a line with {from}");
        }
        format!("{one} {}, and that does not lead from {from} to {to}", list(&distinct(said), "or"))
    }

    /// A test of a motion was not passed.
    fn test(&self, question: &Question, refused: &Refused, refusal: &Refusal, one: &str) -> (RefusalKind, String) {
        let site = self.name(refusal.site);
        let to = match question {
            Question::Piece { to, .. } | Question::Drop { to, .. } => Some(*to),
            Question::Pass | Question::Swap => None,
        };
        let at_target = to == Some(refusal.site);
        let dropped = matches!(question, Question::Drop { .. });
        let standing = self.standing(refusal.site);
        let motion = refused.motion.and_then(|id| self.rules().kinds[id.kind as usize].motions.get(id.motion));
        let last = motion.and_then(|m| m.legs.last());
        let words = part_at(self.settled, refusal.span);
        match refusal.test {
            Test::OnTheWay => {
                let why = standing.map_or_else(|| "it is not free".into(), |p| format!("{p} stands there"));
                (RefusalKind::OnTheWay, format!("{one} cannot pass {site}: {why}"))
            }
            Test::Jumped => {
                let what = match words {
                    Some(MotionPart::Over(sel, _)) => self.words.one(sel),
                    _ => "a piece".into(),
                };
                let why = standing.map_or_else(|| "nothing stands".into(), |p| format!("{p} stands"));
                (RefusalKind::Jumped, format!("{one} jumps only over {what}, and {why} on {site}"))
            }
            Test::Target if !at_target => {
                let why = standing.map_or_else(|| "it is empty".into(), |p| format!("{p} stands there"));
                (RefusalKind::OnTheWay, format!("{one} cannot go by way of {site}: {why}"))
            }
            Test::Target | Test::Captured => {
                let kind = if refusal.test == Test::Target { RefusalKind::Target } else { RefusalKind::Captured };
                (kind, self.target(refusal, one, last, words, dropped))
            }
            Test::Confined(_) => {
                let zone = attribute_at(self.settled, refusal.span).and_then(|a| match &a.kind {
                    PieceAttrKind::StaysIn(z) => Some(format!("it stays in {}", self.words.area(z))),
                    PieceAttrKind::NeverEnters(z) => Some(format!("it never enters {}", self.words.area(z))),
                    PieceAttrKind::NeverPasses(z) => Some(format!("it never passes {}", self.words.area(z))),
                    PieceAttrKind::NeverStopsIn(z) => Some(format!("it never stops in {}", self.words.area(z))),
                    _ => None,
                });
                let zone = zone.unwrap_or_else(|| "it is confined".into());
                let what = if at_target { "enter" } else { "pass" };
                (RefusalKind::Confined, format!("{one} may not {what} {site}: {zone}"))
            }
            Test::Range => (RefusalKind::Range, self.range(question, refusal, one, words)),
            Test::MustGoOn => {
                (RefusalKind::MustGoOn, format!("{one} that has begun must go on from {site}, for it still can"))
            }
            Test::From => {
                let from = match words {
                    Some(MotionPart::From(sel)) => self.words.area(sel),
                    _ => "another place".into(),
                };
                (RefusalKind::From, format!("{one} may move so only from {from}, and it stands on {site}"))
            }
            Test::When | Test::Unless => {
                let said = match words {
                    Some(MotionPart::When(c)) => format!("only when {}", self.words.cond(c)),
                    Some(MotionPart::Unless(c)) => format!("not when {}", self.words.cond(c)),
                    _ => "under a condition that is not met".into(),
                };
                let what = if dropped { "be dropped on" } else { "move to" };
                (RefusalKind::Condition, format!("{one} may {what} {site} {said}"))
            }
            Test::Effect => {
                let said = match words {
                    Some(MotionPart::Must(e) | MotionPart::Then(e)) => self.words.effect(e),
                    _ => "the line's effect must happen".into(),
                };
                (RefusalKind::Effect, format!("{one} may move to {site} only where {said}"))
            }
            Test::Edge => (RefusalKind::NoWay, format!("{one} finds no way on from {site}")),
        }
    }

    /// The landing does not fit.
    fn target(
        &self,
        refusal: &Refusal,
        one: &str,
        leg: Option<&MotionLeg>,
        words: Option<&MotionPart>,
        dropped: bool,
    ) -> String {
        let site = self.name(refusal.site);
        let standing = self.standing(refusal.site);
        let cannot = if dropped { "cannot be dropped on" } else { "cannot move to" };
        let part = |span: Span| part_at(self.settled, span);
        let capturing = leg.and_then(|l| l.capturing.as_ref()).and_then(|c| match (part(c.span)?, &c.whom) {
            (MotionPart::Capturing { sel, .. }, Captures::Landing(_)) => Some(self.words.one(sel)),
            _ => None,
        });
        let behind = leg.and_then(|l| l.capturing.as_ref()).is_some_and(|c| matches!(c.whom, Captures::Behind(_)));
        let to = leg.and_then(|l| l.to.as_ref()).and_then(|(_, span)| match part(*span)? {
            MotionPart::To(sel) => Some(sel),
            _ => None,
        });
        match (standing, refusal.test) {
            (Some(piece), Test::Captured) if to.is_none() => {
                let only = capturing.unwrap_or_else(|| "another piece".into());
                format!("{one} moves so only to capture {only}, and {piece} stands on {site}")
            }
            (Some(piece), _) => {
                let also = capturing.map_or_else(String::new, |c| format!(", and {one} captures only {c}"));
                format!("{one} {cannot} {site}: {piece} stands there{also}")
            }
            (None, Test::Captured) if behind => {
                let whom = match words {
                    Some(MotionPart::Capturing { sel, .. }) => self.words.one(sel),
                    _ => "a piece".into(),
                };
                format!("{one} moves so only to capture {whom} behind {site}, and none stands there")
            }
            (None, _) => match (to.filter(|s| !is_empty(s)), capturing) {
                (Some(sel), _) => format!("{one} {cannot} {site}: it must be {}", self.words.one(sel)),
                (None, Some(whom)) => {
                    format!("{one} moves so only to capture {whom}, and nothing stands on {site}")
                }
                (None, None) => format!("{one} {cannot} {site}"),
            },
        }
    }

    fn range(&self, question: &Question, refusal: &Refusal, one: &str, words: Option<&MotionPart>) -> String {
        let site = self.name(refusal.site);
        let far = match words {
            Some(MotionPart::Range(word, n)) => self.words.far(*word, n),
            _ => format!("another number of {}", self.words.sites()),
        };
        let origin = match question {
            Question::Piece { from, .. } => Some(*from),
            _ => None,
        };
        // The trail ends with the landing itself.
        let before = refusal.trail.len().checked_sub(2).and_then(|n| refusal.trail.get(n).copied()).or(origin);
        let away = before.zip(refusal.dir).and_then(|(from, dir)| distance(self.board(), from, refusal.site, dir));
        let away = away.map_or_else(|| format!("{site} is not so far"), |n| format!("{site} is {n} away"));
        format!("{one} moves {far}, and {away}")
    }

    // ---- legal moves

    fn legal(&self, moves: &[(Move, Option<Span>)]) -> Answer {
        let Some((mv, span)) = moves.first() else {
            return Answer {
                legal: true,
                sentence: String::new(),
                refusal: None,
                site: None,
                span: None,
                chain: Vec::new(),
            };
        };
        let mut chain = Vec::new();
        let rules = self.rules();
        let (mover, movers) = self.side(mv.side);
        let mut line = *span;
        let sentence = match mv.action {
            Action::Piece { from, kind } => {
                let kind = &rules.kinds[kind as usize];
                let to = mv.to().map_or("", |s| self.name(s));
                self.checks_of_piece(mv, from, kind, *span, &mut chain);
                format!("{} may move from {} to {to}", with_article(&kind.name), self.name(from))
            }
            Action::Drop(kind) | Action::Drops(kind) => {
                let kind = &rules.kinds[kind as usize];
                let sites: Vec<String> = mv.trail.iter().map(|s| self.name(*s).to_owned()).collect();
                self.motion_check(*span, mv.to(), &kind.name, &mut chain);
                format!("{} may be dropped on {}", with_article(&kind.name), list(&sites, "and"))
            }
            Action::Joint(n) => {
                let joint = &rules.joints[n as usize];
                format!("{mover} may play {}", joint.text)
            }
            Action::Effect => format!("{mover} may do that"),
            Action::Pass => {
                line = rules.passing.iter().find(|p| p.side.is_none_or(|s| s == mv.side)).map(|p| p.span);
                format!("{mover} may pass")
            }
            Action::Swap => {
                line = rules.phases.first().map(|p| p.span);
                format!("{mover} may swap sides: what stands on the board stays, and the players change places")
            }
        };
        self.captures(mv, &mut chain);
        if !mv.is_pass() && !mv.is_swap() {
            self.permissions(moves.len(), &mut chain);
        }
        self.follows(moves, &mut chain);
        self.consequence(mv, &mut chain);
        let _ = movers;
        Answer { legal: true, sentence, refusal: None, site: mv.to(), span: line, chain }
    }

    fn motion_check(&self, span: Option<Span>, site: Option<Site>, kind: &str, chain: &mut Vec<Check>) {
        if let Some(motion) = span.and_then(|s| motion_at(self.settled, s)) {
            let text = format!("{} {}", with_article(kind), self.words.motion(motion));
            chain.push(Check { text, site, span });
        }
    }

    fn checks_of_piece(&self, mv: &Move, from: Site, kind: &Kind, span: Option<Span>, chain: &mut Vec<Check>) {
        self.motion_check(span, Some(from), &kind.name, chain);
        let to = mv.to();
        if let Some(to) = to.filter(|_| mv.trail.len() == 1) {
            let between = between(self.board(), from, to);
            let free = between.iter().all(|s| self.play().position().piece(*s).is_none());
            if free && !between.is_empty() {
                let names: Vec<String> = between.iter().map(|s| self.name(*s).to_owned()).collect();
                let text = format!("{} {} empty", list(&names, "and"), verb(names.len() > 1, "is", "are"));
                chain.push(Check { text, site: between.first().copied(), span });
            }
            if self.play().position().piece(to).is_none() {
                chain.push(Check { text: format!("{} is empty", self.name(to)), site: Some(to), span });
            }
        }
        for line in &kind.confined {
            if let Some(said) = attribute_at(self.settled, line.span).and_then(|a| self.words.attribute_short(a)) {
                chain.push(Check {
                    text: format!("{} {said}", with_article(&kind.name)),
                    site: to,
                    span: Some(line.span),
                });
            }
        }
    }

    fn captures(&self, mv: &Move, chain: &mut Vec<Check>) {
        for (site, piece) in &mv.captured {
            let kind = &self.rules().kinds[piece.kind as usize].name;
            let text = format!("the {kind} on {} is captured", self.name(*site));
            chain.push(Check { text, site: Some(*site), span: None });
        }
        if let Some(kind) = mv.becomes.and_then(|k| self.rules().kinds.get(k as usize)) {
            let text = format!("the piece becomes {}", with_article(&kind.name));
            chain.push(Check { text, site: mv.to(), span: None });
        }
    }

    /// The rules about whole moves that it passes.
    fn permissions(&self, ways: usize, chain: &mut Vec<Check>) {
        for clause in &self.rules().illegal {
            let text = format!("it is not so that “{}”", clause.reason);
            chain.push(Check { text, site: None, span: Some(clause.span) });
        }
        for filter in self.rules().filters.iter().filter(|f| !f.huff) {
            let text = "the duty to capture is met, or nothing can be captured".to_owned();
            chain.push(Check { text, site: None, span: Some(filter.span) });
        }
        if ways > 1 {
            let text = format!("there are {ways} such moves, which differ in what they choose or capture");
            chain.push(Check { text, site: None, span: None });
        }
    }

    /// What a script does after the move; where the mover chooses, in each of the first few ways.
    fn follows(&self, moves: &[(Move, Option<Span>)], chain: &mut Vec<Check>) {
        const WAYS: usize = 4;
        let game = self.play().game();
        let Some(hook) = happened::hook(game) else { return };
        let mut ways = Vec::new();
        for (mv, _) in moves.iter().take(WAYS) {
            let mut next = self.play().clone();
            if next.play(mv).is_ok() {
                ways.extend(happened::told(next.happened(), game, false));
            }
        }
        let ways = distinct(ways);
        if ways.is_empty() {
            return;
        }
        let or = if moves.len() > WAYS { [ways, vec!["something else".to_owned()]].concat() } else { ways };
        let chosen = if moves.len() > 1 { ", as the mover chooses," } else { "" };
        let text = format!("then{chosen} {} ({})", list(&or, "or"), hook.decides);
        chain.push(Check { text, site: None, span: Some(hook.span) });
    }

    /// What follows: an ending, or whose turn it is.
    fn consequence(&self, mv: &Move, chain: &mut Vec<Check>) {
        let mut next = self.play().clone();
        if next.play(mv).is_err() {
            return;
        }
        if let Some(Outcome { reason, span, .. }) = next.outcome() {
            chain.push(Check { text: format!("then the game is over: {reason}"), site: mv.to(), span: *span });
            return;
        }
        let (side, plural) = self.side(next.position().to_move);
        let text = format!("then {side} {} to move", verb(plural, "is", "are"));
        let phase = self.rules().phases.get(next.position().phase as usize);
        chain.push(Check { text, site: None, span: phase.map(|p| p.span) });
    }
}

fn is_empty(sel: &Sel) -> bool {
    use crate::ruleset::item::{Adjective, SelKind};
    matches!(sel.kind, SelKind::Adjective(Adjective::Empty))
}

fn distinct(list: Vec<String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for text in list {
        if !kept.contains(&text) {
            kept.push(text);
        }
    }
    kept
}

/// How many steps along a direction lead from one site to another.
fn distance(board: &Board, from: Site, to: Site, dir: Dir) -> Option<usize> {
    let mut at = from;
    for n in 1..=board.count() {
        at = board.next(at, dir)?;
        if at == to {
            return Some(n);
        }
    }
    None
}

/// The sites between two that lie on one line, if they do.
fn between(board: &Board, from: Site, to: Site) -> Vec<Site> {
    for dir in 0..board.dirs() {
        if let Some(steps) = distance(board, from, to, dir) {
            let sites = std::iter::successors(Some(from), |s| board.next(*s, dir));
            return sites.skip(1).take(steps - 1).collect();
        }
    }
    Vec::new()
}
