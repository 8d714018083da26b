//! `beforeAll`, `afterEach` and their kin.

use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsValue, NativeFunction};
use verdict_protocol::Code;

use super::tree::{Hook, Suite};
use crate::intrinsics::native;
use crate::state::{Phase, State};

/// A function that declares a hook of the current suite.
pub(crate) fn hook_function(name: &'static str, context: &Context) -> JsObject {
    let declare = NativeFunction::from_copy_closure(move |_, args, context| {
        let function = callable(name, args)?;
        let state = State::of(context);
        if state.phase.get() != Phase::Collecting {
            let message =
                format!("{name} is called while tests run; call it at the top level or in describe");
            return Err(state.refuse(Code::Structure, &message, context));
        }
        let hook = Hook { function, timeout: args.get_or_undefined(1).as_number() };
        let mut collector = state.collector.borrow_mut();
        let current = collector.current;
        list(collector.suite_mut(current), name).push(hook);
        Ok(JsValue::undefined())
    });
    native(name, 2, declare, context).into()
}

fn list<'a>(suite: &'a mut Suite, name: &str) -> &'a mut Vec<Hook> {
    match name {
        "beforeAll" => &mut suite.before_all,
        "afterAll" => &mut suite.after_all,
        "beforeEach" => &mut suite.before_each,
        _ => &mut suite.after_each,
    }
}

/// `onTestFinished` and `onTestFailed`: hooks of the test that is running.
pub(crate) fn test_hook_function(name: &'static str, context: &Context) -> JsObject {
    let declare = NativeFunction::from_copy_closure(move |_, args, context| {
        let function = callable(name, args)?;
        let state = State::of(context);
        if state.test().is_none() {
            let message = format!("{name} can only be called inside a test");
            return Err(JsNativeError::error().with_message(message).into());
        }
        let hooks = if name == "onTestFailed" { &state.on_failed } else { &state.on_finished };
        hooks.borrow_mut().push(function);
        Ok(JsValue::undefined())
    });
    native(name, 2, declare, context).into()
}

fn callable(name: &str, args: &[JsValue]) -> JsResult<JsObject> {
    let not_function = || {
        JsNativeError::typ().with_message(format!(
            "{name} expects a function as its first argument, got {}",
            args.get_or_undefined(0).type_of()
        ))
    };
    Ok(args.get_or_undefined(0).as_callable().ok_or_else(not_function)?)
}
