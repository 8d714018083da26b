//! What our scripts are given of the host.

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::ObjectInitializer;
use boa_engine::{Context, JsError, JsObject, JsString, JsValue, NativeFunction};

use super::url;
use crate::clock::us_to_ms;
use crate::globals::{argument, host};
use crate::inspect::{Depth, inspect_with};

const NATIVES: &[(&str, NativeFunctionPointer)] = &[
    ("reportUncaught", |_, args, context| {
        host(context)?.uncaught.borrow_mut().push(JsError::from_opaque(argument(args, 0)));
        Ok(JsValue::undefined())
    }),
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

/// An object with all of them.
pub(super) fn object(context: &mut Context) -> JsObject {
    let mut object = ObjectInitializer::new(context);
    for (name, native) in NATIVES {
        object.function(NativeFunction::from_fn_ptr(*native), JsString::from(*name), 0);
    }
    object.build()
}
