//! Every rule finds what ESLint found in the cases of its table. `tests/conformance/lint/expected/` has, for
//! each rule, the cases and what ESLint found; `run.mjs --update` records it.

// The records and pages are files of the repository.
#![allow(clippy::disallowed_methods)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Value, json};
use verdict_analysis::Linter;
use verdict_protocol::{Diagnostic, FileContent, Files, LintConfig, Severity};
use verdict_vfs::{Snapshot, VfsPath};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    rule: String,
    code: String,
    filename: String,
    options: Vec<Value>,
    language_options: Value,
    settings: Value,
    files: BTreeMap<String, String>,
    /// A whole configuration in place of one rule.
    configs: Option<Value>,
    messages: Vec<Finding>,
    output: String,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Finding {
    line: u32,
    column: u32,
    end_line: Option<u32>,
    end_column: Option<u32>,
    message: String,
    message_id: Option<String>,
    /// The rule and the severity, where a case has a whole configuration.
    rule_id: Option<String>,
    severity: Option<u8>,
    suggestions: Vec<Suggested>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Suggested {
    message_id: Option<String>,
    message: String,
    output: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance/lint")
}

/// The files below a folder, by their path without the extension.
fn tables(at: &Path, prefix: &str, found: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(at).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        let name = entry.file_stem().and_then(|name| name.to_str()).expect("a name");
        if entry.is_dir() {
            tables(&entry, &format!("{prefix}{name}/"), found);
        } else {
            found.push((format!("{prefix}{name}"), entry));
        }
    }
}

fn lint(case: &Case) -> Vec<Diagnostic> {
    let entry: Vec<Value> = std::iter::once(json!(2)).chain(case.options.clone()).collect();
    let config: LintConfig = serde_json::from_value(match &case.configs {
        Some(configs) => json!({ "configs": configs }),
        None => json!({
            "only": [case.rule],
            "rules": { &case.rule: entry },
            "languageOptions": case.language_options,
            "settings": case.settings,
        }),
    })
    .expect("a configuration");
    let path = format!("/{}", case.filename);
    let content = |text: &str| FileContent(text.as_bytes().to_vec());
    let others = case.files.iter().map(|(path, text)| (format!("/{path}"), content(text)));
    let files = others.chain([(path.clone(), content(&case.code))]).collect();
    let snapshot = Snapshot::new(Files(files)).expect("a snapshot");
    Linter::new(&snapshot, &config).check(&VfsPath::parse(&path).expect("a path"))
}

/// A text after edits in UTF-16 units; those that overlap an earlier one are left out, as in ESLint.
fn edited<'e>(code: &str, edits: impl IntoIterator<Item = &'e verdict_protocol::TextEdit>) -> String {
    let (mark, text) = code.strip_prefix('\u{feff}').map_or(("", code), |text| ("\u{feff}", text));
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut edits: Vec<_> = edits.into_iter().collect();
    edits.sort_by_key(|edit| edit.range);
    let (mut output, mut last, mut is_first) = (Vec::new(), 0, true);
    for edit in edits {
        let (start, end) = (edit.range.0 as usize, edit.range.1 as usize);
        if !is_first && last >= start {
            continue;
        }
        output.extend_from_slice(&units[last..start]);
        output.extend(edit.text.encode_utf16());
        (last, is_first) = (end, false);
    }
    output.extend_from_slice(&units[last..]);
    format!("{mark}{}", String::from_utf16_lossy(&output))
}

/// Compares a table with what ours finds, and returns what differs.
fn compare(rule: &str, cases: &[Case], known: &BTreeMap<String, String>) -> Vec<String> {
    let mut wrong = Vec::new();
    for case in cases.iter().filter(|case| !known.contains_key(&case.code)) {
        let found = lint(case);
        let suggested = |one: &verdict_protocol::Suggestion| Suggested {
            message_id: Some(one.message_id.clone()),
            message: one.message.clone(),
            output: edited(&case.code, [&one.fix]),
        };
        let finding = |one: &Diagnostic| Finding {
            line: one.location.line,
            column: one.location.column,
            end_line: one.location.end_line,
            end_column: one.location.end_column,
            message: one.message.clone(),
            message_id: one.message_id.clone(),
            rule_id: one.rule.clone().filter(|_| case.configs.is_some()),
            severity: case.configs.is_some().then_some(if one.severity == Severity::Error { 2 } else { 1 }),
            suggestions: one.suggestions.iter().map(suggested).collect(),
        };
        let mut ours: Vec<Finding> = found.iter().map(finding).collect();
        ours.sort();
        let mut theirs: Vec<&Finding> = case.messages.iter().collect();
        theirs.sort();
        let output = edited(&case.code, found.iter().filter_map(|one| one.fix.as_ref()));
        if !ours.iter().eq(theirs.iter().copied()) || output != case.output {
            let options = Value::from(case.options.clone());
            wrong.push(format!(
                "{rule} on {:?} with {options}\n  eslint  {theirs:?} {:?}\n  verdict {ours:?} {output:?}",
                case.code, case.output
            ));
        }
    }
    wrong
}

#[test]
fn every_rule_finds_what_eslint_finds_in_its_table() {
    let known = fs::read_to_string(folder().join("known.json")).expect("known.json");
    let known: BTreeMap<String, BTreeMap<String, String>> = serde_json::from_str(&known).expect("known.json");
    let mut found = Vec::new();
    tables(&folder().join("expected"), "", &mut found);
    assert!(found.len() > 4, "only {} tables", found.len());
    let mut wrong = Vec::new();
    for (rule, path) in &found {
        let text = fs::read_to_string(path).expect("a table");
        let cases: Vec<Case> = serde_json::from_str(&text).expect("a table");
        assert!(cases.iter().any(|case| !case.messages.is_empty()), "{rule} has no case with a finding");
        assert!(cases.iter().any(|case| case.messages.is_empty()), "{rule} has no case without a finding");
        wrong.extend(compare(rule, &cases, known.get(rule).unwrap_or(&BTreeMap::new())));
    }
    assert!(wrong.is_empty(), "{} cases differ\n{}", wrong.len(), wrong.join("\n"));
}

/// A table of cases and its record have the same rules.
#[test]
fn every_table_is_recorded() {
    let names = |folder: PathBuf| {
        let mut found = Vec::new();
        tables(&folder, "", &mut found);
        found.sort();
        found.into_iter().map(|(rule, _)| rule).collect::<Vec<_>>()
    };
    assert_eq!(names(folder().join("cases")), names(folder().join("expected")));
}
