//! Calls of `import.meta.glob`, read as Vite reads them.

use std::borrow::Cow;

use oxc_ast::ast::{
    Argument, ArrayExpressionElement, CallExpression, Expression, ObjectExpression, ObjectPropertyKind,
    Program, PropertyKey,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan as _, Span};
use oxc_syntax::operator::UnaryOperator;

/// A call of `import.meta.glob`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GlobCall {
    /// The call.
    pub span: Span,
    /// The patterns as written; those with `!` exclude.
    pub patterns: Vec<String>,
    /// Its options.
    pub options: GlobOptions,
    /// What the program uses of the result.
    pub used: GlobUse,
}

/// The options of `import.meta.glob`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GlobOptions {
    /// Whether the modules are imported at once, and not by functions.
    pub eager: bool,
    /// The export to import; `None` for the namespace.
    pub import: Option<String>,
    /// The query of the imports, with its `?`; empty for none.
    pub query: String,
    /// Whether hidden files and packages are found too.
    pub exhaustive: bool,
    /// Whether the case of letters matters.
    pub case_sensitive: bool,
    /// The folder that patterns and keys are relative to.
    pub base: Option<String>,
}

/// What a program uses of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GlobUse {
    /// All of it.
    Whole,
    /// Only `Object.keys` of it, so that nothing is imported.
    Keys,
    /// Only `Object.values` of it.
    Values,
}

/// A faulty call: where, and Vite's message.
pub type GlobError = (Span, String);

/// Whether a source may call `import.meta.glob`. It costs no parsing.
#[must_use]
pub fn may_import_globs(source: &str) -> bool {
    source.contains("import.meta") && source.contains("glob")
}

/// The calls of `import.meta.glob` in a program, in source order.
///
/// # Errors
/// The first call that Vite refuses.
pub fn import_globs(program: &Program<'_>) -> Result<Vec<GlobCall>, GlobError> {
    if !may_import_globs(program.source_text) {
        return Ok(Vec::new());
    }
    let mut calls = Calls { found: Vec::new(), error: None, used: None };
    calls.visit_program(program);
    calls.error.map_or(Ok(calls.found), Err)
}

struct Calls {
    found: Vec<GlobCall>,
    error: Option<GlobError>,
    /// The call that is the only argument of `Object.keys` or `Object.values`.
    used: Option<(Span, GlobUse)>,
}

impl<'a> Visit<'a> for Calls {
    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if is_glob(it) {
            let used =
                self.used.filter(|(span, _)| *span == it.span).map_or(GlobUse::Whole, |(_, used)| used);
            match read(it) {
                Ok((patterns, options)) => {
                    self.found.push(GlobCall { span: it.span, patterns, options, used });
                }
                Err(error) if self.error.is_none() => self.error = Some(error),
                Err(_) => {}
            }
            return;
        }
        if let (Some(used), Some(first)) = (use_of(it), it.arguments.first()) {
            self.used = Some((first.span(), used));
        }
        walk::walk_call_expression(self, it);
    }
}

fn is_glob(it: &CallExpression<'_>) -> bool {
    let Expression::StaticMemberExpression(callee) = &it.callee else { return false };
    callee.property.name == "glob" && !callee.optional && matches!(&callee.object, Expression::ImportMeta(_))
}

fn use_of(it: &CallExpression<'_>) -> Option<GlobUse> {
    let Expression::StaticMemberExpression(callee) = &it.callee else { return None };
    let is_object = matches!(&callee.object, Expression::Identifier(name) if name.name == "Object");
    match callee.property.name.as_str() {
        "keys" if is_object => Some(GlobUse::Keys),
        "values" if is_object => Some(GlobUse::Values),
        _ => None,
    }
}

fn read(it: &CallExpression<'_>) -> Result<(Vec<String>, GlobOptions), GlobError> {
    let wrong = |why: String| (it.span, format!("Invalid glob import syntax: {why}"));
    if it.arguments.is_empty() || it.arguments.len() > 2 {
        return Err(wrong(format!("Expected 1-2 arguments, but got {}", it.arguments.len())));
    }
    let mut patterns = Vec::new();
    match it.arguments[0].as_expression() {
        Some(Expression::ArrayExpression(list)) => {
            for element in &list.elements {
                if !matches!(element, ArrayExpressionElement::Elision(_)) {
                    patterns.push(pattern(element.as_expression()).map_err(wrong)?);
                }
            }
        }
        one => patterns.push(pattern(one).map_err(wrong)?),
    }
    let options = match it.arguments.get(1).map(Argument::as_expression) {
        None => GlobOptions { case_sensitive: true, ..GlobOptions::default() },
        Some(Some(Expression::ObjectExpression(object))) => options(object)?,
        Some(other) => {
            let kind = other.map_or("SpreadElement", kind_of);
            return Err(wrong(format!(
                "Expected the second argument to be an object literal, but got \"{kind}\""
            )));
        }
    };
    Ok((patterns, options))
}

/// The text of a literal, or why it is no pattern.
fn pattern(literal: Option<&Expression<'_>>) -> Result<String, String> {
    match literal {
        Some(Expression::StringLiteral(text)) => Ok(text.value.to_string()),
        Some(Expression::TemplateLiteral(text)) => match text.quasis.first() {
            Some(quasi) if text.expressions.is_empty() => Ok(quasi.value.raw.to_string()),
            _ => Err("Expected glob to be a string, but got dynamic template literal".to_owned()),
        },
        other => Err(match other.and_then(type_of) {
            Some(kind) => format!("Expected glob to be a string, but got \"{kind}\""),
            None => "Could only use literals".to_owned(),
        }),
    }
}

/// The value of an option.
#[derive(Debug, Clone, PartialEq)]
enum Value<'a> {
    Text(Cow<'a, str>),
    Flag(bool),
    Number(f64),
    /// Another value: its `typeof`.
    Other(&'static str),
    Object(Vec<(Cow<'a, str>, Value<'a>)>),
}

impl Value<'_> {
    fn type_of(&self) -> &'static str {
        match self {
            Value::Text(_) => "string",
            Value::Flag(_) => "boolean",
            Value::Number(_) => "number",
            Value::Other(kind) => kind,
            Value::Object(_) => "object",
        }
    }
}

/// The options that Vite knows, with their types.
const OPTIONS: [(&str, &[&str]); 7] = [
    ("as", &["string"]),
    ("eager", &["boolean"]),
    ("import", &["string"]),
    ("exhaustive", &["boolean"]),
    ("query", &["object", "string"]),
    ("base", &["string"]),
    ("caseSensitive", &["boolean"]),
];

fn options(object: &ObjectExpression<'_>) -> Result<GlobOptions, GlobError> {
    let wrong = |why: String| (object.span, why);
    let Some(entries) = entries(object) else {
        return Err(wrong("Vite is unable to parse the glob options as the value is not static".into()));
    };
    let mut found = GlobOptions { case_sensitive: true, ..GlobOptions::default() };
    let mut named = None;
    for (key, value) in &entries {
        let Some((_, types)) = OPTIONS.iter().find(|(name, _)| *name == &**key) else {
            return Err(wrong(format!("Unknown glob option \"{key}\"")));
        };
        let kind = value.type_of();
        if !types.contains(&kind) {
            let types = types.join(" or ");
            return Err(wrong(format!(
                "Expected glob option \"{key}\" to be of type {types}, but got {kind}"
            )));
        }
        match (&**key, value) {
            ("eager", Value::Flag(is)) => found.eager = *is,
            ("exhaustive", Value::Flag(is)) => found.exhaustive = *is,
            ("caseSensitive", Value::Flag(is)) => found.case_sensitive = *is,
            ("import", Value::Text(name)) => found.import = Some(name.to_string()),
            ("base", Value::Text(base)) => found.base = Some(base.to_string()),
            ("as", Value::Text(name)) => named = Some(name.to_string()),
            ("query", Value::Text(query)) => found.query = query.to_string(),
            ("query", Value::Object(entries)) => found.query = query(entries).map_err(wrong)?,
            _ => {}
        }
    }
    found.base = found.base.filter(|base| !base.is_empty());
    if let Some(base) = &found.base {
        if base.starts_with('!') {
            return Err(wrong("Option \"base\" cannot start with \"!\"".into()));
        }
        if !["/", "./", "../"].iter().any(|start| base.starts_with(start)) {
            return Err(wrong(format!(
                "Option \"base\" must start with '/', './' or '../', but got \"{base}\""
            )));
        }
    }
    if let Some(named) = named.filter(|named| !named.is_empty()) {
        if matches!(named.as_str(), "raw" | "url") {
            if let Some(other) =
                found.import.as_ref().filter(|name| !["", "default", "*"].contains(&name.as_str()))
            {
                return Err(wrong(format!(
                    "Option \"import\" can only be \"default\" or \"*\" when \"as\" is \"{named}\", but got \"{other}\""
                )));
            }
            found.import =
                found.import.filter(|name| !name.is_empty()).or_else(|| Some("default".to_owned()));
        }
        if !found.query.is_empty() {
            return Err(wrong("Options \"as\" and \"query\" cannot be used together".into()));
        }
        found.query = named;
    }
    if !found.query.is_empty() && !found.query.starts_with('?') {
        found.query.insert(0, '?');
    }
    found.import = found.import.filter(|name| !matches!(name.as_str(), "" | "*"));
    Ok(found)
}

/// A query of an object, as Node's `querystring` writes it.
fn query(entries: &[(Cow<'_, str>, Value<'_>)]) -> Result<String, String> {
    let mut words = Vec::new();
    for (key, value) in entries {
        let text = match value {
            Value::Text(text) => text.to_string(),
            Value::Flag(is) => is.to_string(),
            Value::Number(number) => number.to_string(),
            other => {
                return Err(format!(
                    "Expected glob option \"query.{key}\" to be of type string, number, or boolean, but got {}",
                    other.type_of()
                ));
            }
        };
        words.push(format!("{}={}", escaped(key), escaped(&text)));
    }
    Ok(words.join("&"))
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            byte if byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte) => {
                out.push(char::from(byte));
            }
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// The entries of an object whose values are constants; the last of equal keys counts.
fn entries<'a>(object: &'a ObjectExpression<'a>) -> Option<Vec<(Cow<'a, str>, Value<'a>)>> {
    let mut found: Vec<(Cow<'a, str>, Value<'a>)> = Vec::new();
    for property in &object.properties {
        let ObjectPropertyKind::ObjectProperty(property) = property else { return None };
        let key = match &property.key {
            PropertyKey::StaticIdentifier(name) => Cow::Borrowed(name.name.as_str()),
            PropertyKey::StringLiteral(name) => Cow::Borrowed(name.value.as_str()),
            _ => return None,
        };
        let value = constant(&property.value)?;
        found.retain(|(known, _)| *known != key);
        found.push((key, value));
    }
    Some(found)
}

fn constant<'a>(value: &'a Expression<'a>) -> Option<Value<'a>> {
    Some(match value.without_parentheses() {
        Expression::StringLiteral(text) => Value::Text(Cow::Borrowed(text.value.as_str())),
        Expression::TemplateLiteral(text) if text.expressions.is_empty() => {
            Value::Text(Cow::Borrowed(text.quasis.first()?.value.cooked.as_ref()?.as_str()))
        }
        Expression::BooleanLiteral(flag) => Value::Flag(flag.value),
        Expression::NumericLiteral(number) => Value::Number(number.value),
        Expression::NullLiteral(_) | Expression::ArrayExpression(_) => Value::Other("object"),
        Expression::Identifier(name) if name.name == "undefined" => Value::Other("undefined"),
        Expression::ObjectExpression(object) => Value::Object(entries(object)?),
        Expression::UnaryExpression(unary) if unary.operator == UnaryOperator::LogicalNot => {
            match constant(&unary.argument)? {
                Value::Flag(is) => Value::Flag(!is),
                Value::Number(number) => Value::Flag(number == 0.0 || number.is_nan()),
                Value::Text(text) => Value::Flag(text.is_empty()),
                _ => return None,
            }
        }
        _ => return None,
    })
}

/// `typeof` of a literal.
fn type_of(literal: &Expression<'_>) -> Option<&'static str> {
    Some(match literal {
        Expression::NumericLiteral(_) => "number",
        Expression::BooleanLiteral(_) => "boolean",
        Expression::BigIntLiteral(_) => "bigint",
        Expression::NullLiteral(_) | Expression::RegExpLiteral(_) => "object",
        _ => return None,
    })
}

/// The type of a node in an `ESTree`.
fn kind_of(node: &Expression<'_>) -> &'static str {
    match node {
        Expression::Identifier(_) => "Identifier",
        Expression::ArrayExpression(_) => "ArrayExpression",
        Expression::CallExpression(_) => "CallExpression",
        Expression::TemplateLiteral(_) => "TemplateLiteral",
        Expression::StaticMemberExpression(_) | Expression::ComputedMemberExpression(_) => "MemberExpression",
        literal if type_of(literal).is_some() || matches!(literal, Expression::StringLiteral(_)) => "Literal",
        _ => "Expression",
    }
}
