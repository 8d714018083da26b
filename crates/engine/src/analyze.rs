//! `lint:` and `type-check:`.

use verdict_analysis::{Linter, TypeChecker};
use verdict_judge::{Found, select};
use verdict_protocol::{Code, Command, Config, Diagnostic, FileTiming, Output, Progress, Severity, Verb};
use verdict_vfs::VfsPath;

use crate::{Host, Request};

/// Finds the problems of one file.
type Check<'a> = Box<dyn FnMut(&VfsPath) -> Vec<Diagnostic> + 'a>;

pub(crate) fn run(request: &Request<'_>, command: &Command, config: &Config, host: &mut Host<'_>) -> Found {
    let files = match select(request.snapshot, command, "File not found") {
        Ok(files) => files,
        Err(refusal) => return refusal.into(),
    };
    (host.progress)(Progress::Started { verb: command.verb, files: files.len() });
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let mut timing = Vec::new();
    let mut warnings = Vec::new();
    let mut check: Check<'_> = if command.verb == Verb::Lint {
        let linter = Linter::new(request.snapshot, &config.lint);
        warnings = linter.warnings();
        Box::new(move |file| linter.check(file))
    } else {
        let mut checker = TypeChecker::new(request.snapshot, &config.types);
        Box::new(move |file| checker.check(file))
    };
    for file in &files {
        let start = (host.now)();
        (host.progress)(Progress::FileStarted { file: file.to_string() });
        let found = check(file);
        let passed = !found.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
        diagnostics.extend(found);
        (host.progress)(Progress::FileFinished { file: file.to_string(), passed });
        timing.push(FileTiming { file: file.to_string(), ms: (host.now)() - start });
    }
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
    let unparsed =
        diagnostics.iter().find(|diagnostic| diagnostic.code.as_deref() == Some(Code::Syntax.as_str()));
    let noun = if command.verb == Verb::Lint { "linting" } else { "type" };
    Found {
        error: (errors > 0).then(|| format!("Found {errors} {noun} issue(s)")),
        code: unparsed.map(|_| Code::Syntax),
        location: unparsed.map(|diagnostic| diagnostic.location.clone()),
        output: Output::Diagnostics(diagnostics),
        files: timing,
        warnings,
        ..Found::default()
    }
}
