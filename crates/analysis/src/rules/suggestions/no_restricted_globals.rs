//! `no-restricted-globals`: disallow specified global variables.
//!
//! The rule examines names. It does not find a global that code reaches by destructuring, by `Reflect.get`, or
//! through a variable that holds the global object. For certainty, also restrict the names of the global object.
//!
//! Options: names, `{ name, message }`, or one object `{ globals, checkGlobalObject, globalObjects }`.
//!
//! ```js fails ["event"]
//! handle(event);
//! ```
//!
//! ```js passes ["event"]
//! addEventListener("click", (event) => handle(event));
//! ```

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::rules::helpers::access::Access;
use crate::model::Model;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-restricted-globals",
    kind: Kind::Suggestion,
    messages: &[
        ("defaultMessage", "Unexpected use of '{{name}}'."),
        ("customMessage", "Unexpected use of '{{name}}'. {{customMessage}}"),
    ],
    types: &[AstType::IdentifierReference, AstType::StaticMemberExpression, AstType::ComputedMemberExpression],
    run: Run::Configured(|options| {
        let restricted = read(options.0)?;
        Ok(Check::nodes(move |node, ctx| restricted.visit(node, ctx)))
    }),
    ..Rule::DEFAULT
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

struct Restricted {
    /// Restricted names, each with an additional message.
    restricted: BTreeMap<String, Option<String>>,
    check_global_object: bool,
    /// Further names of the global object.
    global_objects: Vec<String>,
}

/// Parses both forms of ESLint's options: names, or an object with names in `globals`.
fn read(options: &[Value]) -> Result<Restricted, String> {
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
    Ok(Restricted {
        restricted: restricted.collect(),
        check_global_object: whole.check_global_object,
        global_objects: whole.global_objects,
    })
}

impl Restricted {
    /// Whether the object of an access is the global object.
    fn is_of_global<'a>(&self, access: &Access<'_, 'a>, ctx: &Context<'a>) -> bool {
        if !ctx.language.names_globals() {
            return access.is_of(&self.global_objects, ctx);
        }
        let names = self.global_objects.iter().map(String::as_str);
        let names: Vec<&str> = ["globalThis", "self", "window"].into_iter().chain(names).collect();
        access.is_of_one(&names, ctx)
    }

    fn visit<'a>(&self, node: &AstNode<'a>, ctx: &Context<'a>) {
        let (name, span) = match node.kind() {
            AstKind::IdentifierReference(identifier) => {
                let restricted =
                    self.restricted.contains_key(identifier.name.as_str()) && ctx.is_unresolved(identifier);
                if !restricted || is_type(node, ctx) {
                    return;
                }
                (identifier.name.as_str().into(), identifier.span)
            }
            kind if self.check_global_object => {
                let Some(access) = Access::of_node(kind, ctx) else { return };
                let restricted = self.restricted.contains_key(access.name.as_ref())
                    && self.is_of_global(&access, ctx);
                if !restricted {
                    return;
                }
                (access.name, access.span)
            }
            _ => return,
        };
        match self.restricted.get(name.as_ref()) {
            Some(Some(more)) => {
                ctx.report(span, "customMessage").data("name", name).data("customMessage", more);
            }
            _ => drop(ctx.report(span, "defaultMessage").data("name", name)),
        }
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
