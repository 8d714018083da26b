//! `test:`.

use std::rc::Rc;

use verdict_judge::{Found, TestRun};
use verdict_protocol::{Command, Progress, TestConfig, Verb};
use verdict_testing::{TestEnv, run_file};

use crate::realms::Realms;
use crate::subject::{Mutants, Subject};
use crate::{Host, Request, source};

/// Runs each file in its own realm, in order.
pub(crate) fn run(
    request: &Request<'_>,
    command: &Command,
    config: &TestConfig,
    host: &mut Host<'_>,
    realms: &Realms,
) -> Found {
    let Realms { lowering, divisions, .. } = realms;
    let seed = config.seed(request.seed);
    let mut run = match TestRun::new(request.snapshot, command, config, seed) {
        Ok(run) => run,
        Err(refusal) => return refusal.into(),
    };
    (host.progress)(Progress::Started { verb: Verb::Test, files: run.left() });
    let division = divisions.of(request.snapshot, command, config);
    let Subject { is_subject, sealed_from } = Subject::of(division.as_ref(), config, request.snapshot);
    let source_hook =
        source::hook(request.snapshot, realms, sealed_from.clone(), config, config.mutant.as_ref());
    let mut mutants = Mutants::default();
    while let Some(file) = run.next_file() {
        let start = (host.now)();
        (host.progress)(Progress::FileStarted { file: file.to_string() });
        let env = TestEnv {
            snapshot: request.snapshot,
            limits: &request.limits,
            config,
            seed,
            source_hook: Rc::clone(&source_hook),
            sealed_from: sealed_from.clone(),
            now: host.now,
            meter: host.meter,
            is_subject: Rc::clone(&is_subject),
        };
        let progress = &mut *host.progress;
        let mut outcome = run_file(&file, &env, &mut |seen| {
            // The run will be repeated, so its further progress does not count.
            if !lowering.is_missed() {
                progress(seen.progress(&file));
            }
        });
        if lowering.is_missed() {
            return Found::default();
        }
        if let Some(evidence) = &mut outcome.evidence {
            mutants.fill(evidence, request.snapshot);
        }
        let ms = (host.now)() - start;
        let passed = run.take(&file, outcome, ms);
        (host.progress)(Progress::FileFinished { file: file.to_string(), passed });
    }
    let mut found = run.finish();
    if let (Some(evidence), Some(division)) = (&mut found.evidence, &division) {
        division.describe(evidence);
    }
    found
}
