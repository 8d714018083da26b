//! The behaviour of a mock when it is called.

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsError, JsNativeError, JsObject, JsResult, JsValue, NativeFunction};
use boa_gc::{Finalize, Trace};

use crate::intrinsics::native;
use crate::state::State;

/// The behaviour of a mock when it is called. Texts name the shorthand method that set it.
#[derive(Debug, Clone, Trace, Finalize)]
#[boa_gc(unsafe_no_drop)]
pub(super) enum Behaviour {
    /// Calls a function.
    Call(JsObject),
    /// A value that is no function: calling it throws.
    NotCallable,
    Return(JsValue, #[unsafe_ignore_trace] &'static str),
    ReturnThis,
    Throw(JsValue),
    Resolve(JsValue, #[unsafe_ignore_trace] &'static str),
    Reject(JsValue, #[unsafe_ignore_trace] &'static str),
}

impl Behaviour {
    /// Parses an argument of `mockImplementation`; `None` for values that Vitest ignores.
    pub(super) fn given(value: &JsValue) -> Option<Behaviour> {
        match value.as_callable() {
            Some(function) => Some(Behaviour::Call(function)),
            None => value.to_boolean().then_some(Behaviour::NotCallable),
        }
    }

    /// Runs the behaviour as a call.
    ///
    /// # Errors
    /// Errors that it throws.
    pub(super) fn call(self, this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
        match self {
            Behaviour::Call(function) => function.call(this, args, context),
            Behaviour::NotCallable => {
                Err(JsNativeError::typ().with_message("implementation.apply is not a function").into())
            }
            Behaviour::Return(value, _) => Ok(value),
            Behaviour::ReturnThis => Ok(this.clone()),
            Behaviour::Throw(value) => Err(JsError::from_opaque(value)),
            Behaviour::Resolve(value, _) => {
                let (promise, functions) = JsPromise::new_pending(context);
                functions.resolve.call(&JsValue::undefined(), &[value], context)?;
                Ok(promise.into())
            }
            Behaviour::Reject(value, _) => {
                let (promise, functions) = JsPromise::new_pending(context);
                functions.reject.call(&JsValue::undefined(), &[value], context)?;
                Ok(promise.into())
            }
        }
    }

    /// Runs the behaviour as `new`.
    ///
    /// # Errors
    /// Errors that it throws; a function that cannot construct.
    pub(super) fn construct(
        self,
        args: &[JsValue],
        new_target: &JsObject,
        context: &mut Context,
    ) -> JsResult<JsObject> {
        match self {
            Behaviour::Call(function) if function.is_constructor() => {
                function.construct(args, Some(new_target), context)
            }
            Behaviour::Call(_) | Behaviour::Return(..) | Behaviour::Resolve(..) | Behaviour::Reject(..)
                if State::of(context).is_jest =>
            {
                let instance = empty(context)?.construct(&[], Some(new_target), context)?;
                let given = self.call(&instance.clone().into(), args, context)?;
                Ok(given.as_object().unwrap_or(instance))
            }
            Behaviour::Call(function) => {
                let source = State::of(context).mocks.source(&function, context);
                let message = format!("{source} is not a constructor");
                Err(JsNativeError::typ().with_message(message).into())
            }
            Behaviour::NotCallable => {
                Err(JsNativeError::typ().with_message("the implementation is not a constructor").into())
            }
            Behaviour::ReturnThis => empty(context)?.construct(args, Some(new_target), context),
            Behaviour::Throw(value) => Err(JsError::from_opaque(value)),
            Behaviour::Return(_, name) | Behaviour::Resolve(_, name) | Behaviour::Reject(_, name) => {
                let message = format!(
                    "Cannot use `{name}` when called with `new`. Use `mockImplementation` with a `class` keyword \
                     instead. See https://vitest.dev/api/mock#class-support for more information."
                );
                Err(JsNativeError::typ().with_message(message).into())
            }
        }
    }

    /// The function that `getMockImplementation` returns.
    pub(super) fn function(&self, context: &mut Context) -> JsValue {
        match self {
            Behaviour::Call(function) => function.clone().into(),
            Behaviour::NotCallable => JsValue::undefined(),
            other => {
                let function = NativeFunction::from_copy_closure_with_captures(
                    |this, args, behaviour: &Behaviour, context| behaviour.clone().call(this, args, context),
                    other.clone(),
                );
                native("", 0, function, context).into()
            }
        }
    }
}

/// A JavaScript function that does nothing.
///
/// # Errors
/// None in an intact realm.
pub(super) fn empty(context: &mut Context) -> JsResult<JsObject> {
    let made = State::of(context).shim.empty.clone().call(&JsValue::undefined(), &[], context)?;
    Ok(made.as_object().ok_or_else(|| JsNativeError::typ().with_message("no function"))?)
}
