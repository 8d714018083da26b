//! The files of a request as the cache asks for them: where names lead, and how files are read.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, OnceLock};

use verdict_protocol::{CONFIG_FILE, ImportKind, ReadKind, TestConfig, sha256_hex};
use verdict_transform::TsConfigs;
use verdict_vfs::{Blob, Conditions, Snapshot, VfsPath, is_globbed};

use super::lock;
use crate::folder::packages::specifiers;
use crate::folder::snapshots;

/// A call that loads a module in a way that the engine does not record.
const UNRECORDED: &str = "Worker(";
/// File that decides how the files around it are resolved and read.
const PACKAGE_FILE: &str = "package.json";
/// Folder of packages.
const PACKAGES: &str = "/node_modules/";

/// The files of a request. It remembers what it found, since test files have most of it in common.
pub(super) struct Graph<'a> {
    pub(super) snapshot: &'a Snapshot,
    aliased: Snapshot,
    surroundings: String,
    settings: OnceLock<String>,
    imports: Mutex<HashMap<VfsPath, Arc<Imports>>>,
    configs: Mutex<TsConfigs>,
    /// By folder.
    options: Mutex<HashMap<String, Arc<str>>>,
    /// By path and kind.
    reads: Mutex<BTreeMap<(String, ReadKind), Arc<str>>>,
}

/// The files that a file names, or that its run reads because of its name.
pub(super) struct Imports {
    pub(super) files: Vec<VfsPath>,
    pub(super) specifiers: BTreeSet<String>,
    /// The hash of what each name leads to.
    pub(super) hash: String,
    /// Whether it may load files that the engine does not record.
    pub(super) is_open: bool,
}

impl<'a> Graph<'a> {
    /// Creates the graph; `None` for aliases that the engine refuses.
    pub(super) fn new(snapshot: &'a Snapshot, config: &TestConfig) -> Option<Graph<'a>> {
        Some(Graph {
            snapshot,
            aliased: snapshot.resolving_as(config).ok()?,
            surroundings: hash_of(snapshot.iter(), |path| path.name().ends_with(".json") || is_for_all(path)),
            settings: OnceLock::new(),
            imports: Mutex::default(),
            configs: Mutex::new(TsConfigs::of(snapshot.clone())),
            options: Mutex::default(),
            reads: Mutex::default(),
        })
    }

    /// The hash of all paths, and of all files that configure something.
    pub(super) fn surroundings(&self) -> &str {
        &self.surroundings
    }

    /// The hash of the project's files on which every run may depend.
    pub(super) fn settings(&self) -> &str {
        self.settings.get_or_init(|| {
            let is_setting = |path: &VfsPath| is_for_all(path) && !in_packages(path.as_str());
            hash_of(self.snapshot.iter().filter(|(path, _)| is_setting(path)), |_| true)
        })
    }

    /// A file of the snapshot.
    pub(super) fn file(&self, path: &str) -> Option<VfsPath> {
        VfsPath::parse(path).ok().filter(|path| self.snapshot.get(path).is_some())
    }

    /// The hash of a file; `None` if it is missing.
    pub(super) fn hash(&self, path: &str) -> Option<&str> {
        let path = VfsPath::parse(path).ok()?;
        self.snapshot.get(&path).map(Blob::hash)
    }

    /// The file to which a name in a file leads.
    pub(super) fn target(&self, importer: &str, specifier: &str, kind: ImportKind) -> Option<VfsPath> {
        if kind == ImportKind::Setup {
            let at = VfsPath::parse(CONFIG_FILE).ok()?;
            return verdict_judge::setup_file(&self.aliased, &at, specifier).ok();
        }
        let conditions = if kind == ImportKind::Require { Conditions::Require } else { Conditions::Import };
        self.aliased.resolve_under(&VfsPath::parse(importer).ok()?, specifier, conditions).ok()
    }

    /// The hash of what a read of a path gives, apart from the content of a file.
    pub(super) fn read(&self, path: &str, kind: ReadKind) -> Arc<str> {
        if matches!(kind, ReadKind::File | ReadKind::Snapshot) {
            return "".into();
        }
        let key = (path.to_owned(), kind);
        if let Some(known) = lock(&self.reads).get(&key) {
            return Arc::clone(known);
        }
        let folder = format!("{}/", path.trim_end_matches('/'));
        let is_found = |found: &&str| match kind {
            ReadKind::Glob => is_globbed(path, found),
            _ => found.starts_with(&folder),
        };
        let paths = self.snapshot.iter().map(|(path, _)| path.as_str()).filter(is_found);
        let lines: String = paths.flat_map(|path| [path, "\n"]).collect();
        let hash: Arc<str> = sha256_hex(lines.as_bytes()).into();
        lock(&self.reads).insert(key, Arc::clone(&hash));
        hash
    }

    /// How the files in the folder of a file are resolved and read.
    pub(super) fn options(&self, path: &VfsPath) -> Arc<str> {
        if let Some(known) = lock(&self.options).get(path.folder()) {
            return Arc::clone(known);
        }
        let mut text = format!("{:?}\n", lock(&self.configs).of_file(path));
        let mut folder = path.folder();
        while in_packages(&format!("{folder}/")) {
            let file = format!("{folder}/{PACKAGE_FILE}");
            if let Some(hash) = self.hash(&file) {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{file}\0{hash}");
            }
            folder = folder.rsplit_once('/').map_or("", |(above, _)| above);
        }
        let text: Arc<str> = text.into();
        lock(&self.options).insert(path.folder().to_owned(), Arc::clone(&text));
        text
    }

    /// What a file names.
    pub(super) fn imports(&self, path: &VfsPath) -> Arc<Imports> {
        if let Some(known) = lock(&self.imports).get(path) {
            return Arc::clone(known);
        }
        let (mut files, mut names, mut all) = (Vec::new(), BTreeSet::new(), String::new());
        let mut add = |found: Option<VfsPath>| {
            let found = found.filter(|found| self.snapshot.get(found).is_some());
            let _ = writeln!(all, "{}", found.as_ref().map_or("", VfsPath::as_str));
            files.extend(found);
        };
        let text = self.snapshot.get(path).and_then(Blob::text).unwrap_or_default();
        specifiers(text, false, &mut |specifier| {
            names.insert(specifier.to_owned());
            let specifier = specifier.split('?').next().unwrap_or_default();
            for conditions in [Conditions::Import, Conditions::Require] {
                add(self.aliased.resolve_under(path, specifier, conditions).ok());
            }
            add(path.sibling(specifier).ok());
        });
        add(snapshots::of_test(path));
        add(path.sibling(&format!("{}.map", path.name())).ok());
        let (hash, is_open) = (sha256_hex(all.as_bytes()), text.contains(UNRECORDED));
        let imports = Arc::new(Imports { files, specifiers: names, hash, is_open });
        lock(&self.imports).insert(path.clone(), Arc::clone(&imports));
        imports
    }
}

/// The hash of the paths of files, and of the content of some.
fn hash_of<'f>(
    files: impl Iterator<Item = (&'f VfsPath, &'f Blob)>,
    with_content: impl Fn(&VfsPath) -> bool,
) -> String {
    let lines = files.fold(String::new(), |mut lines, (path, blob)| {
        let hash = if with_content(path) { blob.hash() } else { "" };
        let _ = writeln!(lines, "{}\0{hash}", path.as_str());
        lines
    });
    sha256_hex(lines.as_bytes())
}

fn in_packages(path: &str) -> bool {
    path.contains(PACKAGES)
}

/// Whether any run may depend on a file's content: configurations, and mocks that are found by their place.
fn is_for_all(path: &VfsPath) -> bool {
    let name = path.name();
    name == PACKAGE_FILE
        || ((name.starts_with("tsconfig") || name.starts_with("jsconfig")) && name.ends_with(".json"))
        || name.contains(".config.")
        || name.contains(".workspace.")
        || name.starts_with('.')
        || path.as_str().contains("/__mocks__/")
}
