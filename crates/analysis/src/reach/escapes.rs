//! Where values go that the analysis must not lose. Whatever is not known to be followed counts as lost.

use oxc_ast::AstKind;
use oxc_ast::ast::{
    Argument, AssignmentTarget, BindingPattern, CallExpression, Expression, IdentifierReference,
    MemberExpression, ObjectPropertyKind, PropertyKind,
};
use oxc_semantic::SymbolId;
use oxc_span::{GetSpan, Span};
use oxc_syntax::node::NodeId;

use super::flow::parameters;
use super::origin::{Origin, is_global_function};
use super::scan::{Scan, TAKERS};

/// Functions that do no more with their arguments than their result says.
const HARMLESS: [[&str; 2]; 17] = [
    ["Object", "assign"],
    ["Object", "create"],
    ["Object", "defineProperties"],
    ["Object", "defineProperty"],
    ["Object", "freeze"],
    ["Object", "getOwnPropertyDescriptors"],
    ["Object", "getOwnPropertyNames"],
    ["Object", "getOwnPropertySymbols"],
    ["Object", "getPrototypeOf"],
    ["Object", "hasOwn"],
    ["Object", "is"],
    ["Object", "keys"],
    ["Object", "preventExtensions"],
    ["Object", "seal"],
    ["Reflect", "getPrototypeOf"],
    ["Reflect", "has"],
    ["Reflect", "ownKeys"],
];
/// The same, as global functions.
const HARMLESS_GLOBALS: [&str; 3] = ["Boolean", "String", "isNaN"];
/// Functions that define what their later arguments describe.
const DEFINERS: [&str; 3] = ["create", "defineProperties", "defineProperty"];
/// Methods of objects that do nothing with their receiver but ask.
const ASKING: [&str; 5] =
    ["hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString"];

impl<'a> Scan<'_, '_, 'a> {
    /// Whether the value of a node goes where the analysis does not follow it.
    /// `is_window` says that it is the global object, which has names that are known.
    pub(super) fn escapes(&self, node: NodeId, is_window: bool) -> bool {
        let nodes = self.flow.model.semantic.nodes();
        let mut at = node;
        loop {
            if self.is_question(at) {
                return false;
            }
            let span = nodes.kind(at).span();
            let (parent, kind) = self.flow.parent(at);
            at = match kind {
                // What is taken there is reported there.
                AstKind::StaticMemberExpression(_) | AstKind::ComputedMemberExpression(_) => return false,
                AstKind::ExpressionStatement(_)
                | AstKind::UnaryExpression(_)
                | AstKind::ForInStatement(_)
                | AstKind::WithStatement(_)
                | AstKind::TSTypeQuery(_)
                | AstKind::TSQualifiedName(_)
                | AstKind::TSTypeReference(_) => return false,
                AstKind::BinaryExpression(binary) => {
                    // A class of the file can have a method that `instanceof` calls.
                    let is_asked =
                        binary.operator.is_instance_of() && binary.left.span().contains_inclusive(span);
                    let of_host = |class: &Origin| matches!(class, Origin::Path(_));
                    return is_asked && !self.flow.of(&binary.right).iter().any(of_host);
                }
                AstKind::TemplateLiteral(_) => {
                    return matches!(self.flow.parent(parent).1, AstKind::TaggedTemplateExpression(_));
                }
                AstKind::LogicalExpression(_)
                | AstKind::ConditionalExpression(_)
                | AstKind::AwaitExpression(_)
                | AstKind::ObjectExpression(_) => parent,
                AstKind::SequenceExpression(sequence) => {
                    let last = sequence.expressions.last();
                    if !last.is_some_and(|last| last.span().contains_inclusive(span)) {
                        return false;
                    }
                    parent
                }
                AstKind::SpreadElement(_) => match self.flow.parent(parent) {
                    (object, AstKind::ObjectExpression(_)) => object,
                    _ => return true,
                },
                AstKind::VariableDeclarator(declarator) => {
                    return !self.binds(&declarator.id);
                }
                AstKind::AssignmentPattern(with) => return !self.binds(&with.left),
                AstKind::FormalParameter(parameter) => {
                    return parameter.has_modifier() || !self.binds(&parameter.pattern);
                }
                AstKind::AssignmentTargetWithDefault(with) => {
                    return !self.is_followed_target(&with.binding, is_window);
                }
                AstKind::AssignmentTargetPropertyIdentifier(short) => {
                    return !self.is_followed_name(&short.binding, is_window);
                }
                AstKind::AssignmentExpression(assignment) => {
                    if assignment.operator.is_arithmetic() || assignment.operator.is_bitwise() {
                        return false;
                    }
                    let is_left = assignment.left.span().contains_inclusive(span);
                    if is_left && assignment.operator.is_assign() {
                        return false;
                    }
                    if !is_left && !self.is_followed_target(&assignment.left, is_window) {
                        return true;
                    }
                    parent
                }
                AstKind::CallExpression(call) => return self.argument_escapes(call, span),
                AstKind::ReturnStatement(_) => {
                    let function = self.flow.function_around(parent);
                    match function.and_then(|function| self.call_with_its_result(function)) {
                        Some(call) => call,
                        None => return true,
                    }
                }
                AstKind::ArrowFunctionExpression(_) => match self.call_with_its_result(parent) {
                    Some(call) => call,
                    None => return true,
                },
                _ => return true,
            };
        }
    }

    /// Whether the analysis follows what an assignment puts into a target.
    pub(super) fn is_followed_target(&self, target: &AssignmentTarget<'a>, is_window: bool) -> bool {
        if let Some(member) = target.as_member_expression() {
            // `window.global = window` gives the global object another name that is known.
            let name = self.flow.member_name(member);
            return is_window
                && name.is_some_and(|name| Origin::variable(&name).is_global())
                && self.flow.of(member.object()).iter().any(Origin::is_global);
        }
        match target {
            AssignmentTarget::AssignmentTargetIdentifier(identifier) => {
                self.is_followed_name(identifier, is_window)
            }
            AssignmentTarget::ObjectAssignmentTarget(_) => true,
            _ => false,
        }
    }

    pub(super) fn is_followed_name(&self, name: &IdentifierReference<'a>, is_window: bool) -> bool {
        match self.flow.variable(name) {
            Some(symbol) => !self.is_in_namespace(symbol),
            None => is_window && Origin::variable(&name.name).is_global(),
        }
    }

    /// Whether the analysis knows that a pattern holds what must not be lost.
    fn binds(&self, pattern: &BindingPattern<'a>) -> bool {
        let held = match pattern {
            BindingPattern::BindingIdentifier(name) => match name.symbol_id.get() {
                Some(symbol) if !self.is_in_namespace(symbol) => self.flow.symbol(symbol),
                _ => Vec::new(),
            },
            BindingPattern::ObjectPattern(object) => self.flow.received(object.node_id.get()),
            BindingPattern::ArrayPattern(_) => Vec::new(),
            BindingPattern::AssignmentPattern(with) => return self.binds(&with.left),
        };
        held.iter().any(|origin| self.flow.is_open(origin))
    }

    /// Whether a variable is a member of a namespace of TypeScript, which has other names.
    fn is_in_namespace(&self, symbol: SymbolId) -> bool {
        let model = self.flow.model;
        let declaration = model.semantic.scoping().symbol_declaration(symbol);
        let mut around = model.semantic.nodes().ancestor_kinds(declaration).skip(1);
        matches!(around.next(), Some(AstKind::ExportDeclaration(_)))
            && matches!(around.next(), Some(AstKind::TSModuleBlock(_)))
    }

    /// The call of a function that is called where it stands, if it has what the function returns. That of an asynchronous
    /// function has it after `await`.
    fn call_with_its_result(&self, function: NodeId) -> Option<NodeId> {
        let (is_async, is_generator) = match self.flow.model.semantic.nodes().kind(function) {
            AstKind::Function(function) => (function.r#async, function.generator),
            AstKind::ArrowFunctionExpression(arrow) => (arrow.r#async, false),
            _ => return None,
        };
        if self.flow.is_used_elsewhere(function) || self.flow.reads_arguments(function) {
            return None;
        }
        let call = self.flow.call_of(function)?.0.node_id.get();
        let is_awaited = || matches!(self.flow.parent(call).1, AstKind::AwaitExpression(_));
        (!is_generator && (!is_async || is_awaited())).then_some(call)
    }

    fn argument_escapes(&self, call: &CallExpression<'a>, span: Span) -> bool {
        if call.callee.span().contains_inclusive(span) {
            return false;
        }
        let Some(mut index) =
            call.arguments.iter().position(|argument| argument.span().contains_inclusive(span))
        else {
            return true;
        };
        if call.arguments.iter().take(index).any(Argument::is_spread) {
            return true;
        }
        if self.flow.of(&call.callee).iter().any(|callee| callee.is_path(&["Reflect", "apply"])) {
            let function = call.arguments.first().and_then(|first| first.as_expression());
            return match index {
                0 => false,
                1 => function.is_none_or(|function| self.receiver_escapes(function)),
                _ => true,
            };
        }
        let mut function = &call.callee;
        if let Some(member) = call.callee.get_inner_expression().get_member_expr()
            && let Some(name @ ("call" | "apply" | "bind")) = self.flow.member_name(member).as_deref()
        {
            if index == 0 {
                return self.receiver_escapes(member.object());
            }
            if name != "call" {
                return true;
            }
            (function, index) = (member.object(), index - 1);
        }
        let callee = self.flow.of(function);
        callee.is_empty()
            || callee.iter().any(|callee| match callee {
                Origin::Function(Some(of)) => !self.passes(call, *of, index),
                Origin::Path(path) => match path.as_slice() {
                    [object, name] if object == "Object" && name == "assign" => {
                        let target = call.arguments.first().and_then(|first| first.as_expression());
                        index > 0 && !target.is_some_and(is_plain_object)
                    }
                    [object, name] if object == "Object" && DEFINERS.contains(&name.as_str()) => index > 0,
                    [name] => !HARMLESS_GLOBALS.contains(&name.as_str()),
                    // A third argument is a receiver.
                    _ if TAKERS.iter().any(|known| callee.is_path(known)) => index > 1,
                    _ => !HARMLESS.iter().any(|known| callee.is_path(known)),
                },
                _ => true,
            })
    }

    /// Whether a call hands an argument to a parameter that is followed.
    fn passes(&self, call: &CallExpression<'a>, function: NodeId, index: usize) -> bool {
        let kind = self.flow.model.semantic.nodes().kind(function);
        let parameter = parameters(kind).and_then(|parameters| parameters.items.get(index));
        self.flow.calls(function).iter().any(|(known, _)| known.node_id == call.node_id)
            && !self.flow.reads_arguments(function)
            && parameter.is_some_and(|parameter| !parameter.has_modifier() && self.binds(&parameter.pattern))
    }

    /// Whether a function may hand on its receiver: `f.call(receiver)`.
    fn receiver_escapes(&self, function: &Expression<'a>) -> bool {
        let callee = self.flow.of(function);
        let member = function.get_inner_expression().get_member_expr();
        let is_asked = |member: &MemberExpression<'a>| {
            let object = member.object().get_inner_expression();
            let is_built_in = matches!(object, Expression::ObjectExpression(object) if object.properties.is_empty())
                || self.flow.of(object).iter().any(|of| matches!(of, Origin::Path(path) if path.last().is_some_and(|last| last == "prototype")));
            is_built_in && self.flow.member_name(member).is_some_and(|name| ASKING.contains(&name.as_ref()))
        };
        if member.is_some_and(is_asked) {
            return false;
        }
        callee.is_empty()
            || callee.iter().any(|callee| match callee {
                Origin::Function(Some(of)) => self.flow.reads_this(*of),
                // Functions of windows want one.
                Origin::Path(path) => !matches!(path.as_slice(), [name] if is_global_function(name)),
                _ => true,
            })
    }
}

/// Whether an object is written with properties alone that have plain values.
fn is_plain_object(object: &Expression<'_>) -> bool {
    matches!(object, Expression::ObjectExpression(object) if object.properties.iter().all(|property| {
        matches!(property, ObjectPropertyKind::ObjectProperty(property) if property.kind == PropertyKind::Init)
    }))
}
