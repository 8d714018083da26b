//! Change sets checked against the files that they change.
#![allow(missing_docs, reason = "a test")]

use verdict_gate::parse_bundle;
use verdict_protocol::Files;
use verdict_vfs::Snapshot;

/// Takes files as `path=content path=content` and operations as a plain list in JSON, one on each line.
/// Expects the files afterwards, or one line for each mistake.
#[track_caller]
fn check(files: &str, operations: &str, expected: &str) {
    let files = files.split_whitespace().map(|file| file.split_once('=').expect("path=content"));
    let before = Snapshot::new(Files::from_texts(files)).expect("files");
    let root = before.root().to_owned();
    let set = parse_bundle(&format!("[\n{}]", operations.trim().replace('\n', ",\n"))).expect("operations");
    let after = set.apply_to(&before);
    let mistakes = set.check(&before);
    let actual = match &after {
        Ok(after) => {
            let text = |blob: &verdict_vfs::Blob| blob.text().expect("text").to_owned();
            after.iter().map(|(path, blob)| format!("{path}={}", text(blob))).collect::<Vec<_>>().join(" ")
        }
        Err(errors) => errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
    };
    assert_eq!(actual, expected);
    assert_eq!(after.err().unwrap_or_default(), mistakes, "check and apply_to agree");
    assert_eq!(before.root(), root);
}

fn op(operation: &str, path: &str, content: &str) -> String {
    format!(r#"{{"operation":"{operation}","file_path":"{path}","new_content":"{content}"}}"#)
}

#[test]
fn operations() {
    check("/a=1", &op("CREATE", "/b", "2"), "/a=1 /b=2");
    check("/a=1", &op("MODIFY", "/a", "2"), "/a=2");
    check("/a=1", &op("UPSERT", "/a", "2"), "/a=2");
    check("/a=1", &op("UPSERT", "/b", "2"), "/a=1 /b=2");
    check("/a=1 /b=2", &op("DELETE", "/a", ""), "/b=2");
    check("/a=1", r#"{"operation":"RENAME","file_path":"/a","new_path":"/b"}"#, "/b=1");
    check("/a=1", r#"{"operation":"RENAME","file_path":"/a","new_path":"/b/c","new_content":"2"}"#, "/b/c=2");
    check("/a=1", &[op("DELETE", "/a", ""), op("CREATE", "/a/b", "2")].join("\n"), "/a/b=2");
    check("/a/b=1", &[op("CREATE", "/a", "2"), op("DELETE", "/a/b", "")].join("\n"), "/a=2");
}

#[test]
fn what_does_not_fit() {
    check("/a=1", &op("CREATE", "/a", "2"), "2:1: CREATE of a file that exists: /a");
    check(
        "/a=1",
        &[op("MODIFY", "/b", "2"), op("DELETE", "/c", "")].join("\n"),
        "2:1: MODIFY of a file that does not exist: /b\n3:1: DELETE of a file that does not exist: /c",
    );
    check(
        "/a=1 /b=2",
        r#"{"operation":"RENAME","file_path":"/a","new_path":"/b"}"#,
        "2:1: RENAME to a file that exists: /b",
    );
    check("/a=1", &op("CREATE", "/a/b", "2"), "2:1: path is both a file and a folder: /a");
    check(
        "/a=1",
        &[op("MODIFY", "/a", "2"), op("CREATE", "/b", ""), op("CREATE", "/b/c", "")].join("\n"),
        "3:1: path is both a file and a folder: /b",
    );
}

#[test]
fn old_content() {
    let old = |operation: &str, path: &str, old: &str| {
        format!(r#"{{"operation":"{operation}","path":"{path}","content":"2","oldContent":"{old}"}}"#)
    };
    check("/a=1", &old("MODIFY", "/a", "1"), "/a=2");
    check("/a=1", &old("MODIFY", "/a", "0"), "2:1: The file is not what the old content says: /a");
    check("/a=1", &old("DELETE", "/a", ""), "2:1: The file is not what the old content says: /a");
    check("/a=1", &old("CREATE", "/b", ""), "/a=1 /b=2");
    check("/a=1", &old("UPSERT", "/b", "0"), "2:1: The file is not what the old content says: /b");
}
