//! A Merkle tree over files: maintains their root hash incrementally and finds differences.

use std::array;
use std::collections::BTreeMap;
use std::mem::take;
use std::sync::Arc;

use super::{DIGITS, Digest, FEW, Stamp, digit_of, hash_of_few, hash_of_parts, merkle_key};
use crate::VfsPath;

/// An immutable tree of files by Merkle key. Trees share unchanged parts.
#[derive(Debug, Clone)]
pub(crate) struct Tree<V>(Option<Arc<Node<V>>>);

#[derive(Debug)]
struct Node<V> {
    hash: Digest,
    files: usize,
    kind: Kind<V>,
}

#[derive(Debug)]
enum Kind<V> {
    /// At most [`FEW`] files, by path.
    Few(Box<[(VfsPath, V)]>),
    /// Subtrees by the next digit of the key.
    Many(Box<[Tree<V>; 16]>),
}

/// Files to write (a value) and to remove (none).
pub(crate) type Changes<V> = BTreeMap<VfsPath, Option<V>>;

/// A change with its Merkle key.
struct Step<V> {
    key: Digest,
    path: VfsPath,
    value: Option<V>,
}

impl<V> Default for Tree<V> {
    fn default() -> Self {
        Tree(None)
    }
}

impl<V: Stamp> Tree<V> {
    /// The root hash.
    pub(crate) fn root(&self) -> Digest {
        self.0.as_ref().map_or_else(|| hash_of_few::<V>(&[]), |node| node.hash)
    }

    /// The tree after changes.
    pub(crate) fn with(&self, changes: Changes<V>) -> Tree<V> {
        let step = |(path, value)| Step { key: merkle_key(&path), path, value };
        self.after(changes.into_iter().map(step).collect(), 0)
    }

    /// Applies changes whose keys agree with this subtree in `depth` digits.
    fn after(&self, steps: Vec<Step<V>>, depth: usize) -> Tree<V> {
        match self.0.as_deref() {
            _ if steps.is_empty() => self.clone(),
            Some(Node { kind: Kind::Many(parts), .. }) => {
                let mut own = by_digit(steps, depth);
                Tree::of_parts(array::from_fn(|digit| parts[digit].after(take(&mut own[digit]), depth + 1)))
            }
            node => {
                let old = match node {
                    Some(Node { kind: Kind::Few(files), .. }) => files,
                    _ => &[][..],
                };
                let mut files: Vec<Step<V>> = old
                    .iter()
                    .map(|(path, value)| Step {
                        key: merkle_key(path),
                        path: path.clone(),
                        value: Some(value.clone()),
                    })
                    .filter(|old| steps.iter().all(|step| step.key != old.key))
                    .collect();
                files.extend(steps.into_iter().filter(|step| step.value.is_some()));
                Tree::of_files(files, depth)
            }
        }
    }

    fn of_files(files: Vec<Step<V>>, depth: usize) -> Tree<V> {
        if files.len() > FEW && depth < DIGITS {
            let mut own = by_digit(files, depth);
            return Tree::of_parts(array::from_fn(|digit| Tree::of_files(take(&mut own[digit]), depth + 1)));
        }
        Tree::of_few(files.into_iter().filter_map(|file| Some((file.path, file.value?))))
    }

    fn of_few(files: impl Iterator<Item = (VfsPath, V)>) -> Tree<V> {
        let mut sorted: Vec<(VfsPath, V)> = Vec::new();
        for file in files {
            let at = sorted.partition_point(|other| other.0 < file.0);
            sorted.insert(at, file);
        }
        if sorted.is_empty() {
            return Tree(None);
        }
        let node = Node { hash: hash_of_few(&sorted), files: sorted.len(), kind: Kind::Few(sorted.into()) };
        Tree(Some(Arc::new(node)))
    }

    fn of_parts(parts: [Tree<V>; 16]) -> Tree<V> {
        let files = parts.iter().map(Tree::len).sum();
        if files <= FEW {
            return Tree::of_few(parts.iter().flat_map(Tree::files).cloned());
        }
        let hash = hash_of_parts(parts.iter().map(|part| part.0.as_ref().map(|node| &node.hash)));
        Tree(Some(Arc::new(Node { hash, files, kind: Kind::Many(Box::new(parts)) })))
    }

    fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |node| node.files)
    }

    /// All files, in no particular order.
    fn files(&self) -> Vec<&(VfsPath, V)> {
        let mut files = Vec::with_capacity(self.len());
        let mut parts = vec![self];
        while let Some(part) = parts.pop() {
            match part.0.as_deref().map(|node| &node.kind) {
                Some(Kind::Few(few)) => files.extend(few),
                Some(Kind::Many(many)) => parts.extend(many.iter()),
                None => {}
            }
        }
        files
    }

    /// The changes that lead to `after`, and some without effect. Parts with equal hashes are skipped.
    pub(crate) fn changes_to(&self, after: &Tree<V>, changes: &mut Changes<V>) {
        match (self.0.as_deref(), after.0.as_deref()) {
            (Some(before), Some(after)) if before.hash == after.hash => {}
            (Some(Node { kind: Kind::Many(before), .. }), Some(Node { kind: Kind::Many(after), .. })) => {
                for (before, after) in before.iter().zip(after.iter()) {
                    before.changes_to(after, changes);
                }
            }
            _ => {
                changes.extend(self.files().into_iter().map(|(path, _)| (path.clone(), None)));
                let come = after.files().into_iter();
                changes.extend(come.map(|(path, value)| (path.clone(), Some(value.clone()))));
            }
        }
    }
}

fn by_digit<V>(steps: Vec<Step<V>>, depth: usize) -> [Vec<Step<V>>; 16] {
    let mut own = array::from_fn(|_| Vec::new());
    for step in steps {
        own[digit_of(&step.key, depth)].push(step);
    }
    own
}
