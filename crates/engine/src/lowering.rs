//! Lowers the files of a guest, and caches the results.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use verdict_transform::{Job, Lower, Lowered, NotLowered};
use verdict_vfs::Blob;

use crate::kept::Kept;

/// Maximum size of cached texts, in bytes; beyond it the cache is emptied.
const MOST_KEPT: usize = 32 << 20;

/// Size of a [`verdict_transform::Position`] in bytes.
const POSITION_BYTES: usize = size_of::<verdict_transform::Position>();

/// The transformer, linked in or provided by the host, behind a cache by path, hash of the text and options.
/// Equal jobs give equal texts, so no result depends on the cache.
#[derive(Clone, Default)]
pub(crate) struct Lowering(Rc<Shared>);

struct Shared {
    /// The host's transformer.
    given: RefCell<Option<Rc<dyn Lower>>>,
    known: RefCell<Kept<(String, String), Lowered>>,
    /// Whether a file needed a transformer while there was none.
    missed: Cell<bool>,
}

impl Default for Shared {
    fn default() -> Shared {
        Shared {
            given: RefCell::default(),
            known: RefCell::new(Kept::new(MOST_KEPT)),
            missed: Cell::default(),
        }
    }
}

impl std::fmt::Debug for Lowering {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lowering").field("kept", &self.0.known.borrow().bytes()).finish_non_exhaustive()
    }
}

impl Lowering {
    /// Sets the transformer.
    pub(crate) fn give(&self, given: Rc<dyn Lower>) {
        self.0.given.replace(Some(given));
    }

    /// Whether a file must be lowered without a transformer, so that the run has no outcome.
    pub(crate) fn is_missed(&self) -> bool {
        self.0.missed.get()
    }

    /// Clears the flag that a file needed a missing transformer.
    pub(crate) fn begin(&self) {
        self.0.missed.set(false);
    }

    fn keep(&self, key: (String, String), lowered: &Lowered) {
        let bytes = lowered.text.len() + lowered.positions.len() * POSITION_BYTES;
        self.0.known.borrow_mut().keep(key, lowered, bytes);
    }
}

impl Lower for Lowering {
    fn lower(&self, job: &Job) -> Result<Lowered, NotLowered> {
        let options = serde_json::to_string(&job.options).unwrap_or_default();
        let key = (format!("{} {options}", job.path), Blob::new(job.source.as_bytes()).hash().to_owned());
        if let Some(known) = self.0.known.borrow().get(&key) {
            return Ok(known.clone());
        }
        let given = self.0.given.borrow().clone();
        let lowered = match given {
            Some(given) => given.lower(job),
            #[cfg(feature = "transformer")]
            None => verdict_transform::lower::Linked.lower(job),
            #[cfg(not(feature = "transformer"))]
            None => Err(NotLowered::Absent),
        };
        if lowered == Err(NotLowered::Absent) {
            self.0.missed.set(true);
        }
        let lowered = lowered?;
        self.keep(key, &lowered);
        Ok(lowered)
    }
}
