//! `cargo xtask codegen`: the files that are generated from Rust types and committed.

use crate::error::Error;
use crate::workspace::Workspace;

/// Writes `schemas/` anew. The tests that hold the committed files to the types write them when they are told.
///
/// # Errors
/// [`Error::Start`] or [`Error::Failed`].
pub(crate) fn run(workspace: &Workspace) -> Result<(), Error> {
    workspace
        .cargo()
        .words(
            "test --quiet --package verdict-gate --test profile -- committed_schemas_are_those_of_the_types",
        )
        .env("UPDATE_SCHEMAS", "1")
        .run()
}
