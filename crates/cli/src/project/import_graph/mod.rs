//! Which files of a project import which, and which may be loaded.

mod loaded;
mod related;

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use serde_json::Value;
use verdict_vfs::{Blob, Change, Conditions, ResolveError, Snapshot, VfsPath, diff};

use crate::folder::packages::{self, computed, package_of, specifiers};
use crate::folder::snapshots;

/// Which files of a snapshot import which. A file is read when it is first asked for.
#[derive(Debug)]
pub(crate) struct ImportGraph {
    /// The folder on disk, without links.
    root: PathBuf,
    snapshot: Snapshot,
    /// The files under the names that aliases give them.
    aliased: Snapshot,
    config: Value,
    setup_files: Vec<String>,
    /// What the scripts that were read lead to.
    imports: BTreeMap<VfsPath, Imports>,
    /// The files and folders that texts in scripts name, of those that were asked for.
    named: BTreeMap<VfsPath, Vec<String>>,
    /// The folder of the project that a package is linked to, for files in a folder.
    linked: RefCell<HashMap<(String, String), Option<String>>>,
    /// The folders with files of the project itself.
    folders: OnceCell<HashSet<String>>,
}

/// What a script leads to.
#[derive(Debug, Default)]
struct Imports {
    /// Files of the project.
    files: Vec<VfsPath>,
    /// Whether it may load any file: it computes a name.
    is_open: bool,
}

impl ImportGraph {
    /// The graph of a folder's files. `config` is that of a request, with its aliases.
    pub(crate) fn new(root: &Path, snapshot: &Snapshot, config: &Value) -> ImportGraph {
        let resolved = verdict_judge::resolve_config(snapshot, Some(config)).unwrap_or_default().config.test;
        let aliased = snapshot.resolving_as(&resolved).unwrap_or_else(|_| snapshot.clone());
        ImportGraph {
            root: root.to_owned(),
            snapshot: snapshot.clone(),
            aliased,
            config: config.clone(),
            setup_files: resolved.setup_files.0,
            imports: BTreeMap::new(),
            named: BTreeMap::new(),
            linked: RefCell::default(),
            folders: OnceCell::new(),
        }
    }

    /// The graph of a later state. Only what changed is read again, if the same files are there.
    pub(crate) fn next(self, snapshot: &Snapshot, config: &Value) -> ImportGraph {
        let changes = diff(&self.snapshot, snapshot);
        let is_same_place =
            changes.created.is_empty() && changes.deleted.is_empty() && changes.renamed.is_empty();
        // A JSON file may say how names resolve.
        let resolves =
            |path: &VfsPath| path.extension().is_some_and(|extension| extension.starts_with("json"));
        if !is_same_place || *config != self.config || changes.modified.iter().any(resolves) {
            return ImportGraph::new(&self.root, snapshot, config);
        }
        let mut next = self;
        let put = |path: &VfsPath| snapshot.get(path).map(|blob| Change::Put(path.clone(), blob.clone()));
        let Ok(aliased) = next.aliased.apply(changes.modified.iter().filter_map(put)) else {
            return ImportGraph::new(&next.root, snapshot, config);
        };
        (next.snapshot, next.aliased) = (snapshot.clone(), aliased);
        for path in changes.modified {
            next.imports.remove(&path);
            next.named.remove(&path);
        }
        next
    }

    /// The names in `setupFiles`.
    pub(crate) fn setup_files(&self) -> &[String] {
        &self.setup_files
    }

    /// The files under the names that aliases give them.
    pub(crate) fn aliased(&self) -> &Snapshot {
        &self.aliased
    }

    fn imports_of(&self, path: &VfsPath) -> Imports {
        let mut imports = Imports::default();
        let text = self.snapshot.get(path).and_then(Blob::text).filter(|_| path.is_script());
        let Some(text) = text else { return imports };
        let files = &mut imports.files;
        specifiers(text, false, &mut |specifier| self.add(path, specifier, files));
        if is_own(path) {
            computed(text, &mut |start| match self.below(path, start) {
                Some(below) => files.extend(below),
                None => imports.is_open = true,
            });
        }
        files.extend(verdict_material::globbed(&self.aliased, path, text));
        // A mock without a factory is found by the place of what it replaces.
        let own = files.iter().filter(|file| is_own(file));
        let mocks = own.flat_map(|file| Snapshot::mock_paths(file.as_str(), file.as_str()));
        let mocks: Vec<VfsPath> = mocks.collect();
        files.extend(mocks);
        // A test finds its snapshots by its own name.
        files.extend(snapshots::of_test(path));
        files.retain(|file| self.snapshot.get(file).is_some());
        imports
    }

    /// Adds the files that a specifier leads to.
    fn add(&self, importer: &VfsPath, specifier: &str, files: &mut Vec<VfsPath>) {
        let imported = self.aliased.resolve(importer, specifier);
        let is_bare = !specifier.starts_with(['.', '/']) && is_own(importer);
        // Whatever imports it, a package is there or not.
        let is_missing = matches!(imported, Err(ResolveError::Bare { .. } | ResolveError::Url));
        let required = (is_bare && !is_missing)
            .then(|| self.aliased.resolve_under(importer, specifier, Conditions::Require).ok())
            .flatten();
        if imported.is_err() && required.is_none() {
            files.extend(importer.sibling(specifier));
            if is_bare {
                files.extend(self.linked(importer, specifier));
            }
        }
        files.extend(imported.into_iter().chain(required));
    }

    /// The files that a package leads to that is a part of the project itself. If it leads to what is not there, such as the
    /// output of a build, that may come from all of its files.
    fn linked(&self, importer: &VfsPath, specifier: &str) -> Vec<VfsPath> {
        let sub = package_of(specifier).and_then(|name| Some((name, specifier.strip_prefix(name)?)));
        let Some((name, sub)) = sub else { return Vec::new() };
        let folder = importer.folder().trim_start_matches('/');
        let key = (folder.to_owned(), name.to_owned());
        let mut known = self.linked.borrow_mut();
        let known = known.entry(key).or_insert_with(|| packages::linked(&self.root, folder, name));
        let Some(folder) = known.as_ref() else { return Vec::new() };
        let start = if folder.is_empty() { "/".to_owned() } else { format!("/{folder}/") };
        let Ok(manifest) = VfsPath::parse(&format!("{start}package.json")) else { return Vec::new() };
        let text = self.snapshot.get(&manifest).map(Blob::bytes).unwrap_or_default();
        let json: Value = serde_json::from_slice(text).unwrap_or_default();
        // With `exports` its own name resolves as it does for others, which may know it by another one.
        let specifier = match json["name"].as_str().filter(|_| !json["exports"].is_null()) {
            Some(own) => format!("{own}{sub}"),
            None => format!("./{}", sub.trim_start_matches('/')),
        };
        let under = |conditions| self.aliased.resolve_under(&manifest, &specifier, conditions).ok();
        let found: Vec<VfsPath> =
            [Conditions::Import, Conditions::Require].into_iter().filter_map(under).collect();
        if found.is_empty() { self.starting_with(&start) } else { found }
    }

    /// The files that a name may lead to that starts with a text; `None` if that says nothing.
    fn below(&self, importer: &VfsPath, start: &str) -> Option<Vec<VfsPath>> {
        let replaced = self.aliased.alias_of(Some(importer), start);
        let start = replaced.as_deref().unwrap_or(start);
        // A package, with its whole name.
        if package_of(start).is_some_and(|name| {
            start.strip_prefix(name).is_some_and(|rest| rest.starts_with('/')) && replaced.is_none()
        }) {
            return Some(Vec::new());
        }
        let is_path = start.starts_with(['.', '/']);
        let (folder, name) = start.rsplit_once('/').filter(|_| is_path || replaced.is_some())?;
        // What an alias stands for is a path from the root.
        let folder = if is_path { folder.to_owned() } else { format!("/{folder}") };
        let base = importer.sibling(&format!("{folder}/_")).ok()?;
        Some(self.starting_with(&format!("{}/{name}", base.folder())))
    }

    fn starting_with(&self, start: &str) -> Vec<VfsPath> {
        let all = self.snapshot.iter().map(|(path, _)| path);
        all.filter(|path| path.as_str().starts_with(start)).cloned().collect()
    }

    /// Reads the imports of a file.
    fn read(&mut self, path: &VfsPath) -> &Imports {
        if !self.imports.contains_key(path) {
            let imports = self.imports_of(path);
            self.imports.insert(path.clone(), imports);
        }
        &self.imports[path]
    }
}

/// Whether a file is not one of an installed package.
fn is_own(path: &VfsPath) -> bool {
    !path.as_str().contains("/node_modules/")
}
