//! `mock.mock`: the guest's view of the record. It is separate from the record, and never read back.

use boa_engine::object::ObjectInitializer;
use boa_engine::property::{Attribute, PropertyDescriptor};
use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsValue, NativeFunction, js_string};

use super::record::{Call, Outcome, Settled};
use crate::intrinsics::native;
use crate::state::State;
use crate::value::array;

/// The object behind `mock.mock`, constant for the life of a mock, with the contents of its arrays.
#[derive(Debug, Clone)]
pub(super) struct Shown {
    object: JsObject,
    arrays: Arrays,
}

#[derive(Debug, Clone)]
struct Arrays {
    calls: JsObject,
    contexts: JsObject,
    instances: JsObject,
    order: JsObject,
    settled: JsObject,
    results: JsObject,
}

impl Arrays {
    fn new(context: &mut Context) -> JsResult<Arrays> {
        let mut next = || {
            let made = array(Vec::new(), context).as_object();
            made.ok_or_else(|| JsNativeError::typ().with_message("no array"))
        };
        Ok(Arrays {
            calls: next()?,
            contexts: next()?,
            instances: next()?,
            order: next()?,
            settled: next()?,
            results: next()?,
        })
    }

    fn named(&self) -> [(&'static str, &JsObject); 6] {
        [
            ("calls", &self.calls),
            ("contexts", &self.contexts),
            ("instances", &self.instances),
            ("invocationCallOrder", &self.order),
            ("settledResults", &self.settled),
            ("results", &self.results),
        ]
    }

    fn put(&self, index: usize, call: &Call, context: &mut Context) -> JsResult<()> {
        let values = [
            (&self.calls, call.array.clone()),
            (&self.contexts, call.this.clone()),
            (&self.instances, call.instance.clone()),
            (&self.order, JsValue::from(call.order)),
            (&self.settled, settled(&JsValue::undefined(), &call.settled, context)?),
            (&self.results, result(&JsValue::undefined(), &call.outcome, context)?),
        ];
        for (array, value) in values {
            array.create_data_property_or_throw(index, value, context)?;
        }
        Ok(())
    }

    fn update(&self, index: usize, call: &Call, context: &mut Context) -> JsResult<()> {
        self.contexts.create_data_property_or_throw(index, call.this.clone(), context)?;
        self.instances.create_data_property_or_throw(index, call.instance.clone(), context)?;
        let known = self.settled.get(index, context)?;
        let value = settled(&known, &call.settled, context)?;
        self.settled.create_data_property_or_throw(index, value, context)?;
        let known = self.results.get(index, context)?;
        let value = result(&known, &call.outcome, context)?;
        self.results.create_data_property_or_throw(index, value, context)?;
        Ok(())
    }
}

fn result(known: &JsValue, outcome: &Outcome, context: &mut Context) -> JsResult<JsValue> {
    let (kind, value) = match outcome {
        Outcome::Running => ("incomplete", JsValue::undefined()),
        Outcome::Returned(value) => ("return", value.clone()),
        Outcome::Threw(value) => ("throw", value.clone()),
    };
    typed(known, kind, value, context)
}

fn settled(known: &JsValue, settled: &Settled, context: &mut Context) -> JsResult<JsValue> {
    let (kind, value) = match settled {
        Settled::Pending => ("incomplete", JsValue::undefined()),
        Settled::Fulfilled(value) => ("fulfilled", value.clone()),
        Settled::Rejected(value) => ("rejected", value.clone()),
    };
    typed(known, kind, value, context)
}

/// `{ type, value }`, written to the existing object.
fn typed(known: &JsValue, kind: &str, value: JsValue, context: &mut Context) -> JsResult<JsValue> {
    let object = match known.as_object().filter(JsObject::is_ordinary) {
        Some(object) => object,
        None => JsObject::with_object_proto(context.intrinsics()),
    };
    object.create_data_property(js_string!("type"), js_string!(kind), context)?;
    object.create_data_property(js_string!("value"), value, context)?;
    Ok(object.into())
}

/// Updates the view when a call starts, or after calls were cleared.
///
/// # Errors
/// An object that the guest froze.
pub(super) fn begun(id: usize, context: &mut Context) -> JsResult<()> {
    let state = State::of(context);
    let found = state.mocks.with(id, |record| {
        Some((record.shown.clone()?, record.calls.len().checked_sub(1)?, record.calls.last().cloned()?))
    });
    match found.flatten() {
        Some((shown, index, call)) => shown.arrays.put(index, &call, context),
        None => Ok(()),
    }
}

/// Updates the view of a call that ended or settled.
///
/// # Errors
/// The same as [`begun`].
pub(super) fn ended(id: usize, place: usize, context: &mut Context) -> JsResult<()> {
    let state = State::of(context);
    let found = state.mocks.with(id, |record| {
        let (shown, index) = (record.shown.clone()?, place.checked_sub(record.cleared)?);
        Some((shown, index, record.calls.get(index).cloned()?))
    });
    match found.flatten() {
        Some((shown, index, call)) => shown.arrays.update(index, &call, context),
        None => Ok(()),
    }
}

/// Gives the object new arrays after calls were cleared; references to the old arrays stay valid.
///
/// # Errors
/// The same as [`begun`].
pub(super) fn cleared(id: usize, context: &mut Context) -> JsResult<()> {
    let state = State::of(context);
    let Some(Some(mut shown)) = state.mocks.with(id, |record| record.shown.clone()) else { return Ok(()) };
    shown.arrays = Arrays::new(context)?;
    for (name, array) in shown.arrays.named() {
        shown.object.create_data_property_or_throw(js_string!(name), array.clone(), context)?;
    }
    state.mocks.with(id, |record| record.shown = Some(shown));
    Ok(())
}

/// The getter of `mock`.
///
/// # Errors
/// None in an intact realm.
pub(super) fn get(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let state = State::of(context);
    let Some(id) = state.mocks.id_by_inheritance(this) else { return Ok(JsValue::undefined()) };
    let Some((known, calls)) = state.mocks.with(id, |record| (record.shown.clone(), record.calls.clone()))
    else {
        return Ok(JsValue::undefined());
    };
    if let Some(shown) = known {
        return Ok(shown.object.into());
    }
    let arrays = Arrays::new(context)?;
    for (index, call) in calls.iter().enumerate() {
        arrays.put(index, call, context)?;
    }
    let mut object = ObjectInitializer::new(context);
    for (name, array) in arrays.named() {
        object.property(js_string!(name), array.clone(), Attribute::all());
    }
    let object = object.build();
    let last = native("lastCall", 0, NativeFunction::from_fn_ptr(last_call), context);
    let property = PropertyDescriptor::builder().get(last).enumerable(true).configurable(true);
    object.define_property_or_throw(js_string!("lastCall"), property, context)?;
    state.mocks.with(id, |record| record.shown = Some(Shown { object: object.clone(), arrays }));
    Ok(object.into())
}

fn last_call(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(calls) = this.as_object() else { return Ok(JsValue::undefined()) };
    let Some(calls) = calls.get(js_string!("calls"), context)?.as_object() else {
        return Ok(JsValue::undefined());
    };
    match crate::value::length_of(&calls, context)?.checked_sub(1) {
        Some(last) => calls.get(last, context),
        None => Ok(JsValue::undefined()),
    }
}
