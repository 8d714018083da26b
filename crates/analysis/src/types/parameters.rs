//! Names in `@param` that are no parameter (TS8024).

use oxc_ast::AstKind;
use oxc_ast::ast::{BindingPattern, FormalParameters};
use oxc_span::Span;

use super::Problem;
use super::functions::{documented, uses_arguments};
use super::jsdoc::{self, Doc};
use crate::hash::HashSet;
use crate::model::Model;

pub(super) fn check(model: &Model<'_>, problems: &mut Vec<Problem>) {
    if model.source_type.is_typescript() || !model.lines.source().contains("@param") {
        return;
    }
    for node in model.semantic.nodes().iter() {
        let (params, span) = match node.kind() {
            AstKind::Function(function) if function.body.is_some() => (&function.params, function.span),
            AstKind::ArrowFunctionExpression(arrow) => (&arrow.params, arrow.span),
            _ => continue,
        };
        if let Some(start) = documented(model, node.id()) {
            compare(model, params, span, start, problems);
        }
    }
}

fn compare(
    model: &Model<'_>,
    params: &FormalParameters<'_>,
    span: Span,
    start: u32,
    problems: &mut Vec<Problem>,
) {
    let Some(Doc::Params(tags)) = jsdoc::before(model, start) else { return };
    let mut names = HashSet::default();
    for pattern in params
        .items
        .iter()
        .map(|item| &item.pattern)
        .chain(params.rest.iter().map(|rest| &rest.rest.argument))
    {
        let pattern = match pattern {
            BindingPattern::AssignmentPattern(with_default) => &with_default.left,
            pattern => pattern,
        };
        // A pattern is documented by place, under any name.
        let BindingPattern::BindingIdentifier(id) = pattern else { return };
        names.insert(id.name.as_str());
    }
    if tags.iter().all(|tag| names.contains(tag.name)) || uses_arguments(model, span) {
        return;
    }
    for tag in &tags {
        let has_members = tags
            .iter()
            .any(|other| other.name.strip_prefix(tag.name).is_some_and(|rest| rest.starts_with('.')));
        if tag.kind.is_some() && !names.contains(tag.name) && !tag.name.contains('.') && !has_members {
            let message = format!(
                "JSDoc '@param' tag has name '{}', but there is no parameter with that name.",
                tag.name
            );
            problems.push(Problem::new(tag.span, "TS8024", message));
        }
    }
}
