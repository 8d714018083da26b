//! `agent/no-dynamic-access`: disallow accesses that hide what code uses.
//!
//! No rule knows what code uses if it takes a member of a global object by a computed name. The same holds if code
//! passes the global object or `require` on, or imports a module by a computed name.
//!
//! What it cannot see: what code gets from properties of its own objects, and from events.
//!
//! ```js fails
//! const take = (name) => globalThis[name];
//! ```
//!
//! ```js passes
//! const hasWindow = typeof window !== "undefined"; const root = globalThis; root.answer = 42;
//! ```

use super::capability::shown;
use crate::rules::prelude::*;

/// Objects whose members are capabilities of their own.
const OBJECTS: [&str; 2] = ["navigator", "document"];

pub(crate) const RULE: Rule = Rule {
    id: "agent/no-dynamic-access",
    messages: &[
        ("dynamicAccess", "Dynamic access: what is taken from '{{name}}' cannot be told."),
        ("dynamicImport", "Dynamic import: which module this is cannot be told."),
    ],
    run: Run::File(|ctx| {
        for one in &ctx.reached().dynamic {
            let is_object = matches!(one.path.as_slice(), [name] if OBJECTS.contains(&name.as_str()));
            if one.path.is_empty() || is_object {
                ctx.report(one.span(), "dynamicAccess").data("name", shown(&one.path));
            }
        }
        for import in ctx.reached().imports.iter().filter(|import| import.specifier.is_none()) {
            ctx.report(import.span(), "dynamicImport");
        }
    }),
    ..Rule::DEFAULT
};
