//! What flat configurations of ESLint come to.

#![allow(clippy::disallowed_methods, reason = "the names of rules are a file of this repository")]

use crate::common;

use common::first;
use serde_json::Value;
use verdict_project::{Place, lint_settings};

fn check(text: &str, expected: &str, warnings: &[&str]) {
    let (snapshot, file, value) = first(&format!("//- /eslint.config.js\n{text}\n"));
    let value = value.unwrap_or_else(|error| panic!("{error}"));
    let is_rule = |id: &str| !id.contains('/') || id == "@typescript-eslint/no-unused-vars";
    let found = lint_settings(&value, Place { snapshot: &snapshot, file: &file, folder: "" }, &is_rule);
    let found = found.expect("settings");
    assert_eq!(Value::Array(found.lint).to_string(), expected, "{text}");
    let name = |warning: &String| warning.replacen("eslint.config.js: ", "", 1);
    assert_eq!(found.warnings.iter().map(name).collect::<Vec<_>>(), warnings, "{text}");
}

#[test]
fn objects() {
    check(
        "export default [{ files: ['*.js'], rules: { eqeqeq: ['error', 'smart'] } }, { ignores: ['dist/'] }];",
        r#"[{"files":["*.js"],"rules":{"eqeqeq":["error","smart"]}},{"ignores":["dist/"]}]"#,
        &[],
    );
    check(
        "import { defineConfig, globalIgnores } from 'eslint/config';\nexport default defineConfig([globalIgnores(['x']), [{ rules: { a: 0 } }]]);",
        r#"[{"ignores":["x"]},{"rules":{"a":0}}]"#,
        &[],
    );
    check("module.exports = { rules: { a: 1 } };", r#"[{"rules":{"a":1}}]"#, &[]);
    check("export default [];", "[{}]", &[]);
}

#[test]
fn a_preset_has_the_rules_of_the_version_in_use() {
    let with = |range: &str| {
        format!(
            "import js from '@eslint/js';\nexport default [js.configs.recommended, {{ extends: ['js/recommended'], rules: {{ a: 1 }} }}];\n//- /package.json\n{{ \"devDependencies\": {{ \"eslint\": \"{range}\" }} }}"
        )
    };
    let now = r#"[{"extends":["recommended"]},{"extends":["js/recommended"]},{"rules":{"a":1}}]"#;
    for range in ["^10.1.0", ">=10", "latest", "*"] {
        check(&with(range), now, &[]);
    }
    let off =
        r#""rules":{"no-unassigned-vars":"off","no-useless-assignment":"off","preserve-caught-error":"off"}"#;
    let nine = format!(
        r#"[{{"extends":["recommended"],{off}}},{{"extends":["js/recommended"],{off}}},{{"rules":{{"a":1}}}}]"#
    );
    for range in ["^9.39.1", "9", "~9.2"] {
        check(&with(range), &nine, &[]);
    }
    // A rule that the configuration sets beside the preset stays.
    check(
        "import js from '@eslint/js';\nexport default [{ rules: { ...js.configs.recommended.rules, 'no-useless-assignment': 1 } }];\n//- /package.json\n{ \"devDependencies\": { \"@eslint/js\": \"^9.0.0\" } }",
        r#"[{"extends":["recommended"],"rules":{"no-unassigned-vars":"off","no-useless-assignment":1,"preserve-caught-error":"off"}}]"#,
        &[],
    );
}

#[test]
fn presets() {
    check(
        "import js from '@eslint/js';\nexport default [js.configs.recommended, { rules: { ...js.configs.all.rules, a: 1 } }];",
        r#"[{"extends":["recommended"]},{"extends":["all"],"rules":{"a":1}}]"#,
        &[],
    );
    check(
        "import js from '@eslint/js';\nimport { defineConfig } from 'eslint/config';\nexport default defineConfig({ files: ['*.ts'], extends: [js.configs.recommended, 'js/all'], plugins: { js } });",
        r#"[{"extends":["recommended"],"files":["*.ts"]},{"extends":["js/all"],"files":["*.ts"]}]"#,
        &[],
    );
    check(
        "import globals from 'globals';\nexport default [{ languageOptions: { globals: { ...globals.browser, ...globals.node, x: 'readonly' } } }];",
        r#"[{"languageOptions":{"globals":["browser","node",{"x":"readonly"}]}}]"#,
        &[],
    );
    check(
        "import prettier from 'eslint-config-prettier';\nexport default [prettier, { rules: { a: 1 } }];",
        r#"[{"rules":{"a":1}}]"#,
        &[],
    );
}

#[test]
fn plugins_that_do_not_run() {
    check(
        "import react from 'eslint-plugin-react';\nexport default [react.configs.flat.recommended, { plugins: { react }, rules: { 'react/a': 2, 'react/b': 'off', 'react/c': ['warn'], d: 1, ...react.configs.x.rules } }];",
        r#"[{"rules":{"d":1}}]"#,
        &[
            "2 rules of the plugin react are not here and do not run: react/a, react/c",
            "configurations of eslint-plugin-react are left out: the package does not run here",
        ],
    );
    check(
        "import vue from 'vue-eslint-parser';\nexport default [{ languageOptions: { parser: vue, ecmaVersion: 2022 }, processor: 'a/b' }];",
        r#"[{"languageOptions":{"ecmaVersion":2022}}]"#,
        &[
            "the parser vue-eslint-parser does not run here, so only scripts are read",
            "the processor a/b does not run here, so only scripts are read",
        ],
    );
}

#[test]
fn names_of_old_configurations() {
    check(
        "import { FlatCompat } from '@eslint/eslintrc';\nconst compat = new FlatCompat({ baseDirectory: import.meta.dirname });\nexport default [...compat.extends('eslint:recommended', 'next'), ...compat.config({ rules: { a: 1 } })];",
        r#"[{"extends":["eslint:recommended"]},{"rules":{"a":1}}]"#,
        &["configurations of next are left out: the package does not run here"],
    );
    check(
        "import x from '@company/x';\nimport y from 'y.js';\nexport default [{ ...x.configs['flat/all'], rules: { ...y.a.b } }];",
        "[{}]",
        &[
            "configurations of @company/x are left out: the package does not run here",
            "configurations of y are left out: the package does not run here",
        ],
    );
}

#[test]
fn typescript() {
    let (snapshot, file, value) = first(
        "//- /eslint.config.mjs\nimport ts from 'typescript-eslint';\nimport js from '@eslint/js';\nexport default ts.config(js.configs.recommended, ts.configs.recommended, { rules: { '@typescript-eslint/no-explicit-any': 'off' } });\n",
    );
    let is_rule = |id: &str| !id.contains('/') || id == "@typescript-eslint/no-unused-vars";
    let place = Place { snapshot: &snapshot, file: &file, folder: "" };
    let found = lint_settings(&value.expect("a value"), place, &is_rule).expect("settings");
    let whole = Value::Array(found.lint);
    assert_eq!(whole[2]["rules"]["@typescript-eslint/no-unused-vars"], "error", "{whole}");
    assert_eq!(whole[2]["rules"]["no-unused-vars"], "off", "{whole}");
    assert_eq!(found.warnings.len(), 1, "{:?}", found.warnings);
}

#[test]
fn wrong_shapes() {
    for (text, expected) in [
        ("export default [3];", "the configuration[0] is no object"),
        ("export default [{ files: 'a' }];", "files of the configuration[0] is no list"),
        ("export default [{ rules: [] }];", "rules of the configuration[0] is no object"),
    ] {
        let (snapshot, file, value) = first(&format!("//- /eslint.config.js\n{text}\n"));
        let place = Place { snapshot: &snapshot, file: &file, folder: "" };
        let error = lint_settings(&value.expect("a value"), place, &|_| true).expect_err("a refusal");
        assert_eq!(error, expected, "{text}");
    }
}

#[test]
fn the_rules_are_those_of_the_linter() {
    let names = verdict_analysis::rules().flat_map(|rule| std::iter::once(&rule.id).chain(rule.aliases));
    let mut names: Vec<&str> = names.copied().collect();
    names.sort_unstable();
    names.dedup();
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/eslint/rules.txt");
    let text = names.join("\n") + "\n";
    if std::env::var_os("VERDICT_UPDATE").is_some() {
        std::fs::write(&path, &text).expect("it is written");
    }
    assert_eq!(std::fs::read_to_string(path).expect("it is there"), text, "VERDICT_UPDATE=1 writes it again");
}
