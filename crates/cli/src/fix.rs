//! `verdict verify --fix`: applies the fixes of `lint:` commands.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use serde_json::{Value, json};
use similar::TextDiff;
use verdict_gate::{ChangeSet, FileChange, Operation, Position};
use verdict_protocol::{Command, Verb, VerifyResult};
use verdict_report::one_line;
use verdict_vfs::{Blob, Change, Snapshot, VfsPath};

use crate::apply::write;
use crate::engines::Engines;
use crate::out::{say, say_line};

/// The name of the command in the journal.
const DOING: &str = "verdict verify --fix";

/// Which fixes to apply, and whether to write them.
#[derive(clap::Args, Debug, Default)]
pub(crate) struct FixArguments {
    /// Apply the fixes of lint: commands and write the files, all or none. Later commands judge the fixed files.
    #[arg(long, group = "fixing")]
    fix: bool,
    /// Print what --fix would change as a diff, and write nothing. With --json, `fixed` has the texts.
    #[arg(long, group = "fixing")]
    pub(crate) fix_dry_run: bool,
    /// Apply only fixes of these types, separated by commas.
    #[arg(long, value_name = "TYPES", value_delimiter = ',', requires = "fixing")]
    fix_type: Vec<FixType>,
}

#[derive(clap::ValueEnum, Debug, Clone, Copy)]
enum FixType {
    Problem,
    Suggestion,
    Layout,
    Directive,
}

impl FixType {
    const fn as_str(self) -> &'static str {
        match self {
            FixType::Problem => "problem",
            FixType::Suggestion => "suggestion",
            FixType::Layout => "layout",
            FixType::Directive => "directive",
        }
    }
}

impl FixArguments {
    /// What a `lint:` is asked for in addition; `None` for other commands, and without `--fix`.
    pub(crate) fn config(&self, command: &str) -> Option<Value> {
        let is_lint = Command::parse(command).is_ok_and(|command| command.verb == Verb::Lint);
        if !is_lint || !(self.fix || self.fix_dry_run) {
            return None;
        }
        let mut lint = json!({ "fix": true });
        if !self.fix_type.is_empty() {
            let types: Vec<&str> = self.fix_type.iter().map(|one| one.as_str()).collect();
            lint["fixTypes"] = json!(types);
        }
        Some(json!({ "lint": lint }))
    }

    /// Finishes or undoes what an interrupted command left, if files will be written.
    ///
    /// # Errors
    /// [`io::Error`] if that is impossible.
    pub(crate) fn recover(
        &self,
        root: &Path,
        engines: impl FnOnce() -> io::Result<Engines>,
    ) -> io::Result<()> {
        if self.fix { write::recover(root, DOING, engines()?) } else { Ok(()) }
    }
}

/// The texts that fixes gave files.
#[derive(Default)]
pub(crate) struct Fixes(BTreeMap<VfsPath, (Blob, Blob)>);

impl Fixes {
    /// Takes the fixed texts of a result, and returns the files with them.
    ///
    /// # Errors
    /// [`io::Error`] if the result names files that the snapshot does not have.
    pub(crate) fn take(&mut self, result: &VerifyResult, snapshot: Snapshot) -> io::Result<Snapshot> {
        if result.fixed.is_empty() {
            return Ok(snapshot);
        }
        let mut changes = Vec::new();
        for (path, text) in &result.fixed {
            let path = VfsPath::parse(path).map_err(io::Error::other)?;
            let before =
                snapshot.get(&path).ok_or_else(|| io::Error::other(format!("{path} is not there")))?;
            let after = Blob::new(text.as_bytes());
            changes.push(Change::Put(path.clone(), after.clone()));
            // Of several commands the first saw the file as it is on disk.
            self.0.entry(path).or_insert_with(|| (before.clone(), before.clone())).1 = after;
        }
        snapshot.apply(changes).map_err(io::Error::other)
    }

    /// Writes the files, unless that was not asked for.
    ///
    /// # Errors
    /// [`io::Error`] if they cannot be written. Then none is.
    pub(crate) fn write(&self, arguments: &FixArguments, root: &Path, engines: Engines) -> io::Result<()> {
        if !arguments.fix || self.0.is_empty() {
            return Ok(());
        }
        let change = |(path, (before, after)): (&VfsPath, &(Blob, Blob))| FileChange {
            path: path.clone(),
            operation: Operation::Modify(after.clone()),
            old_content: Some(before.clone()),
            reason: None,
            position: Position::default(),
        };
        let set = ChangeSet { changes: self.0.iter().map(change).collect(), ..ChangeSet::default() };
        write::write(root, DOING, set, engines)?;
        eprintln!("verdict: fixed {} file(s)", self.0.len());
        Ok(())
    }

    /// Prints the changes as a diff that `git apply` and `patch -p1` take.
    pub(crate) fn print(&self) {
        for (path, (before, after)) in &self.0 {
            let (before, after) = (text(before), text(after));
            let name = one_line(path.as_str());
            let diff = TextDiff::from_lines(&before, &after);
            let diff = diff.unified_diff().header(&format!("a{name}"), &format!("b{name}")).to_string();
            say!("{diff}");
            if !diff.ends_with('\n') {
                say_line!("");
            }
        }
    }
}

fn text(blob: &Blob) -> String {
    String::from_utf8_lossy(blob.bytes()).into_owned()
}
