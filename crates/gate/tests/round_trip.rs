//! What a writer writes parses to exactly the same change set.
#![allow(missing_docs, reason = "a test")]

use std::collections::BTreeSet;

use proptest::prelude::*;
use verdict_gate::{ChangeSet, FileChange, Operation, Position, parse_bundle};
use verdict_vfs::{Blob, VfsPath};

/// Text that contains the syntax of the bundle forms.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-z ]{0,6}",
        2 => Just("\n".to_owned()),
        1 => Just("\r\n".to_owned()),
        1 => Just("\r".to_owned()),
        1 => Just("```".to_owned()),
        1 => Just("`````".to_owned()),
        1 => Just("~~~".to_owned()),
        1 => Just("    ".to_owned()),
        1 => Just("\t".to_owned()),
        1 => Just("\0".to_owned()),
        1 => Just("\"".to_owned()),
        1 => Just(": ".to_owned()),
        1 => Just("\u{feff}".to_owned()),
        1 => Just("\u{2028}😀".to_owned()),
        1 => Just("<details>\n".to_owned()),
        1 => Just("---".to_owned()),
        1 => Just("(Content:Base64)".to_owned()),
        1 => Just("@@ PAWS_CMD DELETE_FILE() @@".to_owned()),
        1 => Just("```paws-change\noperation: DELETE\nfile_path: /x\n```\n".to_owned()),
        1 => Just("🐕 --- DOGS_START_FILE: /x ---\n".to_owned()),
        1 => Just("🐕 --- DOGS_END_FILE ---\n".to_owned()),
        1 => any::<String>(),
    ];
    proptest::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

fn blob() -> impl Strategy<Value = Blob> {
    prop_oneof![
        5 => text().prop_map(|text| Blob::new(text.into_bytes())),
        1 => proptest::collection::vec(any::<u8>(), 0..12).prop_map(Blob::new),
    ]
}

fn path() -> impl Strategy<Value = VfsPath> {
    text().prop_filter_map("no path", |text| VfsPath::parse(&text).ok())
}

fn operation() -> impl Strategy<Value = Operation> {
    prop_oneof![
        blob().prop_map(Operation::Create),
        blob().prop_map(Operation::Modify),
        blob().prop_map(Operation::Upsert),
        Just(Operation::Delete),
        (path(), proptest::option::of(blob())).prop_map(|(to, content)| Operation::Rename { to, content }),
    ]
}

fn change_set() -> impl Strategy<Value = ChangeSet> {
    let change = (
        path(),
        operation(),
        proptest::option::weighted(0.2, blob()),
        proptest::option::weighted(0.2, text()),
    )
        .prop_map(|(path, operation, old_content, reason)| FileChange {
            path,
            operation,
            old_content,
            reason,
            position: Position::default(),
        });
    proptest::collection::vec(change, 1..5).prop_filter_map("two operations on one path", |changes| {
        let mut seen = BTreeSet::new();
        let once = changes.iter().flat_map(FileChange::paths).all(|path| seen.insert(path.clone()));
        once.then_some(ChangeSet { changes, ..ChangeSet::default() })
    })
}

/// Parses a written bundle, without positions.
fn read(bundle: &str) -> ChangeSet {
    let mut set = parse_bundle(bundle).unwrap_or_else(|errors| panic!("{errors:?}\n--- bundle\n{bundle}"));
    for change in &mut set.changes {
        change.position = Position::default();
    }
    set
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn markdown(set in change_set()) {
        prop_assert_eq!(read(&set.to_markdown()), set);
    }

    #[test]
    fn dogs(set in change_set()) {
        prop_assert_eq!(read(&set.to_dogs()), set);
    }

    #[test]
    fn patch_json(set in change_set()) {
        prop_assert_eq!(read(&set.to_patch_json()), set);
    }

    #[test]
    fn reading_never_panics(text in text()) {
        let _ = parse_bundle(&text);
    }
}

#[test]
fn what_is_written() {
    let set = parse_bundle(
        r#"{"version":2,"timestamp":"t","metadata":{"author":"me","confidence":0.5},"changes":[
            {"type":"CREATE","path":"/a.js","content":"let a = `b`;"},
            {"type":"MODIFY","path":"/README.md","content":"```js\nx\n```\n","oldContent":"old","reason":"docs"},
            {"type":"UPSERT","path":"/bin","content":"/w==","encoding":"base64"},
            {"type":"DELETE","path":"/gone"},
            {"type":"RENAME","path":"/from","newPath":"/to"}]}"#,
    )
    .expect("a patch");
    insta::assert_snapshot!("markdown", set.to_markdown());
    insta::assert_snapshot!("dogs", set.to_dogs());
    insta::assert_snapshot!("patch_json", set.to_patch_json());
}
