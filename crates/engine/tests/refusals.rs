//! What guest code asks for and the interpreter lacks is told, whether or not the code catches the error.
#![allow(missing_docs)]

use crate::support;

use support::run;

/// Runs a test file; checks whether it passes, and its warnings.
#[track_caller]
fn check(text: &str, passes: bool, warnings: &[&str]) {
    let result = run("test:/a.test.js", &format!("//- /a.test.js\n{text}"));
    assert_eq!(
        (result.success, result.warnings),
        (passes, warnings.iter().map(ToString::to_string).collect())
    );
}

const ASKS: &str =
    "const isMade = async () => { try { await crypto.subtle.generateKey({}); return true; } catch { return false; } };
const hasBody = () => { try { return Boolean(new Request('http://a/', { method: 'POST', body: 'a' }).body); } catch { return false; } };
";
const SUBTLE: &str = "/a.test.js has failed, and its code caught this error: crypto.subtle.generateKey is not available in this sandbox: only digest is; stub it, or run the test with engine: 'browser'";
const STREAMS: &str = "/a.test.js has failed, and its code caught this error: Streams are not available in this sandbox: read a body with text(), json() or arrayBuffer(), or run the test with engine: 'browser'";

#[test]
fn a_caught_refusal_is_told_where_the_file_fails() {
    check(
        &format!("{ASKS}test('t', async () => {{ expect(await isMade()).toBe(true); }});\n"),
        false,
        &[SUBTLE],
    );
    check(&format!("{ASKS}test('t', () => {{ expect(hasBody()).toBe(true); }});\n"), false, &[STREAMS]);
    check(
        &format!(
            "{ASKS}test('t', async () => {{ await isMade(); await isMade(); expect(hasBody()).toBe(true); }});\n"
        ),
        false,
        &[SUBTLE, STREAMS],
    );
}

#[test]
fn what_an_error_shows_or_nothing_needed_is_not_told_again() {
    check(&format!("{ASKS}test('t', async () => {{ expect(await isMade()).toBe(false); }});\n"), true, &[]);
    check("test('t', async () => { await crypto.subtle.generateKey({}); });\n", false, &[]);
    check("test('t', () => { expect(1).toBe(2); });\n", false, &[]);
}
