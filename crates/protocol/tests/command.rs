//! The command grammar.

use verdict_protocol::{Command, Verb};

fn check(input: &str, expected: &str) {
    let actual = match Command::parse(input) {
        Ok(command) => match command.patterns() {
            Ok(patterns) => format!("{} {patterns:?}", command.verb.as_str()),
            Err(error) => format!("{error}"),
        },
        Err(error) => format!("{error}"),
    };
    assert_eq!(actual, expected, "for {input:?}");
}

#[test]
fn verbs_and_patterns() {
    check("test:/tests/a.test.js", r#"test ["/tests/a.test.js"]"#);
    check("lint:/a.js /b.js", r#"lint ["/a.js", "/b.js"]"#);
    check("type-check:/src/**/*.ts", r#"type-check ["/src/**/*.ts"]"#);
    check("typecheck:/a.js", r#"type-check ["/a.js"]"#);
    check("test: \"/a b.js\"\t'/c d.js' ", r#"test ["/a b.js", "/c d.js"]"#);
    check("test:/with:colon.js", r#"test ["/with:colon.js"]"#);
    check(r"lint:C:\a.js", r#"lint ["C:\\a.js"]"#);
    check("lint:/%2e%2e/a#b?c.js", r#"lint ["/%2e%2e/a#b?c.js"]"#);
}

#[test]
fn what_is_no_command() {
    let unknown = |text: &str| {
        format!("Unknown command type: {text} (expected one of test:, lint:, type-check:, eval:)")
    };
    check("build:/a.js", &unknown("build:/a.js"));
    check("test", &unknown("test"));
    check("", &unknown(""));
    check("TEST:/a.js", &unknown("TEST:/a.js"));
    check("test:", "Missing argument after 'test:'");
    check("lint:   ", "Missing argument after 'lint:'");
    check("test:\"/a", "Unclosed quote in command argument: \"/a");
    let long = "x".repeat(1 << 20);
    check(&long, &unknown(&format!("{}…", &long[..200])));
}

#[test]
fn eval_keeps_its_source_untouched() {
    for source in ["", " 1 + 1 ", "a ? b : c", "'test:/a.js'", "\"open"] {
        let command = Command::parse(&format!("eval:{source}")).unwrap();
        assert_eq!(command.argument, source);
    }
}

#[test]
fn paths_are_written_so_that_they_are_read_back() {
    let command = |paths: &[&str]| Command::of_paths(Verb::Test, paths.iter().copied());
    for (paths, text) in [
        (&["/a.js", "/b.js"][..], "test:/a.js /b.js"),
        (&["/a b.js"], "test:\"/a b.js\""),
        (&["/a \" b.js", "/it's.js"], "test:'/a \" b.js' /it's.js"),
        (&["'/a", "\"/b"], "test:\"'/a\" '\"/b'"),
    ] {
        let command = command(paths).unwrap();
        assert_eq!(command.to_string(), text);
        let read = Command::parse(text).unwrap();
        assert_eq!(read, command);
        assert_eq!(read.patterns().unwrap(), paths);
    }
    assert_eq!(command(&["/a \" it's.js"]), None);
}
