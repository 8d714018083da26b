//! Modules of Node: `node:path` and its like, in terms of the snapshot.

mod files;

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsResult, JsString, JsValue};

use crate::web::exports;

pub(crate) use files::{file_kind, read_dir, read_file};

/// Modules that are here.
const MODULES: &[&str] = &[
    "assert",
    "assert/strict",
    "buffer",
    "console",
    "crypto",
    "events",
    "fs",
    "fs/promises",
    "os",
    "path",
    "path/posix",
    "path/win32",
    "perf_hooks",
    "process",
    "querystring",
    "string_decoder",
    "sys",
    "timers",
    "timers/promises",
    "url",
    "util",
    "util/types",
];

/// Modules of Node that are not here.
const ABSENT: &[&str] = &[
    "async_hooks",
    "child_process",
    "cluster",
    "constants",
    "dgram",
    "diagnostics_channel",
    "dns",
    "dns/promises",
    "domain",
    "http",
    "http2",
    "https",
    "inspector",
    "inspector/promises",
    "module",
    "net",
    "punycode",
    "readline",
    "readline/promises",
    "repl",
    "sea",
    "sqlite",
    "stream",
    "stream/consumers",
    "stream/promises",
    "stream/web",
    "test",
    "test/reporters",
    "tls",
    "trace_events",
    "tty",
    "v8",
    "vm",
    "wasi",
    "worker_threads",
    "zlib",
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
