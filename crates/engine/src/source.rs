//! What a file becomes before the guest's engine sees it.

use std::rc::Rc;

use verdict_protocol::{Code, Diagnostic};
use verdict_sandbox::{CommonJsExports, EVAL_FILE, Position, PreparedSource, SourceError, SourceHook};
use verdict_transform::mocks::{self, Mocked, intercept};
use verdict_vfs::{Snapshot, VfsPath};

use crate::types::TypeNames;

/// Types blanked, nesting bounded.
struct Prepare {
    types: TypeNames,
}

/// The hook that a guest on a snapshot is given.
pub(crate) fn hook(snapshot: &Snapshot) -> Rc<dyn SourceHook> {
    Rc::new(Prepare { types: TypeNames::of(snapshot.clone()) })
}

impl SourceHook for Prepare {
    fn prepare(&self, path: &VfsPath, source: &str) -> Result<String, SourceError> {
        let is_type = |specifier: &str, name: &str| self.types.is_type(path, specifier, name);
        verdict_transform::prepare(path.as_str(), source, &is_type).map_err(refused)
    }

    fn intercept(
        &self,
        path: &VfsPath,
        source: &str,
        any: bool,
        is_replaced: &dyn Fn(&str) -> bool,
        spied: &dyn Fn(&str),
    ) -> Result<Option<(String, Vec<Position>)>, SourceError> {
        let turned = intercept(path.as_str(), source, Mocked { any, is_replaced, spied }).map_err(refused)?;
        Ok(turned.map(|turned| (turned.text, turned.positions.into_iter().map(position).collect())))
    }

    fn entered(&self, source: &str) -> Option<(String, Vec<Position>)> {
        let turned = verdict_transform::entered(source)?;
        Some((turned.text, turned.positions.into_iter().map(position).collect()))
    }

    fn prepare_module(
        &self,
        path: &VfsPath,
        source: &str,
        declared: Option<bool>,
    ) -> Result<PreparedSource, SourceError> {
        let is_type = |specifier: &str, name: &str| self.types.is_type(path, specifier, name);
        let prepared =
            verdict_transform::prepare_module(path.as_str(), source, &is_type, declared).map_err(refused)?;
        let common_js = prepared.common_js.map(|found| CommonJsExports {
            names: found.exports.into_iter().collect(),
            reexports: found.reexports,
        });
        Ok(PreparedSource { text: prepared.text, common_js })
    }

    fn check(&self, source: &str) -> Result<(), SourceError> {
        verdict_syntax::check_nesting(source).map_err(|deep| SourceError {
            message: deep.to_string(),
            line: deep.line,
            column: deep.column,
            code: Code::Syntax,
        })?;
        verdict_transform::check_evaluated(EVAL_FILE, source).map_err(refused)
    }
}

fn refused(diagnostic: Diagnostic) -> SourceError {
    SourceError {
        message: diagnostic.message,
        line: diagnostic.location.line,
        column: diagnostic.location.column,
        code: Code::Syntax,
    }
}

fn position(one: mocks::Position) -> Position {
    Position { turned: one.turned, source: one.source, is_new: one.is_new }
}
