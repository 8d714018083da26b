//! SARIF 2.1.0.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Value, json};
use verdict_protocol::{Location, Severity};

use crate::escape::{lines, one_line};
use crate::findings::Finding;
use crate::model::Model;

pub(super) fn render(model: &Model<'_>) -> String {
    let findings = &model.findings;
    let rules: BTreeSet<String> = findings.iter().map(|finding| one_line(&finding.rule)).collect();
    let rules: Vec<Value> = rules.into_iter().map(|id| json!({ "id": id })).collect();
    let said =
        |level: &'static str| move |text: &String| json!({ "level": level, "message": { "text": text } });
    let notifications: Vec<Value> =
        model.remarks.iter().map(said("warning")).chain(model.checks.iter().map(said("note"))).collect();
    let mut invocation = json!({ "executionSuccessful": model.ran });
    if !notifications.is_empty() {
        invocation["toolExecutionNotifications"] = notifications.into();
    }
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "verdict",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "columnKind": "utf16CodeUnits",
            "invocations": [invocation],
            "results": findings.iter().map(result).collect::<Vec<_>>(),
        }],
    });
    let mut text = serde_json::to_string_pretty(&log).unwrap_or_default();
    text.push('\n');
    text
}

fn result(finding: &Finding<'_>) -> Value {
    let mut text = format!("{}: {}", finding.title.join(" > "), finding.message);
    for more in &finding.details {
        text = format!("{text}\n{more}");
    }
    let mut result = json!({
        "ruleId": one_line(&finding.rule),
        "level": if finding.severity == Severity::Error { "error" } else { "warning" },
        "message": { "text": lines(&text) },
    });
    if let Some(location) = finding.location {
        result["locations"] = json!([{ "physicalLocation": physical(location) }]);
    }
    result
}

fn physical(location: &Location) -> Value {
    // An unknown line is 0 here; SARIF counts from 1.
    let mut region = json!({ "startLine": location.line.max(1), "startColumn": location.column.max(1) });
    if let Some(line) = location.end_line {
        region["endLine"] = line.into();
    }
    if let Some(column) = location.end_column {
        region["endColumn"] = column.into();
    }
    json!({ "artifactLocation": { "uri": uri(&location.file) }, "region": region })
}

/// The path as a relative URI reference.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.trim_start_matches('/').bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}
