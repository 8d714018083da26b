//! `cargo xtask codegen`: writes the committed files that are generated from Rust types.

use crate::error::Error;
use crate::process::Cmd;
use crate::workspace::Workspace;

/// The declarations for TypeScript.
const DECLARATIONS: &str = "crates/manager/js/types.d.ts";

/// Regenerates the sentences of the sealed engine's harness, `schemas/` and the declarations. The tests that
/// compare the committed files write them on request. `--workspace` keeps the features of dependencies, and so what is
/// compiled.
///
/// # Errors
/// [`Error::Start`] or [`Error::Failed`].
pub(crate) fn run(workspace: &Workspace) -> Result<(), Error> {
    workspace
        .cargo()
        .words("test --quiet --workspace --test protocol -- sentences::committed_module")
        .env("UPDATE_SENTENCES", "1")
        .run()?;
    workspace
        .cargo()
        .words("test --quiet --workspace --test profile -- committed_schemas_are_those_of_the_types")
        .env("UPDATE_SCHEMAS", "1")
        .run()?;
    workspace
        .cargo()
        .words("test --quiet --workspace --test committed")
        .env("UPDATE_DECLARATIONS", "1")
        .run()?;
    Cmd::new("node")
        .arg(workspace.npm_bin("biome"))
        .words("format --write")
        .arg(DECLARATIONS)
        .dir(&workspace.root)
        .run()
}
