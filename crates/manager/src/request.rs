//! Requests, as submitted and while they are open.

use js_sys::{Array, Function, Object, Promise};
use verdict_protocol::{Code, Command, CommandError, Engine, Limits, VerifyResult};
use verdict_supervisor::{Id, Priority};
use verdict_vfs::Snapshot;
use wasm_bindgen::JsValue;

use crate::automatic_plan::AutomaticPlan;
use crate::parts::{Answers, Part, Parts, output_bytes, unlimited};
use crate::refusal::Refusal;
use crate::type_options::{self, Types};
use crate::watched::Watched;
use crate::witness_options::WitnessOptions;
use crate::{clock, files, js, wire};

/// The work of a worker.
#[derive(Clone)]
pub(crate) enum Work {
    /// Run a command on a snapshot.
    Verify {
        /// The payload of `VERIFY`.
        payload: Object,
        snapshot: Snapshot,
        /// The parts that can run on several workers; empty if the request cannot be split.
        parts: Parts,
    },
    /// Answer a `PING`.
    Ping,
}

/// A submitted request.
pub(crate) struct Request {
    pub(crate) command: String,
    /// Echoed unchanged; `null` if there was none.
    pub(crate) session_id: JsValue,
    /// Milliseconds, or NaN for the default.
    pub(crate) timeout_ms: f64,
    pub(crate) on_progress: Option<Function>,
    pub(crate) priority: Priority,
    /// The work, or the reason why it cannot be done.
    pub(crate) work: Result<Work, Refusal>,
    pub(crate) plan: Plan,
    /// Whether it may have tests of types, which a checker judges.
    pub(crate) has_type_tests: bool,
    pub(crate) role: Role,
}

/// How a request comes to its result.
#[derive(Default)]
pub(crate) enum Plan {
    /// The work runs once.
    #[default]
    OneRun,
    /// Two engines answer. The work is that of the first one.
    TwoWitnesses(WitnessOptions),
    /// Each file runs in the engine that it needs.
    ByFile(Box<AutomaticPlan>),
    /// A `type-check:` asks two layers. The work is that of the fast one.
    TwoLayers(Box<Types>),
}

/// What a manager has to carry out requests.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pool {
    /// Whether there is more than one worker.
    pub(crate) spread: bool,
    /// Whether types are checked by TypeScript.
    pub(crate) checker: bool,
}

/// The origin of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// A caller.
    Caller,
    /// The manager: the first round of a caller's request, in the browser's engine.
    First { of: Id },
    /// The manager: the second round of a caller's request, in the interpreter.
    Second { of: Id },
    /// The manager: some files of a caller's request, in the engine that they need.
    Part {
        of: Id,
        engine: Engine,
        /// Whether it is the first round.
        is_first: bool,
    },
    /// The manager: the fast layer of a caller's `type-check:`.
    Fast { of: Id },
    /// The manager: the fast layer of the state that it is compared with. Nobody sees its progress.
    Before { of: Id },
    /// The manager: what a caller's request needs for its tests of types. Nobody sees its progress.
    Step { of: Id },
}

impl Request {
    /// Parses the arguments of `runVerification`. `current` is the snapshot of `setSnapshot`.
    pub(crate) fn verify(
        command: &JsValue,
        options: &JsValue,
        current: &Result<Snapshot, Refusal>,
        pool: Pool,
    ) -> Request {
        let limits = js::get(options, "limits");
        let timeout_ms = js::get(options, "timeout").as_f64().or_else(|| js::get(&limits, "timeMs").as_f64());
        let pool = Pool { spread: pool.spread && !counts_files(options), ..pool };
        let text = command.as_string().unwrap_or_default();
        let (work, plan) = match work(command, options, current, pool) {
            Ok((work, Some(types), _)) => (Ok(work), Plan::TwoLayers(types)),
            Ok((work, None, EngineChoice::One(Engine::Both))) => {
                match WitnessOptions::read(options, pool.spread) {
                    Ok(options) => (Ok(work), Plan::TwoWitnesses(options)),
                    Err(refusal) => (Err(refusal), Plan::OneRun),
                }
            }
            Ok((work, None, EngineChoice::Auto)) => {
                let plan = match &work {
                    Work::Verify { payload, snapshot, .. } => AutomaticPlan::of(&text, payload, snapshot),
                    Work::Ping => None,
                };
                (Ok(work), plan.map_or(Plan::OneRun, |plan| Plan::ByFile(Box::new(plan))))
            }
            Ok((work, ..)) => (Ok(work), Plan::OneRun),
            Err(refusal) => (Err(refusal), Plan::OneRun),
        };
        let has_type_tests = pool.checker
            && matches!(&work, Ok(Work::Verify { payload, snapshot, .. })
                if type_options::may_have_tests(&text, payload, snapshot));
        Request {
            command: text,
            has_type_tests,
            session_id: js::given(options, "sessionId").unwrap_or(JsValue::NULL),
            timeout_ms: timeout_ms.unwrap_or(f64::NAN),
            on_progress: js::function(options, "onProgress"),
            priority: if js::text(options, "priority").as_deref() == Some("background") {
                Priority::Background
            } else {
                Priority::Interactive
            },
            work,
            plan,
            role: Role::Caller,
        }
    }

    /// Creates a ping.
    pub(crate) fn ping(timeout_ms: f64) -> Request {
        Request {
            command: String::new(),
            session_id: JsValue::NULL,
            timeout_ms,
            on_progress: None,
            priority: Priority::Interactive,
            work: Ok(Work::Ping),
            plan: Plan::OneRun,
            has_type_tests: false,
            role: Role::Caller,
        }
    }

    /// A request for one of its rounds.
    pub(crate) fn round(&self, role: Role) -> Request {
        Request {
            command: self.command.clone(),
            session_id: self.session_id.clone(),
            on_progress: self.on_progress.clone(),
            work: self.work.clone(),
            plan: Plan::OneRun,
            has_type_tests: false,
            role,
            ..*self
        }
    }

    /// The number of parts in which it can run.
    pub(crate) fn parts(&self) -> u32 {
        match &self.work {
            Ok(Work::Verify { parts, .. }) => parts.len() as u32,
            _ => 0,
        }
    }

    /// Whether its parts stay apart, because each has a result of its own.
    pub(crate) fn stays_apart(&self) -> bool {
        matches!(self.role, Role::Part { .. })
    }

    /// Whether it is a caller's verification.
    pub(crate) fn is_counted(&self) -> bool {
        self.role == Role::Caller && !matches!(self.work, Ok(Work::Ping))
    }
}

fn work(
    command: &JsValue,
    options: &JsValue,
    current: &Result<Snapshot, Refusal>,
    Pool { spread, checker }: Pool,
) -> Result<(Work, Option<Box<Types>>, EngineChoice), Refusal> {
    if command.as_string().is_none() {
        let what = command.js_typeof().as_string().unwrap_or_default();
        let error = CommandError::UnknownVerb(format!("a value of type {what}"));
        return Err(Refusal::new(Code::Command, error.to_string()));
    }
    if let Some(thrown) = js::given(options, "refused") {
        return Err(Refusal::from_thrown(&thrown, Code::Protocol));
    }
    let engine = engine(options)?;
    if let Some(priority) = js::given(options, "priority")
        && !matches!(priority.as_string().as_deref(), Some("interactive" | "background"))
    {
        let message = "Malformed request at /priority: expected \"interactive\" or \"background\"";
        return Err(Refusal::new(Code::Protocol, message));
    }
    let snapshot = match js::given(options, "vfsSnapshot") {
        Some(given) => files::snapshot(given, current)?,
        None => current.clone()?,
    };
    let payload = js::object([("command", command.clone()), ("snapshotRef", snapshot.root().into())]);
    for key in ["limits", "config", "seed", "sessionId"] {
        if let Some(value) = js::given(options, key) {
            js::set(&payload, key, value);
        }
    }
    if matches!(engine, EngineChoice::One(Engine::Browser | Engine::Both)) {
        js::set(&payload, "engine", "browser");
    }
    let baseline = baseline(options, current)?;
    let types = checker.then(|| type_options::types_of(command, &payload, &snapshot, baseline)).flatten();
    if types.is_some() {
        // The joined output is cut.
        js::set(&payload, "limits", unlimited(&payload));
    }
    let parts = match command.as_string().filter(|_| spread) {
        Some(command) => Parts::of(&command, &payload, &snapshot),
        None => Parts::default(),
    };
    Ok((Work::Verify { payload, snapshot, parts }, types.map(Box::new), engine))
}

/// The state that a `type-check:` is compared with: files, or the root of the current snapshot.
fn baseline(options: &JsValue, current: &Result<Snapshot, Refusal>) -> Result<Option<Snapshot>, Refusal> {
    let Some(given) = js::given(options, "baseline") else { return Ok(None) };
    let Some(root) = given.as_string() else { return files::snapshot(given, current).map(Some) };
    let current = current.clone()?;
    if root == current.root() {
        return Ok(Some(current));
    }
    let message = format!("The baseline {root} is not the current snapshot {}", current.root());
    Err(Refusal::new(Code::Integrity, message))
}

/// The value of the option `engine`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EngineChoice {
    /// All files run there.
    One(Engine),
    /// Each file runs in the engine that it needs.
    Auto,
}

/// The requested engine. Without a request each file has the engine that it needs.
fn engine(options: &JsValue) -> Result<EngineChoice, Refusal> {
    let Some(given) = js::given(options, "engine") else { return Ok(EngineChoice::Auto) };
    Ok(match given.as_string().as_deref() {
        Some("boa") => EngineChoice::One(Engine::Boa),
        Some("browser") => EngineChoice::One(Engine::Browser),
        Some("both") => EngineChoice::One(Engine::Both),
        Some("auto") => EngineChoice::Auto,
        _ => {
            let message = "Malformed request at /engine: expected \"boa\", \"browser\", \"both\" or \"auto\"";
            return Err(Refusal::new(Code::Protocol, message));
        }
    })
}

/// Whether a file's behaviour depends on the other files of the command, which must then stay together.
fn counts_files(options: &JsValue) -> bool {
    let test = js::given(options, "config").map(|config| js::get(&config, "test"));
    test.is_some_and(|test| js::given(&test, "shard").is_some() || js::given(&test, "bail").is_some())
}

/// An unsettled request.
pub(crate) struct Open {
    pub(crate) request: Request,
    pub(crate) settler: Settler,
    /// Milliseconds since 1970.
    pub(crate) started_at: f64,
    /// Submission time on the monotonic clock.
    pub(crate) submitted: f64,
    /// Dispatch time on the monotonic clock; `None` while it waits.
    pub(crate) dispatched: Option<f64>,
    /// The worker's answer.
    pub(crate) answer: Option<Object>,
    /// The latest progress events, in the caller's form.
    pub(crate) progress: Vec<JsValue>,
    /// The progress observed so far.
    pub(crate) watched: Watched,
    /// The workers' answers to its parts.
    pub(crate) answers: Answers,
    /// The result of a refusal, in place of one with the finished tests.
    pub(crate) known: Option<Object>,
}

impl Open {
    /// Opens a request now.
    pub(crate) fn new(request: Request, settler: Settler) -> Open {
        Open {
            request,
            settler,
            started_at: clock::epoch(),
            submitted: clock::now(),
            dispatched: None,
            answer: None,
            progress: Vec::new(),
            watched: Watched::default(),
            answers: Answers::default(),
            known: None,
        }
    }

    /// Adds the answer of a part. The last one completes the request; returns whether that is a pass.
    pub(crate) fn answer_part(&mut self, part: Part, answer: Object, now: f64) -> bool {
        let Ok(Work::Verify { payload, parts, .. }) = &self.request.work else { return false };
        if !self.answers.add(&self.request.command, parts, part.index, answer) {
            return false;
        }
        if self.request.stays_apart() {
            // Its results are joined with those of other rounds.
            self.answer = Some(Object::new());
            return self.answers.iter().all(|answer| answer.success);
        }
        let mut joined = self.answers.joined(&self.request.command, payload);
        // The sum of the engines' times exceeds the elapsed time.
        joined.timing.total_ms = now - self.dispatched.unwrap_or(now);
        self.answer = Some(wire::object(&joined));
        joined.success
    }

    /// Its result if it is refused, with the tests that had finished.
    pub(crate) fn refused(&self, refusal: &Refusal) -> Object {
        if let Some(known) = &self.known {
            return known.clone();
        }
        let mut refused = refusal.refused(&self.request.command);
        let mut limit = Limits::default().output_bytes;
        if let Ok(Work::Verify { snapshot, payload, .. }) = &self.request.work
            && self.dispatched.is_some()
        {
            snapshot.root().clone_into(&mut refused.snapshot_root);
            limit = output_bytes(payload).unwrap_or(limit);
        }
        if let (Some(time_ms), Ok(command)) = (refusal.time_ms, Command::parse(&self.request.command)) {
            let reached = self.watched.standing().out_of_time(command.verb, time_ms);
            refused.location.clone_from(&reached.location);
            refused.limit = Some(reached);
        }
        wire::object(&self.watched.add_to(refused, limit))
    }

    /// Takes over the observations of a round that ran some of its files. Returns the answers to its parts that are
    /// there.
    pub(crate) fn ran_in_part(&mut self, round: Open, indices: &[usize]) -> Vec<(usize, VerifyResult)> {
        self.dispatched = self.dispatched.or(round.dispatched);
        self.watched.replace(round.watched, indices);
        round.answers.into_parts().collect()
    }

    /// Takes over the observations of one of its rounds.
    pub(crate) fn ran_as(&mut self, round: Open) {
        self.dispatched = self.dispatched.or(round.dispatched);
        self.watched = round.watched;
    }
}

/// A request as its caller sees it.
pub(crate) struct Ticket {
    pub(crate) id: Id,
    pub(crate) promise: Promise,
}

/// Settles a promise.
pub(crate) struct Settler {
    resolve: Option<Function>,
    reject: Option<Function>,
}

impl Settler {
    /// A promise and its settler.
    pub(crate) fn promise() -> (Promise, Settler) {
        // Not `Function::default()`, which is `new Function()`, because a strict policy forbids that.
        let mut settler = Settler { resolve: None, reject: None };
        let promise = Promise::new(&mut |resolve, reject| {
            settler = Settler { resolve: Some(resolve), reject: Some(reject) };
        });
        (promise, settler)
    }

    /// The settler of a request that no caller awaits.
    pub(crate) fn nobody() -> Settler {
        Settler { resolve: None, reject: None }
    }

    pub(crate) fn resolve(&self, value: &JsValue) {
        if let Some(resolve) = &self.resolve {
            call(resolve, value);
        }
    }

    pub(crate) fn reject(&self, reason: &JsValue) {
        if let Some(reject) = &self.reject {
            call(reject, reason);
        }
    }
}

/// Calls a function of the page and ignores its errors, which concern the page only.
pub(crate) fn call(function: &Function, argument: &JsValue) {
    if let Err(thrown) = function.apply(&JsValue::UNDEFINED, &Array::of1(argument)) {
        report_error(&thrown);
    }
}

#[wasm_bindgen::prelude::wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn report_error(thrown: &JsValue);
}
