//! Calls of mock functions, from the host's records.

use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsValue};
use verdict_judge::bound;

use super::Entry;
use crate::expect::assertion::Assertion;
use crate::expect::check::Check;
use crate::expect::equality::{Mode, equal_lists, equals};
use crate::inspect::{diff_lines, inspect, pretty, stringify};
use crate::state::State;
use crate::value::array;
use crate::vi::{Outcome, Record};

pub(super) const MATCHERS: &[Entry] = &[
    (&["toHaveBeenCalled", "toBeCalled"], 0, called),
    (&["toHaveBeenCalledTimes", "toBeCalledTimes"], 1, called_times),
    (&["toHaveBeenCalledOnce"], 0, called_once),
    (&["toHaveBeenCalledWith", "toBeCalledWith"], 0, |assertion, args, context| {
        called_with(assertion, args, false, context)
    }),
    (&["toHaveBeenCalledExactlyOnceWith"], 0, |assertion, args, context| {
        called_with(assertion, args, true, context)
    }),
    (&["toHaveBeenLastCalledWith", "lastCalledWith"], 0, last_called_with),
    (&["toHaveBeenNthCalledWith", "nthCalledWith"], 1, nth_called_with),
    (&["toHaveReturned", "toReturn"], 0, returned),
    (&["toHaveReturnedTimes", "toReturnTimes"], 1, returned_times),
    (&["toHaveReturnedWith", "toReturnWith"], 1, returned_with),
    (&["toHaveLastReturnedWith", "lastReturnedWith"], 1, last_returned_with),
    (&["toHaveNthReturnedWith", "nthReturnedWith"], 2, nth_returned_with),
];

/// The record of the tested mock, with its name escaped for templates.
pub(super) fn spy(value: &JsValue, context: &mut Context) -> JsResult<Record> {
    let record = State::of(context).mocks.record(value);
    match record {
        Some(mut record) => {
            record.name = record.name.replace("#{", "# {");
            Ok(record)
        }
        None => {
            let preview = inspect(value, context)?;
            let message = format!("{preview} is not a spy or a call to a spy!");
            Err(JsNativeError::typ().with_message(message).into())
        }
    }
}

fn called(assertion: &Assertion, _: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let spy = spy(&assertion.value, context)?;
    let name = &spy.name;
    let count = spy.calls.len();
    let pass = count > 0;
    let calls = if pass && assertion.not { list_calls(&spy, None, context)? } else { String::new() };
    Ok(Check::new(
        pass,
        format!("expected \"{name}\" to be called at least once"),
        format!("expected \"{name}\" to not be called at all, but actually been called {count} times{calls}"),
    ))
}

fn called_times(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let spy = spy(&assertion.value, context)?;
    let (name, count) = (&spy.name, spy.calls.len());
    let expected = args.get_or_undefined(0);
    let pass = JsValue::strict_equals(&JsValue::from(count), expected);
    let check = Check::new(
        pass,
        format!("expected \"{name}\" to be called #{{exp}} times, but got {count} times"),
        format!("expected \"{name}\" to not be called #{{exp}} times"),
    );
    Ok(check.values(expected, &JsValue::from(count)))
}

fn called_once(assertion: &Assertion, _: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let spy = spy(&assertion.value, context)?;
    let (name, count) = (&spy.name, spy.calls.len());
    Ok(Check::new(
        count == 1,
        format!("expected \"{name}\" to be called once, but got {count} times"),
        format!("expected \"{name}\" to not be called once"),
    ))
}

fn called_with(
    assertion: &Assertion,
    args: &[JsValue],
    once: bool,
    context: &mut Context,
) -> JsResult<Check> {
    let spy = spy(&assertion.value, context)?;
    let mut pass = false;
    for call in &spy.calls {
        if equal_lists(&call.args, args, context)? {
            pass = true;
            break;
        }
    }
    pass = pass && (!once || spy.calls.len() == 1);
    if pass != assertion.not {
        return Ok(Check::new(pass, "", ""));
    }
    let name = &spy.name;
    let calls = list_calls(&spy, Some(args), context)?;
    let once = if once { " once" } else { "" };
    let check = Check::new(
        pass,
        format!("expected \"{name}\" to be called{once} with arguments: #{{exp}}{calls}"),
        format!("expected \"{name}\" to not be called{once} with arguments: #{{exp}}{calls}"),
    );
    let expected = array(args.to_vec(), context);
    Ok(check.values(&expected, &JsValue::undefined()))
}

fn last_called_with(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let spy = spy(&assertion.value, context)?;
    let name = &spy.name;
    let last = spy.calls.last().map(|call| call.args.clone());
    let pass = match &last {
        Some(last) => equal_lists(last, args, context)?,
        None => false,
    };
    let check = Check::new(
        pass,
        format!("expected last \"{name}\" call to have been called with #{{exp}}"),
        format!("expected last \"{name}\" call to not have been called with #{{exp}}"),
    );
    lists(check, args, last, context)
}

fn nth_called_with(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let spy = spy(&assertion.value, context)?;
    let name = &spy.name;
    let (nth, args) = (nth(args.get_or_undefined(0)), args.get(1..).unwrap_or_default());
    let call = nth.and_then(|nth| spy.calls.get(nth - 1)).map(|call| call.args.clone());
    let pass = match &call {
        Some(call) => equal_lists(call, args, context)?,
        None => false,
    };
    let which = ordinal(nth.unwrap_or(0));
    let only =
        if call.is_some() { String::new() } else { format!(", but called only {} times", spy.calls.len()) };
    let check = Check::new(
        pass,
        format!("expected {which} \"{name}\" call to have been called with #{{exp}}{only}"),
        format!("expected {which} \"{name}\" call to not have been called with #{{exp}}"),
    );
    lists(check, args, call, context)
}

fn lists(
    check: Check,
    args: &[JsValue],
    call: Option<Vec<JsValue>>,
    context: &mut Context,
) -> JsResult<Check> {
    let expected = array(args.to_vec(), context);
    Ok(match call {
        Some(call) => {
            let call = array(call, context);
            check.diff(&expected, &call)
        }
        None => check.values(&expected, &JsValue::undefined()),
    })
}

fn returned(assertion: &Assertion, _: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let spy = spy(&assertion.value, context)?;
    let name = &spy.name;
    let pass = spy.calls.iter().any(|call| !matches!(call.outcome, Outcome::Threw(_)));
    Ok(Check::new(
        pass,
        format!("expected \"{name}\" to be successfully called at least once"),
        format!("expected \"{name}\" to not be successfully called"),
    ))
}

fn returned_times(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let spy = spy(&assertion.value, context)?;
    let name = &spy.name;
    let count = spy.calls.iter().filter(|call| !matches!(call.outcome, Outcome::Threw(_))).count();
    let expected = args.get_or_undefined(0);
    let pass = JsValue::strict_equals(&JsValue::from(count), expected);
    let check = Check::new(
        pass,
        format!("expected \"{name}\" to be successfully called #{{exp}} times"),
        format!("expected \"{name}\" to not be successfully called #{{exp}} times"),
    );
    Ok(check.values(expected, &JsValue::from(count)))
}

fn returned_with(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let spy = spy(&assertion.value, context)?;
    let name = &spy.name;
    let expected = args.get_or_undefined(0);
    let mut pass = false;
    for call in &spy.calls {
        if let Outcome::Returned(value) = &call.outcome {
            pass = pass || equals(expected, value, Mode::EQUAL, context)?;
        }
    }
    if pass != assertion.not {
        return Ok(Check::new(pass, "", ""));
    }
    let values = spy.calls.iter().map(|call| match &call.outcome {
        Outcome::Returned(value) | Outcome::Threw(value) => value.clone(),
        Outcome::Running => JsValue::undefined(),
    });
    let results = list(&spy, "call return", &values.collect::<Vec<_>>(), Some(expected), context)?;
    let check = Check::new(
        pass,
        format!("expected \"{name}\" to return with: #{{exp}} at least once{results}"),
        format!("expected \"{name}\" to not return with: #{{exp}}{results}"),
    );
    Ok(check.values(expected, &JsValue::undefined()))
}

fn last_returned_with(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let spy = spy(&assertion.value, context)?;
    let outcome = spy.calls.last().map(|call| call.outcome.clone());
    one_return(&format!("last \"{}\" call", spy.name), outcome, args.get_or_undefined(0), context)
}

fn nth_returned_with(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let spy = spy(&assertion.value, context)?;
    let nth = nth(args.get_or_undefined(0));
    let outcome = nth.and_then(|nth| spy.calls.get(nth - 1)).map(|call| call.outcome.clone());
    let which = format!("{} call \"{}\" call", ordinal(nth.unwrap_or(0)), spy.name);
    one_return(&which, outcome, args.get_or_undefined(1), context)
}

fn one_return(
    which: &str,
    outcome: Option<Outcome>,
    expected: &JsValue,
    context: &mut Context,
) -> JsResult<Check> {
    let found = match outcome {
        Some(Outcome::Returned(value)) => Some(value),
        _ => None,
    };
    let pass = match &found {
        Some(found) => equals(found, expected, Mode::EQUAL, context)?,
        None => false,
    };
    let check = Check::new(
        pass,
        format!("expected {which} to return #{{exp}}"),
        format!("expected {which} to not return #{{exp}}"),
    );
    Ok(check.diff(expected, &found.unwrap_or_default()))
}

/// A 1-based number.
pub(super) fn nth(value: &JsValue) -> Option<usize> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at least one; saturates")]
    value.as_number().filter(|number| *number >= 1.0).map(|number| number as usize)
}

pub(super) fn ordinal(number: usize) -> String {
    let suffix = match (number % 10, number % 100) {
        (1, hundred) if hundred != 11 => "st",
        (2, hundred) if hundred != 12 => "nd",
        (3, hundred) if hundred != 13 => "rd",
        _ => "th",
    };
    format!("{number}{suffix}")
}

/// The received calls for a message: each as it is, or as its difference from the expected one.
pub(super) fn list(
    spy: &Record,
    what: &str,
    found: &[JsValue],
    expected: Option<&JsValue>,
    context: &mut Context,
) -> JsResult<String> {
    /// Maximum number shown.
    const SHOWN: usize = 10;
    let mut text = String::new();
    if !found.is_empty() {
        text.push_str("\n\nReceived:\n");
    }
    for (index, value) in found.iter().enumerate().take(SHOWN) {
        text.push_str(&format!("\n  {} {} {what}:\n\n", ordinal(index + 1), spy.name));
        match expected {
            Some(expected) => {
                let (left, right) = (pretty(expected, context)?, pretty(value, context)?);
                let diff = if left == right {
                    "Compared values have no visual difference.".to_owned()
                } else {
                    diff_lines(&left, &right)
                };
                text.push_str(diff.trim_start_matches("- Expected\n+ Received\n\n"));
                text.push('\n');
            }
            None => {
                for line in stringify(value, context)?.lines() {
                    text.push_str(&format!("    {line}\n"));
                }
            }
        }
    }
    text.push_str(&format!("\n\nNumber of calls: {}\n", spy.calls.len()));
    Ok(bound(text).replace("#{", "# {"))
}

/// The arguments of all calls, for a message.
fn list_calls(spy: &Record, expected: Option<&[JsValue]>, context: &mut Context) -> JsResult<String> {
    let calls: Vec<JsValue> = spy.calls.iter().map(|call| array(call.args.clone(), context)).collect();
    let expected = expected.map(|args| array(args.to_vec(), context));
    list(spy, "call", &calls, expected.as_ref(), context)
}
