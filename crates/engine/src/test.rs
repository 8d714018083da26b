//! `test:`.

use std::collections::BTreeSet;
use std::rc::Rc;

use verdict_judge::{Found, TestRun, select, setup_file};
use verdict_protocol::{Command, EvidenceLevel, Progress, TestConfig, Verb};
use verdict_sandbox::IsSubject;
use verdict_testing::{TestEnv, run_file};

use crate::lowering::Lowering;
use crate::{Host, Request, source};

/// Runs each file in a realm of its own, in the order of the files.
pub(crate) fn run(
    request: &Request<'_>,
    command: &Command,
    config: &TestConfig,
    host: &mut Host<'_>,
    lowering: &Lowering,
) -> Found {
    let mut run = match TestRun::new(request.snapshot, command, config, request.seed) {
        Ok(run) => run,
        Err(refusal) => return refusal.into(),
    };
    (host.progress)(Progress::Started { verb: Verb::Test, files: run.left() });
    let source_hook = source::hook(request.snapshot, lowering);
    let is_subject = is_subject(request, command, config);
    while let Some(file) = run.next_file() {
        let start = (host.now)();
        (host.progress)(Progress::FileStarted { file: file.to_string() });
        let env = TestEnv {
            snapshot: request.snapshot,
            limits: &request.limits,
            config,
            seed: request.seed,
            source_hook: Rc::clone(&source_hook),
            now: host.now,
            meter: host.meter,
            is_subject: Rc::clone(&is_subject),
        };
        let progress = &mut *host.progress;
        let outcome = run_file(&file, &env, &mut |seen| {
            // From here on the run is not the one that counts: it is begun again.
            if !lowering.is_missed() {
                progress(seen.progress(&file));
            }
        });
        if lowering.is_missed() {
            return Found::default();
        }
        let ms = (host.now)() - start;
        let passed = run.take(&file, outcome, ms);
        (host.progress)(Progress::FileFinished { file: file.to_string(), passed });
    }
    run.finish()
}

/// Which files tests are about: what is no test file, no setup file and no package.
fn is_subject(request: &Request<'_>, command: &Command, config: &TestConfig) -> IsSubject {
    if config.evidence < EvidenceLevel::Full {
        return Rc::new(|_| false);
    }
    let tests = select(request.snapshot, command, "").unwrap_or_default();
    let mut material: BTreeSet<String> = tests.iter().map(ToString::to_string).collect();
    let setup = |name: &String| setup_file(request.snapshot, tests.first()?, name).ok();
    material.extend(config.setup_files.0.iter().filter_map(setup).map(|path| path.to_string()));
    material.extend(config.material.iter().cloned());
    Rc::new(move |path| !material.contains(path) && !path.contains("/node_modules/"))
}
