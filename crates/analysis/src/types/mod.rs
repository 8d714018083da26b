//! `type-check:`: what scope analysis and the module graph show for certain. Codes are TypeScript's.

mod assignments;
mod exports;
mod imports;
mod null_checks;
mod undefined;

use oxc_span::Span;
use verdict_protocol::{Diagnostic, Severity, TypesConfig};
use verdict_vfs::{Snapshot, VfsPath};

use crate::model::{Model, with_model};
use exports::ExportTable;

/// Checks `files`. Diagnostics come in the order of the files, then by line and column. A file that does not
/// parse gives its syntax errors (code `err:syntax`).
#[must_use]
pub fn type_check(snapshot: &Snapshot, files: &[VfsPath], config: &TypesConfig) -> Vec<Diagnostic> {
    let mut exports = ExportTable::new(snapshot);
    files
        .iter()
        .flat_map(|file| {
            with_model(snapshot, file, |model| {
                let mut problems = Vec::new();
                undefined::check(model, &config.globals, &mut problems);
                assignments::check(model, &mut problems);
                null_checks::check(model, &mut problems);
                imports::check(model, snapshot, &mut exports, &mut problems);
                problems.sort_by(|a, b| (a.span.start, a.code).cmp(&(b.span.start, b.code)));
                problems.into_iter().map(|problem| problem.diagnostic(model)).collect()
            })
        })
        .collect()
}

/// A type problem before it has a place in lines and columns.
#[derive(Debug)]
struct Problem {
    span: Span,
    /// TypeScript's code, where it has one.
    code: Option<&'static str>,
    rule: Option<&'static str>,
    variable: Option<String>,
    message: String,
}

impl Problem {
    fn new(span: Span, code: &'static str, message: String) -> Problem {
        Problem { span, code: Some(code), rule: None, variable: None, message }
    }

    fn diagnostic(self, model: &Model<'_>) -> Diagnostic {
        Diagnostic {
            location: model.location(self.span),
            message: self.message,
            rule: self.rule.map(str::to_owned),
            code: self.code.map(str::to_owned),
            variable: self.variable,
            severity: Severity::Error,
        }
    }
}
