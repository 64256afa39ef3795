//! Logs of labs on disk: a line for each game, written as it ends.

use crate::cli::disk::why;
use crate::cli::fail::{Done, Failure};
use crate::cli::wrap::say;
use crate::search::lab::{
    Collected, Header, LabError, MAX_LINE, Record, header_line, read_header, read_record, record_line,
};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A log that games are written to.
pub struct Log {
    file: File,
    path: PathBuf,
}

impl Log {
    /// Begins a log, or goes on with one. The games that it has are put to those that are known; a last line that was not
    /// written to its end is dropped.
    ///
    /// # Errors
    /// It cannot be read or written, somebody else writes to it, or it is the log of another lab.
    pub fn open(path: &Path, header: &Header, known: &mut Collected) -> Result<Log, Failure> {
        let failed = |e: &io::Error| cannot(path, "written", e);
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|e| failed(&e))?;
        match file.try_lock() {
            // Where files cannot be locked, everybody looks after themselves.
            Ok(()) | Err(TryLockError::Error(_)) => {}
            Err(TryLockError::WouldBlock) => {
                let path = path.display();
                return Err(Failure::Usage(format!(
                    "another program is writing to `{path}`; wait for it, or name another file"
                )));
            }
        }
        let mut log = Log { file, path: path.to_owned() };
        let mut lines = Lines::new(&log.file, path);
        let begun = header_line(header);
        let whole = match lines.next()? {
            Line::Whole(first) => {
                let there = read_header(&first).map_err(|e| other(path, &e))?;
                same(path, header, &there)?;
                records(&mut lines, header, known)?;
                lines.whole
            }
            // Killed before it had a game: what was written is the beginning of this very line.
            Line::Torn(part) if begun.as_bytes().starts_with(&part) => 0,
            Line::Torn(_) => return Err(other(path, &LabError::Line("it is no log of a lab".to_owned()))),
            Line::End => 0,
        };
        log.file.set_len(whole).or_else(|e| if whole == 0 { Ok(()) } else { Err(e) }).map_err(|e| failed(&e))?;
        log.file.seek(SeekFrom::Start(whole)).map_err(|e| failed(&e))?;
        if whole == 0 {
            log.put(&begun)?;
        }
        Ok(log)
    }

    /// Writes the line of a game.
    pub fn write(&mut self, record: &Record) -> Done {
        self.put(&record_line(record))
    }

    /// At once, so that a kill leaves nothing but whole lines and at most one that is torn.
    fn put(&mut self, line: &str) -> Done {
        self.file.write_all(line.as_bytes()).map_err(|e| cannot(&self.path, "written", &e))
    }
}

/// A log that is read. It is opened once, so it may be a pipe.
pub struct Reading<'a> {
    /// Which lab it is of.
    pub header: Header,
    lines: Lines<'a, File>,
}

impl<'a> Reading<'a> {
    /// Reads the first line.
    pub fn open(path: &'a Path) -> Result<Reading<'a>, Failure> {
        let file = File::open(path).map_err(|e| cannot(path, "read", &e))?;
        let no_log = |why: &str| Failure::File(format!("`{}` cannot be joined: {why}", path.display()));
        let mut lines = Lines::new(file, path);
        match lines.next()? {
            Line::Whole(first) => {
                let header = read_header(&first).map_err(|e| no_log(&e.to_string()))?;
                Ok(Reading { header, lines })
            }
            Line::Torn(_) | Line::End => Err(no_log("it is no log of a lab, or it was torn before the first game")),
        }
    }

    /// Reads the games.
    pub fn games(&mut self, known: &mut Collected) -> Done {
        records(&mut self.lines, &self.header, known)
    }
}

/// The games that follow the first line.
fn records(lines: &mut Lines<impl Read>, header: &Header, known: &mut Collected) -> Done {
    loop {
        let line = match lines.next()? {
            Line::Whole(line) => line,
            Line::Torn(_) => {
                say(&format!("note: the last line of `{}` is torn; it is dropped", lines.path.display()));
                return Ok(());
            }
            Line::End => return Ok(()),
        };
        let taken = read_record(&line, header).and_then(|record| known.add(&record));
        if let Err(error) = taken {
            let (path, n) = (lines.path.display(), lines.number);
            return Err(Failure::File(format!(
                "`{path}`, line {n}: {error}; take the line out, and the game is played again"
            )));
        }
    }
}

/// Whether a log is of this lab.
fn same(path: &Path, ours: &Header, there: &Header) -> Done {
    let difference = ours.differs_from(there).or_else(|| {
        let shard = |h: &Header| h.shard.map_or_else(|| "all games".to_owned(), |s| format!("the shard {s}"));
        (ours.shard != there.shard).then(|| format!("it is of {}, not of {}", shard(there), shard(ours)))
    });
    match difference {
        None => Ok(()),
        Some(difference) => Err(Failure::Usage(format!(
            "`{}` is the log of another lab: {difference}; name another file with `--out`, or take this one away",
            path.display()
        ))),
    }
}

fn other(path: &Path, error: &LabError) -> Failure {
    let path = path.display();
    Failure::Usage(format!("`{path}` cannot be gone on with: {error}; name another file with `--out`"))
}

fn cannot(path: &Path, what: &str, error: &io::Error) -> Failure {
    Failure::File(format!("`{}` cannot be {what}: {}", path.display(), why(error)))
}

/// The lines of a file, one after the other.
struct Lines<'a, R> {
    reader: BufReader<R>,
    path: &'a Path,
    /// How many have been read.
    number: usize,
    /// How many bytes the whole ones had.
    whole: u64,
}

enum Line {
    Whole(String),
    /// The file ends in it.
    Torn(Vec<u8>),
    End,
}

impl<'a, R: Read> Lines<'a, R> {
    fn new(file: R, path: &'a Path) -> Lines<'a, R> {
        Lines { reader: BufReader::new(file), path, number: 0, whole: 0 }
    }

    fn next(&mut self) -> Result<Line, Failure> {
        let mut bytes = Vec::new();
        let mut limited = (&mut self.reader).take(MAX_LINE as u64);
        limited.read_until(b'\n', &mut bytes).map_err(|e| cannot(self.path, "read", &e))?;
        self.number += 1;
        let long = bytes.len() >= MAX_LINE;
        match bytes.pop() {
            None => Ok(Line::End),
            Some(b'\n') => {
                self.whole += bytes.len() as u64 + 1;
                let text = String::from_utf8(bytes);
                text.map(Line::Whole).map_err(|_| self.wrong("it is not text in UTF-8"))
            }
            Some(_) if long => Err(self.wrong("it is longer than any line of a log")),
            Some(last) => {
                bytes.push(last);
                Ok(Line::Torn(bytes))
            }
        }
    }

    fn wrong(&self, why: &str) -> Failure {
        Failure::File(format!("`{}`, line {}: {why}", self.path.display(), self.number))
    }
}
