//! Modules of Node: `node:path` and its like, in terms of the snapshot.

mod files;

use boa_engine::object::builtins::JsArray;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsResult, JsString, JsValue};

use crate::web::exports;

pub(crate) use files::{file_kind, read_dir, read_file};

/// Modules that can be imported. Of those in `js/refused.js` every function says that it is not here when it is called.
const MODULES: &[&str] = &[
    "assert",
    "assert/strict",
    "async_hooks",
    "buffer",
    "child_process",
    "cluster",
    "console",
    "crypto",
    "dgram",
    "diagnostics_channel",
    "dns",
    "dns/promises",
    "events",
    "fs",
    "fs/promises",
    "http",
    "http2",
    "https",
    "inspector",
    "module",
    "net",
    "os",
    "path",
    "path/posix",
    "path/win32",
    "perf_hooks",
    "process",
    "querystring",
    "readline",
    "readline/promises",
    "stream",
    "stream/consumers",
    "stream/promises",
    "string_decoder",
    "sys",
    "timers",
    "timers/promises",
    "tls",
    "tty",
    "url",
    "util",
    "util/types",
    "v8",
    "vm",
    "worker_threads",
    "zlib",
];

/// Modules of Node that cannot.
const ABSENT: &[&str] = &[
    "constants",
    "domain",
    "inspector/promises",
    "punycode",
    "repl",
    "sea",
    "sqlite",
    "stream/web",
    "test",
    "test/reporters",
    "trace_events",
    "wasi",
];

/// What a specifier names of Node's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Builtin {
    /// A module that is here.
    Here(&'static str),
    /// One that is not.
    Absent,
}

/// The module of Node that a specifier names, with `node:` before it or without.
pub(crate) fn builtin(specifier: &str) -> Option<Builtin> {
    let prefixed = specifier.strip_prefix("node:");
    let name = prefixed.unwrap_or(specifier);
    if let Some(known) = MODULES.iter().find(|known| **known == name) {
        return Some(Builtin::Here(known));
    }
    // These have no name without the prefix.
    let bare = prefixed.is_some() || !matches!(name, "test" | "test/reporters" | "sea" | "sqlite");
    (prefixed.is_some() || (bare && ABSENT.contains(&name))).then_some(Builtin::Absent)
}

/// The names that a module exports with their values, `default` among them.
///
/// # Errors
/// None in a realm that is whole.
pub(crate) fn exports_of(name: &str, context: &mut Context) -> JsResult<Vec<(String, JsValue)>> {
    let load = exports("modules", context)?.get(JsString::from("load"), context)?;
    let Some(load) = load.as_callable() else { return Ok(Vec::new()) };
    let module = load.call(&JsValue::undefined(), &[JsString::from(name).into()], context)?;
    let Some(module) = module.as_object() else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for key in module.own_property_keys(context)? {
        if let PropertyKey::String(name) = &key {
            let name = name.to_std_string_lossy();
            found.push((name, module.get(key, context)?));
        }
    }
    Ok(found)
}

/// Names of the modules that can be imported, as a list of the guest's.
pub(crate) fn builtins(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let names = MODULES.iter().map(|name| JsString::from(*name).into());
    Ok(JsArray::from_iter(names, context).into())
}

/// Why a module of Node is not here.
pub(crate) fn absent(specifier: &str, importer: &str) -> String {
    let known = ABSENT.contains(&specifier.strip_prefix("node:").unwrap_or(specifier));
    if !known {
        return format!("Cannot import '{specifier}' from {importer}: No such built-in module: {specifier}");
    }
    format!(
        "Cannot import '{specifier}' from {importer}: this module of Node is not available in the sandbox; mock it with vi.mock('{specifier}', …), or run the test with engine: 'browser', which has more"
    )
}
