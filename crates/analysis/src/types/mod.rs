//! `type-check:`: problems that scope analysis and the module graph prove. Codes are TypeScript's.

mod ambient;
mod assignments;
mod calls;
mod cycles;
mod directives;
mod duplicates;
mod early_use;
mod exports;
mod functions;
mod imports;
mod jsdoc;
mod null_checks;
mod parameters;
mod redeclared;
mod undefined;

use std::cell::OnceCell;

use oxc_span::Span;
use verdict_protocol::{Diagnostic, NullChecks, Severity, TypesConfig};
use verdict_syntax::LineTable;
use verdict_vfs::{Snapshot, VfsPath};

use crate::hash::{HashMap, HashSet};
use crate::lint::Language;
use crate::model::{Model, with_model};
use crate::project::Project;
use exports::ExportTable;

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

/// Checks the files of one snapshot. Exports of a file are computed once, however many files import it.
pub struct TypeChecker<'a> {
    snapshot: &'a Snapshot,
    project: Project<'a>,
    config: &'a TypesConfig,
    exports: ExportTable<'a>,
    /// The arities of exported functions, of each file that was asked for.
    arities: HashMap<VfsPath, calls::Exported>,
    modules: cycles::Modules,
    /// Read when it is first asked for.
    ambient: OnceCell<HashSet<String>>,
}

impl<'a> TypeChecker<'a> {
    /// Creates a checker for a snapshot.
    #[must_use]
    pub fn new(snapshot: &'a Snapshot, config: &'a TypesConfig) -> TypeChecker<'a> {
        TypeChecker {
            snapshot,
            project: Project::new(snapshot),
            config,
            exports: ExportTable::new(snapshot),
            arities: HashMap::default(),
            modules: cycles::Modules::default(),
            ambient: OnceCell::new(),
        }
    }

    /// The problems of one file, by line and column. A file that does not parse has its syntax errors (code
    /// `err:syntax`).
    #[must_use]
    pub fn check(&mut self, file: &VfsPath) -> Vec<Diagnostic> {
        let (snapshot, project) = (self.snapshot, &self.project);
        let found = with_model(project, file, &Language::default(), |model| {
            let mut problems = Vec::new();
            let ambient = |name: &str| self.ambient.get_or_init(|| ambient::ambient(snapshot)).contains(name);
            undefined::check(model, self.config, &ambient, &mut problems);
            assignments::check(model, &mut problems);
            if self.config.null_checks != NullChecks::Off {
                null_checks::check(model, &mut problems);
            }
            imports::check(model, snapshot, &mut self.exports, &mut problems);
            duplicates::check(model, &mut problems);
            early_use::check(model, &mut problems);
            parameters::check(model, &mut problems);
            let arities = &mut self.arities;
            let mut exported = |path: &VfsPath, name: &str| {
                let known = arities.entry(path.clone()).or_insert_with(|| exported(project, path));
                known.get(name).copied()
            };
            calls::check(model, self.config.comparing || self.config.strict, &mut exported, &mut problems);
            cycles::check(model, &self.modules, &mut problems);
            directives::apply(model, &mut problems);
            problems.sort_by(|a, b| (a.span.start, a.code).cmp(&(b.span.start, b.code)));
            problems.into_iter().map(|problem| problem.diagnostic(model, self.config)).collect()
        });
        match snapshot.get(file).and_then(verdict_vfs::Blob::text) {
            Some(source) => redeclared::in_words_of_typescript(file, source, found),
            None => found,
        }
    }
}

/// The arities of the functions that a file exports.
fn exported(project: &Project<'_>, path: &VfsPath) -> calls::Exported {
    let mut found = calls::Exported::default();
    let _ = with_model(project, path, &Language::default(), |model| {
        found = calls::exports(model);
        Vec::new()
    });
    found
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

    fn diagnostic(self, model: &Model<'_>, config: &TypesConfig) -> Diagnostic {
        let is_style = self.rule == Some(null_checks::RULE) && config.null_checks == NullChecks::Warn;
        let severity = if is_style { Some(Severity::Warning) } else { self.severity };
        Problem { severity, ..self }.at(model.path, model.lines)
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
