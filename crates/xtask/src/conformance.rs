//! Runs the same test files in Vitest and in Verdict, or the same projects in `tsc` and in the checker, and reports differences.

use clap::Args;

use crate::error::Error;
use crate::process::Cmd;
use crate::serve::Server;
use crate::test::native;
use crate::workspace::Workspace;
use crate::{build, node, setup};

/// The script that compares type checks.
const TYPES: &str = "crates/checker/js/conformance.mjs";

/// The selection of cases.
#[derive(Args)]
pub(crate) struct Cases {
    /// Files below tests/conformance/cases; without names all of them. `types`, and then folders with a
    /// tsconfig.json, compares with `tsc -p` instead
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// Leave Chromium out: the native host alone
    #[arg(long)]
    native: bool,
}

/// Builds, serves, runs and compares.
///
/// # Errors
/// Differences other than those in `tests/conformance/known.json`, which are printed; a failed build.
pub(crate) fn run(workspace: &Workspace, cases: &Cases) -> Result<(), Error> {
    let tools = setup::run(workspace)?;
    if let Some(("types", projects)) = cases.files.split_first().map(|(first, rest)| (first.as_str(), rest)) {
        let script = Cmd::new(&tools.node).dir(&workspace.root).arg(TYPES).args(projects);
        return script.run();
    }
    workspace.cargo().words("build --quiet --locked --package verdict-cli").run()?;
    let server = if cases.native {
        None
    } else {
        build::run(workspace, &tools)?;
        Some(Server::start(workspace, 0)?)
    };
    let url = server.as_ref().map(Server::url).unwrap_or_default();
    node::script(workspace, &tools, &url)
        .env("VERDICT_CLI", native::host(workspace))
        .arg("tests/conformance/run.mjs")
        .args(&cases.files)
        .run()
}
