//! `type-check:`: problems that scope analysis and the module graph prove. Codes are TypeScript's.

mod ambient;
mod assignments;
mod exports;
mod imports;
mod null_checks;
mod undefined;

use std::cell::OnceCell;
use std::collections::HashSet;

use oxc_span::Span;
use verdict_protocol::{Diagnostic, NullChecks, Severity, TypesConfig};
use verdict_vfs::{Snapshot, VfsPath};

use crate::graph::Graphs;
use crate::lint::Language;
use crate::model::{Model, with_model};
use exports::ExportTable;

/// The TypeScript codes and ESLint ids that the checks report.
pub const CHECKS: &[&str] =
    &["TS1192", "TS2304", "TS2305", "TS2307", "TS2588", "TS2614", "TS2632", "TS2724", "eqeqeq"];

/// Checks the files of one snapshot. Exports of a file are computed once, however many files import it.
pub struct TypeChecker<'a> {
    snapshot: &'a Snapshot,
    graphs: Graphs,
    config: &'a TypesConfig,
    exports: ExportTable<'a>,
    /// Read when it is first asked for.
    ambient: OnceCell<HashSet<String>>,
}

impl<'a> TypeChecker<'a> {
    /// Creates a checker for a snapshot.
    #[must_use]
    pub fn new(snapshot: &'a Snapshot, config: &'a TypesConfig) -> TypeChecker<'a> {
        TypeChecker {
            snapshot,
            graphs: Graphs::new(snapshot),
            config,
            exports: ExportTable::new(snapshot),
            ambient: OnceCell::new(),
        }
    }

    /// The problems of one file, by line and column. A file that does not parse has its syntax errors (code
    /// `err:syntax`).
    #[must_use]
    pub fn check(&mut self, file: &VfsPath) -> Vec<Diagnostic> {
        with_model((self.snapshot, &self.graphs), file, &Language::default(), |model| {
            let mut problems = Vec::new();
            let ambient =
                |name: &str| self.ambient.get_or_init(|| ambient::ambient(self.snapshot)).contains(name);
            undefined::check(model, self.config, &ambient, &mut problems);
            assignments::check(model, &mut problems);
            if self.config.null_checks != NullChecks::Off {
                null_checks::check(model, &mut problems);
            }
            imports::check(model, self.snapshot, &mut self.exports, &mut problems);
            problems.sort_by(|a, b| (a.span.start, a.code).cmp(&(b.span.start, b.code)));
            problems.into_iter().map(|problem| problem.diagnostic(model, self.config)).collect()
        })
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
}

impl Problem {
    fn new(span: Span, code: &'static str, message: String) -> Problem {
        Problem { span, code: Some(code), rule: None, variable: None, message }
    }

    fn diagnostic(self, model: &Model<'_>, config: &TypesConfig) -> Diagnostic {
        debug_assert!(
            self.code.or(self.rule).is_some_and(|id| CHECKS.contains(&id)),
            "{self:?} is not listed"
        );
        let is_style = self.rule == Some(null_checks::RULE) && config.null_checks == NullChecks::Warn;
        Diagnostic {
            severity: if is_style { Severity::Warning } else { Severity::Error },
            location: model.location(self.span),
            message: self.message,
            rule: self.rule.map(str::to_owned),
            code: self.code.map(str::to_owned),
            variable: self.variable,
            ..Diagnostic::default()
        }
    }
}
