//! `no-eval`: disallow the use of `eval()`.
//!
//! `eval` runs text as code: called directly, indirectly, or through the global object.
//!
//! Options: `{ allowIndirect: false }`.
//!
//! ```js fails
//! eval('a + b');
//! ```
//!
//! ```js passes
//! const sum = a + b;
//! ```

use crate::rules::helpers::access::Access;
use crate::rules::prelude::*;

/// ESLint's names of the global object.
const OBJECTS: [&str; 3] = ["global", "window", "globalThis"];

pub(crate) const RULE: Rule = Rule {
    id: "no-eval",
    kind: Kind::Suggestion,
    messages: &[("unexpected", "`eval` can be harmful.")],
    types: &[
        AstType::IdentifierReference,
        AstType::StaticMemberExpression,
        AstType::ComputedMemberExpression,
    ],
    run: Run::Configured(|options| {
        let allows_indirect = options.only_object(&["allowIndirect"])?.bool("allowIndirect", false)?;
        Ok(Check::nodes(move |node, ctx| match node.kind() {
            AstKind::IdentifierReference(identifier) if identifier.name == "eval" => {
                let is_direct = is_called(node, ctx);
                let found = match allows_indirect {
                    true => is_direct == Some(false),
                    false => is_direct.is_some() || ctx.is_global(identifier),
                };
                // ESLint takes a call of a variable of that name for one of the global.
                if found && (ctx.is_unresolved(identifier) || ctx.language.names_globals()) {
                    ctx.report(identifier.span, "unexpected");
                }
            }
            AstKind::IdentifierReference(_) => {}
            kind if !allows_indirect => {
                if let Some(access) = Access::of_node(kind, ctx)
                    && access.name == "eval"
                    && is_of_global(&access, ctx)
                {
                    ctx.report(access.span, "unexpected");
                }
            }
            _ => {}
        }))
    }),
    ..Rule::DEFAULT
};

/// Whether a name is the callee of a call, and whether the call is optional.
fn is_called<'a>(node: &AstNode<'a>, ctx: &Context<'a>) -> Option<bool> {
    match ctx.parent_kind(node.id()) {
        AstKind::CallExpression(call)
            if call.callee.without_parentheses().span() == node.kind().span() =>
        {
            Some(call.optional)
        }
        _ => None,
    }
}

fn is_of_global<'a>(access: &Access<'_, 'a>, ctx: &Context<'a>) -> bool {
    if !ctx.language.names_globals() {
        return access.is_of_global(ctx);
    }
    let is_this = matches!(access.object.without_parentheses(), Expression::ThisExpression(_));
    access.is_of_one(&OBJECTS, ctx) || (is_this && ctx.source_type.is_script())
}
