//! Snapshots, their root hash, changes, differences and the store of a worker.

use verdict_protocol::{FileContent, Files, SnapshotMessage, WireEntry};
use verdict_vfs::{Blob, Snapshot, Store, VfsPath, diff};

fn snapshot(files: &[(&str, &str)]) -> Snapshot {
    Snapshot::new(Files::from_texts(files.iter().copied())).expect("a valid snapshot")
}

fn path(text: &str) -> VfsPath {
    VfsPath::parse(text).expect("a valid path")
}

#[test]
fn the_root_depends_on_paths_and_bytes_only() {
    let one = snapshot(&[("/a", "1"), ("/b", "2")]);
    assert_eq!(one.root(), snapshot(&[("b", "2"), ("./a", "1")]).root());
    for other in [&[("/a", "2"), ("/b", "1")][..], &[("/a", "1")], &[("/a", "1"), ("/b", "2"), ("/c", "")]] {
        assert_ne!(one.root(), snapshot(other).root());
    }
    assert_eq!(Snapshot::default().root(), snapshot(&[]).root());
}

#[test]
fn what_is_no_snapshot() {
    let check = |files: &[(&str, &str)], expected: &str| {
        let error = Snapshot::new(Files::from_texts(files.iter().copied())).expect_err("no snapshot");
        assert_eq!(error.to_string(), expected);
    };
    check(&[("/a", ""), ("./a", "")], "duplicate path: ./a");
    check(&[("/a", ""), ("/a.js", ""), ("/a/b", "")], "path is both a file and a folder: /a");
    check(&[("../x", ""), ("", "")], "path leaves the root: ../x; empty path");
    // Only a module that is no file has a longer name.
    for start in ["/", "/data:"] {
        let long = format!("{start}{}.mjs", "a".repeat(5_000 - start.len()));
        check(&[(&long, "")], "path of 5004 bytes is longer than 4096");
    }
}

#[test]
fn selection() {
    let files = snapshot(&[("/src/a.js", ""), ("/src/deep/b.js", ""), ("/src/[x].js", ""), ("/t.ts", "")]);
    let check = |pattern: &str, expected: &str| {
        let actual = match files.select(pattern) {
            Ok(paths) => paths.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            Err(error) => error.to_string(),
        };
        assert_eq!(actual, expected, "for {pattern}");
    };
    check("/src/a.js", "/src/a.js");
    check("src/a.js", "/src/a.js");
    check("/src/*.js", "/src/[x].js /src/a.js");
    check("**/*.js", "/src/[x].js /src/a.js /src/deep/b.js");
    check("/src/[x].js", "/src/[x].js");
    check("/{t.ts,src/a.*}", "/src/a.js /t.ts");
    check("/src", "/src");
    check("/none.js", "/none.js");
    check("/none/*", "/none/*");
    check(
        "/src/[",
        "malformed glob /src/[: unclosed character class at byte 5; missing ']' (to match a literal '[', escape it as '\\[' or '[[]')",
    );
    check("/src/?.js", "/src/a.js");
    check("/src/**", "/src/[x].js /src/a.js /src/deep/b.js");
    check("/**/[a-b].{js,ts}", "/src/a.js /src/deep/b.js");
    check("/src/[!a].js", "/src/[!a].js");
    check("!/src/*", "!/src/*");
    check("../a.js", "path leaves the root: ../a.js");
}

#[test]
fn globs_leave_packages_alone() {
    let files = snapshot(&[
        ("/a.test.js", ""),
        ("/node_modules/p/a.test.js", ""),
        ("/x/node_modules/p/b.test.js", ""),
    ]);
    let check = |pattern: &str, expected: &[&str]| {
        let found = files.select(pattern).expect("files");
        assert_eq!(found.iter().map(VfsPath::as_str).collect::<Vec<_>>(), expected, "for {pattern}");
    };
    check("**/*.test.js", &["/a.test.js"]);
    check("/node_modules/**/*.test.js", &["/node_modules/p/a.test.js"]);
    check("**/node_modules/p/*", &["/node_modules/p/a.test.js", "/x/node_modules/p/b.test.js"]);
    check("/x/node_modules/p/b.test.js", &["/x/node_modules/p/b.test.js"]);
}

#[test]
fn differences() {
    let before = snapshot(&[("/same", "s"), ("/mod", "1"), ("/gone", "g"), ("/from", "moved")]);
    let after = snapshot(&[("/same", "s"), ("/mod", "2"), ("/new", "n"), ("/to", "moved")]);
    let found = diff(&before, &after);
    assert_eq!(found.created, [path("/new")]);
    assert_eq!(found.modified, [path("/mod")]);
    assert_eq!(found.deleted, [path("/gone")]);
    assert_eq!(found.renamed, [(path("/from"), path("/to"))]);
    assert!(diff(&after, &after).is_empty());
}

#[test]
fn a_store_takes_whole_snapshots_and_deltas_and_never_guesses() {
    let (one, two) = (snapshot(&[("/a", "1"), ("/b", "2")]), snapshot(&[("/a", "3"), ("/c", "2")]));
    let mut store = Store::default();
    let delta = SnapshotMessage {
        base: Some(one.root().to_owned()),
        // `/c` has the bytes of `/b`: its blob is known and is not sent again.
        entries: vec![
            WireEntry {
                path: "/a".into(),
                hash: Blob::new(*b"3").hash().into(),
                content: Some(FileContent(b"3".to_vec())),
            },
            WireEntry { path: "/c".into(), hash: Blob::new(*b"2").hash().into(), content: None },
        ],
        removed: vec!["/b".into()],
        root: two.root().to_owned(),
    };
    let error = store.receive(delta.clone()).expect_err("the base is unknown");
    assert_eq!(error.code(), None);
    store.receive(one.to_message()).expect("a whole snapshot");
    assert_eq!(store.receive(delta.clone()).expect("a delta on a known base"), &two);
    assert_eq!(store.get(one.root()), Some(&one));

    let mut forged = one.to_message();
    forged.entries[0].content = Some(FileContent(b"other".to_vec()));
    assert!(store.receive(forged).expect_err("wrong bytes").code().is_some());
    let mut forged = delta;
    forged.root = one.root().to_owned();
    assert!(store.receive(forged).expect_err("wrong root").code().is_some());
    let mut absent = one.to_message();
    absent.entries[0].content = None;
    absent.entries[0].hash = "00".into();
    assert_eq!(store.receive(absent).expect_err("unknown blob").code(), None);
}
