//! What a run does: commands as they were given, or those of a project.

use std::borrow::Cow;
use std::io;
use std::path::PathBuf;

use serde_json::Value;
use verdict_project::plan::Task;
use verdict_protocol::{Command, Verb};
use verdict_report::one_line;
use verdict_vfs::{Snapshot, VfsPath};

use super::Run;
use crate::COULD_NOT_RUN;
use crate::folder;
use crate::host::HostArguments;
use crate::out::warn;
use crate::project::plan::{self, Planner};
use crate::project::{self, PathArguments, Project, base, related, resolve_command};

/// What was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum What {
    /// `verb:argument` commands.
    Commands(Vec<String>),
    /// All that the project has.
    Project,
    /// Its tests, by filters.
    Test(Vec<String>),
    /// Its tests that reach files.
    Related(Vec<String>),
    /// Its linter, on paths.
    Lint(Vec<String>),
    /// Its types, on paths.
    Types(Vec<String>),
}

impl What {
    /// The verbs whose configuration counts.
    fn verbs(&self) -> &'static [Verb] {
        match self {
            What::Commands(_) => &[],
            What::Project => &[Verb::Test, Verb::Lint, Verb::TypeCheck],
            What::Test(_) | What::Related(_) => &[Verb::Test],
            What::Lint(_) => &[Verb::Lint],
            What::Types(_) => &[Verb::TypeCheck],
        }
    }
}

/// The commands of a run, with the files.
#[derive(Debug)]
pub(super) struct Chosen {
    pub(super) root: PathBuf,
    pub(super) snapshot: Snapshot,
    /// The configuration below those of requests.
    pub(super) base: Value,
    pub(super) commands: Vec<Planned>,
}

/// A command to run.
#[derive(Debug, Clone)]
pub(super) struct Planned {
    pub(super) command: String,
    /// What reports call it.
    pub(super) label: Option<String>,
    /// The configuration below that of requests, in place of that of all commands.
    pub(super) base: Option<Value>,
}

impl Planned {
    /// Whether it has a verb.
    pub(super) fn is_of(&self, verb: Verb) -> bool {
        Command::verb_of(&self.command) == Some(verb)
    }

    /// The host's arguments, with the configuration that it has below that of requests.
    pub(super) fn host<'a>(&self, host: &'a HostArguments) -> Cow<'a, HostArguments> {
        match &self.base {
            Some(base) => Cow::Owned(HostArguments { base: base.clone(), ..host.clone() }),
            None => Cow::Borrowed(host),
        }
    }
}

/// What a command line comes to.
pub(super) enum Choice {
    Run(Chosen),
    /// Nothing runs, for a reason that was said. With the exit code.
    Nothing(u8),
}

impl Chosen {
    /// Whether the commands were given, and not found.
    pub(super) fn is_verbs(&self) -> bool {
        self.commands.iter().all(|planned| planned.label.is_none())
    }
}

impl Run<'_> {
    /// Reads the files and determines the commands.
    pub(super) fn choose(&self) -> io::Result<Choice> {
        let here = folder::root(self.options.root.as_deref().unwrap_or(".".as_ref()))?;
        if let What::Commands(commands) = &self.what {
            let (snapshot, warning) = read(&here, commands)?;
            warning.iter().for_each(|warning| warn(warning));
            let at = PathArguments { root: &here, here: &here, snapshot: &snapshot };
            let written = commands
                .iter()
                .map(|command| resolve_command(command, at).unwrap_or_else(|| command.clone()))
                .map(|command| Planned { command, label: None, base: None })
                .collect();
            if self.options.changed.is_some() {
                return refused("--changed is for a project, and not for commands");
            }
            return Ok(Choice::Run(Chosen { root: here, snapshot, base: Value::Null, commands: written }));
        }
        let project = project::find(&here)?;
        let named = match &self.what {
            What::Test(paths) | What::Lint(paths) | What::Types(paths) | What::Related(paths) => {
                paths.as_slice()
            }
            What::Project | What::Commands(_) => &[],
        };
        let (snapshot, warning) = read(&project.root, named)?;
        warning.iter().for_each(|warning| warn(warning));
        let base = base::read(&snapshot, &project, self.what.verbs()).map_err(io::Error::other)?;
        base.warnings.iter().for_each(|warning| warn(warning));
        let planner = Planner { project: &project, snapshot: &snapshot, base: &base, here: &here };
        let tasks = match &self.what {
            What::Test(filters) => planner.test(filters),
            What::Lint(paths) => planner.lint(paths).map(|task| vec![task]),
            What::Types(paths) => planner.types(paths).map(|task| vec![task]),
            What::Related(_) => planner.test(&[]),
            What::Project | What::Commands(_) => Ok(planner.all()),
        };
        let tasks = match tasks {
            Ok(tasks) if tasks.is_empty() => {
                return refused(
                    "the project has no tests, no configuration of a linter and no tsconfig.json",
                );
            }
            Ok(tasks) => tasks,
            Err(message) => return refused(&message),
        };
        let changed = match (&self.what, &self.options.changed) {
            (What::Related(paths), _) => match planner.named(paths) {
                Ok(named) => Some(named),
                Err(message) => return refused(&message),
            },
            (_, Some(reference)) => {
                let paths = related::changed(&project.root, reference)?;
                Some(paths.iter().filter_map(|path| VfsPath::parse(path).ok()).collect())
            }
            _ => None,
        };
        let tasks = match &changed {
            Some(changed) => planner.reached(tasks, changed),
            None => tasks,
        };
        if tasks.is_empty() {
            eprintln!("verdict: nothing to do: no file that is judged depends on the change");
            return Ok(Choice::Nothing(0));
        }
        if self.what == What::Project {
            eprintln!("{}", found(&project, &tasks));
        }
        let mut commands = Vec::new();
        for task in tasks {
            let Some(command) = task.command() else {
                return refused("the name of a file has white space and both kinds of quotes");
            };
            commands.push(Planned { command, label: Some(task.label), base: task.config });
        }
        let snapshot = base.with_files(&snapshot).map_err(io::Error::other)?;
        Ok(Choice::Run(Chosen { root: project.root.clone(), snapshot, base: base.config, commands }))
    }
}

fn refused(message: &str) -> io::Result<Choice> {
    eprintln!("verdict: {}", one_line(message));
    Ok(Choice::Nothing(COULD_NOT_RUN))
}

fn read(root: &std::path::Path, named: &[String]) -> io::Result<(Snapshot, Option<String>)> {
    let sources = folder::read_sources(root, named)?;
    Ok((Snapshot::new(sources.files).map_err(io::Error::other)?, sources.warning))
}

/// What a project has, on one line.
fn found(project: &Project, tasks: &[Task]) -> String {
    let names = project.names();
    let names = if names.is_empty() { "package.json".to_owned() } else { names.join(", ") };
    let (verbs, files) = (tasks.len(), plan::count(tasks));
    let counted =
        |count: usize, one: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") };
    one_line(&format!("{names}: {}, {}", counted(verbs, "verb"), counted(files, "file")))
}
