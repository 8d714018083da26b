//! Globals that are created on first use.

use std::cell::RefCell;
use std::collections::BTreeMap;

use boa_engine::job::PromiseJob;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsResult, JsString, JsValue, NativeFunction};

use super::internal::exports;
use super::performance::performance;
use crate::inspect::get_own;
use crate::native::{argument, define_hidden, host};

/// Globals and the scripts that export them.
const GLOBALS: &[(&str, &str)] = &[
    ("AbortController", "abort"),
    ("AbortSignal", "abort"),
    ("AsyncDisposableStack", "built-ins"),
    ("Blob", "blob"),
    ("BroadcastChannel", "message"),
    ("Buffer", "buffer"),
    ("Crypto", "crypto"),
    ("CryptoKey", "crypto"),
    ("CustomEvent", "events"),
    ("DOMException", "dom-exception"),
    ("DisposableStack", "built-ins"),
    ("Event", "events"),
    ("EventTarget", "events"),
    ("File", "blob"),
    ("FormData", "form-data"),
    ("Headers", "fetch"),
    ("MessageChannel", "message"),
    ("MessageEvent", "message"),
    ("MessagePort", "message"),
    ("Performance", "performance"),
    ("PerformanceEntry", "performance"),
    ("PerformanceMark", "performance"),
    ("PerformanceMeasure", "performance"),
    ("Request", "fetch"),
    ("Response", "fetch"),
    ("SubtleCrypto", "crypto"),
    ("SuppressedError", "built-ins"),
    ("TextDecoder", "text"),
    ("TextEncoder", "text"),
    ("URL", "url"),
    ("URLSearchParams", "url-search-params"),
    ("WebSocket", "fetch"),
    ("crypto", "crypto"),
    ("performance", "performance"),
    ("process", "process"),
];

/// Values of globals that were used while their accessor was still in place.
#[derive(Default)]
pub(crate) struct Lazy {
    values: RefCell<BTreeMap<&'static str, JsValue>>,
}

/// Defines each global as an accessor that its value replaces after the first use, because the engine offers
/// no custom exotic objects. The replacement waits for the next job: the engine's caches fail if a running
/// accessor is removed.
pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let global = context.global_object();
    for (name, script) in GLOBALS {
        let get = NativeFunction::from_copy_closure(move |_, _, context| {
            let known = host(context)?.web.lazy.values.borrow().get(name).cloned();
            if let Some(known) = known {
                return Ok(known);
            }
            let value = match *name {
                // Many files use only `performance.now`, which needs no script.
                "performance" => performance(context)?.into(),
                "process" => crate::process::process(context)?.into(),
                _ => exports(script, context)?.get(JsString::from(*name), context)?,
            };
            settle(name, value.clone(), context)?;
            Ok(value)
        });
        let set = NativeFunction::from_copy_closure(move |_, args, context| {
            settle(name, argument(args, 0), context)?;
            Ok(JsValue::undefined())
        });
        let realm = context.realm();
        let get = FunctionObjectBuilder::new(realm, get).name("get").build();
        let set = FunctionObjectBuilder::new(realm, set).name("set").length(1).build();
        let descriptor = PropertyDescriptor::builder().get(get).set(set).enumerable(false).configurable(true);
        global.define_property_or_throw(JsString::from(*name), descriptor, context)?;
    }
    Ok(())
}

/// Stores the value, and replaces the accessor when nothing is running, if it is still there.
fn settle(name: &'static str, value: JsValue, context: &mut Context) -> JsResult<()> {
    let getter = accessor(name, context);
    host(context)?.web.lazy.values.borrow_mut().insert(name, value);
    let job = PromiseJob::new(move |context| {
        let value = host(context)?.web.lazy.values.borrow().get(name).cloned().unwrap_or_default();
        let same = match (accessor(name, context), &getter) {
            (Some(now), Some(getter)) => JsObject::equals(&now, getter),
            _ => false,
        };
        if same {
            define_hidden(&context.global_object(), name, value, context)?;
        }
        Ok(JsValue::undefined())
    });
    context.enqueue_job(job.into());
    Ok(())
}

/// The getter of a global.
fn accessor(name: &str, context: &Context) -> Option<JsObject> {
    get_own(&context.global_object(), &PropertyKey::from(JsString::from(name)))?.get()?.as_object()
}
