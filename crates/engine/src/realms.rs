//! What a session has ready for its next request.

#[cfg(feature = "sandbox")]
use verdict_protocol::Limits;
#[cfg(feature = "sandbox")]
use verdict_sandbox::{Guest, Realm};

#[cfg(feature = "sandbox")]
use crate::lowering::Lowering;
#[cfg(feature = "sandbox")]
use crate::marked::MarkedTexts;
#[cfg(feature = "sandbox")]
use crate::subject::Divisions;

/// A realm made ahead of time, the guest that is done with its own, and texts that were made of files. No result depends
/// on any; a build without the sandbox has none.
#[derive(Debug, Default)]
pub(crate) struct Realms {
    #[cfg(feature = "sandbox")]
    ready: Option<Realm>,
    #[cfg(feature = "sandbox")]
    done: Option<Guest>,
    /// What the last request was limited to: the next one most likely is too.
    #[cfg(feature = "sandbox")]
    limits: Limits,
    #[cfg(feature = "sandbox")]
    pub(crate) lowering: Lowering,
    #[cfg(feature = "sandbox")]
    pub(crate) marked: MarkedTexts,
    #[cfg(feature = "sandbox")]
    pub(crate) divisions: Divisions,
}

#[cfg(feature = "sandbox")]
impl Realms {
    /// The realm that is ready, for the one guest that it is for.
    pub(crate) fn take(&mut self) -> Option<Realm> {
        self.ready.take()
    }

    /// Keeps a guest whose work is done until there is time to clear it away.
    pub(crate) fn retire(&mut self, guest: Option<Guest>) {
        if let Some(guest) = &guest {
            self.limits.clone_from(guest.limits());
        }
        self.done = guest;
    }
}

impl Realms {
    /// Clears away what is done, and makes a realm where none is ready.
    pub(crate) fn prepare(&mut self) {
        #[cfg(feature = "sandbox")]
        {
            self.done = None;
            if self.ready.is_none() {
                // Where the engine cannot make one, the request that needs it says so.
                self.ready = Realm::new(&self.limits).ok();
            }
        }
    }
}
