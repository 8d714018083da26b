//! `type-check:`: problems that scope analysis and the module graph prove. Codes are TypeScript's.

mod ambient;
mod assignments;
mod calls;
mod cycles;
mod directives;
mod duplicates;
mod early_use;
mod examined;
mod exports;
mod files;
mod functions;
mod imports;
mod jsdoc;
mod link;
mod null_checks;
mod parameters;
mod redeclared;
mod specifiers;
mod undefined;

use oxc_span::Span;
use verdict_protocol::{Diagnostic, NullChecks, Severity, TypesConfig};
use verdict_syntax::LineTable;
use verdict_vfs::{Snapshot, VfsPath};

use crate::hash::HashSet;
use crate::known::Known;
use crate::project::Project;

use self::examined::{Check, Placed};
pub(crate) use self::files::Files;

/// The TypeScript codes and ESLint ids that the checks report.
pub const CHECKS: &[&str] = &[
    "TS1117",
    "TS1192",
    "TS2300",
    "TS2304",
    "TS2305",
    "TS2307",
    "TS2448",
    "TS2449",
    "TS2451",
    "TS2554",
    "TS2555",
    "TS2588",
    "TS2613",
    "TS2614",
    "TS2632",
    "TS2724",
    "TS8024",
    "eqeqeq",
    "import/no-cycle",
];

/// Checks the files of one snapshot. What it reads of a file is computed once, however many files import it.
pub struct TypeChecker<'a> {
    snapshot: &'a Snapshot,
    project: Project<'a>,
    config: &'a TypesConfig,
    files: Files,
    /// The files that will be checked.
    selected: HashSet<VfsPath>,
    /// The global names that files declare, read when they are first asked for.
    ambient: Option<HashSet<String>>,
}

impl<'a> TypeChecker<'a> {
    /// Creates a checker for a snapshot.
    #[must_use]
    pub fn new(snapshot: &'a Snapshot, config: &'a TypesConfig) -> TypeChecker<'a> {
        TypeChecker::knowing(&mut Known::default(), snapshot, config)
    }

    /// Creates a checker that starts from what is known of the snapshot, to which [`Known::turn_to`] has turned.
    #[must_use]
    pub fn knowing(known: &mut Known, snapshot: &'a Snapshot, config: &'a TypesConfig) -> TypeChecker<'a> {
        let (project, mut files) = known.take(snapshot);
        files.turn_to(config);
        TypeChecker { snapshot, project, config, files, selected: HashSet::default(), ambient: None }
    }

    /// Ends, and leaves what it knows of the snapshot.
    pub fn leave(self, known: &mut Known) {
        known.keep(self.project, self.files);
    }

    /// Says which files will be checked. A file of which another one asks something is then read only once.
    pub fn select(&mut self, files: &[VfsPath]) {
        self.selected.extend(files.iter().cloned());
    }

    /// The problems of one file, by line and column. A file that does not parse has its syntax errors (code
    /// `err:syntax`).
    #[must_use]
    pub fn check(&mut self, file: &VfsPath) -> Vec<Diagnostic> {
        let examined = self.examined(file);
        if examined.refused.is_empty() { self.linked(file, &examined) } else { examined.refused.clone() }
    }
}

/// A type problem with a span instead of a location.
#[derive(Debug)]
struct Problem {
    span: Span,
    /// TypeScript's code, if there is one.
    code: Option<&'static str>,
    rule: Option<&'static str>,
    variable: Option<String>,
    message: String,
    /// An error, unless something else is said.
    severity: Option<Severity>,
}

impl Problem {
    fn new(span: Span, code: &'static str, message: String) -> Problem {
        Problem { span, code: Some(code), rule: None, variable: None, message, severity: None }
    }

    /// The problem in the order of a file's problems.
    fn placed(
        self,
        check: Check,
        at: usize,
        path: &VfsPath,
        lines: &LineTable<'_>,
        config: &TypesConfig,
    ) -> Placed {
        let is_style = self.rule == Some(null_checks::RULE) && config.null_checks == NullChecks::Warn;
        let severity = if is_style { Some(Severity::Warning) } else { self.severity };
        let place = (self.span.start, self.code, check, at);
        Placed { place, found: Problem { severity, ..self }.at(path, lines) }
    }

    fn at(self, path: &VfsPath, lines: &LineTable<'_>) -> Diagnostic {
        debug_assert!(
            self.code.or(self.rule).is_some_and(|id| CHECKS.contains(&id)),
            "{self:?} is not listed"
        );
        Diagnostic {
            severity: self.severity.unwrap_or(Severity::Error),
            location: lines.location(path.as_str(), self.span),
            message: self.message,
            rule: self.rule.map(str::to_owned),
            code: self.code.map(str::to_owned),
            variable: self.variable,
            ..Diagnostic::default()
        }
    }
}
