//! Special files in a folder, and paths that a change may not reach.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;

use crate::world::{PROJECT, TESTS, World, bundle};

/// A change that is refused before anything is done, with its reason.
fn refused(prepare: impl Fn(&World), change: &str, said: &str) {
    let world = World::new(PROJECT);
    prepare(&world);
    let before = world.tree();
    let answer = world.apply(&bundle(&format!("/src/old.js=1; {change}")), &["--verify", TESTS]);
    assert_eq!(answer.code, 1, "{change}: {answer:?}");
    assert!(answer.out.contains(said), "{change}: {answer:?}");
    assert!(answer.out.contains("REFUSED"), "nothing live was touched: {answer:?}");
    assert_eq!(world.tree(), before, "{change}");
}

#[test]
fn what_is_not_the_programs_own_is_not_changed() {
    let worktree = |world: &World| world.write(".git", "gitdir: elsewhere");
    refused(worktree, "/.git=gitdir:/evil", ".git is not Verdict's to change");
    let with_git = |world: &World| world.write(".git/config", "[core]");
    refused(with_git, "/.git/config=evil", "/.git/config: .git is not Verdict's to change");
    refused(with_git, "/.git/hooks/post-checkout=evil", ".git is not Verdict's to change");
    refused(|_| {}, "/node_modules/left-pad/index.js=evil", "node_modules is not Verdict's to change");
    refused(|_| {}, "/.verdict/journal.json={}", ".verdict is not Verdict's to change");
    refused(|_| {}, "/runs/r1/verification-1.json={}", "runs is not Verdict's to change");
    refused(|_| {}, "/../outside.js=evil", "leaves the root");
    refused(|_| {}, "/src/../../outside.js=evil", "leaves the root");
}

#[test]
fn links_are_not_followed() {
    let outside = tempfile::TempDir::new().expect("a folder");
    fs::write(outside.path().join("secret.js"), "secret").expect("a file");
    let folder = |world: &World| symlink(outside.path(), world.path("link")).expect("a link");
    refused(folder, "/link/secret.js=evil", "/link is a symbolic link");
    refused(folder, "/link/new.js=evil", "/link is a symbolic link");
    refused(folder, "/link/deep/new.js=evil", "/link is a symbolic link");
    let file = |world: &World| symlink(outside.path().join("secret.js"), world.path("a.js")).expect("a link");
    refused(file, "/a.js=evil", "/a.js is a symbolic link");
    let dangling = |world: &World| symlink("/nowhere", world.path("a.js")).expect("a link");
    refused(dangling, "/a.js=evil", "/a.js is a symbolic link");
    assert_eq!(fs::read_to_string(outside.path().join("secret.js")).expect("a file"), "secret");
    assert_eq!(fs::read_dir(outside.path()).expect("a folder").count(), 1);
}

#[test]
fn what_is_below_a_link_is_not_judged_either() {
    let world = World::new(PROJECT);
    symlink("/", world.path("everything")).expect("a link");
    let answer = world.verdict(&["verify", "--json", "eval:Object.keys(vfs).length"]);
    assert_eq!(answer.json()["results"][0]["output"], 3, "{answer:?}");
}

#[test]
fn links_in_the_place_of_our_own_folders_are_not_followed() {
    let outside = tempfile::TempDir::new().expect("a folder");
    let world = World::new(PROJECT);
    symlink(outside.path(), world.path(".verdict")).expect("a link");
    let answer = world.apply(&bundle("/src/old.js=1;"), &["--verify", TESTS]);
    assert!(answer.code == 2 && answer.err.contains("symbolic link"), "{answer:?}");

    let world = World::new(PROJECT);
    symlink(outside.path(), world.path("runs")).expect("a link");
    let answer = world.apply(&bundle("/src/old.js=1;"), &["--verify", TESTS, "--run", "r1"]);
    assert!(answer.code == 0 && answer.err.contains("runs is a symbolic link"), "{answer:?}");
    assert_eq!(fs::read_dir(outside.path()).expect("a folder").count(), 0);
}

#[test]
fn files_that_cannot_be_replaced_are_named() {
    let read_only = |world: &World| {
        fs::set_permissions(world.path("src/sum.js"), Permissions::from_mode(0o444)).expect("permissions");
    };
    refused(read_only, "/src/sum.js=evil", "/src/sum.js: it is read-only");
    refused(read_only, "/src/sum.js=-", "/src/sum.js: it is read-only");
    let fifo = |world: &World| {
        let status = Command::new("mkfifo").arg(world.path("pipe.js")).status().expect("mkfifo");
        assert!(status.success());
    };
    let world = World::new(PROJECT);
    fifo(&world);
    let answer = world.apply(&bundle("/pipe.js=evil"), &["--verify", TESTS]);
    assert!(answer.code == 1 && answer.out.contains("/pipe.js: it is no regular file"), "{answer:?}");
}

#[test]
fn a_folder_in_the_place_of_a_file_puts_everything_back() {
    let world = World::new(PROJECT);
    fs::create_dir_all(world.path("zed.js/inner")).expect("a folder");
    let before = world.tree();
    let answer = world.apply(&bundle("/src/old.js=1; /zed.js=1; /a/b/c.js=1;"), &["--verify", TESTS]);
    assert!(answer.code == 2 && answer.out.contains("/zed.js: it is a folder"), "{answer:?}");
    assert!(answer.out.contains("RESTORED"), "{answer:?}");
    assert_eq!(world.tree(), before, "folders that the change made are gone, those that were empty are not");
}

#[test]
fn permissions_are_kept() {
    let world = World::new(PROJECT);
    let mode = |path: &str| fs::metadata(world.path(path)).expect("a file").permissions().mode() & 0o777;
    fs::set_permissions(world.path("src/old.js"), Permissions::from_mode(0o750)).expect("permissions");
    world.write("plain", "");
    let answer = world.apply(&bundle("/src/old.js=1; /src/new.js=1;"), &["--verify", TESTS]);
    assert_eq!(answer.code, 0, "{answer:?}");
    assert_eq!(mode("src/old.js"), 0o750);
    assert_eq!(mode("src/new.js"), mode("plain"), "a new file has the permissions that any has");
}

#[test]
fn folders_that_a_change_empties_go_and_others_stay() {
    let world = World::new("//- a/b/c.js\n1;\n//- a/keep/x.js\n1;\n//- z/y.js\n1;\n");
    fs::create_dir_all(world.path("empty/inner")).expect("a folder");
    fs::create_dir_all(world.path("z/empty")).expect("a folder");
    let answer =
        world.apply(&bundle("/a/b/c.js=- /z/y.js=- /n/m/o.js=1;"), &["--verify", "lint:a/keep/x.js"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    let folders: Vec<String> = world
        .tree()
        .keys()
        .filter(|path| world.root().join(path).is_dir())
        .map(|path| path.display().to_string())
        .collect();
    assert_eq!(folders, ["a", "a/keep", "empty", "empty/inner", "n", "n/m", "z", "z/empty"]);
    assert!(!world.path(".verdict/folders").exists());
}

#[test]
fn a_file_becomes_a_folder_and_back() {
    let world = World::new("//- a\n1;\n//- keep.js\n1;\n");
    let lint = ["--verify", "lint:keep.js"];
    let answer = world.apply(&bundle("/a=- /a/b/c.js=1;"), &lint);
    assert_eq!((answer.code, world.read("a/b/c.js")), (0, "1;".to_owned()), "{answer:?}");
    let answer = world.apply(&bundle("/a/b/c.js=- /a=2;"), &lint);
    assert_eq!((answer.code, world.read("a")), (0, "2;".to_owned()), "{answer:?}");
}

#[test]
fn a_root_that_is_none() {
    let world = World::new("//- file\n1\n");
    for root in ["none", "file"] {
        let output = Command::new(env!("CARGO_BIN_EXE_verdict"))
            .env("VERDICT_CHECKER", "off")
            .args(["apply", "-", "--verify", "eval:1", "--root"])
            .arg(world.path(root))
            .stdin(std::process::Stdio::null())
            .output()
            .expect("verdict runs");
        assert_eq!(output.status.code(), Some(2), "{root}: {output:?}");
    }
}

#[test]
fn what_a_stranger_put_into_our_folder_leads_nowhere() {
    let outside = tempfile::TempDir::new().expect("a folder");
    let victim = outside.path().join("victim");
    let empty = outside.path().join("empty");
    let check = |prepare: &dyn Fn(&World), code: i32, said: &str| {
        fs::write(&victim, "precious").expect("a file");
        fs::create_dir_all(&empty).expect("a folder");
        let world = World::new(PROJECT);
        fs::create_dir(world.path(".verdict")).expect("a folder");
        prepare(&world);
        let answer = world.apply(&bundle("/src/old.js=1;"), &["--verify", TESTS]);
        assert!(answer.code == code && format!("{}{}", answer.out, answer.err).contains(said), "{answer:?}");
        assert_eq!(world.read("src/old.js") == "1;", code == 0, "{answer:?}");
        assert_eq!(fs::read_to_string(&victim).expect("a file"), "precious");
        assert!(empty.is_dir() && !world.path(".verdict/tmp/left").exists());
    };
    for name in ["lock", "folders", "journal.json"] {
        let link = |world: &World| symlink(&victim, world.path(".verdict").join(name)).expect("a link");
        check(&link, 2, "it is no regular file");
        let pipe = |world: &World| {
            let status =
                Command::new("mkfifo").arg(world.path(".verdict").join(name)).status().expect("mkfifo");
            assert!(status.success());
        };
        check(&pipe, 2, "it is no regular file");
    }
    let link = |world: &World| symlink(outside.path(), world.path(".verdict/tmp")).expect("a link");
    check(&link, 2, "symbolic link");
    // Leftovers of an interrupted process: half a file, half a line, and a list with forbidden names.
    let dirty = |world: &World| {
        world.write(".verdict/tmp/left/over", "half");
        world.write(".verdict/tmp/write-1", "half");
        world.write(".verdict/lock", "{\"pid\":");
        let list = format!("\"../empty\"\n{:?}\n\"src\"\n\"sr", empty.display().to_string());
        world.write(".verdict/folders", &list);
    };
    check(&dirty, 0, "");
}

#[test]
fn a_name_that_is_no_text_is_said() {
    use std::os::unix::ffi::OsStrExt;
    let world = World::new(PROJECT);
    fs::write(world.root().join(std::ffi::OsStr::from_bytes(b"caf\xe9.js")), "").expect("a file");
    let answer = world.apply(&bundle("/src/old.js=1;"), &["--verify", TESTS]);
    assert!(answer.code == 2 && answer.out.contains("the name is not UTF-8"), "{answer:?}");
}
