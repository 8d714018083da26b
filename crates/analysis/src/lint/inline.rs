//! What the comments of a file say of rules and variables: `eslint`, `global` and `exported`.

use std::collections::BTreeMap;

use oxc_span::Span;
use serde_json::{Value, json};
use verdict_protocol::{RuleEntry, RuleSeverity, Severity};

use super::comments::{Directive, Label, names};
use super::config::{Enabled, Setup, access};
use super::relaxed;
use crate::model::Model;
use crate::rules::rule;

/// The configuration in the comments of a file.
#[derive(Default)]
pub(super) struct Inline {
    /// Global variables, and whether they can be written.
    pub(super) globals: Vec<(String, Option<bool>)>,
    /// Variables that other files use.
    pub(super) exported: Vec<String>,
    /// Rules with their entries.
    rules: BTreeMap<String, RuleEntry>,
    /// What is wrong with comments: the rule, the comment, and the message.
    pub(super) problems: Vec<(Option<String>, Span, String)>,
}

impl Inline {
    pub(super) fn new(directives: &[Directive<'_>], setup: &Setup, model: &Model<'_>) -> Inline {
        let line = |offset| model.lines.position(offset).0;
        let spans_lines = |span: Span| line(span.start) != line(span.end);
        let mut inline = Inline::default();
        for directive in directives {
            match directive.label {
                Label::Globals => inline.globals(directive),
                Label::Exported => {
                    inline.exported.extend(names(directive.value).into_iter().map(str::to_owned))
                }
                Label::Rules => inline.rules(directive, setup),
                Label::Environment => {
                    let message = "/* eslint-env */ comments are no longer supported.".to_owned();
                    inline.problems.push((None, directive.span, message));
                }
                Label::DisableLine if spans_lines(directive.span) => {
                    let message = "eslint-disable-line comment should not span multiple lines.".to_owned();
                    inline.problems.push((None, directive.span, message));
                }
                _ => {}
            }
        }
        inline
    }

    /// `name, name: writable`; white space separates names too.
    fn globals(&mut self, directive: &Directive<'_>) {
        let value = directive.value.replace(',', " ");
        let mut words = value.split_whitespace().flat_map(|word| word.split_inclusive(':')).peekable();
        while let Some(word) = words.next() {
            let (name, setting) = match word.strip_suffix(':') {
                Some(name) => (name, words.next()),
                None if words.peek() == Some(&":") => {
                    words.next();
                    (word, words.next())
                }
                None => (word, None),
            };
            if name.is_empty() {
                continue;
            }
            const WORDS: [&str; 7] =
                ["true", "false", "readonly", "readable", "writable", "writeable", "off"];
            if let Some(setting) = setting.filter(|setting| !WORDS.contains(setting)) {
                let message = format!(
                    "'{setting}' is not a valid configuration for a global (use 'readonly', 'writable', or 'off')"
                );
                self.problems.push((None, directive.span, message));
                continue;
            }
            self.globals.push((name.to_owned(), access(&json!(setting))));
        }
    }

    fn rules(&mut self, directive: &Directive<'_>, setup: &Setup) {
        let rules = match relaxed::object(directive.value) {
            Ok(rules) => rules,
            Err(why) => {
                let message = format!("Failed to parse JSON from '{}': {why}", directive.value);
                self.problems.push((None, directive.span, message));
                return;
            }
        };
        for (id, value) in rules {
            // A rule that does not exist is named once a run, not for each comment.
            if rule(&id).is_none() {
                continue;
            }
            if self.rules.contains_key(&id) {
                let message = format!(
                    "Rule \"{id}\" is already configured by another configuration comment in the preceding code. \
                     This configuration is ignored."
                );
                self.problems.push((None, directive.span, message));
                continue;
            }
            let shown = shown(&value);
            match RuleEntry::try_from(value) {
                Ok(mut entry) => {
                    if let Some(before) = setup.entries.get(&id).filter(|_| entry.options.is_empty()) {
                        entry.options.clone_from(&before.options);
                    }
                    self.rules.insert(id, entry);
                }
                Err(why) => {
                    let message = format!(
                        "Inline configuration for rule \"{id}\" is invalid:\n\t{why} You passed \"{shown}\".\n"
                    );
                    self.problems.push((Some(id), directive.span, message));
                }
            }
        }
    }

    /// The rules that comments switch on, and the ids of all rules that they configure.
    pub(super) fn enabled(&mut self, directives: &[Directive<'_>]) -> (Vec<Enabled>, Vec<String>) {
        let (mut on, mut ids) = (Vec::new(), Vec::new());
        for (id, entry) in std::mem::take(&mut self.rules) {
            let severity = match entry.severity {
                RuleSeverity::Off => None,
                RuleSeverity::Warn => Some(Severity::Warning),
                RuleSeverity::Error => Some(Severity::Error),
            };
            match severity.and_then(|severity| Enabled::new(&id, severity, &entry.options)) {
                Some(Ok(enabled)) => on.push(enabled),
                Some(Err(why)) => {
                    let message = format!("Inline configuration for rule \"{id}\" is invalid:\n\t{why}\n");
                    let names = |directive: &&Directive<'_>| {
                        directive.label == Label::Rules && directive.value.contains(id.as_str())
                    };
                    let span =
                        directives.iter().find(names).map_or(Span::empty(0), |directive| directive.span);
                    self.problems.push((Some(id), span, message));
                    continue;
                }
                None => {}
            }
            ids.push(id);
        }
        (on, ids)
    }
}

/// A value as JavaScript joins it into a text.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(shown).collect::<Vec<_>>().join(","),
        Value::Object(_) => "[object Object]".to_owned(),
        value => value.to_string(),
    }
}
