//! Guards calls that would exceed the native stack or memory.
//!
//! The engine copies anything with a length into a list. A generator that resumes inside another takes far
//! more stack than the one call that the recursion limit counts.

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::JsObject;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue};

use crate::boa_fixes::enter::{TOO_DEEP, too_deep};
use crate::boa_fixes::guards::{keep, original};
use crate::native::{argument, host, replace_method};

/// Maximum number of arguments passed as a list. V8 accepts some 120,000.
const MAX_ARGUMENTS: u64 = 500_000;

/// Maximum number of generators that resume inside each other, by `yield*` or by a loop. A browser's worker
/// has room for some 400.
const MAX_GENERATORS: u32 = 200;

pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let function: JsValue = context.intrinsics().constructors().function().prototype().into();
    let generator: JsValue = context.intrinsics().objects().generator().into();
    let reflect: JsValue = context.intrinsics().objects().reflect().into();
    let guarded: [(&JsValue, &'static str, &'static str, usize, NativeFunctionPointer); 6] = [
        (&function, "apply", "Function.apply", 2, apply),
        (&reflect, "apply", "Reflect.apply", 3, reflect_apply),
        (&reflect, "construct", "Reflect.construct", 2, reflect_construct),
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

fn apply(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let list = argument(args, 1);
    match (this.as_callable(), list.as_object()) {
        (Some(function), Some(list)) => {
            let values = values(&list, context)?;
            function.call(&argument(args, 0), &values, context)
        }
        _ => original("Function.apply", context)?.call(this, args, context),
    }
}

fn reflect_apply(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    match (argument(args, 0).as_callable(), argument(args, 2).as_object()) {
        (Some(function), Some(list)) => {
            let values = values(&list, context)?;
            function.call(&argument(args, 1), &values, context)
        }
        _ => original("Reflect.apply", context)?.call(this, args, context),
    }
}

fn reflect_construct(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let target = argument(args, 0).as_constructor();
    let new_target = if args.len() > 2 { argument(args, 2).as_constructor() } else { target.clone() };
    match (target, new_target, argument(args, 1).as_object()) {
        (Some(target), Some(new_target), Some(list)) => {
            let values = values(&list, context)?;
            target.construct(&values, Some(&new_target), context).map(JsValue::from)
        }
        _ => original("Reflect.construct", context)?.call(this, args, context),
    }
}

/// The elements of a list, whose length is read once.
fn values(list: &JsObject, context: &mut Context) -> JsResult<Vec<JsValue>> {
    let length = list.get(JsString::from("length"), context)?.to_length(context)?;
    few(length)?;
    (0..length).map(|index| list.get(index, context)).collect()
}

fn few(length: u64) -> JsResult<()> {
    if length > MAX_ARGUMENTS {
        return Err(JsNativeError::range().with_message(TOO_DEEP).into());
    }
    Ok(())
}

/// Resumes a generator, unless too many are nested.
fn within(key: &'static str, this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let host = host(context)?;
    let original: JsObject = original(key, context)?;
    let result = host.fixes.generators.deeper(MAX_GENERATORS, || original.call(this, args, context));
    result.unwrap_or_else(|| Err(too_deep(&host)))
}
