//! Reserves the test API for test material: calls by the subject are refused and recorded.

use boa_engine::object::builtins::JsFunction;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsError, JsObject, JsResult, JsString, JsValue, NativeFunction};
use verdict_protocol::{Code, sentences};
use verdict_sandbox::{Caller, caller, data_property, written_by};

use crate::intrinsics::native;
use crate::state::State;

/// A function of the test API: a native that refuses calls by the subject if the API is sealed.
pub(crate) fn api(name: &str, length: usize, function: NativeFunction, context: &Context) -> JsFunction {
    let guarded = NativeFunction::from_copy_closure_with_captures(
        |this, args, (name, function): &(JsString, NativeFunction), context| {
            check(name, context)?;
            function.call(this, args, context)
        },
        (JsString::from(name), function.clone()),
    );
    native(name, length, if State::of(context).sealed { guarded } else { function }, context)
}

/// Refuses a call by the subject.
///
/// # Errors
/// The refusal.
fn check(name: &JsString, context: &mut Context) -> JsResult<()> {
    match caller(context) {
        Caller::Host | Caller::Material => Ok(()),
        Caller::Subject(file) => {
            let name = name.to_std_string_lossy();
            let message = sentences::reserved_call(file, name);
            Err(refused(&message, context))
        }
    }
}

/// Refuses a test context function that another object uses as a getter or a `then`. A reader of that object
/// does not mean to call it.
///
/// # Errors
/// The refusal.
pub(crate) fn check_owner(name: &str, this: &JsValue, context: &mut Context) -> JsResult<()> {
    // The context itself is a function.
    let is_other = this.as_object().is_some_and(|object| !object.is_callable());
    if !is_other || !State::of(context).sealed {
        return Ok(());
    }
    let message = sentences::reserved_owner(name);
    Err(refused(&message, context))
}

fn refused(message: &str, context: &mut Context) -> JsError {
    let message = sentences::reserved(message);
    State::of(context).refuse(Code::Policy, &message, context)
}

/// The subject's file that contains a function which takes part in judging; `None` for a package's.
pub(crate) fn of_subject(function: &JsObject, context: &Context) -> Option<String> {
    match written_by(function, context) {
        Caller::Subject(file) if !file.contains("/node_modules/") => Some(file.to_string()),
        _ => None,
    }
}

/// Refuses a function that takes part in judging, such as a matcher, if it is the subject's code.
///
/// # Errors
/// The refusal.
pub(crate) fn check_written(what: &str, function: &JsObject, context: &mut Context) -> JsResult<()> {
    let Some(file) = of_subject(function, context).filter(|_| State::of(context).sealed) else {
        return Ok(());
    };
    let message = sentences::judge_in_subject(what, file);
    Err(refused(&message, context))
}

/// Refuses an object with methods of the subject, as far as they can be read without running code.
///
/// # Errors
/// The refusal.
pub(crate) fn check_methods(
    what: &str,
    object: &JsObject,
    names: &[&str],
    context: &mut Context,
) -> JsResult<()> {
    for name in names {
        let mut owner = Some(object.clone());
        while let Some(object) = owner {
            if let Some(function) = data_property(&object, name).and_then(|value| value.as_callable()) {
                check_written(what, &function, context)?;
                break;
            }
            if let Some(getter) = getter(&object, name) {
                check_written(what, &getter, context)?;
                break;
            }
            owner = object.prototype();
        }
    }
    Ok(())
}

fn getter(object: &JsObject, name: &str) -> Option<JsObject> {
    let key = PropertyKey::from(JsString::from(name));
    object.borrow().properties().get(&key)?.get()?.as_callable()
}
