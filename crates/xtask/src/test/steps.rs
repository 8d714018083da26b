//! The steps of `test`.

use std::cell::RefCell;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::thread::JoinHandle;

use super::count::Count;
use super::programs;
use crate::build::Profile;
use crate::error::Error;
use crate::manifest::{self, Manifest};
use crate::pool::{self, Job, Ran};
use crate::process::{self, Cmd};
use crate::serve::Server;
use crate::setup::{Tools, WASM_TARGET};
use crate::workspace::Workspace;
use crate::{build, demo, node, size, ui};

/// A named step.
pub(super) struct Step {
    pub(super) name: String,
    pub(super) run: Run,
}

type Run = Box<dyn Fn(&Context<'_>) -> Result<Count, Failure>>;

/// Why a step failed, and the tests that ran until then.
pub(super) struct Failure {
    pub(super) count: Count,
    pub(super) error: Error,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure { count: Count::default(), error }
    }
}

/// The state shared by the steps.
pub(super) struct Context<'a> {
    workspace: &'a Workspace,
    /// `None` for `--quick`.
    tools: Option<Tools>,
    profile: Profile,
    manifest: Manifest,
    server: Option<Server>,
    /// Builds the wasm packages while other steps run: one processor of several is enough for most of that.
    building: RefCell<Option<JoinHandle<Result<(), Error>>>>,
    /// Computes sizes while other steps run.
    weighing: RefCell<Option<JoinHandle<()>>>,
}

impl<'a> Context<'a> {
    /// Creates the context.
    ///
    /// # Errors
    /// [`Error::Manifest`] or [`Error::Listen`].
    pub(super) fn new(
        workspace: &'a Workspace,
        tools: Option<Tools>,
        profile: Profile,
    ) -> Result<Context<'a>, Error> {
        let manifest = manifest::load(workspace)?;
        let server = tools.is_some().then(|| Server::start(workspace, 0)).transpose()?;
        Ok(Context {
            workspace,
            tools,
            profile,
            manifest,
            server,
            building: RefCell::default(),
            weighing: RefCell::default(),
        })
    }

    /// Begins to build the wasm packages, unless that has begun.
    fn begin_build(&self) {
        let Some(tools) = self.tools.clone() else { return };
        self.building.borrow_mut().get_or_insert_with(|| {
            let (workspace, profile) = (self.workspace.clone(), self.profile);
            std::thread::spawn(move || build::run(&workspace, &tools, profile))
        });
    }

    /// Waits until the wasm packages are built.
    fn end_build(&self) -> Result<(), Error> {
        self.begin_build();
        let building = self.building.take();
        building.map_or(Ok(()), |build| build.join().unwrap_or_else(|panic| resume_unwind(panic)))
    }

    /// Runs a command with hidden output, which goes to a log named after the step.
    fn logged(&self, step: &str, command: Cmd) -> Result<(bool, String, PathBuf), Error> {
        let log = self.workspace.work().join("log").join(step.replace(' ', "-") + ".log");
        let (success, text) = command.logged(&log)?;
        Ok((success, text, log))
    }

    /// Runs a command without tests to count.
    fn quiet(&self, step: &str, command: Cmd) -> Result<Count, Failure> {
        self.counted_or_not(step, command, |_| Ok(Count::default()))
    }

    /// Runs a command with tests; no test at all is a failure.
    fn counted(&self, step: &str, command: Cmd) -> Result<Count, Failure> {
        self.counted_or_not(step, command, |text| match Count::read(text) {
            Count { passed: 0, failed: 0 } => Err("ran no test"),
            count => Ok(count),
        })
    }

    fn counted_or_not(
        &self,
        step: &str,
        command: Cmd,
        count: impl Fn(&str) -> Result<Count, &'static str>,
    ) -> Result<Count, Failure> {
        let line = command.text();
        let (success, text, log) = self.logged(step, command)?;
        let count = count(&text);
        let reason = match count {
            Ok(Count { failed: 0, .. }) if success => None,
            Ok(_) => Some("failed"),
            Err(reason) => Some(reason),
        };
        let count = count.unwrap_or_default();
        match reason {
            None => Ok(count),
            Some(reason) => {
                let status = format!("{reason}; all of it in {}", log.display());
                let error = Error::Failed { command: line, status, tail: process::tail(&text) };
                Err(Failure { count, error })
            }
        }
    }

    /// The folder for the logs of a step's jobs.
    fn logs(&self, step: &str) -> PathBuf {
        self.workspace.work().join("log").join(step.replace(' ', "-"))
    }

    fn node(&self) -> Option<Cmd> {
        let (tools, server) = (self.tools.as_ref()?, self.server.as_ref()?);
        let native = programs::host(self.workspace);
        Some(node::script(self.workspace, tools, &server.url()).env("VERDICT_CLI", native))
    }
}

impl Drop for Context<'_> {
    /// Waits for a build that a failed step left running, so that no compiler outlives the run.
    fn drop(&mut self) {
        drop(self.building.take().map(JoinHandle::join));
    }
}

impl Ran {
    /// Whether it succeeded without failed tests.
    fn passed(&self) -> bool {
        self.success && Count::read(&self.text).failed == 0
    }
}

/// The sum of jobs that run tests; no test at all is a failure.
fn counted(ran: &[Ran]) -> Result<Count, Failure> {
    let mut count = Count::default();
    let mut failed = Vec::new();
    for job in ran {
        count += Count::read(&job.text);
        if !job.passed() {
            failed.push(job);
        }
    }
    let lines = |of: fn(&Ran) -> String| failed.iter().map(|job| of(job)).collect::<Vec<_>>().join(", ");
    let error = match failed.first() {
        None if count == Count::default() => Error::Failed {
            command: ran.iter().map(|job| job.line.as_str()).collect::<Vec<_>>().join("`, `"),
            status: "ran no test".into(),
            tail: String::new(),
        },
        None => return Ok(count),
        Some(first) => Error::Failed {
            command: lines(|job| job.name.clone()),
            status: format!("all of it in {}", lines(|job| job.log.display().to_string())),
            tail: process::tail(&first.text),
        },
    };
    Err(Failure { count, error })
}

/// The steps, ordered so that mistakes are found early.
pub(super) fn list(context: &Context<'_>) -> Vec<Step> {
    let mut steps = vec![
        cargo("format", "fmt --all --check"),
        cargo("clippy", "clippy --quiet --locked --workspace --all-targets -- -D warnings"),
        step("native tests", |context| {
            let jobs = programs::native(context.workspace)?;
            let quiet = |job: Job| Job { command: job.command.arg("--quiet"), ..job };
            let jobs = jobs.into_iter().map(quiet).collect();
            counted(&pool::run(context.workspace, &context.logs("native tests"), jobs, pool::cores())?)
        }),
    ];
    if context.tools.is_none() {
        return steps;
    }
    steps.push(step("deny", |context| match &context.tools {
        Some(tools) => {
            let checks = "--locked check -D warnings --hide-inclusion-graph licenses bans sources";
            let program = Cmd::new("cargo-deny").words(checks).env("PATH", &tools.path);
            context.quiet("deny", program.dir(&context.workspace.root))
        }
        None => Ok(Count::default()),
    }));
    steps.push(step("wasm build begins", |context| {
        context.begin_build();
        Ok(Count::default())
    }));
    // With private items: they are what a contributor reads, and their links must lead somewhere too.
    steps.push(step("docs", |context| {
        let cargo = context
            .workspace
            .cargo()
            .words("doc --quiet --locked --workspace --no-deps --document-private-items");
        context.quiet("docs", cargo.env("RUSTDOCFLAGS", "-D warnings"))
    }));
    steps.push(step("clippy wasm", |context| {
        let words = format!("clippy --quiet --locked --all-targets --target {WASM_TARGET}");
        let selected = context.workspace.cargo().words(&words).args(context.manifest.selection());
        context.quiet("clippy wasm", selected.words("-- -D warnings"))
    }));
    steps.push(step("wasm build", |context| {
        context.end_build()?;
        context.weighing.replace(Some(size::ahead(context.workspace, context.profile)));
        Ok(Count::default())
    }));
    steps.push(step("wasm tests", |context| {
        let Some(tools) = &context.tools else { return Ok(Count::default()) };
        let jobs = programs::wasm(context.workspace, tools, &context.manifest)?;
        counted(&pool::run(context.workspace, &context.logs("wasm tests"), jobs, pool::cores())?)
    }));
    steps.push(step("node tests", node_tests));
    steps.push(step("demo", |context| match context.node() {
        Some(node) => context.counted("demo", node.arg(demo::SCRIPT)),
        None => Ok(Count::default()),
    }));
    steps.push(step("size", |context| {
        // A failure there occurs here again, and is reported.
        let _ = context.weighing.take().map(JoinHandle::join);
        size::compare(context.workspace, context.profile)?;
        Ok(Count::default())
    }));
    steps
}

fn step(name: &str, run: impl Fn(&Context<'_>) -> Result<Count, Failure> + 'static) -> Step {
    Step { name: name.to_owned(), run: Box::new(run) }
}

fn cargo(name: &'static str, words: &'static str) -> Step {
    step(name, move |context| context.quiet(name, context.workspace.cargo().words(words)))
}

/// Folders of test files for Node: of scripts, of widgets, of the page, and across them.
const NODE_TESTS: [&str; 4] = ["crates", "widget", "www", "tests"];

/// Runs `node --test` on every test file, against this process's server. All folders run together, so that no
/// core idles while the last file of a folder runs.
fn node_tests(context: &Context<'_>) -> Result<Count, Failure> {
    // The native host, for comparison with the worker.
    context.workspace.cargo().words("test --quiet --locked --workspace --no-run").read()?;
    let mut files = Vec::new();
    for folder in NODE_TESTS {
        let found = node::test_files(context.workspace, folder);
        if found.is_empty() {
            let message = "has no tests for Node";
            return Err(Error::manifest(&context.workspace.path(folder), message).into());
        }
        files.extend(found);
    }
    let job = |file: &String| {
        let words = "--test --test-timeout=600000 --test-reporter=spec";
        Some(Job { command: context.node()?.words(words).arg(file), name: file.clone() })
    };
    let (alone, together): (Vec<_>, Vec<_>) =
        files.iter().filter_map(job).partition(|job| node::runs_alone(&job.name));
    let logs = context.logs("node tests");
    let mut ran = pool::run(context.workspace, &logs, together, pool::browsers())?;
    ran.extend(pool::run(context.workspace, &logs, alone, 1)?);
    counted(&once_more(context, ran, job)?)
}

/// Maximum number of failed files that are repeated; more failures are no accident of a busy machine.
const AGAIN_AT_MOST: usize = 2;

/// Repeats failed files once, one at a time. Reports those that pass as flaky, and keeps the first log.
fn once_more(
    context: &Context<'_>,
    ran: Vec<Ran>,
    job: impl Fn(&String) -> Option<Job>,
) -> Result<Vec<Ran>, Error> {
    let (passed, failed): (Vec<_>, Vec<_>) = ran.into_iter().partition(Ran::passed);
    if failed.is_empty() || failed.len() > AGAIN_AT_MOST {
        return Ok(passed.into_iter().chain(failed).collect());
    }
    let jobs = failed.iter().filter_map(|ran| job(&ran.name)).collect();
    let again = pool::run(context.workspace, &context.logs("again"), jobs, 1)?;
    for second in again.iter().filter(|ran| ran.passed()) {
        let first = failed.iter().find(|first| first.name == second.name);
        let log = first.map(|first| first.log.display().to_string()).unwrap_or_default();
        ui::say("flaky", format_args!("{} failed, and passed alone; how it failed: {log}", second.name));
    }
    Ok(passed.into_iter().chain(again).collect())
}
