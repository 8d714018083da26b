//! Hooks that the engine calls on its host.

use boa_engine::builtins::function::OrdinaryFunction;
use boa_engine::builtins::promise::OperationType;
use boa_engine::builtins::promise::Promise;
use boa_engine::context::HostHooks;
use boa_engine::job::JobCallback;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsFunction;
use boa_engine::realm::Realm;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue};

use crate::host::Host;

impl HostHooks for Host {
    fn promise_rejection_tracker(
        &self,
        promise: &JsObject<Promise>,
        operation: OperationType,
        context: &mut Context,
    ) {
        self.fixes.waits.asked(context);
        let promise = promise.clone().upcast();
        match operation {
            // The importer receives the error.
            OperationType::Reject if self.loader.common_js_failed() => {}
            OperationType::Reject => self.unhandled.rejected(promise, self.labels.now()),
            OperationType::Handle => self.unhandled.handled(&promise),
        }
    }

    fn ensure_can_compile_strings(
        &self,
        _: Realm,
        parameters: &[JsString],
        body: &JsString,
        _direct: bool,
        _: &mut Context,
    ) -> JsResult<()> {
        for text in parameters.iter().chain([body]) {
            self.source_hook
                .check(&text.to_std_string_lossy())
                .map_err(|error| JsNativeError::syntax().with_message(error.message))?;
        }
        Ok(())
    }

    fn make_job_callback(&self, callback: JsFunction, context: &mut Context) -> JobCallback {
        self.fixes.waits.asked(context);
        self.reaction(callback, context)
    }

    fn call_job_callback(
        &self,
        job: &JobCallback,
        this: &JsValue,
        args: &[JsValue],
        context: &mut Context,
    ) -> JsResult<JsValue> {
        if job.callback().is::<OrdinaryFunction>() {
            return self.react(job, this, args, context);
        }
        // A native of the engine resumes the async function, and drops the error that ends it.
        self.fixes.waits.asked(context);
        let result = self.react(job, this, args, context);
        self.fixes.waits.went_on(&self.limits, context);
        result
    }

    /// The guest's clock is always in UTC.
    fn local_timezone_offset_seconds(&self, _: i64) -> i32 {
        0
    }

    fn max_buffer_size(&self, _: &mut Context) -> u64 {
        // The engine's message tells whether it refuses.
        self.memory.refuse();
        self.longest_buffer()
    }
}
