//! `no-dupe-class-members`: disallow duplicate class members.
//!
//! The last of several members with one name replaces the others. Overloads of TypeScript are no duplicates.
//!
//! ```js fails
//! class Box { size() { return 1; } size() { return 2; } }
//! ```
//!
//! ```js passes
//! class Box { get size() { return 1; } set size(to) {} static size() {} }
//! ```


use crate::hash::HashMap;
use crate::rules::helpers::keys::static_key;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-dupe-class-members",
    aliases: &["@typescript-eslint/no-dupe-class-members"],
    recommended: true,
    messages: &[("unexpected", "Duplicate name '{{name}}'.")],
    types: &[AstType::ClassBody],
    run: Run::Nodes(|node, ctx| {
        let AstKind::ClassBody(body) = node.kind() else { return };
        if body.body.len() < 2 {
            return;
        }
        // By name and whether it is static: whether a getter and a setter are taken.
        let mut taken: HashMap<_, (bool, bool)> = HashMap::default();
        for element in &body.body {
            let Some((key, is_static, reads, writes)) = member(element) else { continue };
            // The plugin leaves computed names to the compiler.
            if ctx.source_type.is_typescript() && element.computed() {
                continue;
            }
            let Some(name) = static_key(key) else { continue };
            let (read, written) = taken.entry((name.clone(), is_static)).or_default();
            if (reads && *read) || (writes && *written) {
                let span = key.as_expression().map_or(key.span(), |key| key.without_parentheses().span());
                ctx.report(span, "unexpected").data("name", name);
            }
            *read |= reads;
            *written |= writes;
        }
    }),
    ..Rule::DEFAULT
};

/// The key of a member, whether it is static, and whether it defines reads and writes.
fn member<'n, 'a>(element: &'n ClassElement<'a>) -> Option<(&'n PropertyKey<'a>, bool, bool, bool)> {
    match element {
        ClassElement::MethodDefinition(method) => {
            if method.value.body.is_none() || method.kind == MethodDefinitionKind::Constructor {
                return None;
            }
            let reads = method.kind != MethodDefinitionKind::Set;
            let writes = method.kind != MethodDefinitionKind::Get;
            Some((&method.key, method.r#static, reads, writes))
        }
        ClassElement::PropertyDefinition(property) => {
            let is_abstract = property.r#type == PropertyDefinitionType::TSAbstractPropertyDefinition;
            (!is_abstract).then_some((&property.key, property.r#static, true, true))
        }
        _ => None,
    }
}
