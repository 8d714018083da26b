//! Mock functions: making, calling, and their methods.

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::ObjectInitializer;
use boa_engine::object::builtins::JsPromise;
use boa_engine::property::{Attribute, PropertyDescriptor};
use boa_engine::{
    Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string,
};

use super::record::{Behaviour, Call, Outcome, Record};
use crate::intrinsics::native;
use crate::state::State;
use crate::value;
use crate::value::array;

/// Makes a mock function.
///
/// # Errors
/// None in a realm that is whole.
pub(super) fn make(
    original: Option<JsObject>,
    behaviour: Option<Behaviour>,
    name: Option<String>,
    restore: Option<super::spy_on::Restore>,
    context: &mut Context,
) -> JsResult<JsObject> {
    let state = State::of(context);
    let id = state.mocks.next_id();
    let call = NativeFunction::from_copy_closure(move |_, args, context| call(id, args, context));
    let call = native("mock", 3, call, context);
    let function = state.shim.mock.call(&JsValue::undefined(), &[call.into()], context)?;
    let function = function.as_object().ok_or_else(|| JsNativeError::typ().with_message("no mock"))?;
    let length = match (&behaviour, &original) {
        (Some(Behaviour::Call(function)), _) | (None, Some(function)) => {
            function.get(js_string!("length"), context)?.as_number().unwrap_or(0.0)
        }
        _ => 0.0,
    };
    let hidden =
        |value: JsValue| PropertyDescriptor::builder().value(value).writable(true).configurable(true).build();
    function.define_property_or_throw(js_string!("length"), hidden(length.into()), context)?;
    let shown = name.clone().filter(|name| !name.is_empty()).unwrap_or_else(|| "Mock".to_owned());
    function.define_property_or_throw(js_string!("name"), hidden(js_string!(shown).into()), context)?;
    if let (Some(Behaviour::Call(copied)), _) | (None, Some(copied)) = (&behaviour, &original) {
        copy_statics(copied, &function, context)?;
    }
    let prototype = state.mocks.prototype.borrow().clone();
    function.set_prototype(prototype);
    let name = name.filter(|name| !name.is_empty()).unwrap_or_else(|| "vi.fn()".to_owned());
    let record = Record {
        default_name: name.clone(),
        name,
        calls: Vec::new(),
        initial: behaviour.clone(),
        original,
        behaviour,
        once: std::collections::VecDeque::new(),
        cleared: 0,
        restore,
    };
    state.mocks.add(function.clone(), record);
    Ok(function)
}

/// Gives a mock the properties of the function that it stands for.
fn copy_statics(from: &JsObject, to: &JsObject, context: &mut Context) -> JsResult<()> {
    for key in from.own_property_keys(context)? {
        let own = to.borrow().properties().get(&key).is_some();
        let found = from.borrow().properties().get(&key);
        if let (false, Some(property)) = (own, found) {
            to.define_property_or_throw(key, property, context)?;
        }
    }
    Ok(())
}

/// A call of a mock: `args` are `this`, `new.target` and the array of arguments.
fn call(id: usize, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let state = State::of(context);
    let (this, new_target, list) =
        (args.get_or_undefined(0), args.get_or_undefined(1), args.get_or_undefined(2));
    let arguments = value::elements(list, 1_000_000, context)?.unwrap_or_default();
    let constructs = !new_target.is_undefined();
    let order = state.mocks.next_order();
    let begun = state.mocks.with(id, |record| {
        record.calls.push(Call {
            args: arguments.clone(),
            array: list.clone(),
            this: if constructs { JsValue::undefined() } else { this.clone() },
            instance: if constructs { JsValue::undefined() } else { this.clone() },
            order,
            outcome: Outcome::Running,
        });
        let place = record.cleared + record.calls.len() - 1;
        let behaviour = record.once.pop_front().or_else(|| record.behaviour.clone());
        (place, behaviour.or_else(|| record.original.clone().map(Behaviour::Call)))
    });
    let Some((place, behaviour)) = begun else { return Ok(JsValue::undefined()) };
    let result = if constructs {
        construct(behaviour, &arguments, new_target, context)
    } else {
        behave(behaviour, this, &arguments, context)
    };
    let outcome = match &result {
        Ok(value) => Outcome::Returned(value.clone()),
        Err(error) if error.as_engine().is_some() => return result,
        Err(error) => Outcome::Threw(error.clone().into_opaque(context)?),
    };
    state.mocks.with(id, |record| {
        let call = place.checked_sub(record.cleared).and_then(|index| record.calls.get_mut(index));
        if let Some(call) = call {
            if let (true, Outcome::Returned(instance)) = (constructs, &outcome) {
                call.this = instance.clone();
                call.instance = instance.clone();
            }
            call.outcome = outcome;
        }
    });
    result
}

fn behave(
    behaviour: Option<Behaviour>,
    this: &JsValue,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    match behaviour {
        None => Ok(JsValue::undefined()),
        Some(Behaviour::Call(function)) => function.call(this, args, context),
        Some(Behaviour::Return(value)) => Ok(value),
        Some(Behaviour::ReturnThis) => Ok(this.clone()),
        Some(Behaviour::Throw(value)) => Err(JsError::from_opaque(value)),
        Some(Behaviour::Resolve(value)) => {
            let (promise, functions) = JsPromise::new_pending(context);
            functions.resolve.call(&JsValue::undefined(), &[value], context)?;
            Ok(promise.into())
        }
        Some(Behaviour::Reject(value)) => {
            let (promise, functions) = JsPromise::new_pending(context);
            functions.reject.call(&JsValue::undefined(), &[value], context)?;
            Ok(promise.into())
        }
    }
}

fn construct(
    behaviour: Option<Behaviour>,
    args: &[JsValue],
    new_target: &JsValue,
    context: &mut Context,
) -> JsResult<JsValue> {
    let implementation = match behaviour {
        Some(Behaviour::Call(function)) if function.is_constructor() => function,
        None => {
            let empty = State::of(context).shim.empty.clone();
            let function = empty.call(&JsValue::undefined(), &[], context)?;
            function.as_object().ok_or_else(|| JsNativeError::typ().with_message("no function"))?
        }
        Some(Behaviour::Throw(value)) => return Err(JsError::from_opaque(value)),
        Some(_) => {
            let message = "the implementation of the mock is not a constructor: use a function or a class";
            return Err(JsNativeError::typ().with_message(message).into());
        }
    };
    let new_target = new_target.as_object();
    Ok(implementation.construct(args, new_target.as_ref(), context)?.into())
}

/// Makes what mock functions inherit from: their methods and `mock`.
///
/// # Errors
/// None in a realm that is whole.
pub(super) fn install_prototype(context: &mut Context) -> JsResult<()> {
    let root = context.intrinsics().constructors().function().prototype();
    let prototype = JsObject::from_proto_and_data(root, ());
    let methods: [(&str, NativeFunctionPointer); 19] = [
        ("mockImplementation", |this, args, context| {
            set(this, args, context, |value| match value.as_callable() {
                Some(function) => Some(Behaviour::Call(function)),
                None => Some(Behaviour::Return(JsValue::undefined())),
            })
        }),
        ("mockImplementationOnce", |this, args, context| {
            once(this, args, context, |value| value.as_callable().map(Behaviour::Call))
        }),
        ("mockReturnValue", |this, args, context| {
            set(this, args, context, |value| Some(Behaviour::Return(value)))
        }),
        ("mockReturnValueOnce", |this, args, context| {
            once(this, args, context, |value| Some(Behaviour::Return(value)))
        }),
        ("mockReturnThis", |this, args, context| set(this, args, context, |_| Some(Behaviour::ReturnThis))),
        ("mockThrow", |this, args, context| set(this, args, context, |value| Some(Behaviour::Throw(value)))),
        ("mockThrowOnce", |this, args, context| {
            once(this, args, context, |value| Some(Behaviour::Throw(value)))
        }),
        ("mockResolvedValue", |this, args, context| {
            set(this, args, context, |value| Some(Behaviour::Resolve(value)))
        }),
        ("mockResolvedValueOnce", |this, args, context| {
            once(this, args, context, |value| Some(Behaviour::Resolve(value)))
        }),
        ("mockRejectedValue", |this, args, context| {
            set(this, args, context, |value| Some(Behaviour::Reject(value)))
        }),
        ("mockRejectedValueOnce", |this, args, context| {
            once(this, args, context, |value| Some(Behaviour::Reject(value)))
        }),
        ("mockClear", |this, _, context| change(this, context, Record::clear)),
        ("mockReset", |this, _, context| change(this, context, Record::reset)),
        ("mockRestore", |this, _, context| {
            let id = id(this, context)?;
            restore(id, context)?;
            Ok(this.clone())
        }),
        ("mockName", |this, args, context| {
            let name = args.get_or_undefined(0).as_string().map(|name| value::text(&name));
            change(this, context, |record| record.name = name.unwrap_or_else(|| record.name.clone()))
        }),
        ("getMockName", |this, _, context| {
            let id = id(this, context)?;
            let name = State::of(context).mocks.with(id, |record| record.name.clone());
            Ok(JsString::from(name.unwrap_or_default()).into())
        }),
        ("getMockImplementation", |this, _, context| {
            let id = id(this, context)?;
            let behaviour = State::of(context)
                .mocks
                .with(id, |record| record.once.front().cloned().or_else(|| record.behaviour.clone()));
            Ok(match behaviour.flatten() {
                Some(Behaviour::Call(function)) => function.into(),
                _ => JsValue::undefined(),
            })
        }),
        ("withImplementation", with_implementation),
        ("_isMockFunction", |_, _, _| Ok(true.into())),
    ];
    for (name, method) in methods {
        let method = native(name, 1, NativeFunction::from_fn_ptr(method), context);
        let property = PropertyDescriptor::builder().value(method).writable(true).configurable(true);
        prototype.define_property_or_throw(js_string!(name), property.build(), context)?;
    }
    let get = native("mock", 0, NativeFunction::from_fn_ptr(mock_state), context);
    let property = PropertyDescriptor::builder().get(get).configurable(false);
    prototype.define_property_or_throw(js_string!("mock"), property.build(), context)?;
    State::of(context).mocks.prototype.replace(Some(prototype));
    Ok(())
}

fn id(this: &JsValue, context: &Context) -> JsResult<usize> {
    let id = State::of(context).mocks.id(this);
    Ok(id.ok_or_else(|| JsNativeError::typ().with_message("not a mock function"))?)
}

fn change(this: &JsValue, context: &mut Context, change: impl FnOnce(&mut Record)) -> JsResult<JsValue> {
    let id = id(this, context)?;
    State::of(context).mocks.with(id, change);
    Ok(this.clone())
}

fn set(
    this: &JsValue,
    args: &[JsValue],
    context: &mut Context,
    behaviour: impl FnOnce(JsValue) -> Option<Behaviour>,
) -> JsResult<JsValue> {
    let behaviour = behaviour(args.get_or_undefined(0).clone());
    change(this, context, |record| record.behaviour = behaviour)
}

fn once(
    this: &JsValue,
    args: &[JsValue],
    context: &mut Context,
    behaviour: impl FnOnce(JsValue) -> Option<Behaviour>,
) -> JsResult<JsValue> {
    let behaviour = behaviour(args.get_or_undefined(0).clone());
    change(this, context, |record| record.once.extend(behaviour))
}

/// `withImplementation(implementation, callback)` for callbacks that are synchronous.
fn with_implementation(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let id = id(this, context)?;
    let state = State::of(context);
    let (implementation, callback) =
        (args.get_or_undefined(0).as_callable(), args.get_or_undefined(1).as_callable());
    let previous = state.mocks.with(id, |record| {
        let previous = (record.behaviour.clone(), std::mem::take(&mut record.once));
        record.behaviour = implementation.map(Behaviour::Call);
        previous
    });
    let result = match callback {
        Some(callback) => callback.call(&JsValue::undefined(), &[], context),
        None => Ok(JsValue::undefined()),
    };
    if let Some((behaviour, once)) = previous {
        state.mocks.with(id, |record| (record.behaviour, record.once) = (behaviour, once));
    }
    result.map(|_| this.clone())
}

impl Record {
    pub(super) fn clear(&mut self) {
        self.cleared += self.calls.len();
        self.calls.clear();
    }

    pub(super) fn reset(&mut self) {
        self.clear();
        self.behaviour.clone_from(&self.initial);
        self.once.clear();
        self.name.clone_from(&self.default_name);
    }
}

/// Resets a mock and puts back what it stands for.
pub(super) fn restore(id: usize, context: &mut Context) -> JsResult<()> {
    let restore = State::of(context).mocks.with(id, |record| {
        record.reset();
        record.restore.clone()
    });
    match restore.flatten() {
        Some(restore) => restore.run(context),
        None => Ok(()),
    }
}

/// `mock.mock`: copies of what is on record, so that what a guest does to them changes no verdict.
fn mock_state(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(record) = State::of(context).mocks.record(this) else { return Ok(JsValue::undefined()) };
    let field = |pick: fn(&Call) -> JsValue, context: &mut Context| {
        array(record.calls.iter().map(pick).collect::<Vec<_>>(), context)
    };
    let calls = field(|call| call.array.clone(), context);
    let contexts = field(|call| call.this.clone(), context);
    let instances = field(|call| call.instance.clone(), context);
    let order = field(|call| JsValue::from(call.order), context);
    let mut results = Vec::with_capacity(record.calls.len());
    for call in &record.calls {
        let (kind, value) = match &call.outcome {
            Outcome::Running => ("incomplete", JsValue::undefined()),
            Outcome::Returned(value) => ("return", value.clone()),
            Outcome::Threw(value) => ("throw", value.clone()),
        };
        let result = ObjectInitializer::new(context)
            .property(js_string!("type"), js_string!(kind), Attribute::all())
            .property(js_string!("value"), value, Attribute::all())
            .build();
        results.push(result.into());
    }
    let results = array(results, context);
    let last = record.calls.last().map(|call| call.array.clone()).unwrap_or_default();
    let state = ObjectInitializer::new(context)
        .property(js_string!("calls"), calls, Attribute::all())
        .property(js_string!("contexts"), contexts, Attribute::all())
        .property(js_string!("instances"), instances, Attribute::all())
        .property(js_string!("invocationCallOrder"), order, Attribute::all())
        .property(js_string!("results"), results, Attribute::all())
        .property(js_string!("lastCall"), last, Attribute::all())
        .build();
    Ok(state.into())
}
