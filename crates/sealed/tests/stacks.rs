//! V8's stacks as frames of the snapshot.

use verdict_sealed::frames;

/// Frames of `stack`, one per line. Code starts with a wrapper of ten characters on its first line.
#[track_caller]
fn check(header: &str, stack: &str, expected: &[&str]) {
    let place = |id: &str, (line, column): (u32, u32)| {
        let column = if line == 1 { column.checked_sub(10)? } else { column };
        (id.ends_with(".js")).then_some((line, column))
    };
    let found: Vec<String> = frames(stack, header, &place).iter().map(ToString::to_string).collect();
    assert_eq!(found, expected, "{stack}");
}

#[test]
fn reads_what_is_in_modules() {
    check(
        "Error: x",
        "Error: x\n    at f (/a.js:1:15)\n    at /b.js:2:3\n    at async /c.js:3:4\n    at new Foo (/a.js:4:1)\n    \
         at async Object.g [as h] (/a.js:5:1)\n    at Foo.<anonymous> (/a.js:6:1)\n    at eval (/a.js:7:1)",
        &[
            "f (/a.js:1:5)",
            "/b.js:2:3",
            "/c.js:3:4",
            "Foo (/a.js:4:1)",
            "g (/a.js:5:1)",
            "/a.js:6:1",
            "/a.js:7:1",
        ],
    );
}

#[test]
fn leaves_out_what_is_not() {
    check(
        "",
        "Error\n    at Array.map (<anonymous>)\n    at async Promise.all (index 0)\n    at run (blob:null/1f2:3:4)\n    \
         at eval (eval at f (/a.js:1:1), <anonymous>:1:1)\n    at <anonymous>\n    at f (/harness.mjs:1:1)\n    at g (/a.js:1:3)\n    \
         at h (/a.js:x:3)\n    at i (/a.js:99999999999:3)\n    at k (/ok.js:2:3)",
        &["k (/ok.js:2:3)"],
    );
}

#[test]
fn reads_names_that_stacks_would_break() {
    check(
        "",
        "    at f (/a%20%281%29%25.js:2:9)\n    at /%C3%A9.js:2:1",
        &["f (/a (1)%.js:2:9)", "/é.js:2:1"],
    );
}

#[test]
fn a_message_is_no_frame() {
    let message = "Error: see\n    at evil (/a.js:9:9)";
    check(message, &format!("{message}\n    at f (/a.js:2:2)"), &["f (/a.js:2:2)"]);
}

#[test]
fn is_bounded() {
    let stack = "    at f (/a.js:2:2)\n".repeat(100_000);
    assert_eq!(frames(&stack, "", &|_, at| Some(at)).len(), 30);
    assert_eq!(frames(&"é".repeat(1 << 20), "", &|_, at| Some(at)).len(), 0);
}
