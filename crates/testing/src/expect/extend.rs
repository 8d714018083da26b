//! `expect.extend`: matchers of the guest's own. The built-in ones stand.

use boa_engine::builtins::promise::Promise;
use boa_engine::object::ObjectInitializer;
use boa_engine::property::{Attribute, PropertyDescriptor, PropertyKey};
use boa_engine::{
    Context, Finalize, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction, Trace,
    js_string,
};

use super::assertion::{Assertion, Promised};
use super::asymmetric::{Kind, object};
use super::equality::{Mode, equals};
use super::{Realm, check::Check};
use crate::event::Fault;
use crate::inspect::{bound, stringify};
use crate::intrinsics::native;
use crate::state::{State, here};
use crate::value;

/// `expect.extend({ name(received, ...expected) { return { pass, message } } })`. A name of a built-in matcher or
/// of anything else that `expect` has is left alone.
///
/// # Errors
/// Guest code of getters.
pub(super) fn extend(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(matchers) = args.get_or_undefined(0).as_object() else {
        let message = "expect.extend() expects an object of matchers";
        return Err(JsNativeError::typ().with_message(message).into());
    };
    let realm = Realm::of(context)?;
    for key in value::own_enumerable_keys(&matchers, context)? {
        let Some(matcher) = matchers.get(key.clone(), context)?.as_callable() else { continue };
        let PropertyKey::String(name) = &key else { continue };
        if realm.matchers.has_own_property(key.clone(), context)? {
            continue;
        }
        let captures = Custom { matcher: matcher.clone(), name: name.clone() };
        let method = NativeFunction::from_copy_closure_with_captures(
            |this, args, custom: &Custom, context| run(&Assertion::of(this)?, custom, args, context),
            captures,
        );
        let method = native(&value::text(name), 1, method, context);
        replaceable(&realm.extensions, &key, method.into(), context)?;
        for (target, inverse) in [(&realm.expect, false), (&realm.not, true)] {
            let factory = NativeFunction::from_copy_closure_with_captures(
                move |_, args, custom: &Custom, context| {
                    let kind = Kind::Custom(custom.matcher.clone(), custom.name.clone(), args.to_vec());
                    Ok(object(kind, inverse, context).into())
                },
                Custom { matcher: matcher.clone(), name: name.clone() },
            );
            let factory = native(&value::text(name), 0, factory, context);
            replaceable(target, &key, factory.into(), context)?;
        }
    }
    Ok(JsValue::undefined())
}

#[derive(Trace, Finalize)]
struct Custom {
    matcher: JsObject,
    name: JsString,
}

/// Defines a property unless there is one that cannot be changed.
fn replaceable(object: &JsObject, key: &PropertyKey, value: JsValue, context: &mut Context) -> JsResult<()> {
    let fixed =
        object.borrow().properties().get(key).is_some_and(|property| property.configurable() == Some(false));
    if !fixed {
        let property =
            PropertyDescriptor::builder().value(value).writable(false).enumerable(true).configurable(true);
        object.define_property_or_throw(key.clone(), property.build(), context)?;
    }
    Ok(())
}

fn run(assertion: &Assertion, custom: &Custom, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (at, stack) = here(context);
    let place = Fault { at, stack, ..Fault::default() };
    if assertion.promised != Promised::No {
        return later(&assertion.value, assertion, custom, args, &place, context);
    }
    let result = call(&custom.matcher, &assertion.value, args, assertion.not, context)?;
    if is_promise(&result) {
        return later(&result, assertion, custom, args, &place, context);
    }
    let check = check(&result, assertion.not, context);
    assertion.conclude(check, Some(&place), context)
}

#[derive(Trace, Finalize)]
struct Waiting {
    assertion: Assertion,
    matcher: JsObject,
    args: Vec<JsValue>,
    #[unsafe_ignore_trace]
    place: Fault,
}

/// Waits for a promise: of the value (`.resolves`, `.rejects`), or of the result of an asynchronous matcher.
fn later(
    promise: &JsValue,
    assertion: &Assertion,
    custom: &Custom,
    args: &[JsValue],
    place: &Fault,
    context: &mut Context,
) -> JsResult<JsValue> {
    let waiting = || Waiting {
        assertion: assertion.clone(),
        matcher: custom.matcher.clone(),
        args: args.to_vec(),
        place: place.clone(),
    };
    let settle = |way: Promised| {
        NativeFunction::from_copy_closure_with_captures(
            move |_, args, waiting: &Waiting, context| {
                settled(args.get_or_undefined(0), way, waiting, context)
            },
            waiting(),
        )
    };
    let fulfilled = native("fulfilled", 1, settle(Promised::Resolves), context);
    let rejected = native("rejected", 1, settle(Promised::Rejects), context);
    let state = State::of(context);
    let arguments = [promise.clone(), fulfilled.into(), rejected.into()];
    let promise = state.shim.follow.call(&JsValue::undefined(), &arguments, context)?;
    state.pending.borrow_mut().extend(promise.as_object());
    Ok(promise)
}

fn settled(value: &JsValue, way: Promised, waiting: &Waiting, context: &mut Context) -> JsResult<JsValue> {
    let Waiting { assertion, matcher, args, place } = waiting;
    if assertion.promised == Promised::No {
        if way == Promised::Rejects {
            return Err(boa_engine::JsError::from_opaque(value.clone()));
        }
        let check = check(value, assertion.not, context);
        return assertion.conclude(check, Some(place), context);
    }
    if assertion.promised != way {
        let way = if way == Promised::Rejects { "rejected" } else { "resolved" };
        State::of(context).asserted();
        return assertion.fail(Fault::new(format!("promise {way} unexpectedly")), Some(place), context);
    }
    let custom = Custom { matcher: matcher.clone(), name: js_string!() };
    let assertion = Assertion { value: value.clone(), promised: Promised::No, ..assertion.clone() };
    run(&assertion, &custom, args, context)
}

fn is_promise(value: &JsValue) -> bool {
    value.as_object().is_some_and(|object| object.is::<Promise>())
}

fn call(
    matcher: &JsObject,
    received: &JsValue,
    args: &[JsValue],
    not: bool,
    context: &mut Context,
) -> JsResult<JsValue> {
    let this = matcher_context(not, context);
    let mut arguments = vec![received.clone()];
    arguments.extend_from_slice(args);
    matcher.call(&this.into(), &arguments, context)
}

fn check(result: &JsValue, not: bool, context: &mut Context) -> JsResult<Check> {
    let Some(result) = result.as_object() else {
        let message = "a matcher must return an object { pass, message }";
        return Err(JsNativeError::typ().with_message(message).into());
    };
    let pass = result.get(js_string!("pass"), context)?.to_boolean();
    if pass != not {
        return Ok(Check::new(pass, "", ""));
    }
    let message = result.get(js_string!("message"), context)?;
    let message = match message.as_callable() {
        Some(message) => message.call(&JsValue::undefined(), &[], context)?,
        None => message,
    };
    let message = match message.as_string() {
        Some(text) => bound(value::text(&text)),
        None => "the matcher failed".to_owned(),
    };
    // What a guest says is text, not a template.
    let message = message.replace("#{", "# {");
    let (expected, actual) =
        (result.get(js_string!("expected"), context)?, result.get(js_string!("actual"), context)?);
    let check = Check::new(pass, message.clone(), message);
    Ok(if expected.is_undefined() && actual.is_undefined() { check } else { check.diff(&expected, &actual) })
}

/// Whether a matcher used asymmetrically matches.
///
/// # Errors
/// Guest code of the matcher.
pub(super) fn passes(
    matcher: &JsObject,
    received: &JsValue,
    args: &[JsValue],
    inverse: bool,
    context: &mut Context,
) -> JsResult<bool> {
    let result = call(matcher, received, args, inverse, context)?;
    match result.as_object() {
        Some(result) => Ok(result.get(js_string!("pass"), context)?.to_boolean()),
        None => Ok(false),
    }
}

/// `this` of a matcher: `{ isNot, equals, utils }`.
fn matcher_context(not: bool, context: &mut Context) -> JsObject {
    let print: boa_engine::native_function::NativeFunctionPointer = |_, args, context| {
        let text = stringify(args.get_or_undefined(0), context)?;
        Ok(js_string!(bound(text)).into())
    };
    let hint: boa_engine::native_function::NativeFunctionPointer = |_, args, context| {
        let name = value::text(&args.get_or_undefined(0).to_string(context)?);
        let name = name.trim_start_matches('.');
        Ok(js_string!(format!("expect(received).{name}(expected)")).into())
    };
    let equal: boa_engine::native_function::NativeFunctionPointer = |_, args, context| {
        let strict = args.get_or_undefined(3).to_boolean();
        let mode = if strict { Mode::STRICT } else { Mode::EQUAL };
        Ok(equals(args.get_or_undefined(0), args.get_or_undefined(1), mode, context)?.into())
    };
    let mut utils = ObjectInitializer::new(context);
    for name in ["printReceived", "printExpected", "stringify"] {
        utils.function(NativeFunction::from_fn_ptr(print), JsString::from(name), 1);
    }
    utils.function(NativeFunction::from_fn_ptr(hint), js_string!("matcherHint"), 1);
    let utils = utils.build();
    ObjectInitializer::new(context)
        .property(js_string!("isNot"), not, Attribute::all())
        .property(js_string!("utils"), utils, Attribute::all())
        .function(NativeFunction::from_fn_ptr(equal), js_string!("equals"), 2)
        .build()
}
