//! `test:`.

use std::collections::BTreeSet;
use std::rc::Rc;

use verdict_judge::{Found, TestRun};
use verdict_material::{Division, Role};
use verdict_protocol::{Command, Progress, TestConfig, Verb};
use verdict_sandbox::IsSubject;
use verdict_testing::{TestEnv, run_file};
use verdict_vfs::{Snapshot, VfsPath};

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
    let subject =
        config.sealed_api.then(|| subject(request.snapshot, &run.files().cloned().collect(), config));
    let source_hook = source::hook(request.snapshot, lowering, subject.clone());
    while let Some(file) = run.next_file() {
        let start = (host.now)();
        (host.progress)(Progress::FileStarted { file: file.to_string() });
        let env = TestEnv {
            snapshot: request.snapshot,
            limits: &request.limits,
            config,
            seed: request.seed,
            source_hook: Rc::clone(&source_hook),
            subject: subject.clone(),
            now: host.now,
            meter: host.meter,
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

/// What tells the subject from test material. What might be either may not use the test API, and does not.
fn subject(snapshot: &Snapshot, tests: &BTreeSet<VfsPath>, config: &TestConfig) -> IsSubject {
    let division = Division::new(snapshot, tests, config);
    Rc::new(move |path| division.role(path) != Role::Material)
}
