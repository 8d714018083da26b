//! `preserve-caught-error`: disallow losing originally caught error when re-throwing custom errors.
//!
//! Without its `cause`, an error that replaces another does not say what happened first.
//!
//! Options: `{ requireCatchParameter: false, errorClassNames: [] }`. With the first, a `catch` that throws an error needs a
//! parameter. The second names further classes of errors: a name, if the options are their second argument, or
//! `{ name, argumentPosition }`.
//!
//! ```js fails
//! try { load(); } catch (error) { throw new Error('no data'); }
//! ```
//!
//! ```js passes
//! try { load(); } catch (error) { throw new Error('no data', { cause: error }); }
//! ```


use serde_json::Value;

use crate::hash::HashMap;
use crate::rules::helpers::keys::static_key;
use crate::rules::helpers::tokens::punctuator;
use crate::rules::prelude::*;

const ERRORS: [&str; 8] = [
    "Error",
    "EvalError",
    "RangeError",
    "ReferenceError",
    "SyntaxError",
    "TypeError",
    "URIError",
    "AggregateError",
];

pub(crate) const RULE: Rule = Rule {
    id: "preserve-caught-error",
    kind: Kind::Suggestion,
    recommended: true,
    has_suggestions: true,
    messages: &[
        ("missingCause", "There is no `cause` attached to the symptom error being thrown."),
        ("incorrectCause", "The symptom error is being thrown with an incorrect `cause`."),
        ("includeCause", "Include the original caught error as the `cause` of the symptom error."),
        (
            "missingCatchErrorParam",
            "The caught error is not accessible because the catch clause lacks the error parameter. Start referencing the caught error using the catch parameter.",
        ),
        (
            "partiallyLostError",
            "Re-throws cannot preserve the caught error as a part of it is being lost due to destructuring.",
        ),
        (
            "caughtErrorShadowed",
            "The caught error is being attached as `cause`, but is shadowed by a closer scoped redeclaration.",
        ),
    ],
    types: &[AstType::ThrowStatement],
    applies: |ctx| ctx.nodes_of(AstType::CatchClause).next().is_some(),
    run: Run::Configured(|options| {
        let options = options.only_object(&["requireCatchParameter", "errorClassNames"])?;
        let requires_parameter = options.bool("requireCatchParameter", false)?;
        let classes = options.get("errorClassNames").map_or_else(|| Ok(HashMap::default()), classes)?;
        Ok(Check::nodes(move |node, ctx| check(node, requires_parameter, &classes, ctx)))
    }),
    ..Rule::DEFAULT
};

/// The classes of errors that options name, and the index of the argument with the cause.
fn classes(value: &Value) -> Result<HashMap<String, usize>, String> {
    let wrong = |value: &Value| format!("Value {value} should match exactly one schema in oneOf.");
    let list = value.as_array().ok_or_else(|| format!("Value {value} should be array."))?;
    let entry = |item: &Value| {
        if let Some(name) = item.as_str() {
            return Ok((name.to_owned(), 1));
        }
        let name = item.get("name").and_then(Value::as_str);
        let position = item.get("argumentPosition").and_then(Value::as_u64).filter(|position| *position > 0);
        let position = position.and_then(|position| usize::try_from(position - 1).ok());
        let has_more = item.as_object().is_none_or(|object| object.len() > 2);
        match (name, position) {
            (Some(name), Some(position)) if !has_more => Ok((name.to_owned(), position)),
            _ => Err(wrong(item)),
        }
    };
    list.iter().map(entry).collect()
}

/// An error that a statement creates and throws.
struct Thrown<'n, 'a> {
    span: Span,
    callee: &'n Expression<'a>,
    arguments: &'n [Argument<'a>],
    /// The end of the callee and its type arguments.
    callee_end: u32,
    /// The index of the argument that has the cause.
    index: usize,
    /// What stands for the arguments before, if they are missing; `None` for classes that are not built in.
    defaults: Option<&'static [&'static str]>,
}

impl<'n, 'a> Thrown<'n, 'a> {
    fn of(
        expression: &'n Expression<'a>,
        classes: &HashMap<String, usize>,
        ctx: &Context<'a>,
    ) -> Option<Thrown<'n, 'a>> {
        let (span, callee, arguments, types) = match expression.without_parentheses() {
            Expression::NewExpression(new) => (new.span, &new.callee, &new.arguments, &new.type_arguments),
            Expression::CallExpression(call) => (call.span, &call.callee, &call.arguments, &call.type_arguments),
            _ => return None,
        };
        let (index, defaults): (usize, Option<&[_]>) = match callee.without_parentheses() {
            Expression::Identifier(callee) if callee.name == "AggregateError" && ctx.is_global(callee) => {
                (2, Some(&["[]", "\"\""]))
            }
            Expression::Identifier(callee) if ERRORS.contains(&callee.name.as_str()) && ctx.is_global(callee) => {
                (1, Some(&["\"\""]))
            }
            Expression::Identifier(callee) => (*classes.get(callee.name.as_str())?, None),
            Expression::StaticMemberExpression(callee) => {
                (*classes.get(callee.property.name.as_str())?, None)
            }
            _ => return None,
        };
        let callee_end = types.as_ref().map_or(callee.span().end, |types| types.span.end);
        Some(Thrown { span, callee, arguments, callee_end, index, defaults })
    }

    /// The edit that adds the cause.
    fn with_cause(&self, name: &str, ctx: &Context<'a>) -> Option<Edit> {
        if let Some(options) = self.arguments.get(self.index) {
            let Some(Expression::ObjectExpression(options)) =
                options.as_expression().map(Expression::without_parentheses)
            else {
                return None;
            };
            return Some(match options.properties.last() {
                None => Edit::insert(options.span.start + 1, format!("cause: {name}")),
                Some(last) => Edit::insert(last.span().end, format!(", cause: {name}")),
            });
        }
        let cause = format!("{{ cause: {name} }}");
        let missing = match self.defaults {
            Some(defaults) => defaults.get(self.arguments.len()..).unwrap_or_default(),
            None if self.arguments.len() < self.index => return None,
            None => &[],
        };
        let mut text = missing.join(", ");
        if !text.is_empty() {
            text.push_str(", ");
        }
        text.push_str(&cause);
        if let Some(last) = self.arguments.last() {
            return Some(Edit::insert(last.span().end, format!(", {text}")));
        }
        let open = punctuator("(", self.callee_end, ctx).filter(|open| open.end <= self.span.end);
        Some(match open {
            Some(open) => Edit::insert(open.end, text),
            None => Edit::insert(self.callee.span().end, format!("({text})")),
        })
    }
}

fn check<'a>(
    node: &AstNode<'a>,
    requires_parameter: bool,
    classes: &HashMap<String, usize>,
    ctx: &Context<'a>,
) {
    let AstKind::ThrowStatement(statement) = node.kind() else { return };
    let Some(thrown) = Thrown::of(&statement.argument, classes, ctx) else { return };
    let mut outer = ctx.nodes().ancestor_kinds(node.id());
    let clause = outer.find(|kind| {
        matches!(
            kind,
            AstKind::CatchClause(_)
                | AstKind::Function(_)
                | AstKind::ArrowFunctionExpression(_)
                | AstKind::StaticBlock(_)
        )
    });
    let Some(AstKind::CatchClause(clause)) = clause else { return };
    let name = match clause.param.as_ref().map(|param| &param.pattern) {
        Some(BindingPattern::BindingIdentifier(name)) => name,
        Some(_) => {
            ctx.report(clause.span, "partiallyLostError");
            return;
        }
        None => {
            if requires_parameter {
                ctx.report(statement.span, "missingCatchErrorParam");
            }
            return;
        }
    };
    let (property, is_only) = match cause(&thrown) {
        Cause::Given(property, is_only) => (property, is_only),
        Cause::Unknown => return,
        Cause::Missing => {
            let report = ctx.report(statement.span, "missingCause");
            if let Some(edit) = thrown.with_cause(&name.name, ctx) {
                drop(report.suggest_with("includeCause", Vec::new(), vec![edit]));
            }
            return;
        }
    };
    let value = property.value.without_parentheses();
    if !matches!(value, Expression::Identifier(value) if value.name == name.name) {
        let report = ctx.report(value.span(), "incorrectCause");
        if is_only {
            let is_plain = !property.method && !property.shorthand && property.kind == PropertyKind::Init;
            let (span, text) = if is_plain {
                (value.span(), name.name.to_string())
            } else {
                (property.span, format!("cause: {}", name.name))
            };
            drop(report.suggest("includeCause", span, text));
        }
        return;
    }
    if ctx.scoping().find_binding(node.scope_id(), name.name) != name.symbol_id.get() {
        ctx.report(statement.span, "caughtErrorShadowed");
    }
}

/// The cause that an error gets, as far as the code shows it.
enum Cause<'n, 'a> {
    Unknown,
    Missing,
    /// The last property that gives it, and whether it is the only one.
    Given(&'n ObjectProperty<'a>, bool),
}

fn cause<'n, 'a>(thrown: &Thrown<'n, 'a>) -> Cause<'n, 'a> {
    if thrown.arguments.iter().take(thrown.index + 1).any(Argument::is_spread) {
        return Cause::Unknown;
    }
    let Some(options) = thrown.arguments.get(thrown.index) else { return Cause::Missing };
    let Some(Expression::ObjectExpression(options)) =
        options.as_expression().map(Expression::without_parentheses)
    else {
        return Cause::Unknown;
    };
    let mut found = None;
    for property in &options.properties {
        let ObjectPropertyKind::ObjectProperty(property) = property else { return Cause::Unknown };
        if static_key(&property.key).is_some_and(|name| name == "cause") {
            found = Some((&**property, found.is_none()));
        }
    }
    found.map_or(Cause::Missing, |(property, is_only)| Cause::Given(property, is_only))
}
