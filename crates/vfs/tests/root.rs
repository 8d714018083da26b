//! The root hash: its definition, and that it depends on the files alone.
#![allow(missing_docs, clippy::expect_used, clippy::unwrap_used)]

use std::collections::BTreeMap;

use proptest::prelude::*;
use sha2::{Digest, Sha256};
use verdict_protocol::Files;
use verdict_vfs::{Blob, Change, Snapshot, VfsPath, diff, root_hash};

type Texts = BTreeMap<String, String>;

/// The root hash, reimplemented from its description.
fn root_of(files: &Texts) -> String {
    hex::encode(hash_of(&files.iter().collect::<Vec<_>>(), 0))
}

fn hash_of(files: &[(&String, &String)], digits: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    if files.len() <= 16 {
        bytes.push(0);
        for (path, text) in files {
            bytes.extend(path.as_bytes());
            bytes.push(0);
            bytes.extend(Sha256::digest(text));
            bytes.extend((text.len() as u64).to_le_bytes());
        }
    } else {
        bytes.push(1);
        for digit in "0123456789abcdef".chars() {
            let place = |path: &str| hex::encode(Sha256::digest(path)).chars().nth(digits);
            let own: Vec<_> = files.iter().copied().filter(|(path, _)| place(path) == Some(digit)).collect();
            bytes.extend(if own.is_empty() { vec![0; 32] } else { hash_of(&own, digits + 1) });
        }
    }
    Sha256::digest(bytes).to_vec()
}

fn snapshot(files: &Texts) -> Snapshot {
    let files = files.iter().map(|(path, text)| (path.as_str(), text.as_str()));
    Snapshot::new(Files::from_texts(files)).expect("a snapshot")
}

fn numbered(count: usize) -> Texts {
    (0..count).map(|n| (format!("/src/{}/{n}.js", n % 10), format!("export const n = {n};"))).collect()
}

/// The same values are in `www/test/vfs.test.mjs`, where another program computes them.
#[test]
fn roots_are_what_they_were() {
    let check = |files: &Texts, expected: &str| {
        assert_eq!(snapshot(files).root(), expected);
        assert_eq!(root_of(files), expected);
    };
    check(&Texts::new(), "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
    check(
        &Texts::from([("/a.js".into(), String::new()), ("/größe.js".into(), "数 😀".into())]),
        "53f58c4be62b078acb1752904b03b8b43886e8bebd589600f96755218216f5f9",
    );
    check(&numbered(1000), "8148d3c2f2fe2afeabdae6d71d90f0cbf56d2e622c49f0af7ceebb77ac04be4d");
}

#[test]
fn the_root_of_what_is_known_without_its_bytes() {
    let files = snapshot(&numbered(100));
    let known: Vec<_> =
        files.iter().map(|(path, blob)| (path.as_str(), blob.hash(), blob.bytes().len() as u64)).collect();
    let root = || Some(files.root().to_owned());
    assert_eq!(root_hash(known.iter().copied()), root());
    assert_eq!(root_hash(known.iter().rev().copied()), root(), "in any order");
    assert_ne!(root_hash(known.iter().skip(1).copied()), root());
    assert_ne!(root_hash(known.iter().map(|(path, hash, bytes)| (*path, *hash, bytes + 1))), root());
    let (path, hash, bytes) = known[0];
    let upper = hash.to_uppercase();
    for wrong in [(path, hash, bytes), ("a.js", hash, 1), ("/a.js", "00", 1), ("/a.js", &upper, 1)] {
        assert_eq!(root_hash(known.iter().copied().chain([wrong])), None, "{wrong:?}");
    }
}

/// Texts by path: enough paths for several levels of the tree, few enough for repetitions, some of them
/// folders of others.
fn texts(most: usize) -> impl Strategy<Value = Texts> {
    prop::collection::btree_map(path(), "[xyz]{0,2}", 0..most)
}

fn path() -> impl Strategy<Value = String> {
    prop_oneof!["/[a-z]{1,2}\\.js", "/[a-c]/[a-z][a-z]\\.js", "/d/e/f/[a-z]\\.js"]
}

/// Deltas, each with a new text or none by path.
fn deltas() -> impl Strategy<Value = Vec<BTreeMap<String, Option<String>>>> {
    let text = prop::option::weighted(0.6, "[xyz]{0,2}");
    prop::collection::vec(prop::collection::btree_map(path(), text, 0..40), 0..8)
}

fn changes(delta: &BTreeMap<String, Option<String>>, before: &Texts) -> Vec<Change> {
    let there = delta.iter().filter(|(path, text)| text.is_some() || before.contains_key(*path));
    there
        .map(|(path, text)| {
            let path = VfsPath::parse(path).unwrap();
            text.as_ref().map_or_else(
                || Change::Remove(path.clone()),
                |text| Change::Put(path.clone(), Blob::new(text.as_bytes())),
            )
        })
        .collect()
}

/// The changes of a difference.
fn between(before: &Snapshot, after: &Snapshot) -> Vec<Change> {
    let found = diff(before, after);
    let put = |path: &VfsPath| Change::Put(path.clone(), after.get(path).unwrap().clone());
    let gone = found.deleted.iter().chain(found.renamed.iter().map(|(from, _)| from));
    let come = found.created.iter().chain(&found.modified).chain(found.renamed.iter().map(|(_, to)| to));
    gone.map(|path| Change::Remove(path.clone())).chain(come.map(put)).collect()
}

fn are_same(a: &Snapshot, b: &Snapshot) -> bool {
    a.len() == b.len() && a.iter().eq(b.iter())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_came_before_the_root_is_that_of_the_files(start in texts(120), deltas in deltas()) {
        let (mut files, mut current) = (start.clone(), snapshot(&start));
        prop_assert_eq!(current.root(), root_of(&files));
        for delta in &deltas {
            current = current.apply(changes(delta, &files)).unwrap();
            for (path, text) in delta {
                match text {
                    Some(text) => drop(files.insert(path.clone(), text.clone())),
                    None => drop(files.remove(path)),
                }
            }
            prop_assert_eq!(current.root(), root_of(&files));
            prop_assert!(are_same(&current, &snapshot(&files)));
        }
    }

    #[test]
    fn roots_are_equal_only_for_equal_files(one in texts(40), two in texts(40)) {
        let (a, b) = (snapshot(&one), snapshot(&two));
        prop_assert_eq!(a.root() == b.root(), one == two);
        prop_assert_eq!(diff(&a, &b).is_empty(), one == two);
    }

    #[test]
    fn a_difference_applied_gives_the_other_snapshot(before in texts(120), after in texts(120)) {
        let (before, after) = (snapshot(&before), snapshot(&after));
        let root = before.root().to_owned();
        let applied = before.apply(between(&before, &after)).unwrap();
        prop_assert!(are_same(&applied, &after));
        prop_assert_eq!(applied.root(), after.root());
        prop_assert_eq!(before.root(), root, "the one before is as it was");
    }

    #[test]
    fn a_difference_is_what_comparing_file_by_file_finds(before in texts(120), deltas in deltas()) {
        let before = snapshot(&before);
        let mut after = before.clone();
        for delta in &deltas {
            let files = after.iter().map(|(path, _)| (path.to_string(), String::new())).collect();
            after = after.apply(changes(delta, &files)).unwrap();
        }
        let found = diff(&before, &after);
        let modified: Vec<_> = before
            .iter()
            .filter(|(path, blob)| after.get(path).is_some_and(|new| new != *blob))
            .map(|(path, _)| path.clone())
            .collect();
        prop_assert_eq!(found.modified, modified);
        let mut gone: Vec<_> = found.deleted.into_iter().chain(found.renamed.iter().map(|(from, _)| from.clone())).collect();
        gone.sort();
        let expected: Vec<_> = before.iter().map(|(path, _)| path).filter(|path| after.get(path).is_none()).cloned().collect();
        prop_assert_eq!(gone, expected);
        for (from, to) in &found.renamed {
            prop_assert_eq!(before.get(from), after.get(to));
        }
    }

    #[test]
    fn a_successor_is_what_is_built_at_once(before in texts(120), after in texts(120)) {
        let given: Vec<_> = after.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let successor = snapshot(&before).successor(Files::from_texts(given)).unwrap();
        prop_assert!(are_same(&successor, &snapshot(&after)));
        prop_assert_eq!(successor.root(), root_of(&after));
    }

    #[test]
    fn file_and_folder_are_found_whatever_came_before(paths in prop::collection::vec("/[ab](/[ab](/[ab])?)?", 1..6)) {
        let clash = |path: &String| paths.iter().any(|other| other.starts_with(&format!("{path}/")));
        let put = |path: &String| Change::Put(VfsPath::parse(path).unwrap(), Blob::new(*b""));
        let mut current = Ok(Snapshot::default());
        for path in &paths {
            current = current.and_then(|snapshot| snapshot.apply([put(path)]));
        }
        prop_assert_eq!(current.is_err(), paths.iter().any(clash));
        let at_once = Snapshot::default().apply(paths.iter().map(put));
        prop_assert_eq!(at_once.is_err(), paths.iter().any(clash));
        if let (Ok(one), Ok(other)) = (current, at_once) {
            prop_assert_eq!(one, other);
        }
    }
}
