//! The workspace that a package is a member of.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;
use verdict_vfs::{Glob, Parentheses};

/// `pnpm-workspace.yaml`.
#[derive(Deserialize, Default)]
struct Pnpm {
    #[serde(default)]
    packages: Vec<String>,
}

/// The nearest folder above a package whose workspace has it as a member.
pub(super) fn of(package: &Path) -> Option<PathBuf> {
    package.ancestors().skip(1).find(|above| has(above, package)).map(Path::to_owned)
}

fn has(above: &Path, package: &Path) -> bool {
    let Some(path) = package.strip_prefix(above).ok().and_then(Path::to_str) else { return false };
    let path = path.replace('\\', "/");
    let mut is_member = false;
    for pattern in members(above) {
        let (wanted, is_in) = match pattern.strip_prefix('!') {
            Some(pattern) => (pattern.to_owned(), false),
            None => (pattern, true),
        };
        let wanted = wanted.trim_start_matches("./").trim_end_matches('/');
        if Glob::new(wanted, Parentheses::Literal).matches(&path) {
            is_member = is_in;
        }
    }
    is_member
}

/// The patterns of a workspace's members; empty for a folder that has no workspace.
fn members(folder: &Path) -> Vec<String> {
    let workspaces = super::read_json(&folder.join("package.json")).get("workspaces").cloned();
    let listed = match workspaces {
        Some(Value::Object(mut object)) => object.remove("packages"),
        other => other,
    };
    let mut members: Vec<String> =
        listed.and_then(|listed| serde_json::from_value(listed).ok()).unwrap_or_default();
    if let Ok(text) = fs::read_to_string(folder.join("pnpm-workspace.yaml")) {
        members.extend(serde_saphyr::from_str::<Pnpm>(&text).unwrap_or_default().packages);
    }
    members
}
