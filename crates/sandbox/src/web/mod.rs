//! Web and host APIs beyond the language, one module per API.
//!
//! Small or hot functions are natives. Functions that are far simpler in JavaScript are scripts (`js/`),
//! parsed on first use. A new realm has neither: its globals are created when they are first read.

mod base64;
mod built_ins;
mod bytes;
mod call_sites;
mod ciphers;
mod collate;
mod compression;
mod date;
mod digest;
mod errors;
mod errors_later;
mod internal;
mod kind;
mod lazy;
mod natives;
mod numbers;
mod performance;
mod primordials;
mod text;
mod timeout;
mod url;

use std::cell::RefCell;

use boa_engine::{Context, JsError, JsObject, JsResult, JsString, JsValue};

use self::internal::Internals;
use self::lazy::Lazy;
use self::primordials::Primordials;
use self::timeout::Timers;
use crate::native::define_function;

pub(crate) use bytes::uint8_array;
pub(crate) use call_sites::{prepare_function, prepared};
pub(crate) use errors::{coded, invalid_arg_type};
pub(crate) use internal::exports;
pub(crate) use timeout::{immediate, timeout, timer_id};
pub use url::url_href;

/// What these modules keep for a guest.
#[derive(Default)]
pub(crate) struct Slots {
    /// Original built-ins, for the host's scripts.
    primordials: RefCell<Primordials>,
    /// Modules that the host's scripts created.
    internals: Internals,
    /// Prototypes of timer objects.
    timers: Timers,
    /// Globals that are created on first use.
    lazy: Lazy,
    preparing: call_sites::Preparing,
}

impl Slots {
    /// The original `Function.prototype.toString`.
    pub(crate) fn function_to_string(&self) -> Option<JsObject> {
        self.primordials.borrow().function_to_string()
    }
}

/// Defines the globals of this module.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    primordials::capture(context)?;
    built_ins::install(context)?;
    base64::install(context)?;
    numbers::install(context)?;
    date::install(context)?;
    collate::install(context)?;
    // Defined at once, so that a test can spy on it like on any function.
    define_function(context, "fetch", 1, |_, _, context| {
        let refuse = exports("fetch", context)?.get(JsString::from("refuseFetch"), context)?;
        match refuse.as_callable() {
            Some(refuse) => refuse.call(&JsValue::undefined(), &[], context),
            None => Ok(JsValue::undefined()),
        }
    })?;
    lazy::install(context)
}

/// Creates a `DOMException`.
pub(crate) fn dom_exception(name: &str, message: &str, context: &mut Context) -> JsError {
    let made = exports("dom-exception", context).and_then(|exports| {
        let constructor = exports.get(JsString::from("DOMException"), context)?;
        let arguments = [JsString::from(message), JsString::from(name)].map(JsValue::from);
        match constructor.as_constructor() {
            Some(constructor) => constructor.construct(&arguments, None, context),
            None => Err(boa_engine::JsNativeError::error().with_message(message.to_owned()).into()),
        }
    });
    match made {
        Ok(exception) => JsError::from_opaque(exception.into()),
        Err(error) => error,
    }
}
