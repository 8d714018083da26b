//! `no-restricted-globals`.
//!
//! Like ESLint's, the rule examines names. It does not find a global that is reached otherwise: destructured
//! from the global object, by `Reflect.get`, or through a variable that holds the global object. For
//! certainty, also restrict the names of the global object.

use std::collections::BTreeMap;

use oxc_ast::AstKind;
use oxc_semantic::AstNode;
use serde::Deserialize;
use serde_json::Value;

use super::access::Access;
use super::{Check, Problem, Rule, Visit, always};
use crate::model::Model;

pub(super) const RULE: Rule = Rule {
    id: "no-restricted-globals",
    summary: "Globals that the configuration names, by themselves or as properties of the global object.",
    message: "Unexpected use of '{{name}}'.",
    recommended: false,
    applies: always,
    visit: Visit::Made(|options| {
        let options = read(options)?;
        let check: Check = Box::new(move |node, model| options.visit(node, model));
        Ok(check)
    }),
};

/// `'name'` or `{ name, message }`.
#[derive(Deserialize)]
#[serde(untagged)]
enum Named {
    Bare(String),
    Worded(Worded),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Worded {
    name: String,
    #[serde(default)]
    message: Option<String>,
}

/// `{ globals, checkGlobalObject, globalObjects }`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Whole {
    globals: Vec<Named>,
    #[serde(default)]
    check_global_object: bool,
    #[serde(default)]
    global_objects: Vec<String>,
}

struct Options {
    /// Restricted names, each with an additional message.
    restricted: BTreeMap<String, Option<String>>,
    check_global_object: bool,
    /// Further names of the global object.
    global_objects: Vec<String>,
}

/// Parses both forms of ESLint's options: names, or an object with names in `globals`.
fn read(options: &[Value]) -> Result<Options, String> {
    let is_whole = options.first().is_some_and(|first| first.get("globals").is_some());
    let whole = if is_whole {
        let [only] = options else { return Err("an object with globals stands alone".to_owned()) };
        Whole::deserialize(only).map_err(|error| error.to_string())?
    } else {
        let globals = Vec::deserialize(&Value::from(options))
            .map_err(|_| "expected names, { name, message } or [{ globals }]".to_owned())?;
        Whole { globals, check_global_object: false, global_objects: Vec::new() }
    };
    let restricted = whole.globals.into_iter().map(|named| match named {
        Named::Bare(name) => (name, None),
        Named::Worded(Worded { name, message }) => (name, message.filter(|text| !text.is_empty())),
    });
    Ok(Options {
        restricted: restricted.collect(),
        check_global_object: whole.check_global_object,
        global_objects: whole.global_objects,
    })
}

impl Options {
    fn visit<'a>(&self, node: &AstNode<'a>, model: &Model<'a>) -> Option<Problem> {
        let (name, span) = match node.kind() {
            AstKind::IdentifierReference(identifier) => {
                let restricted =
                    self.restricted.contains_key(identifier.name.as_str()) && model.is_global(identifier);
                if !restricted || is_type(node, model) {
                    return None;
                }
                (identifier.name.as_str().into(), identifier.span)
            }
            kind if self.check_global_object => {
                let access = Access::of_node(kind, model)?;
                let restricted = self.restricted.contains_key(access.name.as_ref())
                    && access.is_of(&self.global_objects, model);
                if !restricted {
                    return None;
                }
                (access.name, access.span)
            }
            _ => return None,
        };
        let mut message = format!("Unexpected use of '{name}'.");
        if let Some(Some(more)) = self.restricted.get(name.as_ref()) {
            message.push(' ');
            message.push_str(more);
        }
        Some(Problem { span, message: message.into() })
    }
}

/// Whether a node is a type, which uses no value.
fn is_type(node: &AstNode<'_>, model: &Model<'_>) -> bool {
    matches!(
        model.semantic.nodes().parent_kind(node.id()),
        AstKind::TSTypeReference(_)
            | AstKind::TSInterfaceHeritage(_)
            | AstKind::TSClassImplements(_)
            | AstKind::TSTypeQuery(_)
            | AstKind::TSQualifiedName(_)
    )
}
