//! What patterns receive: those of declarations and parameters, and those that assignments have on their left.

use oxc_ast::AstKind;
use oxc_ast::ast::{
    AssignmentTarget, BindingIdentifier, BindingPattern, PropertyKey, SimpleAssignmentTarget,
};
use oxc_semantic::SymbolId;
use oxc_span::GetSpan;
use oxc_syntax::node::NodeId;
use oxc_syntax::operator::AssignmentOperator;

use super::flow::{Flow, Origins};
use super::origin::Origin;

impl<'a> Flow<'_, 'a> {
    /// What a pattern or a name in one receives, and what its default is. Elements of lists receive nothing known.
    pub(super) fn received(&self, node: NodeId) -> Origins {
        let nodes = self.model.semantic.nodes();
        let span = nodes.kind(node).span();
        let (parent, kind) = self.parent(node);
        match kind {
            AstKind::VariableDeclarator(declarator) => {
                declarator.init.as_ref().map_or_else(Vec::new, |init| self.of(init))
            }
            AstKind::FormalParameter(parameter) => {
                let mut origins = self.arguments(parent);
                origins.extend(parameter.initializer.iter().flat_map(|default| self.of(default)));
                origins
            }
            AstKind::AssignmentPattern(with) => {
                let mut origins = self.received(parent);
                origins.extend(self.of(&with.right));
                origins
            }
            AstKind::BindingProperty(property) => self.received_at(parent, &property.key),
            AstKind::BindingRestElement(_) | AstKind::AssignmentTargetRest(_) => {
                self.received_by_parent(parent)
            }
            AstKind::AssignmentExpression(assignment) if assignment.left.span().contains_inclusive(span) => {
                match assignment.operator {
                    AssignmentOperator::Assign
                    | AssignmentOperator::LogicalAnd
                    | AssignmentOperator::LogicalOr
                    | AssignmentOperator::LogicalNullish => self.of(&assignment.right),
                    _ => Vec::new(),
                }
            }
            AstKind::AssignmentTargetWithDefault(with) => {
                let mut origins = self.received(parent);
                origins.extend(self.of(&with.init));
                origins
            }
            AstKind::AssignmentTargetPropertyIdentifier(short) => {
                let mut origins = self.members(&self.received_by_parent(parent), &short.binding.name);
                origins.extend(short.init.iter().flat_map(|default| self.of(default)));
                origins
            }
            AstKind::AssignmentTargetPropertyProperty(long) => self.received_at(parent, &long.name),
            _ => Vec::new(),
        }
    }

    /// What a property of an object pattern receives.
    fn received_at(&self, property: NodeId, key: &PropertyKey<'a>) -> Origins {
        let name = self.key(key);
        name.map_or_else(Vec::new, |name| self.members(&self.received_by_parent(property), &name))
    }

    /// What the object pattern around a property or a rest element receives.
    fn received_by_parent(&self, part: NodeId) -> Origins {
        let (object, kind) = self.parent(part);
        match kind {
            AstKind::ObjectPattern(_) | AstKind::ObjectAssignmentTarget(_) => self.received(object),
            _ => Vec::new(),
        }
    }

    /// The members of a name that some values have.
    pub(super) fn members(&self, objects: &Origins, name: &str) -> Origins {
        if objects.is_empty() {
            return Origin::member_of_unknown(name).into_iter().collect();
        }
        objects.iter().flat_map(|object| self.member_of(object, name)).collect()
    }

    /// What the target of an assignment holds before.
    pub(super) fn of_target(&self, target: &AssignmentTarget<'a>) -> Origins {
        if let Some(member) = target.as_member_expression() {
            let name = self.member_name(member);
            return name.map_or_else(Vec::new, |name| self.member(member.object(), &name));
        }
        match target.as_simple_assignment_target() {
            Some(SimpleAssignmentTarget::AssignmentTargetIdentifier(identifier)) => {
                self.identifier(identifier)
            }
            Some(other) => other.get_expression().map_or_else(Vec::new, |inner| self.of(inner)),
            None => Vec::new(),
        }
    }
}

/// The names of a variable in a pattern.
pub(super) fn each_name<'p, 'a>(
    pattern: &'p BindingPattern<'a>,
    each: &mut dyn FnMut(&'p BindingIdentifier<'a>),
) {
    match pattern {
        BindingPattern::BindingIdentifier(identifier) => each(identifier),
        BindingPattern::ObjectPattern(object) => {
            let properties = object.properties.iter().map(|property| &property.value);
            for value in properties.chain(object.rest.iter().map(|rest| &rest.argument)) {
                each_name(value, each);
            }
        }
        BindingPattern::ArrayPattern(array) => {
            let elements = array.elements.iter().flatten();
            for element in elements.chain(array.rest.iter().map(|rest| &rest.argument)) {
                each_name(element, each);
            }
        }
        BindingPattern::AssignmentPattern(with) => each_name(&with.left, each),
    }
}

/// Where a pattern names a variable.
pub(super) fn names_of(pattern: &BindingPattern<'_>, symbol: SymbolId) -> Vec<NodeId> {
    let mut found = Vec::new();
    each_name(pattern, &mut |name| {
        if name.symbol_id.get() == Some(symbol) {
            found.push(name.node_id.get());
        }
    });
    found
}

/// A pattern without its default.
pub(super) fn without_default<'p, 'a>(pattern: &'p BindingPattern<'a>) -> &'p BindingPattern<'a> {
    match pattern {
        BindingPattern::AssignmentPattern(with) => without_default(&with.left),
        other => other,
    }
}
