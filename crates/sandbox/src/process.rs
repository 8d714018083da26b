//! `process`, with neutral values for everything that depends on a machine. Its data exists from the start; its
//! methods are in a script that is parsed on the first call.

use std::cell::RefCell;

use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsResult, JsString, JsSymbol, JsValue, NativeFunction};
use serde_json::json;

use crate::native::{argument, define_hidden, host};
use crate::web::exports;

/// The methods of `process`.
const METHODS: &[&str] = &[
    "abort",
    "addListener",
    "binding",
    "chdir",
    "cpuUsage",
    "cwd",
    "dlopen",
    "emit",
    "emitWarning",
    "eventNames",
    "exit",
    "getMaxListeners",
    "getegid",
    "geteuid",
    "getgid",
    "getgroups",
    "getuid",
    "hrtime",
    "kill",
    "listenerCount",
    "listeners",
    "memoryUsage",
    "nextTick",
    "off",
    "on",
    "once",
    "prependListener",
    "prependOnceListener",
    "rawListeners",
    "reallyExit",
    "removeAllListeners",
    "removeListener",
    "resourceUsage",
    "setMaxListeners",
    "umask",
    "uptime",
];

/// The `process` object of a realm, once created.
#[derive(Default)]
pub(crate) struct Process(RefCell<Option<JsObject>>);

/// The `process` object of a realm, created on first use.
pub(crate) fn process(context: &mut Context) -> JsResult<JsObject> {
    let host = host(context)?;
    let known = host.process.0.borrow().clone();
    if let Some(known) = known {
        return Ok(known);
    }
    let plain = json!({
        "version": "v20.20.2",
        "versions": { "node": "20.20.2", "v8": "11.3.244.8-node.38", "uv": "1.46.0", "modules": "115" },
        "arch": "x64",
        "platform": "linux",
        "release": { "name": "node", "lts": "Iron" },
        "title": "node",
        "pid": 1,
        "ppid": 0,
        "argv": ["/usr/bin/node", "/verdict"],
        "argv0": "node",
        "execPath": "/usr/bin/node",
        "execArgv": [],
        "config": { "target_defaults": {}, "variables": {} },
        "features": { "inspector": false, "debug": false, "uv": false, "ipv6": false, "tls": false },
        "stdin": { "fd": 0, "isTTY": false },
        "stdout": { "fd": 1, "isTTY": false, "writable": true },
        "stderr": { "fd": 2, "isTTY": false, "writable": true },
    });
    let process = JsObject::with_object_proto(context.intrinsics());
    if let serde_json::Value::Object(plain) = &plain {
        for (name, value) in plain {
            let value = JsValue::from_json(value, context)?;
            process.create_data_property_or_throw(JsString::from(name.as_str()), value, context)?;
        }
    }
    process.create_data_property_or_throw(JsString::from("exitCode"), JsValue::undefined(), context)?;
    let env = crate::environment::process_env(context)?;
    process.create_data_property_or_throw(JsString::from("env"), env, context)?;
    for name in METHODS {
        method(&process, name, name, context)?;
    }
    for (owner, name, member) in [
        ("hrtime", "bigint", "hrtimeBigint"),
        ("memoryUsage", "rss", "memoryUsageRss"),
        ("stdout", "write", "stdoutWrite"),
        ("stderr", "write", "stderrWrite"),
    ] {
        if let Some(owner) = process.get(JsString::from(owner), context)?.as_object() {
            method(&owner, name, member, context)?;
        }
    }
    let prototype = JsObject::with_object_proto(context.intrinsics());
    let tag = boa_engine::property::PropertyDescriptor::builder()
        .value(JsString::from("process"))
        .writable(false)
        .enumerable(false)
        .configurable(true);
    prototype.define_property_or_throw(PropertyKey::from(JsSymbol::to_string_tag()), tag, context)?;
    let constructor = FunctionObjectBuilder::new(
        context.realm(),
        NativeFunction::from_fn_ptr(|_, _, _| Ok(JsValue::undefined())),
    );
    let constructor = constructor.name("process").build();
    define_hidden(&prototype, "constructor", constructor.into(), context)?;
    process.set_prototype(Some(prototype));
    *host.process.0.borrow_mut() = Some(process.clone());
    Ok(process)
}

/// Defines a method that the script implements.
fn method(owner: &JsObject, name: &str, member: &'static str, context: &mut Context) -> JsResult<()> {
    let native = NativeFunction::from_copy_closure(move |this, args, context| {
        let members = exports("process", context)?.get(JsString::from("members"), context)?;
        let function = match members.as_object() {
            Some(members) => members.get(JsString::from(member), context)?,
            None => JsValue::undefined(),
        };
        match function.as_callable() {
            Some(function) => function.call(this, args, context),
            None => Ok(JsValue::undefined()),
        }
    });
    let native = FunctionObjectBuilder::new(context.realm(), native).name(JsString::from(name)).build();
    owner.create_data_property_or_throw(JsString::from(name), native, context)?;
    Ok(())
}

/// `(callback, array of arguments)`: runs after the current microtasks.
pub(crate) fn next_tick(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(callback) = argument(args, 0).as_callable() else { return Ok(JsValue::undefined()) };
    let list = argument(args, 1).to_object(context)?;
    let length = list.get(JsString::from("length"), context)?.to_length(context)?;
    let arguments = (0..length).map(|index| list.get(index, context)).collect::<JsResult<Vec<_>>>()?;
    let callback = crate::scope::scoped(callback, context)?;
    let host = host(context)?;
    host.jobs.add_tick(callback, arguments, host.labels.now());
    Ok(JsValue::undefined())
}
