//! What tests are made of.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use verdict_protocol::{CONFIG_FILE, Command, SetupFiles, Verb};
use verdict_vfs::{Change, Snapshot, VfsPath};

use crate::policy::PathGlob;
use crate::transaction::affected;
use crate::{ChangeSet, Operation};

/// What Vitest takes for test files without configuration.
const DEFAULT_INCLUDE: &str = "/**/*.{test,spec}.{js,mjs,cjs,ts,mts,cts,jsx,tsx}";
/// Where test files are not looked for unless they are asked for.
const DEFAULT_EXCLUDE: &str = "/**/node_modules/**";
/// Folders of which all belongs to tests, wherever they are.
const FOLDERS: [&str; 7] =
    ["tests", "test", "__tests__", "__mocks__", "__fixtures__", "fixtures", "__snapshots__"];
/// Past this many touched files that are no test files, all tests are run.
const MAX_TRACED: usize = 16;

/// Tells test files and what belongs to them.
pub(super) struct Material {
    /// Patterns of the commands that judge the change.
    commanded: Vec<String>,
    include: Vec<PathGlob>,
    exclude: Option<PathGlob>,
    /// `setupFiles`, which run before every test file.
    setup: BTreeSet<VfsPath>,
}

impl Material {
    /// By the commands that judge a change and the configuration of the state before.
    pub(super) fn new<'a>(commands: impl Iterator<Item = &'a str>, before: &Snapshot) -> Material {
        let commanded = commands
            .filter_map(|command| Command::parse(command).ok().filter(|command| command.verb == Verb::Test))
            .filter_map(|command| command.patterns().ok())
            .flatten()
            .collect();
        let config = configured(before);
        let configured = include_of(&config);
        let include = std::iter::once(DEFAULT_INCLUDE).chain(configured.iter().map(String::as_str));
        Material {
            commanded,
            include: include.filter_map(|glob| PathGlob::parse(&plain(glob)).ok()).collect(),
            exclude: PathGlob::parse(DEFAULT_EXCLUDE).ok(),
            setup: setup_of(&config, before),
        }
    }

    /// Whether a file runs before every test file.
    pub(super) fn is_setup(&self, path: &VfsPath) -> bool {
        self.setup.contains(path)
    }

    /// The test files of a snapshot.
    pub(super) fn test_files(&self, files: &Snapshot) -> BTreeSet<VfsPath> {
        let excluded = |path: &VfsPath| self.exclude.as_ref().is_some_and(|glob| glob.matches(path.as_str()));
        let included = |path: &VfsPath| self.include.iter().any(|glob| glob.matches(path.as_str()));
        let found = files.iter().map(|(path, _)| path).filter(|path| included(path) && !excluded(path));
        let commanded = self.commanded.iter().filter_map(|pattern| files.select(pattern).ok()).flatten();
        found.cloned().chain(commanded).collect()
    }

    /// Whether a file of the state before is a test file or belongs to tests.
    pub(super) fn belongs(&self, path: &VfsPath, test_files: &BTreeSet<VfsPath>) -> bool {
        let mut folders = path.folder().split('/');
        test_files.contains(path)
            || self.is_setup(path)
            || path.extension() == Some("snap")
            || folders.any(|folder| FOLDERS.contains(&folder))
    }
}

/// The configuration of the state before.
fn configured(before: &Snapshot) -> Value {
    let blob = VfsPath::parse(CONFIG_FILE).ok().and_then(|path| before.get(&path).cloned());
    blob.and_then(|blob| serde_json::from_slice(blob.bytes()).ok()).unwrap_or_default()
}

fn setup_of(config: &Value, before: &Snapshot) -> BTreeSet<VfsPath> {
    let named = config.pointer("/test/setupFiles").cloned().unwrap_or_default();
    let named = serde_json::from_value::<SetupFiles>(named).map(|files| files.0).unwrap_or_default();
    if named.is_empty() {
        return BTreeSet::new();
    }
    let rooted: BTreeSet<String> = named
        .iter()
        .map(|name| format!("/{}", name.trim_start_matches("./").trim_start_matches('/')))
        .collect();
    let is_named = |path: &&VfsPath| spellings(path).any(|spelling| rooted.contains(spelling));
    before.iter().map(|(path, _)| path).filter(is_named).cloned().collect()
}

fn include_of(config: &Value) -> Vec<String> {
    let list = config.pointer("/test/include").and_then(Value::as_array);
    list.into_iter().flatten().filter_map(|glob| glob.as_str().map(str::to_owned)).collect()
}

/// `?(a|b)` and `@(a|b)` of Vitest's globs as `{,a,b}` and `{a,b}`.
fn plain(glob: &str) -> String {
    let mut out = String::new();
    let mut rest = glob;
    while let Some(at) = rest.find("?(").into_iter().chain(rest.find("@(")).min() {
        let Some(length) = rest[at..].find(')') else { break };
        out.push_str(&rest[..at]);
        out.push_str(if rest[at..].starts_with('?') { "{," } else { "{" });
        out.push_str(&rest[at + 2..at + length].replace('|', ","));
        out.push('}');
        rest = &rest[at + length + 1..];
    }
    out + rest
}

/// The files of the state before that belong to tests and that the change set leaves with other bytes or not at
/// all.
pub(super) fn touched(
    material: &Material,
    set: &ChangeSet,
    before: &Snapshot,
    after: &Snapshot,
    test_files: &BTreeSet<VfsPath>,
) -> BTreeSet<VfsPath> {
    let paths = set.changes.iter().map(|change| &change.path);
    paths
        .filter(|path| before.get(path).is_some() && before.get(path) != after.get(path))
        .filter(|path| material.belongs(path, test_files))
        .cloned()
        .collect()
}

/// The test files whose outcome the touched files may change: themselves, what imports them, the test of a
/// snapshot file; all of them for a file of which that cannot be told.
pub(super) fn concerned(
    material: &Material,
    touched: &BTreeSet<VfsPath>,
    before: &Snapshot,
    test_files: &BTreeSet<VfsPath>,
) -> Vec<VfsPath> {
    let (tests, helpers): (Vec<&VfsPath>, Vec<&VfsPath>) =
        touched.iter().partition(|path| test_files.contains(*path));
    if helpers.len() > MAX_TRACED || touched.iter().any(|path| material.is_setup(path)) {
        return test_files.iter().cloned().collect();
    }
    // A test file may be imported as well, by its name with all but the last extension.
    let specifiers: Vec<String> = tests
        .iter()
        .map(|path| format!("/{}", path.name().rsplit_once('.').map_or(path.name(), |(name, _)| name)))
        .collect();
    let imports = |path: &&VfsPath| {
        let text = before.get(path).and_then(|blob| blob.text()).unwrap_or_default();
        specifiers.iter().any(|specifier| text.contains(specifier))
    };
    let importers = test_files.iter().filter(imports);
    let mut concerned: BTreeSet<VfsPath> = importers.chain(tests.iter().copied()).cloned().collect();
    for path in helpers {
        let mut of_this: Vec<VfsPath> = test_of_snapshot(path).into_iter().collect();
        if let Ok(without) = before.apply([Change::Remove(path.clone())]) {
            of_this.extend(affected(&without, before));
        }
        of_this.retain(|path| test_files.contains(path));
        if of_this.is_empty() {
            return test_files.iter().cloned().collect();
        }
        concerned.extend(of_this);
    }
    concerned.into_iter().collect()
}

/// `/a/__snapshots__/b.test.js.snap` is of `/a/b.test.js`.
pub(super) fn test_of_snapshot(path: &VfsPath) -> Option<VfsPath> {
    let folder = path.folder().strip_suffix("/__snapshots__")?;
    VfsPath::parse(&format!("{folder}/{}", path.name().strip_suffix(".snap")?)).ok()
}

/// Files that come with the change and may take the place of one that belongs to tests and is not touched: an
/// import of `./helper` that meant `/tests/helper.ts` means `/tests/helper.js` where there is one.
pub(super) fn shadows(
    material: &Material,
    before: &Snapshot,
    after: &Snapshot,
    test_files: &BTreeSet<VfsPath>,
) -> Vec<(VfsPath, VfsPath)> {
    let new: Vec<&VfsPath> =
        after.iter().map(|(path, _)| path).filter(|path| before.get(path).is_none()).collect();
    if new.is_empty() {
        return Vec::new();
    }
    let mut known: BTreeMap<&str, Vec<&VfsPath>> = BTreeMap::new();
    for path in before.iter().map(|(path, _)| path).filter(|path| material.belongs(path, test_files)) {
        spellings(path).for_each(|spelling| known.entry(spelling).or_default().push(path));
    }
    let of = |new: &VfsPath| -> BTreeSet<VfsPath> {
        spellings(new)
            .filter_map(|spelling| known.get(spelling))
            .flatten()
            .map(|path| (*path).clone())
            .collect()
    };
    new.into_iter().flat_map(|new| of(new).into_iter().map(move |old| (new.clone(), old))).collect()
}

/// What an import may say for a file: its path, the path without its extension, the folder of an index.
fn spellings(path: &VfsPath) -> impl Iterator<Item = &str> {
    let whole = path.as_str();
    let bare = path.extension().and_then(|extension| whole.strip_suffix(extension)?.strip_suffix('.'));
    let folder = bare.and_then(|bare| bare.strip_suffix("/index"));
    [Some(whole), bare, folder].into_iter().flatten()
}

/// `after` with everything that belongs to tests and exists before in its old form, and without `without`.
///
/// # Errors
/// Where such a file became a folder, or a folder on the way to it a file.
pub(super) fn old_form(
    material: &Material,
    before: &Snapshot,
    after: &Snapshot,
    test_files: &BTreeSet<VfsPath>,
    without: &BTreeSet<VfsPath>,
) -> Result<Snapshot, String> {
    let old = before
        .iter()
        .filter(|(path, blob)| after.get(path) != Some(*blob) && material.belongs(path, test_files));
    let gone = without.iter().filter(|path| after.get(path).is_some());
    let changes: Vec<Change> = gone
        .map(|path| Change::Remove(path.clone()))
        .chain(old.map(|(path, blob)| Change::Put(path.clone(), blob.clone())))
        .collect();
    after.apply(changes).map_err(|error| error.to_string())
}

/// Where files went, by their old path.
pub(super) fn moves(set: &ChangeSet) -> BTreeMap<String, String> {
    let renames = set.changes.iter().filter_map(|change| match &change.operation {
        Operation::Rename { to, .. } => Some((change.path.to_string(), to.to_string())),
        _ => None,
    });
    renames.collect()
}
