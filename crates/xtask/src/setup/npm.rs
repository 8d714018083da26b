//! Node, and the packages of package-lock.json.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{Installed, Purpose};
use crate::error::Error;
use crate::process::{self, Cmd};
use crate::ui;
use crate::workspace::Workspace;

/// Oldest Node (major and minor) that runs the scripts, the test runner's features in use, and the bundlers.
const OLDEST_NODE: (u32, u32) = (20, 19);

/// The lock file of the build, the pages and most tests.
const LOCK: &str = "package-lock.json";

/// Lock files of the bundlers in the packaging tests and of the compared test runner and linter. The last two are for
/// packages: `tsc` compares their types, and benchmarks run their tests.
const COMPARED: [&str; 5] = [
    "tests/packaging/package-lock.json",
    "tests/conformance/package-lock.json",
    "tests/conformance/lint/package-lock.json",
    "tests/conformance/types/package-lock.json",
    "tests/bench/package-lock.json",
];

/// Finds Node.
pub(super) fn node() -> Result<PathBuf, Error> {
    let missing = |reason: String| Error::MissingTool {
        tool: format!("Node.js {}.{} or newer with npm", OLDEST_NODE.0, OLDEST_NODE.1),
        reason,
        command: "sudo apt-get install -y nodejs npm    (Debian 13; elsewhere from https://nodejs.org)"
            .into(),
    };
    let node = process::find(&["node", "nodejs"], &[]).ok_or_else(|| missing("not on PATH".into()))?;
    process::find(&["npm"], &[]).ok_or_else(|| missing("there is Node, but no npm".into()))?;
    let version = Cmd::new(&node).arg("--version").read()?;
    if numbers(&version).is_none_or(|found| found < OLDEST_NODE) {
        return Err(missing(format!("{} is {}", node.display(), version.trim())));
    }
    Ok(node)
}

/// Major and minor of what `node --version` prints.
fn numbers(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.trim().trim_start_matches('v').split('.').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

/// Runs `npm ci` for each lock file that the purpose needs, unless `node_modules` matches it.
pub(super) fn install(workspace: &Workspace, node: &Path, purpose: Purpose) -> Result<Installed, Error> {
    let compared: &[&str] = if purpose >= Purpose::Compare { &COMPARED } else { &[] };
    locked(workspace, node, [LOCK].iter().chain(compared))
}

/// Installs the packages that Vitest and Verdict run as projects. They are large, and no test needs them.
///
/// # Errors
/// Errors of [`install`].
pub(super) fn projects(workspace: &Workspace, node: &Path) -> Result<(), Error> {
    locked(workspace, node, &["tests/conformance/projects/package-lock.json"]).map(drop)
}

/// Installs Jest. No test needs it, because its results are recorded.
///
/// # Errors
/// Errors of [`install`].
pub(super) fn jest(workspace: &Workspace, node: &Path) -> Result<(), Error> {
    locked(workspace, node, &["tests/conformance/jest/package-lock.json"]).map(drop)
}

/// Installs the packages of lock files.
fn locked<'a>(
    workspace: &Workspace,
    node: &Path,
    names: impl IntoIterator<Item = &'a &'a str>,
) -> Result<Installed, Error> {
    let mut installed = Installed::Already;
    for name in names {
        let path = workspace.path(name);
        let folder = path.parent().unwrap_or(&workspace.root);
        let lock = packages(&path);
        if lock.is_some() && lock == packages(&folder.join("node_modules/.package-lock.json")) {
            continue;
        }
        ui::say("install", format_args!("npm packages of {name} by npm ci"));
        // npm is a script that looks up `node` in PATH.
        let path = process::path_with(node.parent().unwrap_or(Path::new("/")));
        // All packages are development dependencies, which `NODE_ENV=production` would omit.
        let ci = Cmd::new("npm").words("ci --include=dev").dir(folder).env("PATH", path);
        ci.read().map_err(|error| Error::MissingTool {
            tool: "npm packages".into(),
            reason: error.to_string(),
            command: format!("cd {} && npm ci --include=dev", folder.display()),
        })?;
        installed = Installed::Now;
    }
    Ok(installed)
}

/// The packages of a lock file except the root, each with its version and hash; without those for particular
/// systems.
fn packages(path: &Path) -> Option<serde_json::Map<String, Value>> {
    let text = std::fs::read(path).ok()?;
    let mut lock: Value = serde_json::from_slice(&text).ok()?;
    let mut packages = std::mem::take(lock.get_mut("packages")?.as_object_mut()?);
    packages.retain(|name, package| !name.is_empty() && package.get("optional").is_none());
    Some(packages)
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn versions() {
        for (printed, expected) in [
            ("v20.19.5\n", Some((20, 19))),
            ("v22.0.0", Some((22, 0))),
            ("20.1", Some((20, 1))),
            ("v20", None),
            ("", None),
        ] {
            assert_eq!(numbers(printed), expected, "{printed}");
        }
    }
}
