//! `Array.prototype.join`.

use boa_engine::{Context, JsResult, JsString, JsValue};

use super::builder::TextBuilder;
use crate::boa_fixes::guards::{deeper, walks};
use crate::native::{argument, host};

/// Joins the elements' strings. An array inside itself is empty, as in V8.
pub(super) fn join(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    walks(this, context)?;
    deeper(context, |context| joined(this, args, context))
}

fn joined(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let object = this.to_object(context)?;
    let host = host(context)?;
    if host.fixes.text.joined.borrow().iter().any(|outer| outer == &object) {
        return Ok(JsString::default().into());
    }
    host.fixes.text.joined.borrow_mut().push(object.clone());
    let result = (|| {
        let length = object.get(JsString::from("length"), context)?.to_length(context)?;
        let separator = argument(args, 0);
        let separator =
            if separator.is_undefined() { JsString::from(",") } else { separator.to_string(context)? };
        let mut made = TextBuilder::new(context)?;
        for index in 0..length {
            if index > 0 {
                made.push(separator.as_str())?;
            }
            let element = object.get(index, context)?;
            if !element.is_null_or_undefined() {
                made.push(element.to_string(context)?.as_str())?;
            }
        }
        Ok(made.finish()?.into())
    })();
    host.fixes.text.joined.borrow_mut().pop();
    result
}
