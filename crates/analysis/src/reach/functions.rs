//! The functions of a file: what calls pass to them, what they return, and what they read.

use oxc_ast::AstKind;
use oxc_ast::ast::{Argument, BindingPattern, CallExpression, Expression};
use oxc_semantic::AstNode;
use oxc_span::GetSpan;
use oxc_syntax::node::NodeId;

use super::flow::{Flow, Origins, bounded, parameters};
use crate::hash::{HashMap, HashSet};

impl<'a> Flow<'_, 'a> {
    /// What a function of this file returns.
    pub(super) fn returned(&self, function: NodeId) -> Origins {
        self.returned_expressions(function).into_iter().flat_map(|expression| self.of(expression)).collect()
    }

    /// The expressions whose values a function of this file returns.
    pub(super) fn returned_expressions(&self, function: NodeId) -> Vec<&'a Expression<'a>> {
        if let AstKind::ArrowFunctionExpression(arrow) = self.kind(function)
            && let Some(expression) = arrow.get_expression()
        {
            return vec![expression];
        }
        let returned = self.returned.get_or_init(|| {
            let nodes = self.model.semantic.nodes();
            let mut returned: HashMap<NodeId, Vec<&'a Expression<'a>>> = HashMap::default();
            for node in nodes.iter() {
                let AstKind::ReturnStatement(statement) = node.kind() else { continue };
                let Some(argument) = &statement.argument else { continue };
                if let Some(function) = self.function_around(node.id()) {
                    returned.entry(function).or_default().push(argument);
                }
            }
            returned
        });
        returned.get(&function).cloned().unwrap_or_default()
    }

    /// The function that has a node.
    pub(super) fn function_around(&self, node: NodeId) -> Option<NodeId> {
        let mut around = self.model.semantic.nodes().ancestors(node);
        let is_function = |outer: &&AstNode<'a>| {
            matches!(outer.kind(), AstKind::Function(_) | AstKind::ArrowFunctionExpression(_))
        };
        around.find(is_function).map(AstNode::id)
    }

    /// Whether a function has a name that the code reads.
    pub(super) fn is_used_elsewhere(&self, function: NodeId) -> bool {
        let AstKind::Function(function) = self.kind(function) else { return false };
        let symbol = function.id.as_ref().and_then(|id| id.symbol_id.get());
        symbol.is_some_and(|symbol| {
            self.model.semantic.scoping().get_resolved_references(symbol).next().is_some()
        })
    }

    /// Whether a function reads its `this`.
    pub(super) fn reads_this(&self, function: NodeId) -> bool {
        self.readers()[0].contains(&function)
    }

    /// Whether a function reads its `arguments`.
    pub(super) fn reads_arguments(&self, function: NodeId) -> bool {
        self.readers()[1].contains(&function)
    }

    fn readers(&self) -> &[HashSet<NodeId>; 2] {
        self.readers.get_or_init(|| {
            let mut readers = [HashSet::default(), HashSet::default()];
            let nodes = self.model.semantic.nodes();
            for node in nodes.iter() {
                let read = match node.kind() {
                    AstKind::ThisExpression(_) => 0,
                    AstKind::IdentifierReference(name) if name.name == "arguments" => 1,
                    _ => continue,
                };
                let function =
                    nodes.ancestors(node.id()).find(|outer| matches!(outer.kind(), AstKind::Function(_)));
                readers[read].extend(function.map(AstNode::id));
            }
            readers
        })
    }

    /// What the calls of a function that are known pass for a parameter.
    pub(crate) fn arguments(&self, parameter: NodeId) -> Origins {
        let Some(function) = self.function_around(parameter) else { return Vec::new() };
        let Some(index) = parameters(self.kind(function))
            .and_then(|parameters| parameters.items.iter().position(|item| item.node_id.get() == parameter))
        else {
            return Vec::new();
        };
        let calls = self.calls(function);
        bounded(calls.into_iter().flat_map(|(call, skipped)| {
            let argument = call.arguments.get(index + skipped).and_then(Argument::as_expression);
            argument.map_or_else(Vec::new, |argument| self.of(argument))
        }))
    }

    /// The known calls of a function, and how many arguments come before its own: one in `f.call(this, a)`.
    pub(super) fn calls(&self, function: NodeId) -> Vec<(&'a CallExpression<'a>, usize)> {
        let scoping = self.model.semantic.scoping();
        let mut calls: Vec<_> = self.call_of(function).into_iter().collect();
        let named = match self.kind(function) {
            AstKind::Function(function) => function.id.as_ref().and_then(|id| id.symbol_id.get()),
            _ => None,
        };
        let held = match self.parent(function).1 {
            AstKind::VariableDeclarator(declarator) => match &declarator.id {
                BindingPattern::BindingIdentifier(id) => id.symbol_id.get(),
                _ => None,
            },
            _ => None,
        };
        for symbol in named.into_iter().chain(held) {
            let references = scoping.get_resolved_references(symbol);
            calls.extend(references.filter_map(|reference| self.call_of(reference.node_id())));
        }
        calls
    }

    /// The call whose callee is a node.
    pub(crate) fn call_of(&self, callee: NodeId) -> Option<(&'a CallExpression<'a>, usize)> {
        let span = self.kind(callee).span();
        let (parent, kind) = self.parent(callee);
        match kind {
            AstKind::CallExpression(call) if call.callee.span().contains_inclusive(span) => Some((call, 0)),
            AstKind::StaticMemberExpression(member) if member.property.name == "call" => {
                match self.parent(parent).1 {
                    AstKind::CallExpression(call) if call.callee.span().contains_inclusive(span) => {
                        Some((call, 1))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
