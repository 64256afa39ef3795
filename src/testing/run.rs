//! Running the examples of a companion.

use super::ask::{Answer, Decided, answer};
use super::check::{Difference, check};
use super::coverage::{Hits, Witness};
use super::example::{Ask, Begin, Case, Companion, Example, Given, Place, Question, Step, StepKind, Text};
use super::guard::Guards;
use super::state::{Shelf, State, mistake};
use crate::board::SiteSet;
use crate::engine::{Game, Position};
use crate::explain::line_of;
use crate::language::Files;
use crate::render::move_sites;
use crate::ruleset::{Diagnostic, Settings, SourceFile, Span, code};

/// What is run, and how.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Only examples whose name holds one of these texts, small or capital letters alike; none: all.
    pub only: Vec<String>,
    /// Holds the guards over every position that is touched.
    pub guards: bool,
    /// Notes what of the rules the examples exercise.
    pub coverage: bool,
}

impl Default for RunOptions {
    fn default() -> RunOptions {
        RunOptions { only: Vec::new(), guards: true, coverage: false }
    }
}

impl RunOptions {
    /// Whether an example is asked for.
    pub fn takes(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.only.is_empty() || self.only.iter().any(|text| name.contains(&text.to_lowercase()))
    }
}

/// What the examples of a companion came to.
#[derive(Clone, Debug)]
pub struct CompanionReport {
    /// Its name.
    pub name: String,
    /// Its text; what the places of findings refer to.
    pub source: SourceFile,
    /// Those that were asked for, in order.
    pub examples: Vec<ExampleReport>,
    /// What of the rules they exercise, where it was noted.
    pub hits: Hits,
}

/// What an example came to.
#[derive(Clone, Debug)]
pub struct ExampleReport {
    /// Its name.
    pub name: String,
    /// The prose above it.
    pub prose: String,
    /// The line of its fence, from 1.
    pub line: usize,
    /// How many questions were asked.
    pub asked: usize,
    /// What is to be said of it; nothing: it passed.
    pub findings: Vec<Finding>,
}

/// Something that is to be said of an example.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What.
    pub what: What,
    /// The question, the line or the word that it is about.
    pub span: Span,
    /// The row of the table, where there is one.
    pub row: Option<Span>,
    /// The position.
    pub scene: Option<Scene>,
}

/// What is to be said.
#[derive(Clone, Debug)]
pub enum What {
    /// The stated answer is not that of the rules.
    Wrong {
        /// What is stated.
        expected: String,
        /// What the rules say.
        got: String,
    },
    /// The tool has an answer, and none is recorded.
    New(Recording),
    /// The recorded answer is not that of the rules.
    Changed {
        /// What is recorded.
        recorded: String,
        /// What the rules say now.
        new: Recording,
    },
    /// The example itself is at fault.
    Mistake(Diagnostic),
    /// A guard failed: the sentence.
    Guard(String),
}

/// An answer that can be written into the companion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// Where it goes.
    pub place: Place,
    /// The answer.
    pub text: String,
}

/// A position, with what is to be seen in it.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The game.
    pub game: Game,
    /// The position.
    pub position: Position,
    /// The sites of the last move.
    pub last: SiteSet,
    /// The sites that the finding speaks of.
    pub marked: SiteSet,
    /// The rule that decided.
    pub decided: Option<Cited>,
}

/// A rule with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cited {
    /// What it says of the case.
    pub sentence: String,
    /// The file, the line from 1, and its text; none where no single line decided.
    pub line: Option<(String, usize, String)>,
}

impl Finding {
    /// Whether nothing but an answer of the tool waits to be looked at.
    pub fn is_pending(&self) -> bool {
        matches!(self.what, What::New(_) | What::Changed { .. })
    }

    /// The answer that waits.
    pub fn recording(&self) -> Option<&Recording> {
        match &self.what {
            What::New(new) | What::Changed { new, .. } => Some(new),
            _ => None,
        }
    }
}

impl ExampleReport {
    /// Nothing is to be said of it.
    pub fn passed(&self) -> bool {
        self.findings.is_empty()
    }

    /// Something is wrong with it, beyond answers that wait.
    pub fn failed(&self) -> bool {
        !self.findings.iter().all(Finding::is_pending)
    }
}

impl CompanionReport {
    /// All answers that wait.
    pub fn pending(&self) -> impl Iterator<Item = &Recording> {
        self.examples.iter().flat_map(|e| &e.findings).filter_map(Finding::recording)
    }
}

/// Runs the examples of a companion, in order.
pub fn run_companion(companion: &Companion, files: &dyn Files, options: &RunOptions) -> CompanionReport {
    let mut run = Run {
        companion,
        shelf: Shelf::new(files),
        guards: options.guards.then(Guards::default),
        witness: options.coverage.then(Witness::default),
        ends: Vec::new(),
    };
    let mut examples = Vec::new();
    let mut alone = false;
    for example in &companion.examples {
        let wanted = options.takes(&example.name);
        let mut report = run.example(example, wanted);
        if wanted && told_once(&mut report, &mut alone) {
            examples.push(report);
        }
    }
    let source = SourceFile { name: companion.name.clone(), text: companion.text.clone() };
    let hits = run.witness.map(Witness::hits).unwrap_or_default();
    CompanionReport { name: companion.name.clone(), source, examples, hits }
}

/// That a page has no ruleset is told in its first example. The others that have nothing else to say are left out (false):
/// they were not run.
fn told_once(report: &mut ExampleReport, told: &mut bool) -> bool {
    let is_alone = |f: &Finding| matches!(&f.what, What::Mistake(d) if d.code.number == code::COMPANION_ALONE.number);
    let before = report.findings.len();
    report.findings.retain(|f| !is_alone(f) || !std::mem::replace(told, true));
    before == report.findings.len() || !report.findings.is_empty()
}

/// What one example came to.
pub(super) struct Single {
    pub report: ExampleReport,
    /// The rulesets that it is about, with their settings, and those of the examples that it goes on from.
    pub subjects: Vec<(String, Settings)>,
    /// The position in which it ended, in one line.
    pub end: Option<String>,
}

/// Runs one example, by its number; of the others only those that it goes on from are played. No guards are held.
pub(super) fn run_single(companion: &Companion, number: usize, files: &dyn Files) -> Option<Single> {
    let mut needed = vec![number];
    while let Some(Begin::Example(name)) = needed.last().and_then(|n| companion.examples.get(*n)).map(|e| &e.setup.from)
    {
        let last = needed.last().copied().unwrap_or(0);
        // An example can go on from one above it alone, so this comes to an end.
        let Some(at) = companion.examples.iter().take(last).position(|e| e.name == name.text) else { break };
        needed.push(at);
    }
    let mut run = Run { companion, shelf: Shelf::new(files), guards: None, witness: None, ends: Vec::new() };
    let mut report = None;
    for at in needed.into_iter().rev() {
        report = companion.examples.get(at).map(|example| run.example(example, at == number));
    }
    let ended = run.ends.last().and_then(|(_, state)| state.as_ref());
    let end = ended.map(|s| crate::notation::write_position(s.play.position(), s.play.history(), s.game()));
    Some(Single { report: report?, subjects: run.shelf.subjects(), end })
}

struct Run<'a> {
    companion: &'a Companion,
    shelf: Shelf<'a>,
    guards: Option<Guards>,
    witness: Option<Witness>,
    /// How each example ended; none: it has a mistake.
    ends: Vec<(String, Option<State>)>,
}

/// The findings of an example, as they are made.
struct Found<'r> {
    findings: &'r mut Vec<Finding>,
    asked: &'r mut usize,
    row: Option<Span>,
}

impl Run<'_> {
    /// Runs an example. One that is not wanted is only played, for those that begin where it ends.
    fn example(&mut self, example: &Example, wanted: bool) -> ExampleReport {
        let mut report = ExampleReport {
            name: example.name.clone(),
            prose: example.prose.clone(),
            line: example.line,
            asked: 0,
            findings: Vec::new(),
        };
        let mut end = None;
        if example.mistakes.is_empty() {
            let mut found = Found { findings: &mut report.findings, asked: &mut report.asked, row: None };
            match self.steps(example, wanted, &mut found) {
                Ok(state) => end = state,
                Err(problem) => found.mistake(*problem, None),
            }
        } else {
            let mut found = Found { findings: &mut report.findings, asked: &mut report.asked, row: None };
            example.mistakes.iter().for_each(|m| found.mistake(m.clone(), None));
        }
        self.ends.push((example.name.clone(), end));
        report
    }

    /// Runs the steps; gives where they end. Nowhere, where rows of tables alone ask something and what stands above them
    /// can be played under their settings alone.
    fn steps(&mut self, example: &Example, wanted: bool, found: &mut Found) -> Result<Option<State>, Box<Diagnostic>> {
        let rows_alone = !example.steps.iter().any(|s| matches!(s.kind, StepKind::Ask(_)))
            && example.steps.iter().any(|s| matches!(s.kind, StepKind::Table(_)));
        let mut here = self.shelf.begin(self.companion, example, None, &self.ends);
        if let Ok(state) = &mut here {
            self.begun(state, wanted);
            self.watch(state, example.span, wanted, found);
        }
        for (n, step) in example.steps.iter().enumerate() {
            match (&step.kind, &mut here) {
                (_, Err(_)) if !rows_alone => break,
                (StepKind::Table(table), _) if wanted => {
                    let before = example.steps.get(..n).unwrap_or_default();
                    for case in &table.cases {
                        found.row = Some(case.span);
                        if let Err(problem) = self.case(example, case, before, found) {
                            found.mistake(*problem, None);
                        }
                        found.row = None;
                    }
                }
                (StepKind::Table(_), _) | (_, Err(_)) => {}
                (kind, Ok(state)) => {
                    let done = match kind {
                        StepKind::Ask(ask) if wanted => self.ask(state, ask, found),
                        _ => self.act(state, step, wanted, found),
                    };
                    if let Err(problem) = done {
                        here = Err(problem);
                    }
                }
            }
        }
        match here {
            Ok(state) => Ok(Some(state)),
            Err(_) if rows_alone => Ok(None),
            Err(problem) => Err(problem),
        }
    }

    /// What is done in a step, nothing asked.
    fn act(&mut self, state: &mut State, step: &Step, wanted: bool, found: &mut Found) -> Result<(), Box<Diagnostic>> {
        match &step.kind {
            StepKind::Play(moves) => self.play(state, moves, step.span, wanted, found),
            StepKind::Rounds(rounds) => state.rounds(rounds),
            StepKind::Chooses(player, side) => state.choose(player, side),
            StepKind::Ask(_) | StepKind::Table(_) => Ok(()),
        }
    }

    fn play(
        &mut self,
        state: &mut State,
        moves: &[Text],
        span: Span,
        wanted: bool,
        found: &mut Found,
    ) -> Result<(), Box<Diagnostic>> {
        state.play(moves, &mut |state| {
            self.watch(state, span, wanted, found);
            if let Some(witness) = self.witness.as_mut().filter(|_| wanted) {
                witness.played(state);
            }
        })
    }

    fn case(
        &mut self,
        example: &Example,
        case: &Case,
        before: &[Step],
        found: &mut Found,
    ) -> Result<(), Box<Diagnostic>> {
        let mut state = self.shelf.begin(self.companion, example, Some(case), &self.ends)?;
        self.begun(&mut state, true);
        self.watch(&state, case.span, true, found);
        for step in before {
            self.act(&mut state, step, true, found)?;
        }
        if !case.play.is_empty() {
            self.play(&mut state, &case.play, case.span, true, found)?;
        }
        case.asks.iter().try_for_each(|ask| self.ask(&mut state, ask, found))
    }

    /// Notes what a beginning says.
    fn begun(&mut self, state: &mut State, wanted: bool) {
        if let Some(witness) = self.witness.as_mut().filter(|_| wanted) {
            witness.begun(state);
        }
    }

    /// Holds the guards over a position.
    fn watch(&mut self, state: &State, span: Span, wanted: bool, found: &mut Found) {
        let Some(guards) = self.guards.as_mut().filter(|_| wanted) else { return };
        for broken in guards.watch(&state.play) {
            let scene = scene(state, broken.sites, None);
            found.push(What::Guard(broken.sentence), span, Some(scene));
        }
    }

    fn ask(&mut self, state: &mut State, ask: &Ask, found: &mut Found) -> Result<(), Box<Diagnostic>> {
        if matches!(ask.question, Question::Captured) && !state.played {
            let message = "nothing was played in this example, so nothing can have been captured";
            return Err(mistake(&code::EXAMPLE_ORDER, ask.span, message));
        }
        *found.asked += 1;
        // A question that cannot be answered does not keep the others from being asked.
        let answered = match answer(state, &ask.question, ask.span) {
            Ok(answered) => answered,
            Err(problem) => {
                found.mistake(*problem, None);
                return Ok(());
            }
        };
        if let Some(witness) = &mut self.witness {
            let stated = if let Given::Stated(stated) = &ask.answer { Some(stated) } else { None };
            witness.asked(state, &ask.question, stated, ask.span);
        }
        match &ask.answer {
            Given::Stated(stated) => match check(state, &ask.question, stated, &answered, ask.span) {
                Ok(None) => {}
                Ok(Some(Difference { expected, got, sites, decided })) => {
                    let scene = scene(state, sites, decided);
                    found.push(What::Wrong { expected, got }, ask.span, Some(scene));
                }
                Err(problem) => found.mistake(*problem, None),
            },
            Given::Recorded(recorded) => {
                if let Some(problem) = self.other_way(state, ask, &answered) {
                    found.push(problem, ask.span, Some(scene(state, SiteSet::EMPTY, answered.decided)));
                    return Ok(());
                }
                let text =
                    if recorded.place.prefix.is_some() { answered.text } else { in_a_cell(state, ask, &answered) };
                let text = text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
                let new = Recording { place: recorded.place.clone(), text };
                let what = match &recorded.text {
                    None => What::New(new),
                    Some(old) if same(&ask.question, old, &new.text) => return Ok(()),
                    Some(old) => What::Changed { recorded: old.clone(), new },
                };
                found.push(what, ask.span, Some(scene(state, SiteSet::EMPTY, answered.decided)));
            }
        }
        Ok(())
    }

    /// `why` of an illegal move, `why not` of a legal one: that is wrong, and nothing to be recorded.
    fn other_way(&self, state: &State, ask: &Ask, answered: &Answer) -> Option<What> {
        let (mv, legal) = match &ask.question {
            Question::Why(mv) => (mv, true),
            Question::WhyNot(mv) => (mv, false),
            _ => return None,
        };
        let ruled = super::ask::ruling(state, mv).ok()?;
        let word = |legal| if legal { "legal" } else { "not legal" };
        (ruled.legal != legal).then(|| What::Wrong {
            expected: format!("{} is {}", mv.text, word(legal)),
            got: format!("{}: {}", word(ruled.legal), answered.text),
        })
    }
}

/// Whether a recorded answer is what would be recorded. Lists of moves may be broken into lines in any way.
fn same(question: &Question, old: &str, new: &str) -> bool {
    match question {
        Question::Moves(_) => old.split_whitespace().eq(new.split_whitespace()),
        _ => old == new,
    }
}

/// An answer in one line, for a cell of a table.
fn in_a_cell(state: &State, ask: &Ask, answered: &Answer) -> String {
    match &ask.question {
        Question::Now => crate::notation::write_position(state.play.position(), &[], state.game()),
        // The sentence alone; what was checked has no room here.
        Question::Why(_) | Question::WhyNot(_) => answered.text.lines().next().unwrap_or_default().to_owned(),
        _ => answered.text.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

fn scene(state: &State, marked: SiteSet, decided: Option<Decided>) -> Scene {
    let decided = decided.map(|decided| {
        let sources = &state.opened.ruleset.sources;
        let line = decided.span.and_then(|span| {
            let (file, line) = line_of(span, sources)?;
            let text = sources.get(usize::from(span.file))?.text.lines().nth(line.checked_sub(1)?)?;
            Some((file.to_owned(), line, text.trim().to_owned()))
        });
        Cited { sentence: decided.sentence, line }
    });
    Scene {
        game: state.game().clone(),
        position: state.play.position().clone(),
        last: state.play.made().last().map(move_sites).unwrap_or_default(),
        marked,
        decided,
    }
}

impl Found<'_> {
    fn push(&mut self, what: What, span: Span, scene: Option<Scene>) {
        self.findings.push(Finding { what, span, row: self.row, scene });
    }

    fn mistake(&mut self, problem: Diagnostic, scene: Option<Scene>) {
        let span = problem.labels.first().map_or(Span::default(), |l| l.span);
        self.push(What::Mistake(problem), span, scene);
    }
}
