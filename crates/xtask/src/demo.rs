//! Drives the page in headless Chromium and prints each step with its time.

use crate::error::Error;
use crate::serve::Server;
use crate::workspace::Workspace;
use crate::{build, node, setup, ui};

/// The script that drives the page.
pub(crate) const SCRIPT: &str = "tests/e2e/demo.mjs";

/// Builds, serves and drives the page.
///
/// # Errors
/// A failed step or build.
pub(crate) fn run(workspace: &Workspace, open: bool, profile: build::Profile) -> Result<(), Error> {
    let tools = setup::run(workspace, setup::Purpose::Run)?;
    build::run(workspace, &tools, profile)?;
    let server = Server::start(workspace, 0)?;
    ui::say("serve", server.url());
    node::script(workspace, &tools, &server.url()).arg(SCRIPT).run()?;
    if open {
        ui::say("open", format_args!("{} (Ctrl-C ends it)", server.url()));
        server.wait();
    }
    Ok(())
}
