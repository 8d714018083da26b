//! Calls of mock functions.

use boa_engine::object::builtins::JsPromise;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, NativeFunction, js_string};

use super::behaviour::{Behaviour, empty};
use super::make::{Make, Members, make};
use super::record::{Call, Outcome, Settled};
use super::shown;
use crate::intrinsics::native;
use crate::state::State;
use crate::value;

/// Handles a call of a mock: `args` are `this`, `new.target` and the array of arguments.
///
/// # Errors
/// Errors that the mock throws.
pub(super) fn call(id: usize, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let state = State::of(context);
    let (this, new_target, list) =
        (args.get_or_undefined(0), args.get_or_undefined(1), args.get_or_undefined(2));
    let arguments = value::elements(list, 1_000_000, context)?.unwrap_or_default();
    let new_target = new_target.as_object();
    let seen = if new_target.is_some() { JsValue::undefined() } else { this.clone() };
    let begun = Call {
        args: arguments.clone(),
        array: list.clone(),
        this: seen.clone(),
        instance: seen,
        order: state.mocks.next_order(),
        outcome: Outcome::Running,
        settled: Settled::Pending,
    };
    // An instance's mock also records the call on its prototype's mock.
    let parent = state.mocks.with(id, |record| record.parent).flatten();
    let places: Vec<(usize, usize)> = [Some(id), parent]
        .into_iter()
        .flatten()
        .filter_map(|mock| Some((mock, state.mocks.with(mock, |record| record.begin(begun.clone()))?)))
        .collect();
    for (mock, _) in &places {
        shown::begun(*mock, context)?;
    }
    let behaviour = state.mocks.with(id, super::record::Record::next).flatten();
    let behaviour = behaviour.or_else(|| state.mocks.with(parent?, super::record::Record::next).flatten());
    let original = || state.mocks.with(id, |record| record.original.clone()).flatten().map(Behaviour::Call);
    let behaviour = behaviour.or_else(original);
    let result = match (&new_target, behaviour) {
        (Some(new_target), behaviour) => construct(id, behaviour, &arguments, new_target, context),
        (None, Some(behaviour)) => behaviour.call(this, &arguments, context),
        (None, None) => Ok(JsValue::undefined()),
    };
    let (outcome, settled) = match &result {
        Ok(value) if value.as_object().is_some_and(|object| JsPromise::from_object(object).is_ok()) => {
            (Outcome::Returned(value.clone()), Settled::Pending)
        }
        Ok(value) => (Outcome::Returned(value.clone()), Settled::Fulfilled(value.clone())),
        Err(error) if error.as_engine().is_some() => return result,
        Err(error) => {
            let thrown = error.clone().into_opaque(context)?;
            (Outcome::Threw(thrown.clone()), Settled::Rejected(thrown))
        }
    };
    for (mock, place) in &places {
        state.mocks.with(*mock, |record| {
            let Some(call) = record.call(*place) else { return };
            if let (true, Outcome::Returned(instance)) = (new_target.is_some(), &outcome) {
                call.this = instance.clone();
                call.instance = instance.clone();
            }
            (call.outcome, call.settled) = (outcome.clone(), settled.clone());
        });
        shown::ended(*mock, *place, context)?;
    }
    if let (Settled::Pending, Outcome::Returned(promise)) = (settled, outcome) {
        follow(&promise, &places, context)?;
    }
    result
}

/// Records how a promise that a mock returned settles. As in Vitest, the promise counts as handled.
fn follow(promise: &JsValue, places: &[(usize, usize)], context: &mut Context) -> JsResult<()> {
    let note = |is_fulfilled: bool, context: &mut Context| {
        let function = NativeFunction::from_copy_closure_with_captures(
            move |_, args, places: &Vec<(usize, usize)>, context| {
                let value = args.get_or_undefined(0).clone();
                let settled = if is_fulfilled { Settled::Fulfilled(value) } else { Settled::Rejected(value) };
                settle(places, &settled, context)
            },
            places.to_vec(),
        );
        JsValue::from(native("", 1, function, context))
    };
    let functions = [promise.clone(), note(true, context), note(false, context)];
    State::of(context).shim.follow.call(&JsValue::undefined(), &functions, context)?;
    Ok(())
}

fn settle(places: &[(usize, usize)], settled: &Settled, context: &mut Context) -> JsResult<JsValue> {
    for (mock, place) in places {
        State::of(context).mocks.with(*mock, |record| {
            if let Some(call) = record.call(*place) {
                call.settled = settled.clone();
            }
        });
        shown::ended(*mock, *place, context)?;
    }
    Ok(JsValue::undefined())
}

fn construct(
    id: usize,
    behaviour: Option<Behaviour>,
    args: &[JsValue],
    new_target: &JsObject,
    context: &mut Context,
) -> JsResult<JsValue> {
    let behaviour = match behaviour {
        Some(behaviour) => behaviour,
        None => Behaviour::Call(empty(context)?),
    };
    let instance = behaviour.construct(args, new_target, context);
    if let Err(error) = &instance
        && error.as_native().is_some_and(|error| error.message().contains("is not a constructor"))
    {
        warn(id, context)?;
    }
    let instance = instance?;
    own_members(id, &instance, context)?;
    Ok(instance.into())
}

/// Gives an instance of an automocked class its own mocks, which also record calls on the prototype's mocks.
fn own_members(id: usize, instance: &JsObject, context: &mut Context) -> JsResult<()> {
    let state = State::of(context);
    let Some(Some(Members { keys, call_original })) = state.mocks.with(id, |record| record.members.clone())
    else {
        return Ok(());
    };
    let Some(function) = state.mocks.with(id, |record| record.function.clone()) else { return Ok(()) };
    let Some(prototype) = function.get(js_string!("prototype"), context)?.as_object() else { return Ok(()) };
    for key in keys {
        let found = instance.get(key.clone(), context)?;
        // A subclass may have its own method.
        if !JsValue::same_value(&found, &prototype.get(key.clone(), context)?) {
            continue;
        }
        let parent = state.mocks.id(&found);
        let original = parent.filter(|_| call_original);
        let original =
            original.and_then(|parent| state.mocks.with(parent, |record| record.original.clone())?);
        let mock = make(Make { original, parent, ..Make::default() }, context)?;
        instance.set(key, mock, true, context)?;
    }
    Ok(())
}

/// Prints Vitest's warning about an implementation that cannot construct.
fn warn(id: usize, context: &mut Context) -> JsResult<()> {
    let name = State::of(context).mocks.with(id, |record| record.name.clone()).unwrap_or_default();
    let message = format!(
        "[vitest] The {name} mock did not use 'function' or 'class' in its implementation, see \
         https://vitest.dev/api/vi#vi-spyon for examples."
    );
    let console = context.global_object().get(js_string!("console"), context)?;
    let Some(console) = console.as_object() else { return Ok(()) };
    if let Some(warn) = console.get(PropertyKey::from(js_string!("warn")), context)?.as_callable() {
        warn.call(&console.into(), &[js_string!(message).into()], context)?;
    }
    Ok(())
}
