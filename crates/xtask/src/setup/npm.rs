//! Node, and the packages of package-lock.json.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::Installed;
use crate::error::Error;
use crate::process::{self, Cmd};
use crate::ui;
use crate::workspace::Workspace;

/// Oldest Node that runs our scripts and its own test runner as we use it.
const OLDEST_NODE: u32 = 20;

/// Finds Node.
pub(super) fn node() -> Result<PathBuf, Error> {
    let missing = |reason: String| Error::MissingTool {
        tool: format!("Node.js {OLDEST_NODE} or newer with npm"),
        reason,
        command: "sudo apt-get install -y nodejs npm".into(),
    };
    let node = process::find(&["node", "nodejs"], &[]).ok_or_else(|| missing("not on PATH".into()))?;
    process::find(&["npm"], &[]).ok_or_else(|| missing("there is Node, but no npm".into()))?;
    let version = Cmd::new(&node).arg("--version").read()?;
    let major = version.trim_start_matches('v').split('.').next().and_then(|major| major.parse().ok());
    if major.is_none_or(|major: u32| major < OLDEST_NODE) {
        return Err(missing(format!("{} is {}", node.display(), version.trim())));
    }
    Ok(node)
}

/// `npm ci`, unless `node_modules` is what the lock file says.
pub(super) fn install(workspace: &Workspace, node: &Path) -> Result<Installed, Error> {
    let lock = packages(&workspace.path("package-lock.json"));
    let there = packages(&workspace.path("node_modules/.package-lock.json"));
    if lock.is_some() && lock == there {
        return Ok(Installed::Already);
    }
    ui::say("install", "npm packages by npm ci");
    // npm is a script that looks for `node` on PATH.
    let path = process::path_with(node.parent().unwrap_or(Path::new("/")));
    Cmd::new("npm").arg("ci").dir(&workspace.root).env("PATH", path).read().map_err(|error| {
        Error::MissingTool {
            tool: "npm packages".into(),
            reason: error.to_string(),
            command: "npm ci".into(),
        }
    })?;
    Ok(Installed::Now)
}

/// The packages of a lock file beside the root, each with its version and hash; without those that are
/// only for some systems.
fn packages(path: &Path) -> Option<serde_json::Map<String, Value>> {
    let text = std::fs::read(path).ok()?;
    let mut lock: Value = serde_json::from_slice(&text).ok()?;
    let mut packages = std::mem::take(lock.get_mut("packages")?.as_object_mut()?);
    packages.retain(|name, package| !name.is_empty() && package.get("optional").is_none());
    Some(packages)
}
