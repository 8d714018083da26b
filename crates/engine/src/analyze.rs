//! `lint:` and `type-check:`.

use std::collections::BTreeMap;

use verdict_analysis::{Fixed, Linter, TypeChecker};
use verdict_judge::{Found, select};
use verdict_protocol::{
    Code, Command, Config, Diagnostic, DiagnosticCounts, FileTiming, OfConfigurations, Output, Progress,
    Severity, Verb,
};
use verdict_vfs::VfsPath;

use crate::findings::Findings;
use crate::{Host, Request};

/// Finds the problems of one file, and its text after fixes.
type Check<'a> = Box<dyn FnMut(&VfsPath) -> (Vec<Diagnostic>, Option<String>) + 'a>;

pub(crate) fn run(
    request: &Request<'_>,
    command: &Command,
    config: &Config,
    host: &mut Host<'_>,
    findings: &mut Findings,
) -> Found {
    let files = match select(request.snapshot, command, "File not found") {
        Ok(files) => files,
        Err(refusal) => return refusal.into(),
    };
    (host.progress)(Progress::Started { verb: command.verb, files: files.len() });
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let mut timing = Vec::new();
    let (mut fixed, mut of_configurations) = (BTreeMap::new(), OfConfigurations::default());
    let now = host.now;
    let linter = (command.verb == Verb::Lint).then(|| {
        let linter = Linter::new(request.snapshot, &config.lint);
        if config.lint.timing { linter.timed(now) } else { linter }
    });
    let mut check: Check<'_> = if let Some(linter) = &linter {
        Box::new(move |file| {
            let fixed = if config.lint.fix { linter.fix(file, &config.lint.fix_types) } else { None };
            match fixed {
                Some(Fixed { text, found }) => (found, Some(text)),
                // What is remembered takes no time.
                None if config.lint.timing => (linter.check(file), None),
                None => (findings.of(file, linter), None),
            }
        })
    } else {
        let mut checker = TypeChecker::new(request.snapshot, &config.types);
        Box::new(move |file| (checker.check(file), None))
    };
    for file in &files {
        let start = (host.now)();
        (host.progress)(Progress::FileStarted { file: file.to_string() });
        let (found, text) = check(file);
        let passed = !found.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
        diagnostics.extend(found.into_iter().filter(|one| of_configurations.is_new(one)));
        fixed.extend(text.map(|text| (file.to_string(), text)));
        (host.progress)(Progress::FileFinished { file: file.to_string(), passed });
        timing.push(FileTiming { file: file.to_string(), ms: (host.now)() - start });
    }
    drop(check);
    let warnings = linter.as_ref().map(Linter::warnings).unwrap_or_default();
    let rules = linter.as_ref().map(Linter::rule_times).unwrap_or_default();
    let max_warnings = linter.and(config.lint.max_warnings);
    let unparsed =
        diagnostics.iter().find(|diagnostic| diagnostic.code.as_deref() == Some(Code::Syntax.as_str()));
    Found {
        error: DiagnosticCounts::of(&diagnostics).error(command.verb, max_warnings),
        code: unparsed.map(|_| Code::Syntax),
        location: unparsed.map(|diagnostic| diagnostic.location.clone()),
        output: Output::Diagnostics(diagnostics),
        files: timing,
        rules,
        warnings,
        fixed,
        max_warnings,
        ..Found::default()
    }
}
