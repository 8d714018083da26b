//! Measures worker start-up, round trip and restart in Chromium against a bare JavaScript worker.

use crate::error::Error;
use crate::serve::Server;
use crate::workspace::Workspace;
use crate::{build, node, setup};

/// Builds, serves and measures.
///
/// # Errors
/// The measurement failed, or something could not be built.
pub(crate) fn run(workspace: &Workspace) -> Result<(), Error> {
    let tools = setup::run(workspace)?;
    build::run(workspace, &tools)?;
    let server = Server::start(workspace, 0)?;
    node::script(workspace, &tools, &server.url()).arg("tests/bench/run.mjs").run()
}
