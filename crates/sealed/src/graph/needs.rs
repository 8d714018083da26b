//! Targets of `require` calls whose specifier is computed at run time.
//!
//! `require` is synchronous, so the guest cannot wait for an answer. The file runs again, and each module
//! then has the targets it asked for.

use std::collections::{BTreeMap, BTreeSet};

use verdict_vfs::{Blob, Conditions, Snapshot, VfsPath};

use super::ready::Project;
use super::used::file_of;
use crate::supply::Target;

/// Maximum length of a specifier, in bytes.
const MAX_SPECIFIER: usize = 4_096;
/// Maximum number of texts of a module that are taken for further specifiers, and their maximum length in bytes.
const MAX_TEXTS: usize = 500;
const MAX_TEXT: usize = 200;
/// Maximum number of neighbouring files that are sent with a requested file, and their maximum size in bytes.
const MAX_BESIDE: usize = 200;
const MAX_BYTES: usize = 4 << 20;

/// How modules hide calls of `require` from bundlers.
const HIDDEN: [&str; 2] = ["module.require", "module["];

#[derive(Debug, Default)]
pub(super) struct Needs {
    named: BTreeMap<VfsPath, Vec<(String, Target)>>,
    files: BTreeMap<VfsPath, BTreeSet<VfsPath>>,
}

impl Needs {
    /// Whether no target was requested.
    pub(super) fn is_empty(&self) -> bool {
        self.named.is_empty()
    }

    /// The targets that a module requested.
    pub(super) fn of(&self, importer: &VfsPath) -> &[(String, Target)] {
        self.named.get(importer).map_or(&[], Vec::as_slice)
    }

    /// A requested file that was not sent although the module that requested it was.
    pub(super) fn not_in(&self, is_sent: impl Fn(&VfsPath) -> bool) -> Option<VfsPath> {
        let asking = self.files.iter().filter(|(importer, _)| is_sent(importer));
        asking.flat_map(|(_, files)| files).find(|file| !is_sent(file)).cloned()
    }

    /// Records a request of a module. Returns whether it is new.
    pub(super) fn take(&mut self, project: &Project, importer: &VfsPath, specifier: &str) -> bool {
        let named = self.named.entry(importer.clone()).or_default();
        if specifier.len() > MAX_SPECIFIER || named.iter().any(|(known, _)| known == specifier) {
            return false;
        }
        let target = project.named(importer, specifier, Conditions::Require);
        if let Some(found) = file_of(&target) {
            let files = self.files.entry(importer.clone()).or_default();
            files.extend(beside(&project.snapshot, &found));
            files.insert(found);
        }
        named.push((specifier.to_owned(), target));
        self.guess(project, importer);
        true
    }

    /// Adds what a module will request, if its text hides its `require`: it need not run in vain first.
    pub(super) fn expect(&mut self, project: &Project, importer: &VfsPath) {
        let text = project.snapshot.get(importer).and_then(Blob::text).unwrap_or_default();
        if HIDDEN.iter().any(|sign| text.contains(sign)) {
            self.guess(project, importer);
        }
    }

    /// Adds what the texts of a module name. Code that hides one call of `require` from bundlers hides others too,
    /// and each request costs a run.
    fn guess(&mut self, project: &Project, importer: &VfsPath) {
        let text = project.snapshot.get(importer).and_then(Blob::text).unwrap_or_default();
        let named = self.named.entry(importer.clone()).or_default();
        let files = self.files.entry(importer.clone()).or_default();
        for specifier in texts(text).take(MAX_TEXTS) {
            if named.iter().any(|(known, _)| known == specifier) {
                continue;
            }
            let target = project.named(importer, specifier, Conditions::Require);
            if let Some(found) = file_of(&target) {
                files.insert(found);
                named.push((specifier.to_owned(), target));
            }
        }
    }
}

/// The quoted texts of a module that can be names of packages or relative paths.
fn texts(source: &str) -> impl Iterator<Item = &str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "@/-_.~".contains(c);
    let parts = source.lines().flat_map(|line| line.split(['"', '\'']).skip(1));
    parts.filter(move |text| {
        !text.is_empty()
            && text.len() <= MAX_TEXT
            && text.chars().all(is_plain)
            && text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '@' || c == '.')
    })
}

/// Files that the module probably requests next: code that computes one name usually loads the whole folder.
fn beside(snapshot: &Snapshot, file: &VfsPath) -> impl Iterator<Item = VfsPath> {
    let is_beside =
        move |path: &VfsPath| path.folder() == file.folder() && path.extension() == file.extension();
    let mut left = MAX_BYTES;
    let found = snapshot.iter().filter(move |(path, _)| is_beside(path)).take(MAX_BESIDE);
    let fitting = found.take_while(move |(_, blob)| {
        let fits = blob.bytes().len() <= left;
        left = left.saturating_sub(blob.bytes().len());
        fits
    });
    fitting.map(|(path, _)| path.clone())
}
