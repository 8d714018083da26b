//! Moved files: by a RENAME, or as a deleted file and a similar new one.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use verdict_vfs::{Blob, Snapshot, VfsPath};

use crate::transaction::Change;
use crate::{ChangeSet, Operation};

/// The largest number of pairs of deleted and new files to compare.
const MOST_PAIRS: usize = 20_000;

/// The new path of each moved file, by its old path.
pub(crate) fn moves(set: &ChangeSet, before: &Snapshot, after: &Snapshot) -> BTreeMap<VfsPath, VfsPath> {
    let mut moves: BTreeMap<VfsPath, VfsPath> = BTreeMap::new();
    for change in &set.changes {
        if let Operation::Rename { to, .. } = &change.operation {
            moves.insert(change.path.clone(), to.clone());
        }
    }
    let taken: BTreeSet<&VfsPath> = moves.values().collect();
    let only_in = |one: &'_ Snapshot, other: &Snapshot| -> Vec<(VfsPath, Blob)> {
        let found = one.iter().filter(|(path, blob)| other.get(path).is_none() && !blob.bytes().is_empty());
        found.map(|(path, blob)| (path.clone(), blob.clone())).collect()
    };
    let mut gone = only_in(before, after);
    gone.retain(|(path, _)| !moves.contains_key(path));
    let mut new = only_in(after, before);
    new.retain(|(path, _)| !taken.contains(path));
    gone.retain(|(path, blob)| {
        let Some(at) = new.iter().position(|(_, now)| now == blob) else { return true };
        moves.insert(path.clone(), new.remove(at).0);
        false
    });
    moves.extend(similar(&gone, &new));
    moves
}

/// The old path of each moved file, by its new path.
pub(crate) fn origins(change: &Change) -> BTreeMap<VfsPath, VfsPath> {
    let moves = moves(&change.set, &change.before, &change.after);
    moves.into_iter().map(|(from, to)| (to, from)).collect()
}

/// Pairs of files that share at least half of their content, as git detects renames. The most similar pairs
/// come first, and then those that keep their name.
fn similar(gone: &[(VfsPath, Blob)], new: &[(VfsPath, Blob)]) -> Vec<(VfsPath, VfsPath)> {
    if gone.len().saturating_mul(new.len()) > MOST_PAIRS {
        return Vec::new();
    }
    let lines =
        |files: &[(VfsPath, Blob)]| -> Vec<Lines> { files.iter().map(|(_, blob)| Lines::of(blob)).collect() };
    let (old_lines, new_lines) = (lines(gone), lines(new));
    let stem = |path: &VfsPath| path.name().split('.').next().unwrap_or_default().to_owned();
    let mut pairs = Vec::new();
    for (from, old) in gone.iter().zip(&old_lines) {
        for (to, now) in new.iter().zip(&new_lines) {
            let percent = old.percent_in_common(now);
            if percent >= 50 {
                pairs.push((percent, stem(&from.0) == stem(&to.0), &from.0, &to.0));
            }
        }
    }
    pairs.sort_by(|a, b| (b.0, b.1, a.2, a.3).cmp(&(a.0, a.1, b.2, b.3)));
    let (mut left, mut come) = (BTreeSet::new(), BTreeSet::new());
    let mut found = Vec::new();
    for (.., from, to) in pairs {
        if !left.contains(from) && !come.contains(to) {
            left.insert(from);
            come.insert(to);
            found.push((from.clone(), to.clone()));
        }
    }
    found
}

/// The count of each line in a file. A binary file has none.
struct Lines {
    counts: HashMap<String, usize>,
    bytes: usize,
}

impl Lines {
    fn of(blob: &Blob) -> Lines {
        let mut lines = Lines { counts: HashMap::new(), bytes: 0 };
        for line in blob.text().unwrap_or_default().lines().map(str::trim).filter(|line| !line.is_empty()) {
            lines.bytes += line.len();
            *lines.counts.entry(line.to_owned()).or_default() += 1;
        }
        lines
    }

    /// The percentage of the longer text that consists of shared lines.
    fn percent_in_common(&self, other: &Lines) -> usize {
        let longer = self.bytes.max(other.bytes);
        if longer == 0 || self.bytes.min(other.bytes) * 2 < longer {
            return 0;
        }
        let common = |(line, count): (&String, &usize)| {
            line.len() * other.counts.get(line).copied().unwrap_or_default().min(*count)
        };
        self.counts.iter().map(common).sum::<usize>() * 100 / longer
    }
}
