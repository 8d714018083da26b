//! `Date` on the fake clock.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsValue, NativeFunction, js_string};

use super::{number, timers};
use crate::intrinsics::native;

/// The time of the fake clock, or the date that was mocked without one.
fn now(context: &Context) -> i64 {
    timers(context, |timers| timers.date.get().unwrap_or_else(|| timers.with(|clock| clock.now)))
}

/// Creates a constructor that differs from the realm's `Date` only in the current time. Its dates are
/// ordinary: both share a prototype.
///
/// # Errors
/// None in an intact realm.
pub(super) fn make(real: &JsObject, context: &mut Context) -> JsResult<JsObject> {
    let function = NativeFunction::from_copy_closure_with_captures(
        |this, args, real: &JsObject, context| {
            let is_new = this.as_object().is_some_and(|target| target.is_constructor());
            let now = JsValue::from(number(now(context)));
            let date = match args {
                [] => std::slice::from_ref(&now),
                args if is_new => args,
                _ => std::slice::from_ref(&now),
            };
            // An instance of a class that extends the fake inherits from that class.
            let target = this.as_object().filter(|target| is_new && !is_fake(target, context));
            let date = real.construct(date, target.as_ref().or(Some(real)), context)?;
            if is_new {
                return Ok(date.into());
            }
            // The realm's own method, which names its time zone.
            let text = boa_engine::object::builtins::JsDate::from_object(date)?.to_string(context)?;
            let text = text.to_string(context)?.to_std_string_lossy();
            Ok(js_string!(format!("{text} (Coordinated Universal Time)").as_str()).into())
        },
        real.clone(),
    );
    let fake = FunctionObjectBuilder::new(context.realm(), function)
        .name(js_string!("Date"))
        .length(7)
        .constructor(true)
        .build();
    let fake: JsObject = fake.into();
    fake.set_prototype(Some(real.clone()));
    let prototype = real.get(js_string!("prototype"), context)?;
    let fixed = PropertyDescriptor::builder().value(prototype).writable(false).configurable(false);
    fake.define_property_or_throw(js_string!("prototype"), fixed, context)?;
    let hidden =
        |value: JsValue| PropertyDescriptor::builder().value(value).writable(true).configurable(true).build();
    let get_now = NativeFunction::from_fn_ptr(|_, _, context| Ok(number(now(context)).into()));
    let get_now = native("now", 0, get_now, context);
    fake.define_property_or_throw(js_string!("now"), hidden(get_now.into()), context)?;
    let to_string = NativeFunction::from_copy_closure_with_captures(
        |_, _, real: &JsObject, context| JsValue::from(real.clone()).to_string(context).map(JsValue::from),
        real.clone(),
    );
    let to_string = native("toString", 0, to_string, context);
    fake.define_property_or_throw(js_string!("toString"), hidden(to_string.into()), context)?;
    fake.define_property_or_throw(js_string!("isFake"), hidden(true.into()), context)?;
    Ok(fake)
}

fn is_fake(object: &JsObject, context: &Context) -> bool {
    timers(context, |timers| {
        timers.real.borrow().as_ref().is_some_and(|real| {
            object.prototype().is_some_and(|parent| JsObject::equals(&parent, &real.date))
                && object.is::<boa_engine::native_function::NativeFunctionObject>()
        })
    })
}

/// Replaces the realm's `Date` with one that stands still, without fake timers.
///
/// # Errors
/// A global object that the guest froze.
pub(super) fn mock(ms: i64, context: &mut Context) -> JsResult<()> {
    let already = timers(context, |timers| timers.date.replace(Some(ms)).is_some());
    if already {
        return Ok(());
    }
    let real = timers(context, |timers| timers.real.borrow().as_ref().map(|real| real.date.clone()));
    let real = real.ok_or_else(|| JsNativeError::error().with_message("the realm has no Date"))?;
    let fake = make(&real, context)?;
    let global = context.global_object();
    super::install::replace(&global, "Date", fake.into(), context)
}
