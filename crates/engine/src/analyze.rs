//! `lint:` and `type-check:`.

use std::collections::BTreeMap;

use verdict_analysis::{Fixed, Linter, TypeChecker};
use verdict_judge::{Found, select};
use verdict_protocol::{
    Code, Command, Config, Diagnostic, DiagnosticCounts, FileTiming, LintConfig, OfConfigurations, Output,
    Progress, Severity, Verb,
};
use verdict_vfs::VfsPath;

use crate::findings::Findings;
use crate::realms::Realms;
use crate::{Host, Request};

/// What finds the problems of files.
enum Checker<'a> {
    Lint(Box<Linter<'a>>),
    Types(Box<TypeChecker<'a>>),
}

impl Checker<'_> {
    /// Whether the problems of a file are as good as known.
    fn knows(&self, file: &VfsPath) -> bool {
        match self {
            Checker::Lint(_) => false,
            Checker::Types(checker) => checker.knows(file),
        }
    }

    /// The problems of one file, and its text after fixes.
    fn check(
        &mut self,
        file: &VfsPath,
        config: &LintConfig,
        findings: &mut Findings,
    ) -> (Vec<Diagnostic>, Option<String>) {
        let linter = match self {
            Checker::Lint(linter) => linter,
            Checker::Types(checker) => return (checker.check(file), None),
        };
        match if config.fix { linter.fix(file, &config.fix_types) } else { None } {
            Some(Fixed { text, found }) => (found, Some(text)),
            // What is remembered takes no time.
            None if config.timing => (linter.check(file), None),
            None => (findings.of(file, linter), None),
        }
    }
}

pub(crate) fn run(
    request: &Request<'_>,
    command: &Command,
    config: &Config,
    host: &mut Host<'_>,
    realms: &mut Realms,
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
    let Realms { findings, known, .. } = realms;
    known.turn_to(request.snapshot, &config.test);
    let mut checker = if command.verb == Verb::Lint {
        let linter = Linter::knowing(known, request.snapshot, &config.lint);
        Checker::Lint(Box::new(if config.lint.timing { linter.timed(now) } else { linter }))
    } else {
        let mut checker = TypeChecker::knowing(known, request.snapshot, &config.types);
        checker.select(&files);
        Checker::Types(Box::new(checker))
    };
    // What is known takes next to no time, and is not reported as started.
    let is_known: Vec<bool> = files.iter().map(|file| checker.knows(file)).collect();
    for (file, is_known) in files.iter().zip(is_known) {
        let start = (host.now)();
        if !is_known {
            (host.progress)(Progress::FileStarted { file: file.to_string() });
        }
        let (found, text) = checker.check(file, &config.lint, findings);
        let passed = !found.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
        diagnostics.extend(found.into_iter().filter(|one| of_configurations.is_new(one)));
        fixed.extend(text.map(|text| (file.to_string(), text)));
        (host.progress)(Progress::FileFinished { file: file.to_string(), passed });
        timing.push(FileTiming { file: file.to_string(), ms: (host.now)() - start });
    }
    let (mut warnings, mut rules, mut max_warnings) = (Vec::new(), Vec::new(), None);
    match checker {
        Checker::Lint(linter) => {
            (warnings, rules, max_warnings) =
                (linter.warnings(), linter.rule_times(), config.lint.max_warnings);
            linter.leave(known);
        }
        Checker::Types(checker) => checker.leave(known),
    }
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
