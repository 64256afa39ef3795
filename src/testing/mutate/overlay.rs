//! Rule files with one of them changed.

use crate::language::{Files, Found};

/// Rule files, one of which has another text.
pub(super) struct Overlay<'f> {
    /// Where all others come from.
    pub files: &'f (dyn Files + Sync),
    /// The place of the changed file, as [`Found::place`] has it.
    pub place: &'f str,
    /// Its text.
    pub text: &'f str,
}

impl Files for Overlay<'_> {
    fn read(&self, id: &str, beside: Option<&str>) -> Result<Option<Found>, String> {
        let mut found = self.files.read(id, beside)?;
        if let Some(file) = found.as_mut().filter(|f| f.place == self.place) {
            self.text.clone_into(&mut file.text);
        }
        Ok(found)
    }

    fn names(&self, beside: Option<&str>) -> Vec<String> {
        self.files.names(beside)
    }

    fn script(&self, file: &str, beside: &str) -> Result<Option<Found>, String> {
        self.files.script(file, beside)
    }

    fn scripts(&self, beside: &str) -> Vec<String> {
        self.files.scripts(beside)
    }
}
