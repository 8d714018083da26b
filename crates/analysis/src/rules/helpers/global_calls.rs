//! Calls of global variables, also through other variables that hold them.

use oxc_ast::AstKind;
use oxc_ast::ast::{
    AssignmentTarget, AssignmentTargetMaybeDefault, AssignmentTargetProperty, BindingPattern, Expression,
    IdentifierReference, PropertyKey,
};
use oxc_semantic::{AstNode, ReferenceId, SymbolId};
use oxc_span::GetSpan;
use oxc_syntax::node::NodeId;

use super::access::GLOBAL_OBJECTS;
use super::keys::{static_key, static_member};
use crate::hash::HashSet;
use crate::lint::Context;

/// What a value is: a global variable of interest by its index, or the global object.
type Value = Option<usize>;

/// Finds calls and constructions of global variables: `report` gets the call and the index of the name. A
/// value is followed through `globalThis`, declarations, assignments and destructuring, as
/// `ReferenceTracker` of `@eslint-community/eslint-utils` follows it.
pub(crate) fn global_calls<'a>(
    names: &[&str],
    ctx: &Context<'a>,
    report: &mut dyn FnMut(&'a AstNode<'a>, usize),
) {
    let mut trace = Trace { names, ctx, work: Vec::new(), seen: HashSet::default() };
    for (name, references) in ctx.scoping().root_unresolved_references() {
        if let Some(index) = names.iter().position(|of| name == of) {
            trace.global(references, Some(index));
        }
        if GLOBAL_OBJECTS.iter().any(|of| name == of) {
            trace.global(references, None);
        }
    }
    while let Some((node, value)) = trace.work.pop() {
        trace.follow(node, value, report);
    }
}

struct Trace<'t, 'a> {
    names: &'t [&'t str],
    ctx: &'t Context<'a>,
    /// Nodes with a known value.
    work: Vec<(NodeId, Value)>,
    seen: HashSet<(SymbolId, Value)>,
}

impl<'a> Trace<'_, 'a> {
    /// Follows the references to a global variable, if nothing declares or writes it.
    fn global(&mut self, references: &[ReferenceId], value: Value) {
        let scoping = self.ctx.scoping();
        let from = self.work.len();
        for reference in references.iter().map(|id| scoping.get_reference(*id)) {
            let is_known = matches!(self.ctx.nodes().kind(reference.node_id()),
                AstKind::IdentifierReference(identifier) if self.ctx.is_global(identifier));
            if reference.is_write() || !is_known {
                self.work.truncate(from);
                return;
            }
            self.work.push((reference.node_id(), value));
        }
    }

    /// What a member of a value is.
    fn member(&self, value: Value, name: &str) -> Option<Value> {
        // Nothing is known of members other than those of the global object.
        if value.is_some() {
            return None;
        }
        self.names.iter().position(|of| *of == name).map(Some)
    }

    fn follow(&mut self, node: NodeId, value: Value, report: &mut dyn FnMut(&'a AstNode<'a>, usize)) {
        let nodes = self.ctx.nodes();
        let span = nodes.kind(node).span();
        let is = |other: &Expression<'_>| other.without_parentheses().span() == span;
        let parent = self.ctx.parent(node);
        let passed_on = match parent.kind() {
            AstKind::ConditionalExpression(conditional) => !is(&conditional.test),
            AstKind::SequenceExpression(sequence) => sequence.expressions.last().is_some_and(is),
            AstKind::LogicalExpression(_)
            | AstKind::ChainExpression(_)
            | AstKind::TSAsExpression(_)
            | AstKind::TSSatisfiesExpression(_)
            | AstKind::TSTypeAssertion(_)
            | AstKind::TSNonNullExpression(_)
            | AstKind::TSInstantiationExpression(_) => true,
            AstKind::StaticMemberExpression(member) => {
                if let Some(value) = self.member(value, &member.property.name) {
                    self.work.push((parent.id(), value));
                }
                false
            }
            AstKind::ComputedMemberExpression(member) if is(&member.object) => {
                let name = super::keys::static_value(&member.expression);
                if let Some(value) = name.and_then(|name| self.member(value, &name)) {
                    self.work.push((parent.id(), value));
                }
                false
            }
            AstKind::CallExpression(call) if is(&call.callee) => {
                value.into_iter().for_each(|index| report(parent, index));
                false
            }
            AstKind::NewExpression(new) if is(&new.callee) => {
                value.into_iter().for_each(|index| report(parent, index));
                false
            }
            AstKind::AssignmentExpression(assignment) if is(&assignment.right) => {
                self.target(&assignment.left, value);
                true
            }
            AstKind::AssignmentTargetWithDefault(target) if is(&target.init) => {
                self.target(&target.binding, value);
                false
            }
            AstKind::AssignmentTargetPropertyIdentifier(target) if target.init.as_ref().is_some_and(is) => {
                self.identifier(&target.binding, value);
                false
            }
            AstKind::AssignmentPattern(pattern) if is(&pattern.right) => {
                self.pattern(&pattern.left, value);
                false
            }
            AstKind::FormalParameter(parameter) if parameter.initializer.as_deref().is_some_and(is) => {
                self.pattern(&parameter.pattern, value);
                false
            }
            AstKind::VariableDeclarator(declarator) if declarator.init.as_ref().is_some_and(is) => {
                self.pattern(&declarator.id, value);
                false
            }
            _ => false,
        };
        if passed_on {
            self.work.push((parent.id(), value));
        }
    }

    fn symbol(&mut self, symbol: SymbolId, value: Value) {
        if !self.seen.insert((symbol, value)) {
            return;
        }
        let references = self.ctx.scoping().get_resolved_references(symbol);
        let reads = references.filter(|reference| reference.is_read());
        self.work.extend(reads.map(|reference| (reference.node_id(), value)));
    }

    fn identifier(&mut self, identifier: &IdentifierReference<'_>, value: Value) {
        let reference = identifier.reference_id.get().map(|id| self.ctx.scoping().get_reference(id));
        if let Some(symbol) = reference.and_then(oxc_semantic::Reference::symbol_id) {
            self.symbol(symbol, value);
        }
    }

    fn pattern(&mut self, pattern: &BindingPattern<'a>, value: Value) {
        match pattern {
            BindingPattern::BindingIdentifier(identifier) => {
                identifier.symbol_id.get().into_iter().for_each(|symbol| self.symbol(symbol, value));
            }
            BindingPattern::ObjectPattern(object) => {
                for property in &object.properties {
                    if let Some(value) = self.property(&property.key, value) {
                        self.pattern(&property.value, value);
                    }
                }
            }
            BindingPattern::AssignmentPattern(assignment) => self.pattern(&assignment.left, value),
            BindingPattern::ArrayPattern(_) => {}
        }
    }

    fn property(&self, key: &PropertyKey<'a>, value: Value) -> Option<Value> {
        static_key(key).and_then(|name| self.member(value, &name))
    }

    fn target(&mut self, target: &AssignmentTarget<'a>, value: Value) {
        match target {
            AssignmentTarget::AssignmentTargetIdentifier(identifier) => self.identifier(identifier, value),
            AssignmentTarget::ObjectAssignmentTarget(object) => {
                for property in &object.properties {
                    match property {
                        AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(property) => {
                            if let Some(value) = self.member(value, &property.binding.name) {
                                self.identifier(&property.binding, value);
                            }
                        }
                        AssignmentTargetProperty::AssignmentTargetPropertyProperty(property) => {
                            if let Some(value) = self.property(&property.name, value) {
                                self.maybe_default(&property.binding, value);
                            }
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn maybe_default(&mut self, target: &AssignmentTargetMaybeDefault<'a>, value: Value) {
        match target {
            AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(target) => {
                self.target(&target.binding, value);
            }
            target => target.as_assignment_target().into_iter().for_each(|target| self.target(target, value)),
        }
    }
}

/// The name of what a call calls: of the variable, or of the member.
pub(crate) fn callee_name<'a>(callee: &Expression<'a>) -> Option<std::borrow::Cow<'a, str>> {
    match callee.without_parentheses() {
        Expression::Identifier(identifier) => Some(identifier.name.as_str().into()),
        callee => static_member(callee.get_member_expr()?),
    }
}
