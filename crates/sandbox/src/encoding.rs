//! `atob` and `btoa`.

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use boa_engine::{Context, JsError, JsResult, JsString, JsValue};

use crate::native::{argument, define_function};
use crate::web::dom_exception;

/// The forgiving decoder of the HTML standard: padding is optional and unused bits are ignored.
const FORGIVING: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    define_function(context, "btoa", 1, btoa)?;
    define_function(context, "atob", 1, atob)
}

fn btoa(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = argument(args, 0).to_string(context)?;
    let bytes: Result<Vec<u8>, _> = text.iter().map(u8::try_from).collect();
    let Ok(bytes) = bytes else { return Err(invalid("Invalid character", context)) };
    Ok(JsString::from(base64::engine::general_purpose::STANDARD.encode(bytes)).into())
}

fn atob(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = argument(args, 0).to_string(context)?.to_std_string_lossy();
    let text: String = text.chars().filter(|c| !matches!(c, ' ' | '\t' | '\n' | '\x0c' | '\r')).collect();
    match FORGIVING.decode(&text) {
        Ok(bytes) => Ok(JsString::from(bytes.into_iter().map(char::from).collect::<String>()).into()),
        Err(_) if text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/')) => {
            Err(invalid("The string to be decoded is not correctly encoded.", context))
        }
        Err(_) => Err(invalid("Invalid character", context)),
    }
}

fn invalid(message: &'static str, context: &mut Context) -> JsError {
    dom_exception("InvalidCharacterError", message, context)
}
