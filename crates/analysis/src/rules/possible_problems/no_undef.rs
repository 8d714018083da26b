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

use oxc_semantic::{Reference, SymbolId};

use crate::rules::helpers::library::is_library_type;
use crate::rules::helpers::variables::{body_after_references, own_block, own_body};
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
            let functions = ctx.nodes_of(AstType::Function).chain(ctx.nodes_of(AstType::ArrowFunctionExpression));
            for node in functions {
                if let AstKind::Function(function) = node.kind()
                    && let Some(symbol) = function.id.as_ref().and_then(|id| id.symbol_id.get())
                    && let Some(block) = own_block(symbol, ctx)
                {
                    check_outside(symbol, block, checks_typeof, ctx);
                }
                let Some(body) = body_after_references(node.kind()) else { continue };
                let scope = match node.kind() {
                    AstKind::Function(function) => function.scope_id(),
                    AstKind::ArrowFunctionExpression(arrow) => arrow.scope_id(),
                    _ => continue,
                };
                for symbol in scoping.get_bindings(scope).values().filter(|one| own_body(**one, ctx) == Some(body)) {
                    check_outside(*symbol, body, checks_typeof, ctx);
                }
            }
        }))
    }),
    ..Rule::DEFAULT
};

/// Checks the references to a variable from outside the code that knows it.
fn check_outside(symbol: SymbolId, region: Span, checks_typeof: bool, ctx: &Context<'_>) {
    let name = ctx.scoping().symbol_name(symbol);
    if ctx.language.has_global(name, ctx.source_type) {
        return;
    }
    for reference in ctx.scoping().get_resolved_references(symbol) {
        if !region.contains_inclusive(ctx.nodes().kind(reference.node_id()).span()) {
            check(name, reference, checks_typeof, ctx);
        }
    }
}

fn check(name: &str, reference: &Reference, checks_typeof: bool, ctx: &Context<'_>) {
    let node = ctx.nodes().get_node(reference.node_id());
    let AstKind::IdentifierReference(identifier) = node.kind() else { return };
    if ctx.is_global(identifier)
        || (name == "arguments" && has_arguments(node, ctx))
        || identifier.reference_id.get().is_some_and(|id| ctx.type_names().resolves(id))
    {
        return;
    }
    // The end of an element says its name again, which is a reference to the parser of TypeScript alone. So are
    // the keywords that begin the name of an element.
    if !ctx.source_type.is_typescript() && (name == "super" || is_in_closing_element(node, ctx)) {
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
    // The value and each default are assignments of their own.
    for _ in 0..=defaults(node, ctx) {
        ctx.report(identifier.span, "undef").data("name", name);
    }
}

/// How many defaults there are around a name that an assignment writes: two in `[[name = 1] = []] = lists`.
fn defaults(node: &AstNode<'_>, ctx: &Context<'_>) -> usize {
    let mut span = node.kind().span();
    let mut count = 0;
    for kind in ctx.nodes().ancestor_kinds(node.id()) {
        match kind {
            AstKind::AssignmentTargetWithDefault(target) if target.binding.span() == span => count += 1,
            AstKind::AssignmentTargetPropertyIdentifier(target) if target.binding.span == span => {
                count += usize::from(target.init.is_some());
            }
            AstKind::AssignmentTargetPropertyProperty(property) if property.binding.span() == span => {}
            AstKind::ArrayAssignmentTarget(_)
            | AstKind::ObjectAssignmentTarget(_)
            | AstKind::AssignmentTargetRest(_)
            | AstKind::ParenthesizedExpression(_)
            | AstKind::TSAsExpression(_)
            | AstKind::TSSatisfiesExpression(_)
            | AstKind::TSNonNullExpression(_)
            | AstKind::TSTypeAssertion(_) => {}
            _ => break,
        }
        span = kind.span();
    }
    count
}

/// Whether a function around a node has `arguments`. Around a file of CommonJS there is one.
fn has_arguments(node: &AstNode<'_>, ctx: &Context<'_>) -> bool {
    ctx.source_type.is_commonjs() || ctx.nodes().ancestor_kinds(node.id()).any(|kind| matches!(kind, AstKind::Function(_)))
}

fn is_in_closing_element(node: &AstNode<'_>, ctx: &Context<'_>) -> bool {
    let is_member = |kind: &AstKind<'_>| matches!(kind, AstKind::JSXMemberExpression(_));
    let mut around = ctx.nodes().ancestor_kinds(node.id()).skip_while(is_member);
    matches!(around.next(), Some(AstKind::JSXClosingElement(_)))
}
