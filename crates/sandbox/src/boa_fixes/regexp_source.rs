//! `RegExp.prototype.source`: the engine inserts a `\` before each `/`, even if one is there or none is
//! allowed.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::{JsFunction, JsRegExp};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};

const BACKSLASH: u16 = b'\\' as u16;
const SLASH: u16 = b'/' as u16;

/// Replaces the getter of `RegExp.prototype.source`.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().regexp().prototype();
    let key = PropertyKey::from(js_string!("source"));
    let engine = prototype.borrow().properties().get(&key);
    let engine = engine.and_then(|source| source.get().and_then(JsValue::as_object));
    let Some(engine) = engine.and_then(JsFunction::from_object) else { return Ok(()) };
    let getter = NativeFunction::from_copy_closure_with_captures(
        |this, _, engine: &JsFunction, context| {
            let source = engine.call(this, &[], context)?;
            Ok(source.as_string().map_or(source, |text| escaped(&text).into()))
        },
        engine,
    );
    let getter = FunctionObjectBuilder::new(context.realm(), getter).name(js_string!("get source")).build();
    let descriptor = PropertyDescriptor::builder().get(getter).enumerable(false).configurable(true);
    prototype.define_property_or_throw(key, descriptor, context)?;
    Ok(())
}

/// The `source` of a regular expression, whatever guest code did to its prototype.
///
/// # Errors
/// A `TypeError` if the object is no regular expression.
pub fn regexp_source(pattern: &JsObject, context: &mut Context) -> JsResult<JsString> {
    let source = JsRegExp::from_object(pattern.clone())?.source(context)?;
    Ok(escaped(&JsString::from(source)))
}

/// Escapes as V8 does: a `/` gets a `\` where it would end a literal.
fn escaped(engine: &JsString) -> JsString {
    if !engine.iter().any(|unit| unit == SLASH) {
        return engine.clone();
    }
    let mut source = Vec::with_capacity(engine.len());
    let (mut is_escaped, mut in_class) = (false, false);
    let mut units = engine.iter().peekable();
    while let Some(unit) = units.next() {
        if unit == BACKSLASH && units.next_if_eq(&SLASH).is_some() {
            // This backslash is the engine's, which inserts one before every slash.
            if !is_escaped && !in_class {
                source.push(BACKSLASH);
            }
            source.push(SLASH);
            is_escaped = false;
            continue;
        }
        source.push(unit);
        if !is_escaped {
            match u8::try_from(unit) {
                Ok(b'[') => in_class = true,
                Ok(b']') => in_class = false,
                _ => {}
            }
        }
        is_escaped = unit == BACKSLASH && !is_escaped;
    }
    JsString::from(&source[..])
}
