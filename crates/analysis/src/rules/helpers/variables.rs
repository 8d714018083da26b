//! Variables and what writes to them, as ESLint's scope analysis sees it.

use oxc_ast::AstKind;
use oxc_ast::ast::{BindingPattern, FormalParameter};
use oxc_semantic::SymbolId;
use oxc_span::{GetSpan, Span};
use oxc_syntax::node::NodeId;

use super::tokens::next_token;
use super::type_names::is_dotted;
use crate::lint::Context;

/// A declaration of a variable: the node that declares it, and the identifier.
#[derive(Clone, Copy)]
pub(crate) struct Definition {
    pub(crate) node: NodeId,
    pub(crate) span: Span,
}

/// All declarations of a variable, in the order of the source. The parts of `namespace a.b.c` are none.
pub(crate) fn definitions<'a>(symbol: SymbolId, ctx: &Context<'a>) -> impl Iterator<Item = Definition> + 'a {
    let (scoping, nodes) = (ctx.scoping(), ctx.nodes());
    let again = scoping.symbol_redeclarations(symbol);
    let first = Definition { node: scoping.symbol_declaration(symbol), span: scoping.symbol_span(symbol) };
    std::iter::once(first)
        .filter(move |_| again.is_empty())
        .chain(again.iter().map(|one| Definition { node: one.declaration, span: one.span }))
        .filter(move |one| !is_dotted(one.node, nodes))
}

/// The identifier of a declaration with its `?`, `!` and type, which belong to it in the trees of the
/// TypeScript parser.
pub(crate) fn typed_identifier(definition: Definition, ctx: &Context<'_>) -> Span {
    let holder = ctx.nodes().kind(definition.node);
    let is_own = match holder {
        AstKind::VariableDeclarator(declarator) => declarator.id.is_binding_identifier(),
        AstKind::FormalParameter(parameter) => parameter.pattern.is_binding_identifier(),
        AstKind::CatchParameter(parameter) => parameter.pattern.is_binding_identifier(),
        _ => false,
    };
    if is_own { typed(definition.span, holder, ctx) } else { definition.span }
}

/// The span of a pattern with its `?`, `!` and type, by the node that holds it.
pub(crate) fn typed(span: Span, holder: AstKind<'_>, ctx: &Context<'_>) -> Span {
    let (is_marked, annotation) = match holder {
        AstKind::VariableDeclarator(declarator) => (declarator.definite, &declarator.type_annotation),
        AstKind::FormalParameter(parameter) => (parameter.optional, &parameter.type_annotation),
        AstKind::CatchParameter(parameter) => (false, &parameter.type_annotation),
        _ => return span,
    };
    match annotation {
        Some(annotation) => Span::new(span.start, annotation.span.end),
        None if is_marked => Span::new(span.start, next_token(span.end, ctx) + 1),
        None => span,
    }
}

/// The identifiers that write to a variable other than in its declaration.
pub(crate) fn writes<'a>(symbol: SymbolId, ctx: &Context<'a>) -> impl Iterator<Item = NodeId> + 'a {
    let references = ctx.scoping().get_resolved_references(symbol);
    references.filter(|reference| reference.is_write()).map(oxc_semantic::Reference::node_id)
}

/// The block that has a function to itself. Outside strict mode, oxc declares it around the block as well, as
/// engines do, and ESLint does not.
pub(crate) fn own_block(symbol: SymbolId, ctx: &Context<'_>) -> Option<Span> {
    let (scoping, nodes) = (ctx.scoping(), ctx.nodes());
    if ctx.source_type.is_module() || !scoping.symbol_flags(symbol).is_function() {
        return None;
    }
    let node = scoping.symbol_declaration(symbol);
    let AstKind::Function(function) = nodes.kind(node) else { return None };
    let is_alone = function.is_declaration() && scoping.symbol_redeclarations(symbol).is_empty();
    match nodes.parent_kind(node) {
        AstKind::BlockStatement(block) if is_alone => Some(block.span),
        AstKind::SwitchCase(_) if is_alone => Some(nodes.parent_kind(nodes.parent_id(node)).span()),
        _ => None,
    }
}

/// The body of the function that declares a variable there. References among the parameters are not to it; oxc
/// resolves those that nothing around the function declares.
pub(crate) fn own_body(symbol: SymbolId, ctx: &Context<'_>) -> Option<Span> {
    let scoping = ctx.scoping();
    let body = body_after_references(ctx.nodes().kind(scoping.get_node_id(scoping.symbol_scope_id(symbol))))?;
    definitions(symbol, ctx).all(|one| one.span.start >= body.start).then_some(body)
}

/// The body of a function that can refer to something before it: in default values, patterns and types.
pub(crate) fn body_after_references(function: AstKind<'_>) -> Option<Span> {
    let (params, return_type, body) = match function {
        AstKind::Function(function) => {
            (&function.params, &function.return_type, function.body.as_ref()?.span)
        }
        AstKind::ArrowFunctionExpression(arrow) => {
            (&arrow.params, &arrow.return_type, arrow.get_function_body()?.span)
        }
        _ => return None,
    };
    let refers = |one: &FormalParameter<'_>| {
        one.initializer.is_some() || one.type_annotation.is_some() || !one.pattern.is_binding_identifier()
    };
    let can = return_type.is_some() || params.rest.is_some() || params.items.iter().any(refers);
    can.then_some(body)
}

/// Where references are to a variable, if not in its whole scope.
pub(crate) fn own_region(symbol: SymbolId, ctx: &Context<'_>) -> Option<Span> {
    own_block(symbol, ctx).or_else(|| own_body(symbol, ctx))
}

/// Reports the identifiers that write to a variable other than in its declaration.
pub(crate) fn report_writes(symbol: SymbolId, message_id: &'static str, ctx: &Context<'_>) {
    let block = own_block(symbol, ctx);
    for node in writes(symbol, ctx) {
        let name = ctx.scoping().symbol_name(symbol);
        let span = ctx.nodes().kind(node).span();
        if block.is_none_or(|block| block.contains_inclusive(span)) {
            ctx.report(span, message_id).data("name", name);
        }
    }
}

/// How many values a declaration gives the variable: initial values, and the defaults of patterns around
/// its identifier.
pub(crate) fn initial_writes(definition: Definition, ctx: &Context<'_>) -> usize {
    let nodes = ctx.nodes();
    match nodes.kind(definition.node) {
        AstKind::VariableDeclarator(declarator) => {
            let is_in_head = || match nodes.parent_kind(nodes.parent_id(definition.node)) {
                AstKind::ForInStatement(statement) => {
                    statement.left.span().contains_inclusive(definition.span)
                }
                AstKind::ForOfStatement(statement) => {
                    statement.left.span().contains_inclusive(definition.span)
                }
                _ => false,
            };
            let is_given = declarator.init.is_some() || is_in_head();
            usize::from(is_given) + defaults(&declarator.id, definition.span)
        }
        AstKind::FormalParameter(parameter) => {
            usize::from(parameter.initializer.is_some()) + defaults(&parameter.pattern, definition.span)
        }
        AstKind::FormalParameterRest(rest) => defaults(&rest.rest.argument, definition.span),
        AstKind::CatchParameter(parameter) => defaults(&parameter.pattern, definition.span),
        _ => 0,
    }
}

/// The number of defaults around an identifier in a pattern.
fn defaults(mut pattern: &BindingPattern<'_>, of: Span) -> usize {
    let mut count = 0;
    loop {
        let next = match pattern {
            BindingPattern::BindingIdentifier(_) => None,
            BindingPattern::AssignmentPattern(assignment) => {
                count += 1;
                Some(&assignment.left)
            }
            BindingPattern::ObjectPattern(object) => {
                let values = object.properties.iter().map(|property| &property.value);
                let rest = object.rest.iter().map(|rest| &rest.argument);
                values.chain(rest).find(|value| value.span().contains_inclusive(of))
            }
            BindingPattern::ArrayPattern(array) => {
                let elements = array.elements.iter().flatten();
                let rest = array.rest.iter().map(|rest| &rest.argument);
                elements.chain(rest).find(|value| value.span().contains_inclusive(of))
            }
        };
        match next {
            Some(next) => pattern = next,
            None => return count,
        }
    }
}
