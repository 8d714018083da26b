//! `toThrow`.

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, js_string};

use super::Entry;
use crate::expect::assertion::{Assertion, Promised};
use crate::expect::asymmetric;
use crate::expect::check::Check;
use crate::expect::equality::{Mode, equals};
use crate::state::State;
use crate::value;

pub(super) const MATCHERS: &[Entry] = &[(&["toThrow", "toThrowError"], 1, to_throw)];

fn to_throw(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let expected = args.get_or_undefined(0);
    let by_message = expected.is_undefined() || expected.is_string() || expected.is_regexp();
    let thrown = match (assertion.promised, assertion.value.as_callable()) {
        (Promised::Rejects, _) => Some(assertion.value.clone()),
        (Promised::Resolves, None) => {
            return Ok(Check::new(false, "expected promise to throw an error, but it didn't", ""));
        }
        (_, None) => return Ok(Check::invalid(assertion, "expected #{this} to be a function")),
        (_, Some(function)) => {
            match State::of(context).tentatively(|| function.call(&JsValue::undefined(), &[], context)) {
                Ok(_) => None,
                Err(error) if error.as_engine().is_some() => return Err(error),
                Err(error) => Some(error.into_opaque(context)?),
            }
        }
    };
    if by_message {
        let check = message(expected, thrown, context)?;
        if assertion.promised != Promised::Rejects {
            return Ok(check);
        }
        // Vitest tests a function of its own that throws the reason.
        let function = State::of(context).shim.empty.call(&JsValue::undefined(), &[], context)?;
        return Ok(check.this(&function));
    }
    let Some(thrown) = thrown else {
        return Ok(Check::new(false, "expected function to throw an error, but it didn't", ""));
    };
    if let Some(constructor) = expected.as_callable() {
        let name = constructor.get(js_string!("name"), context)?.as_string();
        let name = name.map(|name| value::text(&name)).unwrap_or_default().replace("#{", "# {");
        let pass = value::instance_of(&thrown, expected, context)?;
        let check = Check::new(
            pass,
            format!("expected error to be instance of {name}"),
            format!("expected error not to be instance of {name}"),
        );
        return Ok(check.diff(expected, &thrown));
    }
    let is_jest = State::of(context).is_jest && asymmetric::of(expected).is_none();
    let pass = match expected.as_object().filter(|_| is_jest) {
        Some(expected) => is_thrown_in_jest(&thrown, &expected, context)?,
        None => equals(&thrown, expected, Mode::EQUAL, context)?,
    };
    let check = if value::is_error(expected, context) {
        Check::new(pass, "expected a thrown error to be #{exp}", "expected a thrown error not to be #{exp}")
    } else if asymmetric::of(expected).is_some() {
        Check::new(
            pass,
            "expected error to match asymmetric matcher",
            "expected error not to match asymmetric matcher",
        )
    } else {
        Check::new(
            pass,
            "expected a thrown value to equal #{exp}",
            "expected a thrown value not to equal #{exp}",
        )
    };
    Ok(check.diff(expected, &thrown))
}

/// Whether Jest takes what was thrown for an expected error or object. It compares messages and causes, and the class of an
/// error that has one of its own.
fn is_thrown_in_jest(thrown: &JsValue, expected: &JsObject, context: &mut Context) -> JsResult<bool> {
    let Some(object) = thrown.as_object() else { return Ok(false) };
    let message = js_string!("message");
    let (left, right) = (object.get(message.clone(), context)?, expected.get(message, context)?);
    if !JsValue::strict_equals(&left, &right) {
        return Ok(false);
    }
    let cause = js_string!("cause");
    let (left, right) = (object.get(cause.clone(), context)?, expected.get(cause, context)?);
    if (left.to_boolean() || right.to_boolean()) && !equals(&left, &right, Mode::EQUAL, context)? {
        return Ok(false);
    }
    if !value::is_error(thrown, context) || !value::is_error(&expected.clone().into(), context) {
        return Ok(true);
    }
    let constructor = expected.get(js_string!("constructor"), context)?;
    let name = constructor.as_callable().map(|class| class.get(js_string!("name"), context)).transpose()?;
    let is_plain = name.and_then(|name| name.as_string()).is_some_and(|name| name == js_string!("Error"));
    Ok(is_plain || value::instance_of(thrown, &constructor, context)?)
}

/// Checks for any error, for a part of the message, or for a regular expression.
fn message(expected: &JsValue, thrown: Option<JsValue>, context: &mut Context) -> JsResult<Check> {
    let Some(thrown) = thrown else {
        return Ok(Check::new(false, "expected #{this} to throw an error", ""));
    };
    if expected.is_undefined() {
        let shown = describe(&thrown, context)?;
        let check = Check::new(true, "", "expected #{this} to not throw an error but #{act} was thrown");
        return Ok(check.diff(&JsValue::undefined(), &shown));
    }
    let text = match (thrown.as_string(), thrown.as_object()) {
        (Some(text), _) => Some(text),
        (_, Some(object)) => object.get(js_string!("message"), context)?.as_string(),
        _ => None,
    };
    let (pass, how) = match (&text, expected.as_string(), expected.as_regexp()) {
        // Vitest takes an empty string to mean an empty message.
        (Some(text), Some(part), _) if part.is_empty() => (text.is_empty(), "including"),
        (Some(text), Some(part), _) => (text.index_of(part.as_str(), 0).is_some(), "including"),
        (Some(text), _, Some(regexp)) => (value::regexp_matches(&regexp.into(), text, context)?, "matching"),
        (None, part, _) => (false, if part.is_some() { "including" } else { "matching" }),
        _ => (false, "matching"),
    };
    let actual = text.map_or_else(|| js_string!().into(), JsValue::from);
    let check = Check::new(
        pass,
        format!("expected #{{this}} to throw error {how} #{{exp}} but got #{{act}}"),
        format!("expected #{{this}} to throw error not {how} #{{exp}}"),
    );
    Ok(check.diff(expected, &actual))
}

/// A thrown value as chai shows it: an error by its text, any other object by its constructor.
fn describe(thrown: &JsValue, context: &mut Context) -> JsResult<JsValue> {
    let Some(object) = thrown.as_object() else { return Ok(thrown.clone()) };
    if !value::is_error(thrown, context) {
        return Ok(thrown.clone());
    }
    let text = |key: &str, context: &mut Context| -> JsResult<String> {
        let found = object.get(js_string!(key), context)?;
        Ok(found.as_string().map(|text| value::text(&text)).unwrap_or_default())
    };
    let (name, message) = (text("name", context)?, text("message", context)?);
    let shown = match (name.is_empty(), message.is_empty()) {
        (true, _) => message,
        (_, true) => name,
        _ => format!("{name}: {message}"),
    };
    Ok(js_string!(shown).into())
}
