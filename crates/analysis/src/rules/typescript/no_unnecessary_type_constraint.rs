//! `@typescript-eslint/no-unnecessary-type-constraint`: disallow `extends any` and `extends unknown` of type parameters.
//!
//! Each type parameter extends `unknown`, so that they say nothing.
//!
//! ```ts fails
//! function first<T extends unknown>(list: T[]) { return list[0]; }
//! ```
//!
//! ```ts passes
//! function first<T>(list: T[]) { return list[0]; }
//! ```

use crate::rules::helpers::tokens::punctuator;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "@typescript-eslint/no-unnecessary-type-constraint",
    kind: Kind::Suggestion,
    recommended: true,
    has_suggestions: true,
    messages: &[
        ("removeUnnecessaryConstraint", "Remove the unnecessary `{{constraint}}` constraint."),
        (
            "unnecessaryConstraint",
            "Constraining the generic type `{{name}}` to `{{constraint}}` does nothing and is unnecessary.",
        ),
    ],
    types: &[AstType::TSTypeParameter],
    run: Run::Nodes(|node, ctx| {
        let AstKind::TSTypeParameter(parameter) = node.kind() else { return };
        let Some(constraint) = &parameter.constraint else { return };
        let word = match constraint.without_parenthesized() {
            TSType::TSAnyKeyword(_) => "any",
            TSType::TSUnknownKeyword(_) => "unknown",
            _ => return,
        };
        let mut around = ctx.nodes().ancestor_kinds(node.id());
        let Some(AstKind::TSTypeParameterDeclaration(list)) = around.next() else { return };
        // Where JSX or casts may stand, `<T>() => …` needs a comma.
        let path = ctx.path.as_str().to_ascii_lowercase();
        let is_ambiguous = [".cts", ".mts", ".tsx"].iter().any(|end| path.ends_with(end));
        let needs_comma = is_ambiguous
            && matches!(around.next(), Some(AstKind::ArrowFunctionExpression(_)))
            && list.params.len() == 1
            && parameter.default.is_none()
            && punctuator(",", parameter.span.end, ctx).is_none();
        let report = ctx.report(parameter.span, "unnecessaryConstraint");
        let report = report.data("name", parameter.name.name.as_str()).data("constraint", word);
        let removed = Span::new(parameter.name.span.end, constraint.without_parenthesized().span().end);
        let edit = Edit::replace(removed, if needs_comma { "," } else { "" });
        drop(report.suggest_with("removeUnnecessaryConstraint", vec![("constraint", word.to_owned())], vec![edit]));
    }),
    ..Rule::DEFAULT
};
