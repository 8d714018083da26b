//! The object `vi`, which is also `jest`.

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsValue, NativeFunction, js_string};

use super::behaviour::Behaviour;
use super::make::{Make, make};
use super::{all, config, jest, methods, modules, spy_on, stubs, timers, wait};
use crate::guard::api;
use crate::state::State;

/// A function of `vi`: its name, its length and its implementation.
pub(super) type Entry = (&'static str, usize, NativeFunctionPointer);

const FUNCTIONS: &[Entry] = &[
    ("fn", 1, function),
    ("spyOn", 3, spy_on::spy_on),
    ("isMockFunction", 1, |_, args, context| {
        Ok(State::of(context).mocks.id_by_inheritance(args.get_or_undefined(0)).is_some().into())
    }),
    ("hoisted", 1, |_, args, context| match args.get_or_undefined(0).as_callable() {
        Some(factory) => factory.call(&JsValue::undefined(), &[], context),
        None => {
            let kind = args.get_or_undefined(0).type_of();
            let message = format!("\"vi.hoisted\" factory value must be function, received \"{kind}\"");
            Err(JsNativeError::typ().with_message(message).into())
        }
    }),
    ("mocked", 1, |_, args, _| Ok(args.get_or_undefined(0).clone())),
];

/// Creates `vi`.
///
/// # Errors
/// None in an intact realm.
pub(crate) fn install(context: &mut Context) -> JsResult<JsObject> {
    methods::install(context)?;
    stubs::keep_env(context)?;
    timers::keep_real(context)?;
    let root = context.intrinsics().constructors().object().prototype();
    let vi = JsObject::from_proto_and_data(root, ());
    let families = [
        FUNCTIONS,
        all::FUNCTIONS,
        stubs::FUNCTIONS,
        timers::FUNCTIONS,
        wait::FUNCTIONS,
        config::FUNCTIONS,
        modules::FUNCTIONS,
        jest::FUNCTIONS,
    ];
    for (name, length, function) in families.into_iter().flatten() {
        let function = api(name, *length, NativeFunction::from_fn_ptr(*function), context);
        vi.create_data_property_or_throw(js_string!(*name), function, context)?;
    }
    State::of(context).vi.object.replace(Some(vi.clone()));
    Ok(vi)
}

/// The object that chained functions of `vi` return, however they were called.
pub(super) fn vi(context: &Context) -> JsValue {
    State::of(context).vi.object.borrow().clone().map(JsValue::from).unwrap_or_default()
}

/// `vi.fn(implementation?)`.
fn function(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let implementation = args.get_or_undefined(0);
    if State::of(context).mocks.id_by_inheritance(implementation).is_some() {
        return Ok(implementation.clone());
    }
    let made = Make { behaviour: Behaviour::given(implementation), ..Make::default() };
    Ok(make(made, context)?.into())
}
