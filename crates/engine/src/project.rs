//! `project:`: what the configuration of a project's own tools comes to.

use serde_json::{Value, json};
use verdict_judge::Found;
use verdict_project::base::{self, Base, TestsOf};
use verdict_project::plan::{Files, Task};
use verdict_project::{Evaluation, Tools, runner_env};
use verdict_protocol::{Code, Command, Output, ProjectCommand, ProjectPlan, ProjectTests, Verb};
use verdict_vfs::Snapshot;

use crate::realms::Realms;
use crate::{Host, Request, verify_with};

/// The verbs that a project is verified by.
const VERBS: [Verb; 3] = [Verb::Test, Verb::Lint, Verb::TypeCheck];

pub(crate) fn run(
    request: &Request<'_>,
    command: &Command,
    host: &mut Host<'_>,
    realms: &mut Realms,
) -> Found {
    let folder = command.argument.trim().trim_matches('/').to_owned();
    let start = if folder.is_empty() { "/".to_owned() } else { format!("/{folder}/") };
    if !request.snapshot.iter().any(|(path, _)| path.as_str().starts_with(&start)) {
        return Found::refused(Code::NotFound, format!("The snapshot has no folder {start}"));
    }
    let tools = Tools::of_snapshot(request.snapshot, folder);
    let mut evaluate = |evaluation: &Evaluation| {
        let Evaluation { command, snapshot, config, limits, .. } = evaluation;
        // Guests of one request share its memory.
        let limits = verdict_protocol::Limits {
            memory_bytes: limits.memory_bytes.min(request.limits.memory_bytes),
            ..limits.clone()
        };
        let key = format!("{} {} {} {command}", snapshot.root(), request.seed, limits.memory_bytes);
        if let Some(known) = realms.evaluated.get(&key) {
            return Ok(known.clone());
        }
        let request = Request { command, snapshot, limits, config: Some(config), seed: request.seed };
        let result = verify_with(&request, host, realms);
        if !realms.lowering.is_missed() {
            realms.evaluated.keep(key, &result);
        }
        Ok(result)
    };
    let plan = base::read(request.snapshot, &tools, &VERBS, &mut evaluate, &mut |_, _| None)
        .and_then(|base| plan(request.snapshot, &tools, &base));
    match plan {
        Ok(plan) => Found { output: Output::Value(json!(plan)), ..Found::default() },
        Err(why) => Found::refused(Code::Protocol, why),
    }
}

/// The commands of a project.
///
/// # Errors
/// A sentence for a file that no command can name.
fn plan(snapshot: &Snapshot, tools: &Tools, base: &Base) -> Result<ProjectPlan, String> {
    let files = Files { tools, snapshot, base };
    let command = |task: Task| {
        let written = task.command();
        let command = written.ok_or("the name of a file has white space and both kinds of quotes")?;
        let config: Value = task.config.unwrap_or_else(|| base.config.clone());
        Ok(ProjectCommand { verb: task.verb, label: task.label, command, config })
    };
    let tests = |of: &TestsOf| {
        let mut config = of.config.clone().unwrap_or_else(|| base.config.clone());
        // A gate lays this below its own, and hides from the subject that it is tested.
        runner_env::remove(&mut config);
        ProjectTests {
            name: of.name.clone(),
            folder: of.folder.clone(),
            include: files.include(of).iter().map(|glob| base::from_root(&of.folder, glob)).collect(),
            config,
        }
    };
    Ok(ProjectPlan {
        configurations: tools.names().into_iter().map(str::to_owned).collect(),
        commands: files.tasks().into_iter().map(command).collect::<Result<_, String>>()?,
        tests: base.tests.iter().map(tests).collect(),
        files: base.files.iter().map(|(path, text)| (path.to_string(), text.clone())).collect(),
        warnings: base.warnings.clone(),
    })
}
