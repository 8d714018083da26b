//! `verdict verify`: commands on a folder.

use std::fs;
use std::io;
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Serialize;
use serde_json::{Value, json};
use verdict_protocol::{Code, Limits, VerifyResult};
use verdict_report::{RunReport, render};
use verdict_vfs::Snapshot;

use crate::child::Engine;
use crate::{COULD_NOT_RUN, VerifyArguments, folder, serve};

#[derive(Serialize)]
struct Report<'a> {
    success: bool,
    results: &'a [VerifyResult],
}

/// Carries out the commands in their order and prints what they found.
pub(crate) fn run(arguments: &VerifyArguments) -> io::Result<ExitCode> {
    let config = config(arguments)?;
    let snapshot = Snapshot::new(folder::read(&arguments.root)?).map_err(io::Error::other)?;
    let mut engine = Engine::new();
    let whole = serde_json::to_string(&json!({ "type": "SNAPSHOT", "payload": snapshot.to_message() }))?;
    engine.remember(&whole, true);

    let mut results = Vec::new();
    for command in &arguments.commands {
        let request = json!({
            "type": "VERIFY",
            "id": results.len(),
            "payload": {
                "command": command,
                "snapshotRef": snapshot.root(),
                "limits": Limits { time_ms: arguments.timeout, ..Limits::default() },
                "config": config,
                "seed": arguments.seed,
            },
        });
        let mut answer = None;
        let time = Duration::from_millis(arguments.timeout);
        let exchanged = engine.exchange(&request.to_string(), time, &mut |line| {
            let message: Value = serde_json::from_str(line)?;
            if message["type"] != "PROGRESS" {
                answer = Some(line.to_owned());
            }
            Ok(())
        })?;
        results.push(match (exchanged, answer) {
            (Err(failed), _) => {
                let (code, error) = serve::describe(failed);
                VerifyResult::refused(command, code, error)
            }
            (Ok(()), Some(answer)) => serde_json::from_str(&answer)
                .map_err(|error| io::Error::other(format!("unexpected answer {answer}: {error}")))?,
            (Ok(()), None) => return Err(io::Error::other("the engine gave no answer")),
        });
    }
    let code = exit_code(&results);
    print(arguments, results)?;
    Ok(code)
}

/// `--config`, with `--alias` in its `test.alias`.
fn config(arguments: &VerifyArguments) -> io::Result<Value> {
    let mut config = match &arguments.config {
        None => json!({}),
        Some(path) => {
            let named = |error: String| io::Error::other(format!("{}: {error}", path.display()));
            let text = fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
            let config: Value = serde_json::from_str(&text).map_err(|error| named(error.to_string()))?;
            if !config.is_object() {
                return Err(named("expected an object { test, lint, types }".into()));
            }
            config
        }
    };
    if !arguments.alias.is_empty() {
        let entry =
            |(find, replacement): &(String, String)| json!({ "find": find, "replacement": replacement });
        if !matches!(config["test"], Value::Null | Value::Object(_)) {
            return Err(io::Error::other("config: test is not an object"));
        }
        config["test"]["alias"] = arguments.alias.iter().map(entry).collect();
    }
    Ok(config)
}

fn print(arguments: &VerifyArguments, results: Vec<VerifyResult>) -> io::Result<()> {
    if arguments.json {
        let success = results.iter().all(|result| result.success);
        println!("{}", serde_json::to_string(&Report { success, results: &results })?);
    } else {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let report = RunReport { started_at_ms: now.as_secs_f64() * 1e3, results };
        print!("{}", render(&report, arguments.format));
    }
    Ok(())
}

fn exit_code(results: &[VerifyResult]) -> ExitCode {
    let could_not_run = |result: &VerifyResult| {
        matches!(
            result.code,
            Some(Code::Command | Code::Path | Code::Protocol | Code::Unavailable | Code::Startup)
        )
    };
    if results.iter().all(|result| result.success) {
        ExitCode::SUCCESS
    } else if results.iter().any(could_not_run) {
        ExitCode::from(COULD_NOT_RUN)
    } else {
        ExitCode::from(1)
    }
}
