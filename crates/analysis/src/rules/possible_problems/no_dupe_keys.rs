//! `no-dupe-keys`: disallow duplicate keys in object literals.
//!
//! The last of two equal keys wins, so the first has no effect.
//!
//! ```js fails
//! const size = { width: 1, width: 2 };
//! ```
//!
//! ```js passes
//! const size = { get width() { return 1; }, set width(to) {} };
//! ```


use crate::hash::HashMap;
use crate::rules::helpers::keys::static_key;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-dupe-keys",
    recommended: true,
    messages: &[("unexpected", "Duplicate key '{{name}}'.")],
    types: &[AstType::ObjectExpression],
    run: Run::Nodes(|node, ctx| {
        let AstKind::ObjectExpression(object) = node.kind() else { return };
        if object.properties.len() < 2 {
            return;
        }
        // By name: whether a key defines what is read, and what is written.
        let mut defined: HashMap<_, (bool, bool)> = HashMap::default();
        for property in &object.properties {
            let ObjectPropertyKind::ObjectProperty(property) = property else { continue };
            let Some(name) = static_key(&property.key) else { continue };
            if name == "__proto__" && sets_prototype(property) {
                continue;
            }
            let reads = property.kind != PropertyKind::Set;
            let writes = property.kind != PropertyKind::Get;
            let (read, written) = defined.entry(name.clone()).or_default();
            if (reads && *read) || (writes && *written) {
                let key = &property.key;
                let span = key.as_expression().map_or(key.span(), |key| key.without_parentheses().span());
                ctx.report(span, "unexpected").data("name", name);
            }
            *read |= reads;
            *written |= writes;
        }
    }),
    ..Rule::DEFAULT
};

/// Whether a property named `__proto__` sets the prototype.
fn sets_prototype(property: &ObjectProperty<'_>) -> bool {
    property.kind == PropertyKind::Init && !property.computed && !property.shorthand && !property.method
}
