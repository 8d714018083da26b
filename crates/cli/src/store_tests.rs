#![allow(clippy::disallowed_methods, reason = "the tests work on files")]

use std::fs;

use pollster::block_on;
use tempfile::TempDir;
use verdict_report::{Store, StoreError};

use super::FolderStore;

fn store() -> (TempDir, FolderStore) {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("tmp")).unwrap();
    let store = FolderStore::new(folder.path(), Some(folder.path().join("tmp")));
    (folder, store)
}

#[test]
fn what_is_written_is_read_listed_and_removed() {
    let (folder, store) = store();
    let (one, two) = ("runs/r1/verification-1.json", "runs/r1/snapshots/a.json");
    block_on(store.write(one, "1")).unwrap();
    block_on(store.write(two, "2")).unwrap();
    block_on(store.write(one, "\u{e9}")).unwrap();
    assert_eq!(block_on(store.read(one)).unwrap().as_deref(), Some("\u{e9}"));
    let mut keys = block_on(store.list("runs/")).unwrap();
    keys.sort();
    assert_eq!(keys, [two, one]);
    assert_eq!(block_on(store.list("runs/r1/ver")).unwrap(), [one]);
    assert!(block_on(store.list("runs/r2/")).unwrap().is_empty());
    assert_eq!(fs::read_dir(folder.path().join("tmp")).unwrap().count(), 0, "nothing half written is left");
    for key in [one, two, two] {
        block_on(store.remove(key)).unwrap();
    }
    assert_eq!(block_on(store.read(one)).unwrap(), None);
    assert!(!folder.path().join("runs").exists(), "folders go with the last of what is in them");
    assert!(block_on(store.list("runs/")).unwrap().is_empty());
}

#[test]
fn hostile_keys_are_refused() {
    let (folder, store) = store();
    let long = "x".repeat(5000);
    for key in [
        "",
        "..",
        "../x",
        "runs/../../x",
        "runs//x",
        "/etc/passwd",
        "runs/a b",
        "runs/a\\b",
        "runs/\u{e9}",
        "runs/\0",
        "C:/x",
        &long,
    ] {
        assert!(block_on(store.write(key, "x")).is_err(), "{key:?}");
        assert!(block_on(store.read(key)).is_err(), "{key:?}");
        assert!(block_on(store.remove(key)).is_err(), "{key:?}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn who_only_reads_writes_nothing() {
    let (folder, _) = store();
    let store = FolderStore::new(folder.path(), None);
    assert!(matches!(block_on(store.write("runs/x", "x")), Err(StoreError::Unavailable(_))));
    assert!(!folder.path().join("runs").exists());
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let (folder, store) = store();
    let outside = TempDir::new().unwrap();
    fs::write(outside.path().join("a.json"), "secret").unwrap();
    fs::create_dir(folder.path().join("runs")).unwrap();
    std::os::unix::fs::symlink(outside.path(), folder.path().join("runs/r1")).unwrap();
    assert!(block_on(store.read("runs/r1/a.json")).is_err());
    assert!(block_on(store.write("runs/r1/b.json", "x")).is_err());
    assert!(block_on(store.remove("runs/r1/a.json")).is_err());
    assert_eq!(fs::read_to_string(outside.path().join("a.json")).unwrap(), "secret");
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 1);
    assert_eq!(block_on(store.list("runs/r1/")).unwrap(), Vec::<String>::new());
}
