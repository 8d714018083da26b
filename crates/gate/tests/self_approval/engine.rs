//! The real engine as a gate's verifier, in this process.

use std::collections::BTreeMap;

use verdict_engine::{Host, Request};
use verdict_gate::{ApplyOptions, Check, GateReport, Verdict, Verifier};
use verdict_protocol::Limits;

use crate::world::{World, apply as apply_to};

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

/// Applies a bundle to files.
pub(crate) fn apply(before: &BTreeMap<String, String>, bundle: &str, options: &ApplyOptions) -> GateReport {
    let disk = before.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes())).collect();
    let mut world = World { disk, ..World::default() };
    let mut report = apply_to(bundle, options, &mut Engine, &mut world);
    // Long, and of no interest in a failure.
    report.audit = None;
    report
}
