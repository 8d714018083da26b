//! Live files and a verifier that go wrong when they are told to.

use std::collections::BTreeMap;

use verdict_gate::{
    ApplyOptions, Check, Gate, GateReport, MemoryJournal, Target, TargetError, Verdict, Verifier,
};
use verdict_protocol::{FileContent, Files};
use verdict_vfs::{Snapshot, SnapshotError, VfsPath};

/// Files by path.
pub(crate) type Disk = BTreeMap<String, Vec<u8>>;

/// Files `path=content path=content`.
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

/// What a call on the live files does beside, or instead of, what it should.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Fault {
    /// Fails and does nothing.
    Fails,
    /// Fails after half of the bytes, or after the removal.
    FailsHalfWay,
    /// Says that it succeeded and did nothing.
    Lies,
    /// Succeeds, and somebody else writes a file before.
    Stale(String),
}

/// Live files. Calls are counted from 0 in the order in which they come: loads, writes and removals.
#[derive(Debug, Default)]
pub(crate) struct World {
    pub(crate) disk: Disk,
    pub(crate) faults: BTreeMap<usize, Fault>,
    pub(crate) calls: usize,
    /// Writes and removals that were asked for.
    pub(crate) touched: Vec<String>,
}

impl World {
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
        match self.call() {
            Some(Fault::Fails | Fault::FailsHalfWay) => Err(TargetError("cannot list".into())),
            _ => try_snapshot(&self.disk).map_err(|error| TargetError(error.to_string())),
        }
    }

    async fn write(&mut self, path: &VfsPath, bytes: &[u8]) -> Result<(), TargetError> {
        self.touched.push(format!("write {path}"));
        let fault = self.call();
        let written = match fault {
            Some(Fault::Fails | Fault::Lies) => None,
            Some(Fault::FailsHalfWay) => Some(&bytes[..bytes.len() / 2]),
            _ => Some(bytes),
        };
        if let Some(written) = written {
            self.disk.insert(path.to_string(), written.to_vec());
        }
        outcome(fault.as_ref())
    }

    async fn remove(&mut self, path: &VfsPath) -> Result<(), TargetError> {
        self.touched.push(format!("remove {path}"));
        let fault = self.call();
        if !matches!(fault, Some(Fault::Fails | Fault::Lies)) {
            self.disk.remove(path.as_str());
        }
        outcome(fault.as_ref())
    }
}

fn outcome(fault: Option<&Fault>) -> Result<(), TargetError> {
    match fault {
        Some(Fault::Fails | Fault::FailsHalfWay) => Err(TargetError("disk full".into())),
        _ => Ok(()),
    }
}

/// A verifier that judges with a function and keeps what it was asked.
pub(crate) struct Judge<F> {
    pub(crate) judge: F,
    pub(crate) asked: Vec<(String, String)>,
}

impl<F: FnMut(&str, &Snapshot) -> Verdict> Judge<F> {
    pub(crate) fn new(judge: F) -> Self {
        Judge { judge, asked: Vec::new() }
    }
}

impl<F: FnMut(&str, &Snapshot) -> Verdict> Verifier for Judge<F> {
    async fn verify(&mut self, check: &Check<'_>) -> Verdict {
        self.asked.push((check.command.to_owned(), check.snapshot.root().to_owned()));
        (self.judge)(check.command, check.snapshot)
    }
}

pub(crate) fn pass() -> Verdict {
    Verdict {
        success: true,
        detail: serde_json::json!({ "success": true, "output": [] }),
        ..Verdict::default()
    }
}

/// Applies a bundle with a journal of its own.
pub(crate) fn apply(
    bundle: &str,
    options: &ApplyOptions,
    verifier: &mut impl Verifier,
    target: &mut impl Target,
) -> GateReport {
    apply_at(bundle, options, verifier, target, &|| 0.0)
}

/// The same by another clock.
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
