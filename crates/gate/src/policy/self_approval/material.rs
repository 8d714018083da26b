//! The basis of the judgement: test material and subject of the previous state, and the imports between them.

use std::collections::{BTreeMap, BTreeSet};

use verdict_protocol::{FileEvidence, ImportEvidence, ImportKind, PinnedImport, ReadKind};
use verdict_vfs::{Change, Conditions, Snapshot, VfsPath, is_globbed};

use super::runs::Ran;

/// The role of a file of the previous state in the judging tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Part of the application.
    Subject,
    /// Part of the tests.
    Material,
    /// Tests reach it, but its role is unknown.
    Undecided,
}

/// The files of one state, by role.
#[derive(Debug, Clone, Default)]
pub(super) struct Roles {
    subject: BTreeSet<String>,
    undecided: BTreeSet<String>,
    packages: BTreeSet<String>,
    /// Test files and files that run before all of them, which are always material.
    tests: BTreeSet<String>,
    /// Whether the verifier recorded nothing.
    is_unrecorded: bool,
}

impl Roles {
    /// Derives roles from a run's record: its static division, and what the subject's code imported or read.
    /// Without a record, test files, `always` and files named for tests are material. Everything else is
    /// subject.
    fn of(ran: &Ran, always: &BTreeSet<String>) -> Roles {
        let mut roles = Roles {
            tests: ran.file_names().map(str::to_owned).chain(always.iter().cloned()).collect(),
            is_unrecorded: !ran.evidence.divided,
            subject: ran.evidence.subject.iter().cloned().collect(),
            undecided: ran.evidence.undecided.iter().cloned().collect(),
            packages: ran.evidence.packages.iter().cloned().collect(),
        };
        let tests: BTreeSet<&str> = ran.file_names().collect();
        let all = ran.imports();
        roles.doubt(ran, &all);
        let imports: BTreeSet<(&str, &str)> = all
            .iter()
            .filter(|one| matches!(one.kind, ImportKind::Import | ImportKind::Require))
            .filter_map(|one| Some((one.importer.as_str(), one.path.as_deref()?)))
            .filter(|(_, path)| !tests.contains(path))
            .collect();
        loop {
            let is_new = |(importer, path): &&(&str, &str)| {
                roles.subject.contains(*importer) && !roles.subject.contains(*path)
            };
            let found: Vec<String> =
                imports.iter().filter(is_new).map(|(_, path)| (*path).to_owned()).collect();
            if found.is_empty() {
                break;
            }
            roles.subject.extend(found);
        }
        let reads = ran.evidence.files.iter().flat_map(|file| &file.reads);
        let by_subject = |by: &Option<String>| by.as_ref().is_some_and(|by| roles.subject.contains(by));
        let read: Vec<String> = reads
            .filter(|read| matches!(read.kind, ReadKind::File | ReadKind::Folder) && by_subject(&read.by))
            .map(|read| read.path.clone())
            .filter(|path| !tests.contains(path.as_str()))
            .collect();
        roles.subject.extend(read);
        roles.undecided.retain(|path| !roles.subject.contains(path));
        roles
    }

    /// Marks a file as undecided if test material imports it and it counts as subject only for lack of
    /// importers.
    fn doubt(&mut self, ran: &Ran, imports: &BTreeSet<&ImportEvidence>) {
        if ran.evidence.loose.is_empty() {
            return;
        }
        let (mut by_subject, mut by_others) = (BTreeSet::new(), BTreeSet::new());
        for one in imports {
            let Some(path) = one.path.as_deref().filter(|path| *path != one.importer) else { continue };
            let importers =
                if self.subject.contains(&one.importer) { &mut by_subject } else { &mut by_others };
            importers.insert(path);
        }
        let in_doubt =
            |path: &&String| by_others.contains(path.as_str()) && !by_subject.contains(path.as_str());
        let doubted: Vec<String> = ran.evidence.loose.iter().filter(in_doubt).cloned().collect();
        for path in doubted {
            self.subject.remove(&path);
            self.undecided.insert(path);
        }
    }

    pub(super) fn role(&self, path: &str) -> Role {
        if self.tests.contains(path) {
            return Role::Material;
        }
        if self.is_unrecorded {
            return if is_named_for_tests(path) { Role::Material } else { Role::Subject };
        }
        let package = path.rfind("/node_modules/").map(|at| at + "/node_modules/".len());
        let in_package = package.is_some_and(|start| {
            self.packages.iter().any(|folder| {
                folder.len() >= start
                    && path.strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/'))
            })
        });
        if in_package || self.subject.contains(path) || says_how_imports_are_read(path) {
            return Role::Subject;
        }
        if self.undecided.contains(path) { Role::Undecided } else { Role::Material }
    }
}

/// Folder names of test material, for tests without known imports.
const FOLDERS: [&str; 7] =
    ["tests", "test", "__tests__", "__mocks__", "__fixtures__", "fixtures", "__snapshots__"];

/// Whether a file's path marks it as part of the tests.
pub(super) fn is_named_for_tests(path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    name.ends_with(".snap") || folder.split('/').any(|folder| FOLDERS.contains(&folder))
}

/// Files that define how specifiers resolve. [`Material::pins`] preserves the imports of test material, so
/// the application can use the changed files.
pub(super) fn says_how_imports_are_read(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let is_config = |start: &str| name.starts_with(start) && name.ends_with(".json");
    name == "package.json" || is_config("tsconfig") || is_config("jsconfig")
}

/// Two states of the files, and what tests used in the previous state.
pub(super) struct Material<'a> {
    /// The previous state, with the configuration's aliases.
    pub(super) before: Snapshot,
    /// The new state, with the configuration's aliases.
    pub(super) after: Snapshot,
    pub(super) roles: Roles,
    /// The new path of each moved file, by its old path.
    pub(super) moves: &'a BTreeMap<String, String>,
    pub(super) ran: &'a Ran,
    /// Files that run before every test file.
    always: &'a BTreeSet<String>,
    /// Paths in either state that the other state lacks or that have other bytes there.
    pub(super) changed: BTreeSet<String>,
}

/// The test material that a change touches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Touched {
    /// Material of the previous state that the change modifies or removes.
    pub(super) material: BTreeSet<String>,
    /// Touched files of unknown role.
    pub(super) undecided: BTreeSet<String>,
    /// Imports of material that resolve to another file after the change.
    pub(super) imports: Vec<ImportEvidence>,
    /// Folders that tests list, and paths that tests found missing, if the change affects the answer.
    pub(super) listings: BTreeSet<String>,
    /// The test files whose material, imports or listings the change touches.
    pub(super) tests: BTreeSet<String>,
}

impl<'a> Material<'a> {
    pub(super) fn new(
        (before, after): (&Snapshot, &Snapshot),
        ran: &'a Ran,
        moves: &'a BTreeMap<String, String>,
        always: &'a BTreeSet<String>,
    ) -> Material<'a> {
        let diff = |from: &Snapshot, to: &Snapshot| -> Vec<String> {
            let differs = to.iter().filter(|(path, blob)| from.get(path) != Some(*blob));
            differs.map(|(path, _)| path.to_string()).collect()
        };
        let changed = diff(before, after).into_iter().chain(diff(after, before)).collect();
        let roles = Roles::of(ran, always);
        Material { roles, before: before.clone(), after: after.clone(), moves, ran, always, changed }
    }

    /// The roles of files in another state.
    pub(super) fn roles_of(&self, ran: &Ran) -> Roles {
        Roles::of(ran, self.always)
    }

    /// The previous state's test files, with their evidence. Without a record, a test file may have used any
    /// material.
    fn test_files(&self) -> Vec<(&'a str, BTreeSet<&str>, Option<&'a FileEvidence>)> {
        let recorded = |file: &'a str| {
            let evidence = self.ran.evidence_of(file);
            let used = match evidence {
                Some(evidence) => Self::used(evidence),
                None => {
                    self.changed.iter().map(String::as_str).filter(|path| is_named_for_tests(path)).collect()
                }
            };
            let always = self.always.iter().map(String::as_str);
            (file, used.into_iter().chain(always).chain([file]).collect(), evidence)
        };
        self.ran.file_names().map(recorded).collect()
    }

    /// Everything that a test file used: itself, direct and indirect imports, and the files it read.
    pub(super) fn used(file: &FileEvidence) -> BTreeSet<&str> {
        let imports = file.imports.iter().flat_map(|one| [Some(one.importer.as_str()), one.path.as_deref()]);
        let reads = file.reads.iter().map(|read| Some(read.path.as_str()));
        imports.chain(reads).flatten().chain([file.file.as_str()]).collect()
    }

    /// The test files that used any of the given paths.
    pub(super) fn users(&self, paths: &BTreeSet<String>) -> BTreeSet<String> {
        if paths.is_empty() {
            return BTreeSet::new();
        }
        let files = self.test_files().into_iter();
        files
            .filter(|(_, used, _)| used.iter().any(|path| paths.contains(*path)))
            .map(|(file, ..)| file.to_owned())
            .collect()
    }

    /// The material that the change touches.
    pub(super) fn touched(&self) -> Touched {
        let mut touched = Touched::default();
        let may_turn = self.may_turn_imports();
        for (file, used, evidence) in self.test_files() {
            let mut is_touched = false;
            for path in used.iter().filter(|path| self.changed.contains(**path)) {
                let existed = self.before.contains(path);
                match self.roles.role(path) {
                    Role::Material if existed => {
                        is_touched |= true;
                        touched.material.insert((*path).to_owned());
                    }
                    // A new file that all tests would read.
                    Role::Material if self.always.contains(*path) => {
                        is_touched = true;
                        touched.listings.insert((*path).to_owned());
                    }
                    Role::Undecided if existed => {
                        touched.undecided.insert((*path).to_owned());
                    }
                    _ => {}
                }
            }
            let imports = evidence.filter(|_| may_turn).map(|evidence| self.turned(evidence));
            let imports = imports.unwrap_or_default();
            let listings: Vec<String> =
                evidence.into_iter().flat_map(|evidence| self.listings_that_differ(evidence)).collect();
            if is_touched || !imports.is_empty() || !listings.is_empty() {
                touched.tests.insert(file.to_owned());
            }
            touched.imports.extend(imports);
            touched.listings.extend(listings);
        }
        touched.imports.sort();
        touched.imports.dedup();
        touched
    }

    /// Whether an unchanged import can resolve to another file after the change. What an import resolves to
    /// depends on paths and on JSON files (`package.json`), not on other texts.
    fn may_turn_imports(&self) -> bool {
        let is_read = |path: &str| path.to_ascii_lowercase().ends_with(".json");
        self.changed
            .iter()
            .any(|path| is_read(path) || self.before.contains(path) != self.after.contains(path))
    }

    /// The imports of untouched material that resolve to another file after the change, ignoring renames.
    fn turned(&self, file: &FileEvidence) -> Vec<ImportEvidence> {
        let of_material = |one: &&ImportEvidence| {
            self.roles.role(&one.importer) == Role::Material && !self.changed.contains(&one.importer)
        };
        // A deleted file is not another file; its tests show what the deletion means.
        let turned = file.imports.iter().filter(of_material).filter(|one| {
            let was = resolve(&self.before, &one.importer, &one.specifier, one.kind);
            let now = resolve(&self.after, &one.importer, &one.specifier, one.kind);
            let meant = was.as_deref().map(|path| self.moved(path));
            now.is_some() && now.as_deref() != meant
        });
        turned.cloned().collect()
    }

    /// Listed folders with changed entries, and missing paths that exist now.
    fn listings_that_differ<'b>(&'b self, file: &'b FileEvidence) -> impl Iterator<Item = String> + 'b {
        let by_material =
            |by: &Option<String>| by.as_ref().is_none_or(|by| self.roles.role(by) == Role::Material);
        file.reads.iter().filter(move |read| by_material(&read.by)).filter_map(|read| {
            let differs = match read.kind {
                ReadKind::Missing => self.after.contains(&read.path),
                ReadKind::Folder => self.changed.iter().any(|path| {
                    let inside = path.strip_prefix(read.path.trim_end_matches('/'));
                    inside.is_some_and(|rest| rest.starts_with('/'))
                        && self.before.contains(path) != self.after.contains(path)
                }),
                ReadKind::Glob => self.changed.iter().any(|path| {
                    is_globbed(&read.path, path) && self.before.contains(path) != self.after.contains(path)
                }),
                ReadKind::File | ReadKind::Snapshot => false,
            };
            differs.then(|| read.path.clone())
        })
    }

    /// The path of a previous file after the change.
    pub(super) fn moved<'b>(&'b self, path: &'b str) -> &'b str {
        self.moves.get(path).map_or(path, String::as_str)
    }

    /// Files of the application, or possibly of it, that newly use the test API and so look like test
    /// material.
    pub(super) fn disguised(&self, new: &Ran) -> BTreeSet<String> {
        let after = self.roles_of(new);
        if after.is_unrecorded || self.roles.is_unrecorded {
            return BTreeSet::new();
        }
        let is_disguised = |path: &&String| {
            self.before.contains(path)
                && self.after.contains(path)
                && self.roles.role(path) != Role::Material
                && after.role(path) == Role::Material
        };
        self.changed.iter().filter(is_disguised).cloned().collect()
    }

    /// Test material of the previous state that the application newly reaches. It stays material.
    pub(super) fn crossed(&self, after: &Roles) -> BTreeSet<String> {
        if after.is_unrecorded || self.roles.is_unrecorded {
            return BTreeSet::new();
        }
        let material = self.before.iter().map(|(path, _)| path.as_str());
        let is_crossed = |path: &&str| {
            self.before.contains(path)
                && self.roles.role(path) == Role::Material
                && after.role(self.moved(path)) == Role::Subject
        };
        let crossed: BTreeSet<&str> = material.filter(is_crossed).collect();
        if crossed.is_empty() {
            return BTreeSet::new();
        }
        let used: BTreeSet<&str> = self.test_files().into_iter().flat_map(|(_, used, _)| used).collect();
        crossed.intersection(&used).map(|path| (*path).to_owned()).collect()
    }

    /// `after` with all test material of the previous state, and with the old content of the files in `also`.
    /// It lacks new test material, according to `roles_after`.
    ///
    /// # Errors
    /// If the change turned such a file into a folder, or one of its parent folders into a file.
    pub(super) fn old_form(&self, roles_after: &Roles, also: &BTreeSet<String>) -> Result<Snapshot, String> {
        let mut changes = Vec::new();
        for path in &self.changed {
            let Ok(parsed) = VfsPath::parse(path) else { continue };
            let role = self.roles.role(path);
            match self.before.get(&parsed) {
                Some(blob) if role == Role::Material || also.contains(path) => {
                    changes.push(Change::Put(parsed, blob.clone()));
                }
                Some(_) => {}
                None if roles_after.role(path) == Role::Material && self.is_used_as_material(&parsed) => {
                    changes.push(Change::Remove(parsed));
                }
                None => {}
            }
        }
        self.after.apply(changes).map_err(|error| error.to_string())
    }

    /// Whether a new file outside the subject could replace earlier test material. Specifiers, automatic
    /// mocks and folder listings could find it.
    fn is_used_as_material(&self, path: &VfsPath) -> bool {
        let is_module = matches!(
            path.extension(),
            Some("js" | "mjs" | "cjs" | "jsx" | "ts" | "mts" | "cts" | "tsx" | "json" | "snap")
        );
        let is_read = || {
            self.ran.evidence.files.iter().flat_map(|file| &file.reads).any(|read| match read.kind {
                ReadKind::Missing => read.path == path.as_str(),
                ReadKind::Folder => path.as_str().starts_with(&read.path),
                ReadKind::Glob => is_globbed(&read.path, path.as_str()),
                ReadKind::File | ReadKind::Snapshot => false,
            })
        };
        is_module || self.always.contains(path.as_str()) || is_read()
    }

    /// The imports of test material to pin, because they would resolve to another file in `files`. A moved
    /// file keeps its meaning at its new path.
    pub(super) fn pins(&self, files: &Snapshot) -> Vec<PinnedImport> {
        let of_material =
            self.ran.imports().into_iter().filter(|one| self.roles.role(&one.importer) == Role::Material);
        let pins = of_material.filter_map(|one| {
            let now = resolve(files, &one.importer, &one.specifier, one.kind);
            let path = match one.path.as_deref() {
                Some(old) => {
                    let path = if files.contains(old) { old } else { self.moved(old) };
                    if !files.contains(path) || now.as_deref() == Some(path) {
                        return None;
                    }
                    Some(path.to_owned())
                }
                None if now.is_none() => return None,
                // Nothing was there, and the change puts something there.
                None => None,
            };
            let (importer, specifier) = (one.importer.clone(), one.specifier.clone());
            Some(PinnedImport { importer, specifier, path })
        });
        let mut pins: Vec<PinnedImport> = pins.collect();
        pins.dedup();
        pins
    }

    /// Groups touched files of unknown role that import each other. Each group is one side of an interface
    /// that may have changed as a whole.
    pub(super) fn groups(&self, files: &BTreeSet<String>) -> Vec<BTreeSet<String>> {
        let imports: BTreeSet<(&str, &str)> = self
            .ran
            .evidence
            .files
            .iter()
            .flat_map(|file| &file.imports)
            .filter_map(|one| Some((one.importer.as_str(), one.path.as_deref()?)))
            .filter(|(from, to)| files.contains(*from) && files.contains(*to))
            .collect();
        let mut left: BTreeSet<String> = files.clone();
        let mut groups = Vec::new();
        while let Some(first) = left.pop_first() {
            let mut group = BTreeSet::from([first]);
            loop {
                let near: Vec<String> = left
                    .iter()
                    .filter(|path| {
                        imports.iter().any(|(from, to)| {
                            (*from == path.as_str() && group.contains(*to))
                                || (*to == path.as_str() && group.contains(*from))
                        })
                    })
                    .cloned()
                    .collect();
                if near.is_empty() {
                    break;
                }
                for path in near {
                    left.remove(&path);
                    group.insert(path);
                }
            }
            groups.push(group);
        }
        groups
    }
}

/// The file that an import resolves to in a snapshot.
pub(super) fn resolve(files: &Snapshot, importer: &str, specifier: &str, kind: ImportKind) -> Option<String> {
    let importer = VfsPath::parse(importer).ok()?;
    let found = match kind {
        ImportKind::Require => files.resolve_under(&importer, specifier, Conditions::Require),
        ImportKind::Setup => {
            let rooted = format!("/{}", specifier.trim_start_matches("./").trim_start_matches('/'));
            files.resolve(&importer, &rooted).or_else(|_| files.resolve(&importer, specifier))
        }
        ImportKind::Import | ImportKind::Mock => files.resolve(&importer, specifier),
    };
    found.ok().map(|path| path.to_string())
}
