//! Further information about a run, besides passes and failures.

use verdict_protocol::{
    FileEngine, Location, Output, Scope, SnapshotProposal, SnapshotReport, TestEntry, Verb, VerifyResult,
};

use crate::RunReport;
use crate::escape::one_line;

/// Maximum number of lines shown of an inline snapshot.
const MAX_LINES: usize = 20;

/// The notes as lines; those below a heading are indented.
pub(crate) fn notes(report: &RunReport) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    for result in &report.results {
        if result.listed {
            notes.extend(listed(result));
        }
        notes.extend(value(result, report.results.len() > 1));
        notes.extend(snapshots(&result.snapshots));
        if let Some(seed) = result.sequence_seed {
            notes.push(format!("tests were shuffled with seed {seed}"));
        }
        notes.extend(result.shard.map(|shard| format!("shard {} of the test files", String::from(shard))));
        notes.extend(worth(result));
    }
    notes.extend(slowest(report));
    notes
}

/// What an expression or a configuration gave, as JSON.
fn value(result: &VerifyResult, with_command: bool) -> Option<String> {
    let value = match &result.output {
        _ if !matches!(result.kind, Some(Verb::Eval | Verb::Project)) || !result.success => return None,
        Output::Value(value) => serde_json::to_string_pretty(value).ok()?,
        _ => "undefined".to_owned(),
    };
    Some(if with_command { format!("{}: {value}", one_line(&result.command)) } else { value })
}

/// The files that another engine ran, a line for each reason.
fn moved(engines: &[FileEngine]) -> Vec<String> {
    let mut reasons: Vec<(&FileEngine, usize)> = Vec::new();
    for one in engines {
        match reasons.iter_mut().find(|(first, _)| (first.engine, &first.why) == (one.engine, &one.why)) {
            Some((_, more)) => *more += 1,
            None => reasons.push((one, 0)),
        }
    }
    let line = |(first, more): (&FileEngine, usize)| {
        let (engine, why) = (first.engine.as_str(), one_line(&first.why));
        let others = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{}{others}: run by the engine `{engine}`: {why}", one_line(&first.file))
    };
    reasons.into_iter().map(line).collect()
}

/// What the verdict of the engine is worth, and what a second one found.
fn worth(result: &VerifyResult) -> Vec<String> {
    let mut notes = moved(&result.engines);
    if result.provisional && !result.engines.is_empty() {
        notes.push("provisional: tests in the browser's engine share a heap with their harness".into());
    } else if result.provisional {
        notes.push(
            "provisional: run by the browser's engine alone, whose tests share a heap with their harness"
                .into(),
        );
    }
    if result.reused {
        notes.push("test files shared guests, so that one could see what another left".into());
    }
    let Some(witnesses) = &result.witnesses else { return notes };
    let named = |file: &str, path: &[String]| {
        let name = path.iter().map(|name| one_line(name)).collect::<Vec<_>>().join(" > ");
        format!("    {}: {name}", one_line(file))
    };
    let said = |entry: &Option<Box<TestEntry>>| match entry {
        None => "nothing of it".to_owned(),
        Some(entry) => match &entry.error {
            None => format!("{:?}", entry.state).to_lowercase(),
            Some(error) => one_line(error.lines().next().unwrap_or_default()).to_string(),
        },
    };
    notes.push(format!(
        "{} test(s) of {} file(s) confirmed by the second engine: {} required, {} drawn with seed {}",
        witnesses.confirmed,
        witnesses.files.len(),
        witnesses.required,
        witnesses.sampled,
        witnesses.seed
    ));
    for one in &witnesses.disagreements {
        notes.push(format!("{}: the engines disagree", named(&one.file, &one.path)));
        notes.push(format!("        browser: {}", said(&one.browser)));
        notes.push(format!("        boa: {}", said(&one.boa)));
    }
    for one in &witnesses.unconfirmed {
        notes.push(format!("{}: not confirmed: {}", named(&one.file, &one.path), one_line(&one.why)));
    }
    notes
}

/// The listed tests, one per line.
fn listed(result: &VerifyResult) -> Vec<String> {
    let Output::Tests(entries) = &result.output else { return Vec::new() };
    let tests = entries.iter().filter(|entry| entry.scope == Scope::Test);
    tests.map(|entry| format!("{} {}", place(&entry.location), name(entry))).collect()
}

fn place(Location { file, line, column, .. }: &Location) -> String {
    format!("{}:{line}:{column}", one_line(file))
}

fn name(entry: &TestEntry) -> String {
    entry.path.iter().map(|name| one_line(name)).collect::<Vec<_>>().join(" > ")
}

fn snapshots(SnapshotReport { proposed, obsolete }: &SnapshotReport) -> Vec<String> {
    let mut notes = Vec::new();
    let new: usize = proposed
        .iter()
        .map(|proposal| match proposal {
            SnapshotProposal::File { keys, .. } => keys.len(),
            SnapshotProposal::Raw { .. } | SnapshotProposal::Inline { .. } => 1,
        })
        .sum();
    if new > 0 {
        notes.push(format!("{new} new snapshot(s), proposed and not written:"));
    }
    for proposal in proposed {
        match proposal {
            SnapshotProposal::File { path, keys, .. } => {
                notes.extend(keys.iter().map(|key| format!("    {}: {}", one_line(path), one_line(key))));
            }
            SnapshotProposal::Raw { path, .. } => notes.push(format!("    {}", one_line(path))),
            SnapshotProposal::Inline { location, literal } => {
                let lines: Vec<&str> = literal.lines().collect();
                let shown = lines.iter().take(MAX_LINES).map(|line| format!("\n        {line}"));
                let more = (lines.len() > MAX_LINES).then_some("\n        …");
                notes.push(format!(
                    "    {}:{}{}",
                    place(location),
                    shown.collect::<String>(),
                    more.unwrap_or_default()
                ));
            }
        }
    }
    if !obsolete.is_empty() {
        notes.push(format!("{} obsolete snapshot(s), which no test asks for:", obsolete.len()));
        let each = obsolete.iter().map(|one| format!("    {}: {}", one_line(&one.path), one_line(&one.key)));
        notes.extend(each);
    }
    notes
}

/// The slowest tests of all commands.
fn slowest(report: &RunReport) -> Vec<String> {
    let mut all: Vec<_> = report.results.iter().flat_map(|result| result.slowest(report.slowest)).collect();
    all.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    all.truncate(report.slowest);
    if all.is_empty() {
        return Vec::new();
    }
    let heading = std::iter::once(format!("slowest {} test(s):", all.len()));
    let line = |(entry, ms): (&TestEntry, f64)| {
        format!("{ms:9.1} ms {} {}", one_line(&entry.location.file), name(entry))
    };
    heading.chain(all.into_iter().map(line)).collect()
}
