//! Bundles in every form give the same files.

use crate::world::{PROJECT, TESTS, World};

fn check(bundle: &str) {
    let world = World::new(PROJECT);
    let answer = world.apply(bundle, &["--verify", TESTS]);
    assert_eq!(answer.code, 0, "{bundle}\n{answer:?}");
    assert!(answer.out.contains("APPLIED 3 change(s) applied"), "{answer:?}");
    assert_eq!(world.read("src/sum.js"), "export const sum = (a, b) => b + a;\n");
    assert_eq!(world.read("src/deep/new.js"), "export const one = 1;\n");
    assert!(!world.path("src/old.js").exists());
}

#[test]
fn paws_change_markdown() {
    check(
        "\
Some prose.

```paws-change
operation: MODIFY
file_path: /src/sum.js
reason: the other way round
```
```js
export const sum = (a, b) => b + a;
```

```paws-change
operation: CREATE
file_path: src/deep/new.js
```
~~~js
export const one = 1;
~~~

```paws-change
operation: DELETE
file_path: /src/old.js
```
",
    );
}

#[test]
fn patch_json() {
    check(
        r#"{ "version": 2, "timestamp": "2026-01-01T00:00:00Z", "metadata": { "reason": "r", "author": "a", "confidence": 1 },
            "changes": [
                { "type": "MODIFY", "path": "/src/sum.js", "content": "export const sum = (a, b) => b + a;\n",
                  "oldContent": "export const sum = (a, b) => a + b;\n" },
                { "type": "CREATE", "path": "/src/deep/new.js", "encoding": "base64",
                  "content": "ZXhwb3J0IGNvbnN0IG9uZSA9IDE7Cg==" },
                { "type": "DELETE", "path": "/src/old.js" }
            ] }"#,
    );
}

#[test]
fn plain_lists() {
    check(
        r#"[{ "operation": "MODIFY", "file_path": "/src/sum.js", "new_content": "export const sum = (a, b) => b + a;\n" },
            { "operation": "CREATE", "file_path": "/src/deep/new.js", "new_content": "export const one = 1;\n" },
            { "operation": "DELETE", "file_path": "/src/old.js" }]"#,
    );
    check(
        r#"{ "/src/sum.js": "export const sum = (a, b) => b + a;\n", "src/deep/new.js": "export const one = 1;\n",
            "/src/old.js": null }"#,
    );
}

#[test]
fn dogs_markers() {
    let world = World::new(PROJECT);
    let bundle = "\
🐕 --- DOGS_START_FILE: src/sum.js ---
export const sum = (a, b) => b + a;
🐕 --- DOGS_END_FILE: src/sum.js ---
🐕 --- DOGS_START_FILE: src/deep/new.js (Content:Base64) ---
ZXhwb3J0IGNvbnN0IG9uZSA9IDE7Cg==
🐕 --- DOGS_END_FILE ---
";
    let answer = world.apply(bundle, &["--verify", TESTS]);
    assert_eq!(answer.code, 0, "{answer:?}");
    assert_eq!(world.read("src/deep/new.js"), "export const one = 1;\n");
    assert!(world.read("src/sum.js").starts_with("export const sum = (a, b) => b + a;"));
}

#[test]
fn renames() {
    let world = World::new(PROJECT);
    let bundle = r#"[{ "operation": "RENAME", "file_path": "/src/old.js", "new_path": "/lib/old.js" }]"#;
    let answer = world.apply(bundle, &["--verify", TESTS]);
    assert_eq!(answer.code, 0, "{answer:?}");
    assert_eq!(world.read("lib/old.js"), "export const old = 1;\n");
    assert!(!world.path("src/old.js").exists());
}

#[test]
fn standard_input() {
    use std::io::Write;
    use std::process::Stdio;
    let world = World::new(PROJECT);
    let mut child = world
        .command(&["apply", "-", "--verify", TESTS])
        .stdin(Stdio::piped())
        .spawn()
        .expect("verdict runs");
    child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(br#"{"/src/old.js":"export const old = 2;\n"}"#)
        .expect("open");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    assert_eq!(world.read("src/old.js"), "export const old = 2;\n");
}

#[test]
fn a_bundle_with_mistakes_says_where_and_changes_nothing() {
    let world = World::new(PROJECT);
    let before = world.tree();
    for (bundle, said) in [
        ("", "bundle"),
        ("```paws-change\noperation: FLY\nfile_path: /a\n```\n", ":2:"),
        ("```paws-change\noperation: CREATE\nfile_path: /src/sum.js\n```\n```\nx\n```\n", ":1:1: error"),
        ("```paws-change\noperation: CREATE\nfile_path: ../../x\n```\n```\nx\n```\n", ":3:"),
        ("```paws-change\noperation: DELETE\nfile_path: /none.js\n```\n", ":1:1: error"),
    ] {
        let answer = world.apply(bundle, &["--verify", TESTS]);
        assert_eq!(answer.code, 1, "{bundle}: {answer:?}");
        assert!(answer.out.contains(said) && answer.out.contains("REFUSED"), "{bundle}: {answer:?}");
        assert_eq!(world.tree(), before);
    }
    let answer = world.verdict(&["apply", "/none/there", "--verify", TESTS]);
    assert!(answer.code == 2 && answer.err.contains("/none/there"), "{answer:?}");
    let latin = world.beside("latin", "");
    std::fs::write(&latin, b"caf\xe9").expect("a file");
    let answer = world.verdict(&["apply", latin.to_str().expect("a name"), "--verify", TESTS]);
    assert!(answer.code == 2 && answer.err.contains("not UTF-8 at byte 3"), "{answer:?}");
}
