//! The values of expressions that are known without running code.

use oxc_ast::AstKind;
use oxc_ast::ast::{
    Argument, BinaryExpression, CallExpression, Expression, IdentifierReference, ObjectExpression,
    ObjectPropertyKind, PropertyKey, PropertyKind, TemplateElement, TemplateLiteral, UnaryExpression,
};
use oxc_ecmascript::{StringToNumber, ToInt32};
use oxc_syntax::identifier::is_white_space;
use oxc_syntax::line_terminator::is_line_terminator;
use oxc_syntax::number::ToJsString;
use oxc_syntax::operator::{AssignmentOperator, BinaryOperator, LogicalOperator, UnaryOperator};

use super::static_calls;
use crate::model::Model;

/// Maximum number of examined parts, because constants made of constants double with each line.
const MAX_PARTS: usize = 1_000;
/// Maximum nesting of examined parts.
const MAX_DEPTH: usize = 64;
/// Maximum length of a text in bytes. The longest ones of interest are patterns with tables of characters.
const MAX_BYTES: usize = 1 << 16;
/// Maximum size of all parts together, in bytes.
const MAX_TOTAL: usize = 1 << 20;

/// The largest integer up to which numbers hold all.
const MAX_EXACT: f64 = 9_007_199_254_740_991.0;

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Text(String),
    Number(f64),
    /// A big integer that a number holds.
    BigInt(f64),
    Bool(bool),
    Null,
    Undefined,
    List(Vec<Value>),
    /// An object without a prototype of its own, by its keys in order.
    Object(Vec<(String, Value)>),
}

impl Value {
    /// The value as a string, as a template converts it.
    pub(super) fn text(&self) -> Option<String> {
        Some(match self {
            Value::Text(text) => text.clone(),
            Value::Number(number) | Value::BigInt(number) => number.to_js_string(),
            Value::Bool(value) => value.to_string(),
            Value::Null => "null".to_owned(),
            Value::Undefined => "undefined".to_owned(),
            Value::List(items) => join(items, ",")?,
            Value::Object(_) => return None,
        })
    }

    /// The value as a number, as arithmetic converts it.
    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Value::Number(number) => Some(*number),
            Value::Bool(value) => Some(f64::from(u8::from(*value))),
            Value::Null => Some(0.0),
            Value::Undefined => Some(f64::NAN),
            Value::Text(text) => Some(text.trim_matches(is_space).string_to_number()),
            Value::BigInt(_) | Value::List(_) | Value::Object(_) => None,
        }
    }

    pub(crate) fn is_true(&self) -> bool {
        match self {
            Value::Text(text) => !text.is_empty(),
            Value::Number(number) | Value::BigInt(number) => *number != 0.0 && !number.is_nan(),
            Value::Bool(value) => *value,
            Value::Null | Value::Undefined => false,
            Value::List(_) | Value::Object(_) => true,
        }
    }

    fn is_nullish(&self) -> bool {
        matches!(self, Value::Null | Value::Undefined)
    }

    fn is_primitive(&self) -> bool {
        !matches!(self, Value::List(_) | Value::Object(_))
    }

    fn is_flat(&self) -> bool {
        match self {
            Value::List(items) => items.iter().all(Value::is_primitive),
            Value::Object(entries) => entries.iter().all(|(_, value)| value.is_primitive()),
            _ => true,
        }
    }

    fn type_of(&self) -> &'static str {
        match self {
            Value::Text(_) => "string",
            Value::Number(_) => "number",
            Value::BigInt(_) => "bigint",
            Value::Bool(_) => "boolean",
            Value::Undefined => "undefined",
            Value::Null | Value::List(_) | Value::Object(_) => "object",
        }
    }

    /// About how many bytes it takes.
    fn size(&self) -> usize {
        let own = size_of::<Value>();
        match self {
            Value::Text(text) => own + text.len(),
            Value::List(items) => own + items.iter().map(Value::size).sum::<usize>(),
            Value::Object(entries) => {
                own + entries.iter().map(|(key, value)| key.len() + value.size()).sum::<usize>()
            }
            _ => own,
        }
    }
}

/// Whether a character is white space to JavaScript.
pub(super) fn is_space(char: char) -> bool {
    is_white_space(char) || is_line_terminator(char)
}

/// The text of `Array.prototype.join`.
pub(super) fn join(items: &[Value], separator: &str) -> Option<String> {
    let text = |item: &Value| if item.is_nullish() { Some(String::new()) } else { item.text() };
    let texts = items.iter().map(text).collect::<Option<Vec<_>>>()?;
    let bytes: usize = texts.iter().map(|text| text.len() + separator.len()).sum();
    (bytes <= MAX_BYTES).then(|| texts.join(separator))
}

/// The value that an expression certainly has.
pub(crate) fn static_value<'a>(expression: &Expression<'a>, model: &Model<'a>) -> Option<Value> {
    Evaluation { model, parts: MAX_PARTS, depth: 0, room: MAX_TOTAL }.value(expression)
}

/// An evaluation within bounds.
struct Evaluation<'m, 'a> {
    model: &'m Model<'a>,
    parts: usize,
    depth: usize,
    /// Bytes that are left.
    room: usize,
}

impl<'a> Evaluation<'_, 'a> {
    fn value(&mut self, expression: &Expression<'a>) -> Option<Value> {
        self.parts = self.parts.checked_sub(1)?;
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let value = self.of(expression);
        self.depth -= 1;
        let value = value?;
        self.room = self.room.checked_sub(value.size())?;
        Some(value)
    }

    fn of(&mut self, expression: &Expression<'a>) -> Option<Value> {
        Some(match expression.get_inner_expression() {
            Expression::StringLiteral(literal) if !literal.lone_surrogates => {
                Value::Text(literal.value.as_str().to_owned())
            }
            Expression::NumericLiteral(literal) => Value::Number(literal.value),
            Expression::BigIntLiteral(literal) => big_integer(literal.value.parse().ok()?)?,
            Expression::BooleanLiteral(literal) => Value::Bool(literal.value),
            Expression::NullLiteral(_) => Value::Null,
            Expression::TemplateLiteral(template) => {
                let cooked = |quasi: &TemplateElement<'a>| {
                    quasi.value.cooked.filter(|_| !quasi.lone_surrogates).map(|text| text.as_str())
                };
                Value::Text(self.template(template, cooked)?)
            }
            Expression::TaggedTemplateExpression(tagged) if static_calls::is_raw(&tagged.tag, self.model) => {
                Value::Text(self.template(&tagged.quasi, |quasi| Some(quasi.value.raw.as_str()))?)
            }
            Expression::Identifier(identifier) => self.variable(identifier)?,
            Expression::BinaryExpression(binary) => self.binary(binary)?,
            Expression::UnaryExpression(unary) => self.unary(unary)?,
            Expression::SequenceExpression(sequence) => self.value(sequence.expressions.last()?)?,
            Expression::AssignmentExpression(assignment)
                if assignment.operator == AssignmentOperator::Assign =>
            {
                self.value(&assignment.right)?
            }
            Expression::ConditionalExpression(conditional) => {
                let is_true = self.value(&conditional.test)?.is_true();
                self.value(if is_true { &conditional.consequent } else { &conditional.alternate })?
            }
            Expression::LogicalExpression(logical) => {
                let left = self.value(&logical.left)?;
                let is_left = match logical.operator {
                    LogicalOperator::Or => left.is_true(),
                    LogicalOperator::And => !left.is_true(),
                    LogicalOperator::Coalesce => !left.is_nullish(),
                };
                if is_left { left } else { self.value(&logical.right)? }
            }
            Expression::ArrayExpression(array) => {
                let items = array.elements.iter().map(|element| self.value(element.as_expression()?));
                Value::List(items.collect::<Option<_>>()?)
            }
            Expression::ObjectExpression(object) => self.object(object)?,
            Expression::StaticMemberExpression(member) => {
                if let Some(number) = static_calls::number_of(member, self.model) {
                    return Some(Value::Number(number));
                }
                if let Expression::Identifier(object) = &member.object
                    && let Some(init) = self.enumerated(object, member.property.name.as_str())
                {
                    return self.value(init);
                }
                property(&self.value(&member.object)?, member.property.name.as_str())?
            }
            Expression::ComputedMemberExpression(member) => {
                let object = self.value(&member.object)?;
                property(&object, &self.value(&member.expression)?.text()?)?
            }
            Expression::CallExpression(call) => self.call(call)?,
            _ => return None,
        })
    }

    /// The text of a template, from that of its parts.
    fn template(
        &mut self,
        template: &TemplateLiteral<'a>,
        text_of: impl Fn(&TemplateElement<'a>) -> Option<&'a str>,
    ) -> Option<String> {
        let mut text = String::new();
        for (index, quasi) in template.quasis.iter().enumerate() {
            text.push_str(text_of(quasi)?);
            if let Some(expression) = template.expressions.get(index) {
                text.push_str(&self.value(expression)?.text()?);
            }
        }
        Some(text)
    }

    fn unary(&mut self, unary: &UnaryExpression<'a>) -> Option<Value> {
        let value = self.value(&unary.argument)?;
        Some(match (unary.operator, &value) {
            (UnaryOperator::LogicalNot, _) => Value::Bool(!value.is_true()),
            (UnaryOperator::Typeof, _) => Value::Text(value.type_of().to_owned()),
            (UnaryOperator::Void, _) => Value::Undefined,
            (UnaryOperator::UnaryNegation, Value::BigInt(number)) => Value::BigInt(-number),
            (UnaryOperator::BitwiseNot, Value::BigInt(number)) => big_integer(-number - 1.0)?,
            (UnaryOperator::UnaryNegation, _) => Value::Number(-value.number()?),
            (UnaryOperator::UnaryPlus, _) => Value::Number(value.number()?),
            (UnaryOperator::BitwiseNot, _) => Value::Number(f64::from(!value.number()?.to_int_32())),
            (UnaryOperator::Delete, _) => return None,
        })
    }

    fn binary(&mut self, binary: &BinaryExpression<'a>) -> Option<Value> {
        let (left, right) = (self.value(&binary.left)?, self.value(&binary.right)?);
        let is_text = |value: &Value| matches!(value, Value::Text(_) | Value::List(_));
        let is_short = |value: &Value| matches!(value, Value::Text(text) if text.len() <= MAX_BYTES);
        let comparable = left.is_primitive() && right.is_primitive();
        match binary.operator {
            BinaryOperator::Addition if is_text(&left) || is_text(&right) => {
                Some(Value::Text(left.text()? + &right.text()?)).filter(is_short)
            }
            BinaryOperator::StrictEquality if comparable => Some(Value::Bool(left == right)),
            BinaryOperator::StrictInequality if comparable => Some(Value::Bool(left != right)),
            BinaryOperator::Equality if comparable && left.type_of() == right.type_of() => {
                Some(Value::Bool(left == right))
            }
            BinaryOperator::Inequality if comparable && left.type_of() == right.type_of() => {
                Some(Value::Bool(left != right))
            }
            operator => match (&left, &right) {
                (Value::BigInt(left), Value::BigInt(right)) => of_big_integers(operator, *left, *right),
                // Texts are compared by their letters.
                (Value::Text(_), Value::Text(_)) if operator.is_compare() => None,
                _ => of_numbers(operator, left.number()?, right.number()?),
            },
        }
    }

    fn object(&mut self, object: &ObjectExpression<'a>) -> Option<Value> {
        let mut entries: Vec<(String, Value)> = Vec::new();
        for property in &object.properties {
            let ObjectPropertyKind::ObjectProperty(property) = property else { return None };
            let is_plain = property.kind == PropertyKind::Init && !property.method;
            let key = match &property.key {
                PropertyKey::StaticIdentifier(name) => name.name.as_str().to_owned(),
                PropertyKey::PrivateIdentifier(_) => return None,
                key => self.value(key.as_expression()?)?.text()?,
            };
            if !is_plain || key == "__proto__" {
                return None;
            }
            let value = self.value(&property.value)?;
            entries.retain(|(known, _)| *known != key);
            entries.push((key, value));
        }
        Some(Value::Object(entries))
    }

    /// The value of a variable that nothing writes to after its declaration.
    fn variable(&mut self, identifier: &IdentifierReference<'a>) -> Option<Value> {
        let scoping = self.model.semantic.scoping();
        let Some(symbol) = scoping.get_reference(identifier.reference_id.get()?).symbol_id() else {
            return match identifier.name.as_str() {
                "undefined" => Some(Value::Undefined),
                "NaN" => Some(Value::Number(f64::NAN)),
                "Infinity" => Some(Value::Number(f64::INFINITY)),
                _ => None,
            };
        };
        let is_written =
            || scoping.symbol_is_mutated(symbol) || !scoping.symbol_redeclarations(symbol).is_empty();
        if !scoping.symbol_flags(symbol).is_const_variable() && is_written() {
            return None;
        }
        let nodes = self.model.semantic.nodes();
        let declaration = scoping.symbol_declaration(symbol);
        let AstKind::VariableDeclarator(declarator) = nodes.kind(declaration) else {
            return None;
        };
        // A declared variable has its value elsewhere.
        let is_declared =
            matches!(nodes.parent_kind(declaration), AstKind::VariableDeclaration(list) if list.declare);
        let list = nodes.parent_id(declaration);
        // A script shares its variables, a loop sets its own, and a namespace those that it exports.
        let is_open = match nodes.parent_kind(list) {
            AstKind::ForInStatement(_) | AstKind::ForOfStatement(_) => true,
            AstKind::ExportDeclaration(_) => {
                matches!(nodes.parent_kind(nodes.parent_id(list)), AstKind::TSModuleBlock(_))
                    && !scoping.symbol_flags(symbol).is_const_variable()
            }
            AstKind::Program(_) => {
                self.model.source_type.is_script() && !scoping.symbol_flags(symbol).is_block_scoped()
            }
            _ => false,
        };
        if is_declared || is_open || static_calls::may_be_of_object(identifier, self.model) {
            return None;
        }
        let is_exported = matches!(nodes.parent_kind(list), AstKind::ExportDeclaration(_));
        let init = declarator.init.as_ref().filter(|_| declarator.id.is_binding_identifier())?;
        let value = self.value(init)?;
        // What is read and never passed on stays as it is. A list in it could be passed on by its own.
        let is_read = || {
            value.is_flat()
                && scoping.get_resolved_references(symbol).all(|reference| {
                    let node = reference.node_id();
                    static_calls::only_reads(nodes.parent_node(node), nodes.get_node(node), self.model)
                })
        };
        (value.is_primitive() || (!is_exported && is_read())).then_some(value)
    }

    /// What a member of an enumeration is set to, if the code only reads members of it.
    fn enumerated(&self, object: &IdentifierReference<'a>, name: &str) -> Option<&'a Expression<'a>> {
        let scoping = self.model.semantic.scoping();
        let symbol = scoping.get_reference(object.reference_id.get()?).symbol_id()?;
        let nodes = self.model.semantic.nodes();
        let AstKind::TSEnumDeclaration(declared) = nodes.kind(scoping.symbol_declaration(symbol)) else {
            return None;
        };
        let only_reads = || {
            scoping.get_resolved_references(symbol).all(|reference| {
                let node = reference.node_id();
                static_calls::only_reads(nodes.parent_node(node), nodes.get_node(node), self.model)
            })
        };
        let is_exported =
            matches!(nodes.parent_kind(scoping.symbol_declaration(symbol)), AstKind::ExportDeclaration(_));
        let is_fixed = !declared.declare && (declared.r#const || (!is_exported && only_reads()));
        if !is_fixed || !scoping.symbol_redeclarations(symbol).is_empty() {
            return None;
        }
        let member = declared.body.members.iter().find(|member| member.id.static_name() == name)?;
        member.initializer.as_ref()
    }

    fn call(&mut self, call: &CallExpression<'a>) -> Option<Value> {
        let mut arguments = Vec::new();
        let name = static_calls::callee(call, self.model)?;
        for argument in &call.arguments {
            arguments.push(self.value(Argument::as_expression(argument)?)?);
        }
        match name {
            static_calls::Callee::Global(name) => static_calls::of_global(name, &arguments),
            static_calls::Callee::Method(object, name) => {
                static_calls::of_method(&self.value(object)?, name, &arguments)
            }
        }
    }
}

fn of_numbers(operator: BinaryOperator, left: f64, right: f64) -> Option<Value> {
    let (left_bits, right_bits) = (left.to_int_32(), right.to_int_32());
    let by = right_bits.cast_unsigned();
    Some(match operator {
        BinaryOperator::LessThan => Value::Bool(left < right),
        BinaryOperator::LessEqualThan => Value::Bool(left <= right),
        BinaryOperator::GreaterThan => Value::Bool(left > right),
        BinaryOperator::GreaterEqualThan => Value::Bool(left >= right),
        BinaryOperator::Addition => Value::Number(left + right),
        BinaryOperator::Subtraction => Value::Number(left - right),
        BinaryOperator::Multiplication => Value::Number(left * right),
        BinaryOperator::Division => Value::Number(left / right),
        BinaryOperator::Remainder => Value::Number(left % right),
        BinaryOperator::Exponential => Value::Number(power(left, right)),
        BinaryOperator::ShiftLeft => Value::Number(f64::from(left_bits.wrapping_shl(by))),
        BinaryOperator::ShiftRight => Value::Number(f64::from(left_bits.wrapping_shr(by))),
        BinaryOperator::ShiftRightZeroFill => {
            Value::Number(f64::from(left_bits.cast_unsigned().wrapping_shr(by)))
        }
        BinaryOperator::BitwiseAnd => Value::Number(f64::from(left_bits & right_bits)),
        BinaryOperator::BitwiseOR => Value::Number(f64::from(left_bits | right_bits)),
        BinaryOperator::BitwiseXOR => Value::Number(f64::from(left_bits ^ right_bits)),
        _ => return None,
    })
}

fn of_big_integers(operator: BinaryOperator, left: f64, right: f64) -> Option<Value> {
    match operator {
        BinaryOperator::Addition => big_integer(left + right),
        BinaryOperator::Subtraction => big_integer(left - right),
        BinaryOperator::Multiplication => big_integer(left * right),
        BinaryOperator::Division if right != 0.0 => big_integer((left / right).trunc()),
        BinaryOperator::Remainder if right != 0.0 => big_integer(left % right),
        BinaryOperator::LessThan => Some(Value::Bool(left < right)),
        BinaryOperator::LessEqualThan => Some(Value::Bool(left <= right)),
        BinaryOperator::GreaterThan => Some(Value::Bool(left > right)),
        BinaryOperator::GreaterEqualThan => Some(Value::Bool(left >= right)),
        _ => None,
    }
}

/// A big integer, if a number holds it exactly.
fn big_integer(number: f64) -> Option<Value> {
    (number.abs() <= MAX_EXACT).then_some(Value::BigInt(number))
}

/// `base ** exponent`, which is no number more often than in Rust.
fn power(base: f64, exponent: f64) -> f64 {
    let is_none = exponent.is_nan() || (base.abs() == 1.0 && exponent.is_infinite());
    if is_none { f64::NAN } else { base.powf(exponent) }
}

/// The value of a property.
fn property(object: &Value, name: &str) -> Option<Value> {
    let at = name.parse::<usize>().ok().filter(|index| index.to_string() == name);
    match object {
        Value::Text(text) => {
            let units: Vec<u16> = text.encode_utf16().collect();
            match at {
                Some(index) => Some(Value::Text(String::from_utf16(&[*units.get(index)?]).ok()?)),
                None => (name == "length").then(|| Value::Number(length(units.len()))),
            }
        }
        Value::List(items) => match at {
            Some(index) => items.get(index).cloned(),
            None => (name == "length").then(|| Value::Number(length(items.len()))),
        },
        Value::Object(entries) => entries.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone()),
        _ => None,
    }
}

/// A length as a number; lengths are small here.
fn length(length: usize) -> f64 {
    f64::from(u32::try_from(length).unwrap_or(u32::MAX))
}
