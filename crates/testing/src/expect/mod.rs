//! `expect`: natives that decide and record the outcome before the guest learns of it.

mod assertion;
pub(crate) mod asymmetric;
pub(crate) mod chai;
mod check;
pub(crate) mod equality;
pub(crate) mod extend;
mod factories;
mod matchers;
mod poll;
mod promise;
mod states;
mod testers;

use boa_engine::object::IntegrityLevel;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{
    Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction,
};
use verdict_judge::Fault;

use crate::evidence::{self, Made};
use crate::guard::api;
use crate::state::State;
use crate::value;
use assertion::Assertion;

/// The objects of `expect` in one realm.
#[derive(Debug, Clone)]
pub(crate) struct Realm {
    /// `expect` itself.
    pub(crate) expect: JsObject,
    /// `expect.not`.
    not: JsObject,
    /// The prototype of assertions: the built-in matchers, frozen.
    matchers: JsObject,
    /// The prototype of asymmetric matchers.
    asymmetric: JsObject,
    /// The prototype behind `matchers`, with the matchers of `expect.extend`, so that built-in ones take
    /// precedence.
    extensions: JsObject,
}

impl Realm {
    /// The `expect` objects of a context's realm.
    fn of(context: &Context) -> JsResult<Realm> {
        let realm = State::of(context).expect.borrow().clone();
        Ok(realm.ok_or_else(|| JsNativeError::error().with_message("expect is not set up"))?)
    }
}

/// Creates `expect`.
///
/// # Errors
/// None in an intact realm.
pub(crate) fn install(state: &State, context: &mut Context) -> JsResult<JsObject> {
    let root = context.intrinsics().constructors().object().prototype();
    let behind = chai::lazy_words(&root, context)?;
    let extensions = JsObject::from_proto_and_data(behind, ());
    let matchers = JsObject::from_proto_and_data(extensions.clone(), ());
    matchers::install(&matchers, context)?;
    assertion::install(&matchers, context)?;
    matchers.set_integrity_level(IntegrityLevel::Frozen, context)?;
    let expect = api("expect", 1, NativeFunction::from_fn_ptr(expect), context);
    let not = JsObject::from_proto_and_data(root, ());
    let functions: [(&str, boa_engine::native_function::NativeFunctionPointer); 11] = [
        ("extend", extend::extend),
        ("soft", soft),
        ("assertions", assertions),
        ("hasAssertions", has_assertions),
        ("fail", fail),
        ("unreachable", unreachable),
        ("poll", poll::poll),
        ("addSnapshotSerializer", crate::inspect::add_serializer),
        ("getState", states::get),
        ("setState", states::set),
        ("addEqualityTesters", testers::add),
    ];
    for (name, function) in functions {
        let function = api(name, 1, NativeFunction::from_fn_ptr(function), context);
        fix(&expect, name, function, context)?;
    }
    let asymmetric = asymmetric::prototype(context)?;
    factories::install(&expect, &not, context)?;
    fix(&expect, "not", not.clone(), context)?;
    let expect: JsObject = expect.into();
    state.expect.replace(Some(Realm { expect: expect.clone(), not, matchers, asymmetric, extensions }));
    Ok(expect)
}

/// Defines an immutable property.
fn fix(object: &JsObject, name: &str, value: impl Into<JsValue>, context: &mut Context) -> JsResult<()> {
    let property =
        PropertyDescriptor::builder().value(value).writable(false).enumerable(true).configurable(false);
    object.define_property_or_throw(JsString::from(name), property.build(), context)?;
    Ok(())
}

/// `expect(value, message?)`.
fn expect(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    new_assertion(args, false, context)
}

/// `expect.soft(value, message?)`: a failure is recorded and the test continues.
fn soft(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if State::of(context).test().is_none() {
        let message = "expect.soft() can only be used inside a test";
        return Err(JsNativeError::error().with_message(message).into());
    }
    new_assertion(args, true, context)
}

fn new_assertion(args: &[JsValue], soft: bool, context: &mut Context) -> JsResult<JsValue> {
    State::of(context).assertions.borrow_mut().calls += 1;
    let message = args.get_or_undefined(1);
    let message = message.as_string().map(|text| value::text(&text)).filter(|text| !text.is_empty());
    let value = args.get_or_undefined(0).clone();
    let begun = evidence::begun(context);
    let assertion = Assertion { value, message, soft, begun, ..Assertion::default() };
    Ok(assertion.object(context)?.into())
}

fn assertions(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let wanted = args.get_or_undefined(0).as_number().filter(|number| *number >= 0.0);
    let Some(wanted) = wanted else {
        let message = "expect.assertions() expects a number that is not negative";
        return Err(JsNativeError::typ().with_message(message).into());
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "not negative; saturates")]
    let wanted = wanted as u64;
    State::of(context).assertions.borrow_mut().wanted = Some(wanted);
    Ok(JsValue::undefined())
}

fn has_assertions(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    State::of(context).assertions.borrow_mut().some = true;
    Ok(JsValue::undefined())
}

fn fail(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let message = args.get_or_undefined(0).as_string().map(|text| value::text(&text));
    let message = message.unwrap_or_else(|| "expect.fail()".to_owned());
    let made = evidence::made("fail", || "expect.fail".to_owned(), None, args, context);
    Err(assertion_error(Fault::new(message), made.as_ref(), context))
}

fn unreachable(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let message = args.get_or_undefined(0).as_string().map(|text| value::text(&text));
    let message = message.filter(|text| !text.is_empty()).map(|text| format!("\"{text}\" "));
    let made = evidence::made("unreachable", || "expect.unreachable".to_owned(), None, args, context);
    let fault = Fault::new(format!("expected {}not to be reached", message.unwrap_or_default()));
    Err(assertion_error(fault, made.as_ref(), context))
}

/// The error that the guest receives for a failed assertion. Its fault is recorded.
fn assertion_error(fault: Fault, made: Option<&Made>, context: &mut Context) -> JsError {
    let message = fault.message.clone();
    match State::of(context).error("AssertionError", &message, Some(fault), context) {
        Ok((error, _)) => {
            let error = JsValue::from(error);
            let state = State::of(context);
            if !state.is_tentative() {
                state.asserted(made);
                state.stands(&error);
            }
            JsError::from_opaque(error)
        }
        Err(error) => error,
    }
}
