//! `@typescript-eslint/no-explicit-any`: disallow the type `any`.
//!
//! The compiler checks nothing of a value of this type.
//!
//! Options: `{ fixToUnknown: false, ignoreRestArgs: false }`.
//!
//! ```ts fails
//! function parse(text: string): any { return JSON.parse(text); }
//! ```
//!
//! ```ts passes
//! function parse(text: string): unknown { return JSON.parse(text); }
//! ```

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "@typescript-eslint/no-explicit-any",
    kind: Kind::Suggestion,
    recommended: true,
    fixable: true,
    has_suggestions: true,
    messages: &[
        (
            "suggestNever",
            "Use `never` instead, this is useful when instantiating generic type parameters that you don't need to know the \
             type of.",
        ),
        ("suggestPropertyKey", "Use `PropertyKey` instead, this is more explicit than `keyof any`."),
        (
            "suggestUnknown",
            "Use `unknown` instead, this will force you to explicitly, and safely assert the type is correct.",
        ),
        ("unexpectedAny", "Unexpected any. Specify a different type."),
    ],
    types: &[AstType::TSAnyKeyword],
    run: Run::Configured(|options| {
        let options = options.only_object(&["fixToUnknown", "ignoreRestArgs"])?;
        let fixes = options.bool("fixToUnknown", false)?;
        let ignores_rest = options.bool("ignoreRestArgs", false)?;
        Ok(Check::nodes(move |node, ctx| check(fixes, ignores_rest, node, ctx)))
    }),
    ..Rule::DEFAULT
};

fn check<'a>(fixes: bool, ignores_rest: bool, node: &AstNode<'a>, ctx: &Context<'a>) {
    let is_parenthesis = |kind: &AstKind<'_>| matches!(kind, AstKind::TSParenthesizedType(_));
    let around: Vec<AstKind<'a>> =
        ctx.nodes().ancestor_kinds(node.id()).filter(|kind| !is_parenthesis(kind)).take(4).collect();
    let is_rest = |index: usize| matches!(around.get(index), Some(AstKind::FormalParameterRest(_)));
    let is_list = match around.get(1) {
        Some(AstKind::TSTypeOperator(operator)) => operator.operator == TSTypeOperatorOperator::Readonly,
        Some(AstKind::TSTypeReference(reference)) => match &reference.type_name {
            TSTypeName::IdentifierReference(name) => matches!(name.name.as_str(), "Array" | "ReadonlyArray"),
            _ => false,
        },
        _ => false,
    };
    if ignores_rest && (is_rest(2) || (is_list && is_rest(3))) {
        return;
    }
    let span = node.kind().span();
    let report = ctx.report(span, "unexpectedAny");
    if let Some(AstKind::TSTypeOperator(operator)) = around.first()
        && operator.operator == TSTypeOperatorOperator::Keyof
    {
        let report = report.suggest("suggestPropertyKey", operator.span, "PropertyKey");
        drop(if fixes { report.fix(operator.span, "PropertyKey") } else { report });
        return;
    }
    let of_rest = matches!(around.first(), Some(AstKind::TSTypeAnnotation(_))) && is_rest(1);
    let unknown = if of_rest { "unknown[]" } else { "unknown" };
    let report = report.suggest("suggestUnknown", span, unknown).suggest("suggestNever", span, "never");
    drop(if fixes { report.fix(span, unknown) } else { report });
}
