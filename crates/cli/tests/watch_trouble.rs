//! `verdict watch` when files, folders and configurations break and are repaired. Nothing is lost.
#![allow(clippy::disallowed_methods, reason = "the command works on files")]

#[allow(dead_code, reason = "one of its functions is enough here")]
use crate::project;
#[allow(dead_code, reason = "not every test needs all of it")]
use crate::watched;

use std::fs;

use project::folder;
use watched::{Watching, ran};

const TEST: &str = "import { expect, test } from 'vitest';\nimport { value } from './value';\ntest('is 1', () => expect(value).toBe(1));\n";
const PROJECT: &str = "\
//- package.json
{ \"name\": \"p\" }
//- src/value.js
export const value = 1;
";

fn start(arguments: &[&str]) -> (tempfile::TempDir, Watching) {
    let root = folder(&format!("{PROJECT}//- src/a.test.js\n{TEST}"));
    let (watch, first) = Watching::start(root.path(), arguments);
    assert_eq!(ran(&first), ["src/a.test.js"], "{first}");
    (root, watch)
}

#[test]
fn a_syntax_error_fails_and_its_repair_passes() {
    let (_root, mut watch) = start(&[]);
    let round = watch.after("src/value.js", "export const value = ;\n");
    assert_eq!(ran(&round), ["src/a.test.js!"], "{round}");
    let round = watch.after("src/value.js", "export const value = 1;\n");
    assert_eq!(ran(&round), ["src/a.test.js"], "{round}");
}

#[test]
fn a_burst_of_ten_thousand_changes() {
    for arguments in [&[][..], &["--poll"]] {
        let (_root, mut watch) = start(arguments);
        for number in 0..10_000 {
            watch.write(&format!("many/{}/{number}.txt", number % 7), "x");
            if number % 100 == 0 {
                watch.write("src/value.js", &format!("export const value = {number};\n"));
            }
        }
        let last = "import { test } from 'vitest';\ntest('last', () => {});\n";
        watch.write("many/6/last.test.js", last);
        watch.write("src/value.js", "export const value = 1; // the end\n");
        let rounds = watch.round_with("many/6/last.test.js (1 test)");
        // Some round saw the last state of the other file, at the latest this one or the next.
        let rounds = if rounds.contains("✓ src/a.test.js") {
            rounds
        } else {
            rounds + &watch.round_with("✓ src/a.test.js")
        };
        assert!(rounds.matches("CHANGED").count() < 500, "{}", rounds.matches("CHANGED").count());
        let round = watch.after("src/value.js", "export const value = 2;\n");
        assert_eq!(ran(&round), ["src/a.test.js!"], "{round}");
    }
}

#[test]
fn a_folder_that_is_removed_and_made_again() {
    let (root, mut watch) = start(&[]);
    let source = root.path().join("src");
    for number in 0..3 {
        fs::remove_dir_all(&source).expect("a folder");
        watch.round_with("the project has no tests");
        watch.write("src/value.js", "export const value = 1;\n");
        watch.write("src/a.test.js", &format!("{TEST}// {number}\n"));
        watch.round_with("✓ src/a.test.js");
        let round = watch.after("src/value.js", &format!("export const value = 2; // {number}\n"));
        assert_eq!(ran(&round), ["src/a.test.js!"], "{round}");
        // Without a pause.
        fs::remove_dir_all(&source).expect("a folder");
        watch.write("src/a.test.js", TEST);
        watch.write("src/value.js", "export const value = 1;\n");
        watch.round_with("✓ src/a.test.js");
    }
}

#[test]
fn a_root_that_is_removed_and_made_again() {
    for arguments in [&[][..], &["--poll"]] {
        let (root, mut watch) = start(arguments);
        fs::remove_dir_all(root.path()).expect("a folder");
        watch.until("is gone: nothing runs until it is made again\n");
        watch.write("src/a.test.js", TEST);
        watch.write("src/value.js", "export const value = 3;\n");
        watch.write("package.json", "{}");
        watch.round_with("✗ src/a.test.js");
        let round = watch.after("src/value.js", "export const value = 1;\n");
        assert_eq!(ran(&round), ["src/a.test.js"], "{round}");
        fs::rename(root.path(), root.path().with_extension("moved")).expect("a folder");
        watch.until("is gone: nothing runs until it is made again\n");
        fs::rename(root.path().with_extension("moved"), root.path()).expect("a folder");
        watch.until("is back\n");
        let round = watch.after("src/value.js", "export const value = 4;\n");
        assert!(round.contains("✗ src/a.test.js"), "{round}");
    }
}

#[test]
fn a_file_that_changes_while_it_is_read() {
    let (root, mut watch) = start(&[]);
    let path = root.path().join("src/value.js");
    let writer = std::thread::spawn(move || {
        let filler = "//\n".repeat(100_000);
        for number in 0..40 {
            fs::write(&path, format!("{filler}export const value = {number};\n")).expect("a file");
        }
        fs::write(&path, format!("{filler}export const value = 1;\n")).expect("a file");
    });
    writer.join().expect("a writer");
    watch.write("src/end.test.js", "import { test } from 'vitest';\ntest('end', () => {});\n");
    watch.round_with("src/end.test.js");
    // What the last round of the file saw is the last state.
    assert!(watch.press("f\n").contains("FAILED files: nothing to run"));
    watch.keys("q");
    assert_eq!(watch.end().code(), Some(0));
}

#[test]
fn a_configuration_that_changes_and_breaks() {
    let (_root, mut watch) = start(&[]);
    let broken = {
        watch.write("vitest.config.js", "throw new Error('no way');\n");
        watch.round_with("vitest.config.js: ")
    };
    assert!(broken.contains("no way"), "{broken}");
    // What changes meanwhile is not lost.
    watch.write("src/value.js", "export const value = 2;\n");
    watch.round();
    let alias = "export default { resolve: { alias: { './value': '/src/other.js' } } };\n";
    watch.write("vitest.config.js", alias);
    watch.round_with("✗ src/a.test.js");
    watch.write("src/other.js", "export const value = 1;\n");
    watch.round_with("✓ src/a.test.js");
    let broken = {
        watch.write("verdict.config.json", "{ \"test\": ");
        watch.round_with("verdict.config.json: ")
    };
    assert!(broken.contains("verdict: /verdict.config.json: "), "{broken}");
    fs::remove_file(watch.root.join("verdict.config.json")).expect("a file");
    watch.round_with("✓ src/a.test.js");
    // A configuration that imports what changes.
    watch.write("shared.js", "export const include = ['src/none.test.js'];\n");
    watch.write(
        "vitest.config.js",
        "import { include } from './shared.js'; export default { test: { include } };\n",
    );
    watch.round_with("the project has no tests");
    watch.write("shared.js", "export const include = ['src/*.test.js'];\n");
    watch.round_with("src/a.test.js");
}

#[test]
#[cfg(unix)]
fn a_file_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt as _;
    let (root, mut watch) = start(&[]);
    let path = root.path().join("src/value.js");
    let mode = |mode: u32| fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("a mode");
    mode(0);
    if fs::read(&path).is_ok() {
        // The superuser may read everything.
        return;
    }
    watch.until("src/value.js: Permission denied (os error 13): nothing runs until it can be read\n");
    watch.write("src/a.test.js", &TEST.replace("toBe(1)", "toBe(2)"));
    mode(0o644);
    watch.round_with("✗ src/a.test.js");
}

#[test]
fn what_git_ignores_runs_nothing() {
    let (_root, mut watch) = start(&[]);
    watch.write(".gitignore", "out/\n*.log\n");
    watch.write("a.log", "1");
    watch.write("out/b.test.js", "throw 1;\n");
    watch.write("node_modules/.cache/x.js", "1");
    watch.write("src/value.js", "export const value = 2;\n");
    let rounds = watch.round_with("✗ src/a.test.js");
    assert!(
        !rounds.contains("a.log") && !rounds.contains("out/") && !rounds.contains("node_modules"),
        "{rounds}"
    );
    // Nothing that a run writes starts another.
    watch.write("src/value.js", "export const value = 1;\n");
    let rounds = watch.round_with("✓ src/a.test.js");
    assert!(!rounds.contains(".verdict"), "{rounds}");
    // What was ignored, and is no more.
    watch.write(".gitignore", "*.log\n");
    watch.round_with("✗ out/b.test.js");
}

#[test]
fn installed_packages_are_read_again() {
    let (_root, mut watch) = start(&[]);
    let test = "import { one } from 'one';\nimport { expect, test } from 'vitest';\ntest('one', () => expect(one).toBe(1));\n";
    assert_eq!(ran(&watch.after("src/one.test.js", test)), ["src/one.test.js!"]);
    watch.write("node_modules/one/package.json", "{ \"name\": \"one\", \"main\": \"index.js\" }");
    watch.write("node_modules/one/index.js", "exports.one = 1;\n");
    watch.write("node_modules/.package-lock.json", "{}");
    watch.round_with("✓ src/one.test.js");
}
