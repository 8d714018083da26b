//! `RegExp.prototype.exec`, on which all uses of patterns build.

use std::cell::RefCell;

use boa_engine::builtins::regexp::RegExp;
use boa_engine::object::JsObject;
use boa_engine::string::{JsStr, JsStrVariant};
use boa_engine::{Context, JsResult, JsString, JsValue};

use crate::boa_fixes::guards::{keep, original};
use crate::host::Host;
use crate::native::{argument, host, replace_method};

/// Length up to which the engine's copy for each match does not matter.
const SHORT: usize = 256;

/// The string last matched against, and its copy with two bytes per unit. The engine's patterns match only
/// two-byte units, and it would create such a copy for each match.
#[derive(Default)]
pub(crate) struct Subject(RefCell<Option<(JsString, JsString)>>);

impl Subject {
    /// Drops the cached string.
    pub(crate) fn clear(&self) {
        self.0.take();
    }

    fn known(&self, text: &JsString) -> Option<JsString> {
        let known = self.0.borrow();
        let (given, wide) = known.as_ref()?;
        // The cached string is not freed, so equal addresses mean the same string.
        let same = match (given.variant(), text.variant()) {
            (JsStrVariant::Latin1(given), JsStrVariant::Latin1(text)) => std::ptr::eq(given, text),
            _ => false,
        };
        same.then(|| wide.clone())
    }
}

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let prototype: JsValue = context.intrinsics().constructors().regexp().prototype().into();
    keep(&prototype, "exec", "RegExp.exec", context)?;
    replace_method(&prototype, "exec", 1, exec, context)
}

fn exec(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    match this.as_object().filter(JsObject::is::<RegExp>) {
        Some(pattern) => {
            let text = argument(args, 0).to_string(context)?;
            matched(&pattern, &text, context)
        }
        // The engine refuses it before it reads the string.
        None => original("RegExp.exec", context)?.call(this, args, context),
    }
}

/// Matches a pattern from its `lastIndex`; `null` without a match. The result is that of the engine's `exec`.
pub(super) fn matched(pattern: &JsObject, text: &JsString, context: &mut Context) -> JsResult<JsValue> {
    let exec = original("RegExp.exec", context)?;
    let wide = wide(text, &*host(context)?)?;
    let Some(wide) = wide else {
        return exec.call(&pattern.clone().into(), &[text.clone().into()], context);
    };
    let found = exec.call(&pattern.clone().into(), &[wide.into()], context)?;
    if let Some(found) = found.as_object() {
        found.create_data_property_or_throw(JsString::from("input"), text.clone(), context)?;
    }
    Ok(found)
}

/// The string with two bytes per unit; `None` if it already has them or is short.
fn wide(text: &JsString, host: &Host) -> JsResult<Option<JsString>> {
    let JsStrVariant::Latin1(units) = text.variant() else { return Ok(None) };
    if units.len() <= SHORT {
        return Ok(None);
    }
    if let Some(wide) = host.fixes.text.subject.known(text) {
        return Ok(Some(wide));
    }
    host.fixes.text.subject.clear();
    host.room(units.len() as u64 * 4)?;
    let units: Vec<u16> = units.iter().copied().map(u16::from).collect();
    let wide = JsString::from(JsStr::utf16(&units));
    host.fixes.text.subject.0.replace(Some((text.clone(), wide.clone())));
    Ok(Some(wide))
}
