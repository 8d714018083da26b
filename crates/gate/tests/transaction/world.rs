//! Faulty live files, a faulty journal, a faulty verifier, and a page that can be killed.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use verdict_gate::{
    ApplyOptions, Check, Gate, GateReport, Journal, MemoryJournal, Target, TargetError, Verdict, Verifier,
};
use verdict_protocol::{FileContent, Files};
use verdict_vfs::{Snapshot, SnapshotError, VfsPath};

/// Files by path.
pub(crate) type Disk = BTreeMap<String, Vec<u8>>;

/// Parses files from `path=content path=content`.
pub(crate) fn disk(files: &str) -> Disk {
    let split = |file: &str| {
        let (path, content) = file.split_once('=').expect("path=content");
        (path.to_owned(), content.as_bytes().to_vec())
    };
    files.split_whitespace().map(split).collect()
}

pub(crate) fn snapshot(disk: &Disk) -> Snapshot {
    try_snapshot(disk).expect("files")
}

fn try_snapshot(disk: &Disk) -> Result<Snapshot, SnapshotError> {
    let files = disk.iter().map(|(path, bytes)| (path.clone(), FileContent(bytes.clone()))).collect();
    Snapshot::new(Files(files))
}

/// The number of steps that a page has left. Every call takes one step before its action and one after. At
/// zero it waits for ever, like a closed page.
#[derive(Debug, Clone)]
pub(crate) struct Life(Rc<Cell<usize>>);

impl Default for Life {
    fn default() -> Self {
        Life::of(usize::MAX)
    }
}

impl Life {
    pub(crate) fn of(steps: usize) -> Life {
        Life(Rc::new(Cell::new(steps)))
    }

    async fn step(&self) {
        match self.0.get().checked_sub(1) {
            Some(left) => self.0.set(left),
            None => std::future::pending().await,
        }
    }
}

/// Runs to the end, or to the last step of the life that its parts share.
pub(crate) fn live<T>(future: impl Future<Output = T>) -> Option<T> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}

/// A fault of a call on the live files.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Fault {
    /// Fails and does nothing.
    Fails,
    /// Fails after half of the bytes, or after the removal.
    FailsHalfWay,
    /// Reports success and does nothing.
    Lies,
    /// Succeeds after somebody else writes a file.
    Stale(String),
}

/// Live files. Calls count from 0 in order: loads, writes, removals and checkpoint operations.
#[derive(Debug, Default)]
pub(crate) struct World {
    pub(crate) disk: Disk,
    pub(crate) faults: BTreeMap<usize, Fault>,
    pub(crate) calls: usize,
    /// Requested writes and removals.
    pub(crate) touched: Vec<String>,
    pub(crate) life: Life,
    /// Whether it makes checkpoints. Restoring one keeps files created since then.
    pub(crate) checkpointing: bool,
    pub(crate) checkpoints: Vec<(String, Disk)>,
}

impl World {
    pub(crate) fn new(disk: Disk, faults: impl IntoIterator<Item = (usize, Fault)>) -> World {
        World { disk, faults: BTreeMap::from_iter(faults), ..World::default() }
    }

    fn call(&mut self) -> Option<Fault> {
        let fault = self.faults.get(&self.calls).cloned();
        self.calls += 1;
        if let Some(Fault::Stale(path)) = &fault {
            self.disk.insert(path.clone(), b"somebody else".to_vec());
        }
        fault
    }
}

impl Target for World {
    async fn load(&mut self) -> Result<Snapshot, TargetError> {
        self.life.step().await;
        let loaded = match self.call() {
            Some(Fault::Fails | Fault::FailsHalfWay) => Err(TargetError("cannot list".into())),
            _ => try_snapshot(&self.disk).map_err(|error| TargetError(error.to_string())),
        };
        self.life.step().await;
        loaded
    }

    async fn write(&mut self, path: &VfsPath, bytes: &[u8]) -> Result<(), TargetError> {
        self.life.step().await;
        self.touched.push(format!("write {path}"));
        let fault = self.call();
        let half = matches!(fault, Some(Fault::FailsHalfWay));
        if !matches!(fault, Some(Fault::Fails | Fault::Lies)) {
            self.disk.insert(path.to_string(), bytes[..bytes.len() / 2].to_vec());
            self.life.step().await;
            let written = if half { bytes.len() / 2 } else { bytes.len() };
            self.disk.insert(path.to_string(), bytes[..written].to_vec());
        }
        self.life.step().await;
        outcome(fault.as_ref())
    }

    async fn remove(&mut self, path: &VfsPath) -> Result<(), TargetError> {
        self.life.step().await;
        self.touched.push(format!("remove {path}"));
        let fault = self.call();
        if !matches!(fault, Some(Fault::Fails | Fault::Lies)) {
            self.disk.remove(path.as_str());
        }
        self.life.step().await;
        outcome(fault.as_ref())
    }

    async fn checkpoint(&mut self, description: &str) -> Result<Option<String>, TargetError> {
        if !self.checkpointing {
            return Ok(None);
        }
        self.life.step().await;
        let fault = self.call();
        let id = format!("cp{} {description}", self.checkpoints.len() + 1);
        if !matches!(fault, Some(Fault::Fails | Fault::Lies)) {
            self.checkpoints.push((id.clone(), self.disk.clone()));
        }
        self.life.step().await;
        outcome(fault.as_ref()).map(|()| Some(id))
    }

    async fn restore_checkpoint(&mut self, id: &str) -> Result<(), TargetError> {
        self.life.step().await;
        self.touched.push(format!("restore {id}"));
        let fault = self.call();
        let Some((_, kept)) = self.checkpoints.iter().find(|(known, _)| known == id) else {
            return Err(TargetError(format!("no checkpoint {id}")));
        };
        let most = match fault {
            Some(Fault::Fails | Fault::Lies) => 0,
            Some(Fault::FailsHalfWay) => kept.len() / 2,
            _ => kept.len(),
        };
        self.disk.extend(kept.clone().into_iter().take(most));
        self.life.step().await;
        outcome(fault.as_ref())
    }
}

fn outcome(fault: Option<&Fault>) -> Result<(), TargetError> {
    match fault {
        Some(Fault::Fails | Fault::FailsHalfWay) => Err(TargetError("disk full".into())),
        _ => Ok(()),
    }
}

/// A fault of a call on a journal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum BookFault {
    /// Fails and does nothing.
    Fails,
    /// Succeeds, but reports failure.
    FailsAfter,
    /// Reports success and does nothing. Does not affect reads.
    Lies,
    /// Keeps the first half and reports success. Does not affect clears and reads.
    Torn,
}

/// A journal. Calls count from 0: reads, writes and clears.
#[derive(Debug, Default)]
pub(crate) struct Book {
    pub(crate) text: Option<String>,
    pub(crate) faults: BTreeMap<usize, BookFault>,
    pub(crate) calls: usize,
    /// Every text to be stored, `None` for a clear.
    pub(crate) asked: Vec<Option<String>>,
    pub(crate) life: Life,
}

impl Book {
    fn call(&mut self) -> Option<BookFault> {
        self.calls += 1;
        self.faults.get(&(self.calls - 1)).copied()
    }

    async fn put(&mut self, text: Option<String>) -> Result<(), TargetError> {
        self.life.step().await;
        self.asked.push(text.clone());
        let fault = self.call();
        match fault {
            Some(BookFault::Fails | BookFault::Lies) => {}
            Some(BookFault::Torn) => self.text = text.map(|text| text[..text.len() / 2].to_owned()),
            Some(BookFault::FailsAfter) | None => self.text = text,
        }
        self.life.step().await;
        match fault {
            Some(BookFault::Fails | BookFault::FailsAfter) => Err(TargetError("no room".into())),
            _ => Ok(()),
        }
    }
}

impl Journal for Book {
    async fn read(&mut self) -> Result<Option<String>, TargetError> {
        self.life.step().await;
        let fault = self.call();
        self.life.step().await;
        match fault {
            Some(BookFault::Fails | BookFault::FailsAfter) => Err(TargetError("cannot open".into())),
            _ => Ok(self.text.clone()),
        }
    }

    async fn write(&mut self, record: &str) -> Result<(), TargetError> {
        self.put(Some(record.to_owned())).await
    }

    async fn clear(&mut self) -> Result<(), TargetError> {
        self.put(None).await
    }
}

/// A verifier that calls a function and records its requests.
pub(crate) struct Judge<F> {
    pub(crate) judge: F,
    pub(crate) asked: Vec<(String, String)>,
    pub(crate) life: Life,
}

impl<F: FnMut(&str, &Snapshot) -> Verdict> Judge<F> {
    pub(crate) fn new(judge: F) -> Self {
        Judge { judge, asked: Vec::new(), life: Life::default() }
    }
}

impl<F: FnMut(&str, &Snapshot) -> Verdict> Verifier for Judge<F> {
    async fn verify(&mut self, check: &Check<'_>) -> Verdict {
        self.life.step().await;
        self.asked.push((check.command.to_owned(), check.snapshot.root().to_owned()));
        let verdict = crate::common::to(check, (self.judge)(check.command, check.snapshot));
        self.life.step().await;
        verdict
    }
}

pub(crate) fn pass() -> Verdict {
    crate::common::answer(&serde_json::json!({}))
}

/// Applies a bundle with a new journal.
pub(crate) fn apply(
    bundle: &str,
    options: &ApplyOptions,
    verifier: &mut impl Verifier,
    target: &mut impl Target,
) -> GateReport {
    apply_at(bundle, options, verifier, target, &|| 0.0)
}

/// Applies a bundle with a new journal and a given clock.
pub(crate) fn apply_at(
    bundle: &str,
    options: &ApplyOptions,
    verifier: &mut impl Verifier,
    target: &mut impl Target,
    clock: &dyn Fn() -> f64,
) -> GateReport {
    let journal = &mut MemoryJournal::default();
    pollster::block_on(Gate { verifier, target, journal, clock }.apply(bundle, options))
}
