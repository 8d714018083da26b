//! What a file becomes before the guest's engine sees it.

use std::rc::Rc;

use verdict_protocol::{Code, Diagnostic};
use verdict_sandbox::{SourceError, SourceHook};
use verdict_vfs::VfsPath;

/// Types blanked, nesting bounded.
struct Prepare;

/// The hook that every guest is given.
pub(crate) fn hook() -> Rc<dyn SourceHook> {
    Rc::new(Prepare)
}

impl SourceHook for Prepare {
    fn prepare(&self, path: &VfsPath, source: &str) -> Result<String, SourceError> {
        verdict_transform::prepare(path.as_str(), source).map_err(refused)
    }

    fn check(&self, source: &str) -> Result<(), SourceError> {
        verdict_syntax::check_nesting(source).map_err(|deep| SourceError {
            message: deep.to_string(),
            line: deep.line,
            column: deep.column,
            code: Code::Syntax,
        })
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
