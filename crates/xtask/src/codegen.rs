//! `cargo xtask codegen`: writes the committed files that are generated from Rust types.

use crate::error::Error;
use crate::workspace::Workspace;

/// Regenerates the sentences of the sealed engine's harness, and `schemas/`. The tests that compare the
/// committed files write them on request.
///
/// # Errors
/// [`Error::Start`] or [`Error::Failed`].
pub(crate) fn run(workspace: &Workspace) -> Result<(), Error> {
    workspace
        .cargo()
        .words("test --quiet --package verdict-protocol --test sentences -- committed_module")
        .env("UPDATE_SENTENCES", "1")
        .run()?;
    workspace
        .cargo()
        .words(
            "test --quiet --package verdict-gate --test profile -- committed_schemas_are_those_of_the_types",
        )
        .env("UPDATE_SCHEMAS", "1")
        .run()
}
