//! `no-undef`: disallow the use of undeclared variables.
//!
//! A name that nothing declares is a slip, or a global variable that the configuration does not name.
//!
//! Options: `{ typeof: false }`; `true` also checks the operand of `typeof`.
//!
//! ```js fails
//! /* global console */
//! console.log(lenght);
//! ```
//!
//! ```js passes
//! /* global console, length */
//! console.log(length);
//! ```

use oxc_semantic::Reference;

use crate::rules::helpers::library::is_library_type;
use crate::rules::helpers::variables::own_block;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-undef",
    recommended: true,
    messages: &[("undef", "'{{name}}' is not defined.")],
    run: Run::Configured(|options| {
        let checks_typeof = options.only_object(&["typeof"])?.bool("typeof", false)?;
        Ok(Check::file(move |ctx| {
            let scoping = ctx.scoping();
            for (name, ids) in scoping.root_unresolved_references() {
                for reference in ids.iter().map(|id| scoping.get_reference(*id)) {
                    check(name.as_str(), reference, checks_typeof, ctx);
                }
            }
            for node in ctx.nodes_of(AstType::Function) {
                let AstKind::Function(function) = node.kind() else { continue };
                let symbol = function.id.as_ref().and_then(|id| id.symbol_id.get());
                let Some((symbol, block)) = symbol.and_then(|symbol| Some((symbol, own_block(symbol, ctx)?))) else {
                    continue;
                };
                for reference in scoping.get_resolved_references(symbol) {
                    let span = ctx.nodes().kind(reference.node_id()).span();
                    let is_known = ctx.language.has_global(scoping.symbol_name(symbol), ctx.source_type);
                    if !block.contains_inclusive(span) && !is_known {
                        check(scoping.symbol_name(symbol), reference, checks_typeof, ctx);
                    }
                }
            }
        }))
    }),
    ..Rule::DEFAULT
};

fn check(name: &str, reference: &Reference, checks_typeof: bool, ctx: &Context<'_>) {
    let node = ctx.nodes().get_node(reference.node_id());
    let AstKind::IdentifierReference(identifier) = node.kind() else { return };
    if ctx.is_global(identifier) || (name == "arguments" && has_arguments(node, ctx)) {
        return;
    }
    // The end of an element says its name again, which is a reference to the parser of TypeScript alone.
    if !ctx.source_type.is_typescript() && is_in_closing_element(node, ctx) {
        return;
    }
    if ctx.source_type.is_typescript() && reference.is_type() && is_library_type(name) {
        return;
    }
    let parent = ctx.parent_kind(node.id());
    let is_typeof = matches!(parent, AstKind::UnaryExpression(unary) if unary.operator.is_typeof());
    if is_typeof && !checks_typeof {
        return;
    }
    let has_default = match parent {
        AstKind::AssignmentTargetWithDefault(target) => target.binding.span() == identifier.span,
        AstKind::AssignmentTargetPropertyIdentifier(target) => {
            target.binding.span == identifier.span && target.init.is_some()
        }
        _ => false,
    };
    // The default and the value are two assignments.
    for _ in 0..=usize::from(has_default) {
        ctx.report(identifier.span, "undef").data("name", name);
    }
}

/// Whether a function around a node has `arguments`.
fn has_arguments(node: &AstNode<'_>, ctx: &Context<'_>) -> bool {
    ctx.nodes().ancestor_kinds(node.id()).any(|kind| matches!(kind, AstKind::Function(_)))
}

fn is_in_closing_element(node: &AstNode<'_>, ctx: &Context<'_>) -> bool {
    let is_member = |kind: &AstKind<'_>| matches!(kind, AstKind::JSXMemberExpression(_));
    let mut around = ctx.nodes().ancestor_kinds(node.id()).skip_while(is_member);
    matches!(around.next(), Some(AstKind::JSXClosingElement(_)))
}
