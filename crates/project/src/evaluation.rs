//! Code of a configuration, as a command for the engine.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde::Deserialize;
use serde_json::{Map, Value, json};
use verdict_protocol::{CONFIG_FILE, Code, LimitName, Limits, Location, Output, VerifyResult};
use verdict_vfs::{Blob, Change, Conditions, NodeModule, Snapshot, VfsPath};

use crate::imports::{Imported, imports};
use crate::standins;

/// Time for one configuration, in milliseconds.
const TIME_MS: u64 = 10_000;
/// Instructions for one configuration.
const INSTRUCTIONS: u64 = 100_000_000;
/// Bytes for one configuration.
const MEMORY: u64 = 128 << 20;
/// The most files that one configuration may load.
const MOST: usize = 2_000;
/// Packages that look for files.
const FINDERS: [&str; 6] = ["fs", "fast-glob", "glob", "globby", "tinyglobby", "@eslint/compat"];

/// Why a configuration gives no data: a sentence that names the file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {why}")]
pub struct Unread {
    /// The path of the configuration, without a leading `/`.
    pub file: String,
    /// The reason.
    pub why: String,
}

/// What the files of `globalSetup` leave for the tests.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub(crate) struct SetUp {
    /// What `inject` gives, by key.
    pub(crate) provided: Map<String, Value>,
    /// Variables of the environment that were set.
    pub(crate) env: Map<String, Value>,
    /// The keys whose values JSON does not have.
    pub(crate) left: Vec<String>,
    /// Why a file did not run to its end.
    pub(crate) error: Option<NotSetUp>,
}

/// Why a file of `globalSetup` did not run to its end.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub(crate) struct NotSetUp {
    pub(crate) path: String,
    pub(crate) message: String,
}

/// A command that evaluates a configuration.
#[derive(Debug, Clone)]
pub struct Evaluation {
    /// The path of the configuration.
    pub path: VfsPath,
    /// The files that it may load, with stand-ins for packages.
    pub snapshot: Snapshot,
    /// The `eval:` command.
    pub command: String,
    /// The configuration of the request.
    pub config: Value,
    /// Limits of the request.
    pub limits: Limits,
}

impl Evaluation {
    /// Prepares a configuration of a snapshot. That of a `package.json` is its `jest`. `folder` is the project's, from the root: the working directory.
    ///
    /// # Errors
    /// [`Unread`] for a configuration that is missing, or loads too many files.
    pub fn new(snapshot: &Snapshot, path: &VfsPath, folder: &str) -> Result<Evaluation, Unread> {
        let unread = |why: String| Unread { file: path.as_str()[1..].to_owned(), why };
        let files = closure(snapshot, std::slice::from_ref(path)).map_err(&unread)?;
        let text = |value: &str| json!(value).to_string();
        let command = format!(
            "eval:import({}).then((entry) => entry.read({}, {}, {}))",
            text(standins::ENTRY),
            text(path.as_str()),
            text(&format!("/{folder}")),
            json!((path.name() == "package.json").then_some("jest")),
        );
        Ok(Evaluation::of(path.clone(), files, command))
    }

    /// Prepares the files of `globalSetup`, which run in their order. `folder` is the project's, from the root; `config` is what the
    /// files see of the configuration.
    ///
    /// # Errors
    /// A sentence for a file that is missing, and for files that load too many others.
    pub(crate) fn of_global_setup(
        snapshot: &Snapshot,
        paths: &[VfsPath],
        folder: &str,
        config: &Value,
    ) -> Result<Evaluation, String> {
        let first = paths.first().ok_or("no file")?;
        let files = closure(snapshot, paths)?;
        let command = format!(
            "eval:import({}).then((files) => files.setUp({}, {}, {config}))",
            json!(standins::GLOBAL_SETUP),
            json!(paths.iter().map(VfsPath::as_str).collect::<Vec<_>>()),
            json!(format!("/{folder}")),
        );
        Ok(Evaluation::of(first.clone(), files, command))
    }

    fn of(path: VfsPath, snapshot: Snapshot, command: String) -> Evaluation {
        // A configuration finds no variables of files, unless it loads them.
        let config = json!({ "test": {
            "envDir": "",
            "env": { "NODE_ENV": "test", "VITEST": "true", "MODE": "test" },
            "console": "silent",
        } });
        let limits = Limits {
            time_ms: TIME_MS,
            instructions: INSTRUCTIONS,
            memory_bytes: MEMORY,
            ..Limits::default()
        };
        Evaluation { path, snapshot, command, config, limits }
    }

    /// The data that the command gave.
    ///
    /// # Errors
    /// [`Unread`] with the reason why the configuration gives none.
    pub fn read(&self, result: &VerifyResult) -> Result<Value, Unread> {
        let mut read = self.said(result, "the configuration")?;
        let value = read["value"].take();
        if value.is_object() || value.is_array() {
            Ok(value)
        } else {
            Err(self.unread("the configuration is neither an object nor a list".into()))
        }
    }

    /// What the files of `globalSetup` left.
    ///
    /// # Errors
    /// [`Unread`] with the reason why they left nothing.
    pub(crate) fn set_up(&self, result: &VerifyResult) -> Result<SetUp, Unread> {
        serde_json::from_value(self.said(result, "a file")?).map_err(|error| self.unread(error.to_string()))
    }

    fn unread(&self, why: String) -> Unread {
        Unread { file: self.path.as_str()[1..].to_owned(), why }
    }

    /// The data of a result. `what` gave it.
    fn said(&self, result: &VerifyResult, what: &str) -> Result<Value, Unread> {
        let unread = |why: String| self.unread(why);
        if let Some(error) = &result.error {
            let error = error.strip_prefix("Evaluation error: ").unwrap_or(error);
            let error = error.lines().next().unwrap_or_default();
            let reached = result.limit.as_ref().map(|limit| limit.name);
            if result.code == Some(Code::Timeout) || reached == Some(LimitName::Instructions) {
                return Err(unread(format!("{what} does not end: it runs for too long")));
            }
            if result.code == Some(Code::Memory) {
                let most = MEMORY >> 20;
                return Err(unread(format!("{what} takes more than {most} MiB of memory")));
            }
            let at = result
                .location
                .as_ref()
                .filter(|at| !at.file.starts_with(standins::FOLDER) && !at.file.contains("/stand-in-"));
            let mut why = format!("{what} does not load: {error}");
            let is_placed = |at: &Location| error.contains(&format!("({}:{}:", at.file, at.line));
            if let Some(at) = at.filter(|at| at.file != "/<eval>" && at.line > 0 && !is_placed(at)) {
                let _ = write!(why, " (at {}:{}:{})", &at.file[1..], at.line, at.column);
            }
            return Err(unread(why));
        }
        let Output::Value(Value::String(text)) = &result.output else {
            return Err(unread(format!("{what} gives no data")));
        };
        serde_json::from_str(text).map_err(|error| unread(format!("{what} gives no data: {error}")))
    }
}

/// The files that a configuration may load, with stand-ins.
fn closure(snapshot: &Snapshot, paths: &[VfsPath]) -> Result<Snapshot, String> {
    if paths.iter().any(|path| snapshot.get(path).is_none()) {
        return Err("no such file".into());
    }
    let mut whole = snapshot.clone();
    let (mut reached, mut todo): (BTreeSet<VfsPath>, _) = (paths.iter().cloned().collect(), paths.to_vec());
    let mut packages: Vec<Imported> = Vec::new();
    let mut finds_files = false;
    while let Some(file) = todo.pop() {
        let text = whole.get(&file).and_then(Blob::text).unwrap_or_default().to_owned();
        if file.extension() == Some("json") {
            continue;
        }
        for import in imports(file.as_str(), &text) {
            let specifier = import.specifier.as_str();
            finds_files |= FINDERS.contains(&specifier.strip_prefix("node:").unwrap_or(specifier))
                || specifier.starts_with("node:fs")
                || specifier.starts_with("fs/");
            let found = [Conditions::Import, Conditions::Require]
                .into_iter()
                .find_map(|conditions| whole.resolve_under(&file, specifier, conditions).ok());
            let found = match found {
                None if is_package(specifier) && !standins::is_known(specifier) => {
                    // A member of the workspace, as if it were installed.
                    if let Some(with) = member(&whole, specifier) {
                        whole = with;
                    }
                    whole.resolve(&file, specifier).ok()
                }
                found => found,
            };
            match found {
                Some(found) => {
                    if reached.len() >= MOST {
                        return Err(format!("the configuration loads more than {MOST} files"));
                    }
                    if reached.insert(found.clone()) {
                        todo.push(found);
                    }
                }
                None if is_package(specifier) => packages.push(import),
                None => {}
            }
        }
    }
    // Vite's `loadEnv` reads the variables of a mode that only the configuration knows.
    let is_kept = |path: &VfsPath| {
        path.as_str() != CONFIG_FILE
            && (finds_files
                || reached.contains(path)
                || path.name() == "package.json"
                || path.name().starts_with(".env"))
    };
    let kept = whole.iter().filter(|(path, _)| is_kept(path));
    let mut changes: Vec<Change> = kept.map(|(path, blob)| Change::Put(path.clone(), blob.clone())).collect();
    for (path, text) in standins::files(&packages) {
        let path = VfsPath::parse(&path).map_err(|error| error.to_string())?;
        changes.push(Change::Put(path, Blob::new(text.into_bytes())));
    }
    Snapshot::default().apply(changes).map_err(|error| error.to_string())
}

/// Whether a specifier names a package, and no module of Node.
fn is_package(specifier: &str) -> bool {
    let is_path = specifier.starts_with(['.', '/', '#']) || specifier.contains(':');
    !is_path && NodeModule::named(specifier).is_none() && standins::package(specifier).is_some()
}

/// The snapshot with the member of its workspace that a specifier names, as a package of the root.
fn member(snapshot: &Snapshot, specifier: &str) -> Option<Snapshot> {
    let name = standins::package(specifier)?;
    let is_it = |(path, blob): &(&VfsPath, &Blob)| {
        let named = || serde_json::from_slice::<Value>(blob.bytes()).is_ok_and(|own| own["name"] == name);
        path.name() == "package.json" && !path.as_str().contains("/node_modules/") && named()
    };
    let folder = snapshot.iter().find(is_it)?.0.folder().trim_end_matches('/').to_owned();
    let changes = snapshot.iter().filter_map(|(path, blob)| {
        let rest = path.as_str().strip_prefix(&folder)?.strip_prefix('/')?;
        let to = VfsPath::parse(&format!("/node_modules/{name}/{rest}")).ok()?;
        (!rest.contains("node_modules/")).then(|| Change::Put(to, blob.clone()))
    });
    snapshot.apply(changes.collect::<Vec<_>>()).ok()
}
