//! `setTimeout` and its relatives on the virtual clock.

use boa_engine::job::PromiseJob;
use boa_engine::object::JsObject;
use boa_engine::{Context, JsNativeError, JsResult, JsValue};

use crate::globals::{argument, define_function, host};
use crate::jobs::Timer;

/// Longest delay in milliseconds; more is 1, as in Node and browsers.
const MAX_DELAY_MS: f64 = 2_147_483_647.0;

pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    define_function(context, "setTimeout", 2, |_, args, context| set(args, context, "setTimeout", false))?;
    define_function(context, "setInterval", 2, |_, args, context| set(args, context, "setInterval", true))?;
    define_function(context, "setImmediate", 1, |_, args, context| {
        let callback = callable(args, "setImmediate")?;
        let host = host(context)?;
        let id = host.jobs.new_id();
        let arguments = args.get(1..).unwrap_or_default().to_vec();
        let timer = Timer { id, name: "setImmediate", callback, arguments, repeat_us: None };
        host.jobs.add_timer(host.clock.now_us(), timer);
        Ok(id.into())
    })?;
    for name in ["clearTimeout", "clearInterval", "clearImmediate"] {
        define_function(context, name, 1, |_, args, context| {
            // An id that was never given out is no error.
            if let Some(id) = argument(args, 0).as_number() {
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
                host(context)?.jobs.clear_timer(id as u32);
            }
            Ok(JsValue::undefined())
        })?;
    }
    define_function(context, "queueMicrotask", 1, |_, args, context| {
        let callback = callable(args, "queueMicrotask")?;
        let job = PromiseJob::new(move |context| callback.call(&JsValue::undefined(), &[], context));
        context.enqueue_job(job.into());
        Ok(JsValue::undefined())
    })
}

fn set(args: &[JsValue], context: &mut Context, name: &'static str, repeat: bool) -> JsResult<JsValue> {
    let callback = callable(args, name)?;
    let delay = argument(args, 1).to_number(context)?;
    let delay = if (1.0..=MAX_DELAY_MS).contains(&delay) { delay } else { 1.0 };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 2^31")]
    let delay_us = delay as u64 * 1_000;
    let host = host(context)?;
    let id = host.jobs.new_id();
    let arguments = args.get(2..).unwrap_or_default().to_vec();
    let timer = Timer { id, name, callback, arguments, repeat_us: repeat.then_some(delay_us) };
    host.jobs.add_timer(host.clock.now_us().saturating_add(delay_us), timer);
    Ok(id.into())
}

fn callable(args: &[JsValue], name: &str) -> JsResult<JsObject> {
    argument(args, 0).as_callable().ok_or_else(|| {
        JsNativeError::typ().with_message(format!("the first argument of {name} must be a function")).into()
    })
}
