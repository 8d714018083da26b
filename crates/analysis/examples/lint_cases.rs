//! Lints the cases of a JSON array on stdin, each a file with one rule, and prints the findings of each as
//! a JSON array. `tests/conformance/lint` compares them with ESLint's.

use std::collections::BTreeMap;
use std::error::Error;

use serde::Deserialize;
use serde_json::{Value, json};
use verdict_analysis::Linter;
use verdict_protocol::{FileContent, Files, LintConfig};
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
}

fn main() -> Result<(), Box<dyn Error>> {
    let cases: Vec<Case> = serde_json::from_reader(std::io::stdin())?;
    let mut found = Vec::with_capacity(cases.len());
    for case in cases {
        found.push(lint(case)?);
    }
    serde_json::to_writer(std::io::stdout(), &found)?;
    Ok(())
}

fn lint(case: Case) -> Result<Value, Box<dyn Error>> {
    let entry: Vec<Value> = std::iter::once(json!(2)).chain(case.options).collect();
    let config: LintConfig = serde_json::from_value(match case.configs {
        Some(configs) => json!({ "configs": configs }),
        None => json!({
            "only": [case.rule],
            "rules": { case.rule: entry },
            "languageOptions": case.language_options,
            "settings": case.settings,
        }),
    })?;
    let path = format!("/{}", case.filename);
    let content = |text: String| FileContent(text.into_bytes());
    let others = case.files.into_iter().map(|(path, text)| (format!("/{path}"), content(text)));
    let files = others.chain([(path.clone(), content(case.code))]).collect();
    let snapshot = Snapshot::new(Files(files))?;
    Ok(serde_json::to_value(Linter::new(&snapshot, &config).check(&VfsPath::parse(&path)?))?)
}
