//! What a `require` asks for by a name that is put together when it runs.
//!
//! A guest cannot wait for an answer within a call. So the file is run again, and then each module has what it asked for.

use std::collections::{BTreeMap, BTreeSet};

use verdict_transform::Reference;
use verdict_vfs::{Conditions, Snapshot, VfsPath};

use super::Target;
use super::ready::Project;

/// Bytes of a specifier.
const MAX_SPECIFIER: usize = 4_096;
/// Files that are sent beside one that was asked for, and their bytes.
const MAX_BESIDE: usize = 200;
const MAX_BYTES: usize = 4 << 20;

#[derive(Debug, Default)]
pub(super) struct Needs {
    named: BTreeMap<VfsPath, Vec<(String, Target)>>,
    files: BTreeMap<VfsPath, BTreeSet<VfsPath>>,
}

impl Needs {
    /// Whether nothing was asked for.
    pub(super) fn is_empty(&self) -> bool {
        self.named.is_empty()
    }

    /// What a module asked for.
    pub(super) fn of(&self, importer: &VfsPath) -> &[(String, Target)] {
        self.named.get(importer).map_or(&[], Vec::as_slice)
    }

    /// A file that a module asks for, where that module was sent and the file was not.
    pub(super) fn not_in(&self, is_sent: impl Fn(&VfsPath) -> bool) -> Option<VfsPath> {
        let asking = self.files.iter().filter(|(importer, _)| is_sent(importer));
        asking.flat_map(|(_, files)| files).find(|file| !is_sent(file)).cloned()
    }

    /// Takes what a module asks for. Gives whether it is new.
    pub(super) fn take(&mut self, project: &Project, importer: &VfsPath, specifier: &str) -> bool {
        let named = self.named.entry(importer.clone()).or_default();
        if specifier.len() > MAX_SPECIFIER || named.iter().any(|(known, _)| known == specifier) {
            return false;
        }
        let reference = Reference { specifier: specifier.to_owned(), names: Vec::new(), at: (0, 0) };
        let target = project.target(importer, &reference, Conditions::Require);
        if let Target::Id(id) = &target
            && let Some(found) = VfsPath::parse(id).ok().filter(|path| path.as_str() == id)
        {
            let files = self.files.entry(importer.clone()).or_default();
            files.extend(beside(&project.snapshot, &found));
            files.insert(found);
        }
        named.push((specifier.to_owned(), target));
        true
    }
}

/// Files that are likely to be asked for next: who puts a name together does so for all of a folder.
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
