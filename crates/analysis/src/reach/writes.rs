//! Finds what a file writes to objects that other code shares.

use std::borrow::Cow;

use oxc_ast::AstKind;
use oxc_ast::ast::{CallExpression, Expression, IdentifierReference, ObjectExpression, ObjectPropertyKind};
use oxc_span::{GetSpan, Span};
use oxc_syntax::node::NodeId;

use super::Use;
use super::called::Called;
use super::flow::Origins;
use super::origin::{Origin, is_standard};
use super::scan::Scan;
use crate::rules::static_text;

/// Functions that change their first argument.
const CHANGERS: [[&str; 2]; 8] = [
    ["Object", "assign"],
    ["Object", "defineProperties"],
    ["Object", "defineProperty"],
    ["Object", "setPrototypeOf"],
    ["Reflect", "defineProperty"],
    ["Reflect", "deleteProperty"],
    ["Reflect", "set"],
    ["Reflect", "setPrototypeOf"],
];
/// The name of a property whose name nothing tells.
const UNKNOWN: &str = "*";

impl<'a> Scan<'_, '_, 'a> {
    /// A write to a global variable.
    pub(super) fn writes_variable(&mut self, node: NodeId, identifier: &IdentifierReference<'a>) {
        if self.is_written(node)
            && let Origin::Path(path) = Origin::variable(&identifier.name)
        {
            self.written(node, identifier.span, path);
        }
    }

    /// A write to a property of some objects. `None` is a name that no constant gives.
    pub(super) fn writes_member(
        &mut self,
        node: NodeId,
        (object, objects): (&Expression<'a>, &[Origin]),
        name: Option<&str>,
    ) {
        if !self.is_written(node) {
            return;
        }
        let span = self.flow.model.semantic.nodes().kind(node).span();
        let of_unknown = self.is_proto(object) && !objects.iter().any(is_prototype);
        if of_unknown || name == Some("__proto__") {
            let path = vec!["__proto__".to_owned()];
            self.reached.changes.push(Use { at: (span.start, span.end), path });
        }
        // What is spread into an object is copied.
        let objects = if self.flow.is_written_out(object) { &[] } else { objects };
        self.changed(span, objects);
        let unknown = Origin::Path(vec!["__proto__".to_owned()]);
        let objects = objects.iter().chain(of_unknown.then_some(&unknown));
        self.write_all(node, span, objects, &[name.unwrap_or(UNKNOWN).to_owned()]);
    }

    /// A call of a function that writes to its first argument.
    pub(super) fn writes_by_call(
        &mut self,
        call: &CallExpression<'a>,
        first: &Expression<'a>,
        called: &Called<'_, 'a>,
    ) {
        if let Some(prototype) = called.callee.iter().find_map(defined_on) {
            self.changed(call.callee.span(), &[prototype]);
        }
        let changer =
            called.callee.iter().find_map(|callee| CHANGERS.iter().find(|changer| callee.is_path(*changer)));
        let Some([_, function]) = changer else { return };
        let objects = if self.flow.is_written_out(first) { Vec::new() } else { self.flow.of(first) };
        self.changed(first.span(), &objects);
        let names = self.names_written(function, called);
        self.write_all(call.node_id.get(), first.span(), objects.iter(), &names);
    }

    /// The properties that a function such as `Object.assign` writes.
    fn names_written(&self, function: &str, called: &Called<'_, 'a>) -> Vec<String> {
        let sources = called.arguments().skip(1);
        match function {
            "setPrototypeOf" => vec!["__proto__".to_owned()],
            "assign" | "defineProperties" => sources
                .flat_map(|source| match source.map(Expression::get_inner_expression) {
                    Some(Expression::ObjectExpression(object)) => object
                        .properties
                        .iter()
                        .map(|property| match property {
                            ObjectPropertyKind::ObjectProperty(property) => self.flow.key(&property.key),
                            ObjectPropertyKind::SpreadProperty(_) => None,
                        })
                        .collect(),
                    _ => vec![None],
                })
                .map(|name| name.unwrap_or_else(|| UNKNOWN.to_owned()))
                .collect(),
            _ => {
                let name = called.argument(1).and_then(|key| {
                    let text = static_text(key, self.flow.model).map(Cow::into_owned);
                    text.or_else(|| self.flow.symbol_name(key))
                });
                vec![name.unwrap_or_else(|| UNKNOWN.to_owned())]
            }
        }
    }

    fn write_all<'o>(
        &mut self,
        node: NodeId,
        span: Span,
        objects: impl Iterator<Item = &'o Origin>,
        names: &[String],
    ) {
        for object in objects {
            let Origin::Path(path) = object else { continue };
            for name in names {
                let mut path = path.clone();
                path.push(name.clone());
                self.written(node, span, path);
            }
        }
    }

    /// Adds a write, unless it only fills in what is missing.
    fn written(&mut self, node: NodeId, span: Span, path: Vec<String>) {
        if !self.fills_in(node, &path) {
            self.reached.writes.push(Use { at: (span.start, span.end), path });
        }
    }

    /// Reports a change of a prototype among some objects.
    fn changed(&mut self, span: Span, objects: &[Origin]) {
        for object in objects.iter().filter(|object| is_prototype(object)) {
            if let Origin::Path(path) = object {
                self.reached.changes.push(Use { at: (span.start, span.end), path: path.clone() });
            }
        }
    }

    fn is_proto(&self, object: &Expression<'a>) -> bool {
        let member = object.get_inner_expression().get_member_expr();
        member.is_some_and(|member| self.flow.member_name(member).as_deref() == Some("__proto__"))
    }

    /// Whether a name or member is assigned, counted up or down, or deleted.
    fn is_written(&self, node: NodeId) -> bool {
        let span = self.flow.model.semantic.nodes().kind(node).span();
        let is_at = |target: Span| target.contains_inclusive(span);
        match self.flow.parent(node).1 {
            AstKind::AssignmentExpression(assignment) => is_at(assignment.left.span()),
            AstKind::UnaryExpression(unary) => unary.operator.is_delete(),
            AstKind::UpdateExpression(_)
            | AstKind::ArrayAssignmentTarget(_)
            | AstKind::AssignmentTargetRest(_) => true,
            AstKind::AssignmentTargetWithDefault(with) => is_at(with.binding.span()),
            AstKind::AssignmentTargetPropertyIdentifier(short) => is_at(short.binding.span),
            AstKind::AssignmentTargetPropertyProperty(long) => is_at(long.binding.span()),
            AstKind::ForInStatement(statement) => is_at(statement.left.span()),
            AstKind::ForOfStatement(statement) => is_at(statement.left.span()),
            _ => false,
        }
    }
}

/// The object on which `__defineGetter__` and its like define a property.
fn defined_on(callee: &Origin) -> Option<Origin> {
    match callee {
        Origin::Path(path) => match path.as_slice() {
            [object @ .., name] if matches!(name.as_str(), "__defineGetter__" | "__defineSetter__") => {
                Some(Origin::Path(object.to_vec()))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether this is the prototype of a global class.
pub(super) fn is_prototype(object: &Origin) -> bool {
    matches!(object, Origin::Path(path) if matches!(path.as_slice(), [.., class, prototype]
        if prototype == "prototype" && (class == "constructor" || class.starts_with(|first: char| first.is_ascii_uppercase()))))
        || *object == Origin::unknown_prototype()
}

/// Whether an object literal sets its prototype.
fn has_prototype(object: &ObjectExpression<'_>) -> bool {
    object.properties.iter().any(|property| {
        matches!(property, ObjectPropertyKind::ObjectProperty(property)
            if !property.computed && property.key.is_specific_static_name("__proto__"))
    })
}

/// The prototype of a value whose type its syntax shows.
pub(super) fn prototype_of(value: &Expression<'_>) -> Option<Origins> {
    let class = match value.get_inner_expression() {
        Expression::ArrayExpression(_) => "Array",
        Expression::BigIntLiteral(_) => "BigInt",
        Expression::BooleanLiteral(_) => "Boolean",
        Expression::NumericLiteral(_) => "Number",
        Expression::ObjectExpression(object) if !has_prototype(object) => "Object",
        Expression::RegExpLiteral(_) => "RegExp",
        Expression::StringLiteral(_) | Expression::TemplateLiteral(_) => "String",
        Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_) => "Function",
        Expression::NewExpression(new) => match &new.callee {
            Expression::Identifier(class) if is_standard(&class.name) => class.name.as_str(),
            _ => return None,
        },
        _ => return None,
    };
    Some(vec![Origin::Path(vec![class.to_owned(), "prototype".to_owned()])])
}
