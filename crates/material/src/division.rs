//! Divides a project into application and test material.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use verdict_protocol::{Evidence, TestConfig};
use verdict_syntax::{SourceKind, source_type};
use verdict_vfs::{Conditions, Snapshot, VfsPath};

use crate::entries::entries;
use crate::known::Known;
use crate::names;
use crate::references::References;

/// The role of a file in a project's tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Part of the application.
    Subject,
    /// Part of the tests.
    Material,
    /// Reached only by tests; it may be either tested code or a test helper.
    Undecided,
}

/// Divides the files of a snapshot into subject and test material.
///
/// 1. Test files, setup files and configured material are material, whatever imports them.
/// 2. Files that entry points reach are subject. Entry points are files named by `package.json`, HTML files
///    and `test.entries`, and conventional entries (`src/index`). The file that a test is named after
///    (`sum.js` of `sum.test.js`) is one too. So is every file that no test reaches, unless it configures a
///    tool, is named for tests, or uses the API of a test runner.
/// 3. Of the rest, files that use that API or are named for tests are material, as are files that are not
///    source.
/// 4. Remaining files are undecided. If tests reach nothing of the subject, they are subject.
///
/// A package below `node_modules` is subject if a file of the subject or another such package depends on it.
#[derive(Debug, Clone, Default)]
pub struct Division {
    subject: BTreeSet<VfsPath>,
    undecided: BTreeSet<VfsPath>,
    loose: BTreeSet<VfsPath>,
    /// Folders of packages that the subject depends on.
    packages: BTreeSet<String>,
}

impl Division {
    /// Divides a snapshot. `tests` are its test files.
    #[must_use]
    pub fn new(snapshot: &Snapshot, tests: &BTreeSet<VfsPath>, config: &TestConfig) -> Division {
        Division::knowing(&mut Known::default(), snapshot, tests, config)
    }

    /// Divides a snapshot with the references cached in `known`, and caches those of this snapshot.
    #[must_use]
    pub fn knowing(
        known: &mut Known,
        snapshot: &Snapshot,
        tests: &BTreeSet<VfsPath>,
        config: &TestConfig,
    ) -> Division {
        let sources = Sources::read(snapshot, known);
        let mut material: BTreeSet<VfsPath> = tests.clone();
        material.extend(config.material.iter().filter_map(|path| VfsPath::parse(path).ok()));
        material.extend(setup_files(snapshot, config));
        let testing: BTreeSet<VfsPath> = material.iter().chain(&sources.using_test_api).cloned().collect();
        let of_tests = sources.reached_from(&testing, &BTreeSet::new());
        let is_ours = |path: &VfsPath| {
            !testing.contains(path) && !names::says_test(path) && !names::is_configuration(path)
        };

        let mut roots = entries(snapshot, &config.entries);
        for test in tests {
            let named_after = |file: &&VfsPath| is_ours(file) && names::is_test_of(test, file);
            roots.extend(sources.imports(test).iter().filter(named_after).cloned());
        }
        let sure = sources.reached_from(&roots, &material);
        let unreached = sources.files().filter(|path| !of_tests.contains(*path) && is_ours(path));
        let loose: BTreeSet<VfsPath> = unreached.filter(|path| !sure.contains(*path)).cloned().collect();
        roots.extend(loose.iter().cloned());
        let mut subject = sources.reached_from(&roots, &material);

        let is_open = |path: &&VfsPath| of_tests.contains(*path) && !subject.contains(*path) && is_ours(path);
        let mut undecided: BTreeSet<VfsPath> = sources.files().filter(is_open).cloned().collect();
        if of_tests.is_disjoint(&subject) {
            subject.append(&mut undecided);
        }
        let packages = packages(snapshot, &sources, &subject);
        Division { subject, undecided, loose, packages }
    }

    /// The role of a file. A file that does not exist is test material.
    #[must_use]
    pub fn role(&self, path: &VfsPath) -> Role {
        if self.is_subject(path) {
            return Role::Subject;
        }
        if self.undecided.contains(path) { Role::Undecided } else { Role::Material }
    }

    /// Whether a file is part of the application.
    #[must_use]
    pub fn is_subject(&self, path: &VfsPath) -> bool {
        self.subject.contains(path)
            || package_folder(path).is_some_and(|folder| self.packages.contains(folder))
    }

    /// The files of the project, without packages, that are part of the application, by path.
    pub fn subject(&self) -> impl Iterator<Item = &VfsPath> {
        self.subject.iter()
    }

    /// The files that are undecided, by path.
    pub fn undecided(&self) -> impl Iterator<Item = &VfsPath> {
        self.undecided.iter()
    }

    /// The files that are part of the application only because nothing imports them, by path.
    pub fn loose(&self) -> impl Iterator<Item = &VfsPath> {
        self.loose.iter()
    }

    /// The folders of the packages that the application depends on.
    pub fn packages(&self) -> impl Iterator<Item = &str> {
        self.packages.iter().map(String::as_str)
    }

    /// Adds the division of the snapshot to a command's evidence.
    pub fn describe(&self, evidence: &mut Evidence) {
        evidence.divided = true;
        evidence.subject = self.subject().map(ToString::to_string).collect();
        evidence.undecided = self.undecided().map(ToString::to_string).collect();
        evidence.loose = self.loose().map(ToString::to_string).collect();
        evidence.packages = self.packages().map(str::to_owned).collect();
    }
}

/// The source files of a project, with their imports.
#[derive(Default)]
struct Sources {
    imports: BTreeMap<VfsPath, Vec<VfsPath>>,
    /// Folders of imported packages, by importing file.
    packages: BTreeMap<VfsPath, BTreeSet<String>>,
    using_test_api: BTreeSet<VfsPath>,
}

impl Sources {
    fn read(snapshot: &Snapshot, known: &mut Known) -> Sources {
        let mut sources = Sources::default();
        let mut all = BTreeMap::new();
        for (path, blob) in snapshot.iter().filter(|(path, _)| package_folder(path).is_none()) {
            let Some(text) = blob.text() else { continue };
            // The name is checked first, because reading every text is expensive.
            if !matches!(path.extension(), Some("js" | "mjs" | "cjs" | "jsx" | "ts" | "mts" | "cts" | "tsx"))
            {
                continue;
            }
            if !matches!(source_type(path.as_str(), text), SourceKind::Code(_)) {
                continue;
            }
            let found = known.references(path, blob, text);
            all.insert(path.clone(), (blob.hash().to_owned(), Rc::clone(&found)));
            let References { specifiers, uses_test_api, globs } = &*found;
            let mut files = Vec::new();
            for specifier in specifiers {
                for conditions in [Conditions::Import, Conditions::Require] {
                    let Ok(found) = snapshot.resolve_under(path, specifier, conditions) else { continue };
                    // A path that is written out leads to its file, however it is imported.
                    let is_exact =
                        conditions == Conditions::Import && is_written_out(snapshot, path, specifier, &found);
                    match package_folder(&found) {
                        Some(folder) => {
                            sources.packages.entry(path.clone()).or_default().insert(folder.to_owned());
                        }
                        None if files.contains(&found) => {}
                        None => files.push(found),
                    }
                    if is_exact {
                        break;
                    }
                }
            }
            for glob in globs {
                for found in snapshot.import_glob(path, glob).unwrap_or_default().files {
                    match package_folder(&found) {
                        Some(folder) => {
                            sources.packages.entry(path.clone()).or_default().insert(folder.to_owned());
                        }
                        None if files.contains(&found) => {}
                        None => files.push(found),
                    }
                }
            }
            if *uses_test_api {
                sources.using_test_api.insert(path.clone());
            }
            sources.imports.insert(path.clone(), files);
        }
        known.replace(all);
        sources
    }

    fn files(&self) -> impl Iterator<Item = &VfsPath> {
        self.imports.keys()
    }

    fn imports(&self, path: &VfsPath) -> &[VfsPath] {
        self.imports.get(path).map_or(&[], Vec::as_slice)
    }

    /// The files reachable from `roots`, which are included. Files of `closed` are neither reached nor
    /// followed.
    fn reached_from(&self, roots: &BTreeSet<VfsPath>, closed: &BTreeSet<VfsPath>) -> BTreeSet<VfsPath> {
        let mut reached = BTreeSet::new();
        let mut next: Vec<&VfsPath> = roots.iter().collect();
        while let Some(path) = next.pop() {
            if !closed.contains(path) && reached.insert(path.clone()) {
                next.extend(self.imports(path));
            }
        }
        reached
    }
}

/// Whether a specifier is the path of a file as it stands, from the importer's folder.
fn is_written_out(snapshot: &Snapshot, importer: &VfsPath, specifier: &str, found: &VfsPath) -> bool {
    specifier.starts_with(['.', '/'])
        && importer.sibling(specifier).is_ok_and(|path| path == *found)
        && snapshot.alias_of(Some(importer), specifier).is_none()
}

/// The package folder of a file below `node_modules`: `/node_modules/@a/b`.
fn package_folder(path: &VfsPath) -> Option<&str> {
    let text = path.as_str();
    let marker = "/node_modules/";
    let start = text.rfind(marker)? + marker.len();
    let parts = if text[start..].starts_with('@') { 2 } else { 1 };
    let length = text[start..].match_indices('/').nth(parts - 1).map_or(text.len() - start, |(at, _)| at);
    Some(&text[..start + length])
}

/// The folders of the packages that files import, and of those packages' dependencies.
fn packages(snapshot: &Snapshot, sources: &Sources, subject: &BTreeSet<VfsPath>) -> BTreeSet<String> {
    let mut next: Vec<String> =
        subject.iter().filter_map(|path| sources.packages.get(path)).flatten().cloned().collect();
    let mut found = BTreeSet::new();
    while let Some(folder) = next.pop() {
        if !found.insert(folder.clone()) {
            continue;
        }
        let manifest = VfsPath::parse(&format!("{folder}/package.json")).ok();
        let Some(blob) = manifest.and_then(|path| snapshot.get(&path).cloned()) else { continue };
        let manifest: serde_json::Value = serde_json::from_slice(blob.bytes()).unwrap_or_default();
        for field in ["dependencies", "peerDependencies", "optionalDependencies"] {
            let names = manifest[field].as_object().into_iter().flat_map(|names| names.keys());
            next.extend(names.filter_map(|name| installed(snapshot, &folder, name)));
        }
    }
    found
}

/// The folder of a package that another one finds by name: in its own `node_modules`, or in one above.
fn installed(snapshot: &Snapshot, from: &str, name: &str) -> Option<String> {
    let mut folder = from;
    loop {
        let candidate = format!("{folder}/node_modules/{name}");
        if snapshot.contains(&format!("{candidate}/package.json")) {
            return Some(candidate);
        }
        folder = folder.rsplit_once('/')?.0;
    }
}

fn setup_files(snapshot: &Snapshot, config: &TestConfig) -> Vec<VfsPath> {
    let Ok(root) = VfsPath::parse("/any") else { return Vec::new() };
    let names = config.setup_files.0.iter();
    names.filter_map(|name| verdict_judge::setup_file(snapshot, &root, name).ok()).collect()
}
