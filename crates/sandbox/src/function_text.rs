//! The source text of a function, without instrumentation.

use boa_engine::{Context, JsResult, JsString, JsValue};

use crate::boa_fixes::enter::ENTER;
use crate::boa_fixes::guards::{keep, original};
use crate::marks::{MARK, MARK_AFTER_DIRECTIVE, MARK_END};
use crate::native::replace_method;

/// Makes `Function.prototype.toString` omit instrumentation. Call once.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let function: JsValue = context.intrinsics().constructors().function().prototype().into();
    keep(&function, "toString", "Function.toString", context)?;
    replace_method(&function, "toString", 0, to_string, context)
}

fn to_string(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = original("Function.toString", context)?.call(this, args, context)?;
    let Some(string) = text.as_string() else { return Ok(text) };
    let text = string.to_std_string_lossy();
    if !text.contains(ENTER) && !text.contains(MARK) {
        return Ok(string.into());
    }
    Ok(JsString::from(not_entered(&unmarked(&text))).into())
}

/// Removes the calls of [`crate::ENTER`].
fn not_entered(text: &str) -> String {
    let call = format!("{ENTER}()");
    text.replace(&format!("{call};"), "")
        .replace(&format!("({call},"), "")
        .replace(&format!("/*{ENTER}*/)"), "")
}

/// Removes the calls of [`crate::MARK`].
fn unmarked(text: &str) -> String {
    let text = text.replace(MARK_END, "");
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once(MARK) {
        let after = after.split_once(')').map_or("", |(_, after)| after);
        match (before.strip_suffix('('), after.strip_prefix(',')) {
            (Some(before), Some(after)) => {
                plain.push_str(before);
                rest = after;
            }
            _ => {
                plain.push_str(before.strip_suffix(MARK_AFTER_DIRECTIVE).unwrap_or(before));
                rest = after.strip_prefix(';').unwrap_or(after);
            }
        }
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_out_what_was_put_in() {
        for (text, expected) in [
            ("function f() {__verdict_mark__(12); return 1; }", "function f() { return 1; }"),
            ("() => (__verdict_mark__(0),1/*__verdict_mark__*/)", "() => 1"),
            (
                "a => (__verdict_mark__(0),b => (__verdict_mark__(1),(a, b)/*__verdict_mark__*/)/*__verdict_mark__*/)",
                "a => b => (a, b)",
            ),
            ("function f() { 'use strict';void __verdict_mark__(3);\n}", "function f() { 'use strict'\n}"),
            ("function f() { 'use strict';__verdict_mark__(3); g() }", "function f() { 'use strict'; g() }"),
            ("m() {__verdict_mark__(1);__verdict_enter__(); }", "m() { }"),
            (
                "() => (__verdict_mark__(1),(__verdict_enter__(),x/*__verdict_enter__*/)/*__verdict_mark__*/)",
                "() => x",
            ),
        ] {
            assert_eq!(not_entered(&unmarked(text)), expected);
        }
    }
}
