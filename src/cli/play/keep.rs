//! Where a game is kept: files that belong to it, a name for one, and what is said of it at the end.

use super::super::fail::Failure;
use super::file;
use super::session::Session;
use crate::explain::english::capital;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// How many names are tried for a file that is not there yet.
const NAMES: usize = 1000;
const SECONDS_A_DAY: u64 = 86_400;

/// The files of a game.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// Those that were saved or loaded here, wherever their names lead.
    own: Vec<PathBuf>,
    /// The last one, as it was named, and what it holds.
    last: Option<(PathBuf, String)>,
}

fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

impl Session {
    /// Whether a file is there that was neither saved nor loaded here.
    pub fn is_of_another(&self, path: &Path) -> bool {
        path.exists() && !self.kept.own.contains(&real(path))
    }

    /// Whether a file holds a saved game that was neither saved nor loaded here.
    pub fn would_lose(&self, path: &Path) -> bool {
        self.is_of_another(path) && file::is_saved_game(path)
    }

    /// A file belongs to this game, and holds it as it is now.
    pub fn own(&mut self, path: &Path) {
        let text = self.written(path);
        self.kept.own.push(real(path));
        self.kept.last = Some((path.to_owned(), text));
    }

    /// The same, but what it holds is not known.
    pub fn may_write(&mut self, path: &Path) {
        self.kept.own.push(real(path));
    }

    /// Writes the game to a file. `over`: another saved game may be lost.
    ///
    /// # Errors
    /// It cannot be written, or the file is there: no saved game, or another one.
    pub fn save(&mut self, path: &Path, over: bool) -> Result<(), Failure> {
        let text = self.written(path);
        if !over && self.would_lose(path) {
            let shown = path.display();
            return Err(Failure::File(format!("`{shown}` holds another saved game; `save! {shown}` overwrites it")));
        }
        file::save(path, &text)?;
        self.own(path);
        Ok(())
    }

    /// Writes the game to the file that was named for it, if one was.
    ///
    /// # Errors
    /// As those of [`save`](Session::save).
    pub fn keep(&mut self) -> Result<(), Failure> {
        self.save_to.clone().map_or(Ok(()), |path| self.save(&path, true))
    }

    /// Whether the file that was written last holds the game as it is now.
    pub fn is_saved(&self) -> bool {
        self.kept.last.as_ref().is_some_and(|(path, text)| *text == self.written(path))
    }

    /// A name for a file: that of the last one, else the ruleset's with the date.
    pub fn offered_name(&self) -> String {
        if let Some((path, _)) = &self.kept.last {
            return path.display().to_string();
        }
        let id = &self.opened.game.rules().id;
        let id: String = id.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
        let id = if id.is_empty() { "game" } else { &id };
        free_name(&PathBuf::from(format!("{id}-{}.txt", today()))).display().to_string()
    }

    /// The game begins anew, and none of its files belongs to it; the one that is written by itself gets another name.
    pub fn forget_files(&mut self) {
        self.kept = Kept::default();
        self.save_to = self.save_to.take().map(|path| free_name(&path));
    }

    /// How the game stands when somebody leaves it, and where it is kept; none where nothing was played.
    pub fn closing_text(&self) -> Option<String> {
        let moves = self.play.made().len();
        let played = self.running.as_ref().is_some_and(|running| !running.play.played().is_empty());
        if moves == 0 && !played && self.ended.is_none() {
            return None;
        }
        let stands = match &self.running {
            Some(running) => match running.play.result() {
                Some(result) => self.match_end_text(result),
                None => {
                    let over = self.round_end_texts().into_iter().next().unwrap_or_default();
                    format!("{over} The match is not over: {}.", self.standing_text()).trim_start().to_owned()
                }
            },
            None => self.end_text().unwrap_or_else(|| match moves {
                1 => "The game is not over after 1 move.".to_owned(),
                n => format!("The game is not over after {n} moves."),
            }),
        };
        let goes_on = !self.is_done();
        let kept = match &self.kept.last {
            None => "It was not saved.".to_owned(),
            Some((path, text)) => {
                let (shown, now) = (path.display(), *text == self.written(path));
                match (now, goes_on) {
                    (true, true) => format!("`houserules play --load {shown}` goes on with it."),
                    (true, false) => format!("It is saved in {shown}."),
                    (false, _) => format!("What came last was not saved in {shown}."),
                }
            }
        };
        Some(format!("{}: {} {kept}", self.opened.game.rules().title, capital(&stands)))
    }
}

/// A file of that name that is not there yet: with a number, where it has to be.
fn free_name(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let end = path.extension().map_or_else(String::new, |e| format!(".{}", e.to_string_lossy()));
    let numbered = |n: usize| path.with_file_name(format!("{stem}-{n}{end}"));
    let names = std::iter::once(path.to_owned()).chain((2..NAMES).map(numbered));
    names.into_iter().find(|name| !name.exists()).unwrap_or_else(|| path.to_owned())
}

/// The date in Greenwich, such as `2026-03-01`.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    date(seconds / SECONDS_A_DAY)
}

/// The date so many days after the first of January 1970.
fn date(days: u64) -> String {
    let (mut year, mut day) = (1970, days);
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", day + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates() {
        let dates = [0, 58, 59, 11_016, 11_017, 20_787].map(date);
        assert_eq!(dates, ["1970-01-01", "1970-02-28", "1970-03-01", "2000-02-29", "2000-03-01", "2026-11-30"]);
    }

    #[test]
    fn a_name_that_is_there_gets_a_number() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.txt");
        assert_eq!(free_name(&path), path);
        fs::write(&path, "").expect("it is written");
        fs::write(folder.path().join("game-2.txt"), "").expect("it is written");
        assert_eq!(free_name(&path), folder.path().join("game-3.txt"));
    }
}
