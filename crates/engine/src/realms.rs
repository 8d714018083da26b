//! Resources that a session prepares for its next request.

#[cfg(feature = "analysis")]
use verdict_analysis::Known;
#[cfg(feature = "sandbox")]
use verdict_material::Divisions;
#[cfg(feature = "sandbox")]
use verdict_protocol::Limits;
#[cfg(feature = "sandbox")]
use verdict_sandbox::{Guest, Realm};

#[cfg(feature = "sandbox")]
use crate::evaluated::Evaluated;
#[cfg(feature = "analysis")]
use crate::findings::Findings;
#[cfg(feature = "sandbox")]
use crate::lowering::Lowering;
#[cfg(feature = "sandbox")]
use crate::marked::MarkedTexts;
#[cfg(feature = "sandbox")]
use crate::prepared::PreparedStates;

/// A prepared realm, the last finished guest, and caches: of rewritten files, of findings, and of what was read of
/// files. No result depends on any of them.
#[derive(Debug, Default)]
pub(crate) struct Realms {
    #[cfg(feature = "analysis")]
    pub(crate) findings: Findings,
    #[cfg(feature = "analysis")]
    pub(crate) known: Known,
    #[cfg(feature = "sandbox")]
    ready: Option<Realm>,
    #[cfg(feature = "sandbox")]
    done: Option<Guest>,
    /// Limits of the last request, which the next one most likely shares.
    #[cfg(feature = "sandbox")]
    limits: Limits,
    #[cfg(feature = "sandbox")]
    pub(crate) lowering: Lowering,
    #[cfg(feature = "sandbox")]
    pub(crate) marked: MarkedTexts,
    #[cfg(feature = "sandbox")]
    pub(crate) prepared: PreparedStates,
    #[cfg(feature = "sandbox")]
    pub(crate) divisions: Divisions,
    #[cfg(feature = "sandbox")]
    pub(crate) evaluated: Evaluated,
}

#[cfg(feature = "sandbox")]
impl Realms {
    /// Takes the prepared realm.
    pub(crate) fn take(&mut self) -> Option<Realm> {
        self.ready.take()
    }

    /// Keeps a finished guest until there is time to drop it.
    pub(crate) fn retire(&mut self, guest: Option<Guest>) {
        if let Some(guest) = &guest {
            self.limits.clone_from(guest.limits());
        }
        self.done = guest;
    }
}

impl Realms {
    /// Drops a finished guest, and prepares a realm unless one is ready.
    pub(crate) fn prepare(&mut self) {
        #[cfg(feature = "sandbox")]
        {
            self.done = None;
            if self.ready.is_none() {
                // If the engine cannot create a realm, the request that needs it reports that.
                self.ready = Realm::new(&self.limits).ok();
            }
        }
    }
}
