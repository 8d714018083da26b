//! Refusals of the interpreter are told from other errors.

use verdict_protocol::refusals::{
    absent_global, absent_in, absent_streams, absent_subtle, browser_has, is_refusal,
};

#[track_caller]
fn check(error: &str, refuses: bool, lacks: Option<&str>) {
    assert_eq!((is_refusal(error), browser_has(error)), (refuses, lacks), "{error}");
}

#[test]
fn what_the_browsers_engine_has() {
    check(&absent_global("Intl", "the guest knows no locales: x"), true, Some("Intl is not defined"));
    let subtle = "crypto.subtle.sign is not available in this sandbox";
    check(&absent_subtle("sign"), true, Some(subtle));
    check(&absent_streams("use text()"), true, Some("Streams are not available in this sandbox"));
    // Below the header of an error, and below its own message.
    check(&format!("NotSupportedError: {}", absent_subtle("sign")), true, Some(subtle));
    check(&format!("the hook failed\n{}", absent_subtle("sign")), true, Some(subtle));
}

#[test]
fn what_it_may_lack_too() {
    check("fetch is not available in this sandbox, which reaches no network: stub it", true, None);
    check("File descriptors are not available in this sandbox: read 'a' with readFile", true, None);
    check("child_process.spawn is not available in the sandbox: no process can be started", true, None);
}

#[test]
fn what_is_no_refusal() {
    for error in ["", "expected 1 to be 2", "total is not defined", "Intl is not defined", "é: ñ"] {
        check(error, false, None);
    }
}

#[test]
fn what_a_text_says_of_absent_globals() {
    let check = |text: &str, expected: Option<&str>| assert_eq!(absent_in(text), expected, "{text}");
    check(
        "+ ReferenceError {\n  \"message\": \"ReadableStream is not defined\",\n}",
        Some("ReadableStream is not defined"),
    );
    check("[ReferenceError: total is not defined, Intl is not defined]", Some("Intl is not defined"));
    // The error of somebody else.
    check("Intl is not defined", None);
    check("[Error: Intl is not defined]", None);
    check("ReferenceError: é is not defined", None);
    check("ReferenceError: myIntl is not defined", None);
    check("ReferenceError:  is not defined", None);
    check("ReferenceError: Intl is defined", None);
}
