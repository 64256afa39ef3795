//! How a command ends when it does not end well.

use std::io;
use std::process::ExitCode;

/// Why a command stops, and with which exit code.
#[derive(Debug)]
pub enum Failure {
    /// What was asked about is bad; what is to be said has been said.
    Bad,
    /// What was asked about is bad, and why.
    Faulty(String),
    /// It was called in a wrong way.
    Usage(String),
    /// A file cannot be read or written.
    File(String),
    /// Some file cannot be read; it has been said which.
    Unread,
    /// Nobody reads the answers any more. No error.
    Closed,
}

impl Failure {
    /// The exit code: 0 good, 1 bad, 2 usage, 3 file.
    pub fn code(&self) -> ExitCode {
        ExitCode::from(match self {
            Failure::Closed => 0,
            Failure::Bad | Failure::Faulty(_) => 1,
            Failure::Usage(_) => 2,
            Failure::File(_) | Failure::Unread => 3,
        })
    }

    /// What is still to be said.
    pub fn message(&self) -> Option<&str> {
        match self {
            Failure::Faulty(text) | Failure::Usage(text) | Failure::File(text) => Some(text),
            Failure::Bad | Failure::Unread | Failure::Closed => None,
        }
    }
}

/// Only answers are written with `?`; files are opened where their names are known.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::File(format!("the answer cannot be written: {error}")),
        }
    }
}

/// What a command comes to.
pub type Done = Result<(), Failure>;

/// ` (did you mean ...?)`, or nothing.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, known).map_or_else(String::new, |name| format!(" (did you mean `{name}`?)"))
}

/// The known name nearest to a word, if one is near: at a distance of at most a third of the word's length.
fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).max(1);
    let distance = |name: &str| strsim::osa_distance(&word.to_lowercase(), &name.to_lowercase());
    let near = known.into_iter().map(|name| (distance(name), name)).filter(|(d, name)| *d <= limit && *d < name.len());
    near.min_by_key(|(d, _)| *d).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn nearest_name_is_at_most_a_third_away() {
        assert_eq!(nearest("bisno", ["zombies", "bison"]), Some("bison"));
        assert_eq!(nearest("Bison", ["bison"]), Some("bison"));
        assert_eq!(nearest("chess", ["bison"]), None);
    }
}
