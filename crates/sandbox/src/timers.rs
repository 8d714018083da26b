//! `setTimeout` and related functions on the virtual clock.

use boa_engine::job::PromiseJob;
use boa_engine::object::JsObject;
use boa_engine::{Context, JsResult, JsValue};

use crate::native::{argument, define_function, host};
use crate::web::{immediate, invalid_arg_type, timeout, timer_id};

/// Maximum delay in milliseconds; longer delays become 1, as in Node and browsers.
const MAX_DELAY_MS: f64 = 2_147_483_647.0;

pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    define_function(context, "setTimeout", 2, |_, args, context| set(args, context, "setTimeout"))?;
    define_function(context, "setInterval", 2, |_, args, context| set(args, context, "setInterval"))?;
    define_function(context, "setImmediate", 1, |_, args, context| {
        let callback = callable(args, context)?;
        let arguments = args.get(1..).unwrap_or_default().to_vec();
        immediate(callback, arguments, context)
    })?;
    for name in ["clearTimeout", "clearInterval", "clearImmediate"] {
        define_function(context, name, 1, |_, args, context| {
            // An unknown id is no error.
            if let Some(id) = timer_id(&argument(args, 0)) {
                host(context)?.jobs.clear_timer(id);
            }
            Ok(JsValue::undefined())
        })?;
    }
    define_function(context, "queueMicrotask", 1, |_, args, context| {
        let callback = callable(args, context)?;
        let job = PromiseJob::new(move |context| callback.call(&JsValue::undefined(), &[], context));
        context.enqueue_job(job.into());
        Ok(JsValue::undefined())
    })
}

fn set(args: &[JsValue], context: &mut Context, name: &'static str) -> JsResult<JsValue> {
    let callback = callable(args, context)?;
    let delay = argument(args, 1).to_number(context)?;
    let delay = if (1.0..=MAX_DELAY_MS).contains(&delay) { delay } else { 1.0 };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 2^31")]
    let delay_us = delay as u64 * 1_000;
    let arguments = args.get(2..).unwrap_or_default().to_vec();
    timeout(name, callback, arguments, delay_us, context)
}

fn callable(args: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let callback = argument(args, 0);
    match callback.as_callable() {
        Some(callback) => crate::scope::scoped(callback, context),
        None => Err(invalid_arg_type("callback", "of type function", &callback, context)),
    }
}
