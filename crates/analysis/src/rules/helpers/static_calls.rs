//! Functions and constants of the language whose values are known.

use std::f64::consts;

use oxc_ast::AstKind;
use oxc_ast::ast::{CallExpression, Expression, IdentifierReference, StaticMemberExpression};
use oxc_semantic::AstNode;
use oxc_span::GetSpan;
use oxc_syntax::reference::ReferenceId;

use super::static_value::{Value, is_space, join};
use crate::model::Model;

/// Methods of lists that change nothing.
const READING: [&str; 7] = ["at", "concat", "includes", "indexOf", "join", "slice", "toString"];

/// The function of the language that a call may have as its callee.
pub(super) enum Callee<'e, 'a> {
    /// A function by its path from the global object.
    Global(&'static str),
    /// A method of a value.
    Method(&'e Expression<'a>, &'e str),
}

/// Functions by their paths.
const FUNCTIONS: [&str; 14] = [
    "String",
    "String.fromCharCode",
    "String.fromCodePoint",
    "Number",
    "Boolean",
    "Object.freeze",
    "Math.abs",
    "Math.ceil",
    "Math.floor",
    "Math.max",
    "Math.min",
    "Math.round",
    "Math.sign",
    "Math.trunc",
];

/// What a call names; `None` if it may be anything.
pub(super) fn callee<'e, 'a>(call: &'e CallExpression<'a>, model: &Model<'a>) -> Option<Callee<'e, 'a>> {
    match call.callee.get_inner_expression() {
        Expression::Identifier(identifier) => {
            let known = FUNCTIONS.iter().find(|path| **path == identifier.name.as_str())?;
            is_standard(identifier, model).then_some(Callee::Global(known))
        }
        Expression::StaticMemberExpression(member) => {
            let name = member.property.name.as_str();
            if let Expression::Identifier(object) = member.object.get_inner_expression()
                && is_standard(object, model)
            {
                let is_it = |path: &&&str| path.split_once('.') == Some((object.name.as_str(), name));
                return FUNCTIONS.iter().find(is_it).map(|known| Callee::Global(known));
            }
            Some(Callee::Method(&member.object, name))
        }
        _ => None,
    }
}

/// Whether a name is that of a global variable to which the file does not write.
fn is_standard<'a>(name: &IdentifierReference<'a>, model: &Model<'a>) -> bool {
    let unresolved = model.semantic.scoping().root_unresolved_references();
    let is_written = |id: &ReferenceId| model.semantic.scoping().get_reference(*id).is_write();
    model.is_unresolved(name)
        && !unresolved.get(name.name.as_str()).is_some_and(|references| references.iter().any(is_written))
        && !may_be_of_object(name, model)
}

/// Whether a name may be that of a property of an object that `with` gives.
pub(super) fn may_be_of_object<'a>(name: &IdentifierReference<'a>, model: &Model<'a>) -> bool {
    let mut around = model.semantic.nodes().ancestor_kinds(name.node_id.get());
    !model.source_type.is_module() && around.any(|kind| matches!(kind, AstKind::WithStatement(_)))
}

/// Whether a tag is `String.raw`.
pub(super) fn is_raw<'a>(tag: &Expression<'a>, model: &Model<'a>) -> bool {
    let Expression::StaticMemberExpression(member) = tag.get_inner_expression() else { return false };
    matches!(member.object.get_inner_expression(), Expression::Identifier(object)
        if object.name == "String" && member.property.name == "raw" && is_standard(object, model))
}

/// Whether a use of a list or an object reads one of its values, or calls what changes nothing.
pub(super) fn only_reads<'a>(parent: &AstNode<'a>, node: &AstNode<'a>, model: &Model<'a>) -> bool {
    let span = node.kind().span();
    let (object, method) = match parent.kind() {
        AstKind::StaticMemberExpression(member) => (&member.object, Some(member.property.name.as_str())),
        AstKind::ComputedMemberExpression(member) => (&member.object, None),
        _ => return false,
    };
    let user = model.semantic.nodes().parent_kind(parent.id());
    object.span() == span
        && match user {
            AstKind::CallExpression(call) if call.callee.span() == parent.kind().span() => {
                method.is_some_and(|name| READING.contains(&name))
            }
            AstKind::BinaryExpression(_)
            | AstKind::TemplateLiteral(_)
            | AstKind::CallExpression(_)
            | AstKind::NewExpression(_)
            | AstKind::VariableDeclarator(_)
            | AstKind::ExpressionStatement(_)
            | AstKind::ReturnStatement(_) => true,
            // The key of another access.
            AstKind::ComputedMemberExpression(member) => member.expression.span() == parent.kind().span(),
            _ => false,
        }
}

/// A constant of `Math` or `Number`.
pub(super) fn number_of<'a>(member: &StaticMemberExpression<'a>, model: &Model<'a>) -> Option<f64> {
    let Expression::Identifier(object) = member.object.without_parentheses() else { return None };
    if !is_standard(object, model) {
        return None;
    }
    Some(match (object.name.as_str(), member.property.name.as_str()) {
        ("Math", "E") => consts::E,
        ("Math", "PI") => consts::PI,
        ("Math", "LN2") => consts::LN_2,
        ("Math", "LN10") => consts::LN_10,
        ("Math", "LOG2E") => consts::LOG2_E,
        ("Math", "LOG10E") => consts::LOG10_E,
        ("Math", "SQRT2") => consts::SQRT_2,
        ("Math", "SQRT1_2") => consts::FRAC_1_SQRT_2,
        ("Number", "EPSILON") => f64::EPSILON,
        ("Number", "MAX_VALUE") => f64::MAX,
        ("Number", "MIN_VALUE") => 5e-324,
        ("Number", "MAX_SAFE_INTEGER") => 9_007_199_254_740_991.0,
        ("Number", "MIN_SAFE_INTEGER") => -9_007_199_254_740_991.0,
        ("Number", "POSITIVE_INFINITY") => f64::INFINITY,
        ("Number", "NEGATIVE_INFINITY") => f64::NEG_INFINITY,
        ("Number", "NaN") => f64::NAN,
        _ => return None,
    })
}

/// The result of a function of the language.
pub(super) fn of_global(path: &str, arguments: &[Value]) -> Option<Value> {
    Some(match path {
        "String" => Value::Text(arguments.first().map_or(Some(String::new()), Value::text)?),
        "Number" => Value::Number(arguments.first()?.number()?),
        "Boolean" => Value::Bool(arguments.first().is_some_and(Value::is_true)),
        "Object.freeze" => arguments.first()?.clone(),
        "Math.abs" => Value::Number(arguments.first()?.number()?.abs()),
        "Math.ceil" => Value::Number(arguments.first()?.number()?.ceil()),
        "Math.floor" => Value::Number(arguments.first()?.number()?.floor()),
        // Halves go up, also of negative numbers.
        "Math.round" => Value::Number(rounded(arguments.first()?.number()?)),
        "Math.trunc" => Value::Number(arguments.first()?.number()?.trunc()),
        "Math.sign" => {
            let number = arguments.first()?.number()?;
            Value::Number(if number == 0.0 { number } else { number.signum() })
        }
        "Math.max" => Value::Number(extreme(arguments, f64::NEG_INFINITY, f64::max)?),
        "Math.min" => Value::Number(extreme(arguments, f64::INFINITY, f64::min)?),
        "String.fromCharCode" => {
            let unit = |value: &Value| u16::try_from(code(value)?).ok();
            let units = arguments.iter().map(unit).collect::<Option<Vec<_>>>()?;
            Value::Text(String::from_utf16(&units).ok()?)
        }
        "String.fromCodePoint" => {
            let points = arguments.iter().map(|value| char::from_u32(code(value)?));
            Value::Text(points.collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

fn rounded(number: f64) -> f64 {
    let below = number.floor();
    if number - below >= 0.5 { below + 1.0 } else { below }
}

fn extreme(arguments: &[Value], first: f64, of: fn(f64, f64) -> f64) -> Option<f64> {
    let numbers = arguments.iter().map(Value::number).collect::<Option<Vec<_>>>()?;
    let is_none = numbers.iter().any(|number| number.is_nan());
    Some(if is_none { f64::NAN } else { numbers.into_iter().fold(first, of) })
}

/// A number that is a character's.
fn code(value: &Value) -> Option<u32> {
    let number = value.number()?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is in range")]
    (number.fract() == 0.0 && (0.0..=1_114_111.0).contains(&number)).then_some(number as u32)
}

/// The result of a method.
pub(super) fn of_method(object: &Value, name: &str, arguments: &[Value]) -> Option<Value> {
    match object {
        Value::Text(text) => of_text(text, name, arguments),
        Value::List(items) => of_list(items, name, arguments),
        Value::Number(_) | Value::Bool(_) if name == "toString" && arguments.is_empty() => {
            object.text().map(Value::Text)
        }
        _ => None,
    }
}

fn of_text(text: &str, name: &str, arguments: &[Value]) -> Option<Value> {
    let first = || arguments.first()?.text();
    let own = |text: String| Some(Value::Text(text));
    match name {
        "toString" | "valueOf" => own(text.to_owned()),
        "toLowerCase" => own(text.to_lowercase()),
        "toUpperCase" => own(text.to_uppercase()),
        "trim" => own(text.trim_matches(is_space).to_owned()),
        "trimStart" => own(text.trim_start_matches(is_space).to_owned()),
        "trimEnd" => own(text.trim_end_matches(is_space).to_owned()),
        "concat" => {
            let texts = arguments.iter().map(Value::text).collect::<Option<Vec<_>>>()?;
            own(text.to_owned() + &texts.concat())
        }
        "includes" if arguments.len() == 1 => Some(Value::Bool(text.contains(&first()?))),
        "startsWith" if arguments.len() == 1 => Some(Value::Bool(text.starts_with(&first()?))),
        "endsWith" if arguments.len() == 1 => Some(Value::Bool(text.ends_with(&first()?))),
        "at" | "charAt" | "slice" | "substring" => {
            let units: Vec<u16> = text.encode_utf16().collect();
            let (from, to) = range(units.len(), name, arguments)?;
            own(String::from_utf16(units.get(from..to)?).ok()?)
        }
        _ => None,
    }
}

fn of_list(items: &[Value], name: &str, arguments: &[Value]) -> Option<Value> {
    match name {
        "join" => {
            let separator = match arguments.first() {
                None | Some(Value::Undefined) => ",".to_owned(),
                Some(separator) => separator.text()?,
            };
            join(items, &separator).map(Value::Text)
        }
        "toString" => join(items, ",").map(Value::Text),
        "at" => {
            let (from, to) = range(items.len(), name, arguments)?;
            items.get(from..to)?.first().cloned()
        }
        "slice" => {
            let (from, to) = range(items.len(), name, arguments)?;
            Some(Value::List(items.get(from..to)?.to_vec()))
        }
        "concat" => {
            let mut all = items.to_vec();
            for argument in arguments {
                match argument {
                    Value::List(more) => all.extend(more.iter().cloned()),
                    other => all.push(other.clone()),
                }
            }
            Some(Value::List(all))
        }
        _ => None,
    }
}

/// From where to where a method takes units or items.
fn range(length: usize, name: &str, arguments: &[Value]) -> Option<(usize, usize)> {
    let all = i64::try_from(length).ok()?;
    let index = |at: usize, default: i64| match arguments.get(at) {
        None | Some(Value::Undefined) => Some(default),
        Some(value) => {
            let number = value.number().filter(|number| number.abs() < 1e9 && number.fract() == 0.0)?;
            #[expect(clippy::cast_possible_truncation, reason = "it is small and whole")]
            Some(number as i64)
        }
    };
    let from_end = |index: i64| (if index < 0 { index + all } else { index }).clamp(0, all);
    let (from, to) = match name {
        "charAt" | "at" => {
            let at = index(0, 0)?;
            let at = if name == "at" && at < 0 { at + all } else { at };
            if (0..all).contains(&at) { (at, at + 1) } else { return (name == "charAt").then_some((0, 0)) }
        }
        "slice" => (from_end(index(0, 0)?), from_end(index(1, all)?)),
        _ => {
            let (one, other) = (index(0, 0)?.clamp(0, all), index(1, all)?.clamp(0, all));
            (one.min(other), one.max(other))
        }
    };
    Some((usize::try_from(from).ok()?, usize::try_from(to.max(from)).ok()?))
}
