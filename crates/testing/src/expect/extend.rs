//! `expect.extend`: custom matchers. Built-in matchers cannot be replaced.

use boa_engine::builtins::promise::Promise;
use boa_engine::object::ObjectInitializer;
use boa_engine::property::{Attribute, PropertyDescriptor, PropertyKey};
use boa_engine::{
    Context, Finalize, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction, Trace,
    js_string,
};
use verdict_judge::{Fault, bound};

use super::assertion::{Assertion, Promised};
use super::asymmetric::{Kind, object};
use super::poll::{self, AnyMatcher};
use super::{Realm, check::Check};
use crate::guard::api;
use crate::inspect::{diff, stringify};
use crate::intrinsics::native;
use crate::state::{State, here};
use crate::value;

/// `expect.extend({ name(received, ...expected) { return { pass, message } } })`. A name that `expect` or a
/// built-in matcher already has is ignored.
///
/// # Errors
/// Errors that getters throw.
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
        crate::guard::check_written(&format!("The matcher {}", value::text(name)), &matcher, context)?;
        let captures = Custom { matcher: matcher.clone(), name: name.clone() };
        let method = NativeFunction::from_copy_closure_with_captures(
            |this, args, custom: &Custom, context| {
                let name = value::text(&custom.name);
                let assertion = Assertion::of(this)?.made(&name, args, context);
                if let Some(poll) = &assertion.poll {
                    return poll::start(
                        &assertion,
                        poll,
                        &name,
                        AnyMatcher::Custom(custom.clone()),
                        args,
                        context,
                    );
                }
                run(&assertion, custom, args, context)
            },
            captures,
        );
        let method = api(&value::text(name), 1, method, context);
        replaceable(&realm.extensions, &key, method.into(), context)?;
        for (target, inverse) in [(&realm.expect, false), (&realm.not, true)] {
            let factory = NativeFunction::from_copy_closure_with_captures(
                move |_, args, custom: &Custom, context| {
                    let kind = Kind::Custom(custom.matcher.clone(), custom.name.clone(), args.to_vec());
                    Ok(object(kind, inverse, context)?.into())
                },
                Custom { matcher: matcher.clone(), name: name.clone() },
            );
            let factory = api(&value::text(name), 0, factory, context);
            replaceable(target, &key, factory.into(), context)?;
        }
    }
    Ok(JsValue::undefined())
}

/// A custom matcher.
#[derive(Debug, Clone, Trace, Finalize)]
pub(super) struct Custom {
    matcher: JsObject,
    name: JsString,
}

/// Defines a property unless an unchangeable one exists.
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

/// Runs a custom matcher.
///
/// # Errors
/// Errors that the matcher throws, and the failure.
pub(super) fn run(
    assertion: &Assertion,
    custom: &Custom,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let (at, stack) = here(context);
    let place = Fault { at, stack, ..Fault::default() };
    if assertion.promised != Promised::No {
        return later(&assertion.value, assertion, custom, args, &place, context);
    }
    ask(assertion, custom, args, &MatcherModifiers::of(assertion), &place, context)
}

/// Calls a matcher with a value that is available.
fn ask(
    assertion: &Assertion,
    custom: &Custom,
    args: &[JsValue],
    said: &MatcherModifiers,
    place: &Fault,
    context: &mut Context,
) -> JsResult<JsValue> {
    let result = call(&custom.matcher, &assertion.value, args, said, context)?;
    if is_promise(&result) {
        return later(&result, assertion, custom, args, place, context);
    }
    let check = check(&result, assertion.not, context);
    assertion.conclude(check, Some(place), context)
}

#[derive(Trace, Finalize)]
struct Waiting {
    assertion: Assertion,
    matcher: JsObject,
    args: Vec<JsValue>,
    #[unsafe_ignore_trace]
    place: Fault,
}

/// Awaits a promise: the value (`.resolves`, `.rejects`), or the result of an asynchronous matcher.
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
        State::of(context).asserted(assertion.made.as_ref());
        return assertion.fail(Fault::new(format!("promise {way} unexpectedly")), Some(place), context);
    }
    let custom = Custom { matcher: matcher.clone(), name: js_string!() };
    let said = MatcherModifiers::of(assertion);
    let assertion = Assertion { value: value.clone(), promised: Promised::No, ..assertion.clone() };
    ask(&assertion, &custom, args, &said, place, context)
}

fn is_promise(value: &JsValue) -> bool {
    value.as_object().is_some_and(|object| object.is::<Promise>())
}

fn call(
    matcher: &JsObject,
    received: &JsValue,
    args: &[JsValue],
    said: &MatcherModifiers,
    context: &mut Context,
) -> JsResult<JsValue> {
    let this = matcher_context(said, context)?;
    let mut arguments = vec![received.clone()];
    arguments.extend_from_slice(args);
    let state = State::of(context);
    state.tentatively(|| matcher.call(&this, &arguments, context))
}

/// The modifiers before a matcher.
struct MatcherModifiers {
    not: bool,
    soft: bool,
    promise: &'static str,
}

impl MatcherModifiers {
    fn of(assertion: &Assertion) -> MatcherModifiers {
        let promise = match assertion.promised {
            Promised::No => "",
            Promised::Resolves => "resolves",
            Promised::Rejects => "rejects",
        };
        MatcherModifiers { not: assertion.not, soft: assertion.soft, promise }
    }
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
    // A guest's message is text, not a template.
    let message = message.replace("#{", "# {");
    let (expected, actual) =
        (result.get(js_string!("expected"), context)?, result.get(js_string!("actual"), context)?);
    let check = Check::new(pass, message.clone(), message);
    Ok(if expected.is_undefined() && actual.is_undefined() { check } else { check.diff(&expected, &actual) })
}

/// Whether a custom matcher, used asymmetrically, matches.
///
/// # Errors
/// Errors that the matcher throws.
pub(super) fn passes(
    matcher: &JsObject,
    received: &JsValue,
    args: &[JsValue],
    inverse: bool,
    context: &mut Context,
) -> JsResult<bool> {
    let said = MatcherModifiers { not: inverse, soft: false, promise: "" };
    let result = call(matcher, received, args, &said, context)?;
    match result.as_object() {
        Some(result) => Ok(result.get(js_string!("pass"), context)?.to_boolean()),
        None => Ok(false),
    }
}

/// `this` of a custom matcher: the content of `expect.getState()` and `{ isNot, promise, equals, utils … }`.
fn matcher_context(said: &MatcherModifiers, context: &mut Context) -> JsResult<JsValue> {
    let this = super::states::get(&JsValue::undefined(), &[], context)?;
    let Some(object) = this.as_object() else { return Ok(this) };
    let print: boa_engine::native_function::NativeFunctionPointer = |_, args, context| {
        let text = stringify(args.get_or_undefined(0), context)?;
        Ok(js_string!(bound(text)).into())
    };
    let as_is: boa_engine::native_function::NativeFunctionPointer =
        |_, args, context| Ok(args.get_or_undefined(0).to_string(context)?.into());
    let (iterable, subset) = super::testers::natives(context);
    let mut utils = ObjectInitializer::new(context);
    for name in ["printReceived", "printExpected", "stringify"] {
        utils.function(NativeFunction::from_fn_ptr(print), JsString::from(name), 1);
    }
    for name in ["EXPECTED_COLOR", "RECEIVED_COLOR", "INVERTED_COLOR", "BOLD_WEIGHT", "DIM_COLOR"] {
        utils.function(NativeFunction::from_fn_ptr(as_is), JsString::from(name), 1);
    }
    utils
        .function(NativeFunction::from_fn_ptr(hint), js_string!("matcherHint"), 4)
        .function(NativeFunction::from_fn_ptr(show_diff), js_string!("diff"), 2)
        .property(js_string!("iterableEquality"), iterable, Attribute::all())
        .property(js_string!("subsetEquality"), subset, Attribute::all());
    let utils = utils.build();
    let testers: Vec<JsValue> =
        State::of(context).testers.borrow().iter().map(|tester| tester.clone().into()).collect();
    let testers = value::array(testers, context);
    let equals = native("equals", 2, NativeFunction::from_fn_ptr(super::testers::equals), context);
    let suppressed = value::array(Vec::new(), context);
    let properties: [(&str, JsValue); 7] = [
        ("isNot", said.not.into()),
        ("soft", said.soft.into()),
        ("promise", js_string!(said.promise).into()),
        ("utils", utils.into()),
        ("equals", equals.into()),
        ("customTesters", testers),
        ("suppressedErrors", suppressed),
    ];
    for (name, value) in properties {
        object.create_data_property_or_throw(JsString::from(name), value, context)?;
    }
    Ok(this)
}

/// `matcherHint(name, received = 'received', expected = 'expected', { isNot, promise, secondArgument, comment })`.
fn hint(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = |index: usize, default: &str, context: &mut Context| match args.get(index) {
        Some(value) if !value.is_undefined() => {
            Ok::<_, boa_engine::JsError>(value::text(&value.to_string(context)?))
        }
        _ => Ok(default.to_owned()),
    };
    let (name, received, expected) =
        (text(0, "", context)?, text(1, "received", context)?, text(2, "expected", context)?);
    let (mut not, mut promise, mut second, mut comment) =
        (false, String::new(), String::new(), String::new());
    if let Some(options) = args.get_or_undefined(3).as_object() {
        not = options.get(js_string!("isNot"), context)?.to_boolean();
        for (key, into) in
            [("promise", &mut promise), ("secondArgument", &mut second), ("comment", &mut comment)]
        {
            let found = options.get(js_string!(key), context)?;
            *into = found.as_string().map(|text| value::text(&text)).unwrap_or_default();
        }
    }
    let mut hint = String::from("expect");
    hint.push_str(&if received.is_empty() { String::new() } else { format!("({received})") });
    if !promise.is_empty() {
        hint.push_str(&format!(".{promise}"));
    }
    if not {
        hint.push_str(".not");
    }
    // The older form has the modifiers in the name.
    hint.push_str(&if name.starts_with('.') { name } else { format!(".{name}") });
    let second = if second.is_empty() { String::new() } else { format!(", {second}") };
    hint.push_str(&format!("({expected}{second})"));
    if !comment.is_empty() {
        hint.push_str(&format!(" // {comment}"));
    }
    Ok(js_string!(hint).into())
}

/// `utils.diff(expected, received)`: the diff that a failure shows.
fn show_diff(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let found = diff(args.get_or_undefined(0), args.get_or_undefined(1), context)?;
    Ok(found.map_or(JsValue::undefined(), |text| js_string!(text).into()))
}
