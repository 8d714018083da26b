//! The objects that `setTimeout`, `setInterval` and `setImmediate` return: Node's `Timeout` and `Immediate`.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsData, JsNativeError, JsResult, JsString, JsSymbol, JsValue, NativeFunction};
use boa_gc::{Finalize, Trace};

use crate::jobs::Timer;
use crate::label::Label;
use crate::native::{define_hidden, host};

/// Prototypes of timer objects, created with the first of each kind.
#[derive(Default)]
pub(crate) struct Timers {
    timeout: RefCell<Option<JsObject>>,
    immediate: RefCell<Option<JsObject>>,
}

/// The handle of a timer.
#[derive(Debug, Trace, Finalize, JsData)]
struct Handle {
    #[unsafe_ignore_trace]
    id: u32,
    callback: JsObject,
    arguments: Vec<JsValue>,
    /// Its delay in microseconds.
    #[unsafe_ignore_trace]
    delay_us: u64,
    #[unsafe_ignore_trace]
    name: &'static str,
    #[unsafe_ignore_trace]
    referenced: Cell<bool>,
    #[unsafe_ignore_trace]
    cleared: Cell<bool>,
}

impl Handle {
    fn timer(&self, label: Rc<Label>) -> Timer {
        let repeat_us = (self.name == "setInterval").then_some(self.delay_us);
        let (callback, arguments) = (self.callback.clone(), self.arguments.clone());
        Timer { id: self.id, name: self.name, callback, arguments, repeat_us, label }
    }
}

/// Sets a timer and returns its object: `Timeout` for `setTimeout` and `setInterval`.
pub(crate) fn timeout(
    name: &'static str,
    callback: JsObject,
    arguments: Vec<JsValue>,
    delay_us: u64,
    context: &mut Context,
) -> JsResult<JsValue> {
    let prototype = prototype(Kind::Timeout, context)?;
    set(name, callback, arguments, delay_us, prototype, context)
}

/// Sets an immediate and returns its object.
pub(crate) fn immediate(
    callback: JsObject,
    arguments: Vec<JsValue>,
    context: &mut Context,
) -> JsResult<JsValue> {
    let prototype = prototype(Kind::Immediate, context)?;
    set("setImmediate", callback, arguments, 0, prototype, context)
}

fn set(
    name: &'static str,
    callback: JsObject,
    arguments: Vec<JsValue>,
    delay_us: u64,
    prototype: JsObject,
    context: &mut Context,
) -> JsResult<JsValue> {
    let host = host(context)?;
    let id = host.jobs.new_id();
    let (referenced, cleared) = (Cell::new(true), Cell::new(false));
    let handle = Handle { id, callback, arguments, delay_us, name, referenced, cleared };
    host.jobs.add_timer(host.clock.now_us().saturating_add(delay_us), handle.timer(host.labels.now()));
    Ok(JsObject::from_proto_and_data(prototype, handle).into())
}

/// The number of a timer passed to a `clear…` function: an object of the host, its number, or that number as
/// text.
pub(crate) fn timer_id(value: &JsValue) -> Option<u32> {
    if let Some(object) = value.as_object() {
        let handle = object.downcast_ref::<Handle>()?;
        handle.cleared.set(true);
        return Some(handle.id);
    }
    let number = match value.as_string() {
        Some(text) => text.to_std_string_lossy().parse().ok()?,
        None => value.as_number()?,
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "compared with what it was")]
    let id = number as u32;
    (f64::from(id) == number).then_some(id)
}

#[derive(Clone, Copy)]
enum Kind {
    Timeout,
    Immediate,
}

const TIMEOUT: &[(&str, NativeFunctionPointer)] = &[
    ("ref", |this, _, _| referenced(this, true)),
    ("unref", |this, _, _| referenced(this, false)),
    ("hasRef", |this, _, _| with(this, |handle| handle.referenced.get().into())),
    ("refresh", |this, _, context| {
        let host = host(context)?;
        with(this, |handle| {
            if !handle.cleared.get() {
                host.jobs.clear_timer(handle.id);
                host.jobs.add_timer(
                    host.clock.now_us().saturating_add(handle.delay_us),
                    handle.timer(host.labels.now()),
                );
            }
            this.clone()
        })
    }),
    ("close", |this, _, context| clear(this, context)),
];

const IMMEDIATE: &[(&str, NativeFunctionPointer)] = &[TIMEOUT[0], TIMEOUT[1], TIMEOUT[2]];

fn prototype(kind: Kind, context: &mut Context) -> JsResult<JsObject> {
    let host = host(context)?;
    let (place, name, methods) = match kind {
        Kind::Timeout => (&host.web.timers.timeout, "Timeout", TIMEOUT),
        Kind::Immediate => (&host.web.timers.immediate, "Immediate", IMMEDIATE),
    };
    let known = place.borrow().clone();
    if let Some(known) = known {
        return Ok(known);
    }
    let prototype = JsObject::with_object_proto(context.intrinsics());
    let native = |native: NativeFunctionPointer, name: &str, context: &Context| {
        let native = NativeFunction::from_fn_ptr(native);
        FunctionObjectBuilder::new(context.realm(), native).name(JsString::from(name)).build()
    };
    for (name, method) in methods {
        let method = native(*method, name, context);
        define_hidden(&prototype, name, method.into(), context)?;
    }
    let constructor =
        native(|_, _, _| Err(JsNativeError::typ().with_message("Illegal constructor").into()), name, context);
    define_hidden(&prototype, "constructor", constructor.into(), context)?;
    let dispose = native(|this, _, context| clear(this, context), "[Symbol.dispose]", context);
    prototype.define_property_or_throw(
        PropertyKey::from(JsSymbol::dispose()),
        hidden(dispose.into()),
        context,
    )?;
    if name == "Timeout" {
        let number =
            native(|this, _, _| with(this, |handle| handle.id.into()), "[Symbol.toPrimitive]", context);
        let key = PropertyKey::from(JsSymbol::to_primitive());
        prototype.define_property_or_throw(key, hidden(number.into()), context)?;
    }
    *place.borrow_mut() = Some(prototype.clone());
    Ok(prototype)
}

fn hidden(value: JsValue) -> boa_engine::property::PropertyDescriptorBuilder {
    boa_engine::property::PropertyDescriptor::builder()
        .value(value)
        .writable(true)
        .enumerable(false)
        .configurable(true)
}

fn with(this: &JsValue, then: impl FnOnce(&Handle) -> JsValue) -> JsResult<JsValue> {
    let object = this.as_object();
    let handle = object.as_ref().and_then(JsObject::downcast_ref::<Handle>);
    match handle {
        Some(handle) => Ok(then(&handle)),
        None => Err(JsNativeError::typ().with_message("this is no timer").into()),
    }
}

fn referenced(this: &JsValue, referenced: bool) -> JsResult<JsValue> {
    with(this, |handle| {
        handle.referenced.set(referenced);
        this.clone()
    })
}

fn clear(this: &JsValue, context: &mut Context) -> JsResult<JsValue> {
    if let Some(id) = timer_id(this) {
        host(context)?.jobs.clear_timer(id);
    }
    Ok(this.clone())
}
