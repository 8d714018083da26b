//! Locates packages, and determines their paths in a snapshot.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Fields of `package.json` whose keys are dependencies.
const NEEDS: [&str; 3] = ["dependencies", "optionalDependencies", "peerDependencies"];

/// A package to read.
#[derive(Debug, Clone)]
pub(super) struct Package {
    /// Its folder in the snapshot, from the root.
    pub(super) slot: String,
    /// Its folder with links resolved.
    pub(super) real: PathBuf,
}

/// Packages with their paths.
pub(super) struct PackageLayout<'a> {
    /// The root with links resolved.
    root: &'a Path,
    /// The package at each path.
    taken: BTreeMap<String, PathBuf>,
    todo: VecDeque<Package>,
    /// Links that lead out of the root.
    outside: BTreeSet<String>,
}

impl<'a> PackageLayout<'a> {
    pub(super) fn new(root: &'a Path) -> PackageLayout<'a> {
        PackageLayout { root, taken: BTreeMap::new(), todo: VecDeque::new(), outside: BTreeSet::new() }
    }

    /// The next package to read. Those that the program itself imports come first.
    pub(super) fn next(&mut self) -> Option<Package> {
        self.todo.pop_front()
    }

    /// Links that were not followed, with the reason.
    pub(super) fn outside(self) -> impl Iterator<Item = (String, String)> {
        self.outside.into_iter().map(|slot| (slot, "a link that leads out of the root".to_owned()))
    }

    /// Adds an import by a file in a folder of the program.
    pub(super) fn add_import(&mut self, folder: &str, name: &str) {
        let real = self.root.join(folder);
        self.add(folder, &real, name);
    }

    /// Adds the dependencies in a package's `package.json` that it needs to run.
    pub(super) fn add_dependencies(&mut self, package: &Package, is_needed: impl Fn(&str) -> bool) {
        let Ok(text) = fs::read_to_string(package.real.join("package.json")) else { return };
        let Ok(Value::Object(json)) = serde_json::from_str(&text) else { return };
        let mut names = BTreeSet::new();
        for member in NEEDS {
            if let Some(Value::Object(needs)) = json.get(member) {
                names.extend(needs.keys().filter(|name| super::names::package(name) == Some(name)));
            }
        }
        self.add_all(package, names.into_iter().map(String::as_str).filter(|name| is_needed(name)));
    }

    /// Adds packages that a package needs.
    pub(super) fn add_all<'n>(&mut self, package: &Package, names: impl Iterator<Item = &'n str>) {
        for name in names {
            self.add(&package.slot, &package.real, name);
        }
    }

    /// Adds the package that a name resolves to in a folder of the snapshot, which is `real` on disk.
    fn add(&mut self, folder: &str, real: &Path, name: &str) {
        let Some((candidate, found)) = find(self.root, real, name) else { return };
        let slots: Vec<String> = above(folder).map(|above| slot(above, name)).collect();
        let known = slots.iter().find_map(|slot| self.taken.get(slot));
        if known == Some(&found) {
            return;
        }
        if !found.starts_with(self.root) {
            self.outside.insert(candidate.unwrap_or_else(|| slot("", name)));
            return;
        }
        // Its path on disk if visible; otherwise the top level, where others share it; otherwise next to its
        // importer.
        let nearer = |wanted: &String| {
            slots.iter().take_while(|slot| *slot != wanted).all(|slot| !self.taken.contains_key(slot))
        };
        let on_disk = candidate.filter(|slot| slots.contains(slot) && !self.taken.contains_key(slot));
        let top = slots.last().filter(|_| known.is_none()).cloned();
        let chosen = on_disk.filter(nearer).or(top).or_else(|| slots.first().cloned());
        if let Some(slot) = chosen.filter(|slot| !self.taken.contains_key(slot)) {
            self.taken.insert(slot.clone(), found.clone());
            self.todo.push_back(Package { slot, real: found });
        }
    }
}

/// The folder that Node finds for a name in a folder below a root: its path from the root, and with links resolved.
pub(super) fn find(root: &Path, real: &Path, name: &str) -> Option<(Option<String>, PathBuf)> {
    let within = real.ancestors().take_while(|folder| folder.starts_with(root));
    let folders = within.filter(|folder| folder.file_name().is_none_or(|last| last != "node_modules"));
    folders.map(|folder| folder.join("node_modules").join(name)).find(|folder| folder.is_dir()).and_then(
        |folder| {
            let candidate = folder.strip_prefix(root).ok().and_then(Path::to_str).map(super::slashed);
            Some((candidate, fs::canonicalize(&folder).ok()?))
        },
    )
}

/// A folder and its ancestors, except folders that contain packages; the root is empty.
fn above(folder: &str) -> impl Iterator<Item = &str> {
    let next = |folder: &&'_ str| -> Option<usize> {
        folder.rfind('/').or_else(|| (!folder.is_empty()).then_some(0))
    };
    let is_home = |folder: &&str| *folder != "node_modules" && !folder.ends_with("/node_modules");
    let ends = std::iter::successors(Some(folder.len()), move |end| next(&&folder[..*end]));
    ends.map(move |end| &folder[..end]).filter(is_home)
}

fn slot(folder: &str, name: &str) -> String {
    if folder.is_empty() { format!("node_modules/{name}") } else { format!("{folder}/node_modules/{name}") }
}
