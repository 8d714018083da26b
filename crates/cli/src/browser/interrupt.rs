//! Handles Ctrl-C while browsers run: they are closed before this process ends.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::Notify;

/// The exit code of a process that Ctrl-C ended.
const INTERRUPTED: i32 = 130;
/// Maximum time for closing the browsers.
const GRACE: Duration = Duration::from_secs(10);

/// Handles Ctrl-C and termination signals for the rest of the process.
#[derive(Debug, Clone)]
pub(super) struct Interrupt(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    /// Whether something waits for a signal. Otherwise the signal ends the process as usual.
    is_waited_for: AtomicBool,
    came: Notify,
}

impl Interrupt {
    /// Starts to watch for signals.
    ///
    /// # Errors
    /// [`io::Error`] if signals cannot be handled.
    pub(super) fn watch() -> io::Result<Interrupt> {
        let shared = Arc::new(Shared::default());
        let told = Arc::clone(&shared);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        std::thread::spawn(move || {
            runtime.block_on(signal());
            if told.is_waited_for.load(Ordering::SeqCst) {
                told.came.notify_one();
                std::thread::sleep(GRACE);
            }
            std::process::exit(INTERRUPTED);
        });
        Ok(Interrupt(shared))
    }

    /// Runs `work` until it completes or a signal arrives; `None` in that case.
    pub(super) async fn unless<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        self.0.is_waited_for.store(true, Ordering::SeqCst);
        let done = tokio::select! {
            done = work => Some(done),
            () = self.0.came.notified() => None,
        };
        if done.is_some() {
            self.0.is_waited_for.store(false, Ordering::SeqCst);
        }
        done
    }
}

/// Ends the process as interrupted.
pub(super) fn exit() -> ! {
    std::process::exit(INTERRUPTED)
}

async fn signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let (Ok(mut interrupt), Ok(mut terminate)) =
            (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
        {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    if tokio::signal::ctrl_c().await.is_err() {
        // No signal will arrive.
        std::future::pending::<()>().await;
    }
}
