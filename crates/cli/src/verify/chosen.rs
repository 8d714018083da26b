//! What a run does: commands as they were given, or those of a project.

use std::io;
use std::path::PathBuf;

use serde_json::Value;
use verdict_report::one_line;
use verdict_vfs::Snapshot;

use super::{Run, warn};
use crate::folder;
use crate::project::plan::{self, Planner, Task};
use crate::project::{self, PathArguments, Project, base, resolve_command};

/// What was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum What {
    /// `verb:argument` commands.
    Commands(Vec<String>),
    /// All that the project has.
    Project,
    /// Its tests, by filters.
    Test(Vec<String>),
    /// Its linter, on paths.
    Lint(Vec<String>),
    /// Its types, on paths.
    Types(Vec<String>),
}

/// The commands of a run, with the files.
#[derive(Debug)]
pub(super) struct Chosen {
    pub(super) root: PathBuf,
    pub(super) snapshot: Snapshot,
    /// The configuration below those of requests.
    pub(super) base: Value,
    /// Each command, with what reports call it.
    pub(super) commands: Vec<(String, Option<String>)>,
}

impl Chosen {
    /// Whether the commands were given, and not found.
    pub(super) fn is_verbs(&self) -> bool {
        self.commands.iter().all(|(_, label)| label.is_none())
    }
}

impl Run<'_> {
    /// Reads the files and determines the commands; `None` if there is nothing to do, which was said.
    pub(super) fn choose(&self) -> io::Result<Option<Chosen>> {
        let here = folder::root(self.options.root.as_deref().unwrap_or(".".as_ref()))?;
        if let What::Commands(commands) = &self.what {
            let (snapshot, warning) = read(&here, commands)?;
            warning.iter().for_each(|warning| warn(warning));
            let at = PathArguments { root: &here, here: &here, snapshot: &snapshot };
            let written = commands
                .iter()
                .map(|command| (resolve_command(command, at).unwrap_or_else(|| command.clone()), None))
                .collect();
            return Ok(Some(Chosen { root: here, snapshot, base: Value::Null, commands: written }));
        }
        let project = project::find(&here)?;
        let named = match &self.what {
            What::Test(paths) | What::Lint(paths) | What::Types(paths) => paths.as_slice(),
            What::Project | What::Commands(_) => &[],
        };
        let (snapshot, warning) = read(&project.root, named)?;
        warning.iter().for_each(|warning| warn(warning));
        let base = base::read(&snapshot, &project).map_err(io::Error::other)?;
        base.warnings.iter().for_each(|warning| warn(&one_line(warning)));
        let planner = Planner { project: &project, snapshot: &snapshot, base: &base, here: &here };
        let tasks = match &self.what {
            What::Test(filters) => planner.test(filters).map(|task| vec![task]),
            What::Lint(paths) => planner.lint(paths).map(|task| vec![task]),
            What::Types(paths) => planner.types(paths).map(|task| vec![task]),
            What::Project | What::Commands(_) => Ok(planner.all()),
        };
        let tasks = match tasks {
            Ok(tasks) if tasks.is_empty() => {
                return refused("the project has no tests, no configuration of a linter and no tsconfig.json");
            }
            Ok(tasks) => tasks,
            Err(message) => return refused(&message),
        };
        if self.what == What::Project {
            eprintln!("{}", found(&project, &tasks));
        }
        let mut commands = Vec::new();
        for task in tasks {
            let Some(command) = task.command() else {
                return refused("the name of a file has white space and both kinds of quotes");
            };
            commands.push((command, Some(task.label)));
        }
        Ok(Some(Chosen { root: project.root.clone(), snapshot, base: base.config, commands }))
    }
}

fn refused(message: &str) -> io::Result<Option<Chosen>> {
    eprintln!("verdict: {}", one_line(message));
    Ok(None)
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
    let counted = |count: usize, one: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") };
    one_line(&format!("{names}: {}, {}", counted(verbs, "verb"), counted(files, "file")))
}
