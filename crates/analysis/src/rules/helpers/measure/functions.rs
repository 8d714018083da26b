//! Functions, with ESLint's names and locations.

use std::borrow::Cow;

use oxc_ast::AstKind;
use oxc_ast::ast::{
    ArrowFunctionExpression, Expression, MethodDefinitionKind, PropertyKey, PropertyKind, TSFunctionType,
};
use oxc_semantic::AstNode;
use oxc_span::{GetSpan, Span};
use oxc_syntax::node::NodeId;

use super::lines::skip_blank;
use crate::model::Model;
use crate::rules::helpers::tokens::previous_end;

/// A function with its context.
pub(crate) struct Function<'a> {
    kind: AstKind<'a>,
    /// The parent, ignoring parentheses.
    pub(crate) parent: AstKind<'a>,
}

impl<'a> Function<'a> {
    /// The function at a node, if it has a body: a declaration, an expression, a method or an arrow function.
    pub(crate) fn of(node: &AstNode<'a>, model: &Model<'a>) -> Option<Function<'a>> {
        let has_body = match node.kind() {
            AstKind::Function(function) => function.body.is_some(),
            AstKind::ArrowFunctionExpression(_) => true,
            _ => false,
        };
        has_body.then(|| Function::any(node, model))
    }

    /// The function at a node that the caller knows to be one, including declared functions and function
    /// types.
    pub(crate) fn any(node: &AstNode<'a>, model: &Model<'a>) -> Function<'a> {
        Function { kind: node.kind(), parent: parent_of(node.id(), model) }
    }

    /// ESLint's name of the function in messages: `Static async method 'read'`, `Arrow function`.
    pub(crate) fn name(&self) -> String {
        let (is_async, is_generator, id) = match self.kind {
            AstKind::Function(function) => (function.r#async, function.generator, function.id.as_ref()),
            AstKind::ArrowFunctionExpression(arrow) => (arrow.r#async, false, None),
            _ => (false, false, None),
        };
        let member = Member::of(self.parent);
        if member.as_ref().is_some_and(|member| member.noun == "constructor") {
            return "Constructor".to_owned();
        }
        let mut words: Vec<Cow<'_, str>> = Vec::new();
        let mut add = |on: bool, word: &'static str| {
            if on {
                words.push(word.into());
            }
        };
        add(member.as_ref().is_some_and(|member| member.is_static), "static");
        add(member.as_ref().is_some_and(|member| member.key.is_private_identifier()), "private");
        add(is_async, "async");
        add(is_generator, "generator");
        add(member.is_none() && matches!(self.kind, AstKind::ArrowFunctionExpression(_)), "arrow");
        words.push(member.as_ref().map_or("function", |member| member.noun).into());
        match (member.and_then(|member| key_name(member.key)), id) {
            (Some(name), _) => words.push(name),
            (None, Some(id)) => words.push(format!("'{}'", id.name).into()),
            (None, None) => {}
        }
        let mut name = words.join(" ");
        name[..1].make_ascii_uppercase();
        name
    }

    /// ESLint's location: the part before the parameters, or the arrow.
    pub(crate) fn head(&self, model: &Model<'a>) -> Span {
        let (whole, params) = match self.kind {
            AstKind::Function(function) => {
                let from = function.type_parameters.as_ref().map_or(function.params.span, |list| list.span);
                (function.span, opening(from.start, model))
            }
            AstKind::ArrowFunctionExpression(arrow) => (arrow.span, opening_of_arrow(arrow, model)),
            AstKind::TSFunctionType(function) => return arrow(after_type_params(function), model),
            _ => return self.kind.span(),
        };
        match (Member::of(self.parent), self.kind) {
            (Some(_), _) => Span::new(self.parent.span().start, params),
            (None, AstKind::ArrowFunctionExpression(function)) => arrow(after_params(function), model),
            (None, _) => Span::new(whole.start, params),
        }
    }

    /// The whole function; a method includes its key.
    pub(crate) fn span(&self) -> Span {
        let of_method = match self.parent {
            AstKind::MethodDefinition(method) => method.value.span == self.kind.span(),
            AstKind::ObjectProperty(property) => {
                (property.method || property.kind != PropertyKind::Init)
                    && property.value.span() == self.kind.span()
            }
            _ => false,
        };
        if of_method { self.parent.span() } else { self.kind.span() }
    }
}

/// A function's role in an object or class.
struct Member<'a> {
    key: &'a PropertyKey<'a>,
    noun: &'static str,
    is_static: bool,
}

impl<'a> Member<'a> {
    fn of(parent: AstKind<'a>) -> Option<Member<'a>> {
        let (key, noun, is_static) = match parent {
            AstKind::ObjectProperty(property) => {
                let noun = match property.kind {
                    PropertyKind::Init => "method",
                    PropertyKind::Get => "getter",
                    PropertyKind::Set => "setter",
                };
                (&property.key, noun, false)
            }
            AstKind::MethodDefinition(method) => {
                let noun = match method.kind {
                    MethodDefinitionKind::Constructor => "constructor",
                    MethodDefinitionKind::Method => "method",
                    MethodDefinitionKind::Get => "getter",
                    MethodDefinitionKind::Set => "setter",
                };
                (&method.key, noun, method.r#static)
            }
            AstKind::PropertyDefinition(property) => (&property.key, "method", property.r#static),
            // The function is in the key.
            AstKind::BindingProperty(property) => (&property.key, "method", false),
            _ => return None,
        };
        Some(Member { key, noun, is_static })
    }
}

/// `#secret`, `'name'`, or `None` if the key is computed.
fn key_name<'a>(key: &PropertyKey<'a>) -> Option<Cow<'a, str>> {
    let name = match key {
        PropertyKey::PrivateIdentifier(private) => return Some(format!("#{}", private.name).into()),
        PropertyKey::BooleanLiteral(literal) => literal.value.to_string().into(),
        key => key.static_name()?,
    };
    Some(format!("'{name}'").into())
}

/// The first opening parenthesis at an offset or after it. One in the types of type parameters counts.
fn opening(from: u32, model: &Model<'_>) -> u32 {
    let source = model.lines.source();
    let mut at = skip_blank(source, from);
    loop {
        let rest = &source[at as usize..];
        let length = match rest.chars().next() {
            None | Some('(') => return at,
            // A text: up to the same quote.
            Some(quote @ ('"' | '\'' | '`')) => rest[1..].find(quote).map_or(rest.len(), |end| end + 2),
            Some(char) => char.len_utf8(),
        };
        at = skip_blank(source, at + u32::try_from(length).unwrap_or(1));
    }
}

/// The opening parenthesis of an arrow function. If it has none: the one around it, or its parameter.
fn opening_of_arrow(arrow: &ArrowFunctionExpression<'_>, model: &Model<'_>) -> u32 {
    let start = arrow.params.span.start;
    let source = model.lines.source();
    let end = previous_end(start, model);
    let is_around = !source[start as usize..].starts_with('(') && source[..end as usize].ends_with('(');
    if is_around { end - 1 } else { start }
}

fn after_params(function: &ArrowFunctionExpression<'_>) -> u32 {
    function.return_type.as_ref().map_or(function.params.span.end, |annotation| annotation.span.end)
}

fn after_type_params(function: &TSFunctionType<'_>) -> u32 {
    function.params.span.end
}

/// The `=>` after parameters or their return type.
fn arrow(from: u32, model: &Model<'_>) -> Span {
    let start = skip_blank(model.lines.source(), from);
    Span::new(start, start + 2)
}

/// A node's parent, ignoring parentheses, which ESLint's trees do not have.
pub(crate) fn parent_of<'a>(node: NodeId, model: &Model<'a>) -> AstKind<'a> {
    let parents = model.semantic.nodes().ancestor_kinds(node);
    let mut parents = parents.filter(|kind| !matches!(kind, AstKind::ParenthesizedExpression(_)));
    parents.next().unwrap_or(AstKind::Program(model.semantic.nodes().program()))
}

/// Whether a node is the callee of a call, not an argument.
pub(crate) fn is_callee(callee: &Expression<'_>, node: AstKind<'_>) -> bool {
    callee.without_parentheses().span() == node.span()
}

/// The word at the start of a span, such as `while`.
pub(crate) fn spelled(span: Span, model: &Model<'_>) -> Span {
    let text = &model.lines.source()[span.start as usize..span.end as usize];
    let length = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    Span::new(span.start, span.start + u32::try_from(length).unwrap_or(0))
}
