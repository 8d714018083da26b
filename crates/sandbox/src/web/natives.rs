//! The native functions that the host's scripts receive.

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::ObjectInitializer;
use boa_engine::{Context, JsError, JsObject, JsResult, JsString, JsValue, NativeFunction};
use verdict_protocol::refusals;

use super::bytes::{bytes_of, uint8_array};
use super::{ciphers, compression, digest, kind, text, url};
use crate::clock::us_to_ms;
use crate::inspect::{Depth, inspect_with};
use crate::native::{argument, host};

const NATIVES: &[(&str, NativeFunctionPointer)] = &[
    ("reportUncaught", |_, args, context| {
        host(context)?.uncaught(JsError::from_opaque(argument(args, 0)));
        Ok(JsValue::undefined())
    }),
    ("print", print),
    ("round", |_, args, context| Ok(argument(args, 0).to_number(context)?.round().into())),
    ("kind", kind::kind),
    ("bytes", |_, args, context| match bytes_of(&argument(args, 0), context) {
        Some(bytes) => uint8_array(&bytes, context).map(JsValue::from),
        None => Ok(JsValue::undefined()),
    }),
    ("clone", crate::clone::clone),
    ("encode", text::encode),
    ("decode", text::decode),
    ("decodeStream", text::decode_stream),
    ("encodeInto", text::encode_into),
    ("compareBytes", text::compare),
    ("findBytes", text::find),
    ("digest", digest::digest),
    ("hmac", digest::hmac),
    ("hashes", digest::hashes),
    ("random", digest::random),
    ("pbkdf2", ciphers::pbkdf2),
    ("scrypt", ciphers::scrypt),
    ("aes", ciphers::aes),
    ("aesGcm", ciphers::aes_gcm),
    ("deflate", compression::deflate),
    ("inflate", compression::inflate),
    ("crc32", compression::crc32),
    ("process", |_, _, context| crate::process::process(context).map(JsValue::from)),
    ("env", |_, _, context| crate::environment::process_env(context).map(JsValue::from)),
    ("nextTick", crate::process::next_tick),
    ("urlHref", |_, args, context| {
        let href = argument(args, 0).as_object().and_then(|object| url::url_href(&object, context));
        Ok(href.map_or_else(JsValue::undefined, |href| JsString::from(href).into()))
    }),
    ("readFile", crate::node::read_file),
    ("fileKind", crate::node::file_kind),
    ("readDir", crate::node::read_dir),
    ("builtins", crate::node::builtins),
    ("requireFor", crate::loader::require_for),
    ("moduleOf", crate::loader::module_of),
    ("putModule", crate::loader::put_module),
    ("forgetModule", crate::loader::forget_module),
    ("loadedModules", crate::loader::loaded_modules),
    ("asyncScope", crate::scope::get),
    ("setAsyncScope", crate::scope::set),
    ("usv", url::usv),
    ("urlParse", url::parse),
    ("urlGet", url::get),
    ("urlSet", url::set),
    ("formParse", url::form_parse),
    ("formSerialize", url::form_serialize),
    ("domainToASCII", url::domain_to_ascii),
    ("domainToUnicode", url::domain_to_unicode),
    ("now", |_, _, context| Ok(us_to_ms(host(context)?.clock.read_us()).into())),
    ("timeOrigin", |_, _, context| Ok(host(context)?.epoch_ms().into())),
    ("absentSubtle", |_, args, context| refusal(refusals::absent_subtle, args, context)),
    ("absentStreams", |_, args, context| refusal(refusals::absent_streams, args, context)),
    ("inspect", |_, args, context| {
        let mut depth = Depth { bytes: 1 << 20, ..Depth::CONSOLE };
        if let Some(levels) = argument(args, 1).as_number() {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
            {
                depth.levels = levels as usize;
            }
        }
        let text = inspect_with(&argument(args, 0), depth, context);
        Ok(JsString::from(text).into())
    }),
];

/// `(text) → text`: the sentence that refuses it, which is recorded.
fn refusal(about: fn(&str) -> String, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = argument(args, 0).to_string(context)?.to_std_string_lossy();
    let sentence = about(&text);
    host(context)?.note_refusal(&sentence);
    Ok(JsString::from(sentence).into())
}

/// `(level, array of arguments)`: prints as the console does.
fn print(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let level = argument(args, 0).to_string(context)?.to_std_string_lossy();
    let list = argument(args, 1).to_object(context)?;
    let length = list.get(JsString::from("length"), context)?.to_length(context)?;
    let values = (0..length).map(|index| list.get(index, context)).collect::<JsResult<Vec<_>>>()?;
    crate::console::print(&level, &values, context)
}

/// An object with all native functions.
pub(super) fn object(context: &mut Context) -> JsObject {
    let mut object = ObjectInitializer::new(context);
    for (name, native) in NATIVES {
        object.function(NativeFunction::from_fn_ptr(*native), JsString::from(*name), 0);
    }
    object.build()
}
