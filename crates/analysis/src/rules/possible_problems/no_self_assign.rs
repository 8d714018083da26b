//! `no-self-assign`: disallow assignments where both sides are exactly the same.
//!
//! Such an assignment has no effect, and is often what is left of a refactoring.
//!
//! Options: `{ props: true }`; with `false`, properties are not examined.
//!
//! ```js fails
//! [first, last] = [last, last];
//! ```
//!
//! ```js passes
//! [first, last] = [last, first];
//! ```


use oxc_syntax::operator::AssignmentOperator;

use crate::hash::HashMap;
use crate::rules::helpers::keys::static_key;
use crate::rules::helpers::same_reference::{is_same_member, member_of};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-self-assign",
    recommended: true,
    messages: &[("selfAssignment", "'{{name}}' is assigned to itself.")],
    types: &[AstType::AssignmentExpression],
    run: Run::Configured(|options| {
        let props = options.only_object(&["props"])?.bool("props", true)?;
        Ok(Check::nodes(move |node, ctx| {
            let AstKind::AssignmentExpression(assignment) = node.kind() else { return };
            if matches!(
                assignment.operator,
                AssignmentOperator::Assign
                    | AssignmentOperator::LogicalAnd
                    | AssignmentOperator::LogicalOr
                    | AssignmentOperator::LogicalNullish
            ) {
                Search { props, ctx }.target(&assignment.left, &assignment.right);
            }
        }))
    }),
    ..Rule::DEFAULT
};

struct Search<'c, 'a> {
    props: bool,
    ctx: &'c Context<'a>,
}

impl<'a> Search<'_, 'a> {
    fn report(&self, span: Span) {
        let name: String = self.ctx.text(span).split(|char: char| char.is_whitespace() || char == '\u{feff}').collect();
        self.ctx.report(span, "selfAssignment").data("name", name);
    }

    fn target(&self, left: &AssignmentTarget<'a>, right: &Expression<'a>) {
        let right = right.without_parentheses();
        match left {
            AssignmentTarget::AssignmentTargetIdentifier(left) => self.name(&left.name, right),
            AssignmentTarget::ArrayAssignmentTarget(left) => {
                if let Expression::ArrayExpression(right) = right {
                    self.array(left, right);
                }
            }
            AssignmentTarget::ObjectAssignmentTarget(left) => {
                if let Expression::ObjectExpression(right) = right {
                    self.object(left, right);
                }
            }
            left => {
                if self.props
                    && let (Some(left), Some(member)) = (left.as_member_expression(), member_of(right))
                    && is_same_member(left, member)
                {
                    self.report(right.span());
                }
            }
        }
    }

    fn name(&self, name: &str, right: &Expression<'a>) {
        if let Expression::Identifier(right) = right.without_parentheses()
            && right.name == name
        {
            self.report(right.span);
        }
    }

    fn array(&self, left: &ArrayAssignmentTarget<'a>, right: &ArrayExpression<'a>) {
        for (index, element) in right.elements.iter().enumerate() {
            match (left.elements.get(index), element) {
                // What follows a spread element has an unknown place.
                (Some(_), ArrayExpressionElement::SpreadElement(_)) => return,
                (Some(Some(target)), element) => {
                    if let (Some(target), Some(element)) = (target.as_assignment_target(), element.as_expression()) {
                        self.target(target, element);
                    }
                }
                (Some(None), _) => {}
                (None, element) => {
                    if let (Some(rest), ArrayExpressionElement::SpreadElement(spread)) = (&left.rest, element)
                        && index == left.elements.len()
                        && index + 1 == right.elements.len()
                    {
                        self.target(&rest.target, &spread.argument);
                    }
                    return;
                }
            }
        }
    }

    fn object(&self, left: &ObjectAssignmentTarget<'a>, right: &ObjectExpression<'a>) {
        // A spread property can change what is before it.
        let spread = right.properties.iter().rposition(ObjectPropertyKind::is_spread);
        let mut values: HashMap<_, Vec<&Expression<'a>>> = HashMap::default();
        for property in &right.properties[spread.map_or(0, |at| at + 1)..] {
            if let ObjectPropertyKind::ObjectProperty(property) = property
                && property.kind == PropertyKind::Init
                && !property.method
                && let Some(name) = static_key(&property.key)
            {
                values.entry(name).or_default().push(&property.value);
            }
        }
        for property in &left.properties {
            match property {
                AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(left) => {
                    if left.init.is_none() {
                        for value in values.get(left.binding.name.as_str()).into_iter().flatten() {
                            self.name(&left.binding.name, value);
                        }
                    }
                }
                AssignmentTargetProperty::AssignmentTargetPropertyProperty(left) => {
                    let Some(name) = static_key(&left.name) else { continue };
                    let Some(target) = left.binding.as_assignment_target() else { continue };
                    for value in values.get(&name).into_iter().flatten() {
                        self.target(target, value);
                    }
                }
            }
        }
    }
}
