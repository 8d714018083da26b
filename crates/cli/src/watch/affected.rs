//! What a change can affect: by imports, and by what tests read when they ran.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value;
use verdict_project::plan::Task;
use verdict_protocol::Verb;
use verdict_vfs::{Snapshot, VfsPath, diff};

use crate::cache::Dependencies;
use crate::project::import_graph::ImportGraph;

/// Folder of module mocks, which tests find by their place.
const MOCKS: &str = "/__mocks__/";
/// Words that make a script mean something to files that do not import it.
const GLOBAL: &str = "declare global";

/// The paths that differ between two states.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Changed {
    /// All of them.
    pub(super) paths: BTreeSet<VfsPath>,
    /// Those that appeared or disappeared.
    pub(super) moved: BTreeSet<VfsPath>,
}

impl Changed {
    pub(super) fn between(before: &Snapshot, after: &Snapshot) -> Changed {
        let found = diff(before, after);
        let renamed = found.renamed.into_iter().flat_map(|(from, to)| [from, to]);
        let moved: BTreeSet<VfsPath> =
            found.created.into_iter().chain(found.deleted).chain(renamed).collect();
        Changed { paths: moved.iter().cloned().chain(found.modified).collect(), moved }
    }

    /// Whether what reads configurations must read them again: one changed by its name, or files came or went that one
    /// may list.
    pub(super) fn may_configure(&self) -> bool {
        let is_configuration = |path: &VfsPath| {
            let name = path.name();
            [".config.", ".workspace.", ".projects.", "eslintrc"].iter().any(|part| name.contains(part))
                || name.starts_with('.')
                || path.extension().is_some_and(|extension| extension.starts_with("json"))
        };
        !self.moved.is_empty() || self.paths.iter().any(is_configuration)
    }

    fn affects_all_tests(&self) -> bool {
        self.paths.iter().any(|path| path.as_str().contains(MOCKS) || is_options(path))
    }

    fn affects_all_types(&self, states: [&Snapshot; 2]) -> bool {
        let is_global = |path: &VfsPath| {
            let texts = states.into_iter().filter_map(|state| state.get(path)?.text());
            is_declaration(path) || texts.into_iter().any(|text| text.contains(GLOBAL))
        };
        self.paths.iter().any(|path| is_options(path) || is_global(path))
    }

    /// Whether it may matter to what reads no other files than code and its settings.
    fn is_code(&self) -> bool {
        let is_code = |path: &VfsPath| {
            path.is_script() || path.extension().is_some_and(|extension| extension.starts_with("json"))
        };
        !self.moved.is_empty() || self.paths.iter().any(is_code)
    }

    fn affects_all_lint(&self) -> bool {
        self.paths.iter().any(|path| path.name().contains("eslint"))
    }

    /// Whether a test file depends on what changed, as its last run reported. One that may depend on anything does.
    fn is_read_by(&self, dependencies: Option<&Dependencies>) -> bool {
        let Some(dependencies) = dependencies else { return true };
        let has = |path: &str| dependencies.contains(path);
        let folders = |path: &VfsPath| {
            let text = path.as_str();
            let ends = text.match_indices('/').map(|(at, _)| at.max(1));
            ends.map(|end| text[..end].to_owned()).collect::<Vec<_>>()
        };
        self.paths.iter().any(|path| has(path.as_str()))
            || self.moved.iter().any(|path| folders(path).iter().any(|folder| has(folder)))
    }
}

/// Whether a file has options of TypeScript, which decide how files are read.
fn is_options(path: &VfsPath) -> bool {
    let name = path.name();
    (name.starts_with("tsconfig") || name.starts_with("jsconfig")) && name.ends_with(".json")
}

fn is_declaration(path: &VfsPath) -> bool {
    [".d.ts", ".d.mts", ".d.cts"].iter().any(|ending| path.name().ends_with(ending))
}

/// The import graphs of a project, one for each configuration.
pub(super) struct Graphs {
    /// The folder on disk, without links.
    root: PathBuf,
    graphs: BTreeMap<String, ImportGraph>,
    /// What reaches the current change.
    related: BTreeMap<String, BTreeSet<VfsPath>>,
}

impl Graphs {
    pub(super) fn new(root: &Path) -> Graphs {
        Graphs { root: root.to_owned(), graphs: BTreeMap::new(), related: BTreeMap::new() }
    }

    /// Starts with another change.
    pub(super) fn begin(&mut self) {
        self.related.clear();
    }

    /// The files that reach what changed, with the imports of both states.
    fn related(&mut self, changed: &Changed, after: &Snapshot, config: &Value) -> &BTreeSet<VfsPath> {
        let (root, graphs, key) = (&self.root, &mut self.graphs, config.to_string());
        self.related.entry(key.clone()).or_insert_with(|| {
            let mut before = graphs.remove(&key);
            // Only what came or went may have importers in the state before that it has no more.
            let earlier = before.as_mut().filter(|_| !changed.moved.is_empty());
            let mut related = earlier.map(|graph| graph.related(&changed.paths)).unwrap_or_default();
            let mut graph = match before {
                Some(graph) => graph.next(after, config),
                None => ImportGraph::new(root, after, config),
            };
            related.extend(graph.related(&changed.paths));
            graphs.insert(key, graph);
            related
        })
    }

    /// Reads a state, so that its first change costs less.
    pub(super) fn prepare(&mut self, snapshot: &Snapshot, config: &Value) {
        self.related(&Changed::default(), snapshot, config);
    }

    /// Whether one of some files imports what changed.
    pub(super) fn reach(
        &mut self,
        changed: &Changed,
        after: &Snapshot,
        config: &Value,
        files: &[&str],
    ) -> bool {
        let related = self.related(changed, after, config);
        files.iter().any(|file| VfsPath::parse(file).is_ok_and(|file| related.contains(&file)))
    }
}

/// Tasks with the files that a change can affect.
pub(super) fn affected(
    tasks: Vec<Task>,
    changed: &Changed,
    states: [&Snapshot; 2],
    config: &Value,
    graphs: &mut Graphs,
    dependencies: &BTreeMap<String, Option<Dependencies>>,
) -> Vec<Task> {
    let kept = tasks.into_iter().map(|mut task| {
        let is_all = match task.verb {
            Verb::Test => changed.affects_all_tests(),
            Verb::Lint => changed.affects_all_lint(),
            Verb::TypeCheck => changed.affects_all_types(states),
            Verb::Eval | Verb::Project => true,
        };
        if !is_all {
            let related = graphs.related(changed, states[1], task.config.as_ref().unwrap_or(config));
            let is_test = task.verb == Verb::Test;
            if !is_test && !changed.is_code() {
                task.files.clear();
            }
            task.files.retain(|file| {
                let ran = dependencies.get(file.as_str()).filter(|_| is_test);
                related.contains(file) || ran.is_some_and(|ran| changed.is_read_by(ran.as_ref()))
            });
        }
        task
    });
    kept.filter(|task| !task.files.is_empty()).collect()
}
