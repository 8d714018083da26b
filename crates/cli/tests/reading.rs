//! Which files of a folder are read.
#![allow(clippy::disallowed_methods, reason = "the command works on files")]

use crate::project;

use std::fs;
use std::process::Command;

use project::{folder, verdict};

/// The files that `verdict` sees.
fn check(fixture: &str, prepare: impl Fn(&std::path::Path), expected: &[&str]) {
    let folder = folder(fixture);
    prepare(folder.path());
    let ran = verdict(folder.path(), &["--json", "eval:Object.keys(vfs)"]);
    let report: serde_json::Value = serde_json::from_str(&ran.out).expect("a report");
    let files = report["results"][0]["output"].as_array().into_iter().flatten();
    let files: Vec<&str> = files.filter_map(serde_json::Value::as_str).collect();
    assert_eq!(files, expected, "{ran:?}");
}

#[test]
fn what_git_ignores_is_read_only_if_a_script_imports_it() {
    let fixture = "\
//- .gitignore
dist
*.log
!keep.log
//- .verdictignore
vendor/
//- a.js
import './dist/made.js'; import './dist/none.js';
//- dist/made.js
export * from './part';
//- dist/part.ts
//- dist/unused.js
//- x.log
//- keep.log
//- vendor/v.js
//- sub/.gitignore
/only.js
//- sub/only.js
//- sub/deep/only.js
";
    let expected = [
        "/.gitignore",
        "/.verdictignore",
        "/a.js",
        "/dist/made.js",
        "/dist/part.ts",
        "/keep.log",
        "/sub/.gitignore",
        "/sub/deep/only.js",
    ];
    check(fixture, |_| {}, &expected);
    let init = |root: &std::path::Path| {
        let made = Command::new("git").arg("init").arg("-q").arg(root).status().expect("git");
        assert!(made.success());
    };
    check(fixture, init, &expected);
}

#[test]
fn binaries_and_large_files_are_read_if_a_script_names_them() {
    check(
        "\
//- a.test.js
read('pics/named.png'); read('big.json'); readdirSync('fixtures'); read('src/x.js');
//- src/x.js
",
        |root| {
            for folder in ["pics", "fixtures"] {
                fs::create_dir_all(root.join(folder)).expect("a folder");
            }
            for name in ["pics/named.png", "pics/other.png", "fixtures/f.dat", "src/y.bin", "zero"] {
                fs::write(root.join(name), b"a\0b").expect("a file");
            }
            for name in ["big.json", "large.txt"] {
                fs::write(root.join(name), vec![b' '; (1 << 20) + 1]).expect("a file");
            }
        },
        &["/a.test.js", "/big.json", "/fixtures/f.dat", "/pics/named.png", "/src/x.js"],
    );
}

#[test]
fn links_and_paths_out_of_the_root_lead_nowhere() {
    let outside = folder("//- secret.js\nexport const s = 1;\n");
    let fixture = format!(
        "//- a/a.js\nimport '../../{}/secret.js'; import './link.js';\n//- a/link.js -> {}/secret.js\n//- .gitignore\nlink.js\n",
        outside.path().file_name().and_then(|name| name.to_str()).unwrap_or_default(),
        outside.path().display()
    );
    check(&fixture, |_| {}, &["/.gitignore", "/a/a.js"]);
}

#[test]
fn only_what_a_change_can_affect_runs() {
    let folder = folder(
        "\
//- package.json
{}
//- lib.js
export const a = 1;
//- a.test.js
import { a } from './lib'; test('t', () => expect(a).toBe(1));
//- b.test.js
test('t', () => {});
//- setup.md
",
    );
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        let command =
            command.arg("-C").arg(folder.path()).args(["-c", "user.name=a", "-c", "user.email=a@b"]);
        assert!(command.args(arguments).status().expect("git").success());
    };
    let ran = |arguments: &[&str]| verdict(folder.path(), arguments);
    assert!(ran(&["related", "lib.js"]).out.contains("(1 file)"));
    assert!(ran(&["related", "b.test.js", "lib.js"]).out.contains("(2 files)"));
    assert_eq!(ran(&["related", "setup.md"]).code, 0);
    assert_eq!(ran(&["related", "none.js"]).code, 2);
    assert_eq!(ran(&["test", "--changed"]).code, 2, "it is no repository");
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-qm", "one"]);
    let none = ran(&["--changed"]);
    assert_eq!((none.code, none.out.as_str()), (0, ""), "{none:?}");
    fs::write(folder.path().join("lib.js"), "export const a = 1; // changed\n").expect("a file");
    let changed = ran(&["--changed"]);
    assert!(
        changed.code == 0 && changed.out.contains("(1 file)") && !changed.out.contains("b.test"),
        "{changed:?}"
    );
    git(&["commit", "-qam", "two"]);
    assert!(ran(&["test", "--changed=HEAD~1"]).out.contains("✓ a.test.js"));
    fs::write(folder.path().join("new.test.js"), "test('t', () => {});").expect("a file");
    assert!(ran(&["test", "--changed"]).out.contains("✓ new.test.js"));
}
