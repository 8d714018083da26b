//! Why guest code did not run to its end.

use std::cell::RefCell;

use boa_engine::builtins::error::Error;
use boa_engine::error::{EngineError, RuntimeLimitError};
use boa_engine::object::JsObject;
use boa_engine::vm::SourcePath;
use boa_engine::{Context, JsError, JsValue};
use verdict_protocol::{Code, LimitName, LimitPhase, LimitReached, Limits, Location, StackFrame};
use verdict_vfs::VfsPath;

use crate::boa_fixes::enter::TOO_DEEP;
use crate::boa_fixes::guards::STRING_TOO_LONG;
use crate::host::Host;
use crate::inspect::{data_property, inspect, shorten};
use crate::jobs::Waited;
use crate::memory;
use crate::options::SourceError;
use crate::source_text;
use crate::stack;

/// Maximum length of a message, in bytes.
const MESSAGE_BYTES: usize = 4096;

/// Why guest code did not run to its end.
#[derive(Debug, Clone)]
pub enum Stop {
    /// An uncaught error.
    Thrown(Box<Thrown>),
    /// A limit, which guest code cannot catch, or an engine failure ([`Code::Crashed`]).
    Limit {
        /// [`Code::Budget`], [`Code::Stack`], [`Code::Memory`], [`Code::Limit`] or [`Code::Crashed`].
        code: Code,
        /// The limit of the request; `None` for the engine's own limits.
        name: Option<LimitName>,
        /// A sentence that names the limit and its value.
        message: String,
        /// Location of the guest code.
        location: Option<Location>,
    },
    /// A promise is pending and nothing is left to run.
    Unsettled,
    /// A promise is pending after this many virtual milliseconds.
    Deadline(f64),
    /// A file that cannot run: it does not parse, or an import does not resolve.
    Source {
        /// Path of the file that cannot run.
        path: VfsPath,
        /// Why it cannot run.
        error: SourceError,
    },
}

/// A thrown value, described without calling guest code.
#[derive(Debug, Clone)]
pub struct Thrown {
    /// The error's `name`; empty if the value is no error.
    pub name: String,
    /// The error's `message`, or a preview of another value. At most 4 KiB.
    pub message: String,
    /// `Name: message`, then `    at f (/x.js:2:9)` lines of guest frames.
    pub stack: Option<String>,
    /// The guest's frames, innermost first, at most 30.
    pub frames: Vec<StackFrame>,
    /// The innermost guest frame.
    pub location: Option<Location>,
    /// The limit that was reached, if the error reports one that the guest can catch.
    pub limit: Option<LimitName>,
    /// The value of `limits.recursion`.
    recursion: u64,
    /// [`inspect`] of the value.
    pub preview: String,
    /// The value itself.
    pub value: JsValue,
}

impl Thrown {
    /// `Name: message`, as in the first line of a stack.
    #[must_use]
    pub fn header(&self) -> String {
        verdict_protocol::error_header(&self.name, &self.message)
    }
}

impl Thrown {
    /// [`Code::Stack`] if the recursion limit caused the error.
    #[must_use]
    pub fn code(&self) -> Option<Code> {
        (self.limit == Some(LimitName::Recursion)).then_some(Code::Stack)
    }

    /// Extends a message: for recursion, it names the limit and the last called function.
    #[must_use]
    pub fn explained(&self, message: &str) -> String {
        if self.code().is_none() {
            return message.to_owned();
        }
        let limit = self.recursion;
        let frame = self.stack.as_deref().and_then(|stack| stack.lines().nth(1)).unwrap_or_default();
        let frame = frame.trim_start().trim_start_matches("at ");
        let last = if frame.is_empty() { String::new() } else { format!(", the last of {frame}") };
        format!(
            "Calls nest deeper than the limit of recursion (limits.recursion: {limit}; V8 has room for some 10000){last}: {message}"
        )
    }
}

impl Stop {
    /// The stable code; `None` for an ordinary error. An error of a limit has a code even if the guest can
    /// catch it.
    #[must_use]
    pub fn code(&self) -> Option<Code> {
        match self {
            Stop::Thrown(thrown) => thrown.code(),
            Stop::Limit { code, .. } => Some(*code),
            Stop::Unsettled => Some(Code::Unsettled),
            Stop::Deadline(_) => Some(Code::Timeout),
            Stop::Source { error, .. } => Some(error.code),
        }
    }

    /// The limit of the request that was reached.
    #[must_use]
    pub fn limit(&self) -> Option<LimitName> {
        match self {
            Stop::Limit { name, .. } => *name,
            Stop::Thrown(thrown) => thrown.limit,
            Stop::Unsettled | Stop::Deadline(_) | Stop::Source { .. } => None,
        }
    }

    /// The reached limit, as a result reports it.
    #[must_use]
    pub fn reached(&self, limits: &Limits, phase: LimitPhase) -> Option<LimitReached> {
        let name = self.limit()?;
        Some(LimitReached { location: self.location(), ..LimitReached::new(name, limits, phase) })
    }

    /// Location of the cause, if known.
    #[must_use]
    pub fn location(&self) -> Option<Location> {
        match self {
            Stop::Thrown(thrown) => thrown.location.clone(),
            Stop::Limit { location, .. } => location.clone(),
            Stop::Unsettled | Stop::Deadline(_) => None,
            Stop::Source { path, error } => Some(Location {
                file: path.to_string(),
                line: error.line.max(1),
                column: error.column.max(1),
                ..Location::default()
            }),
        }
    }
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Stop::Thrown(thrown) => f.write_str(&thrown.explained(&thrown.header())),
            Stop::Limit { message, .. } => f.write_str(message),
            Stop::Unsettled => f.write_str("The promise can never settle: nothing is left to run"),
            Stop::Deadline(ms) => write!(f, "Timed out after {ms} ms of virtual time"),
            Stop::Source { path, error } if error.line > 0 => {
                write!(f, "{} ({path}:{}:{})", error.message, error.line, error.column)
            }
            Stop::Source { path, error } => write!(f, "{} ({path})", error.message),
        }
    }
}

impl std::error::Error for Stop {}

/// Converts an engine error to a [`Stop`].
pub fn stop(error: JsError, context: &mut Context) -> Stop {
    if let Some(engine) = error.as_engine() {
        return limit(engine, &error, context);
    }
    let thrown = thrown(error, context);
    let failure = thrown.value.as_object().and_then(|object| Host::of(context)?.loader.failure(&object));
    match failure {
        Some((path, error)) => Stop::Source { path, error },
        None => Stop::Thrown(Box::new(thrown)),
    }
}

/// Why a wait ended without its promise.
pub(crate) fn unsettled(waited: Waited, timeout_ms: f64) -> Stop {
    match waited {
        Waited::Done | Waited::Idle => Stop::Unsettled,
        Waited::Deadline => Stop::Deadline(timeout_ms),
        Waited::TooManyTimers => Stop::Limit {
            code: Code::Budget,
            name: None,
            message: "Too many timers fired while waiting for a promise".to_owned(),
            location: None,
        },
    }
}

fn limit(engine: &EngineError, error: &JsError, context: &Context) -> Stop {
    // If the engine assumes that a call cannot fail, a limit surfaces as a panic.
    let mut engine = engine;
    while let EngineError::Panic(panic) = engine {
        let source = std::error::Error::source(panic).and_then(|source| {
            source.downcast_ref::<Box<JsError>>().map(|boxed| &**boxed).or_else(|| source.downcast_ref())
        });
        match source.and_then(JsError::as_engine) {
            Some(inner) => engine = inner,
            None => break,
        }
    }
    let (code, name, message) = match engine {
        EngineError::NoInstructionsRemain => {
            (Code::Budget, Some(LimitName::Instructions), "The instruction budget ran out")
        }
        EngineError::RuntimeLimit(RuntimeLimitError::LoopIteration) => {
            (Code::Budget, Some(LimitName::LoopIterations), "A loop passed the limit of iterations")
        }
        EngineError::RuntimeLimit(RuntimeLimitError::Recursion) => {
            (Code::Stack, Some(LimitName::Recursion), "Calls nest deeper than the limit of recursion")
        }
        EngineError::RuntimeLimit(RuntimeLimitError::StackSize) => {
            (Code::Stack, Some(LimitName::MemoryBytes), "The value stack passed its limit")
        }
        EngineError::Panic(panic) if panic.message() == memory::PASSED => {
            (Code::Memory, Some(LimitName::MemoryBytes), memory::PASSED)
        }
        EngineError::Panic(panic) => (Code::Crashed, None, panic.message()),
    };
    let host = Host::of(context);
    if let Some(host) = host.as_ref().filter(|_| name == Some(LimitName::Recursion)) {
        host.fixes.recursion.exceed();
    }
    let message = match (name, host) {
        (Some(name), Some(host)) => format!("{message} (limits.{name}: {})", name.of(&host.limits)),
        _ => message.to_owned(),
    };
    // The text of an engine error comes from the engine itself, so its frames can be trusted.
    let mut location = stack::frames(&error.to_string()).first().map(StackFrame::location);
    if name == Some(LimitName::Instructions) {
        location = location.or_else(|| left_behind(context));
    }
    Stop::Limit { code, name, message, location }
}

/// The innermost frame left when a budget runs out. The engine pops the running function's frame first, so
/// this is the call of that function.
fn left_behind(context: &Context) -> Option<Location> {
    context.stack_trace().find_map(|frame| {
        let place = frame.position();
        let (SourcePath::Path(path), Some(position)) = (place.path, place.position) else { return None };
        let file = path.to_str()?.to_owned();
        // The host's scripts have no file in the snapshot.
        if !file.starts_with('/') {
            return None;
        }
        let (file, at) = (file, (position.line_number(), position.column_number()));
        let host = Host::of(context);
        let (line, column) = host.as_ref().map_or(at, |host| host.unshifted(&file, at));
        let file = host.map_or_else(|| file.clone(), |host| host.snapshot.module_path(&file));
        Some(Location { file, line, column, ..Location::default() })
    })
}

/// Describes a thrown error without calling guest code.
///
/// An error that the guest cannot catch has the name `InternalError`; see [`stop`] for those.
pub fn thrown(error: JsError, context: &mut Context) -> Thrown {
    let trace = match error.as_opaque() {
        // The frames of a value that is no error are separate; the engine prints them after the value.
        Some(value) if !value.is_object() => {
            let printed = error.to_string();
            let value = value.display().to_string();
            printed.strip_prefix(&value).unwrap_or_default().to_owned()
        }
        _ => String::new(),
    };
    let value = match error.into_opaque(context) {
        Ok(value) => value,
        Err(engine) => {
            let message = engine.to_string();
            let message = message.lines().next().unwrap_or_default().to_owned();
            return Thrown {
                name: "InternalError".to_owned(),
                limit: None,
                recursion: 0,
                preview: message.clone(),
                message,
                stack: None,
                frames: Vec::new(),
                location: None,
                value: JsValue::undefined(),
            };
        }
    };
    describe(&value, trace, context)
}

/// Describes a thrown or rejected value.
pub(crate) fn thrown_value(value: &JsValue, context: &mut Context) -> Thrown {
    describe(value, String::new(), context)
}

fn describe(value: &JsValue, trace: String, context: &mut Context) -> Thrown {
    let preview = inspect(value, context);
    let error = value.as_object().filter(JsObject::is::<Error>);
    let (name, message, trace) = match &error {
        Some(object) => {
            let text = |key: &str| {
                data_property(object, key)
                    .and_then(|value| value.as_string())
                    .map(|text| text.to_std_string_lossy())
            };
            let name = text("name").unwrap_or_else(|| "Error".to_owned());
            let message = text("message").unwrap_or_default();
            (name, message, engine_stack(object, context))
        }
        None => {
            let text = value.as_string().map_or_else(|| preview.clone(), |text| text.to_std_string_lossy());
            (String::new(), text, trace)
        }
    };
    let mut frames = stack::frames(&trace);
    if let Some(host) = Host::of(context) {
        for frame in &mut frames {
            frame.place = frame.place.map(|place| host.unshifted(&frame.file, place));
            frame.file = host.snapshot.module_path(&frame.file);
        }
    }
    if let Some(frame) = frames.first_mut() {
        refine(frame, &message, context);
    }
    let location = frames.first().map(StackFrame::location);
    let explained =
        crate::absent::explained(&message).filter(|_| error.is_some() && name == "ReferenceError");
    let mut thrown = Thrown {
        name: shorten(&name, 200),
        message: shorten(explained.as_ref().unwrap_or(&message), MESSAGE_BYTES),
        stack: None,
        frames: Vec::new(),
        location,
        limit: refused(&name, &message, context),
        recursion: Host::of(context).map_or(0, |host| host.limits.recursion),
        preview,
        value: value.clone(),
    };
    if error.is_some() || !frames.is_empty() {
        let mut text = thrown.header();
        for frame in &frames {
            text.push_str("\n    at ");
            text.push_str(&frame.to_string());
        }
        thrown.stack = Some(text);
    }
    thrown.frames = frames;
    thrown
}

/// The limit that an error of the engine or a guard reports. A guest can throw an error with the same text,
/// so it counts only if something was refused before.
fn refused(name: &str, message: &str, context: &Context) -> Option<LimitName> {
    let host = Host::of(context).filter(|_| name == "RangeError")?;
    let is_long = message == STRING_TOO_LONG || message.ends_with("exceeds the maximum buffer size");
    if message == TOO_DEEP {
        host.fixes.recursion.is_exceeded().then_some(LimitName::Recursion)
    } else {
        (host.memory.has_refused() && is_long).then_some(LimitName::MemoryBytes)
    }
}

/// Corrects the location of an undeclared name: the engine reports the operation before the lookup, so the
/// name is searched in the source.
fn refine(frame: &mut StackFrame, message: &str, context: &Context) {
    let Some(name) = message.strip_suffix(" is not defined") else { return };
    let Some(host) = Host::of(context) else { return };
    let Some(text) = VfsPath::parse(&frame.file).ok().and_then(|path| host.source_text(&path).ok()) else {
        return;
    };
    let from = frame.place.unwrap_or((1, 1));
    if let Some(place) = source_text::place_of_word(&text, name, from) {
        frame.place = Some(place);
    }
}

/// The getter of `Error.prototype.stack`, captured before guest code ran.
#[derive(Default)]
pub(crate) struct EngineStack(RefCell<Option<JsObject>>);

impl EngineStack {
    pub(crate) fn keep(&self, getter: Option<JsObject>) {
        self.0.replace(getter);
    }
}

/// The engine's stack of an error, read through the getter captured before guest code ran.
pub(crate) fn engine_stack(object: &JsObject, context: &mut Context) -> String {
    let getter = Host::of(context).and_then(|host| host.engine_stack.0.borrow().clone());
    getter
        .and_then(|getter| getter.call(&object.clone().into(), &[], context).ok())
        .and_then(|stack| stack.as_string())
        .map_or_else(String::new, |stack| stack.to_std_string_lossy())
}
