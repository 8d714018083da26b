//! JSON: converts guest values for the host, and implements `JSON.parse` and `JSON.stringify`.
//!
//! The engine parses JSON by compiling and running a script, and reads each property it writes as guest code
//! would. These implementations read and write text directly, without recursion, and report V8's error
//! messages.

mod circular;
mod parse;
mod preview;
mod quote;
mod read;
mod revive;
mod stringify;
mod syntax;
mod write;

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::{Context, JsResult, JsValue};

use crate::boa_fixes::guards::{deeper, keep};
use crate::native::replace_method;

pub(crate) use parse::parse_text;
pub use preview::to_json;

pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let json: JsValue = context.intrinsics().objects().json().into();
    let object: JsValue = context.intrinsics().constructors().object().constructor().into();
    let array: JsValue = context.intrinsics().constructors().array().constructor().into();
    let reflect: JsValue = context.intrinsics().objects().reflect().into();
    keep(&object, "keys", "Object.keys", context)?;
    keep(&array, "isArray", "Array.isArray", context)?;
    keep(&reflect, "get", "Reflect.get", context)?;
    keep(&reflect, "deleteProperty", "Reflect.deleteProperty", context)?;
    keep(&json, "isRawJSON", "JSON.isRawJSON", context)?;
    replace_method(&json, "parse", 2, parse::parse, context)?;
    let stringify: NativeFunctionPointer =
        |this, args, context| deeper(context, |context| stringify::stringify(this, args, context));
    replace_method(&json, "stringify", 3, stringify, context)
}
