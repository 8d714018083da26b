//! `prefer-rest-params`: require rest parameters in place of `arguments`.
//!
//! `arguments` is no array, and a reader of the parameters does not see that there are more.
//!
//! ```js fails
//! function sum() { return add(arguments); }
//! ```
//!
//! ```js passes
//! function sum(...numbers) { return add(numbers); }
//! ```

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "prefer-rest-params",
    kind: Kind::Suggestion,
    messages: &[("preferRestParams", "Use the rest parameters instead of 'arguments'.")],
    types: &[AstType::Function],
    applies: |ctx| ctx.source().contains("arguments"),
    run: Run::File(|ctx| {
        let unresolved = ctx.scoping().root_unresolved_references();
        let Some(references) = unresolved.get("arguments") else { return };
        for reference in references {
            let node = ctx.scoping().get_reference(*reference).node_id();
            let span = ctx.nodes().kind(node).span();
            // As in ESLint, parameters belong to what is around the function.
            let is_in_function = ctx.nodes().ancestor_kinds(node).any(|kind| match kind {
                AstKind::Function(function) => {
                    function.body.as_ref().is_some_and(|body| body.span.contains_inclusive(span))
                }
                _ => false,
            });
            let is_plain_member = matches!(
                ctx.parent_kind(node),
                AstKind::StaticMemberExpression(_) | AstKind::PrivateFieldExpression(_)
            );
            if is_in_function && !is_plain_member {
                drop(ctx.report(span, "preferRestParams"));
            }
        }
    }),
    ..Rule::DEFAULT
};
