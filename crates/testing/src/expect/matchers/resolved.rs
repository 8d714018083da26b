//! Outcomes of promises that mock functions returned, and the order of mock calls.

use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsValue};

use super::Entry;
use super::mocks::{list, nth, ordinal, spy};
use crate::expect::assertion::Assertion;
use crate::expect::check::Check;
use crate::expect::equality::{Mode, equals};
use crate::inspect::inspect;
use crate::vi::{Record, Settled};

pub(super) const MATCHERS: &[Entry] = &[
    (&["toHaveResolved"], 0, resolved),
    (&["toHaveResolvedTimes"], 1, resolved_times),
    (&["toHaveResolvedWith"], 1, resolved_with),
    (&["toHaveLastResolvedWith"], 1, last_resolved_with),
    (&["toHaveNthResolvedWith"], 2, nth_resolved_with),
    (&["toHaveBeenCalledBefore"], 2, |assertion, args, context| in_order(assertion, args, "before", context)),
    (&["toHaveBeenCalledAfter"], 2, |assertion, args, context| in_order(assertion, args, "after", context)),
];

fn fulfilled(settled: &Settled) -> Option<JsValue> {
    match settled {
        Settled::Fulfilled(value) => Some(value.clone()),
        Settled::Pending | Settled::Rejected(_) => None,
    }
}

fn value_of(settled: &Settled) -> JsValue {
    match settled {
        Settled::Pending => JsValue::undefined(),
        Settled::Fulfilled(value) | Settled::Rejected(value) => value.clone(),
    }
}

fn settled(spy: &Record) -> Vec<Settled> {
    spy.calls.iter().map(|call| call.settled.clone()).collect()
}

fn resolved(assertion: &Assertion, _: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let spy = spy(&assertion.value, context)?;
    let name = &spy.name;
    Ok(Check::new(
        settled(&spy).iter().any(|settled| fulfilled(settled).is_some()),
        format!("expected \"{name}\" to be successfully resolved at least once"),
        format!("expected \"{name}\" to not be successfully resolved"),
    ))
}

fn resolved_times(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let spy = spy(&assertion.value, context)?;
    let name = &spy.name;
    let count = settled(&spy).iter().filter(|settled| fulfilled(settled).is_some()).count();
    let expected = args.get_or_undefined(0);
    let check = Check::new(
        JsValue::strict_equals(&JsValue::from(count), expected),
        format!("expected \"{name}\" to be successfully resolved #{{exp}} times"),
        format!("expected \"{name}\" to not be successfully resolved #{{exp}} times"),
    );
    Ok(check.values(expected, &JsValue::from(count)))
}

fn resolved_with(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let spy = spy(&assertion.value, context)?;
    let name = &spy.name;
    let expected = args.get_or_undefined(0);
    let all = settled(&spy);
    let mut pass = false;
    for found in all.iter().filter_map(fulfilled) {
        pass = pass || equals(expected, &found, Mode::EQUAL, context)?;
    }
    if pass != assertion.not {
        return Ok(Check::new(pass, "", ""));
    }
    let values: Vec<JsValue> = all.iter().map(value_of).collect();
    let results = list(&spy, "call return", &values, Some(expected), context)?;
    let check = Check::new(
        pass,
        format!("expected \"{name}\" to resolve with: #{{exp}} at least once{results}"),
        format!("expected \"{name}\" to not resolve with: #{{exp}}{results}"),
    );
    Ok(check.values(expected, &JsValue::undefined()))
}

fn last_resolved_with(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let spy = spy(&assertion.value, context)?;
    let last = settled(&spy).last().cloned();
    one(&format!("last \"{}\" call", spy.name), last.as_ref(), args.get_or_undefined(0), context)
}

fn nth_resolved_with(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let spy = spy(&assertion.value, context)?;
    let nth = nth(args.get_or_undefined(0));
    let found = nth.and_then(|nth| settled(&spy).get(nth - 1).cloned());
    let which = format!("{} call \"{}\" call", ordinal(nth.unwrap_or(0)), spy.name);
    one(&which, found.as_ref(), args.get_or_undefined(1), context)
}

fn one(which: &str, found: Option<&Settled>, expected: &JsValue, context: &mut Context) -> JsResult<Check> {
    let pass = match found.and_then(fulfilled) {
        Some(found) => equals(&found, expected, Mode::EQUAL, context)?,
        None => false,
    };
    let check = Check::new(
        pass,
        format!("expected {which} to resolve #{{exp}}"),
        format!("expected {which} to not resolve #{{exp}}"),
    );
    Ok(check.diff(expected, &found.map(value_of).unwrap_or_default()))
}

fn in_order(assertion: &Assertion, args: &[JsValue], way: &str, context: &mut Context) -> JsResult<Check> {
    let this = spy(&assertion.value, context)?;
    let Ok(other) = spy(args.get_or_undefined(0), context) else {
        let preview = inspect(args.get_or_undefined(0), context)?;
        let message = format!("{preview} is not a spy or a call to a spy");
        return Err(JsNativeError::typ().with_message(message).into());
    };
    let must_be_called = args.get(1).is_none_or(|value| value.is_undefined() || value.to_boolean());
    let (before, after) = if way == "before" { (&this, &other) } else { (&other, &this) };
    let pass = match (before.calls.first(), after.calls.first()) {
        (None, _) => !must_be_called,
        (Some(_), None) => false,
        (Some(before), Some(after)) => before.order < after.order,
    };
    Ok(Check::new(
        pass,
        format!("expected \"{}\" to have been called {way} \"{}\"", this.name, other.name),
        format!("expected \"{}\" to not have been called {way} \"{}\"", this.name, other.name),
    ))
}
