//! `verdict init`: writes a `verdict.config.json` with what the project has.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use serde_json::json;
use verdict_protocol::Verb;
use verdict_protocol::test_globs::TESTS;

use super::Project;
use crate::folder;
use crate::out::say_line;

/// Write a verdict.config.json with what the project has.
///
/// Exit code: 0 if the file is written, 2 if it is there already, or if there is no project.
#[derive(clap::Args)]
pub(crate) struct InitArguments {
    /// A folder of the project.
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
}

/// Writes the file next to the project's `package.json`.
pub(crate) fn run(arguments: &InitArguments) -> io::Result<ExitCode> {
    let project = super::find(&arguments.root)?;
    let (root, folder) = (&project.root, &project.folder);
    // The engine reads the file of the root.
    let place = root.join(verdict_protocol::CONFIG_FILE.trim_start_matches('/'));
    let sources = folder::read_sources(root, &[])?;
    let snapshot = verdict_vfs::Snapshot::new(sources.files).map_err(io::Error::other)?;
    let base = super::base::read(&snapshot, &project, &[Verb::Test]).map_err(io::Error::other)?;
    let planner = super::plan::Planner { project: &project, snapshot: &snapshot, base: &base, here: root };
    let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    let mut config = base.config.clone();
    verdict_project::runner_env::remove(&mut config);
    if let Some(test) = config.get_mut("test").and_then(serde_json::Value::as_object_mut) {
        // The project's own configuration says it.
        test.remove("writtenFor");
    }
    if let Some(setup) = config["test"]["setupFiles"].as_array_mut() {
        // What the configuration makes is no file on disk.
        setup.retain(|file| !base.files.iter().any(|(made, _)| file == made.as_str()));
    }
    if config["test"]["setupFiles"].is_null() {
        config = without_empty(config);
    }
    let own = base.tests.first().and_then(|tests| {
        let at = if tests.folder.is_empty() { String::new() } else { format!("{}/", tests.folder) };
        Some(tests.include.as_ref()?.iter().map(|glob| format!("{at}{glob}")).collect())
    });
    let include =
        planner.test(&[]).is_ok().then(|| own.unwrap_or_else(|| planner_include(&prefix, project.is_jest())));
    if let Some(include) = include {
        config["test"]["include"] = json!(include);
    }
    if project.lint.is_none() {
        config["lint"] = json!({ "extends": ["recommended"] });
    }
    if let Some(types) = &project.types {
        config["types"]["project"] = json!(format!("/{types}"));
    }
    let text = format!("{}\n", serde_json::to_string_pretty(&config)?);
    let written = OpenOptions::new().write(true).create_new(true).open(&place);
    written
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", place.display())))?;
    say_line!("{}: written, from {}", place.display(), found(&project));
    Ok(ExitCode::SUCCESS)
}

/// A configuration without keys that reading it made.
fn without_empty(mut config: serde_json::Value) -> serde_json::Value {
    if let Some(test) = config.get_mut("test").and_then(serde_json::Value::as_object_mut) {
        test.retain(|_, value| !value.is_null());
    }
    if let Some(all) = config.as_object_mut() {
        all.retain(|_, value| !value.is_null());
    }
    config
}

fn planner_include(prefix: &str, is_jest: bool) -> Vec<String> {
    let default: &[&str] = if is_jest { &verdict_project::jest::JEST } else { &[TESTS] };
    default.iter().map(|glob| format!("{prefix}{glob}")).collect()
}

fn found(project: &Project) -> String {
    match project.names().as_slice() {
        [] => "package.json".to_owned(),
        names => names.join(", "),
    }
}
