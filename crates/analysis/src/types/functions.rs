//! How many arguments a function takes.

use oxc_ast::AstKind;
use oxc_ast::ast::{BindingPattern, FormalParameter, FormalParameters, TSType};
use oxc_semantic::NodeId;
use oxc_span::{GetSpan, Span};

use super::jsdoc::{self, Doc, Param};
use crate::model::Model;

/// The arguments that a function takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Arity {
    /// The fewest.
    pub(super) least: usize,
    /// The most; `None` if there is no limit.
    pub(super) most: Option<usize>,
    /// Whether a call with fewer is certainly wrong.
    pub(super) is_strict: bool,
}

/// Where the documentation of a function stands. That is in front of its statement, of its class member, or of the variable
/// that has it as a value. `None` for other functions.
pub(super) fn documented(model: &Model<'_>, function: NodeId) -> Option<u32> {
    let nodes = model.semantic.nodes();
    let own = nodes.kind(function).span().start;
    let start = match nodes.parent_kind(function) {
        AstKind::ExportDeclaration(export) => export.span.start,
        AstKind::ExportDefaultDeclaration(export) => export.span.start,
        AstKind::MethodDefinition(method) if method.decorators.is_empty() => return Some(method.span.start),
        AstKind::VariableDeclarator(_) => {
            let variables = nodes.parent_id(nodes.parent_id(function));
            let AstKind::VariableDeclaration(declaration) = nodes.kind(variables) else { return None };
            if declaration.declarations.len() != 1 {
                return None;
            }
            match nodes.parent_kind(variables) {
                AstKind::ExportDeclaration(export) => export.span.start,
                AstKind::Program(_) | AstKind::FunctionBody(_) | AstKind::BlockStatement(_) => {
                    declaration.span.start
                }
                _ => return None,
            }
        }
        AstKind::Program(_) | AstKind::FunctionBody(_) | AstKind::BlockStatement(_) => own,
        _ => return None,
    };
    (!jsdoc::is_between(model, start, own)).then_some(start)
}

/// Whether the text of a function mentions `arguments`.
pub(super) fn uses_arguments(model: &Model<'_>, span: Span) -> bool {
    span.source_text(model.lines.source()).contains("arguments")
}

/// The arity of a function with a body; `None` if it is not certain.
pub(super) fn arity(model: &Model<'_>, function: NodeId) -> Option<Arity> {
    let nodes = model.semantic.nodes();
    let (params, span) = match nodes.kind(function) {
        AstKind::Function(function) if function.body.is_some() => (&function.params, function.span),
        AstKind::ArrowFunctionExpression(arrow) => (&arrow.params, arrow.span),
        _ => return None,
    };
    if model.source_type.is_typescript() {
        of_typescript(params)
    } else {
        of_script(model, params, function, span)
    }
}

fn of_typescript(params: &FormalParameters<'_>) -> Option<Arity> {
    let mut arity = Arity { least: 0, most: Some(params.items.len()), is_strict: true };
    for (at, item) in params.items.iter().enumerate() {
        if !is_optional(item) {
            arity.least = at + 1;
            // A parameter that may be `void` can be left out.
            let annotation = item.type_annotation.as_ref().map(|annotation| &annotation.type_annotation);
            arity.is_strict &= annotation.is_none_or(is_never_void);
            if annotation.is_some_and(names_void) {
                return None;
            }
        }
    }
    if let Some(rest) = &params.rest {
        let annotation = rest.type_annotation.as_ref().map(|annotation| &annotation.type_annotation);
        if !annotation.is_none_or(|annotation| matches!(annotation, TSType::TSArrayType(_))) {
            return None;
        }
        arity.most = None;
    }
    Some(arity)
}

fn is_optional(item: &FormalParameter<'_>) -> bool {
    item.optional
        || item.initializer.is_some()
        || matches!(item.pattern, BindingPattern::AssignmentPattern(_))
}

fn names_void(annotation: &TSType<'_>) -> bool {
    match annotation {
        TSType::TSVoidKeyword(_) => true,
        TSType::TSUnionType(union) => union.types.iter().any(names_void),
        _ => false,
    }
}

fn is_never_void(annotation: &TSType<'_>) -> bool {
    matches!(
        annotation,
        TSType::TSAnyKeyword(_)
            | TSType::TSBigIntKeyword(_)
            | TSType::TSBooleanKeyword(_)
            | TSType::TSNumberKeyword(_)
            | TSType::TSObjectKeyword(_)
            | TSType::TSStringKeyword(_)
            | TSType::TSSymbolKeyword(_)
            | TSType::TSUnknownKeyword(_)
            | TSType::TSArrayType(_)
            | TSType::TSFunctionType(_)
            | TSType::TSLiteralType(_)
            | TSType::TSTupleType(_)
            | TSType::TSTypeLiteral(_)
    )
}

/// In a script, a call may leave arguments out, unless types say otherwise.
fn of_script(
    model: &Model<'_>,
    params: &FormalParameters<'_>,
    function: NodeId,
    span: Span,
) -> Option<Arity> {
    let start = documented(model, function)?;
    if params.rest.is_some() || uses_arguments(model, span) {
        return None;
    }
    let most = Some(params.items.len());
    let tags = match jsdoc::before(model, start) {
        None => Vec::new(),
        Some(Doc::Params(tags)) => tags,
        Some(Doc::Unknown) => return None,
    };
    if jsdoc::is_between(model, params.span.start, params.span.end) || tags.iter().any(is_variable) {
        return None;
    }
    let mut least = 0;
    if !tags.is_empty() {
        for (at, item) in params.items.iter().enumerate() {
            let BindingPattern::BindingIdentifier(id) = &item.pattern else { return None };
            let leaves_out =
                |tag: &Param<'_>| tag.bracketed || tag.kind.is_some_and(|kind| kind.ends_with('='));
            let is_optional =
                is_optional(item) || tags.iter().any(|tag| tag.name == id.name && leaves_out(tag));
            if !is_optional {
                least = at + 1;
            }
        }
    }
    Some(Arity { least, most, is_strict: false })
}

/// Whether a tag stands for more than one argument, or for one that may be left out by its type.
fn is_variable(tag: &Param<'_>) -> bool {
    tag.kind.is_some_and(|kind| kind.contains("...") || kind.contains("void"))
}
