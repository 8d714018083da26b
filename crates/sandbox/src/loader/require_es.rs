//! `require` of ES modules, as in Node 20.19: allowed if nothing in them awaits.

use std::collections::BTreeSet;
use std::path::Path;

use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsPromise;
use boa_engine::property::PropertyKey;
use boa_engine::{
    Context, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, Module, NativeFunction, Script,
    Source, js_string,
};
use verdict_protocol::Code;
use verdict_vfs::VfsPath;

use super::fail::unplaced;
use super::graph;
use crate::host::Host;
use crate::native::define_hidden;
use crate::origin::OWN_SCRIPT;

impl Host {
    /// The result of requiring an ES module: what it wrote to `module.exports`, its export of that name, or else
    /// its namespace. A namespace with a default export also has `__esModule`. `before` are the files known before
    /// the call.
    pub(super) fn require_es_module(
        &self,
        importer: &VfsPath,
        path: &VfsPath,
        module: &Module,
        before: &BTreeSet<VfsPath>,
        context: &mut Context,
    ) -> JsResult<JsValue> {
        let outer = self.loader.recording.replace(true);
        let loading = module.load(context);
        let loaded = self.run_module_jobs(context).and_then(|()| value_of(&loading));
        self.loader.recording.set(outer);
        if loaded.is_err() {
            self.unhandled.handled(&loading.into());
        }
        loaded?;
        let plan = graph::plan(path, &self.loader.edges.borrow());
        // The engine panics if a running module is run again.
        let ran = self.ran_before(importer);
        let mut known = plan.groups.iter().flatten().filter(|path| before.contains(*path));
        if known.any(|path| !ran.contains(path) && !self.has_run(path)) {
            let why = "it has not run to its end, or imports what has not";
            return Err(self.no_require(importer, path, "ERR_REQUIRE_CYCLE_MODULE", why, context));
        }
        let evaluating = evaluated(path, context)?;
        match value_of(&evaluating) {
            Ok(Some(_)) => {}
            Ok(None) => {
                let why = "it waits at its top (await)";
                return Err(self.no_require(importer, path, "ERR_REQUIRE_ASYNC_MODULE", why, context));
            }
            Err(error) => {
                self.unhandled.handled(&evaluating.into());
                return Err(error);
            }
        }
        self.finish(&plan);
        if let Some(written) = self.written_exports_of(path, context)? {
            return Ok(written);
        }
        required(&module.namespace(context), context)
    }

    /// Whether a known file has run to its end, however it was asked for. A JSON file runs nothing.
    fn has_run(&self, path: &VfsPath) -> bool {
        self.loader.finished.borrow().contains(path) || self.is_json(path) || self.has_run_common_js(path)
    }

    /// The modules that have run to their end because a module runs that imports them. Of a circle of imports, code runs
    /// before all of them have.
    fn ran_before(&self, importer: &VfsPath) -> BTreeSet<VfsPath> {
        let plan = graph::plan(importer, &self.loader.edges.borrow());
        let is_alone = |group: &Vec<VfsPath>| group.as_slice() == [importer.clone()];
        let (own, others): (Vec<_>, Vec<_>) =
            plan.groups.into_iter().partition(|group| group.contains(importer));
        if own.iter().all(is_alone) { others.into_iter().flatten().collect() } else { BTreeSet::new() }
    }

    fn no_require(
        &self,
        importer: &VfsPath,
        path: &VfsPath,
        code: &str,
        why: &str,
        context: &mut Context,
    ) -> JsError {
        let message = format!(
            "require() of ES Module {path} from {importer} is not supported, since {why}: import it, or change the require to a dynamic import()"
        );
        let error = self.fail(importer, unplaced(message, Code::Unavailable), context);
        if let Some(object) = error.as_opaque().and_then(JsValue::as_object) {
            // Defining a property of a fresh ordinary object cannot fail.
            let _ = define_hidden(&object, "code", JsString::from(code).into(), context);
        }
        error
    }
}

/// Runs a linked module inside a function of its own. The engine leaves a module's values on its stack above
/// those of the pending `require` call, and removes them when a function returns.
fn evaluated(path: &VfsPath, context: &mut Context) -> JsResult<JsPromise> {
    let run = NativeFunction::from_copy_closure_with_captures(
        |_, _, path: &String, context| {
            let host = crate::native::host(context)?;
            let path = super::common_js::parsed(path)?;
            let module = host.module(&path, context)?;
            let plan = graph::plan(&path, &host.loader.edges.borrow());
            if let Err(stop) = host.check_cycles(&plan).and_then(|()| host.link(&module, &plan, context)) {
                return Err(host.thrown_again(stop, &path, context));
            }
            host.evaluate(&module, &plan, context).map(JsValue::from)
        },
        path.to_string(),
    );
    let run = FunctionObjectBuilder::new(context.realm(), run).build();
    let below =
        Script::parse(Source::from_bytes("(run) => run()").with_path(Path::new(OWN_SCRIPT)), None, context)?
            .evaluate(context)?;
    let below = below.as_callable().ok_or_else(JsNativeError::typ)?;
    let promise = below.call(&JsValue::undefined(), &[run.into()], context)?;
    JsPromise::from_object(promise.to_object(context)?)
}

/// The value of a settled promise; `None` if it is pending.
fn value_of(promise: &JsPromise) -> JsResult<Option<JsValue>> {
    match promise.state() {
        PromiseState::Fulfilled(value) => Ok(Some(value)),
        PromiseState::Pending => Ok(None),
        PromiseState::Rejected(reason) => Err(JsError::from_opaque(reason)),
    }
}

fn required(namespace: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    let own = js_string!("module.exports");
    if namespace.has_own_property(own.clone(), context)? {
        return namespace.get(own, context);
    }
    let mark = js_string!("__esModule");
    if !namespace.has_own_property(js_string!("default"), context)?
        || namespace.has_own_property(mark.clone(), context)?
    {
        return Ok(namespace.clone().into());
    }
    let copy = JsObject::with_null_proto();
    copy.create_data_property_or_throw(mark, true, context)?;
    for key in namespace.own_property_keys(context)? {
        if matches!(key, PropertyKey::Symbol(_)) {
            continue;
        }
        let value = namespace.get(key.clone(), context)?;
        copy.create_data_property_or_throw(key, value, context)?;
    }
    Ok(copy.into())
}
