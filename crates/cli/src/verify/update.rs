//! `-u`: writes the snapshots of tests.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use verdict_gate::{ChangeSet, FileChange, Operation, Position};
use verdict_protocol::{Command, Output, SnapshotProposal, TestState, Verb, VerifyResult};
use verdict_vfs::{Blob, Change, Snapshot, VfsPath};

use crate::apply::write;
use crate::engines::Engines;
use crate::folder::snapshots;
use crate::host::HostArguments;
use crate::out::warn;

/// The name of the command in the journal.
const DOING: &str = "verdict test --update";
/// The end of the names of matchers with inline snapshots.
const CALL: &str = "InlineSnapshot";

/// The files without the snapshot files of a command's tests, so that every snapshot is new. If only some tests run,
/// the files stay, and only new snapshots are written.
///
/// # Errors
/// [`io::Error`] if the files do not form a snapshot.
pub(crate) fn without_snapshots(
    files: &Snapshot,
    command: &str,
    host: &HostArguments,
) -> io::Result<Snapshot> {
    let command = Command::parse(command).ok().filter(|command| command.verb == Verb::Test);
    let Some(tests) = command.and_then(|command| files.select_all(&command.patterns().ok()?).ok()) else {
        return Ok(files.clone());
    };
    if host.test_name_pattern.is_some() || host.bail.is_some() {
        warn("-u writes only new snapshots together with -t or --bail");
        return Ok(files.clone());
    }
    let gone = tests.iter().filter_map(snapshots::of_test).filter(|path| files.get(path).is_some());
    files.apply(gone.map(Change::Remove)).map_err(io::Error::other)
}

/// Writes what tests proposed, all or nothing, and takes it out of their results.
///
/// # Errors
/// [`io::Error`] if the files cannot be written. Then none is.
pub(crate) fn write(
    root: &Path,
    files: &Snapshot,
    results: &mut [VerifyResult],
    engines: impl FnOnce() -> io::Result<Engines>,
) -> io::Result<()> {
    let mut after: BTreeMap<VfsPath, String> = BTreeMap::new();
    let mut inline: BTreeMap<VfsPath, Vec<(u32, u32, String)>> = BTreeMap::new();
    let parsed = |path: &str| VfsPath::parse(path).map_err(io::Error::other);
    for result in results {
        let unsure = unsure(result);
        for proposal in std::mem::take(&mut result.snapshots.proposed) {
            match proposal {
                SnapshotProposal::File { path, content, .. } | SnapshotProposal::Raw { path, content } => {
                    let path = parsed(&path)?;
                    match unsure.get(&path).filter(|_| files.get(&path).is_some()) {
                        Some(test) => warn(&format!("{path} is not written: a test of {test} did not pass")),
                        None => drop(after.insert(path, content)),
                    }
                }
                SnapshotProposal::Inline { location, literal } => {
                    let places = inline.entry(parsed(&location.file)?).or_default();
                    places.push((location.line, location.column, literal));
                }
            }
        }
    }
    let mut left = 0;
    for (path, places) in inline {
        let text = files.get(&path).and_then(Blob::text).unwrap_or_default().to_owned();
        let (text, missed) = inserted(text, places);
        left += missed;
        after.insert(path, text);
    }
    if left > 0 {
        warn(&format!("{left} inline snapshot(s) are not written: their calls already have arguments"));
    }
    after.retain(|path, _| {
        let is_unread =
            files.get(path).is_none() && fs::symlink_metadata(root.join(&path.as_str()[1..])).is_ok();
        if is_unread {
            warn(&format!("{path} is not written: it is on disk, and not among the files that were read"));
        }
        !is_unread
    });
    let changes = after.into_iter().map(|(path, text)| {
        let (before, after) = (files.get(&path).cloned(), Blob::new(text.into_bytes()));
        let operation = if before.is_some() { Operation::Modify(after) } else { Operation::Create(after) };
        FileChange { path, operation, old_content: before, reason: None, position: Position::default() }
    });
    let is_new = |change: &FileChange| !matches!((&change.operation, &change.old_content), (Operation::Modify(after), Some(before)) if after == before);
    let changes: Vec<FileChange> = changes.filter(is_new).collect();
    let count = changes.len();
    if count > 0 {
        write::write(root, DOING, ChangeSet { changes, ..ChangeSet::default() }, engines()?)?;
        eprintln!("verdict: {count} file(s) with snapshots written");
    }
    Ok(())
}

/// Snapshot files whose tests did not all pass, with the test file: what these tests have in it would be lost.
fn unsure(result: &VerifyResult) -> BTreeMap<VfsPath, String> {
    let Output::Tests(entries) = &result.output else { return BTreeMap::new() };
    let open = entries.iter().filter(|entry| entry.state != TestState::Passed);
    let tests = open.filter_map(|entry| VfsPath::parse(entry.test_file()).ok());
    tests.filter_map(|test| Some((snapshots::of_test(&test)?, test.to_string()))).collect()
}

/// A text with the literals of inline snapshots in their calls, and how many had no place.
fn inserted(text: String, mut places: Vec<(u32, u32, String)>) -> (String, usize) {
    let mut text = text;
    let mut missed = 0;
    places.sort();
    // From the end, so that earlier places stay.
    for (line, column, literal) in places.into_iter().rev() {
        match place_of(&text, line, column) {
            Some(at) => text.insert_str(at, &literal),
            None => missed += 1,
        }
    }
    (text, missed)
}

/// Where the argument of a call without arguments goes.
fn place_of(text: &str, line: u32, column: u32) -> Option<usize> {
    let number = usize::try_from(line).ok()?.checked_sub(1)?;
    let start = if number == 0 { 0 } else { text.match_indices('\n').nth(number - 1)?.0 + 1 };
    let skipped = usize::try_from(column).ok()?.checked_sub(1)?;
    let within: usize = text[start..].chars().take(skipped).map(char::len_utf8).sum();
    let from = start + within;
    let call = from + text[from..].find(CALL)? + CALL.len();
    let rest = &text[call..];
    let open = call + rest.find('(')? + 1;
    text[open..].trim_start().starts_with(')').then_some(open)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_go_into_their_calls() {
        let check = |text: &str, places: &[(u32, u32)], expected: &str, missed: usize| {
            let places = places.iter().map(|(line, column)| (*line, *column, "`1`".to_owned())).collect();
            assert_eq!(inserted(text.to_owned(), places), (expected.to_owned(), missed));
        };
        check("expect(é).toMatchInlineSnapshot()", &[(1, 11)], "expect(é).toMatchInlineSnapshot(`1`)", 0);
        check(
            "\n  expect(1).toMatchInlineSnapshot();\n  expect(1).toMatchInlineSnapshot( );",
            &[(2, 13), (3, 13)],
            "\n  expect(1).toMatchInlineSnapshot(`1`);\n  expect(1).toMatchInlineSnapshot(`1` );",
            0,
        );
        check("expect(1).toMatchInlineSnapshot(`2`)", &[(1, 11)], "expect(1).toMatchInlineSnapshot(`2`)", 1);
    }
}
