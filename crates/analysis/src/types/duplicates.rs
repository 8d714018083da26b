//! Keys that an object literal has twice (TS1117, TS2300).

use std::borrow::Cow;

use oxc_ast::AstKind;
use oxc_ast::ast::{ObjectProperty, ObjectPropertyKind, PropertyKey, PropertyKind};
use oxc_span::{GetSpan, Span};

use super::Problem;
use crate::hash::HashMap;
use crate::model::Model;

/// The kinds of which two are a problem that has words of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Value,
    Method,
    Accessor,
}

pub(super) fn check(model: &Model<'_>, problems: &mut Vec<Problem>) {
    for node in model.semantic.nodes().iter() {
        let AstKind::ObjectExpression(object) = node.kind() else { continue };
        let mut seen: HashMap<Cow<'_, str>, Kind> = HashMap::default();
        for property in &object.properties {
            let ObjectPropertyKind::ObjectProperty(property) = property else { continue };
            let Some(name) = name(&property.key) else { continue };
            let kind = kind(property);
            let Some(before) = seen.get(&name) else {
                seen.insert(name, kind);
                continue;
            };
            let span = whole(property, model);
            if (*before, kind) == (Kind::Value, Kind::Value) {
                let message = "An object literal cannot have multiple properties with the same name.";
                problems.push(Problem::new(span, "TS1117", message.to_owned()));
            } else if (*before, kind) == (Kind::Method, Kind::Method) {
                let text = span.source_text(model.lines.source());
                problems.push(Problem::new(span, "TS2300", format!("Duplicate identifier '{text}'.")));
            }
        }
    }
}

fn kind(property: &ObjectProperty<'_>) -> Kind {
    match property.kind {
        PropertyKind::Init if property.method => Kind::Method,
        PropertyKind::Init => Kind::Value,
        PropertyKind::Get | PropertyKind::Set => Kind::Accessor,
    }
}

/// The name of a key, if it is written out.
fn name<'a>(key: &PropertyKey<'a>) -> Option<Cow<'a, str>> {
    match key {
        PropertyKey::StaticIdentifier(_) | PropertyKey::StringLiteral(_) | PropertyKey::NumericLiteral(_) => {
            key.static_name()
        }
        PropertyKey::TemplateLiteral(text) if text.expressions.is_empty() => key.static_name(),
        _ => None,
    }
}

/// The place of a key, with the brackets of a computed one.
fn whole(property: &ObjectProperty<'_>, model: &Model<'_>) -> Span {
    let span = property.key.span();
    if !property.computed {
        return span;
    }
    let source = model.lines.source().as_bytes();
    let (mut start, mut end) = (span.start, span.end);
    while start > property.span.start && source[start as usize] != b'[' {
        start -= 1;
    }
    while (end as usize) < source.len() && source[end as usize] != b']' {
        end += 1;
    }
    Span::new(start, (end + 1).min(property.span.end))
}
