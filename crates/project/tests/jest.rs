//! What configurations of Jest come to.

use crate::common;

use common::first;
use verdict_project::{Place, Tools, jest};
use verdict_protocol::TestRunner;

fn check(files: &str, expected: &str, warnings: &[&str]) {
    let (snapshot, file, value) = first(files);
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let value = value.unwrap_or_else(|error| panic!("{error}"));
    let found = jest::settings(&value, Place { snapshot: &snapshot, file: &file, folder }).expect("settings");
    let mut test = found.config["test"].clone();
    let test = test.as_object_mut().expect("an object");
    if !files.contains("test") || files.contains("testEnvironment:") {
        test.remove("include");
        test.remove("exclude");
    }
    assert_eq!(serde_json::to_string(&test).expect("JSON"), expected, "{files}");
    assert_eq!(found.warnings, warnings, "{files}");
}

#[test]
fn keys() {
    check("//- /jest.config.js\nmodule.exports = { preset: 'ts-jest', verbose: true };\n", "{}", &[]);
    check(
        "//- /jest.config.js\nmodule.exports = { moduleNameMapper: { '^b/(.*)$': '<rootDir>/src/$1', '^a$': 'x' }, setupFilesAfterEnv: ['<rootDir>/s.js'] };\n//- /src/x.js\n",
        r#"{"alias":[{"find":{"flags":"","source":"^b/(.*)$"},"replacement":"/src/$1"},{"find":{"flags":"","source":"^a$"},"replacement":"x"}],"setupFiles":["/s.js"]}"#,
        &[],
    );
    check(
        "//- /package.json\n{ \"jest\": { \"resetMocks\": true, \"bail\": true } }\n",
        r#"{"bail":1,"mockReset":true}"#,
        &[],
    );
    check(
        "//- /jest.config.json\n{ \"testEnvironmentOptions\": { \"html\": \"<p>\" } }\n",
        r#"{"environmentOptions":{"happyDOM":{"html":"<p>","url":"http://localhost/"},"jsdom":{"html":"<p>","url":"http://localhost/"}},"exclude":["**/node_modules/**","**/.git/**"],"include":["**/__tests__/**/*.?([mc])[jt]s?(x)","**/?(*.)+(spec|test).?([mc])[jt]s?(x)"]}"#,
        &[],
    );
    check(
        "//- /jest.config.json\n{ \"transform\": {}, \"watchmann\": true }\n",
        "{}",
        &[
            "jest.config.json: transform has no meaning here: JavaScript, TypeScript and JSX run as they are",
            "jest.config.json: unknown key watchmann; the nearest known one is watchman",
        ],
    );
}

#[test]
fn a_root_may_be_in_a_folder_that_a_glob_names() {
    check(
        "//- /jest.config.js\nmodule.exports = { testMatch: ['**/__tests__/**/*.js', '**/*.t.js'], roots: ['<rootDir>/__tests__/src'] };\n",
        r#"{"exclude":["**/node_modules/**","**/.git/**"],"include":["__tests__/src/**/__tests__/**/*.js","__tests__/src/**/*.js","__tests__/src/**/*.t.js"]}"#,
        &[],
    );
}

#[test]
fn snapshots_have_the_format_of_the_configuration() {
    check(
        "//- /jest.config.js\nmodule.exports = { snapshotFormat: { escapeString: true, printBasicPrototype: true } };\n",
        r#"{"snapshotFormat":{"escapeString":true,"printBasicPrototype":true}}"#,
        &[],
    );
}

#[test]
fn conditions_of_packages() {
    check(
        "//- /jest.config.js\nmodule.exports = { testEnvironment: 'jsdom' };\n",
        r#"{"environment":"jsdom","resolve":{"conditions":["browser"]}}"#,
        &[],
    );
    check(
        "//- /jest.config.js\nmodule.exports = { testEnvironment: 'jsdom', testEnvironmentOptions: { customExportConditions: [] } };\n",
        r#"{"environment":"jsdom","environmentOptions":{"happyDOM":{"customExportConditions":[],"url":"http://localhost/"},"jsdom":{"customExportConditions":[],"url":"http://localhost/"}},"resolve":{"conditions":[""]}}"#,
        &[],
    );
}

#[test]
fn which_files_are_tests() {
    check(
        "//- /jest.config.js\nmodule.exports = { testMatch: ['**/*.t.js', '!**/x/**', '<rootDir>/a/*.js'], roots: ['<rootDir>/src'] };\n",
        r#"{"exclude":["**/node_modules/**","**/.git/**","src/**/x/**"],"include":["src/**/*.t.js","a/*.js"]}"#,
        &[],
    );
    check(
        "//- /jest.config.js\nmodule.exports = { testRegex: '\\\\.t\\\\.js$', testPathIgnorePatterns: ['<rootDir>/old/'] };\n",
        r#"{"exclude":["**/node_modules/**","**/.git/**","//old//"],"include":["/\\.t\\.js$/"]}"#,
        &[],
    );
}

#[test]
fn a_pattern_that_is_not_supported() {
    let (snapshot, file, value) = first("//- /jest.config.js\nmodule.exports = { testRegex: '(?=a)b' };\n");
    let place = Place { snapshot: &snapshot, file: &file, folder: "" };
    let error = jest::settings(&value.expect("a value"), place).expect_err("a refusal");
    assert!(error.starts_with("testRegex: the pattern (?=a)b is not supported"), "{error}");
}

#[test]
fn a_member_of_a_workspace_says_which_runner_it_has() {
    let check = |root: &str, member: &str, expected: Option<TestRunner>| {
        let files = format!("//- /package.json\n{root}\n//- /packages/a/package.json\n{member}\n");
        let snapshot = common::snapshot(&files);
        assert_eq!(Tools::of_snapshot(&snapshot, "packages/a".to_owned()).runner, expected, "{files}");
    };
    let (vitest, jest) =
        (r#"{ "devDependencies": { "vitest": "4" } }"#, r#"{ "devDependencies": { "jest": "30" } }"#);
    check(vitest, "{}", Some(TestRunner::Vitest));
    check(jest, "{}", Some(TestRunner::Jest));
    check(vitest, jest, Some(TestRunner::Jest));
    check(jest, vitest, Some(TestRunner::Vitest));
    check(vitest, r#"{ "jest": {} }"#, Some(TestRunner::Jest));
    check(vitest, "{}\n//- /packages/a/jest.config.js\nmodule.exports = {};", Some(TestRunner::Jest));
    check(
        vitest,
        "{}\n//- /packages/a/jest.config.js\nmodule.exports = {};\n//- /packages/a/vitest.config.ts\nexport default {};",
        Some(TestRunner::Vitest),
    );
    check("{}", "{}", None);
}

#[test]
fn the_script_that_tests_names_the_configuration() {
    let tests = |script: &str, files: &str| {
        let text = format!(
            "//- /package.json\n{{ \"scripts\": {{ \"test\": \"{script}\" }}, \"devDependencies\": {{ \"jest\": \"29\" }} }}\n{files}"
        );
        Tools::of_snapshot(&common::snapshot(&text), String::new()).tests
    };
    let own = "//- /config/jest.config.js\nmodule.exports = {};\n";
    let both = format!("{own}//- /jest.config.js\nmodule.exports = {{}};\n");
    for script in [
        "jest --config config/jest.config.js",
        "jest -c ./config/jest.config.js --ci",
        "tsc && jest --config=config/jest.config.js",
    ] {
        assert_eq!(tests(script, own).as_deref(), Some("config/jest.config.js"), "{script}");
        assert_eq!(tests(script, &both).as_deref(), Some("config/jest.config.js"), "{script}");
    }
    for script in [
        "jest",
        "jest --config '{}'",
        "jest --config none.js",
        "mocha --config config/jest.config.js",
        "jest && eslint -c config/jest.config.js",
    ] {
        assert_eq!(tests(script, own), None, "{script}");
        assert_eq!(tests(script, &both).as_deref(), Some("jest.config.js"), "{script}");
    }
}
