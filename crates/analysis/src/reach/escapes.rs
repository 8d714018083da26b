//! Where values go that the analysis must not lose. Whatever is not known to be followed counts as lost.

use oxc_ast::AstKind;
use oxc_ast::ast::{
    Argument, AssignmentTarget, BindingPattern, CallExpression, Expression, IdentifierReference,
};
use oxc_semantic::SymbolId;
use oxc_span::{GetSpan, Span};
use oxc_syntax::node::NodeId;

use super::flow::parameters;
use super::origin::Origin;
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
/// Methods that give their receiver, or call it.
const GIVES_RECEIVER: [&str; 7] =
    ["__lookupGetter__", "__lookupSetter__", "apply", "bind", "call", "get", "valueOf"];

impl<'a> Scan<'_, '_, 'a> {
    /// Whether the value of a node goes where the analysis does not follow it.
    pub(super) fn escapes(&self, node: NodeId) -> bool {
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
                    return !self.is_followed_target(&with.binding);
                }
                AstKind::AssignmentTargetPropertyIdentifier(short) => {
                    return !self.is_followed_name(&short.binding);
                }
                AstKind::AssignmentExpression(assignment) => {
                    if assignment.operator.is_arithmetic() || assignment.operator.is_bitwise() {
                        return false;
                    }
                    let is_left = assignment.left.span().contains_inclusive(span);
                    if is_left && assignment.operator.is_assign() {
                        return false;
                    }
                    if !is_left && !self.is_followed_target(&assignment.left) {
                        return true;
                    }
                    parent
                }
                AstKind::CallExpression(call) => return self.argument_escapes(call, span),
                AstKind::ReturnStatement(_) => match self.call_of_function_around(parent) {
                    Some(call) => call,
                    None => return true,
                },
                AstKind::ArrowFunctionExpression(_) => match self.call_with_its_result(parent) {
                    Some(call) => call,
                    None => return true,
                },
                _ => return true,
            };
        }
    }

    /// Whether the analysis follows what an assignment puts into a target.
    pub(super) fn is_followed_target(&self, target: &AssignmentTarget<'a>) -> bool {
        if let Some(member) = target.as_member_expression() {
            // `window.global = window` gives the global object another name that is known.
            let name = self.flow.member_name(member);
            return name.is_some_and(|name| Origin::variable(&name).is_global())
                && self.flow.of(member.object()).iter().any(Origin::is_global);
        }
        match target {
            AssignmentTarget::AssignmentTargetIdentifier(identifier) => self.is_followed_name(identifier),
            AssignmentTarget::ObjectAssignmentTarget(_) => true,
            _ => false,
        }
    }

    pub(super) fn is_followed_name(&self, name: &IdentifierReference<'a>) -> bool {
        match self.flow.variable(name) {
            Some(symbol) => !self.is_in_namespace(symbol),
            None => Origin::variable(&name.name).is_global(),
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

    /// The call of the function that a `return` statement leaves, if it has the value.
    fn call_of_function_around(&self, statement: NodeId) -> Option<NodeId> {
        let mut around = self.flow.model.semantic.nodes().ancestors(statement);
        let function = around.find(|outer| {
            matches!(outer.kind(), AstKind::Function(_) | AstKind::ArrowFunctionExpression(_))
        })?;
        self.call_with_its_result(function.id())
    }

    /// The call of a function that is called where it stands, if it has what the function returns. That of an asynchronous
    /// function has it after `await`.
    fn call_with_its_result(&self, function: NodeId) -> Option<NodeId> {
        let (is_async, is_generator) = match self.flow.model.semantic.nodes().kind(function) {
            AstKind::Function(function) => (function.r#async, function.generator),
            AstKind::ArrowFunctionExpression(arrow) => (arrow.r#async, false),
            _ => return None,
        };
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
                        index > 0 && !matches!(target, Some(Expression::ObjectExpression(_)))
                    }
                    [name] => !HARMLESS_GLOBALS.contains(&name.as_str()),
                    _ => !TAKERS.iter().chain(&HARMLESS).any(|known| callee.is_path(known)),
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
        let member = function.get_inner_expression().get_member_expr();
        let name = member.and_then(|member| self.flow.member_name(member));
        let gives = |name: &str| GIVES_RECEIVER.contains(&name);
        let callee = self.flow.of(function);
        name.is_some_and(|name| gives(&name))
            || callee.is_empty()
            || callee.iter().any(|callee| match callee {
                Origin::Function(Some(of)) => self.flow.reads_this(*of),
                Origin::Path(path) => path.last().is_some_and(|last| gives(last)),
                _ => false,
            })
    }
}
