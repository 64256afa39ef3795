//! The terminal as a screen, and given back as it was, whatever happens.

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use std::io::{self, Stdout};
use std::sync::Arc;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Whether the terminal is a screen now.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal while it is a screen. Dropping it gives the terminal back.
pub struct Screen {
    pub terminal: Terminal<CrosstermBackend<Stdout>>,
    /// Somebody outside has asked the program to end.
    ended: Arc<AtomicBool>,
}

impl Screen {
    /// # Errors
    /// The terminal does not answer.
    pub fn new() -> io::Result<Screen> {
        let ended = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT, signal_hook::consts::SIGHUP] {
            // Whoever asks twice has a program before them that does not hear.
            signal_hook::flag::register_conditional_shutdown(signal, 1, Arc::clone(&ended))?;
            signal_hook::flag::register(signal, Arc::clone(&ended))?;
        }
        before_panics();
        enable_raw_mode()?;
        TAKEN.store(true, Ordering::SeqCst);
        let terminal = (|| {
            execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)?;
            // `Terminal::clear` would ask where the cursor is, and not every terminal answers.
            execute!(io::stdout(), Clear(ClearType::All))?;
            Terminal::new(CrosstermBackend::new(io::stdout()))
        })();
        match terminal {
            Ok(terminal) => Ok(Screen { terminal, ended }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    /// Whether the terminal is a screen still; after a panic it is none.
    pub fn is_taken() -> bool {
        TAKEN.load(Ordering::SeqCst)
    }

    /// Whether somebody outside has asked the program to end, or the terminal has gone.
    pub fn is_ended(&self) -> bool {
        self.ended.load(Ordering::SeqCst)
    }

    /// Waits until there may be an event. Whether there is one.
    ///
    /// A terminal that is gone is noticed here: the library would read its end again and again and never come back.
    ///
    /// # Errors
    /// The terminal does not answer.
    pub fn wait(&self, time: Duration) -> io::Result<bool> {
        // What was read before may hold several events.
        if self.is_ended() || self.is_gone(Duration::ZERO)? {
            return Ok(false);
        }
        if event::poll(Duration::ZERO)? {
            return Ok(true);
        }
        if cfg!(any(target_os = "linux", target_os = "macos")) {
            Ok(!self.is_gone(time)? && event::poll(Duration::ZERO)?)
        } else {
            event::poll(time)
        }
    }

    /// Waits until there is something to read. Whether the terminal is gone: then the program is to end.
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    fn is_gone(&self, time: Duration) -> io::Result<bool> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let input = io::stdin();
        let mut fds = [PollFd::new(&input, PollFlags::IN)];
        let time = Timespec { tv_sec: 0, tv_nsec: i64::from(time.subsec_nanos()) };
        match poll(&mut fds, Some(&time)) {
            Ok(_) => {}
            // The signal may be the one that tells of the end.
            Err(rustix::io::Errno::INTR) => return Ok(self.is_ended() || self.is_gone(Duration::ZERO)?),
            Err(error) => return Err(error.into()),
        }
        let gone = fds[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL);
        if gone {
            self.ended.store(true, Ordering::SeqCst);
        }
        Ok(gone)
    }

    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    fn is_gone(&self, _: Duration) -> io::Result<bool> {
        Ok(false)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back, once. What fails here cannot be told to anybody.
fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let _ = execute!(
            io::stdout(),
            DisableBracketedPaste,
            DisableMouseCapture,
            LeaveAlternateScreen,
            ratatui::crossterm::cursor::Show
        );
        let _ = disable_raw_mode();
    }
}

/// What a panic says is to be read on a terminal that is one again.
fn before_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            give_back();
            usual(info);
        }));
    });
}
