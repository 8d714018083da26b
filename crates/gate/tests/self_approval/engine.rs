//! The real engine as a gate's verifier, in this process.

use std::collections::BTreeMap;

use verdict_engine::{Host, Request};
use verdict_gate::{ApplyOptions, Check, GateReport, Verdict, Verifier};
use verdict_protocol::Limits;

use crate::world::{Disk, World, apply as apply_to};

pub(crate) struct Engine;

impl Verifier for Engine {
    async fn verify(&mut self, check: &Check<'_>) -> Verdict {
        let request = Request {
            command: check.command,
            snapshot: check.snapshot,
            limits: Limits::default(),
            config: check.config,
            seed: 1,
        };
        let host = &mut Host { now: &|| 0.0, meter: None, progress: &mut |_| {} };
        Verdict::from(verdict_engine::verify(&request, host))
    }
}

/// Applies a bundle to files. Returns the report, and whether the files are unchanged.
pub(crate) fn apply(
    before: &BTreeMap<String, String>,
    bundle: &str,
    options: &ApplyOptions,
) -> (GateReport, bool) {
    apply_with(&mut Engine, before, bundle, options)
}

/// Applies a bundle as [`apply`] does, with another verifier.
pub(crate) fn apply_with<V: Verifier>(
    verifier: &mut V,
    before: &BTreeMap<String, String>,
    bundle: &str,
    options: &ApplyOptions,
) -> (GateReport, bool) {
    let disk: Disk = before.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes())).collect();
    let mut world = World { disk: disk.clone(), ..World::default() };
    let mut report = apply_to(bundle, options, verifier, &mut world);
    // It is long, and irrelevant to a failure.
    report.audit = None;
    (report, world.disk == disk)
}
