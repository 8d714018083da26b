//! `beforeAll`, `afterEach` and the other hooks.

use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsValue, NativeFunction};
use verdict_protocol::{Code, sentences};

use super::chain::Chain;
use super::tree::{Hook, Suite};
use crate::guard::api;
use crate::state::{Phase, State};

/// The hooks of a suite.
pub(crate) const NAMES: [&str; 6] =
    ["beforeAll", "afterAll", "beforeEach", "afterEach", "aroundAll", "aroundEach"];

/// A function that declares a hook of the current suite.
pub(crate) fn hook_function(name: &'static str, context: &Context) -> JsObject {
    let declare = NativeFunction::from_copy_closure(move |this, args, context| {
        let function = callable(&format!("\"{name}\" callback"), args)?;
        let state = State::of(context);
        if state.phase.get() != Phase::Collecting {
            // A library that a test loads may declare hooks. In Vitest they never run.
            if state.is_vitest {
                return Ok(JsValue::undefined());
            }
            let message = sentences::called_while_running(name);
            return Err(state.refuse(Code::Structure, &message, context));
        }
        let fixtures = Chain::of(this, context).map(|chain| chain.fixtures);
        let mut collector = state.collector.borrow_mut();
        let suite = collector.current;
        let hook = Hook { function, timeout: args.get_or_undefined(1).as_number(), suite, fixtures };
        list(collector.suite_mut(suite), name).push(hook);
        Ok(JsValue::undefined())
    });
    api(name, 2, declare, context).into()
}

fn list<'a>(suite: &'a mut Suite, name: &str) -> &'a mut Vec<Hook> {
    match name {
        "beforeAll" => &mut suite.before_all,
        "afterAll" => &mut suite.after_all,
        "beforeEach" => &mut suite.before_each,
        "afterEach" => &mut suite.after_each,
        "aroundAll" => &mut suite.around_all,
        _ => &mut suite.around_each,
    }
}

/// A hook of the running test.
#[derive(Debug, Clone)]
pub(crate) struct TestHook {
    pub(crate) function: JsObject,
    /// Time limit in milliseconds; `None` for the configured one.
    pub(crate) timeout: Option<f64>,
}

/// `onTestFinished` and `onTestFailed`, which add hooks to the running test.
pub(crate) fn test_hook_function(name: &'static str, context: &Context) -> JsObject {
    let declare = NativeFunction::from_copy_closure(move |_, args, context| {
        let function = callable(&format!("\"{name}\" callback"), args)?;
        let state = State::of(context);
        if state.test().is_none() {
            let message = format!("Hook {name}() can only be called inside a test");
            return Err(JsNativeError::error().with_message(message).into());
        }
        if matches!(state.doing.borrow().hook, Some("onTestFinished" | "onTestFailed")) {
            let message = format!("Cannot call \"{name}\" inside a test hook.");
            return Err(JsNativeError::error().with_message(message).into());
        }
        let hooks = if name == "onTestFailed" { &state.on_failed } else { &state.on_finished };
        hooks.borrow_mut().push(TestHook { function, timeout: args.get_or_undefined(1).as_number() });
        Ok(JsValue::undefined())
    });
    api(name, 2, declare, context).into()
}

fn callable(what: &str, args: &[JsValue]) -> JsResult<JsObject> {
    let not_function = || {
        JsNativeError::typ().with_message(format!(
            "{what} value must be function, received \"{}\"",
            args.get_or_undefined(0).type_of()
        ))
    };
    Ok(args.get_or_undefined(0).as_callable().ok_or_else(not_function)?)
}
