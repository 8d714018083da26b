//! `.resolves` and `.rejects`.

use boa_engine::builtins::promise::Promise;
use boa_engine::{
    Context, Finalize, JsArgs, JsNativeError, JsResult, JsValue, NativeFunction, Trace, js_string,
};
use verdict_judge::Fault;

use super::assertion::{Assertion, Matcher, Promised};
use crate::inspect::inspect;
use crate::intrinsics::native;
use crate::state::{State, here};

/// An assertion about the outcome of a promise.
///
/// # Errors
/// A value that is no promise, with Vitest's message.
pub(super) fn promised(
    assertion: Assertion,
    promised: Promised,
    context: &mut Context,
) -> JsResult<Assertion> {
    if assertion.poll.is_some() {
        let name = if promised == Promised::Resolves { "resolves" } else { "rejects" };
        let message = format!("expect.poll() is not supported in combination with .{name}");
        return Err(JsNativeError::syntax().with_message(message).into());
    }
    let mut value = assertion.value.clone();
    if promised == Promised::Rejects
        && let Some(function) = value.as_callable()
    {
        value = function.call(&JsValue::undefined(), &[], context)?;
    }
    let thenable = match value.as_object() {
        Some(object) if object.is::<Promise>() => true,
        Some(object) => object.get(js_string!("then"), context)?.is_callable(),
        None => false,
    };
    if !thenable {
        let name = if promised == Promised::Resolves { "resolves" } else { "rejects" };
        return Err(JsNativeError::typ()
            .with_message(format!(
                "You must provide a Promise to expect() when using .{name}, not '{}'.",
                value.type_of()
            ))
            .into());
    }
    Ok(Assertion { value, promised, ..assertion })
}

#[derive(Trace, Finalize)]
struct Waiting {
    assertion: Assertion,
    args: Vec<JsValue>,
    /// Location of the assertion; when the promise settles, the guest is elsewhere.
    #[unsafe_ignore_trace]
    place: Fault,
}

/// Runs a matcher when an assertion's promise has settled. The returned promise rejects if the assertion
/// fails. The failure is also recorded, so that it fails a test that does not await it.
///
/// # Errors
/// None in an intact realm.
pub(super) fn follow(
    assertion: &Assertion,
    matcher: Matcher,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let (at, stack) = here(context);
    let place = Fault { at, stack, ..Fault::default() };
    let waiting = || Waiting { assertion: assertion.clone(), args: args.to_vec(), place: place.clone() };
    let fulfilled = NativeFunction::from_copy_closure_with_captures(
        move |_, args, waiting: &Waiting, context| {
            settled(args.get_or_undefined(0), Promised::Resolves, matcher, waiting, context)
        },
        waiting(),
    );
    let rejected = NativeFunction::from_copy_closure_with_captures(
        move |_, args, waiting: &Waiting, context| {
            settled(args.get_or_undefined(0), Promised::Rejects, matcher, waiting, context)
        },
        waiting(),
    );
    let fulfilled = native("fulfilled", 1, fulfilled, context);
    let rejected = native("rejected", 1, rejected, context);
    let state = State::of(context);
    let arguments = [assertion.value.clone(), fulfilled.into(), rejected.into()];
    let promise = state.shim.follow.call(&JsValue::undefined(), &arguments, context)?;
    state.pending.borrow_mut().extend(promise.as_object());
    Ok(promise)
}

fn settled(
    value: &JsValue,
    way: Promised,
    matcher: Matcher,
    waiting: &Waiting,
    context: &mut Context,
) -> JsResult<JsValue> {
    let Waiting { assertion, args, place } = waiting;
    if way == Promised::Rejects && assertion.promised == Promised::Rejects {
        // The rejection is the expected outcome.
        State::of(context).forgive(value);
    }
    if way == assertion.promised {
        let assertion = Assertion { value: value.clone(), ..assertion.clone() };
        return assertion.apply(matcher, args, Some(place), context);
    }
    let preview = inspect(value, context)?;
    let message = if way == Promised::Rejects {
        format!("promise rejected \"{preview}\" instead of resolving")
    } else {
        format!("promise resolved \"{preview}\" instead of rejecting")
    };
    State::of(context).asserted(assertion.made.as_ref());
    assertion.fail(Fault::new(message), Some(place), context)
}
