//! The loop: events come in, the screen is drawn, and what is to be done outside it is done. The computer thinks in a
//! thread of its own.

use super::draw::draw;
use super::screen::Screen;
use super::state::{Answer, Effect, Event, State};
use super::update::update;
use crate::cli::computer::{Computer, doubt_skill};
use crate::cli::fail::{Done, Failure};
use crate::cli::wrap;
use crate::engine::{HookFault, Play};
use ratatui::crossterm::event::{self, Event as Input};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long is waited for an event while something goes on, and while nothing does.
const BUSY: Duration = Duration::from_millis(20);
const IDLE: Duration = Duration::from_millis(100);
/// How often a moment passes that is shown.
const MOMENT: Duration = Duration::from_millis(100);
/// Where only computers play, a move is seen so long at least.
const SEEN: Duration = Duration::from_millis(350);

/// What the thread is asked.
struct Asked {
    id: u64,
    play: Box<Play>,
    hint: bool,
    stop: Arc<AtomicBool>,
    /// The answer is not given before so much time has passed.
    least: Duration,
}

type Answered = (u64, Result<Answer, HookFault>);

/// The computer in its thread.
struct Worker {
    ask: Sender<Asked>,
    answers: Receiver<Answered>,
    stop: Arc<AtomicBool>,
}

impl Worker {
    fn new(mut computer: Computer) -> Result<Worker, Failure> {
        let (ask, asked) = channel::<Asked>();
        let (answer, answers) = channel();
        let work = move || {
            for Asked { id, play, hint, stop, least } in asked {
                let begun = Instant::now();
                let result = if hint {
                    computer.advise_until(&play, &stop).map(Answer::Hint)
                } else {
                    computer.choose_until(&play, &stop).map(Answer::Move)
                };
                while begun.elapsed() < least && !stop.load(Ordering::Relaxed) {
                    thread::sleep(BUSY);
                }
                if answer.send((id, result)).is_err() {
                    return;
                }
            }
        };
        let spawned = thread::Builder::new().name("computer".to_owned()).spawn(work);
        spawned.map_err(|e| Failure::Faulty(format!("the computer has no thread: {e}")))?;
        Ok(Worker { ask, answers, stop: Arc::new(AtomicBool::new(false)) })
    }

    fn stop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.stop = Arc::new(AtomicBool::new(false));
    }

    fn ask(&mut self, id: u64, play: Box<Play>, hint: bool, least: Duration) -> bool {
        self.stop();
        self.ask.send(Asked { id, play, hint, stop: Arc::clone(&self.stop), least }).is_ok()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Shows the screen until the person leaves. `first`: what is to be done at once.
pub fn run(state: &mut State, computer: Computer) -> Done {
    let broken = |e: std::io::Error| Failure::File(format!("the terminal does not answer: {e}"));
    wrap::hear(true);
    doubt_skill(&state.session.opened);
    let shown = (|| {
        let mut worker = Worker::new(computer)?;
        let mut screen = Screen::new().map_err(broken)?;
        let size = screen.terminal.size().map_err(broken)?;
        state.size = (size.width, size.height);
        let mut todo = state.begin();
        let mut moment = Instant::now();
        // Something has changed since it was drawn.
        let mut new = true;
        loop {
            let noted = wrap::heard();
            if !noted.is_empty() {
                let said = format!("{} {}", noted.join(" "), state.said.1);
                update(state, Event::Note(said.trim_end().to_owned()));
                new = true;
            }
            for effect in std::mem::take(&mut todo) {
                if let Effect::Quit = effect {
                    return Ok(());
                }
                todo.extend(perform(state, effect, &mut worker)?);
                new = true;
            }
            if !todo.is_empty() {
                continue;
            }
            let size = screen.terminal.size().map_err(broken)?;
            if (size.width, size.height) != state.size {
                update(state, Event::Resize(size.width, size.height));
                new = true;
            }
            if std::mem::take(&mut new) {
                screen.terminal.draw(|frame| draw(frame, state)).map_err(broken)?;
            }
            if screen.is_ended() {
                return Ok(());
            }
            if !Screen::is_taken() {
                // The computer's thread has panicked, and said so.
                return Err(Failure::Bad);
            }
            let wait = if state.waiting.is_some() { BUSY } else { IDLE };
            if screen.wait(wait).map_err(broken)? {
                // All that has come is taken in before it is drawn.
                new = true;
                loop {
                    todo.extend(entered(state, event::read().map_err(broken)?));
                    if !todo.is_empty() || !screen.wait(Duration::ZERO).map_err(broken)? {
                        break;
                    }
                }
            }
            while let Ok((id, answer)) = worker.answers.try_recv() {
                todo.extend(update(state, Event::Thought { id, answer }));
                new = true;
            }
            if moment.elapsed() >= MOMENT {
                moment = Instant::now();
                todo.extend(update(state, Event::Tick));
                // What turns is seen while the computer thinks.
                new |= state.waiting.is_some();
            }
        }
    })();
    wrap::hear(false);
    // Whatever happened to the screen, the game is kept.
    let kept = if state.replay.is_some() { Ok(()) } else { state.session.keep() };
    shown.and(kept)
}

fn entered(state: &mut State, input: Input) -> Vec<Effect> {
    let event = match input {
        Input::Key(key) => Event::Key(key),
        Input::Mouse(mouse) => Event::Mouse(mouse),
        Input::Paste(text) => Event::Paste(text),
        Input::Resize(width, height) => Event::Resize(width, height),
        Input::FocusGained | Input::FocusLost => return Vec::new(),
    };
    update(state, event)
}

/// Does what is to be done, and takes in what comes of it.
fn perform(state: &mut State, effect: Effect, worker: &mut Worker) -> Result<Vec<Effect>, Failure> {
    let event = match effect {
        Effect::Think { id, play, hint } => {
            let least = if hint || state.session.seats.any_person() { Duration::ZERO } else { SEEN };
            if worker.ask(id, play, hint, least) {
                return Ok(Vec::new());
            }
            Event::Done(Err("the computer does not answer".to_owned()))
        }
        Effect::Stop => {
            worker.stop();
            return Ok(Vec::new());
        }
        Effect::Begin => {
            doubt_skill(&state.session.opened);
            *worker = Worker::new(state.session.computer())?;
            return Ok(Vec::new());
        }
        Effect::Save { path, over: false } if state.session.would_lose(&path) => Event::Taken(path),
        Effect::Again { swap } => Event::Again(state.session.again(swap)),
        Effect::Save { path, over } => {
            let saved = state.session.save(&path, over);
            Event::Done(saved.map(|()| format!("Saved to {}.", path.display())).map_err(|f| plain(&f)))
        }
        Effect::Load(path) => match state.session.load(&path) {
            Ok(session) => Event::Loaded(Box::new(session)),
            Err(failure) => Event::Done(Err(plain(&failure))),
        },
        Effect::Pin(what) => Event::Done(state.session.pinned(&what).map_err(|f| plain(&f))),
        Effect::Keep => Event::Done(state.session.keep().map(|()| String::new()).map_err(|f| plain(&f))),
        Effect::Quit => return Ok(Vec::new()),
    };
    Ok(update(state, event))
}

/// What failed, without escape sequences.
fn plain(failure: &Failure) -> String {
    wrap::without_colours(&failure.to_string())
}
