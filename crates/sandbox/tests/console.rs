//! The console is a bounded list.
#![allow(missing_docs)]

use crate::support;

use support::{load, load_with, options, printed, small};
use verdict_protocol::{ConsolePolicy, Limits};
use verdict_sandbox::{Guest, Label};
use verdict_vfs::VfsPath;

fn check(source: &str, expected: &str) {
    assert_eq!(printed(&format!("//- /main.js\n{source}")), expected, "{source}");
}

#[test]
fn arguments_are_formatted_as_in_node() {
    check("console.log('a', 1, { b: 'c' }, null, [undefined])", "a 1 { b: 'c' } null [ undefined ]");
    check(
        "console.log('%s is %d years and %i, %f, %j %%, %c.', 'Bob', 42.5, 42.9, '1.5', { a: 1 }, 'css')",
        "Bob is 42.5 years and 42, 1.5, { a: 1 } %, .",
    );
    check(
        "console.log('%s', 'a', 'b'); console.log('100%', 1); console.log('%d'); console.log('%x', 1)",
        "a b\n100% 1\n%d\n%x 1",
    );
    check("console.log('%s', { toString() { throw 1 } })", "{ toString: [Function: toString] }");
    check("console.log()", "");
    check(
        "console.group('g'); console.log('in\\nside'); console.groupEnd(); console.log('out')",
        "g\n  in\n  side\nout",
    );
    check(
        "console.count(); console.count('x'); console.count(); console.countReset(); console.count()",
        "default: 1\nx: 1\ndefault: 2\ndefault: 1",
    );
    check("console.assert(true, 'no'); console.assert(0, 'yes', 1)", "Assertion failed: yes 1");
    check("console.table(1); console.dir({ a: 1 }); console.trace('t')", "1\n{ a: 1 }\nTrace: t");
}

#[test]
fn entries_have_level_and_label() {
    let mut guest = Guest::new(options(
        "//- /main.js\nconsole.warn('w'); console.error('e'); console.info('i'); console.debug('d');",
        small(),
    ))
    .expect("a realm");
    let test = Some((0, "suite > test".to_owned()));
    guest.set_label(Label { file: Some("/main.js".to_owned()), test });
    guest.load(&VfsPath::parse("/main.js").expect("a path")).expect("runs");
    let log = guest.take_console();
    let levels: Vec<&str> = log.entries.iter().map(|entry| entry.level.as_str()).collect();
    assert_eq!(levels, ["warn", "error", "info", "debug"]);
    assert_eq!(log.entries[0].file.as_deref(), Some("/main.js"));
    assert_eq!(log.entries[0].test.as_deref(), Some("suite > test"));
}

#[test]
fn what_is_kept_is_bounded_and_all_is_counted() {
    let limits = Limits { console_bytes: 10_000, ..small() };
    let (mut guest, result) =
        load_with("//- /main.js\nfor (let i = 0; i < 100000; i++) console.log('line', i);", limits.clone());
    result.expect("runs");
    let log = guest.take_console();
    assert_eq!((log.total, log.truncated), (100_000, true));
    assert!(log.entries.len() < 200 && log.entries[0].text == "line 0");
    let (mut guest, result) =
        load_with("//- /main.js\nconsole.log('ü'.repeat(1e6)); console.log('');", limits);
    result.expect("runs");
    let log = guest.take_console();
    assert!(log.truncated && log.total == 2 && log.entries.len() == 1 && log.entries[0].text.len() <= 10_000);
}

#[test]
fn a_silent_console_counts() {
    let mut options = options("//- /main.js\nconsole.log('x');", small());
    options.console = ConsolePolicy::Silent;
    let mut guest = Guest::new(options).expect("a realm");
    guest.load(&VfsPath::parse("/main.js").expect("a path")).expect("runs");
    let log = guest.take_console();
    assert!(log.entries.is_empty() && log.total == 1 && !log.truncated);
}

#[test]
fn tampering_with_the_language_changes_nothing() {
    let (mut guest, result) = load(
        "//- /main.js\nArray.prototype.join = String.prototype.replace = JSON.stringify = () => 'forged'; Object.prototype.toString = () => 'forged'; console.log('%s', [1, 2], { a: 'b' });",
    );
    result.expect("runs");
    assert_eq!(guest.take_console().entries[0].text, "[ 1, 2 ] { a: 'b' }");
}

#[test]
fn tables_are_drawn() {
    let cases = [
        (
            "[{ a: 1, b: 'x' }, { a: 2, c: true }]",
            "┌─────────┬───┬─────┬──────┐\n│ (index) │ a │ b   │ c    │\n├─────────┼───┼─────┼──────┤\n│ 0       │ 1 │ 'x' │      │\n│ 1       │ 2 │     │ true │\n└─────────┴───┴─────┴──────┘",
        ),
        (
            "{ r: { a: 1 }, s: 2 }",
            "┌─────────┬───┬────────┐\n│ (index) │ a │ Values │\n├─────────┼───┼────────┤\n│ r       │ 1 │        │\n│ s       │   │ 2      │\n└─────────┴───┴────────┘",
        ),
        (
            "[{ a: 1, b: 2 }], ['b']",
            "┌─────────┬───┐\n│ (index) │ b │\n├─────────┼───┤\n│ 0       │ 2 │\n└─────────┴───┘",
        ),
        (
            "new Map([['k', { v: 1 }]])",
            "┌───────────────────┬─────┬──────────┐\n│ (iteration index) │ Key │ Values   │\n├───────────────────┼─────┼──────────┤\n│ 0                 │ 'k' │ { v: 1 } │\n└───────────────────┴─────┴──────────┘",
        ),
        ("5", "5"),
    ];
    for (value, expected) in cases {
        assert_eq!(support::printed(&format!("//- /main.js\nconsole.table({value})")), expected, "{value}");
    }
}
