//! Calls that would take more of the native stack, or of memory, than there is.
//!
//! The engine makes a list of whatever says that it has a length, and a generator that goes on inside another takes
//! far more stack than the call that the limit of recursion counts it for.

use boa_engine::error::RuntimeLimitError;
use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::JsObject;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue};

use crate::globals::{argument, host, replace_method};
use crate::guards::{keep, original};

/// Arguments of one call that are given as a list. V8 takes some 120 000.
const MAX_ARGUMENTS: u64 = 500_000;

/// Generators that go on inside each other, by `yield*` or by a loop: a browser's worker has room for some 400.
const MAX_GENERATORS: u32 = 200;

pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let function: JsValue = context.intrinsics().constructors().function().prototype().into();
    let generator: JsValue = context.intrinsics().objects().generator().into();
    let reflect: JsValue = context.intrinsics().objects().reflect().into();
    let guarded: [(&JsValue, &'static str, &'static str, usize, NativeFunctionPointer); 6] = [
        (&function, "apply", "Function.apply", 2, |this, args, context| {
            with_list("Function.apply", 1, this, args, context)
        }),
        (&reflect, "apply", "Reflect.apply", 3, |this, args, context| {
            with_list("Reflect.apply", 2, this, args, context)
        }),
        (&reflect, "construct", "Reflect.construct", 2, |this, args, context| {
            with_list("Reflect.construct", 1, this, args, context)
        }),
        (&generator, "next", "Generator.next", 1, |this, args, context| {
            within("Generator.next", this, args, context)
        }),
        (&generator, "return", "Generator.return", 1, |this, args, context| {
            within("Generator.return", this, args, context)
        }),
        (&generator, "throw", "Generator.throw", 1, |this, args, context| {
            within("Generator.throw", this, args, context)
        }),
    ];
    for (target, name, key, length, native) in guarded {
        keep(target, name, key, context)?;
        replace_method(target, name, length, native, context)?;
    }
    Ok(())
}

/// Calls what takes its arguments as a list in one of its own. A length that is no plain property is asked for once:
/// what is handed on is a list that has it.
fn with_list(
    key: &'static str,
    at: usize,
    this: &JsValue,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let list = argument(args, at).as_object();
    let original = original(key, context)?;
    let Some(list) = list else { return original.call(this, args, context) };
    if list.is_array() {
        few(crate::inspect::array_length(&list))?;
        return original.call(this, args, context);
    }
    let length = list.get(JsString::from("length"), context)?.to_length(context)?;
    few(length)?;
    let values = (0..length).map(|index| list.get(index, context)).collect::<JsResult<Vec<JsValue>>>()?;
    let mut args = args.to_vec();
    args[at] = boa_engine::object::builtins::JsArray::from_iter(values, context).into();
    original.call(this, &args, context)
}

fn few(length: u64) -> JsResult<()> {
    if length > MAX_ARGUMENTS {
        return Err(JsNativeError::range().with_message("Maximum call stack size exceeded").into());
    }
    Ok(())
}

/// Goes on with a generator, unless it stands too deep inside others.
fn within(key: &'static str, this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let host = host(context)?;
    if host.generators.get() >= MAX_GENERATORS {
        return Err(RuntimeLimitError::Recursion.into());
    }
    let original: JsObject = original(key, context)?;
    host.generators.set(host.generators.get() + 1);
    let result = original.call(this, args, context);
    host.generators.set(host.generators.get() - 1);
    result
}
