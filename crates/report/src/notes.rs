//! What a person wants to know of a run beside what passed and failed.

use verdict_protocol::{Location, Output, Scope, SnapshotProposal, SnapshotReport, TestEntry, VerifyResult};

use crate::RunReport;
use crate::escape::one_line;

/// Lines of an inline snapshot that are shown.
const MAX_LINES: usize = 20;

/// In lines, of which those below a heading are indented.
pub(crate) fn notes(report: &RunReport) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    for result in &report.results {
        if result.listed {
            notes.extend(listed(result));
        }
        notes.extend(snapshots(&result.snapshots));
        if let Some(seed) = result.sequence_seed {
            notes.push(format!("tests were shuffled with seed {seed}"));
        }
        notes.extend(result.shard.map(|shard| format!("shard {} of the test files", String::from(shard))));
    }
    notes.extend(slowest(report));
    notes
}

/// The tests that were found, a line each.
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
