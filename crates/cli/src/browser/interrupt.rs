//! Ctrl-C while browsers run elsewhere: they are ended before this process is.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::Notify;

/// What a shell calls a process that a Ctrl-C ended.
const INTERRUPTED: i32 = 130;
/// How long the end of the browsers may take.
const GRACE: Duration = Duration::from_secs(10);

/// A Ctrl-C, or the system's wish that this process ends, for the rest of its life.
#[derive(Debug, Clone)]
pub(super) struct Interrupt(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    /// Whether somebody waits for it. Else it ends the process as it would without us.
    is_waited_for: AtomicBool,
    came: Notify,
}

impl Interrupt {
    /// # Errors
    /// [`io::Error`] if signals cannot be had.
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

    /// Does something until it is done or a signal comes; `None` then.
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

/// Ends the process as interrupted: what it still has goes with it.
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
        // There are none to come.
        std::future::pending::<()>().await;
    }
}
