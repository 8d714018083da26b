//! A watched project: its configuration, its tasks, and what of them is due.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use verdict_project::base::Base;
use verdict_project::plan::Task;
use verdict_protocol::Verb;
use verdict_report::one_line;
use verdict_vfs::{Snapshot, VfsPath};

use super::WatchArguments;
use super::affected::{Changed, Graphs, affected};
use super::files::WatchedFiles;
use super::keys::Action;
use super::standing::Standing;
use super::terminal::Leave;
use crate::COULD_NOT_RUN;
use crate::cache::Dependencies;
use crate::engines::Engines;
use crate::folder::packages::Contents;
use crate::host::HostArguments;
use crate::out::warn;
use crate::packaged::Packaged;
use crate::project::base;
use crate::project::plan::Planner;
use crate::project::running::{Judged, Running};
use crate::project::{Project, related};

/// Why something runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cause {
    /// The watch starts.
    Start,
    /// Files may have changed.
    Change,
    /// A key.
    Key(Action),
}

/// A watched project.
pub(super) struct Session<'a> {
    pub(super) arguments: &'a WatchArguments,
    here: PathBuf,
    project: Project,
    pub(super) files: WatchedFiles,
    /// Whether packages may have been installed.
    pub(super) packages_changed: bool,
    pub(super) leave: Leave,
    pub(super) host: HostArguments,
    /// The configuration, once it could be read.
    base: Option<Base>,
    packaged: Option<Packaged>,
    /// The engine's processes, which stay between runs.
    pub(super) engines: Option<Engines>,
    pub(super) standing: Standing,
    graphs: Graphs,
    running: Running,
    /// The state of which everything ran that had to.
    judged: Snapshot,
    /// Whether everything is due, whatever changed since.
    is_all_due: bool,
    /// The root hash of files with which nothing could run.
    failed_at: Option<String>,
    /// The exit code as things stood after the last run.
    pub(super) code: u8,
    /// The filters that keys set, over those of the command line.
    filters: Option<Vec<String>>,
    pub(super) name: Option<String>,
}

/// A run that is due: its tasks, on a state of the files.
pub(super) struct Due {
    pub(super) snapshot: Snapshot,
    pub(super) tasks: Vec<Task>,
    /// The paths that changed, from the root.
    pub(super) changed: Vec<String>,
    pub(super) updates: bool,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        arguments: &'a WatchArguments,
        here: PathBuf,
        project: Project,
        leave: Leave,
    ) -> Session<'a> {
        let mut host = arguments.options.host.clone();
        host.file_ms = Some(arguments.options.file_timeout);
        Session {
            arguments,
            here,
            files: WatchedFiles::new(&project.root, &arguments.filters),
            packages_changed: false,
            leave,
            name: host.test_name_pattern.take(),
            host,
            base: None,
            packaged: None,
            engines: None,
            standing: Standing::default(),
            graphs: Graphs::new(&project.root),
            running: Running::new(&project.root),
            project,
            judged: Snapshot::default(),
            is_all_due: true,
            failed_at: None,
            code: COULD_NOT_RUN,
            filters: None,
        }
    }

    pub(super) fn root(&self) -> &Path {
        &self.project.root
    }

    /// Runs what is due, and says what there is to say.
    pub(super) fn round(&mut self, cause: &Cause) {
        let root = Some(self.files.snapshot().root().to_owned());
        if *cause == Cause::Change && self.failed_at == root && !self.packages_changed {
            // It would fail again.
            return;
        }
        if let Some(warning) = self.files.warning() {
            warn(&warning);
        }
        let ran = match self.due(cause) {
            Ok(Some(due)) => self.run(cause, &due).map_err(|error| {
                // Nobody knows how far it came.
                self.is_all_due = true;
                self.engines = None;
                error.to_string()
            }),
            Ok(None) => {
                self.leave.with(self.code);
                return;
            }
            Err(sentence) => Err(sentence),
        };
        self.is_all_due |= ran.is_err() && !matches!(cause, Cause::Key(_));
        self.failed_at = root.filter(|_| ran.is_err() && self.is_all_due);
        if let Err(sentence) = ran {
            self.code = COULD_NOT_RUN;
            eprintln!("verdict: {}", one_line(&sentence));
        }
        self.leave.with(self.code);
        eprintln!("Waiting for changes (h shows the keys)");
    }

    /// The run that is due; `None` if nothing changed.
    fn due(&mut self, cause: &Cause) -> Result<Option<Due>, String> {
        let is_new = self.configure().inspect_err(|_| self.is_all_due = true)?;
        let (filters, name) = (self.filters.clone(), self.name.clone());
        if let Cause::Key(key) = cause {
            self.filter(key);
        }
        let due = self.choose(cause, is_new);
        if due.is_err() && matches!(cause, Cause::Key(_)) {
            // A filter that lets nothing through does not count.
            (self.filters, self.name) = (filters, name);
        }
        due
    }

    fn filter(&mut self, key: &Action) {
        match key {
            Action::All => {
                self.filters = None;
                self.name = self.arguments.options.host.test_name_pattern.clone();
            }
            Action::Name(name) => self.name = (!name.is_empty()).then(|| name.clone()),
            Action::Path(words) => {
                let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
                self.filters = (!words.is_empty()).then_some(words);
            }
            _ => {}
        }
    }

    /// Reads the configuration again, if it may differ. Gives whether it does.
    fn configure(&mut self) -> Result<bool, String> {
        let own = self.files.snapshot().clone();
        let project = Project::within(self.project.root.clone(), self.project.folder.clone());
        let known = self.base.clone().filter(|_| project == self.project && !self.is_all_due);
        if let Some(base) = known {
            let laid = self.laid(&base, &own)?;
            let changed = Changed::between(&self.judged, &laid);
            let files = [&project.tests, &project.workspace, &project.lint, &project.own];
            let files: Vec<&str> = files.into_iter().flatten().map(String::as_str).collect();
            self.graphs.begin();
            if !changed.may_configure() && !self.graphs.reach(&changed, &laid, &base.config, &files) {
                return Ok(false);
            }
        }
        let base = base::read(&own, &project, &[Verb::Test, Verb::Lint, Verb::TypeCheck])?;
        self.project = project;
        let is_new = self.base.as_ref() != Some(&base);
        if is_new {
            base.warnings.iter().for_each(|warning| warn(warning));
            self.host.base = base.config.clone();
            (self.engines, self.packaged) = (None, None);
            self.base = Some(base);
        }
        Ok(is_new)
    }

    /// The files with those of the configuration, and with the packages of all that the filters let through.
    fn laid(&mut self, base: &Base, own: &Snapshot) -> Result<Snapshot, String> {
        let files = base.with_files(own)?;
        let all = self.host.configuration().map_err(|error| error.to_string())?;
        let mut packaged = self.packaged.take().unwrap_or_else(|| {
            let others = base.tests.iter().filter_map(|of| of.config.as_ref());
            let config = json!([all, others.collect::<Vec<_>>()]).to_string();
            Packaged::new(self.project.root.clone(), Contents::Code, config)
        });
        let chosen = format!("{:?} {}", self.filters, self.name.is_some());
        let laid = packaged.lay_for(&files, &chosen, || {
            // Without a plan nothing runs, and that is said elsewhere.
            let planned = self.planned(base, own).unwrap_or_default().into_iter();
            let judged = planned.map(|task| {
                let config = self.own_config(&task).ok()?.unwrap_or_else(|| all.clone());
                Some(Judged { verb: task.verb, files: task.files, config })
            });
            self.running.of(&files, &judged.collect::<Option<Vec<_>>>()?)
        });
        self.packaged = Some(packaged);
        laid.map_err(|error| error.to_string())
    }

    fn choose(&mut self, cause: &Cause, is_new: bool) -> Result<Option<Due>, String> {
        let Some(base) = self.base.clone() else { return Ok(None) };
        let are_installed = std::mem::take(&mut self.packages_changed);
        if are_installed {
            self.packaged = None;
            self.running = Running::new(self.root());
        }
        let own = self.files.snapshot().clone();
        let snapshot = self.laid(&base, &own)?;
        let changed = Changed::between(&self.judged, &snapshot);
        if are_installed && (!changed.paths.is_empty() || self.project.types.is_some()) {
            // Declarations of packages are read by the engines.
            self.engines = None;
            self.is_all_due = true;
        }
        self.is_all_due |= is_new;
        let is_change = *cause == Cause::Change;
        if is_change && changed.paths.is_empty() && !self.is_all_due {
            return Ok(None);
        }
        let planned = self.planned(&base, &own)?;
        self.standing.keep(&planned);
        let is_part = matches!(cause, Cause::Key(Action::Failed | Action::Update));
        let (is_all_due, before) = (self.is_all_due, self.judged.clone());
        if !is_part {
            self.is_all_due = false;
            self.judged = snapshot.clone();
        }
        if is_change && !is_all_due {
            let (states, known) = ([&before, &snapshot], self.dependencies());
            let tasks = affected(planned, &changed, states, &base.config, &mut self.graphs, &known);
            return Ok(Some(Due { snapshot, tasks, changed: names(&changed), updates: false }));
        }
        self.prepare(&base);
        let tasks = match cause {
            Cause::Start => self.of_start(planned, &base, &own)?,
            Cause::Key(Action::Failed) => self.only(planned, |standing, task| standing.split(task).0),
            Cause::Key(Action::Update) => self.only(planned, |standing, task| {
                let is_outdated =
                    |file: &&VfsPath| task.verb == Verb::Test && standing.is_outdated(task, file);
                task.files.iter().filter(is_outdated).cloned().collect()
            }),
            Cause::Change | Cause::Key(_) => planned,
        };
        let updates = *cause == Cause::Key(Action::Update);
        let changed = if is_change { names(&changed) } else { Vec::new() };
        Ok(Some(Due { snapshot, tasks, changed, updates }))
    }

    /// Reads the imports of all files, so that the next change costs less and finds what was imported before it.
    fn prepare(&mut self, base: &Base) {
        self.graphs.begin();
        let others = base.tests.iter().filter_map(|of| of.config.as_ref());
        for config in std::iter::once(&base.config).chain(others) {
            self.graphs.prepare(&self.judged, config);
        }
    }

    fn only(&self, planned: Vec<Task>, files: impl Fn(&Standing, &Task) -> Vec<VfsPath>) -> Vec<Task> {
        let kept = planned.into_iter().map(|task| Task { files: files(&self.standing, &task), ..task });
        kept.filter(|task| !task.files.is_empty()).collect()
    }

    /// All that the filters let through.
    fn planned(&self, base: &Base, own: &Snapshot) -> Result<Vec<Task>, String> {
        let planner = Planner { project: &self.project, snapshot: own, base, here: &self.here };
        let filters = self.filters.as_ref().unwrap_or(&self.arguments.filters);
        if !filters.is_empty() || self.name.is_some() {
            return planner.test(filters);
        }
        let tasks = planner.all();
        if tasks.is_empty() {
            return Err("the project has no tests, no configuration of a linter and no tsconfig.json".into());
        }
        Ok(tasks)
    }

    /// What runs first: everything, or with `--changed` what differs from a commit.
    fn of_start(&self, planned: Vec<Task>, base: &Base, own: &Snapshot) -> Result<Vec<Task>, String> {
        let Some(reference) = &self.arguments.options.changed else { return Ok(planned) };
        let paths = related::changed(&self.project.root, reference).map_err(|error| error.to_string())?;
        let paths: BTreeSet<VfsPath> = paths.iter().filter_map(|path| VfsPath::parse(path).ok()).collect();
        let planner = Planner { project: &self.project, snapshot: own, base, here: &self.here };
        Ok(planner.reached(planned, &paths))
    }

    fn dependencies(&self) -> std::collections::BTreeMap<String, Option<Dependencies>> {
        let cache = self.engines.as_ref().and_then(Engines::cache);
        cache.map(crate::cache::Cache::dependencies).unwrap_or_default()
    }

    /// The configuration of a task that has its own.
    fn own_config(&self, task: &Task) -> io::Result<Option<Value>> {
        let own = task.config.as_ref().map(|base| HostArguments { base: base.clone(), ..self.host.clone() });
        own.as_ref().map(HostArguments::configuration).transpose()
    }

    /// The configuration of a task over that of all.
    ///
    /// # Errors
    /// [`io::Error`] for a configuration that cannot be read.
    pub(super) fn config_of(&self, task: &Task) -> io::Result<Option<Value>> {
        let mut config = self.own_config(task)?;
        if let Some(name) = self.name.as_ref().filter(|_| task.verb == Verb::Test) {
            let config = config.get_or_insert_with(|| json!({}));
            verdict_protocol::overlay(config, &json!({ "test": { "testNamePattern": name } }));
        }
        Ok(config)
    }
}

/// The paths of a project's own files, from the root.
fn names(changed: &Changed) -> Vec<String> {
    let names = changed.paths.iter().map(|path| path.as_str()[1..].to_owned());
    names.filter(|path| !path.contains("node_modules/")).collect()
}
