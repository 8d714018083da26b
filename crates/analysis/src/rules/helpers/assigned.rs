//! The variables that patterns declare and assign.

use oxc_ast::ast::{
    AssignmentTarget, AssignmentTargetMaybeDefault, AssignmentTargetProperty, BindingIdentifier,
    BindingPattern, IdentifierReference,
};
use oxc_semantic::{Reference, SymbolId};
use oxc_span::Span;
use smallvec::SmallVec;

use crate::lint::Context;

/// Variables with their identifiers: mostly one.
pub(crate) type Assigned = SmallVec<[(SymbolId, Span); 1]>;

/// The variables that a pattern declares, with their identifiers.
pub(crate) fn declared(pattern: &BindingPattern<'_>) -> Assigned {
    let declared = |identifier: &BindingIdentifier<'_>| Some((identifier.symbol_id.get()?, identifier.span));
    match pattern {
        BindingPattern::BindingIdentifier(identifier) => declared(identifier).into_iter().collect(),
        pattern => pattern.get_binding_identifiers().into_iter().filter_map(declared).collect(),
    }
}

/// The variables that a target assigns, with their identifiers.
pub(crate) fn assigned(target: &AssignmentTarget<'_>, ctx: &Context<'_>) -> Assigned {
    let mut found = Assigned::new();
    add(target, ctx, &mut found);
    found
}

fn add(target: &AssignmentTarget<'_>, ctx: &Context<'_>, found: &mut Assigned) {
    match target {
        AssignmentTarget::AssignmentTargetIdentifier(identifier) => add_identifier(identifier, ctx, found),
        AssignmentTarget::ArrayAssignmentTarget(array) => {
            for element in array.elements.iter().flatten() {
                add_maybe_default(element, ctx, found);
            }
            if let Some(rest) = &array.rest {
                add(&rest.target, ctx, found);
            }
        }
        AssignmentTarget::ObjectAssignmentTarget(object) => {
            for property in &object.properties {
                match property {
                    AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(property) => {
                        add_identifier(&property.binding, ctx, found);
                    }
                    AssignmentTargetProperty::AssignmentTargetPropertyProperty(property) => {
                        add_maybe_default(&property.binding, ctx, found);
                    }
                }
            }
            if let Some(rest) = &object.rest {
                add(&rest.target, ctx, found);
            }
        }
        _ => {}
    }
}

fn add_maybe_default(target: &AssignmentTargetMaybeDefault<'_>, ctx: &Context<'_>, found: &mut Assigned) {
    match target {
        AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(target) => add(&target.binding, ctx, found),
        target => target.as_assignment_target().into_iter().for_each(|target| add(target, ctx, found)),
    }
}

fn add_identifier(identifier: &IdentifierReference<'_>, ctx: &Context<'_>, found: &mut Assigned) {
    let reference = identifier.reference_id.get().map(|id| ctx.scoping().get_reference(id));
    found.extend(reference.and_then(Reference::symbol_id).map(|symbol| (symbol, identifier.span)));
}
