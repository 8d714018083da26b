//! A case as text: `## name`, then lines `rule:`, `verify:`, `profile:`, `env:`, `policy:`, then `### before`, `### cheat` and
//! `### honest`, each with `//- /path` headers. `//- /path deleted` deletes a file. `//- /from -> /to`
//! renames one, and may have new content below it. `tests/e2e/lib/self-approval.mjs` parses the same format.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use verdict_gate::ApplyOptions;

/// The default verify command of a case without a profile.
const VERIFY: &str = "test:/**/*.test.js";

pub(crate) struct Case {
    pub(crate) name: String,
    /// The id of the rule that refuses the cheat.
    pub(crate) rule: String,
    verify: Option<String>,
    profile: Option<String>,
    /// The host's environment, from which a step gets what its skill lists.
    env: Value,
    policy: Value,
    pub(crate) before: BTreeMap<String, String>,
    /// The bundle that cheats.
    pub(crate) cheat: String,
    /// The honest twin.
    pub(crate) honest: String,
}

impl Case {
    pub(crate) fn options(&self) -> ApplyOptions {
        let options = json!({ "verifyCommand": self.verify, "profile": self.profile, "env": self.env, "policy": self.policy });
        serde_json::from_value(options).expect("options")
    }
}

pub(crate) fn cases(text: &str) -> Vec<Case> {
    text.split("\n## ").skip(1).map(case).collect()
}

fn case(text: &str) -> Case {
    let mut parts = text.split("\n### ");
    let head = parts.next().unwrap_or_default();
    let named =
        |key: &str| head.lines().find_map(|line| line.strip_prefix(key)).map(|value| value.trim().to_owned());
    let part = |name: &str| -> Vec<(String, String)> {
        let found = text.split("\n### ").find_map(|part| part.strip_prefix(&format!("{name}\n")));
        blocks(found.unwrap_or_else(|| panic!("{head}: no {name}")))
    };
    let object = |key: &str| named(key).map_or(json!({}), |text| serde_json::from_str(&text).expect("JSON"));
    let profile = named("profile:");
    let default = || profile.is_none().then(|| VERIFY.to_owned());
    Case {
        name: head.lines().next().unwrap_or_default().trim().to_owned(),
        rule: named("rule:").unwrap_or_else(|| panic!("{head}: no rule")),
        verify: named("verify:").or_else(default),
        profile,
        env: object("env:"),
        policy: object("policy:"),
        before: part("before").into_iter().collect(),
        cheat: bundle(&part("cheat")),
        honest: bundle(&part("honest")),
    }
}

fn blocks(text: &str) -> Vec<(String, String)> {
    let text = format!("\n{text}\n");
    let blocks = text.split("\n//- ").skip(1);
    let file = |block: &str| {
        let (header, content) = block.split_once('\n').unwrap_or((block, ""));
        (header.trim().to_owned(), content.trim_end().to_owned() + "\n")
    };
    blocks.map(file).collect()
}

fn bundle(blocks: &[(String, String)]) -> String {
    let operations = blocks.iter().map(|(header, content)| {
        if let Some(path) = header.strip_suffix(" deleted") {
            return json!({ "operation": "DELETE", "file_path": path });
        }
        if let Some((from, to)) = header.split_once(" -> ") {
            let mut rename = json!({ "operation": "RENAME", "file_path": from, "new_path": to });
            if !content.trim().is_empty() {
                rename["new_content"] = json!(content);
            }
            return rename;
        }
        json!({ "operation": "UPSERT", "file_path": header, "new_content": content })
    });
    Value::from_iter(operations).to_string()
}
