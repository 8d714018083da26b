//! The running workers, by slot.

use std::cell::RefCell;
use std::collections::BTreeMap;

use verdict_protocol::Code;
use verdict_supervisor::Id;
use verdict_vfs::Snapshot;
use web_sys::Worker;

use crate::snapshots::Post;
use crate::worker::WorkerHandle;

/// The running workers. A message of another generation than a slot's current one changes nothing.
#[derive(Default)]
pub(crate) struct Workers(RefCell<BTreeMap<usize, WorkerHandle>>);

impl Workers {
    /// Adds a worker. The previous one of its slot is terminated.
    pub(crate) fn insert(&self, slot: usize, worker: WorkerHandle) {
        let previous = self.0.borrow_mut().insert(slot, worker);
        drop(previous);
    }

    /// Terminates a worker, if it is the current one of its slot.
    pub(crate) fn terminate(&self, slot: usize, generation: u64) {
        let worker = if self.is_current(slot, generation) { self.0.borrow_mut().remove(&slot) } else { None };
        drop(worker);
    }

    /// Whether a worker is the current one of its slot.
    pub(crate) fn is_current(&self, slot: usize, generation: u64) -> bool {
        self.current(slot, generation, |_| ()).is_some()
    }

    /// The worker of a slot, for posting while nothing is borrowed.
    pub(crate) fn worker(&self, slot: usize) -> Option<Worker> {
        self.0.borrow().get(&slot).map(WorkerHandle::worker)
    }

    /// Whether a request or part was sent to a worker last and is not answered.
    pub(crate) fn runs(&self, slot: usize, generation: u64, id: Id) -> bool {
        self.current(slot, generation, |worker| worker.running == Some(id)).unwrap_or(false)
    }

    /// Ends what [`Workers::runs`], and returns whether it ran.
    pub(crate) fn end(&self, slot: usize, generation: u64, id: Id) -> bool {
        let end = |worker: &mut WorkerHandle| worker.running.take_if(|running| *running == id).is_some();
        self.current(slot, generation, end).unwrap_or(false)
    }

    /// Records why a worker refused a message without a number.
    pub(crate) fn refuse(&self, slot: usize, generation: u64, why: (Code, String)) {
        self.current(slot, generation, |worker| worker.refused = Some(why));
    }

    /// Takes the reason of the last refusal.
    pub(crate) fn take_refusal(&self, slot: usize, generation: u64) -> Option<(Code, String)> {
        self.current(slot, generation, |worker| worker.refused.take()).flatten()
    }

    /// Records that a request is sent to the worker of a slot. Returns its generation, and the message with
    /// what it lacks of the snapshot; with `resend` it is assumed to have nothing.
    pub(crate) fn begin(
        &self,
        slot: usize,
        id: Id,
        snapshot: Option<&Snapshot>,
        resend: bool,
    ) -> Option<(u64, Option<Post>)> {
        let mut workers = self.0.borrow_mut();
        let worker = workers.get_mut(&slot)?;
        worker.running = Some(id);
        worker.refused = None;
        let missing = snapshot.and_then(|snapshot| worker.held.message(snapshot, resend));
        Some((worker.generation, missing))
    }

    fn current<T>(&self, slot: usize, generation: u64, on: impl FnOnce(&mut WorkerHandle) -> T) -> Option<T> {
        self.0.borrow_mut().get_mut(&slot).filter(|worker| worker.generation == generation).map(on)
    }
}
