//! `performance`: the clock is native, the rest is a script that is parsed on first use.

use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsResult, JsString, JsSymbol, JsValue, NativeFunction};

use super::internal::exports;
use crate::clock::us_to_ms;
use crate::native::{define_hidden, host};

/// Methods that the script implements.
const METHODS: &[&str] = &[
    "addEventListener",
    "clearMarks",
    "clearMeasures",
    "clearResourceTimings",
    "dispatchEvent",
    "eventLoopUtilization",
    "getEntries",
    "getEntriesByName",
    "getEntriesByType",
    "mark",
    "measure",
    "removeEventListener",
    "setResourceTimingBufferSize",
    "timerify",
    "toJSON",
];

/// The object `performance`.
pub(super) fn performance(context: &mut Context) -> JsResult<JsObject> {
    let performance = JsObject::with_object_proto(context.intrinsics());
    let now =
        NativeFunction::from_fn_ptr(|_, _, context| Ok(us_to_ms(host(context)?.clock.read_us()).into()));
    let now = FunctionObjectBuilder::new(context.realm(), now).name("now").build();
    define_hidden(&performance, "now", now.into(), context)?;
    let origin = host(context)?.epoch_ms();
    define_hidden(&performance, "timeOrigin", origin.into(), context)?;
    for name in METHODS {
        let method = NativeFunction::from_copy_closure(move |_, args, context| {
            let real = exports("performance", context)?.get(JsString::from("performance"), context)?;
            let real_object = real.to_object(context)?;
            match real_object.get(JsString::from(*name), context)?.as_callable() {
                Some(method) => method.call(&real, args, context),
                None => Ok(JsValue::undefined()),
            }
        });
        let method = FunctionObjectBuilder::new(context.realm(), method).name(JsString::from(*name)).build();
        define_hidden(&performance, name, method.into(), context)?;
    }
    let tag = PropertyDescriptor::builder()
        .value(JsString::from("Performance"))
        .writable(false)
        .enumerable(false)
        .configurable(true);
    performance.define_property_or_throw(PropertyKey::from(JsSymbol::to_string_tag()), tag, context)?;
    Ok(performance)
}
