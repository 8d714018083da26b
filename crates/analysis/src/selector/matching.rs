//! Matches selectors.

use std::borrow::Cow;
use std::cell::RefCell;
use std::cmp::Ordering;

use serde_json::Value;

use super::{Class, Combinator, Literal, Selector, Test};

use crate::hash::HashMap;

/// The nodes of a file in source order, each with its parent.
pub(crate) struct Tree<'a> {
    nodes: Vec<Node<'a>>,
    /// The nodes of each list that a node has.
    lists: Vec<Vec<usize>>,
    /// By selector and list: the first place in the list that the selector matches.
    siblings: RefCell<HashMap<(*const Selector, usize), Option<usize>>>,
}

struct Node<'a> {
    value: &'a Value,
    kind: &'a str,
    parent: Option<usize>,
    /// The key of the parent that holds it.
    key: &'a str,
    /// The list of the parent that holds it, and its place there among the nodes.
    list: Option<(usize, usize)>,
    /// Its index in that list, which can have holes.
    index: Option<usize>,
    /// The number of the node after its last descendant.
    end: usize,
}

impl<'a> Tree<'a> {
    /// The nodes below an `ESTree` program.
    pub(crate) fn new(program: &'a Value) -> Tree<'a> {
        let mut tree = Tree { nodes: Vec::new(), lists: Vec::new(), siblings: RefCell::default() };
        tree.add(program, None, "", None, None);
        tree
    }

    fn add(
        &mut self,
        value: &'a Value,
        parent: Option<usize>,
        key: &'a str,
        index: Option<usize>,
        list: Option<usize>,
    ) {
        let Some(kind) = value.get("type").and_then(Value::as_str) else { return };
        if let Some(inner) = value.get("expression").filter(|_| kind == "ParenthesizedExpression") {
            // ESLint's parsers have no node for parentheses.
            return self.add(inner, parent, key, index, list);
        }
        let number = self.nodes.len();
        let place = list.map(|list| (list, self.lists[list].len()));
        if let Some(list) = list {
            self.lists[list].push(number);
        }
        self.nodes.push(Node { value, kind, parent, key, index, list: place, end: number });
        for (key, child) in value.as_object().into_iter().flatten() {
            match child {
                Value::Array(children) => {
                    let list = self.lists.len();
                    self.lists.push(Vec::new());
                    for (index, child) in children.iter().enumerate() {
                        self.add(child, Some(number), key, Some(index), Some(list));
                    }
                }
                Value::Object(_) => self.add(child, Some(number), key, None, None),
                _ => {}
            }
        }
        let end = self.nodes.len();
        self.nodes[number].end = end;
    }

    /// The nodes, by number, with their types.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = (usize, &'a str)> {
        self.nodes.iter().map(|node| node.kind).enumerate()
    }

    /// A node by its number.
    pub(crate) fn node(&self, number: usize) -> &'a Value {
        self.nodes[number].value
    }

    /// Whether a selector matches a node.
    pub(crate) fn matches(&self, selector: &Selector, number: usize) -> bool {
        let node = &self.nodes[number];
        match selector {
            Selector::Any => true,
            Selector::Type(name) => name.eq_ignore_ascii_case(node.kind),
            Selector::Field(path) => self.is_at(path, number),
            Selector::Attribute { path, test } => meets(attribute(node.value, path).as_deref(), test),
            Selector::Class(class) => self.is_of(*class, number),
            Selector::All(all) => all.iter().all(|one| self.matches(one, number)),
            Selector::Either(either) => either.iter().any(|one| self.matches(one, number)),
            Selector::Not(not) => !self.matches(not, number),
            Selector::Has(relatives) => {
                relatives.iter().any(|(combinator, one)| self.has(*combinator, one, number))
            }
            Selector::Relative(left, combinator, right) => {
                self.matches(right, number) && self.has_relative(left, *combinator, number)
            }
            Selector::NthChild(nth) => node.index.is_some_and(|index| index + 1 == *nth),
            Selector::NthLastChild(nth) => {
                node.index.is_some_and(|index| self.list_of(number).len() == index + nth)
            }
        }
    }

    /// Whether the left part of a combinator matches a relative of a node.
    fn has_relative(&self, left: &Selector, combinator: Combinator, number: usize) -> bool {
        let mut ancestors = std::iter::successors(self.nodes[number].parent, |one| self.nodes[*one].parent);
        let list = self.nodes[number].list;
        match combinator {
            Combinator::Descendant => ancestors.any(|one| self.matches(left, one)),
            Combinator::Child => ancestors.next().is_some_and(|one| self.matches(left, one)),
            Combinator::Sibling => list
                .is_some_and(|(list, place)| self.first_match(left, list).is_some_and(|first| first < place)),
            Combinator::Adjacent => self.previous(number).is_some_and(|one| self.matches(left, one)),
        }
    }

    /// The first place in a list that a selector matches.
    fn first_match(&self, selector: &Selector, list: usize) -> Option<usize> {
        let key = (std::ptr::from_ref(selector), list);
        if let Some(known) = self.siblings.borrow().get(&key) {
            return *known;
        }
        let first = self.lists[list].iter().position(|number| self.matches(selector, *number));
        self.siblings.borrow_mut().insert(key, first);
        first
    }

    /// The node before another one in a list.
    fn previous(&self, number: usize) -> Option<usize> {
        let node = &self.nodes[number];
        let (list, place) = node.list?;
        let other = *self.lists[list].get(place.checked_sub(1)?)?;
        // A hole is between others.
        (self.nodes[other].index? + 1 == node.index?).then_some(other)
    }

    fn has(&self, combinator: Combinator, selector: &Selector, number: usize) -> bool {
        let mut below = number + 1..self.nodes[number].end;
        match combinator {
            Combinator::Descendant => below.any(|one| self.matches(selector, one)),
            Combinator::Child => {
                below.any(|one| self.nodes[one].parent == Some(number) && self.matches(selector, one))
            }
            // A node has no siblings below it.
            Combinator::Adjacent | Combinator::Sibling => false,
        }
    }

    /// Whether a node is at this path of an ancestor.
    fn is_at(&self, path: &[String], number: usize) -> bool {
        let mut at = number;
        for key in path.iter().rev() {
            let node = &self.nodes[at];
            match node.parent {
                Some(parent) if node.key == key => at = parent,
                _ => return false,
            }
        }
        true
    }

    fn list_of(&self, number: usize) -> &[Value] {
        let node = &self.nodes[number];
        let list = node.parent.and_then(|parent| self.nodes[parent].value.get(node.key));
        list.and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    fn is_of(&self, class: Class, number: usize) -> bool {
        let Node { kind, parent, .. } = &self.nodes[number];
        let is_declaration = || kind.ends_with("Declaration");
        let is_expression = || {
            kind.ends_with("Expression")
                || kind.ends_with("Literal")
                || *kind == "MetaProperty"
                || (*kind == "Identifier"
                    && parent.is_none_or(|parent| self.nodes[parent].kind != "MetaProperty"))
        };
        match class {
            Class::Statement => kind.ends_with("Statement") || is_declaration(),
            Class::Declaration => is_declaration(),
            Class::Pattern => kind.ends_with("Pattern") || is_expression(),
            Class::Expression => is_expression(),
            Class::Function => {
                matches!(*kind, "FunctionDeclaration" | "FunctionExpression" | "ArrowFunctionExpression")
            }
        }
    }
}

/// The value of an attribute. `None` stands for `undefined`.
fn attribute<'v>(node: &'v Value, path: &[String]) -> Option<Cow<'v, Value>> {
    let mut value = Cow::Borrowed(node);
    for key in path {
        if value.is_null() {
            break;
        }
        let Cow::Borrowed(holder) = value else { return None };
        value = member(holder, key)?;
    }
    Some(value)
}

fn member<'v>(holder: &'v Value, key: &str) -> Option<Cow<'v, Value>> {
    match holder {
        Value::Array(list) if key == "length" => Some(Cow::Owned(list.len().into())),
        Value::Array(list) => list.get(key.parse::<usize>().ok()?).map(Cow::Borrowed),
        Value::String(text) if key == "length" => Some(Cow::Owned(text.encode_utf16().count().into())),
        Value::Object(node) => {
            // JSON has no value for big integers and regular expressions.
            let text = match key {
                "value" if node.contains_key("bigint") => node.get("bigint"),
                "value" if node.contains_key("regex") => node.get("raw"),
                _ => None,
            };
            text.or_else(|| node.get(key)).map(Cow::Borrowed)
        }
        _ => None,
    }
}

fn meets(value: Option<&Value>, test: &Test) -> bool {
    match test {
        Test::Exists => value.is_some_and(|value| !value.is_null()),
        Test::Text { is_equal, text } => (as_text(value) == text.as_str()) == *is_equal,
        Test::Pattern { is_equal, pattern } => match value {
            Some(Value::String(text)) => pattern.is_match(text) == *is_equal,
            _ => !is_equal,
        },
        Test::TypeOf { is_equal, name } => (type_of(value) == name) == *is_equal,
        Test::Compare { order, or_equal, with } => {
            let compared = match (value, with) {
                (Some(Value::String(text)), Literal::Text(with)) => Some(text.as_str().cmp(with)),
                (value, Literal::Text(with)) => number_of(value).partial_cmp(&number_in(with)),
                (value, Literal::Number(with)) => number_of(value).partial_cmp(with),
            };
            compared.is_some_and(|compared| compared == *order || (*or_equal && compared == Ordering::Equal))
        }
    }
}

/// The value as a number, as JavaScript's `<` takes it.
fn number_of(value: Option<&Value>) -> f64 {
    match value {
        Some(Value::Null) => 0.0,
        Some(Value::Bool(is_true)) => f64::from(u8::from(*is_true)),
        Some(Value::Number(number)) => number.as_f64().unwrap_or(f64::NAN),
        Some(Value::String(text)) => number_in(text),
        _ => f64::NAN,
    }
}

fn number_in(text: &str) -> f64 {
    let text = text.trim();
    if text.is_empty() { 0.0 } else { text.parse().unwrap_or(f64::NAN) }
}

/// The value as JavaScript's template literals print it.
fn as_text(value: Option<&Value>) -> Cow<'_, str> {
    match value {
        None => "undefined".into(),
        Some(Value::String(text)) => text.as_str().into(),
        Some(Value::Object(_)) => "[object Object]".into(),
        Some(Value::Number(number)) => {
            number.as_f64().map_or_else(|| number.to_string(), |number| number.to_string()).into()
        }
        Some(other) => other.to_string().into(),
    }
}

fn type_of(value: Option<&Value>) -> &'static str {
    match value {
        None => "undefined",
        Some(Value::String(_)) => "string",
        Some(Value::Number(_)) => "number",
        Some(Value::Bool(_)) => "boolean",
        Some(_) => "object",
    }
}
