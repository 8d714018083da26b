//! Paths as people give them: files, folders and globs, from here, from the root, or absolute on disk.

use std::path::{Component, Path, PathBuf};

use verdict_protocol::{Command, Verb};
use verdict_vfs::{Glob, Parentheses, Snapshot, VfsPath, is_glob};

use super::near;

/// Where paths of a command line are looked up.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PathArguments<'a> {
    /// The root of the snapshot, with links resolved.
    pub(crate) root: &'a Path,
    /// The folder from which relative paths start.
    pub(crate) here: &'a Path,
    pub(crate) snapshot: &'a Snapshot,
}

impl PathArguments<'_> {
    /// The files that paths select, of those that `is_wanted` takes. A file that is named itself is always taken.
    ///
    /// # Errors
    /// A sentence with what is near a path that selects none.
    pub(crate) fn select(
        &self,
        paths: &[String],
        is_wanted: impl Fn(&VfsPath) -> bool,
    ) -> Result<Vec<VfsPath>, String> {
        let mut found: Vec<VfsPath> = Vec::new();
        for path in paths {
            let before = found.len();
            found.extend(
                self.selected(path)
                    .filter(|(file, is_named)| *is_named || is_wanted(file))
                    .map(|(file, _)| file),
            );
            if found.len() == before {
                let all = self.snapshot.iter().map(|(path, _)| path.as_str());
                return Err(near::not_found("There is no such file", path, all));
            }
        }
        found.sort();
        found.dedup();
        Ok(found)
    }

    /// The files that one path selects, and whether it names them.
    fn selected(&self, path: &str) -> impl Iterator<Item = (VfsPath, bool)> {
        let mut places: Vec<String> = below(&self.here.join(path), self.root).into_iter().collect();
        // A path from the root of the snapshot.
        places.extend(path.strip_prefix('/').map(|path| path.trim_end_matches('/').to_owned()));
        let pick = |place: &str| -> Vec<(VfsPath, bool)> {
            if let Some(file) = VfsPath::parse(place).ok().filter(|file| self.snapshot.get(file).is_some()) {
                return vec![(file, true)];
            }
            let glob = is_glob(place).then(|| Glob::new(place, Parentheses::Literal));
            let own = self.snapshot.iter().filter(|(file, _)| {
                let file = &file.as_str()[1..];
                let rest = file.strip_prefix(place).filter(|_| glob.is_none());
                let is_below = place.is_empty() || rest.is_some_and(|rest| rest.starts_with('/'));
                !in_packages(file) && (is_below || glob.as_ref().is_some_and(|glob| glob.matches(file)))
            });
            own.map(|(file, _)| (file.clone(), false)).collect()
        };
        let found = places.iter().map(|place| pick(place)).find(|found| !found.is_empty());
        found.unwrap_or_default().into_iter()
    }
}

fn in_packages(file: &str) -> bool {
    file.starts_with("node_modules/") || file.contains("/node_modules/")
}

/// A path on disk from the root; `None` if it is not below it. Nothing on disk is followed.
pub(super) fn below(path: &Path, root: &Path) -> Option<String> {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    let rest = plain.strip_prefix(root).ok()?.to_str()?;
    Some(if cfg!(windows) { rest.replace('\\', "/") } else { rest.to_owned() })
}

/// A command whose folders and paths on disk are written as files of the snapshot; `None` if nothing changes. Paths
/// that select nothing stay, and the engine names them.
pub(crate) fn resolve_command(command: &str, at: PathArguments<'_>) -> Option<String> {
    let command =
        Command::parse(command).ok().filter(|command| !matches!(command.verb, Verb::Eval | Verb::Project))?;
    let patterns = command.patterns().ok()?;
    let is_plain = |pattern: &String| at.snapshot.select(pattern).is_ok() || pattern.contains("..");
    if patterns.iter().all(is_plain) {
        return None;
    }
    let mut paths: Vec<String> = Vec::new();
    for pattern in &patterns {
        let found = if is_plain(pattern) {
            None
        } else {
            at.select(std::slice::from_ref(pattern), |file| {
                verdict_project::plan::is_for(command.verb, file.as_str())
            })
            .ok()
        };
        match found {
            Some(found) => paths.extend(found.iter().map(ToString::to_string)),
            None => paths.push(pattern.clone()),
        }
    }
    Command::of_paths(command.verb, paths.iter().map(String::as_str)).map(|command| command.to_string())
}
