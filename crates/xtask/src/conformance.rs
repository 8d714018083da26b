//! Runs the same input in Verdict and in a peer, and reports differences. The peer of test files and whole projects is
//! Vitest, or Jest for projects of Jest. That of code is ESLint, and that of types is `tsc`.

use clap::Args;

use crate::error::Error;
use crate::process::Cmd;
use crate::serve::Server;
use crate::test::programs;
use crate::workspace::Workspace;
use crate::{build, node, setup};

/// The script that compares type checks.
const TYPES: &str = "crates/checker/js/conformance.mjs";

/// The script that runs packages as projects.
const PROJECTS: &str = "tests/conformance/projects/run.mjs";

/// The script that runs projects of Jest.
const JEST: &str = "tests/conformance/jest/run.mjs";

/// The selection of cases.
#[derive(Args)]
pub(crate) struct Cases {
    /// `lint` alone compares with ESLint, `types` with `tsc -p`, in the folders that follow. `projects` compares whole packages with Vitest, and `jest` projects of Jest with Jest; otherwise files below tests/conformance/cases; without names all of them
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// With `lint`: the recommended rules on the sources of the npm packages that are installed, file by file
    #[arg(long)]
    packages: bool,
    /// Leave Chromium out: the native host alone
    #[arg(long)]
    native: bool,
}

/// Builds, serves, runs and compares.
///
/// # Errors
/// Differences other than those in the `known.json` of the cases, which are printed; a failed build.
pub(crate) fn run(workspace: &Workspace, cases: &Cases) -> Result<(), Error> {
    let tools = setup::run(workspace, setup::Purpose::Compare)?;
    if cases.files.first().is_some_and(|first| first == "lint") {
        if cases.packages {
            return node::script(workspace, &tools, "").arg("tests/conformance/lint/packages.mjs").run();
        }
        return node::script(workspace, &tools, "")
            .arg("tests/conformance/lint/run.mjs")
            .args(cases.files.iter().skip(1).flat_map(|rule| ["--rule", rule]))
            .run();
    }
    if let Some(("types", projects)) =
        cases.files.split_first().map(|(first, projects)| (first.as_str(), projects))
    {
        return Cmd::new(&tools.node).dir(&workspace.root).arg(TYPES).args(projects).run();
    }
    if let Some(("projects", names)) = cases.files.split_first().map(|(first, names)| (first.as_str(), names))
    {
        setup::projects(workspace, &tools)?;
        // As installed: large module graphs take seconds to parse, and the time of a file is limited.
        workspace.cargo().words("build --quiet --locked --release --package verdict-cli").run()?;
        // The engine of the browser, for files with a DOM.
        build::run(workspace, &tools, build::Profile::Release)?;
        return node::script(workspace, &tools, "")
            .env("VERDICT_CLI", workspace.target.join("release/verdict"))
            .env("VERDICT_DIST", workspace.path("dist"))
            .arg(PROJECTS)
            .args(names)
            .run();
    }
    workspace.cargo().words("build --quiet --locked --package verdict-cli").run()?;
    if cases.files.first().is_some_and(|first| first == "jest") {
        setup::jest(workspace, &tools)?;
        // The engine of the browser.
        build::run(workspace, &tools, build::Profile::Release)?;
        return node::script(workspace, &tools, "")
            .env("VERDICT_CLI", programs::host(workspace))
            .env("VERDICT_DIST", workspace.path("dist"))
            .arg(JEST)
            .run();
    }
    let server = if cases.native {
        None
    } else {
        build::run(workspace, &tools, build::Profile::Release)?;
        Some(Server::start(workspace, 0)?)
    };
    let url = server.as_ref().map(Server::url).unwrap_or_default();
    node::script(workspace, &tools, &url)
        .env("VERDICT_CLI", programs::host(workspace))
        .arg("tests/conformance/run.mjs")
        .args(&cases.files)
        .run()
}
