//! The terminal while keys are read, and the end of the process.

use std::io::{self, IsTerminal as _, Read as _};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Event;
use super::keys::{Action, Keys};

/// What the end of the process needs to know.
#[derive(Debug, Clone, Default)]
pub(super) struct Leave(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    /// The exit code as things stand.
    code: AtomicU8,
    /// Held while files are written.
    writing: Mutex<()>,
    mode: Mode,
}

impl Leave {
    /// Sets the exit code.
    pub(super) fn with(&self, code: u8) {
        self.0.code.store(code, Ordering::SeqCst);
    }

    /// The process does not end before the guard is dropped.
    pub(super) fn writing(&self) -> MutexGuard<'_, ()> {
        self.0.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the process, with the terminal as it was.
    fn now(&self, code: u8) -> ! {
        let _whole = self.writing();
        self.0.mode.restore();
        std::process::exit(i32::from(code))
    }

    /// Ends the watch.
    pub(super) fn code(&self) -> ExitCode {
        self.0.mode.restore();
        ExitCode::from(self.0.code.load(Ordering::SeqCst))
    }
}

/// Reads keys until the input ends. `q` ends the process at once, also while something runs.
///
/// # Errors
/// [`io::Error`] if signals cannot be handled.
pub(super) fn listen(events: Sender<Event>) -> io::Result<Leave> {
    let is_terminal = io::stdin().is_terminal();
    let leave = Leave(Arc::new(Shared { mode: Mode::set(is_terminal), ..Shared::default() }));
    let leaving = leave.clone();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    std::thread::spawn(move || leaving.now(runtime.block_on(signal())));
    let leaving = leave.clone();
    std::thread::spawn(move || {
        let mut keys = Keys::new(is_terminal && leaving.0.mode.is_set());
        let (mut input, mut bytes) = (io::stdin().lock(), [0; 256]);
        while let Ok(count @ 1..) = input.read(&mut bytes) {
            for action in keys.read(&bytes[..count]) {
                if action == Action::Quit {
                    leaving.now(leaving.0.code.load(Ordering::SeqCst));
                }
                if events.send(Event::Key(action)).is_err() {
                    return;
                }
            }
        }
    });
    Ok(leave)
}

/// Waits for a signal that ends the process, and gives the exit code.
async fn signal() -> u8 {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let of = |kind| signal(kind).ok();
        if let (Some(mut interrupt), Some(mut terminate), Some(mut hangup)) =
            (of(SignalKind::interrupt()), of(SignalKind::terminate()), of(SignalKind::hangup()))
        {
            return tokio::select! {
                _ = interrupt.recv() => 130,
                _ = terminate.recv() => 143,
                _ = hangup.recv() => 129,
            };
        }
    }
    if tokio::signal::ctrl_c().await.is_err() {
        // No signal will arrive.
        std::future::pending::<()>().await;
    }
    130
}

/// The mode of the terminal: keys come at once and are not shown. Ctrl-C and Ctrl-Z stay signals.
#[cfg(unix)]
#[derive(Debug, Default)]
struct Mode(Option<rustix::termios::Termios>);

#[cfg(unix)]
impl Mode {
    fn set(is_terminal: bool) -> Mode {
        use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
        let Some(before) = is_terminal.then(|| tcgetattr(rustix::stdio::stdin()).ok()).flatten() else {
            return Mode(None);
        };
        let mut mode = before.clone();
        mode.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO);
        let is_set = tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, &mode).is_ok();
        Mode(is_set.then_some(before))
    }

    const fn is_set(&self) -> bool {
        self.0.is_some()
    }

    fn restore(&self) {
        if let Some(before) = &self.0 {
            // The terminal may be gone.
            let _ = rustix::termios::tcsetattr(
                rustix::stdio::stdin(),
                rustix::termios::OptionalActions::Now,
                before,
            );
        }
    }
}

/// Elsewhere lines are read: a key and Enter.
#[cfg(not(unix))]
#[derive(Debug, Default)]
struct Mode;

#[cfg(not(unix))]
impl Mode {
    const fn set(_is_terminal: bool) -> Mode {
        Mode
    }

    const fn is_set(&self) -> bool {
        false
    }

    fn restore(&self) {}
}
