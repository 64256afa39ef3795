//! Rule files that are being written: what is to be said of them is found in a process of its own, which can be ended.
//!
//! The engine and scripts have their bounds, and yet a rule file can be thought of that keeps a processor for minutes. A
//! thread cannot be ended, a process can.

mod answer;

pub use answer::answer;

use super::error::ApiError;
use super::json::{EditAnswer, EditWish, SaveWish, Saved};
use super::{Options, edit};
use crate::disk::{self, replace_with};
use crate::language::MAX_BYTES;
use crate::testing::MAX_COMPANION;
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// So long an answer may take; longer where the program is built for looking for its own mistakes, and slow.
const LONGEST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 30 } else { 5 });
/// The helper itself gives up after so long, should nobody be there any more who could end it.
const GIVE_UP: Duration = LONGEST.saturating_mul(2);
/// So many helpers there are.
const HELPERS: usize = 2;
/// So many wait for one at most.
const WAITING: usize = 16;

/// What a helper is asked.
#[derive(Debug, Serialize, Deserialize)]
pub struct Question {
    /// What the browser sent.
    pub wish: EditWish,
    /// The file beside which bases and scripts are; none: the library.
    pub beside: Option<PathBuf>,
}

/// Where rule files are edited.
#[derive(Debug)]
pub struct Editor {
    program: Option<PathBuf>,
    edit: Option<PathBuf>,
    idle: Mutex<Vec<Helper>>,
    helpers: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

/// A process that finds answers, one after the other.
#[derive(Debug)]
struct Helper {
    process: Child,
    asks: ChildStdin,
    answers: Receiver<String>,
}

impl Drop for Helper {
    fn drop(&mut self) {
        // One that is not there any more needs no ending.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What became of a question.
enum Told {
    Answer(String),
    TooLong,
    Gone,
}

impl Helper {
    fn start(program: &Path) -> std::io::Result<Helper> {
        let mut command = Command::new(program);
        command.args(["serve", "--helper"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn()?;
        let (Some(asks), Some(out)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(std::io::ErrorKind::BrokenPipe.into());
        };
        let (tell, answers) = channel();
        std::thread::Builder::new().name("helper".to_owned()).spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if tell.send(line).is_err() {
                    break;
                }
            }
        })?;
        Ok(Helper { process, asks, answers })
    }

    fn ask(&mut self, question: &str) -> Told {
        let asked = self.asks.write_all(question.as_bytes()).and_then(|()| self.asks.write_all(b"\n"));
        if asked.and_then(|()| self.asks.flush()).is_err() {
            return Told::Gone;
        }
        match self.answers.recv_timeout(LONGEST) {
            Ok(line) => Told::Answer(line),
            Err(RecvTimeoutError::Timeout) => Told::TooLong,
            Err(RecvTimeoutError::Disconnected) => Told::Gone,
        }
    }
}

impl Editor {
    /// As the options say.
    pub fn new(options: &Options) -> Editor {
        Editor {
            program: options.program.clone().or_else(|| std::env::current_exe().ok()),
            edit: options.edit.clone(),
            idle: Mutex::default(),
            helpers: Arc::new(Semaphore::new(HELPERS)),
            waiting: Arc::new(Semaphore::new(HELPERS + WAITING)),
        }
    }

    /// Leave to ask, when it is one's turn.
    ///
    /// # Errors
    /// Too many wait already.
    pub async fn turn(&self) -> Result<(OwnedSemaphorePermit, OwnedSemaphorePermit), ApiError> {
        let waiting = self.waiting.clone().try_acquire_owned();
        let waiting = waiting.map_err(|_| ApiError::busy("busy", "too many rule files are looked at", 1))?;
        let helper = self.helpers.clone().acquire_owned().await;
        Ok((waiting, helper.map_err(|_| ApiError::unavailable("the server is closing"))?))
    }

    /// What is to be said of a rule file. Takes its time.
    ///
    /// # Errors
    /// It takes too long, or there is no helper to be had.
    pub fn ask(&self, wish: EditWish) -> Result<EditAnswer, ApiError> {
        let own = self.edit.as_ref().filter(|file| wish.ruleset.as_deref() == stem(file).as_deref());
        let question = Question { beside: own.cloned(), wish };
        let question = serde_json::to_string(&question).map_err(|e| ApiError::internal(e.to_string()))?;
        let program = self.program.as_ref().ok_or_else(|| ApiError::unavailable("this program cannot be found"))?;
        for _ in 0..2 {
            let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut helper = match idle {
                Some(helper) => helper,
                None => Helper::start(program)
                    .map_err(|e| ApiError::unavailable(format!("no helper: {}", disk::why(&e))))?,
            };
            match helper.ask(&question) {
                Told::Answer(line) => {
                    self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(helper);
                    return serde_json::from_str(&line).map_err(|e| ApiError::internal(e.to_string()));
                }
                Told::TooLong => {
                    let message = format!("it takes longer than {} s to look at these rules", LONGEST.as_secs());
                    return Err(ApiError::unprocessable("too-slow", message)
                        .hint("a smaller board, fewer repetitions or fewer examples may do"));
                }
                // It may have been ended from outside while it was idle.
                Told::Gone => {}
            }
        }
        Err(ApiError::unprocessable("too-large", "these rules cannot be looked at: they take too much"))
    }

    /// Saves the file that the server was started with, or its companion.
    ///
    /// # Errors
    /// It is another file, or cannot be written.
    pub fn save(&self, wish: &SaveWish) -> Result<Saved, ApiError> {
        let refused = || {
            ApiError::forbidden("not-that-file", "that file cannot be saved on this server")
                .hint("its owner can start it with `--edit FILE`")
        };
        let file = self.edit.as_ref().ok_or_else(refused)?;
        let companion = file.with_extension("md");
        let named = |path: &Path| path.file_name().is_some_and(|n| n.to_string_lossy() == wish.file);
        let (path, most) = match wish {
            _ if named(file) => (file.clone(), MAX_BYTES),
            _ if named(&companion) => (companion, MAX_COMPANION),
            _ => return Err(refused()),
        };
        if wish.source.len() > most {
            return Err(ApiError::unprocessable("too-large", format!("the file is larger than {} KiB", most / 1024)));
        }
        let written = replace_with(&path, &mut |out| out.write_all(wish.source.as_bytes()));
        let failed = |e| {
            ApiError::unprocessable("not-saved", format!("`{}` cannot be written: {}", path.display(), disk::why(&e)))
        };
        written.map_err(failed)?;
        Ok(Saved { file: wish.file.clone(), bytes: wish.source.len() })
    }
}

/// The id of the rules in a file.
fn stem(path: &Path) -> Option<String> {
    path.file_stem().map(|s| s.to_string_lossy().into_owned())
}

/// The helper: answers questions from standard input on standard output, a line each, until there are no more.
///
/// # Errors
/// Nobody reads the answers.
pub fn help(asks: &mut dyn BufRead, out: &mut dyn Write) -> std::io::Result<()> {
    let watch = Watch::start();
    let mut memory = answer::Memory::default();
    for line in asks.lines() {
        let Ok(question) = serde_json::from_str::<Question>(&line?) else { continue };
        watch.begin();
        let told = edit::answer(&question.wish, question.beside.as_deref(), &mut memory);
        watch.end();
        serde_json::to_writer(&mut *out, &told)?;
        out.write_all(b"\n")?;
        out.flush()?;
    }
    Ok(())
}

/// Ends this process if one question takes far too long.
struct Watch(Arc<Mutex<Option<std::time::Instant>>>);

impl Watch {
    fn start() -> Watch {
        let since: Arc<Mutex<Option<std::time::Instant>>> = Arc::default();
        let seen = since.clone();
        let watch = move || {
            loop {
                std::thread::sleep(Duration::from_secs(1));
                let begun = *seen.lock().unwrap_or_else(PoisonError::into_inner);
                if begun.is_some_and(|b| b.elapsed() > GIVE_UP) {
                    std::process::exit(1);
                }
            }
        };
        // Without a watch it goes on as well, but for the worst of cases.
        let _ = std::thread::Builder::new().name("watch".to_owned()).spawn(watch);
        Watch(since)
    }

    fn begin(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(std::time::Instant::now());
    }

    fn end(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}
