//! Deferred work behind a promise.

use boa_engine::job::PromiseJob;
use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsResult, JsValue};

/// Runs `work` when the running code has ended, and returns a promise of its result.
///
/// # Errors
/// None in an intact realm.
pub(super) fn later(
    work: impl FnOnce(&mut Context) -> JsResult<JsValue> + 'static,
    context: &mut Context,
) -> JsResult<JsValue> {
    let (promise, functions) = JsPromise::new_pending(context);
    let job = PromiseJob::new(move |context| match work(context) {
        Ok(value) => functions.resolve.call(&JsValue::undefined(), &[value], context),
        Err(error) if error.as_engine().is_some() => Err(error),
        Err(error) => {
            let reason = error.into_opaque(context)?;
            functions.reject.call(&JsValue::undefined(), &[reason], context)
        }
    });
    context.enqueue_job(job.into());
    Ok(promise.into())
}
