//! Parses values of a document by their required form.

use crate::Position;
use crate::document::{DocumentError, Mistakes, Spanned};
use crate::position::Positions;
use crate::profile::config::CONFIG_PATH;
use crate::profile::node::Node;

/// Maximum number of reported mistakes.
const MAX_MISTAKES: usize = 100;

/// Parses values and collects mistakes.
pub(super) struct Reader<'a> {
    text: &'a str,
    mistakes: Mistakes<'a>,
    count: usize,
}

/// The entries of a map.
pub(super) struct Fields<'n> {
    what: String,
    offset: usize,
    entries: Vec<(&'n str, &'n Spanned<Node>)>,
}

impl<'n> Fields<'n> {
    pub(super) fn get(&self, key: &str) -> Option<&'n Spanned<Node>> {
        self.entries.iter().find(|(name, _)| *name == key).map(|(_, node)| *node)
    }
}

impl<'a> Reader<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Reader { text, mistakes: Mistakes::new(text, CONFIG_PATH), count: 0 }
    }

    pub(super) fn finish(self) -> Result<(), Vec<DocumentError>> {
        self.mistakes.finish()
    }

    pub(super) fn position(&self, offset: usize) -> Position {
        Positions::new(self.text).at(offset)
    }

    pub(super) fn mistake<T>(&mut self, node: &Spanned<T>, message: &str) {
        self.at(node.offset, message);
    }

    fn at(&mut self, offset: usize, message: &str) {
        self.count += 1;
        if self.count <= MAX_MISTAKES {
            self.mistakes.at(offset, message);
        }
    }

    fn wrong(&mut self, node: &Spanned<Node>, what: &str, wanted: &str) {
        let mut message = format!("{what} must be {wanted}, not {}", node.value.kind());
        if wanted == "a text" && matches!(node.value, Node::Bool(_) | Node::Integer(_) | Node::Number) {
            message.push_str(" (put it in quotes)");
        }
        self.mistake(node, &message);
    }

    /// The entries of a map with non-empty string keys.
    fn map<'n>(
        &mut self,
        node: &'n Spanned<Node>,
        what: &str,
    ) -> Option<Vec<(Spanned<&'n str>, &'n Spanned<Node>)>> {
        let Node::Map(entries) = &node.value else {
            self.wrong(node, what, "a map");
            return None;
        };
        let mut out = Vec::new();
        for (key, value) in entries {
            if let Some(name) = self.name(key, &format!("a key of {what}")) {
                out.push((Spanned { value: name, offset: key.offset }, value));
            }
        }
        Some(out)
    }

    /// A map with at least one entry, whose names the author chooses.
    pub(super) fn entries<'n>(
        &mut self,
        node: &'n Spanned<Node>,
        what: &str,
    ) -> Option<Vec<(Spanned<&'n str>, &'n Spanned<Node>)>> {
        let entries = self.map(node, what)?;
        if matches!(&node.value, Node::Map(all) if all.is_empty()) {
            self.mistake(node, &format!("{what} is empty"));
        }
        Some(entries)
    }

    /// A map with these keys and no others.
    pub(super) fn fields<'n>(
        &mut self,
        node: &'n Spanned<Node>,
        what: &str,
        known: &[&str],
    ) -> Option<Fields<'n>> {
        let entries = self.map(node, what)?;
        for (key, _) in entries.iter().filter(|(key, _)| !known.contains(&key.value)) {
            self.mistake(
                key,
                &format!("unknown key \"{}\" of {what} (expected one of {})", key.value, known.join(", ")),
            );
        }
        let entries = entries.into_iter().map(|(key, value)| (key.value, value)).collect();
        Some(Fields { what: what.to_owned(), offset: node.offset, entries })
    }

    pub(super) fn required<'n>(&mut self, fields: &Fields<'n>, key: &str) -> Option<&'n Spanned<Node>> {
        let found = fields.get(key);
        if found.is_none() {
            self.at(fields.offset, &format!("{} has no {key}", fields.what));
        }
        found
    }

    pub(super) fn text<'n>(&mut self, node: &'n Spanned<Node>, what: &str) -> Option<&'n str> {
        if let Node::Text(text) = &node.value {
            return Some(text);
        }
        self.wrong(node, what, "a text");
        None
    }

    /// A text that is valid as a name on one line.
    pub(super) fn name<'n>(&mut self, node: &'n Spanned<Node>, what: &str) -> Option<&'n str> {
        let text = self.text(node, what)?;
        if text.trim().is_empty() || text.contains(char::is_control) {
            self.mistake(node, &format!("{what} is empty or has a control character: \"{text}\""));
            return None;
        }
        Some(text)
    }

    pub(super) fn integer(&mut self, node: &Spanned<Node>, what: &str, min: i64, max: i64) -> Option<i64> {
        match node.value {
            Node::Integer(value) if (min..=max).contains(&value) => return Some(value),
            Node::Integer(value) if min == max => {
                self.mistake(node, &format!("{what} must be {min}, not {value}"));
            }
            Node::Integer(value) => {
                self.mistake(node, &format!("{what} must be from {min} to {max}, not {value}"));
            }
            _ => self.wrong(node, what, "a whole number"),
        }
        None
    }

    pub(super) fn list<'n>(
        &mut self,
        node: &'n Spanned<Node>,
        what: &str,
        filled: bool,
    ) -> Option<&'n [Spanned<Node>]> {
        let Node::List(items) = &node.value else {
            self.wrong(node, what, "a list");
            return None;
        };
        if filled && items.is_empty() {
            self.mistake(node, &format!("{what} is empty"));
        }
        Some(items)
    }

    pub(super) fn switch(&mut self, fields: &Fields<'_>, key: &str, default: bool) -> bool {
        match fields.get(key) {
            None => default,
            Some(Spanned { value: Node::Bool(value), .. }) => *value,
            Some(node) => {
                self.wrong(node, key, "true or false");
                default
            }
        }
    }

    /// One of several words; the default if the key is absent.
    pub(super) fn choice<T: Copy + Default>(
        &mut self,
        fields: &Fields<'_>,
        key: &str,
        words: &[(&str, T)],
    ) -> T {
        let Some(node) = fields.get(key) else { return T::default() };
        let Some(text) = self.text(node, key) else { return T::default() };
        let found = words.iter().find(|(word, _)| *word == text);
        if found.is_none() {
            let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            self.mistake(node, &format!("{key} must be one of {}, not \"{text}\"", words.join(", ")));
        }
        found.map_or_else(T::default, |(_, value)| *value)
    }
}
