//! The examples of a companion, as whoever may notice that rules were changed.

use super::{Look, Watch};
use crate::language::Files;
use crate::testing::example::{Begin, StepKind};
use crate::testing::run::{What, run_single};
use crate::testing::{Companion, Example};

/// The examples of a companion. Answers of the tool that nobody has looked at yet notice nothing.
pub struct Examples<'c> {
    companion: &'c Companion,
    looks: Vec<Look>,
    /// The number of each look's example.
    numbers: Vec<usize>,
}

impl<'c> Examples<'c> {
    /// The examples, each of which must hold as the rules are.
    ///
    /// # Errors
    /// Those that do not, by their names.
    pub fn new(companion: &'c Companion, files: &dyn Files) -> Result<Examples<'c>, Vec<String>> {
        let (mut looks, mut numbers, mut failing) = (Vec::new(), Vec::new(), Vec::new());
        for (n, example) in companion.examples.iter().enumerate() {
            let Some(single) = run_single(companion, n, files) else { continue };
            if single.report.findings.iter().any(|f| !matches!(f.what, What::New(_))) {
                failing.push(example.name.clone());
                continue;
            }
            let positions = typed(example).into_iter().chain(single.end).collect();
            looks.push(Look { name: example.name.clone(), subjects: single.subjects, positions });
            numbers.push(n);
        }
        if failing.is_empty() { Ok(Examples { companion, looks, numbers }) } else { Err(failing) }
    }
}

impl Watch for Examples<'_> {
    fn looks(&self) -> &[Look] {
        &self.looks
    }

    fn notices(&self, look: usize, files: &(dyn Files + Sync)) -> bool {
        let Some(number) = self.numbers.get(look) else { return false };
        let single = run_single(self.companion, *number, files);
        single.is_some_and(|s| s.report.findings.iter().any(|f| !matches!(f.what, What::New(_))))
    }
}

/// The positions that an example types out.
fn typed(example: &Example) -> Vec<String> {
    let begin = match &example.setup.from {
        Begin::Position(text) => Some(text.text.clone()),
        Begin::Start | Begin::Example(_) => None,
    };
    let tables = example.steps.iter().filter_map(|s| match &s.kind {
        StepKind::Table(table) => Some(table),
        _ => None,
    });
    let cases = tables.flat_map(|t| &t.cases).filter_map(|c| c.position.as_ref()).map(|t| t.text.clone());
    begin.into_iter().chain(cases).collect()
}
