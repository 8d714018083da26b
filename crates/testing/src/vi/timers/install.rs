//! Installs and removes the fakes.

use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};

use super::clock::FakeClock;
use super::options::Options;
use super::{Real, Replaced, date, fakes, mode, number, timers};
use crate::intrinsics::native;

/// Stores the timers of a fresh realm.
///
/// # Errors
/// A realm that lacks some of them.
pub(in crate::vi) fn keep_real(context: &mut Context) -> JsResult<()> {
    let global = context.global_object();
    let get = |name: &str| -> JsResult<JsObject> {
        let found = global.borrow().properties().get(&PropertyKey::from(JsString::from(name)));
        let found = found.and_then(|found| found.value().and_then(JsValue::as_object));
        Ok(found.ok_or_else(|| JsNativeError::error().with_message(format!("the realm has no {name}")))?)
    };
    let date = get("Date")?;
    let date_now = date.get(js_string!("now"), context)?.as_object();
    let real = Real {
        set_immediate: get("setImmediate")?,
        set_timeout: get("setTimeout")?,
        set_interval: get("setInterval")?,
        clear_timeout: get("clearTimeout")?,
        date_now: date_now.ok_or_else(|| JsNativeError::error().with_message("the realm has no Date.now"))?,
        date,
    };
    timers(context, |timers| timers.real.replace(Some(real)));
    Ok(())
}

/// Installs the fakes.
///
/// # Errors
/// An object that the guest froze.
pub(super) fn install(options: &Options, context: &mut Context) -> JsResult<()> {
    let set = options.now.or_else(|| timers(context, |timers| timers.date.get()));
    uninstall(context)?;
    let now = match set {
        Some(now) => now,
        None => {
            let real = crate::state::State::of(context).vi.timers.real_now(context)?;
            super::options::epoch(&real, context)?
        }
    };
    timers(context, |timers| {
        timers.clock.replace(FakeClock::new(now, options.loop_limit));
        timers.should_clear_native.set(options.should_clear_native);
        timers.is_faking.set(true);
    });
    let global = context.global_object();
    let process = global.get(js_string!("process"), context)?.as_object();
    for name in &options.to_fake {
        let on_process = matches!(name.as_str(), "hrtime" | "nextTick");
        let Some(target) = (if on_process { process.clone() } else { Some(global.clone()) }) else {
            continue;
        };
        // A function that the realm lacks is not faked.
        let key = PropertyKey::from(JsString::from(name.as_str()));
        if !target.has_property(key, context)? {
            continue;
        }
        let fake = match name.as_str() {
            "Date" => {
                let real =
                    timers(context, |timers| timers.real.borrow().as_ref().map(|real| real.date.clone()));
                match real {
                    Some(real) => date::make(&real, context)?.into(),
                    None => continue,
                }
            }
            "performance" => performance(&target, now, context)?,
            "hrtime" => fakes::hrtime(context)?,
            name => match fakes::FAKES.iter().find(|(known, ..)| *known == name) {
                Some((name, length, function)) => {
                    native(name, *length, NativeFunction::from_fn_ptr(*function), context).into()
                }
                None => continue,
            },
        };
        replace(&target, name, fake, context)?;
    }
    if options.should_advance_time {
        mode::set(mode::Mode::Interval(options.advance_time_delta), context)?;
    }
    Ok(())
}

/// Replaces a property with a fake, keeping its attributes.
///
/// # Errors
/// A frozen property.
pub(super) fn replace(object: &JsObject, name: &str, fake: JsValue, context: &mut Context) -> JsResult<()> {
    let key = PropertyKey::from(JsString::from(name));
    let before = object.borrow().properties().get(&key);
    let enumerable = before.as_ref().and_then(PropertyDescriptor::enumerable).unwrap_or(false);
    let property =
        PropertyDescriptor::builder().value(fake).writable(true).configurable(true).enumerable(enumerable);
    object.define_property_or_throw(key.clone(), property, context)?;
    timers(context, |timers| {
        timers.replaced.borrow_mut().push(Replaced { object: object.clone(), key, before });
    });
    Ok(())
}

/// Restores everything. Pending fake timers never fire.
///
/// # Errors
/// A global object that the guest froze in the meantime.
pub(super) fn uninstall(context: &mut Context) -> JsResult<()> {
    mode::set(mode::Mode::Manual, context)?;
    let replaced = timers(context, |timers| {
        timers.is_faking.set(false);
        timers.date.set(None);
        timers.replaced.take()
    });
    for Replaced { object, key, before } in replaced.into_iter().rev() {
        match before {
            Some(before) => object.define_property_or_throw(key, before, context)?,
            None => object.delete_property_or_throw(key, context)?,
        };
    }
    Ok(())
}

/// A `performance` on the fake clock; its other methods do nothing.
fn performance(target: &JsObject, start: i64, context: &mut Context) -> JsResult<JsValue> {
    let fake = JsObject::with_null_proto();
    let real = target.get(js_string!("performance"), context)?.as_object();
    let root = context.intrinsics().constructors().object().prototype();
    let mut link = real;
    while let Some(object) = link.filter(|object| !JsObject::equals(object, &root)) {
        for key in object.own_property_keys(context)? {
            let found = object.borrow().properties().get(&key);
            let is_method = found.is_some_and(|found| found.value().is_some_and(JsValue::is_callable));
            let name = crate::value::key_text(&key);
            if is_method && name != "constructor" {
                let nothing = if name.starts_with("getEntries") {
                    NativeFunction::from_fn_ptr(|_, _, context| Ok(crate::value::array(Vec::new(), context)))
                } else {
                    NativeFunction::from_fn_ptr(|_, _, _| Ok(JsValue::undefined()))
                };
                let nothing = native(&name, 0, nothing, context);
                fake.create_data_property_or_throw(key, nothing, context)?;
            }
        }
        link = object.prototype();
    }
    let now = NativeFunction::from_fn_ptr(|_, _, context| {
        Ok(timers(context, |timers| timers.with(|clock| clock.performance_now())).into())
    });
    let now = native("now", 0, now, context);
    fake.create_data_property_or_throw(js_string!("now"), now, context)?;
    fake.create_data_property_or_throw(js_string!("timeOrigin"), number(start), context)?;
    Ok(fake.into())
}
