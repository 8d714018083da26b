//! The host's scripts, parsed on first use.
//!
//! Each script is a parenthesised function that receives host facilities and returns its exports. It runs in
//! the guest's realm, in its own scope. Its frames have no file in the snapshot, so stacks omit them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

use boa_engine::object::ObjectInitializer;
use boa_engine::optimizer::OptimizerOptions;
use boa_engine::property::Attribute;
use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction, Source};

use crate::native::{argument, host};

/// The exports of a realm's scripts.
#[derive(Default)]
pub(crate) struct Internals {
    exports: RefCell<BTreeMap<String, JsObject>>,
    /// The stand-in for the script `errors`.
    errors: RefCell<Option<JsObject>>,
    /// The object that every script receives.
    given: RefCell<Option<JsObject>>,
}

macro_rules! scripts {
    (web: $($web:literal),*; node: $($node:literal),*;) => {
        /// The scripts by name.
        const SCRIPTS: &[(&str, &str)] = &[
            $(($web, include_str!(concat!("js/", $web, ".js"))),)*
            $(($node, include_str!(concat!("../../../../node-compat/", $node, ".js"))),)*
        ];
    };
}

scripts! {
    web: "abort", "blob", "built-ins", "crypto", "dom-exception", "events", "fetch", "form-data", "message", "performance", "text", "url", "url-search-params";
    node: "assert", "assertion-error", "async-hooks", "buffer", "buffer-numbers", "console", "crypto-ciphers", "crypto-keys", "deep-equal", "diagnostics-channel", "emitter", "errors", "fs", "fs-writes", "http", "modules", "node-crypto", "node-module", "node-url", "os", "parse-args", "path", "process", "punycode", "querystring", "readline", "refused", "require-cache", "scratch", "stream", "stream-base", "stream-ends", "stream-readable", "stream-writable", "string-decoder", "table", "timers-promises", "types", "util", "zlib";
}

/// The exports of a script, which runs on first use.
///
/// # Errors
/// Errors that the script throws; in an intact realm, only limits.
pub(crate) fn exports(name: &str, context: &mut Context) -> JsResult<JsObject> {
    if name != "errors" {
        return scripted(name, context);
    }
    let internals = &host(context)?.web.internals;
    let known = internals.errors.borrow().clone();
    let made = known.unwrap_or_else(|| super::errors_later::object(context));
    *internals.errors.borrow_mut() = Some(made.clone());
    Ok(made)
}

/// Runs a script and returns its exports, without the stand-in for `errors`.
pub(super) fn scripted(name: &str, context: &mut Context) -> JsResult<JsObject> {
    let internals = &host(context)?.web.internals;
    let known = internals.exports.borrow().get(name).cloned();
    if let Some(known) = known {
        return Ok(known);
    }
    let Some((_, text)) = SCRIPTS.iter().find(|(known, _)| *known == name) else {
        return Err(JsNativeError::error().with_message(format!("no such script: {name}")).into());
    };
    // The limits apply to guest code, not to the setup of the host's scripts.
    let limits = context.runtime_limits();
    context.runtime_limits_mut().set_loop_iteration_limit(u64::MAX);
    // Constant folding finds nothing in these scripts, and would take a twentieth of the time.
    let optimizer = context.optimizer_options();
    context.set_optimizer_options(OptimizerOptions::empty());
    let made = run(name, text, context);
    context.set_optimizer_options(optimizer);
    *context.runtime_limits_mut() = limits;
    let Some(made) = made?.as_object() else {
        return Err(JsNativeError::error().with_message(format!("{name} has no exports")).into());
    };
    internals.exports.borrow_mut().insert(name.to_owned(), made.clone());
    Ok(made)
}

fn run(name: &str, text: &str, context: &mut Context) -> JsResult<JsValue> {
    let path = format!("internal:{name}");
    let function = context.eval(Source::from_bytes(text).with_path(Path::new(&path)))?;
    let given = given(&host(context)?.web.internals, context)?;
    match function.as_callable() {
        Some(function) => function.call(&JsValue::undefined(), &[given.into()], context),
        None => Ok(JsValue::undefined()),
    }
}

/// Returns `Some` if a script has run.
pub(crate) fn made(name: &str, context: &Context) -> Option<()> {
    host(context).ok()?.web.internals.exports.borrow().contains_key(name).then_some(())
}

/// `{ require, primordials, native }`.
fn given(internals: &Internals, context: &mut Context) -> JsResult<JsObject> {
    let known = internals.given.borrow().clone();
    if let Some(known) = known {
        return Ok(known);
    }
    let primordials = super::primordials::object(context)?;
    let native = super::natives::object(context);
    let require = NativeFunction::from_fn_ptr(|_, args, context| {
        let name = argument(args, 0).to_string(context)?.to_std_string_lossy();
        exports(&name, context).map(JsValue::from)
    });
    let given = ObjectInitializer::new(context)
        .function(require, JsString::from("require"), 1)
        .property(JsString::from("primordials"), primordials, Attribute::READONLY)
        .property(JsString::from("native"), native, Attribute::READONLY)
        .build();
    *internals.given.borrow_mut() = Some(given.clone());
    Ok(given)
}
