//! `verdict watch` in a terminal, which is afterwards as it was.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "the command works on files")]

#[allow(dead_code, reason = "one of its functions is enough here")]
use crate::project;
#[allow(dead_code, reason = "not every test needs all of it")]
use crate::watched;

use std::fs::{File, OpenOptions};
use std::os::fd::OwnedFd;
use std::path::Path;

use project::folder;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, tcgetattr};
use watched::{Watching, command, ran};

/// A watch in a terminal, and the terminal.
fn start(root: &Path) -> (Watching, File) {
    let control = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&control).and_then(|()| unlockpt(&control)).expect("a terminal");
    let name = ptsname(&control, Vec::new()).expect("a name").into_string().expect("a name");
    let terminal = OpenOptions::new().read(true).write(true).open(name).expect("a terminal");
    let copy = || OwnedFd::from(terminal.try_clone().expect("a terminal"));
    let process =
        command(root, &[]).stdin(copy()).stdout(copy()).stderr(copy()).spawn().expect("verdict starts");
    let control = File::from(control);
    let input = control.try_clone().expect("a terminal");
    let mut watch = Watching::of(root, process, Some(Box::new(input)), control);
    watch.round();
    (watch, terminal)
}

fn shows_keys(terminal: &File) -> bool {
    let modes = tcgetattr(terminal).expect("modes").local_modes;
    modes.contains(LocalModes::ECHO | LocalModes::ICANON)
}

const PROJECT: &str = "//- package.json\n{}\n//- a.test.js\ntest('one', () => {});\ntest('two', () => {});\n//- b.test.js\ntest('one', () => {});\n";

#[test]
fn keys_need_no_enter() {
    let root = folder(PROJECT);
    let (mut watch, terminal) = start(root.path());
    assert!(!shows_keys(&terminal));
    assert_eq!(ran(&watch.press("pb\r")), [""; 0]);
    watch.keys("t");
    watch.until("Names of tests, as a regular expression: ");
    watch.keys("onn\u{7f}e");
    watch.until("onn\u{8} \u{8}e");
    assert!(watch.press("\r").contains("NAME one"));
    let all = watch.press("\r");
    assert!(all.contains("ALL") && all.contains("3 passed"), "{all}");
    watch.keys("q");
    assert_eq!(watch.end().code(), Some(0));
    assert!(shows_keys(&terminal));
}

#[test]
fn the_terminal_is_as_it_was_after_a_signal_or_while_a_test_hangs() {
    let check = |signal: &str, code: i32| {
        let root = folder(PROJECT);
        let (watch, terminal) = start(root.path());
        let id = watch.id().to_string();
        let sent = std::process::Command::new("kill").args(["-s", signal, &id]).status().expect("kill");
        assert!(sent.success());
        assert_eq!(watch.end().code(), Some(code), "{signal}");
        assert!(shows_keys(&terminal), "{signal}");
    };
    check("INT", 130);
    check("TERM", 143);
    check("HUP", 129);
    let root = folder(PROJECT);
    let (mut watch, terminal) = start(root.path());
    watch.write("a.test.js", "test('hangs', () => { for (;;); });\n");
    watch.until("CHANGED a.test.js");
    watch.keys("q");
    watch.end();
    assert!(shows_keys(&terminal));
}
