//! `eval:` — evaluates an expression or script in its own realm.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use boa_engine::builtins::promise::Promise;
use boa_engine::object::IntegrityLevel;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{
    Context, JsObject, JsResult, JsString, JsValue, NativeFunction, Script, Source,
    object::FunctionObjectBuilder,
};
use verdict_protocol::{Code, ConsoleLog};
use verdict_vfs::{Snapshot, VfsPath};

use crate::boa_fixes::rerun::Rerun;
use crate::guest::Guest;
use crate::host::Host;
use crate::inspect::data_property;
use crate::loader::syntax;
use crate::native::host;
use crate::options::{GuestOptions, SourceError};
use crate::realm::Realm;
use crate::stop::Stop;

/// The file name of evaluated text in locations and stacks.
pub const EVAL_FILE: &str = "/<eval>";

/// The outcome of an evaluation.
#[derive(Debug)]
pub struct Evaluation {
    /// The value as JSON if JSON can represent it, otherwise `{ "type", "preview" }`.
    pub value: Result<serde_json::Value, Stop>,
    /// The console output.
    pub console: ConsoleLog,
}

/// Evaluates text in its own realm. Text that is an expression is evaluated as one, so that `{ a: 1 }` is an
/// object and `function f() {}` a function. Other text is a script, whose value is that of its last
/// statement. A promise is awaited. The global `vfs` holds the snapshot's files by path.
pub fn evaluate(source: &str, options: GuestOptions) -> Evaluation {
    evaluate_in(None, source, options).0
}

/// Evaluates as [`evaluate`], in a prepared realm if there is one. Also returns the guest, so that the caller
/// can drop it later.
pub fn evaluate_in(
    realm: Option<Realm>,
    source: &str,
    mut options: GuestOptions,
) -> (Evaluation, Option<Guest>) {
    let mut anew = options.clone();
    let output_bytes = options.limits.output_bytes;
    options.again = Some(again(source, &options));
    let guest = match realm {
        Some(realm) => Guest::in_realm(realm, options),
        None => Guest::new(options),
    };
    let mut guest = match guest {
        Ok(guest) => guest,
        Err(stop) => return (Evaluation { value: Err(stop), console: ConsoleLog::default() }, None),
    };
    let value = run(source, &mut guest);
    if guest.recursed() && !guest.catches_recursion() {
        // Run again with instrumentation, so that code that catches a `RangeError` can.
        drop((value, guest));
        anew.catch_recursion = true;
        return evaluate_in(None, source, anew);
    }
    if let Some(uncached) = guest.more_uncached().filter(|_| anew.uncached.is_empty()) {
        drop((value, guest));
        anew.uncached = Rc::new(uncached);
        return evaluate_in(None, source, anew);
    }
    let value = value.map(|value| crate::to_json(&value, output_bytes, guest.context()));
    (Evaluation { value, console: guest.take_console() }, Some(guest))
}

/// Repeats the evaluation under other limits.
fn again(source: &str, options: &GuestOptions) -> Rerun {
    let (source, options) = (source.to_owned(), options.clone());
    Rc::new(move |limits| {
        let options = GuestOptions { limits: limits.clone(), ..options.clone() };
        let Ok(mut guest) = Guest::new(options) else { return Vec::new() };
        let _ = run(&source, &mut guest);
        guest.waits()
    })
}

fn run(source: &str, guest: &mut Guest) -> Result<JsValue, Stop> {
    let result = define_vfs(guest.context());
    guest.stopped(result)?;
    let host = host(guest.context());
    guest.stopped(host)?.source_hook.check(source).map_err(refused)?;
    if is_blank(source) {
        return Err(refused(SourceError {
            message: "Nothing to evaluate".to_owned(),
            line: 1,
            column: 1,
            code: Code::Syntax,
        }));
    }
    let script = parse(source, guest.context()).map_err(refused)?;
    let value = script.evaluate(guest.context());
    let value = guest.stopped(value)?;
    if is_awaitable(&value) { guest.settle(&value, None) } else { Ok(value) }
}

/// Whether a value is a promise or has a visible `then`. The check runs no guest code.
fn is_awaitable(value: &JsValue) -> bool {
    value.as_object().is_some_and(|object| {
        object.is::<Promise>() || data_property(&object, "then").is_some_and(|then| then.is_callable())
    })
}

fn refused(error: SourceError) -> Stop {
    match VfsPath::parse(EVAL_FILE) {
        Ok(path) => Stop::Source { path, error },
        Err(_) => Stop::Limit { code: error.code, name: None, message: error.message, location: None },
    }
}

/// Parses text as a script. Text that reads differently as an expression than as a statement is tried as an
/// expression first.
fn parse(source: &str, context: &mut Context) -> Result<Script, SourceError> {
    let start = code_start(source);
    let ambiguous = ["{", "function", "class", "async"].iter().any(|word| start.starts_with(word));
    if ambiguous && let Some(script) = expression("", source, "", context) {
        return Ok(script);
    }
    match script(source, context) {
        Ok(script) => Ok(script),
        Err(error) if source.contains("await") => {
            expression("(async () => ", source, ")()", context).ok_or(error)
        }
        Err(error) => Err(error),
    }
}

/// Parses `source` in parentheses if it is one complete expression. It must also parse in brackets, so that
/// it cannot close the parenthesis itself.
fn expression(before: &str, source: &str, after: &str, context: &mut Context) -> Option<Script> {
    script(&format!("{before}[{source}\n]{after}"), context).ok()?;
    script(&format!("{before}({source}\n){after}"), context).ok()
}

fn script(source: &str, context: &mut Context) -> Result<Script, SourceError> {
    let written = match (Host::of(context), VfsPath::parse(EVAL_FILE)) {
        (Some(host), Ok(path)) => host.instrument(&path, source.to_owned()),
        _ => source.to_owned(),
    };
    let source = Source::from_bytes(&written).with_path(Path::new(EVAL_FILE));
    Script::parse(source, None, context).map_err(|error| syntax(error, context))
}

fn is_blank(source: &str) -> bool {
    code_start(source).trim_start_matches([';', ' ', '\n', '\r', '\t']).is_empty()
}

/// The text from its first token.
fn code_start(source: &str) -> &str {
    let mut rest = source.trim_start_matches('\u{feff}').trim_start();
    loop {
        rest = if let Some(comment) = rest.strip_prefix("//") {
            comment.split_once(['\n', '\r', '\u{2028}', '\u{2029}']).map_or("", |(_, rest)| rest)
        } else if let Some(comment) = rest.strip_prefix("/*") {
            // An unclosed comment is a syntax error, which the parser reports.
            match comment.split_once("*/") {
                Some((_, rest)) => rest,
                None => return rest,
            }
        } else {
            return rest;
        }
        .trim_start();
    }
}

/// The global `vfs` object, once created.
#[derive(Default)]
pub(crate) struct VfsGlobal(RefCell<Option<JsObject>>);

/// Defines the read-only global `vfs`, which is built on first use.
fn define_vfs(context: &mut Context) -> JsResult<()> {
    let getter = NativeFunction::from_fn_ptr(|_, _, context| {
        let host = host(context)?;
        let known = host.vfs.0.borrow().clone();
        if let Some(known) = known {
            return Ok(known.into());
        }
        let object = files(&host.snapshot, context)?;
        *host.vfs.0.borrow_mut() = Some(object.clone());
        Ok(object.into())
    });
    let getter = FunctionObjectBuilder::new(context.realm(), getter).name("get vfs").build();
    let descriptor = PropertyDescriptor::builder().get(getter).enumerable(true).configurable(false);
    context.global_object().define_property_or_throw(JsString::from("vfs"), descriptor, context)?;
    Ok(())
}

/// A frozen object without a prototype, from path to text.
fn files(snapshot: &Snapshot, context: &mut Context) -> JsResult<JsObject> {
    let object = JsObject::with_null_proto();
    for (path, blob) in snapshot.iter() {
        let text = JsString::from(String::from_utf8_lossy(blob.bytes()).into_owned());
        object.create_data_property_or_throw(JsString::from(path.as_str()), text, context)?;
    }
    object.set_integrity_level(IntegrityLevel::Frozen, context)?;
    Ok(object)
}
