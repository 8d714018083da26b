//! `expect.addEqualityTesters`, and the equality functions passed to custom matchers.

use boa_engine::object::ObjectInitializer;
use boa_engine::{
    Context, JsArgs, JsNativeError, JsObject, JsResult, JsSymbol, JsValue, NativeFunction, js_string,
};

use super::equality::{Mode, equals_by};
use crate::intrinsics::native;
use crate::state::{State, here};
use crate::value;

/// Maximum number of testers.
const MAX_TESTERS: usize = 100;

/// `expect.addEqualityTesters([(a, b) => boolean | undefined])`. Under `strictAssertions` only the test file
/// itself may add testers, so that code under test cannot redefine equality.
///
/// # Errors
/// An argument that is no array of functions.
pub(super) fn add(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let state = State::of(context);
    let list = args.get_or_undefined(0);
    let is_array = match list.as_object() {
        Some(object) => value::is_array(&object, context)?,
        None => false,
    };
    if !is_array {
        let message = format!(
            "expect.customEqualityTesters: Must be set to an array of Testers. Was given \"{}\"",
            list.type_of()
        );
        return Err(JsNativeError::typ().with_message(message).into());
    }
    if state.strict {
        let file = state.judge.borrow().start().file;
        if here(context).0.is_none_or(|at| at.file != file) {
            let message = "expect.addEqualityTesters() is for the test file alone under strictAssertions";
            return Err(JsNativeError::typ().with_message(message).into());
        }
    }
    for tester in value::elements(list, MAX_TESTERS as u64, context)?.unwrap_or_default() {
        let Some(tester) = tester.as_callable() else {
            let message = "expect.addEqualityTesters() expects functions";
            return Err(JsNativeError::typ().with_message(message).into());
        };
        crate::guard::check_written("An equality tester", &tester, context)?;
        let mut testers = state.testers.borrow_mut();
        if testers.len() >= MAX_TESTERS {
            return Err(JsNativeError::range().with_message("too many equality testers").into());
        }
        testers.push(tester);
    }
    Ok(JsValue::undefined())
}

/// The testers' decision on two values; `None` if all return undefined.
///
/// # Errors
/// Errors that testers throw.
pub(super) fn ask(
    testers: &[JsObject],
    a: &JsValue,
    b: &JsValue,
    context: &mut Context,
) -> JsResult<Option<bool>> {
    for tester in testers {
        let equals = native("equals", 2, NativeFunction::from_fn_ptr(equals), context);
        let this = ObjectInitializer::new(context).build();
        this.create_data_property_or_throw(js_string!("equals"), equals, context)?;
        let all: Vec<JsValue> = testers.iter().map(|tester| tester.clone().into()).collect();
        let all = value::array(all, context);
        let said = tester.call(&this.into(), &[a.clone(), b.clone(), all], context)?;
        if !said.is_undefined() {
            return Ok(Some(said.to_boolean()));
        }
    }
    Ok(None)
}

/// `equals(a, b, customTesters?, strictCheck?)`. It always includes the equality of iterables.
///
/// # Errors
/// Errors that guest code throws.
pub(super) fn equals(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let mut mode = if args.get_or_undefined(3).to_boolean() { Mode::STRICT } else { Mode::EQUAL };
    let mut testers = Vec::new();
    if let Some(list) = args.get_or_undefined(2).as_object()
        && value::is_array(&list, context)?
    {
        let (iterable, subset) = State::of(context).equality_natives.borrow().clone().unzip();
        let given = value::elements(&list.into(), MAX_TESTERS as u64, context)?.unwrap_or_default();
        for tester in given.iter().filter_map(JsValue::as_callable) {
            let is = |known: &Option<JsObject>| {
                known.as_ref().is_some_and(|known| JsObject::equals(known, &tester))
            };
            if is(&subset) {
                mode = Mode::SUBSET;
            } else if !is(&iterable) {
                testers.push(tester);
            }
        }
    }
    Ok(equals_by(args.get_or_undefined(0), args.get_or_undefined(1), mode, testers, context)?.into())
}

/// `iterableEquality` and `subsetEquality`, which matchers pass as testers or call.
///
/// # Errors
/// None in an intact realm.
pub(super) fn natives(context: &Context) -> (JsObject, JsObject) {
    let state = State::of(context);
    if let Some(known) = state.equality_natives.borrow().clone() {
        return known;
    }
    let iterable = NativeFunction::from_fn_ptr(|_, args, context| {
        let (a, b) = (args.get_or_undefined(0), args.get_or_undefined(1));
        for value in [a, b] {
            let Some(object) = value.as_object() else { return Ok(JsValue::undefined()) };
            if value::is_array(&object, context)? || !object.has_property(JsSymbol::iterator(), context)? {
                return Ok(JsValue::undefined());
            }
        }
        Ok(equals_by(a, b, Mode::EQUAL, Vec::new(), context)?.into())
    });
    let subset = NativeFunction::from_fn_ptr(|_, args, context| {
        let (a, b) = (args.get_or_undefined(0), args.get_or_undefined(1));
        let Some(expected) = b.as_object() else { return Ok(JsValue::undefined()) };
        if value::is_array(&expected, context)? || value::is_error(b, context) || b.is_callable() {
            return Ok(JsValue::undefined());
        }
        Ok(equals_by(a, b, Mode::SUBSET, Vec::new(), context)?.into())
    });
    let made = (
        native("iterableEquality", 2, iterable, context).into(),
        native("subsetEquality", 2, subset, context).into(),
    );
    state.equality_natives.replace(Some(made));
    state.equality_natives.borrow().clone().unwrap_or_else(|| unreachable!("it was made just now"))
}
