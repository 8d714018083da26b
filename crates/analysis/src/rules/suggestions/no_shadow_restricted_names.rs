//! `no-shadow-restricted-names`: disallow identifiers from shadowing restricted names.
//!
//! Code below expects `undefined`, `NaN`, `Infinity`, `arguments`, `eval` and `globalThis` to be what they are.
//!
//! Options: `{ reportGlobalThis: true }`.
//!
//! ```js fails
//! function parse(undefined) {}
//! ```
//!
//! ```js passes
//! var undefined;
//! ```

use oxc_semantic::SymbolId;

use crate::rules::helpers::signature_names::is_parameter;
use crate::rules::helpers::variables::{Definition, definitions, initial_writes, typed_identifier, writes};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-shadow-restricted-names",
    kind: Kind::Suggestion,
    recommended: true,
    messages: &[("shadowingRestrictedName", "Shadowing of global property '{{name}}'.")],
    run: Run::Configured(|options| {
        let global_this = options.only_object(&["reportGlobalThis"])?.bool("reportGlobalThis", true)?;
        Ok(Check::file(move |ctx| {
            let scoping = ctx.scoping();
            for symbol in scoping.symbol_ids() {
                let name = scoping.symbol_name(symbol);
                let is_restricted = match name {
                    "undefined" => !is_safe(symbol, ctx),
                    "NaN" | "Infinity" | "arguments" | "eval" => true,
                    "globalThis" => global_this,
                    _ => false,
                };
                if is_restricted {
                    for definition in definitions(symbol, ctx).filter(|one| is_checked(*one, ctx)) {
                        ctx.report(typed_identifier(definition, ctx), "shadowingRestrictedName").data("name", name);
                    }
                }
            }
        }))
    }),
    ..Rule::DEFAULT
};

/// Whether a variable called `undefined` keeps that value.
fn is_safe(symbol: SymbolId, ctx: &Context<'_>) -> bool {
    let mut definitions = definitions(symbol, ctx);
    definitions.all(|one| {
        matches!(ctx.nodes().kind(one.node), AstKind::VariableDeclarator(_)) && initial_writes(one, ctx) == 0
    }) && writes(symbol, ctx).next().is_none()
}

/// Whether a declaration is of a variable, a function, a parameter, a class, an error or an import. Types, and
/// functions without a body, are not.
fn is_checked(definition: Definition, ctx: &Context<'_>) -> bool {
    let nodes = ctx.nodes();
    match nodes.kind(definition.node) {
        AstKind::Function(function) => function.body.is_some(),
        AstKind::FormalParameter(_) | AstKind::FormalParameterRest(_) => !is_parameter(definition.node, nodes),
        kind => matches!(
            kind,
            AstKind::VariableDeclarator(_)
                | AstKind::CatchParameter(_)
                | AstKind::Class(_)
                | AstKind::ImportSpecifier(_)
                | AstKind::ImportDefaultSpecifier(_)
                | AstKind::ImportNamespaceSpecifier(_)
        ),
    }
}
