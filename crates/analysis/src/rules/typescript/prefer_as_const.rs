//! `@typescript-eslint/prefer-as-const`: require `as const` in place of a literal type.
//!
//! The literal then stands once.
//!
//! ```ts fails
//! let kind: 'open' = 'open'; let size = 2 as 2;
//! ```
//!
//! ```ts passes
//! let kind = 'open' as const; let size: 2 | 3 = 2;
//! ```

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "@typescript-eslint/prefer-as-const",
    kind: Kind::Suggestion,
    recommended: true,
    fixable: true,
    has_suggestions: true,
    messages: &[
        ("preferConstAssertion", "Expected a `const` instead of a literal type assertion."),
        ("variableConstAssertion", "Expected a `const` assertion instead of a literal type annotation."),
        ("variableSuggest", "You should use `as const` instead of type annotation."),
    ],
    types: &[
        AstType::PropertyDefinition,
        AstType::TSAsExpression,
        AstType::TSTypeAssertion,
        AstType::VariableDeclarator,
    ],
    run: Run::Nodes(|node, ctx| match node.kind() {
        AstKind::PropertyDefinition(it) if it.r#type == PropertyDefinitionType::PropertyDefinition => {
            annotated(it.value.as_ref(), it.type_annotation.as_deref(), ctx);
        }
        AstKind::VariableDeclarator(it) => annotated(it.init.as_ref(), it.type_annotation.as_deref(), ctx),
        AstKind::TSAsExpression(it) => asserted(&it.expression, &it.type_annotation, ctx),
        AstKind::TSTypeAssertion(it) => asserted(&it.expression, &it.type_annotation, ctx),
        _ => {}
    }),
    ..Rule::DEFAULT
};

/// Whether a value and a type are the same literal, written in the same way.
fn is_same(value: &Expression<'_>, of_type: &TSType<'_>, ctx: &Context<'_>) -> bool {
    let TSType::TSLiteralType(literal) = of_type.without_parenthesized() else { return false };
    let is_literal = !matches!(literal.literal, TSLiteral::TemplateLiteral(_) | TSLiteral::UnaryExpression(_));
    is_literal && value.is_literal() && ctx.text(value.span()) == ctx.text(literal.span)
}

fn asserted(value: &Expression<'_>, of_type: &TSType<'_>, ctx: &Context<'_>) {
    if is_same(value.without_parentheses(), of_type, ctx) {
        let span = of_type.without_parenthesized().span();
        drop(ctx.report(span, "preferConstAssertion").fix(span, "const"));
    }
}

fn annotated(value: Option<&Expression<'_>>, annotation: Option<&TSTypeAnnotation<'_>>, ctx: &Context<'_>) {
    let (Some(value), Some(annotation)) = (value, annotation) else { return };
    let value = value.without_parentheses();
    if is_same(value, &annotation.type_annotation, ctx) {
        let span = annotation.type_annotation.without_parenthesized().span();
        let edits = vec![Edit::remove(annotation.span), Edit::insert(value.span().end, " as const")];
        drop(ctx.report(span, "variableConstAssertion").suggest_with("variableSuggest", Vec::new(), edits));
    }
}
