//! Assertions about calling a function: `throw`, `change`, `increase`, `decrease`, `by`.

use boa_engine::{Context, JsArgs, JsResult, JsValue, js_string};

use super::Entry;
use super::contents::property;
use super::kind::{is_function, kind, literal, need, plain};
use crate::expect::assertion::{Assertion, Promised};
use crate::expect::check::{Check, Delta};
use crate::state::State;
use crate::value;

pub(super) const METHODS: &[Entry] = &[
    (&["throw", "throws", "Throw"], throw),
    (&["change", "changes"], |assertion, args, context| change(assertion, args, "change", context)),
    (&["increase", "increases"], |assertion, args, context| change(assertion, args, "increase", context)),
    (&["decrease", "decreases"], |assertion, args, context| change(assertion, args, "decrease", context)),
    (&["by"], by),
];

fn need_function(assertion: &Assertion, value: &JsValue, context: &mut Context) -> JsResult<Option<Check>> {
    let holds = is_function(&kind(value, context)?, "function");
    Ok(need(assertion, value, holds, "a function"))
}

/// The name of a thrown value in a message.
fn name_of(error: &JsValue, context: &mut Context) -> JsResult<JsValue> {
    if value::is_error(error, context) {
        return Ok(error.to_string(context)?.into());
    }
    constructor_name(error, context)
}

fn constructor_name(like: &JsValue, context: &mut Context) -> JsResult<JsValue> {
    let Some(object) = like.as_object() else { return Ok(like.clone()) };
    if value::is_error(like, context) {
        let constructor = object.get(js_string!("constructor"), context)?;
        return match constructor.as_object() {
            Some(constructor) => constructor.get(js_string!("name"), context),
            None => Ok(JsValue::undefined()),
        };
    }
    if object.is_callable() { object.get(js_string!("name"), context) } else { Ok(like.clone()) }
}

/// Whether a thrown value has the type of an error or constructor.
fn is_like(thrown: &JsValue, like: &JsValue, context: &mut Context) -> JsResult<bool> {
    let Some(object) = like.as_object() else { return Ok(false) };
    let constructor = if value::is_error(like, context) {
        object.get(js_string!("constructor"), context)?
    } else {
        like.clone()
    };
    let of = match thrown.as_object() {
        Some(thrown) => thrown.get(js_string!("constructor"), context)?,
        None => JsValue::undefined(),
    };
    Ok(JsValue::strict_equals(&of, &constructor)
        || (constructor.is_callable() && value::instance_of(thrown, &constructor, context)?))
}

/// Whether the message of a thrown value contains a text, or matches a pattern.
fn has_message(thrown: &JsValue, matcher: &JsValue, context: &mut Context) -> JsResult<bool> {
    let message = match (thrown.as_string(), thrown.as_object()) {
        (Some(text), _) => JsValue::from(text),
        (_, Some(object)) => object.get(js_string!("message"), context)?,
        _ => JsValue::undefined(),
    };
    if message.is_undefined() {
        return Ok(false);
    }
    let text = message.to_string(context)?;
    if let Some(part) = matcher.as_string() {
        return Ok(text.index_of(part.as_str(), 0).is_some());
    }
    match matcher.as_regexp() {
        Some(regexp) => value::regexp_matches(&regexp.into(), &text, context),
        None => Ok(false),
    }
}

/// `throw(errorLike?, message?)`. The chain continues with the thrown value.
fn throw(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let function = match assertion.promised {
        Promised::Rejects => None,
        Promised::Resolves if !assertion.value.is_callable() => {
            return Ok(Check::new(false, "expected promise to throw an error, but it didn't", ""));
        }
        _ => match (need_function(assertion, &assertion.value, context)?, assertion.value.as_callable()) {
            (None, Some(function)) => Some(function),
            (check, _) => {
                let refused = || Check::invalid(assertion, "expected #{this} to be a function");
                return Ok(check.unwrap_or_else(refused));
            }
        },
    };
    let (mut like, mut matcher) = (args.get_or_undefined(0).clone(), args.get_or_undefined(1).clone());
    if like.is_string() || like.is_regexp() {
        matcher = std::mem::replace(&mut like, JsValue::null());
    }
    let (was_thrown, thrown) = match &function {
        // The reason of a rejected promise counts as thrown.
        None => (true, assertion.value.clone()),
        Some(function) => {
            match State::of(context).tentatively(|| function.call(&JsValue::undefined(), &[], context)) {
                Ok(_) => (false, JsValue::undefined()),
                Err(error) if error.as_engine().is_some() => return Err(error),
                Err(error) => (true, error.into_opaque(context)?),
            }
        }
    };
    let negate = assertion.not;
    let (any, both) =
        (like.is_undefined() && matcher.is_undefined(), like.to_boolean() && matcher.to_boolean());
    let passed = Check::new(!negate, "", "").next(thrown.clone());
    if any || !negate {
        let what = match like.as_object() {
            Some(_) if value::is_error(&like, context) => "#{exp}".to_owned(),
            Some(_) => literal(&value::text(&constructor_name(&like, context)?.to_string(context)?)),
            None => "an error".to_owned(),
        };
        let check = Check::new(
            was_thrown,
            format!("expected #{{this}} to throw {what}"),
            "expected #{this} to not throw an error but #{act} was thrown",
        );
        let expected = if like.to_boolean() { like.to_string(context)?.into() } else { like.clone() };
        let check = check.values(&expected, &name_of(&thrown, context)?);
        if check.fails(assertion) {
            return Ok(check);
        }
    }
    let mut like_fails = false;
    if like.to_boolean() && thrown.to_boolean() {
        let same = !value::is_error(&like, context) || JsValue::strict_equals(&like, &thrown);
        let kind = is_like(&thrown, &like, context)?;
        if same == negate && value::is_error(&like, context) || kind == negate {
            like_fails = true;
            if !(both && negate) {
                return unlike(assertion, &like, &thrown, context);
            }
        }
    }
    if was_thrown && thrown.to_boolean() && !matcher.is_null_or_undefined() {
        let holds = has_message(&thrown, &matcher, context)?;
        if holds == negate {
            if !(both && negate) {
                let how = if matcher.is_regexp() { "matching" } else { "including" };
                let message = match (thrown.as_string(), thrown.as_object()) {
                    (Some(text), _) => JsValue::from(text),
                    (_, Some(object)) => object.get(js_string!("message"), context)?,
                    _ => js_string!().into(),
                };
                let check = Check::new(
                    negate,
                    format!("expected #{{this}} to throw error {how} #{{exp}} but got #{{act}}"),
                    format!("expected #{{this}} to throw error not {how} #{{exp}}"),
                );
                return Ok(check.diff(&matcher, &message));
            }
            if like_fails {
                return unlike(assertion, &like, &thrown, context);
            }
        }
    }
    Ok(passed)
}

/// The failure of a thrown value that differs from the expected one, or with `not` equals it.
fn unlike(assertion: &Assertion, like: &JsValue, thrown: &JsValue, context: &mut Context) -> JsResult<Check> {
    let check = Check::new(
        assertion.not,
        "expected #{this} to throw #{exp} but #{act} was thrown",
        "expected #{this} to not throw #{exp} but #{act} was thrown",
    );
    Ok(check.values(&name_of(like, context)?, &name_of(thrown, context)?))
}

/// `change(object, key)` or `change(function)`, optionally in a direction.
fn change(
    assertion: &Assertion,
    args: &[JsValue],
    way: &'static str,
    context: &mut Context,
) -> JsResult<Check> {
    let (subject, key) = (args.get_or_undefined(0), args.get_or_undefined(1));
    let by_call = key.is_null_or_undefined();
    if let Some(check) = need_function(assertion, &assertion.value, context)? {
        return Ok(check);
    }
    if by_call && let Some(check) = need_function(assertion, subject, context)? {
        return Ok(check);
    }
    if !by_call {
        let there = Assertion { value: subject.clone(), not: false, chai: 0, ..assertion.clone() };
        let check = property(&there, std::slice::from_ref(key), context)?;
        if !check.pass {
            let name = super::kind::shown(key, context)?;
            let message = format!("expected #{{this}} to have property {name}");
            return Ok(Check::invalid(assertion, message).this(subject));
        }
    }
    let read = |context: &mut Context| -> JsResult<JsValue> {
        match (subject.as_callable(), subject.as_object()) {
            (Some(subject), _) if by_call => subject.call(&JsValue::undefined(), &[], context),
            (_, Some(object)) => {
                let key = key.to_property_key(context)?;
                object.get(key, context)
            }
            _ => Ok(JsValue::undefined()),
        }
    };
    let before = read(context)?;
    if way != "change" {
        let holds = kind(&before, context)? == "number";
        if let Some(check) = need(assertion, &before, holds, "a number") {
            return Ok(check);
        }
    }
    if let Some(function) = assertion.value.as_callable() {
        State::of(context).tentatively(|| function.call(&JsValue::undefined(), &[], context))?;
    }
    let after = read(context)?;
    let name = if by_call { plain(&before, context)? } else { format!(".{}", plain(key, context)?) };
    let number = |value: &JsValue| value.as_number().unwrap_or(f64::NAN);
    let delta = Delta { shown: name.clone(), way, before: number(&before), after: number(&after) };
    let pass = match way {
        "increase" => delta.after - delta.before > 0.0,
        "decrease" => delta.after - delta.before < 0.0,
        _ => !JsValue::strict_equals(&before, &after),
    };
    let mut check =
        Check::new(pass, format!("expected {name} to {way}"), format!("expected {name} to not {way}"));
    check.delta = Some(delta);
    Ok(check)
}

/// `by(amount)`, after a change.
fn by(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let amount = args.get_or_undefined(0);
    let shown = plain(amount, context)?;
    let wanted = amount.to_number(context)?.abs();
    let (pass, name, way) = match &assertion.delta {
        None => (false, "undefined", "undefined"),
        Some(delta) => {
            let moved = delta.after - delta.before;
            let moved = match delta.way {
                "increase" => moved,
                "decrease" => -moved,
                _ => moved.abs(),
            };
            (moved.total_cmp(&wanted).is_eq() || moved - wanted == 0.0, delta.shown.as_str(), delta.way)
        }
    };
    Ok(Check::new(
        pass,
        format!("expected {name} to {way} by {shown}"),
        format!("expected {name} to not {way} by {shown}"),
    ))
}
