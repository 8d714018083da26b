//! Interruption, locking and recovery: the folder is complete, before or after the change.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::world::{PROJECT, SLOW, TESTS, World, bundle};

/// Number of files in a change that takes long enough to be interrupted.
const FILES: usize = 80;

fn many() -> (String, String) {
    let fixture: String = (0..FILES).map(|n| format!("//- src/d{}/f{n}.txt\nbefore {n}\n", n % 7)).collect();
    // Half of them modified, some deleted, some created in new folders.
    let change: Vec<String> = (0..FILES)
        .map(|n| match n % 4 {
            0 => format!("/src/d{}/f{n}.txt=-", n % 7),
            1 => format!("/new/d{}/deep/f{n}.txt=after-{n}", n % 5),
            _ => format!("/src/d{}/f{n}.txt=after-{n}", n % 7),
        })
        .collect();
    (format!("{fixture}//- a.js\n1;\n"), bundle(&change.join(" ")))
}

/// Kills an apply after some time. Returns whether it had started to write and had not finished.
fn interrupt(world: &World, bundle: &str, after: Duration) -> bool {
    let file = world.beside("bundle", bundle);
    let mut child =
        world.start(&["apply", file.to_str().expect("a name"), "--verify", "eval:1", "--phase-mask", "3"]);
    let journal = world.path(".verdict/journal.json");
    let start = Instant::now();
    while !journal.exists() && child.try_wait().expect("a child").is_none() {
        assert!(start.elapsed() < Duration::from_secs(60), "it does not come to write");
        std::thread::sleep(Duration::from_micros(200));
    }
    std::thread::sleep(after);
    child.kill().expect("a signal");
    child.wait().expect("it ends");
    journal.exists()
}

#[test]
fn killed_at_any_time_the_folder_is_whole_once_it_is_recovered() {
    let (fixture, change) = many();
    let whole = World::new(&fixture);
    let before = whole.tree();
    let start = Instant::now();
    let answer = whole.apply(&change, &["--verify", "eval:1", "--phase-mask", "3"]);
    let took = start.elapsed();
    assert_eq!(answer.code, 0, "{answer:?}");
    let after = whole.tree();
    assert_ne!(before, after);

    let (mut undone, mut torn) = (0, 0);
    for attempt in 0..16u32 {
        let world = World::new(&fixture);
        let interrupted = interrupt(&world, &change, took * attempt / 16);
        let left = world.tree();
        torn += usize::from(left != before && left != after);
        let answer = world.verdict(&["apply", "--recover"]);
        assert_eq!(answer.code, 0, "{answer:?}");
        let now = world.tree();
        assert!(now == before || now == after, "attempt {attempt} is neither before nor after: {answer:?}");
        assert!(!world.path(".verdict/journal.json").exists());
        if interrupted && answer.out.contains("is undone") {
            undone += 1;
            assert!(now == before, "what is undone is as before");
        }
        let again = world.verdict(&["apply", "--recover", "--json"]);
        assert_eq!((again.code, &again.json()["state"]), (0, &json!("none")));
        assert_eq!(world.tree(), now);
    }
    assert!(undone > 0 && torn > 0, "no attempt came in the middle: {undone} undone, {torn} torn");
    println!("{undone} undone, {torn} torn of 16");
}

/// A folder whose apply was killed in the middle.
fn torn() -> (World, String) {
    let (fixture, change) = many();
    for attempt in 0..200u32 {
        let world = World::new(&fixture);
        let before = world.tree();
        if interrupt(&world, &change, Duration::from_millis(u64::from(1 + attempt % 20)))
            && world.tree() != before
        {
            return (world, change);
        }
    }
    panic!("no attempt came in the middle")
}

#[test]
fn the_next_apply_recovers_first_and_says_so() {
    let (world, _) = torn();
    let answer = world.apply(&bundle("/a.js=2;"), &["--verify", "lint:a.js", "--json"]);
    let report = answer.json();
    assert_eq!((answer.code, &report["success"]), (0, &json!(true)), "{report}");
    assert_eq!(report["recovery"]["state"], "undone", "{report}");
    assert!(report["warnings"][0].as_str().unwrap_or_default().starts_with("Recovered first: "), "{report}");
    assert_eq!(world.read("a.js"), "2;");
    assert_eq!(world.read("src/d2/f2.txt"), "before 2\n");
    assert!(!world.path("new").exists());
}

#[test]
fn a_recovery_that_is_killed_goes_on_where_it_was() {
    let (world, change) = torn();
    let mut kills = 0;
    for wait in 0..40u32 {
        let mut child = world.start(&["apply", "--recover"]);
        std::thread::sleep(Duration::from_millis(u64::from(wait)));
        let ended = child.try_wait().expect("a child").is_some();
        child.kill().expect("a signal");
        child.wait().expect("it ends");
        if ended {
            break;
        }
        kills += 1;
    }
    let answer = world.verdict(&["apply", "--recover"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    let fresh = World::new(&many().0);
    assert!(world.tree() == fresh.tree(), "after {kills} kills it is not as before: {answer:?}");
    assert!(kills > 0);
    assert_eq!(world.apply(&change, &["--verify", "eval:1", "--phase-mask", "3"]).code, 0);
}

#[test]
fn a_run_does_not_judge_what_is_between_two_states() {
    let (world, _) = torn();
    let answer = world.verdict(&["run"]);
    assert!(answer.code == 2 && answer.err.contains("verdict apply --recover"), "{answer:?}");
    let answer = world.verdict(&["verify", "eval:1"]);
    assert!(answer.code == 0 && answer.err.contains("verdict apply --recover"), "{answer:?}");
}

#[test]
fn a_recovery_that_cannot_finish_says_so_and_goes_on_later() {
    let (world, _) = torn();
    // Something replaced a file.
    let path = world.path("src/d2/f2.txt");
    fs::remove_file(&path).expect("a file");
    world.write("src/d2/f2.txt/stranger", "somebody's");
    let answer = world.verdict(&["apply", "--recover"]);
    assert!(answer.code == 2 && answer.out.contains("cannot be undone yet"), "{answer:?}");
    let answer = world.apply(&bundle("/a.js=2;"), &["--verify", "lint:a.js"]);
    assert!(answer.code == 2 && answer.out.contains("REFUSED"), "{answer:?}");
    assert_eq!(world.read("a.js"), "1;\n");
    assert_eq!(world.read("src/d2/f2.txt/stranger"), "somebody's");
    fs::remove_dir_all(&path).expect("a folder");
    let answer = world.verdict(&["apply", "--recover"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    assert_eq!(world.read("src/d2/f2.txt"), "before 2\n");
}

#[test]
fn what_a_recovery_overwrites_is_kept() {
    let (world, _) = torn();
    world.write("src/d2/f2.txt", "somebody's work");
    let answer = world.verdict(&["apply", "--recover"]);
    assert!(answer.code == 0 && answer.out.contains("it is kept in"), "{answer:?}");
    assert_eq!(world.read("src/d2/f2.txt"), "before 2\n");
    let kept: Vec<String> = fs::read_dir(world.path(".verdict/displaced"))
        .expect("a folder")
        .map(|entry| fs::read_to_string(entry.expect("an entry").path()).expect("a file"))
        .collect();
    assert_eq!(kept, ["somebody's work"]);
}

#[test]
fn a_damaged_journal_locks_the_gate_until_a_person_resets_it() {
    let world = World::new(PROJECT);
    world.write(".verdict/journal.json", "{\"format\":\"verdict-gate-journal\",\"ver");
    let before = world.tree();
    let apply = || world.apply(&bundle("/src/old.js=1;"), &["--verify", TESTS]);
    let answer = apply();
    assert!(answer.code == 2 && answer.out.contains("reset"), "{answer:?}");
    assert_eq!(world.tree(), before);
    assert_eq!(world.verdict(&["apply", "--recover"]).code, 2);
    assert_eq!(world.verdict(&["apply", "--reset"]).code, 2, "a reason is needed");
    assert_eq!(world.verdict(&["apply", "--reset", " "]).code, 2, "a reason is needed");
    let answer = world.verdict(&["apply", "--reset", "looked at it"]);
    assert!(answer.code == 0 && answer.out.contains("looked at it"), "{answer:?}");
    let kept = fs::read_dir(world.path(".verdict/displaced")).expect("a folder").next().expect("a file");
    let kept = fs::read_to_string(kept.expect("an entry").path()).expect("a file");
    assert!(kept.starts_with("{\"format\""), "the record is kept: {kept}");
    assert_eq!(apply().code, 0);
}

/// A link replaces a file as soon as it is changed, so that it cannot be restored.
#[cfg(unix)]
fn terminal() -> World {
    for _ in 0..50 {
        let world = World::new(PROJECT);
        // Enough files for the checks to take time.
        for n in 0..200 {
            world.write(
                &format!("src/user{n}.js"),
                "import { old } from './old.js';\nexport const x = old;\n",
            );
        }
        let file = world.beside("bundle", &bundle("/src/old.js=export/**/const/**/old=nope();"));
        let child = world.start(&["apply", file.to_str().expect("a name"), "--verify", TESTS]);
        let path = world.path("src/old.js");
        world.wait("the change", || fs::read_to_string(&path).is_ok_and(|text| text.contains("nope")));
        let came = fs::remove_file(&path).is_ok();
        let _ = std::os::unix::fs::symlink("/nowhere", &path);
        let output = child.wait_with_output().expect("it ends");
        if came && String::from_utf8_lossy(&output.stdout).contains("TERMINAL") {
            assert_eq!(output.status.code(), Some(2));
            return world;
        }
    }
    panic!("no attempt came in between")
}

#[cfg(unix)]
#[test]
fn what_cannot_be_put_back_locks_the_gate_until_a_person_resets_it() {
    let world = terminal();
    let tree = world.tree();
    let apply =
        || world.apply(&bundle("/src/sum.js=export/**/const/**/sum=(a,b)=>b+a;"), &["--verify", TESTS]);
    for answer in [apply(), world.verdict(&["apply", "--recover"])] {
        assert_eq!(answer.code, 2, "{answer:?}");
        assert!(answer.out.contains("could not be taken back"), "{answer:?}");
        assert_eq!(world.tree(), tree, "nothing more is applied");
    }
    let list = world.verdict(&["report", "list"]);
    assert!(list.out.lines().all(|line| line.starts_with("FAIL")), "{list:?}");
    let answer = world.verdict(&["apply", "--reset", "the link is meant"]);
    assert!(answer.code == 0 && answer.out.contains("/src/old.js"), "it names what was touched: {answer:?}");
    assert_eq!(world.tree(), tree, "a reset touches no file");
    assert_eq!(apply().code, 0);
}

#[test]
fn two_applies_never_overlap() {
    let world = World::new(PROJECT);
    let file = world.beside("bundle", &bundle("/src/old.js=1;"));
    let first = world.start(&["apply", file.to_str().expect("a name"), "--verify", SLOW]);
    world.wait("the lock", || fs::metadata(world.path(".verdict/lock")).is_ok_and(|lock| lock.len() > 0));
    for second in [
        world.apply(&bundle("/src/sum.js=1;"), &["--verify", "eval:1"]),
        world.verdict(&["apply", "--recover"]),
        world.verdict(&["apply", "--reset", "now"]),
        world.verdict(&["run"]),
    ] {
        assert_eq!(second.code, 2, "{second:?}");
        assert!(second.err.contains(&format!("process {}", first.id())), "{second:?}");
        assert!(second.err.contains("verdict apply, since 20"), "{second:?}");
    }
    let output = first.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(world.read("src/old.js"), "1;");
    assert!(world.read("src/sum.js").starts_with("export"));
    // The lock ends with the process, even if it is killed.
    let mut killed = world.start(&["apply", file.to_str().expect("a name"), "--verify", SLOW]);
    world.wait("the lock", || world.read(".verdict/lock").contains(&killed.id().to_string()));
    killed.kill().expect("a signal");
    killed.wait().expect("it ends");
    assert_eq!(world.apply(&bundle("/src/old.js=3;"), &["--verify", TESTS]).code, 0);
}

#[cfg(target_os = "linux")]
#[test]
fn what_hangs_goes_with_whoever_asked_for_it() {
    let world = World::new(PROJECT);
    let file = world.beside("bundle", &bundle("/src/old.js=1;"));
    let hang = "eval:/(a+)+$/.test('a'.repeat(60) + 'b')";
    let arguments = ["apply", file.to_str().expect("a name"), "--verify", hang, "--timeout", "600000"];
    let mut child = world.start(&arguments);
    let children = format!("/proc/{0}/task/{0}/children", child.id());
    let mut engine = String::new();
    world.wait("the engine's process", || {
        // The engine is working once it has used CPU time.
        engine = fs::read_to_string(&children).unwrap_or_default().trim().to_owned();
        let stat = fs::read_to_string(format!("/proc/{engine}/stat")).unwrap_or_default();
        let ticks = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(11)?.parse().ok());
        ticks.is_some_and(|ticks: u64| ticks > 20)
    });
    child.kill().expect("a signal");
    child.wait().expect("it ends");
    let gone = || {
        let stat = fs::read_to_string(format!("/proc/{engine}/stat")).unwrap_or_default();
        // The new parent may be slow to reap it.
        stat.is_empty() || stat.contains(") Z")
    };
    world.wait("the end of the engine's process", gone);
}
