//! `console`, recorded as a bounded list.

use std::collections::BTreeMap;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::Attribute;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, NativeFunction};
use verdict_protocol::{ConsoleEntry, ConsoleLog, ConsolePolicy};

use crate::clock::us_to_ms;
use crate::format::format;
use crate::host::Host;
use crate::label::Label;
use crate::native::{argument, host};

/// The console's recorded output.
#[derive(Debug, Default)]
pub(crate) struct Console {
    log: ConsoleLog,
    policy: ConsolePolicy,
    left: u64,
    indent: usize,
    counts: BTreeMap<String, u64>,
    timers: BTreeMap<String, u64>,
}

impl Console {
    pub(crate) fn new(policy: ConsolePolicy, bytes: u64) -> Console {
        Console { policy, left: bytes, ..Console::default() }
    }

    pub(crate) fn take(&mut self) -> ConsoleLog {
        std::mem::take(&mut self.log)
    }

    /// Whether the console would record the next entry; if not, its text need not be built.
    fn keeps(&self) -> bool {
        self.policy == ConsolePolicy::Keep && self.left > 0
    }

    fn write(&mut self, level: &str, text: &str, label: &Label) {
        if self.policy == ConsolePolicy::Silent {
            self.log.total += 1;
            return;
        }
        if self.left == 0 {
            self.log.total += 1;
            self.log.truncated = true;
            return;
        }
        let indent = "  ".repeat(self.indent.min(20));
        let text = if indent.is_empty() {
            text.to_owned()
        } else {
            text.lines().map(|line| format!("{indent}{line}")).collect::<Vec<_>>().join("\n")
        };
        let entry = ConsoleEntry {
            level: level.to_owned(),
            text,
            file: label.file.clone(),
            test: label.test.as_ref().map(|(_, name)| name.clone()),
        };
        self.log.push(entry, &mut self.left);
    }
}

impl Host {
    /// Records a text at a level, under the current label.
    fn print(&self, level: &str, text: &str) {
        self.console.borrow_mut().write(level, text, &self.labels.now());
    }
}

/// Methods that print their arguments, with their level.
const PRINTING: [(&str, &str); 5] =
    [("log", "log"), ("info", "info"), ("debug", "debug"), ("warn", "warn"), ("error", "error")];

pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let console = JsObject::with_object_proto(context.intrinsics());
    for (name, level) in PRINTING {
        let print = NativeFunction::from_copy_closure(move |_, args, context| print(level, args, context));
        define(&console, name, print, context)?;
    }
    let methods: [(&str, boa_engine::native_function::NativeFunctionPointer); 14] = [
        ("trace", trace),
        ("dir", |_, args, context| print("log", args.get(..1).unwrap_or_default(), context)),
        ("dirxml", |_, args, context| print("log", args, context)),
        ("assert", assert),
        ("table", table),
        ("count", count),
        ("countReset", count_reset),
        ("group", group),
        ("groupCollapsed", group),
        ("groupEnd", group_end),
        ("time", time),
        ("timeLog", time_log),
        ("timeEnd", time_end),
        ("clear", |_, _, _| Ok(JsValue::undefined())),
    ];
    for (name, method) in methods {
        define(&console, name, NativeFunction::from_fn_ptr(method), context)?;
    }
    let attributes = Attribute::WRITABLE | Attribute::CONFIGURABLE;
    context.register_global_property(JsString::from("console"), console, attributes)
}

/// Defines a method. Methods are enumerable, as in Node, so that `{ ...console }` copies them.
fn define(console: &JsObject, name: &str, method: NativeFunction, context: &mut Context) -> JsResult<()> {
    let method = FunctionObjectBuilder::new(context.realm(), method).name(JsString::from(name)).build();
    console.create_data_property_or_throw(JsString::from(name), method, context)?;
    Ok(())
}

/// Prints arguments at a level.
pub(crate) fn print(level: &str, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let host = host(context)?;
    let keeps = host.console.borrow().keeps();
    let text = if keeps { format(args, context) } else { String::new() };
    host.print(level, &text);
    Ok(JsValue::undefined())
}

fn print_text(level: &str, text: &str, context: &Context) -> JsResult<JsValue> {
    host(context)?.print(level, text);
    Ok(JsValue::undefined())
}

fn trace(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = format(args, context);
    let text = if text.is_empty() { "Trace".to_owned() } else { format!("Trace: {text}") };
    print_text("trace", &text, context)
}

fn table(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if !host(context)?.console.borrow().keeps() {
        return print("log", args, context);
    }
    let table = crate::web::exports("table", context)?.get(JsString::from("table"), context)?;
    let text = match table.as_callable() {
        Some(table) => table.call(&JsValue::undefined(), args, context)?,
        None => JsValue::undefined(),
    };
    match text.as_string() {
        Some(text) => print_text("log", &text.to_std_string_lossy(), context),
        None => print("log", args.get(..1).unwrap_or_default(), context),
    }
}

fn assert(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if argument(args, 0).to_boolean() {
        return Ok(JsValue::undefined());
    }
    let rest = format(args.get(1..).unwrap_or_default(), context);
    let text =
        if rest.is_empty() { "Assertion failed".to_owned() } else { format!("Assertion failed: {rest}") };
    print_text("error", &text, context)
}

/// The label of `count`, `time` and similar methods: strings as they are, other values as a preview.
fn label(args: &[JsValue], context: &mut Context) -> String {
    let value = argument(args, 0);
    if value.is_undefined() {
        return "default".to_owned();
    }
    crate::inspect::shorten(&format(&[value], context), 200)
}

/// Maximum number of remembered labels; further labels start from zero on each call.
const MAX_LABELS: usize = 1_000;

fn count(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let label = label(args, context);
    let host = host(context)?;
    let count = {
        let mut console = host.console.borrow_mut();
        if console.counts.len() >= MAX_LABELS {
            console.counts.clear();
        }
        let count = console.counts.entry(label.clone()).or_default();
        *count += 1;
        *count
    };
    host.print("log", &format!("{label}: {count}"));
    Ok(JsValue::undefined())
}

fn count_reset(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let label = label(args, context);
    host(context)?.console.borrow_mut().counts.remove(&label);
    Ok(JsValue::undefined())
}

fn group(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if !args.is_empty() {
        print("log", args, context)?;
    }
    host(context)?.console.borrow_mut().indent += 1;
    Ok(JsValue::undefined())
}

fn group_end(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let host = host(context)?;
    let mut console = host.console.borrow_mut();
    console.indent = console.indent.saturating_sub(1);
    Ok(JsValue::undefined())
}

fn time(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let label = label(args, context);
    let host = host(context)?;
    let mut console = host.console.borrow_mut();
    if console.timers.len() >= MAX_LABELS {
        console.timers.clear();
    }
    console.timers.insert(label, host.clock.read_us());
    Ok(JsValue::undefined())
}

fn time_log(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    elapsed(args, context, false)
}

fn time_end(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    elapsed(args, context, true)
}

fn elapsed(args: &[JsValue], context: &mut Context, end: bool) -> JsResult<JsValue> {
    let label = label(args, context);
    let host = host(context)?;
    let start = {
        let mut console = host.console.borrow_mut();
        let Some(start) = console.timers.get(&label).copied() else { return Ok(JsValue::undefined()) };
        if end {
            console.timers.remove(&label);
        }
        start
    };
    host.print("log", &format!("{label}: {}ms", us_to_ms(host.clock.read_us() - start)));
    Ok(JsValue::undefined())
}
