//! `@typescript-eslint/no-empty-object-type`: disallow the type `{}` and empty interfaces.
//!
//! Each value but `null` and `undefined` is of the type `{}`, also numbers and texts.
//!
//! Options: `{ allowInterfaces: "never" | "always" | "with-single-extends", allowObjectTypes: "never" | "always", allowWithName: "Props$" }`.
//!
//! ```ts fails
//! let options: {};
//! ```
//!
//! ```ts passes
//! let options: object; let none: Record<string, never>;
//! ```

use crate::rules::helpers::option_patterns::pattern;
use crate::rules::helpers::variables::definitions;
use crate::rules::prelude::*;

/// What each message about an empty type says after what is empty.
macro_rules! any_value {
    ($what:literal) => {
        concat!(
            $what,
            " allows any non-nullish value, including literals like `0` and `\"\"`.\n\
             - If that's what you want, disable this lint rule with an inline comment or configure the '{{ option }}' rule option.\n\
             - If you want a type meaning \"any object\", you probably want `object` instead.\n\
             - If you want a type meaning \"any value\", you probably want `unknown` instead."
        )
    };
}

pub(crate) const RULE: Rule = Rule {
    id: "@typescript-eslint/no-empty-object-type",
    kind: Kind::Suggestion,
    recommended: true,
    has_suggestions: true,
    messages: &[
        ("noEmptyInterface", any_value!("An empty interface declaration")),
        (
            "noEmptyInterfaceWithSuper",
            "An interface declaring no members is equivalent to its supertype.",
        ),
        ("noEmptyObject", any_value!("The `{}` (\"empty object\") type")),
        ("replaceEmptyInterface", "Replace empty interface with `{{replacement}}`."),
        ("replaceEmptyInterfaceWithSuper", "Replace empty interface with a type alias."),
        ("replaceEmptyObjectType", "Replace `{}` with `{{replacement}}`."),
    ],
    types: &[AstType::TSInterfaceDeclaration, AstType::TSTypeLiteral],
    run: Run::Configured(|options| {
        let options = options.only_object(&["allowInterfaces", "allowObjectTypes", "allowWithName"])?;
        let interfaces = options.choice("allowInterfaces", &["never", "always", "with-single-extends"])?;
        let objects = options.choice("allowObjectTypes", &["never", "always"])?;
        let allowed = options.text("allowWithName")?.filter(|text| !text.is_empty());
        let allowed = allowed.map(|text| pattern(&text, false)).transpose()?;
        let is_allowed = move |name: &str| allowed.as_ref().is_some_and(|allowed| allowed.is_match(name));
        Ok(Check::nodes(move |node, ctx| match node.kind() {
            AstKind::TSInterfaceDeclaration(it) if interfaces != "always" && !is_allowed(&it.id.name) => {
                interface(it, interfaces == "with-single-extends", node, ctx);
            }
            AstKind::TSTypeLiteral(it) if objects != "always" && it.members.is_empty() => {
                let named = match outside_parentheses(node, ctx) {
                    AstKind::TSIntersectionType(_) => return,
                    AstKind::TSTypeAliasDeclaration(alias) => is_allowed(&alias.id.name),
                    _ => false,
                };
                if !named {
                    object(it.span, ctx);
                }
            }
            _ => {}
        }))
    }),
    ..Rule::DEFAULT
};

const REPLACEMENTS: [&str; 2] = ["object", "unknown"];

/// The nearest node around a type that is no parenthesis.
fn outside_parentheses<'a>(node: &AstNode<'a>, ctx: &Context<'a>) -> AstKind<'a> {
    let mut around = ctx.nodes().ancestor_kinds(node.id());
    around.find(|kind| !matches!(kind, AstKind::TSParenthesizedType(_))).unwrap_or_else(|| node.kind())
}

fn object(span: Span, ctx: &Context<'_>) {
    let mut report = ctx.report(span, "noEmptyObject").data("option", "allowObjectTypes");
    for replacement in REPLACEMENTS {
        let edit = Edit::replace(span, replacement);
        report = report.suggest_with(
            "replaceEmptyObjectType",
            vec![("replacement", replacement.to_owned())],
            vec![edit],
        );
    }
}

fn interface<'a>(
    it: &TSInterfaceDeclaration<'a>,
    allows_single: bool,
    node: &AstNode<'a>,
    ctx: &Context<'a>,
) {
    let bases = it.extends.len();
    if !it.body.body.is_empty() || (bases == 1 && allows_single) || bases > 1 {
        return;
    }
    // The rule looks in the scope of the node. An interface with type parameters has one of its own.
    let symbol = it.id.symbol_id.get().filter(|_| it.type_parameters.is_none());
    let is_merged = symbol.is_some_and(|symbol| {
        let mut others = definitions(symbol, ctx).filter(|other| other.node != node.id());
        others.any(|other| match ctx.nodes().kind(other.node) {
            AstKind::TSInterfaceDeclaration(_) => true,
            AstKind::Class(class) => class.is_declaration(),
            _ => false,
        })
    });
    let is_default = matches!(ctx.parent_kind(node.id()), AstKind::ExportDefaultDeclaration(_));
    let can_be_alias = !is_merged && !is_default;
    let name = ctx.text(it.id.span);
    let parameters = it.type_parameters.as_ref().map_or("", |parameters| ctx.text(parameters.span));
    let Some(base) = it.extends.first() else {
        let mut report = ctx.report(it.id.span, "noEmptyInterface").data("option", "allowInterfaces");
        for replacement in REPLACEMENTS.into_iter().filter(|_| can_be_alias) {
            let edit = Edit::replace(it.span, format!("type {name}{parameters} = {replacement}"));
            report = report.suggest_with(
                "replaceEmptyInterface",
                vec![("replacement", replacement.to_owned())],
                vec![edit],
            );
        }
        return;
    };
    let report = ctx.report(it.id.span, "noEmptyInterfaceWithSuper");
    if can_be_alias {
        let alias = format!("type {name}{parameters} = {}", ctx.text(base.span));
        drop(report.suggest("replaceEmptyInterfaceWithSuper", it.span, alias));
    }
}
