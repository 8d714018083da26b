//! Which files run, and so decide which packages are read.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value;
use verdict_protocol::{CONFIG_FILE, Command, Verb};
use verdict_vfs::{Blob, Snapshot, VfsPath};

use super::import_graph::ImportGraph;
use crate::folder::packages::specifiers;

/// Folder of mocks of packages, which tests find by their place.
const MOCKS: &str = "/__mocks__/";
/// How the ids of a linter's rules about imports start.
const IMPORT_RULES: [&str; 2] = ["import/", "import-x/"];
/// How a comment starts that configures a linter's rules.
const CONFIGURES: &str = "/* eslint ";

/// Files that are judged.
#[derive(Debug)]
pub(crate) struct Judged {
    pub(crate) verb: Verb,
    pub(crate) files: Vec<VfsPath>,
    /// The configuration of the request.
    pub(crate) config: Value,
}

impl Judged {
    /// The files of a command; `None` for one that is refused.
    pub(crate) fn by(command: &str, snapshot: &Snapshot, config: Value) -> Option<Judged> {
        let command = Command::parse(command).ok()?;
        let has_files = matches!(command.verb, Verb::Test | Verb::Lint);
        let files = has_files.then(|| verdict_judge::select(snapshot, &command, "").ok()).flatten();
        Some(Judged { verb: command.verb, files: files.unwrap_or_default(), config })
    }
}

/// Finds the files of a project that run. Between states of it, what files import is remembered.
#[derive(Debug)]
pub(crate) struct Running {
    /// The folder on disk, without links.
    root: PathBuf,
    /// By configuration.
    graphs: BTreeMap<String, ImportGraph>,
}

impl Running {
    pub(crate) fn new(root: &Path) -> Running {
        Running { root: root.to_owned(), graphs: BTreeMap::new() }
    }

    /// The files of a snapshot that run when some are judged: tests, setup files and mocks, and all that these reach. `None`
    /// if that may be any file, or if packages matter to more than what runs.
    pub(crate) fn of(&mut self, snapshot: &Snapshot, judged: &[Judged]) -> Option<BTreeSet<VfsPath>> {
        let mut running = BTreeSet::new();
        for Judged { verb, files, config } in judged {
            match verb {
                Verb::Test => {
                    let graph = self.graph(snapshot, config);
                    let with_tests = beside_tests(snapshot, graph, config);
                    running.extend(graph.loaded(files.iter().cloned().chain(with_tests))?);
                }
                Verb::Lint if looks_into_packages(snapshot, files, config) => return None,
                // The code of an `eval:` is no file, and its files are data to it.
                Verb::Eval => return None,
                Verb::Lint | Verb::TypeCheck | Verb::Project => {}
            }
        }
        Some(running)
    }

    fn graph(&mut self, snapshot: &Snapshot, config: &Value) -> &mut ImportGraph {
        let key = config.to_string();
        let graph = match self.graphs.remove(&key) {
            Some(graph) => graph.next(snapshot, config),
            None => ImportGraph::new(&self.root, snapshot, config),
        };
        self.graphs.entry(key).or_insert(graph)
    }
}

/// The files that run with any test: those that a configuration names, and mocks of packages.
fn beside_tests(snapshot: &Snapshot, graph: &ImportGraph, config: &Value) -> BTreeSet<VfsPath> {
    let mut found: BTreeSet<VfsPath> = BTreeSet::new();
    if let Ok(at) = VfsPath::parse(CONFIG_FILE) {
        let setup = |name: &String| verdict_judge::setup_file(graph.aliased(), &at, name).ok();
        found.extend(graph.setup_files().iter().filter_map(setup));
    }
    let mut test = config["test"].clone();
    if let Some(test) = test.as_object_mut() {
        // An alias counts where it is used.
        test.remove("alias");
    }
    specifiers(&test.to_string(), true, &mut |text| {
        let path = VfsPath::parse(&format!("/{}", text.trim_start_matches("./").trim_start_matches('/')));
        found.extend(path.ok().filter(VfsPath::is_script));
    });
    found.extend(
        snapshot.iter().map(|(path, _)| path).filter(|path| path.as_str().starts_with(MOCKS)).cloned(),
    );
    found.retain(|path| snapshot.get(path).is_some());
    found
}

/// Whether a linter has rules about imports, which look into packages.
fn looks_into_packages(snapshot: &Snapshot, files: &[VfsPath], config: &Value) -> bool {
    let has = |text: &str| IMPORT_RULES.iter().any(|rules| text.contains(rules));
    let text = |path: &VfsPath| snapshot.get(path).and_then(Blob::text);
    let is_configuration = |path: &VfsPath| {
        path.as_str() == CONFIG_FILE || (path.name().contains("eslint") && !path.is_script())
    };
    has(&config["lint"].to_string())
        || snapshot.iter().any(|(path, blob)| is_configuration(path) && blob.text().is_some_and(has))
        || files.iter().filter_map(text).any(|text| text.contains(CONFIGURES) && has(text))
}
