//! The object `vi`, which is `jest` too.

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, NativeFunction, js_string};

use super::record::{Behaviour, Record};
use super::{mock, spy_on};
use crate::intrinsics::native;
use crate::state::State;

/// Makes `vi`.
///
/// # Errors
/// None in a realm that is whole.
pub(crate) fn install(context: &mut Context) -> JsResult<JsObject> {
    mock::install_prototype(context)?;
    let root = context.intrinsics().constructors().object().prototype();
    let vi = JsObject::from_proto_and_data(root, ());
    let functions: [(&str, NativeFunctionPointer); 8] = [
        ("fn", function),
        ("spyOn", spy_on::spy_on),
        ("isMockFunction", |_, args, context| {
            Ok(State::of(context).mocks.id(args.get_or_undefined(0)).is_some().into())
        }),
        ("mocked", |_, args, _| Ok(args.get_or_undefined(0).clone())),
        ("hoisted", |_, args, context| match args.get_or_undefined(0).as_callable() {
            Some(factory) => factory.call(&JsValue::undefined(), &[], context),
            None => Ok(JsValue::undefined()),
        }),
        ("clearAllMocks", |this, _, context| each(this, context, Record::clear)),
        ("resetAllMocks", |this, _, context| each(this, context, Record::reset)),
        ("restoreAllMocks", restore_all),
    ];
    for (name, function) in functions {
        let function = native(name, 1, NativeFunction::from_fn_ptr(function), context);
        vi.create_data_property_or_throw(js_string!(name), function, context)?;
    }
    Ok(vi)
}

/// `vi.fn(implementation?)`.
fn function(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let implementation = args.get_or_undefined(0);
    if State::of(context).mocks.id(implementation).is_some() {
        return Ok(implementation.clone());
    }
    let behaviour = implementation.as_callable().map(Behaviour::Call);
    Ok(mock::make(None, behaviour, None, None, context)?.into())
}

fn each(this: &JsValue, context: &mut Context, change: fn(&mut Record)) -> JsResult<JsValue> {
    let state = State::of(context);
    for id in 0..state.mocks.len() {
        state.mocks.with(id, change);
    }
    Ok(this.clone())
}

/// As in Vitest since 3: only what `spyOn` replaced is put back.
fn restore_all(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let state = State::of(context);
    for id in 0..state.mocks.len() {
        if state.mocks.with(id, |record| record.restore.is_some()) == Some(true) {
            mock::restore(id, context)?;
        }
    }
    Ok(this.clone())
}
