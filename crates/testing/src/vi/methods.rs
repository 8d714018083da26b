//! The methods of mock functions, on their common prototype.

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::builtins::JsPromise;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{
    Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsString, JsSymbol, JsValue, NativeFunction,
    js_string,
};

use boa_gc::{Finalize, Trace};

use super::behaviour::Behaviour;
use super::record::Record;
use super::shown;
use crate::guard::api;
use crate::intrinsics::native;
use crate::state::State;
use crate::value;

/// Creates the prototype of mock functions, with their methods and `mock`.
///
/// # Errors
/// None in an intact realm.
pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let root = context.intrinsics().constructors().function().prototype();
    let to_string = root.get(js_string!("toString"), context)?.as_object();
    let prototype = JsObject::from_proto_and_data(root, ());
    let methods: [(&str, NativeFunctionPointer); 19] = [
        ("mockImplementation", |this, args, context| {
            set(this, context, Behaviour::given(args.get_or_undefined(0)))
        }),
        ("mockImplementationOnce", |this, args, context| {
            once(this, context, Behaviour::given(args.get_or_undefined(0)))
        }),
        ("mockReturnValue", |this, args, context| {
            set(this, context, Some(Behaviour::Return(argument(args), "mockReturnValue")))
        }),
        ("mockReturnValueOnce", |this, args, context| {
            once(this, context, Some(Behaviour::Return(argument(args), "mockReturnValueOnce")))
        }),
        ("mockReturnThis", |this, _, context| set(this, context, Some(Behaviour::ReturnThis))),
        ("mockThrow", |this, args, context| set(this, context, Some(Behaviour::Throw(argument(args))))),
        ("mockThrowOnce", |this, args, context| once(this, context, Some(Behaviour::Throw(argument(args))))),
        ("mockResolvedValue", |this, args, context| {
            set(this, context, Some(Behaviour::Resolve(argument(args), "mockResolvedValue")))
        }),
        ("mockResolvedValueOnce", |this, args, context| {
            once(this, context, Some(Behaviour::Resolve(argument(args), "mockResolvedValueOnce")))
        }),
        ("mockRejectedValue", |this, args, context| {
            set(this, context, Some(Behaviour::Reject(argument(args), "mockRejectedValue")))
        }),
        ("mockRejectedValueOnce", |this, args, context| {
            once(this, context, Some(Behaviour::Reject(argument(args), "mockRejectedValueOnce")))
        }),
        ("mockClear", |this, _, context| clear(id(this, context)?, context).map(|()| this.clone())),
        ("mockReset", |this, _, context| reset(id(this, context)?, context).map(|()| this.clone())),
        ("mockRestore", |this, _, context| {
            let id = id(this, context)?;
            reset(id, context)?;
            restore(id, context)?;
            Ok(JsValue::undefined())
        }),
        ("mockName", |this, args, context| {
            let name = args.get_or_undefined(0).as_string().map(|name| value::text(&name));
            change(this, context, |record| record.name = name.unwrap_or_else(|| record.name.clone()))
        }),
        ("getMockName", |this, _, context| {
            let id = id(this, context)?;
            let name = State::of(context).mocks.with(id, |record| record.name.clone());
            let name = name.filter(|name| !name.is_empty()).unwrap_or_else(|| "vi.fn()".to_owned());
            Ok(JsString::from(name).into())
        }),
        ("getMockImplementation", |this, _, context| {
            let id = id(this, context)?;
            let behaviour = State::of(context).mocks.with(id, |record| {
                record.once.front().cloned().flatten().or_else(|| record.behaviour.clone())
            });
            Ok(match behaviour.flatten() {
                Some(behaviour) => behaviour.function(context),
                None => JsValue::undefined(),
            })
        }),
        ("withImplementation", with_implementation),
        ("_isMockFunction", |_, _, _| Ok(true.into())),
    ];
    let hidden =
        |value: JsValue| PropertyDescriptor::builder().value(value).writable(true).configurable(true).build();
    for (name, method) in methods {
        let value = match name {
            "_isMockFunction" => true.into(),
            name => api(name, 1, NativeFunction::from_fn_ptr(method), context).into(),
        };
        prototype.define_property_or_throw(js_string!(name), hidden(value), context)?;
    }
    let dispose = prototype.get(js_string!("mockRestore"), context)?;
    prototype.define_property_or_throw(PropertyKey::from(JsSymbol::dispose()), hidden(dispose), context)?;
    let get = native("mock", 0, NativeFunction::from_fn_ptr(shown::get), context);
    let property = PropertyDescriptor::builder().get(get).enumerable(true).configurable(false);
    prototype.define_property_or_throw(js_string!("mock"), property.build(), context)?;
    let state = State::of(context);
    state.mocks.prototype.replace(Some(prototype));
    state.mocks.to_string.replace(to_string);
    Ok(())
}

fn argument(args: &[JsValue]) -> JsValue {
    args.get_or_undefined(0).clone()
}

fn id(this: &JsValue, context: &Context) -> JsResult<usize> {
    let id = State::of(context).mocks.id_by_inheritance(this);
    Ok(id.ok_or_else(|| JsNativeError::typ().with_message("not a mock function"))?)
}

fn change(this: &JsValue, context: &mut Context, change: impl FnOnce(&mut Record)) -> JsResult<JsValue> {
    let id = id(this, context)?;
    State::of(context).mocks.with(id, change);
    Ok(this.clone())
}

fn set(this: &JsValue, context: &mut Context, behaviour: Option<Behaviour>) -> JsResult<JsValue> {
    change(this, context, |record| record.behaviour = behaviour)
}

fn once(this: &JsValue, context: &mut Context, behaviour: Option<Behaviour>) -> JsResult<JsValue> {
    change(this, context, |record| record.once.push_back(behaviour))
}

/// Clears the recorded calls of a mock.
///
/// # Errors
/// An object that the guest froze.
pub(super) fn clear(id: usize, context: &mut Context) -> JsResult<()> {
    State::of(context).mocks.with(id, Record::clear);
    shown::cleared(id, context)
}

/// Clears the recorded calls and resets the implementation. In a project of Jest nothing is left of it.
///
/// # Errors
/// Errors of [`clear`].
pub(super) fn reset(id: usize, context: &mut Context) -> JsResult<()> {
    let state = State::of(context);
    state.mocks.with(id, |record| {
        record.reset();
        if state.is_jest {
            (record.behaviour, record.original) = (None, None);
        }
    });
    shown::cleared(id, context)
}

/// Restores the original of a spy; does nothing for any other mock.
///
/// # Errors
/// An object that was frozen in the meantime.
pub(super) fn restore(id: usize, context: &mut Context) -> JsResult<()> {
    match State::of(context).mocks.with(id, |record| record.restore.clone()).flatten() {
        Some(restore) => restore.run(context),
        None => Ok(()),
    }
}

/// `withImplementation(implementation, callback)`: applies until the callback returns, or its promise is
/// fulfilled.
fn with_implementation(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let id = id(this, context)?;
    let state = State::of(context);
    let callback = args.get_or_undefined(1).as_callable();
    let callback = callback.ok_or_else(|| JsNativeError::typ().with_message("callback is not a function"))?;
    let previous = state.mocks.with(id, |record| {
        let previous = (record.behaviour.clone(), std::mem::take(&mut record.once));
        record.behaviour = Behaviour::given(args.get_or_undefined(0));
        previous
    });
    let result = callback.call(&JsValue::undefined(), &[], context)?;
    let Some((behaviour, once)) = previous else { return Ok(this.clone()) };
    let before = Before { id, mock: this.clone(), behaviour, once: once.into() };
    if let Some(object) = result.as_object()
        && object.get(js_string!("then"), context)?.is_callable()
    {
        let (promise, functions) = JsPromise::new_pending(context);
        functions.resolve.call(&JsValue::undefined(), &[result], context)?;
        let done = NativeFunction::from_copy_closure_with_captures(
            |_, _, before: &Before, context| Ok(before.put_back(context)),
            before,
        );
        let done = native("", 0, done, context);
        let thrown =
            NativeFunction::from_copy_closure(|_, args, _| Err(JsError::from_opaque(argument(args))));
        let thrown = native("", 1, thrown, context);
        let follow = [promise.into(), done.into(), thrown.into()];
        return state.shim.follow.call(&JsValue::undefined(), &follow, context);
    }
    Ok(before.put_back(context))
}

/// The behaviour of a mock before `withImplementation`.
#[derive(Debug, Trace, Finalize)]
struct Before {
    id: usize,
    mock: JsValue,
    behaviour: Option<Behaviour>,
    once: Vec<Option<Behaviour>>,
}

impl Before {
    /// Restores that behaviour, and returns the mock.
    fn put_back(&self, context: &Context) -> JsValue {
        State::of(context).mocks.with(self.id, |record| {
            (record.behaviour, record.once) = (self.behaviour.clone(), self.once.clone().into());
        });
        self.mock.clone()
    }
}
