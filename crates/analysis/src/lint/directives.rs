//! ESLint's directive comments: `eslint-disable`, `eslint-enable`, `eslint-disable-line`,
//! `eslint-disable-next-line`; and those of them that have no effect.

use std::cell::Cell;

use oxc_span::Span;

use super::comments::{Directive, Label, names};
use super::report::Edit;
use crate::hash::HashMap;
use crate::model::Model;
use crate::rules::rule;

/// The comments of a file that disable and enable rules.
#[derive(Default)]
pub(super) struct Directives<'a> {
    entries: Vec<Entry<'a>>,
    /// The comments, by the index that entries have.
    parents: Vec<Parent<'a>>,
    /// The last entry for a line, by line and rule.
    lines: HashMap<(u32, Option<&'a str>), usize>,
}

struct Parent<'a> {
    label: Label,
    span: Span,
    value: &'a str,
    names: Vec<&'a str>,
}

/// A comment, for one of the rules that it names.
struct Entry<'a> {
    parent: usize,
    /// `None` for all rules.
    rule: Option<&'a str>,
    used: Cell<bool>,
}

/// A directive without an effect.
pub(super) struct Unused {
    pub(super) span: Span,
    pub(super) message: String,
    pub(super) fix: Edit,
}

impl<'a> Directives<'a> {
    pub(super) fn new(directives: &[Directive<'a>], model: &Model<'a>) -> Directives<'a> {
        let mut all = Directives::default();
        let line = |offset| model.lines.position(offset).0;
        for directive in directives {
            let label = directive.label;
            let at = match label {
                Label::Disable | Label::Enable => None,
                Label::DisableLine if line(directive.span.start) != line(directive.span.end) => continue,
                Label::DisableLine => Some(line(directive.span.start)),
                Label::DisableNextLine => Some(line(directive.span.end) + 1),
                Label::Rules | Label::Globals | Label::Exported | Label::Environment => continue,
            };
            let names = names(directive.value);
            let parent = all.parents.len();
            let known = names.iter().copied().filter(|name| rule(name).is_some());
            let rules = known.map(Some).chain(names.is_empty().then_some(None));
            for rule in rules {
                if let Some(at) = at {
                    all.lines.insert((at, rule), all.entries.len());
                }
                all.entries.push(Entry { parent, rule, used: Cell::new(false) });
            }
            all.parents.push(Parent { label, span: directive.span, value: directive.value, names });
        }
        all
    }

    fn label(&self, entry: &Entry<'_>) -> Label {
        self.parents[entry.parent].label
    }

    fn start(&self, entry: &Entry<'_>) -> u32 {
        self.parents[entry.parent].span.start
    }

    /// The entries of blocks that hold for a rule, so that each of its diagnostics is a lookup however many
    /// comments there are.
    pub(super) fn of_rule(&self, rule: &str) -> Vec<usize> {
        let entries = self.entries.iter().enumerate();
        entries
            .filter(|(_, entry)| matches!(self.label(entry), Label::Disable | Label::Enable))
            .filter(|(_, entry)| entry.rule.is_none_or(|of| of == rule))
            .map(|(index, _)| index)
            .collect()
    }

    /// Whether a rule is disabled at the start of a span. `blocks` comes from [`Directives::of_rule`].
    pub(super) fn cover(&self, rule: &'a str, blocks: &[usize], span: Span, model: &Model<'_>) -> bool {
        let before = blocks.partition_point(|index| self.start(&self.entries[*index]) <= span.start);
        let last = before.checked_sub(1).map(|last| &self.entries[blocks[last]]);
        if let Some(last) = last.filter(|last| self.label(last) == Label::Disable) {
            last.used.set(true);
            return true;
        }
        if self.lines.is_empty() {
            return false;
        }
        let line = model.lines.position(span.start).0;
        let entry = self.lines.get(&(line, Some(rule))).max(self.lines.get(&(line, None)));
        if let Some(entry) = entry {
            self.entries[*entry].used.set(true);
        }
        entry.is_some()
    }

    /// The directives that had no effect.
    pub(super) fn unused(&self, source: &str) -> Vec<Unused> {
        self.mark_used_enables();
        let mut by_parent: Vec<Vec<&Entry<'_>>> = self.parents.iter().map(|_| Vec::new()).collect();
        for entry in self.entries.iter().filter(|entry| !entry.used.get()) {
            by_parent[entry.parent].push(entry);
        }
        let mut unused = Vec::new();
        for (parent, entries) in self.parents.iter().zip(by_parent) {
            let rules: Vec<&str> = entries.iter().filter_map(|entry| entry.rule).collect();
            if entries.is_empty() {
                continue;
            }
            if rules.len() < parent.names.len() {
                unused.extend(rules.into_iter().map(|rule| parent.without(rule, source)));
            } else {
                let rules: Vec<String> = rules.iter().map(|rule| format!("'{rule}'")).collect();
                let message = parent.message(&listed(&rules));
                unused.push(Unused { span: parent.span, message, fix: Edit::replace(parent.span, " ") });
            }
        }
        unused
    }

    /// Marks each `eslint-enable` that ends an `eslint-disable`.
    fn mark_used_enables(&self) {
        let mut after: HashMap<Option<&str>, &Entry<'_>> = HashMap::default();
        for entry in self.entries.iter().rev() {
            match (self.label(entry), entry.rule) {
                (Label::Disable, None) => after.drain().for_each(|(_, enable)| enable.used.set(true)),
                (Label::Disable, rule) => {
                    if let Some(enable) = after.get(&rule).or_else(|| after.get(&None)) {
                        enable.used.set(true);
                    }
                }
                (Label::Enable, rule) => {
                    if rule.is_none() {
                        after.clear();
                    }
                    after.insert(rule, entry);
                }
                _ => {}
            }
        }
    }
}

impl Parent<'_> {
    /// What is said of a directive that names `rules` in vain.
    fn message(&self, rules: &str) -> String {
        let (label, what, by) = match self.label {
            Label::Enable => ("enable", "no matching eslint-disable directives were found", " for "),
            _ => ("disable", "no problems were reported", " from "),
        };
        let by = if rules.is_empty() { String::new() } else { format!("{by}{rules}") };
        format!("Unused eslint-{label} directive ({what}{by}).")
    }

    /// A name that is in vain next to others that are not.
    fn without(&self, rule: &str, source: &str) -> Unused {
        let start = self.span.start as usize;
        let list = source[start..].find(self.value).map_or(start, |at| start + at);
        let found = self.value.match_indices(rule).find(|(at, _)| is_whole(self.value, *at, rule.len()));
        let (from, to) = found.map_or((0, 0), |(at, _)| (at, at + rule.len()));
        // The name with its quotes.
        let is_quote = |byte: Option<&u8>| byte.is_some_and(|byte| matches!(byte, b'"' | b'\''));
        let bytes = self.value.as_bytes();
        let quoted = from > 0 && is_quote(bytes.get(from - 1)) && is_quote(bytes.get(to));
        let (from, to) = if quoted { (from - 1, to + 1) } else { (from, to) };
        let before = self.value[..from].trim_end();
        let after = self.value[to..].trim_start();
        let (from, to) = match (before.strip_suffix(','), after.strip_prefix(',')) {
            // Between two names: one comma stays.
            (Some(_), Some(_)) => (before.len() - 1, self.value.len() - after.len()),
            (Some(before), None) => (before.trim_end().len(), self.value.len() - after.len()),
            (None, Some(after)) => (before.len(), self.value.len() - after.trim_start().len()),
            (None, None) => (from, to),
        };
        let offset = |at: usize| u32::try_from(list + at).unwrap_or(u32::MAX);
        let fix = Edit::remove(Span::new(offset(from), offset(to)));
        Unused { span: self.span, message: self.message(&format!("'{rule}'")), fix }
    }
}

/// Whether a name in a list is not a part of another one.
fn is_whole(list: &str, at: usize, length: usize) -> bool {
    let is_edge = |char: Option<char>| char.is_none_or(|char| char.is_whitespace() || ",'\"".contains(char));
    is_edge(list[..at].chars().next_back()) && is_edge(list[at + length..].chars().next())
}

/// `'a'`, `'a' or 'b'`, `'a', 'b', or 'c'`.
fn listed(names: &[String]) -> String {
    match names {
        [] | [_] | [_, _] => names.join(" or "),
        [names @ .., last] => format!("{}, or {last}", names.join(", ")),
    }
}
