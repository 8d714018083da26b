//! A restore includes modes and times, and Verdict's own files are private.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde_json::json;

use crate::world::{PROJECT, TESTS, World, bundle};

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).permissions().mode()
        & 0o777
}

fn chmod(world: &World, path: &str, mode: u32) {
    fs::set_permissions(world.path(path), Permissions::from_mode(mode)).expect("permissions");
}

fn age(world: &World, path: &str) -> SystemTime {
    let time = SystemTime::now() - Duration::from_secs(86_400);
    fs::File::options()
        .write(true)
        .open(world.path(path))
        .expect("a file")
        .set_modified(time)
        .expect("a time");
    fs::metadata(world.path(path)).expect("a file").modified().expect("a time")
}

/// A change whose last write fails, because a non-empty folder is in the way that snapshots do not contain.
fn fails(world: &World, changes: &str) {
    fs::create_dir_all(world.path("zed.js/inner")).expect("a folder");
    let before = world.tree();
    let answer = world.apply(&bundle(&format!("{changes} /zed.js=1;")), &["--verify", TESTS]);
    assert!(answer.code == 2 && answer.out.contains("RESTORED"), "{answer:?}");
    assert_eq!(world.tree(), before, "{answer:?}");
    assert!(!world.path(".verdict/attributes").exists() && !world.path(".verdict/folders").exists());
}

#[test]
fn a_file_that_moves_keeps_its_mode_and_with_its_content_its_time() {
    for (content, kept) in [(json!(null), true), (json!("export const old = 2;\n"), false)] {
        let world = World::new(PROJECT);
        chmod(&world, "src/old.js", 0o600);
        let time = age(&world, "src/old.js");
        let mut rename =
            json!({ "operation": "RENAME", "file_path": "/src/old.js", "new_path": "/src/new.js" });
        if !content.is_null() {
            rename["new_content"] = content;
        }
        let answer = world.apply(&json!([rename]).to_string(), &["--verify", TESTS]);
        assert_eq!(answer.code, 0, "{answer:?}");
        assert_eq!(mode(&world.path("src/new.js")), 0o600);
        let now = fs::metadata(world.path("src/new.js")).expect("a file").modified().expect("a time");
        assert_eq!(now == time, kept, "{now:?} {time:?}");
    }
}

#[test]
fn what_is_put_back_has_its_modes_and_times() {
    let world = World::new(PROJECT);
    world.write("private/key.txt", "secret");
    world.write("bin/run.sh", "run");
    chmod(&world, "private/key.txt", 0o600);
    chmod(&world, "private", 0o700);
    chmod(&world, "bin/run.sh", 0o755);
    let times = ["private/key.txt", "bin/run.sh", "src/old.js"].map(|path| (path, age(&world, path)));
    fails(&world, "/private/key.txt=- /bin/run.sh=changed /src/old.js=- /src/new.js=1;");
    assert_eq!(mode(&world.path("private/key.txt")), 0o600);
    for (path, time) in times {
        assert_eq!(
            fs::metadata(world.path(path)).expect("a file").modified().expect("a time"),
            time,
            "{path}"
        );
    }
    // A file in place of another's folder.
    let world = World::new(PROJECT);
    world.write("private/key.txt", "secret");
    chmod(&world, "private", 0o700);
    chmod(&world, "private/key.txt", 0o640);
    fails(&world, "/private/key.txt=- /private=1;");
    assert_eq!((mode(&world.path("private")), mode(&world.path("private/key.txt"))), (0o700, 0o640));
}

#[test]
fn an_empty_folder_that_was_there_is_there_again() {
    let world = World::new(PROJECT);
    fs::create_dir_all(world.path("empty/inner")).expect("a folder");
    fails(&world, "/empty/inner/a.js=1; /made/deep/b.js=1;");
    assert!(world.path("empty/inner").is_dir() && !world.path("made").exists());
}

#[test]
fn owners_are_kept_where_the_process_may_give_files_away() {
    let world = World::new(PROJECT);
    let owner =
        |path: &str| fs::metadata(world.path(path)).map(|found| (found.uid(), found.gid())).expect("a file");
    let given = std::os::unix::fs::chown(world.path("src/old.js"), Some(12_345), Some(12_345)).is_ok();
    let before = owner("src/old.js");
    let answer = world.apply(&bundle("/src/old.js=1;"), &["--verify", TESTS]);
    assert_eq!(answer.code, 0, "{answer:?}");
    assert_eq!(owner("src/old.js"), before, "given away: {given}");
}

/// During a change, and for displaced files.
#[test]
fn nobody_else_reads_what_is_kept() {
    let world = World::new(PROJECT);
    fs::create_dir(world.path(".verdict")).expect("a folder");
    chmod(&world, ".verdict", 0o755);
    world.write(".verdict/journal.json", "secret of somebody");
    let answer = world.verdict(&["apply", "--reset", "looked"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    assert_eq!(mode(&world.path(".verdict")), 0o700);
    let kept: Vec<_> = fs::read_dir(world.path(".verdict/displaced")).expect("a folder").flatten().collect();
    assert_eq!(
        (kept.len(), mode(&kept[0].path()), mode(&world.path(".verdict/displaced"))),
        (1, 0o600, 0o700)
    );
    // The journal exists while the change is live but not committed.
    let child = {
        let bundle = world.beside("b", &bundle("/src/old.js=export/**/const/**/old=2;"));
        world.start(&["apply", bundle.to_str().expect("a name"), "--verify", TESTS])
    };
    let journal = world.path(".verdict/journal.json");
    let mut seen = None;
    world.wait("the journal or the end", || {
        seen = fs::metadata(&journal).ok().map(|found| found.permissions().mode() & 0o777).or(seen);
        seen.is_some() || world.read("src/old.js").contains("old=2")
    });
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{output:?}");
    assert!(seen.is_none_or(|mode| mode == 0o600), "{seen:?}");
}

#[test]
fn a_reset_clears_whatever_stands_in_the_journal() {
    let check = |prepare: &dyn Fn(&World), kept: Option<&[u8]>| {
        let world = World::new(PROJECT);
        fs::create_dir(world.path(".verdict")).expect("a folder");
        prepare(&world);
        let locked = world.apply(&bundle("/src/old.js=1;"), &["--verify", TESTS]);
        assert_eq!(locked.code, 2, "{locked:?}");
        let answer = world.verdict(&["apply", "--reset", "looked"]);
        assert_eq!(answer.code, 0, "{answer:?}");
        if let Some(kept) = kept {
            let folder = fs::read_dir(world.path(".verdict/displaced")).expect("a folder");
            let files: Vec<Vec<u8>> =
                folder.flatten().filter_map(|entry| fs::read(entry.path()).ok()).collect();
            assert_eq!(files, [kept]);
        }
        let answer = world.apply(&bundle("/src/old.js=1;"), &["--verify", TESTS]);
        assert_eq!(answer.code, 0, "{answer:?}");
    };
    let bytes: &[u8] = b"\xff\xfe not text";
    check(&|world| fs::write(world.path(".verdict/journal.json"), bytes).expect("a file"), Some(bytes));
    check(&|world| world.write(".verdict/journal.json", "no record"), Some(b"no record"));
    check(&|world| world.write(".verdict/journal.json/in/it", "x"), None);
    check(
        &|world| std::os::unix::fs::symlink("/nowhere", world.path(".verdict/journal.json")).expect("a link"),
        None,
    );
}
