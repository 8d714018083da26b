//! Imports that are pinned to files.
#![allow(missing_docs)]

use verdict_protocol::{Alias, AliasFind, Aliases, Files, PinnedImport};
use verdict_vfs::{Conditions, Snapshot, VfsPath};

fn path(text: &str) -> VfsPath {
    VfsPath::parse(text).expect("a path")
}

/// Pins as `importer specifier path`, one per line. The path `-` is none.
fn pins(text: &str) -> Vec<PinnedImport> {
    let words = text.lines().map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    words
        .filter_map(|words| <[String; 3]>::try_from(words).ok())
        .map(|[importer, specifier, path]| PinnedImport {
            importer,
            specifier,
            path: Some(path).filter(|path| path != "-"),
        })
        .collect()
}

fn snapshot() -> Snapshot {
    let files = [
        ("/t.test.js", ""),
        ("/other.test.js", ""),
        ("/sum.js", "shadow"),
        ("/sum.ts", "old"),
        ("/old/sum.ts", "moved"),
        ("/node_modules/p/package.json", r#"{"exports":{"import":"./new.mjs","require":"./new.cjs"}}"#),
        ("/node_modules/p/new.mjs", ""),
        ("/node_modules/p/new.cjs", ""),
        ("/node_modules/p/old.mjs", ""),
        ("/node_modules/p/old.cjs", ""),
        ("/fake/fs.js", ""),
        ("/aliased.js", ""),
    ];
    let alias = Alias {
        find: AliasFind::Text("@".to_owned()),
        replacement: "/aliased.js".to_owned(),
        fallbacks: Vec::new(),
    };
    let snapshot = Snapshot::new(Files::from_texts(files)).expect("a snapshot");
    snapshot.with_aliases(&Aliases(vec![alias])).expect("aliases")
}

#[track_caller]
fn check(pinned: &str, importer: &str, specifier: &str, conditions: Conditions, expected: &str) {
    let snapshot = snapshot().with_pinned_imports(&pins(pinned));
    let found = snapshot.resolve_under(&path(importer), specifier, conditions);
    let found = found.map_or_else(|error| format!("error: {error}"), |found| found.to_string());
    assert_eq!(found, expected, "{specifier} from {importer} with {pinned}");
}

#[test]
fn a_pin_comes_before_all_else() {
    use Conditions::{Import, Require};
    check("", "/t.test.js", "./sum", Import, "/sum.js");
    check("/t.test.js ./sum /sum.ts", "/t.test.js", "./sum", Import, "/sum.ts");
    check("/t.test.js ./sum /sum.ts", "/t.test.js", "./sum", Require, "/sum.ts");
    check("/t.test.js ./gone.js /old/sum.ts", "/t.test.js", "./gone.js", Import, "/old/sum.ts");
    check("/t.test.js p /node_modules/p/old.mjs", "/t.test.js", "p", Import, "/node_modules/p/old.mjs");
    check("/t.test.js @ /sum.ts", "/t.test.js", "@", Import, "/sum.ts");
    check("/t.test.js #x /sum.ts", "/t.test.js", "#x", Import, "/sum.ts");
    check("/t.test.js https://x.invalid/ /sum.ts", "/t.test.js", "https://x.invalid/", Import, "/sum.ts");
}

#[test]
fn a_pin_is_of_one_importer_one_specifier_and_a_file_that_is_there() {
    use Conditions::Import;
    check("/t.test.js ./sum /sum.ts", "/other.test.js", "./sum", Import, "/sum.js");
    check("/t.test.js ./sum /sum.ts", "/t.test.js", "./sum.js", Import, "/sum.js");
    check("/t.test.js ./sum /gone.ts", "/t.test.js", "./sum", Import, "/sum.js");
    check("/t.test.js ./sum ../..", "/t.test.js", "./sum", Import, "/sum.js");
    check("/t.test.js @ /gone.ts", "/t.test.js", "@", Import, "/aliased.js");
}

#[test]
fn a_pin_to_nothing_finds_nothing() {
    use Conditions::{Import, Require};
    let nothing = "error: no such file";
    check("/t.test.js ./sum -", "/t.test.js", "./sum", Import, nothing);
    check("/t.test.js ./sum -", "/t.test.js", "./sum", Require, nothing);
    check("/t.test.js ./sum -", "/other.test.js", "./sum", Import, "/sum.js");
    check("/t.test.js ./sum -\n/t.test.js ./sum /sum.ts", "/t.test.js", "./sum", Import, "/sum.ts");
}

#[test]
fn of_two_pins_the_usual_file_counts_or_else_the_first_that_is_there() {
    use Conditions::{Import, Require};
    let new = "/t.test.js p /node_modules/p/new.mjs\n/t.test.js p /node_modules/p/new.cjs";
    check(new, "/t.test.js", "p", Import, "/node_modules/p/new.mjs");
    check(new, "/t.test.js", "p", Require, "/node_modules/p/new.cjs");
    let old = "/t.test.js p /node_modules/p/gone.mjs\n/t.test.js p /node_modules/p/old.mjs\n/t.test.js p /node_modules/p/old.cjs";
    check(old, "/t.test.js", "p", Import, "/node_modules/p/old.mjs");
    check(old, "/t.test.js", "p", Require, "/node_modules/p/old.mjs");
}

#[test]
fn a_pinned_name_of_node_is_the_file_and_an_alias_does_not_apply() {
    let plain = snapshot();
    assert!(plain.node_module(&path("/t.test.js"), "fs").is_some());
    assert_eq!(plain.alias_of(Some(&path("/t.test.js")), "@").as_deref(), Some("/aliased.js"));
    let pinned = plain.with_pinned_imports(&pins("/t.test.js fs /fake/fs.js\n/t.test.js @ /sum.ts"));
    assert!(pinned.node_module(&path("/t.test.js"), "fs").is_none());
    assert!(pinned.node_module(&path("/other.test.js"), "fs").is_some());
    assert_eq!(pinned.alias_of(Some(&path("/t.test.js")), "@"), None);
    assert_eq!(pinned.alias_of(None, "@").as_deref(), Some("/aliased.js"));
}

#[test]
fn pins_are_no_part_of_what_a_snapshot_is_but_of_how_it_reads() {
    let plain = snapshot();
    let pinned = plain.with_pinned_imports(&pins("/t.test.js ./sum /sum.ts"));
    assert_eq!(plain.root(), pinned.root());
    assert!(!plain.reads_as(&pinned));
    assert!(pinned.reads_as(&plain.with_pinned_imports(&pins("/t.test.js ./sum /sum.ts"))));
    assert!(plain.reads_as(&pinned.with_pinned_imports(&[])));
}
