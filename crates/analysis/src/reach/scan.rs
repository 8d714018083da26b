//! Finds where a file gets hold of what it reaches.

use std::borrow::Cow;

use oxc_ast::AstKind;
use oxc_ast::ast::{
    AssignmentTarget, AssignmentTargetMaybeDefault, AssignmentTargetProperty, BindingPattern, CallExpression,
    Expression, ObjectAssignmentTarget, ObjectPattern,
};
use oxc_span::{GetSpan, Span};
use oxc_syntax::node::NodeId;
use oxc_syntax::operator::LogicalOperator;

use super::called::Called;
use super::flow::{Flow, Origins, is_test, parameters, specifier_node};
use super::imports::is_loader;
use super::origin::Origin;
use super::{Reached, Use};
use crate::rules::{is_text, static_text};

/// Functions that take a property of their first argument by the name in the second.
const TAKERS: [[&str; 2]; 3] =
    [["Reflect", "get"], ["Object", "getOwnPropertyDescriptor"], ["Reflect", "getOwnPropertyDescriptor"]];
/// Functions that run their first argument, if it is a text.
const TIMERS: [&str; 3] = ["setTimeout", "setInterval", "setImmediate"];
/// Members of `Function` that make no code.
const OF_FUNCTION: [&str; 5] = ["prototype", "name", "length", "toString", "hasOwnProperty"];
/// Functions that do no more with the global object than their result says.
const HARMLESS: [[&str; 2]; 12] = [
    ["Object", "assign"],
    ["Object", "create"],
    ["Object", "defineProperty"],
    ["Object", "freeze"],
    ["Object", "getOwnPropertyDescriptors"],
    ["Object", "getPrototypeOf"],
    ["Object", "hasOwn"],
    ["Object", "is"],
    ["Object", "keys"],
    ["Reflect", "getPrototypeOf"],
    ["Reflect", "has"],
    ["Reflect", "ownKeys"],
];

pub(super) fn scan(flow: &Flow<'_, '_>) -> Reached {
    let mut scan = Scan { flow, reached: Reached::default() };
    for node in flow.model.semantic.nodes().iter() {
        scan.node(node.id(), node.kind());
    }
    let Reached { uses, dynamic, changes, writes, texts_run, imports } = &mut scan.reached;
    for found in [uses, dynamic, changes, writes, texts_run] {
        found.sort_unstable();
        found.dedup();
    }
    imports.sort_unstable();
    imports.dedup();
    scan.reached
}

pub(super) struct Scan<'f, 'm, 'a> {
    pub(super) flow: &'f Flow<'m, 'a>,
    pub(super) reached: Reached,
}

impl<'a> Scan<'_, '_, 'a> {
    fn node(&mut self, node: NodeId, kind: AstKind<'a>) {
        match kind {
            AstKind::IdentifierReference(identifier) => {
                let origins = self.flow.identifier(identifier);
                let is_own = self.flow.variable(identifier).is_some();
                // A variable of the file that holds something was reported where it got hold of it.
                if !is_own {
                    self.forms(node, identifier.span, &origins);
                    self.writes_variable(node, identifier);
                }
                self.hands_on(node, &origins);
            }
            AstKind::TSQualifiedName(name) if self.is_in_import(node) => {
                let origins = self.flow.qualified(name);
                self.forms(node, name.right.span, &origins);
            }
            AstKind::ThisExpression(_) => {
                let origins = self.flow.this(node);
                self.hands_on(node, &origins);
            }
            AstKind::StaticMemberExpression(member) => {
                let objects = self.flow.of(&member.object);
                self.writes_member(node, (&member.object, &objects), Some(&member.property.name));
                self.takes(
                    node,
                    (member.property.span, Some(&member.property.name)),
                    &member.object,
                    &objects,
                );
            }
            AstKind::ComputedMemberExpression(member) => {
                let objects = self.flow.of(&member.object);
                let name = static_text(&member.expression, self.flow.model);
                let written =
                    name.clone().or_else(|| self.flow.symbol_name(&member.expression).map(Cow::Owned));
                self.writes_member(node, (&member.object, &objects), written.as_deref());
                self.takes(node, (member.expression.span(), name.as_deref()), &member.object, &objects);
            }
            AstKind::VariableDeclarator(declarator) => {
                if let (BindingPattern::ObjectPattern(object), Some(init)) =
                    (&declarator.id, &declarator.init)
                {
                    let origins = self.flow.of(init);
                    self.pattern(object, &origins);
                }
            }
            AstKind::FormalParameter(parameter) => {
                if let BindingPattern::ObjectPattern(object) = &parameter.pattern {
                    let mut origins = self.flow.arguments(node);
                    origins.extend(parameter.initializer.iter().flat_map(|default| self.flow.of(default)));
                    self.pattern(object, &origins);
                }
            }
            AstKind::AssignmentExpression(assignment) => {
                if let AssignmentTarget::ObjectAssignmentTarget(object) = &assignment.left {
                    let origins = self.flow.of(&assignment.right);
                    self.target(object, &origins);
                }
            }
            AstKind::CallExpression(call) => self.call(call),
            AstKind::ImportDeclaration(import) => {
                for specifier in import.specifiers.iter().flatten() {
                    let origins = self.flow.imported(specifier_node(specifier));
                    self.add(specifier.span(), &origins);
                }
            }
            _ => {}
        }
        self.imports(kind);
    }

    fn add(&mut self, span: Span, origins: &[Origin]) {
        for origin in origins {
            if let Origin::Path(path) = origin
                && !path.is_empty()
            {
                self.reached.uses.push(Use { at: (span.start, span.end), path: path.clone() });
            }
        }
    }

    /// Reports that a member of these is taken whose name no constant gives.
    fn dynamic(&mut self, span: Span, origins: &[Origin]) {
        for origin in origins {
            if let Origin::Path(path) = origin {
                self.reached.dynamic.push(Use { at: (span.start, span.end), path: path.clone() });
            }
        }
    }

    /// An expression that gets hold of something, unless it only asks whether it is there.
    fn forms(&mut self, node: NodeId, span: Span, origins: &[Origin]) {
        if origins.is_empty() || self.is_question(node) {
            return;
        }
        let is_function = origins.iter().any(|origin| origin.is_path(&["Function"]));
        if is_function && self.is_of_function(node) {
            return;
        }
        self.add(span, origins);
    }

    /// Whether what is used of `Function` makes no code.
    fn is_of_function(&self, node: NodeId) -> bool {
        let span = self.flow.model.semantic.nodes().kind(node).span();
        match self.flow.parent(node).1 {
            AstKind::StaticMemberExpression(member) => {
                member.object.span().contains_inclusive(span)
                    && OF_FUNCTION.contains(&member.property.name.as_str())
            }
            AstKind::ExpressionStatement(_) => true,
            AstKind::BinaryExpression(binary) => binary.operator.is_relational(),
            _ => false,
        }
    }

    fn takes(
        &mut self,
        node: NodeId,
        (span, name): (Span, Option<&str>),
        object: &Expression<'a>,
        objects: &[Origin],
    ) {
        let Some(name) = name else {
            return self.dynamic(span, objects);
        };
        let mut members: Origins =
            objects.iter().flat_map(|object| self.flow.member_of(object, name)).collect();
        if objects.is_empty() {
            // What `.constructor` of any value is.
            members = self.flow.member(object, name);
        }
        self.forms(node, span, &members);
        self.hands_on(node, &members);
    }

    /// Whether a name with dots is a value: that of `import a = object.name`.
    fn is_in_import(&self, node: NodeId) -> bool {
        let mut around = self.flow.model.semantic.nodes().ancestor_kinds(node);
        let outer = around.find(|kind| !matches!(kind, AstKind::TSQualifiedName(_)));
        matches!(outer, Some(AstKind::TSImportEqualsDeclaration(import)) if !import.import_kind.is_type())
    }

    fn pattern(&mut self, object: &ObjectPattern<'a>, origins: &[Origin]) {
        if origins.is_empty() {
            return;
        }
        for property in &object.properties {
            let span = property.key.span();
            let Some(name) = self.flow.key(&property.key) else {
                self.dynamic(span, origins);
                continue;
            };
            let members: Origins =
                origins.iter().flat_map(|origin| self.flow.member_of(origin, &name)).collect();
            self.add(span, &members);
            let value = match &property.value {
                BindingPattern::AssignmentPattern(with) => &with.left,
                other => other,
            };
            if let BindingPattern::ObjectPattern(inner) = value {
                self.pattern(inner, &members);
            }
        }
    }

    fn target(&mut self, object: &ObjectAssignmentTarget<'a>, origins: &[Origin]) {
        if origins.is_empty() {
            return;
        }
        for property in &object.properties {
            let (name, span, inner) = match property {
                AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(short) => {
                    (Some(short.binding.name.to_string()), short.binding.span, None)
                }
                AssignmentTargetProperty::AssignmentTargetPropertyProperty(long) => {
                    let into = match &long.binding {
                        AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(with) => {
                            Some(&with.binding)
                        }
                        other => other.as_assignment_target(),
                    };
                    (self.flow.key(&long.name), long.name.span(), into)
                }
            };
            let Some(name) = name else {
                self.dynamic(span, origins);
                continue;
            };
            let members: Origins =
                origins.iter().flat_map(|origin| self.flow.member_of(origin, &name)).collect();
            self.add(span, &members);
            if let Some(AssignmentTarget::ObjectAssignmentTarget(inner)) = inner {
                self.target(inner, &members);
            }
        }
    }

    fn call(&mut self, call: &CallExpression<'a>) {
        let called = Called::of(call, self.flow);
        self.imports_by_call(call, &called);
        if let Some(first) = called.argument(0) {
            self.writes_by_call(call, first, &called);
            let is_timer = |timer: &&str| called.callee.iter().any(|callee| callee.is_path(&[timer]));
            if let Some(timer) = TIMERS.into_iter().find(|timer| is_timer(timer))
                && is_text(first, self.flow.model)
            {
                let path = vec![timer.to_owned()];
                self.reached.texts_run.push(Use { at: (call.span.start, call.span.end), path });
            }
        }
        if !called.callee.iter().any(|callee| TAKERS.iter().any(|taker| callee.is_path(taker))) {
            return;
        }
        let Some(object) = called.argument(0) else { return };
        match self.flow.taken(&called) {
            Some((span, members)) => self.add(span, &members),
            None => self.dynamic(called.place(1).unwrap_or(call.span), &self.flow.of(object)),
        }
    }

    /// Reports the global object, and what loads modules, if they go where the analysis follows no value.
    fn hands_on(&mut self, node: NodeId, origins: &[Origin]) {
        let is_global = origins.iter().any(Origin::is_global);
        let is_loader = origins.iter().any(is_loader);
        if !(is_global || is_loader) || !self.escapes(node) {
            return;
        }
        let span = self.flow.model.semantic.nodes().kind(node).span();
        if is_global {
            self.dynamic(span, &[Origin::global()]);
        }
        if is_loader {
            self.imports_unknown(span);
        }
    }

    /// Whether a node is only asked whether it is there.
    fn is_question(&self, node: NodeId) -> bool {
        let span = self.flow.model.semantic.nodes().kind(node).span();
        match self.flow.parent(node).1 {
            AstKind::UnaryExpression(unary) => is_test(unary.operator),
            AstKind::BinaryExpression(binary) => {
                binary.operator.is_equality()
                    || binary.operator.is_in()
                    || (binary.operator.is_instance_of() && binary.right.span().contains_inclusive(span))
            }
            AstKind::IfStatement(statement) => statement.test.span().contains_inclusive(span),
            AstKind::ConditionalExpression(conditional) => conditional.test.span().contains_inclusive(span),
            AstKind::LogicalExpression(logical) => {
                logical.operator == LogicalOperator::And && logical.left.span().contains_inclusive(span)
            }
            AstKind::TSTypeQuery(_) | AstKind::TSQualifiedName(_) | AstKind::TSTypeReference(_) => true,
            AstKind::TSInterfaceHeritage(_) | AstKind::TSClassImplements(_) => true,
            _ => false,
        }
    }

    fn escapes(&self, node: NodeId) -> bool {
        let nodes = self.flow.model.semantic.nodes();
        let mut at = node;
        loop {
            if self.is_question(at) {
                return false;
            }
            let span = nodes.kind(at).span();
            let (parent, kind) = self.flow.parent(at);
            let goes_on = match kind {
                // What is taken there is told there.
                AstKind::StaticMemberExpression(_) | AstKind::ComputedMemberExpression(_) => return false,
                AstKind::ExpressionStatement(_)
                | AstKind::UnaryExpression(_)
                | AstKind::BinaryExpression(_)
                | AstKind::TemplateLiteral(_)
                | AstKind::ForInStatement(_)
                | AstKind::WithStatement(_)
                | AstKind::FormalParameter(_)
                | AstKind::AssignmentPattern(_)
                | AstKind::AssignmentTargetWithDefault(_)
                | AstKind::AssignmentTargetPropertyIdentifier(_) => return false,
                AstKind::LogicalExpression(_)
                | AstKind::ConditionalExpression(_)
                | AstKind::AwaitExpression(_)
                | AstKind::ObjectExpression(_) => true,
                AstKind::SequenceExpression(sequence) => {
                    let is_last =
                        sequence.expressions.last().is_some_and(|last| last.span().contains_inclusive(span));
                    if !is_last {
                        return false;
                    }
                    true
                }
                AstKind::SpreadElement(_) => {
                    matches!(self.flow.parent(parent).1, AstKind::ObjectExpression(_))
                }
                AstKind::VariableDeclarator(declarator) => {
                    return matches!(declarator.id, BindingPattern::ArrayPattern(_));
                }
                AstKind::AssignmentExpression(assignment) => {
                    assignment.left.span().contains_inclusive(span)
                        || matches!(
                            assignment.left,
                            AssignmentTarget::AssignmentTargetIdentifier(_)
                                | AssignmentTarget::ObjectAssignmentTarget(_)
                        )
                }
                AstKind::CallExpression(call) => return self.argument_escapes(call, span),
                AstKind::ReturnStatement(_) => match self.function_call(parent) {
                    Some(call) => {
                        at = call;
                        continue;
                    }
                    None => return true,
                },
                AstKind::ArrowFunctionExpression(_) => match self.flow.call_of(parent) {
                    Some((call, _)) => {
                        at = call.node_id.get();
                        continue;
                    }
                    None => return true,
                },
                AstKind::TSTypeQuery(_) | AstKind::TSQualifiedName(_) | AstKind::TSTypeReference(_) => {
                    return false;
                }
                _ => return true,
            };
            if !goes_on {
                return true;
            }
            at = parent;
        }
    }

    /// The call of the function that a `return` statement leaves, if the function is called where it stands.
    fn function_call(&self, statement: NodeId) -> Option<NodeId> {
        let nodes = self.flow.model.semantic.nodes();
        let function = nodes.ancestors(statement).find(|outer| {
            matches!(outer.kind(), AstKind::Function(_) | AstKind::ArrowFunctionExpression(_))
        })?;
        self.flow.call_of(function.id()).map(|(call, _)| call.node_id.get())
    }

    fn argument_escapes(&self, call: &CallExpression<'a>, span: Span) -> bool {
        if call.callee.span().contains_inclusive(span) {
            return false;
        }
        let mut callee = self.flow.of(&call.callee);
        let mut index = call.arguments.iter().position(|argument| argument.span().contains_inclusive(span));
        if let Some(member) = call.callee.get_member_expr()
            && let Some("call" | "apply" | "bind") = member.static_property_name()
        {
            if index == Some(0) {
                // `f.call(window)`: the receiver of a function.
                return false;
            }
            if member.static_property_name() == Some("call") {
                (callee, index) = (self.flow.of(member.object()), index.map(|index| index - 1));
            }
        }
        callee.is_empty()
            || callee.iter().any(|callee| match callee {
                Origin::Function(Some(function)) => {
                    let kind = self.flow.model.semantic.nodes().kind(*function);
                    let followed = parameters(kind)
                        .zip(index)
                        .and_then(|(parameters, index)| parameters.items.get(index));
                    !followed.is_some_and(|parameter| {
                        matches!(
                            parameter.pattern,
                            BindingPattern::BindingIdentifier(_) | BindingPattern::ObjectPattern(_)
                        )
                    })
                }
                callee => {
                    let is_known = TAKERS.iter().chain(&HARMLESS).any(|known| callee.is_path(known));
                    !is_known
                }
            })
    }
}
