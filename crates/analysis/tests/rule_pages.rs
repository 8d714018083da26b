//! The pages of the rules, `docs/rules/`, come from the doc comments of the rules' files. Their examples are
//! linted: those that fail have a finding, those that pass have none. `VERDICT_UPDATE=1` writes the pages.

// The records and pages are files of the repository.
#![allow(clippy::disallowed_methods)]

use crate::common;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use common::{first, render, snapshot};
use serde_json::{Value, json};
use verdict_analysis::{GROUPS, Linter, Rule};
use verdict_protocol::LintConfig;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A rule with the doc comment of its file.
struct Page {
    group: &'static str,
    rule: &'static Rule,
    doc: String,
}

/// The name of a rule's file: `@scope/no-x` and `group/no-x` are both in `no_x.rs`.
fn file_name(id: &str) -> String {
    id.rsplit('/').next().unwrap_or(id).replace('-', "_")
}

fn pages() -> Vec<Page> {
    let page = |group: &'static str, rule: &'static Rule| {
        let path = format!("crates/analysis/src/rules/{group}/{}.rs", file_name(rule.id));
        let text = fs::read_to_string(root().join(&path)).unwrap_or_else(|_| panic!("no {path}"));
        let lines = text.lines().map_while(|line| line.strip_prefix("//!"));
        let lines: Vec<&str> = lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
        Page { group, rule, doc: lines.join("\n") }
    };
    GROUPS.iter().flat_map(|(group, rules)| rules.iter().map(|rule| page(group, rule))).collect()
}

/// A fenced block: ```` ```js fails [options] ````.
struct Example {
    extension: String,
    fails: bool,
    options: Vec<Value>,
    code: String,
}

impl Page {
    fn summary(&self) -> &str {
        let head = self.doc.lines().next().unwrap_or_default();
        head.split_once("`: ").map_or("", |(_, summary)| summary)
    }

    fn examples(&self) -> Vec<Example> {
        let mut found = Vec::new();
        let mut parts = self.doc.split("```");
        parts.next();
        while let (Some(block), Some(_)) = (parts.next(), parts.next()) {
            let (head, code) = block.split_once('\n').unwrap_or((block, ""));
            let mut words = head.splitn(3, ' ');
            let extension = words.next().unwrap_or_default().to_owned();
            let fails = match words.next() {
                Some("fails") => true,
                Some("passes") => false,
                _ => continue,
            };
            let options = words.next().map_or(Ok(Vec::new()), serde_json::from_str).expect("options");
            found.push(Example { extension, fails, options, code: code.to_owned() });
        }
        found
    }

    /// The page, in Markdown.
    fn markdown(&self) -> String {
        let Rule { id, aliases, recommended, fixable, has_suggestions, .. } = self.rule;
        let (_, body) = self.doc.split_once('\n').unwrap_or_default();
        let mut page = format!("# {id}\n\n{}\n\n", capitalised(self.summary()));
        let mut notes = Vec::new();
        let enables = match self.group {
            "tests" => "The preset `tests` enables it.",
            _ => "The recommended configuration enables it.",
        };
        for (holds, note) in [
            (*recommended, enables),
            (*fixable, "`--fix` corrects some of what it finds."),
            (*has_suggestions, "It suggests edits."),
        ] {
            if holds {
                notes.push(note.to_owned());
            }
        }
        if !aliases.is_empty() {
            let names: Vec<String> = aliases.iter().map(|alias| format!("`{alias}`")).collect();
            notes.push(format!("It is also known as {}.", names.join(", ")));
        }
        if !notes.is_empty() {
            let _ = write!(page, "{}\n\n", notes.join(" "));
        }
        for line in body.trim().lines() {
            let shown = match line.strip_prefix("```").and_then(|head| head.split_once(' ')) {
                Some((extension, words)) => {
                    let verdict = if words.starts_with("fails") { "Fails" } else { "Passes" };
                    let options = words.split_once(' ').map_or("", |(_, options)| options);
                    let with = if options.is_empty() { String::new() } else { format!(" with `{options}`") };
                    format!("{verdict}{with}:\n\n```{extension}")
                }
                None => line.to_owned(),
            };
            page.push_str(&shown);
            page.push('\n');
        }
        page
    }

    /// Where the page is, below `docs/rules`.
    fn path(&self) -> String {
        format!("{}.md", self.rule.id)
    }
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

/// The table of all rules, in Markdown.
fn table(pages: &[Page]) -> String {
    let mut text = "# Lint rules\n\n".to_owned();
    for (group, _) in GROUPS {
        let _ = write!(text, "## {}\n\n", capitalised(&group.replace('_', " ")));
        text.push_str("| rule | | recommended | fixes | suggestions |\n|---|---|---|---|---|\n");
        for page in pages.iter().filter(|page| page.group == *group) {
            let rule = page.rule;
            let yes = |holds: bool| if holds { "yes" } else { "" };
            let _ = writeln!(
                text,
                "| [{}]({}) | {} | {} | {} | {} |",
                rule.id,
                page.path(),
                page.summary().replace('|', "\\|"),
                yes(rule.recommended),
                yes(rule.fixable),
                yes(rule.has_suggestions)
            );
        }
        text.push('\n');
    }
    format!("{}\n", text.trim_end())
}

#[test]
fn every_rule_has_a_summary_and_examples_of_both_kinds() {
    let mut wrong = Vec::new();
    for page in pages() {
        let id = page.rule.id;
        if !page.doc.starts_with(&format!("`{id}`: "))
            || !page.doc.lines().next().is_some_and(|head| head.ends_with('.'))
        {
            wrong.push(format!("{id}: the doc comment starts with \"`{id}`: summary.\""));
        }
        let examples = page.examples();
        for fails in [true, false] {
            if !examples.iter().any(|example| example.fails == fails) {
                wrong.push(format!("{id}: no example that {}", if fails { "fails" } else { "passes" }));
            }
        }
        for Example { extension, fails, options, code } in examples {
            let entry: Vec<Value> = std::iter::once(json!(2)).chain(options).collect();
            let config = json!({ "only": [id], "rules": { id: entry } });
            let config: LintConfig = serde_json::from_value(config).expect("a configuration");
            let fixture = format!("//- /a.{extension}\n{code}");
            let found = Linter::new(&snapshot(&fixture), &config).check(&first(&fixture));
            if found.is_empty() == fails || found.iter().any(|one| one.rule.as_deref() != Some(id)) {
                wrong.push(format!("{id}: {code}\n{}", render(&found)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn committed_pages_are_those_of_the_rules() {
    let pages = pages();
    let files = pages.iter().map(|page| (page.path(), page.markdown()));
    let mut wrong = Vec::new();
    for (path, text) in files.chain([("README.md".to_owned(), table(&pages))]) {
        let path = root().join("docs/rules").join(path);
        if std::env::var_os("VERDICT_UPDATE").is_some() {
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(&path, text).expect("written");
        } else if fs::read_to_string(&path).ok().as_deref() != Some(text.as_str()) {
            wrong.push(path.display().to_string());
        }
    }
    assert!(wrong.is_empty(), "run with VERDICT_UPDATE=1 to write {}", wrong.join(", "));
}
