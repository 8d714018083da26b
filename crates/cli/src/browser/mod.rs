//! Runs tests in the browser's engine from a terminal. Browsers run here or behind a WebDriver server. Each
//! has a page served from here, and test files are distributed over them.

mod checker_page;
mod driver;
mod endpoint;
mod interrupt;
mod keep;
mod options;
mod programs;
mod server;
mod session;
mod spread;
mod witnesses;

pub(crate) use checker_page::{CheckerPage, CheckerPages, Said};
pub(crate) use keep::{KeepArguments, run as keep};
pub(crate) use options::{BrowserArguments, EngineChoice};
pub(crate) use witnesses::confirmed;

use std::cell::{Cell, RefCell};
use std::io;
use std::time::{Duration, Instant};

use fantoccini::Client;
use tokio::runtime::Runtime;
use tokio::sync::Notify;
use verdict_judge::Refusal;
use verdict_protocol::{Code, Engine, VerifyResult};
use verdict_vfs::Snapshot;

use crate::out::warn;
use crate::parts::{Parts, TestRequest};
use endpoint::WebDriverEndpoint;
use interrupt::Interrupt;
use server::Server;
use session::{Answer, Opening, Session};
use spread::{Fate, Spread, Step};

/// Time beyond a command's timeout in which the page should report the timeout itself.
const GRACE: Duration = Duration::from_secs(15);
/// Delay before a session that did not start is retried.
const PAUSE: Duration = Duration::from_millis(500);

/// The browsers that run tests.
pub(crate) struct Browsers {
    endpoint: WebDriverEndpoint,
    server: Server,
    sessions: usize,
    runtime: Runtime,
    interrupt: Interrupt,
    /// URL and files for new pages, once a command has chosen files.
    opening: RefCell<Option<Opening>>,
    /// Sessions that wait for the next command.
    idle: RefCell<Vec<Session>>,
    /// Sessions to close on Ctrl-C.
    live: RefCell<Vec<Option<Client>>>,
}

/// The browsers of a command line, started by the first use.
pub(crate) struct LazyBrowsers {
    pub(crate) arguments: BrowserArguments,
    started: Option<Browsers>,
}

impl LazyBrowsers {
    pub(crate) fn new(arguments: BrowserArguments) -> LazyBrowsers {
        LazyBrowsers { arguments, started: None }
    }

    /// The engine that runs tests.
    pub(crate) fn engine(&self) -> EngineChoice {
        self.arguments.engine.unwrap_or(EngineChoice::Boa)
    }

    /// The browsers.
    ///
    /// # Errors
    /// Those of [`Browsers::new`].
    pub(crate) fn get(&mut self) -> io::Result<&Browsers> {
        Ok(match &mut self.started {
            Some(browsers) => browsers,
            started => started.insert(Browsers::new(&self.arguments)?),
        })
    }
}

impl Browsers {
    /// Locates programs and serves the package. Browsers start with the first command.
    ///
    /// # Errors
    /// [`io::Error`] that says what is missing or invalid.
    pub(crate) fn new(arguments: &BrowserArguments) -> io::Result<Browsers> {
        let dist = programs::dist(arguments)?;
        let endpoint = WebDriverEndpoint::new(arguments)?;
        Ok(Browsers {
            endpoint,
            server: Server::start(&dist, &arguments.serve_host)?,
            sessions: arguments.sessions.get(),
            runtime: tokio::runtime::Builder::new_current_thread().enable_all().build()?,
            interrupt: Interrupt::watch()?,
            opening: RefCell::default(),
            idle: RefCell::default(),
            live: RefCell::default(),
        })
    }

    /// Runs a `test:`. Ctrl-C closes the browsers, and then ends the process.
    ///
    /// # Errors
    /// [`io::Error`] if the files cannot be served.
    pub(crate) fn verify(&self, asked: &TestRequest<'_>) -> io::Result<VerifyResult> {
        let parts = match Parts::of(asked, Engine::Browser) {
            Ok(parts) => parts,
            Err(Refusal(code, error)) => return Ok(refused(asked, code, error)),
        };
        Ok(match self.run_parts(asked, &parts)? {
            Ok((results, total_ms)) => parts.joined(asked, results, total_ms),
            Err(why) => refused(asked, Code::Unavailable, why),
        })
    }

    /// Runs the parts of a `test:`. Returns their results in order, and the milliseconds since the first browser
    /// was ready; or why no browser started.
    ///
    /// # Errors
    /// Those of [`Browsers::verify`].
    pub(crate) fn run_parts(
        &self,
        asked: &TestRequest<'_>,
        parts: &Parts,
    ) -> io::Result<Result<(Vec<VerifyResult>, f64), String>> {
        let run = Run::new(self, asked, parts, self.opening(asked)?);
        let done = self.runtime.block_on(async {
            let done = self.interrupt.unless(run.to_end()).await;
            if done.is_none() {
                self.end().await;
            }
            done
        });
        if done.is_none() {
            interrupt::exit();
        }
        Ok(run.results())
    }

    /// Serves the files in place of earlier ones, and returns what pages need to know about them.
    fn opening(&self, asked: &TestRequest<'_>) -> io::Result<Opening> {
        let mut opening = self.opening.borrow_mut();
        match &*opening {
            Some(opening) if opening.root == asked.snapshot.root() => Ok(opening.clone()),
            _ => Ok(opening
                .insert(Opening {
                    url: self.server.url.clone(),
                    files: self.server.offer(content(asked.snapshot)?)?,
                    root: asked.snapshot.root().to_owned(),
                    timeout_ms: asked.limits.time_ms,
                })
                .clone()),
        }
    }

    /// Closes all browsers.
    async fn end(&self) {
        let mut live: Vec<Client> = self.live.take().into_iter().flatten().collect();
        live.extend(self.idle.borrow().iter().map(Session::client));
        let ends: Vec<_> = live.into_iter().map(|client| tokio::spawn(session::close(client))).collect();
        for end in ends {
            let _ = end.await;
        }
        self.idle.take();
    }
}

impl Drop for Browsers {
    fn drop(&mut self) {
        self.runtime.block_on(self.end());
    }
}

/// All files as `[[path, text or { base64 }], …]`.
fn content(snapshot: &Snapshot) -> io::Result<Vec<u8>> {
    use verdict_protocol::{FileContent, Files};
    let files = snapshot.iter().map(|(path, blob)| (path.to_string(), FileContent(blob.bytes().to_vec())));
    Ok(serde_json::to_vec(&Files(files.collect()))?)
}

fn refused(asked: &TestRequest<'_>, code: Code, error: impl Into<String>) -> VerifyResult {
    let mut result = VerifyResult::refused(asked.command, code, error);
    result.snapshot_root = asked.snapshot.root().to_owned();
    result
}

/// A command being run on the sessions.
struct Run<'a> {
    browsers: &'a Browsers,
    asked: &'a TestRequest<'a>,
    parts: &'a Parts,
    opening: Opening,
    spread: RefCell<Spread>,
    results: RefCell<Vec<Option<VerifyResult>>>,
    changed: Notify,
    /// When the first session was ready, from which the command's time counts.
    began: Cell<Option<Instant>>,
}

impl<'a> Run<'a> {
    fn new(
        browsers: &'a Browsers,
        asked: &'a TestRequest<'a>,
        parts: &'a Parts,
        opening: Opening,
    ) -> Run<'a> {
        let files = parts.parts.len();
        Run {
            browsers,
            asked,
            parts,
            opening,
            spread: RefCell::new(Spread::new(files, browsers.sessions.min(files))),
            results: RefCell::new(vec![None; files]),
            changed: Notify::new(),
            began: Cell::new(None),
        }
    }

    async fn to_end(&self) {
        let sessions = self.browsers.sessions.min(self.parts.parts.len());
        self.browsers.live.borrow_mut().resize_with(self.browsers.sessions, || None);
        let all: Vec<_> = (0..sessions).map(|session| Box::pin(self.drive(session))).collect();
        join_all(all).await;
    }

    /// Drives one session and its replacements.
    async fn drive(&self, number: usize) {
        let mut session: Option<Session> = None;
        loop {
            let changed = self.changed.notified();
            let step = self.spread.borrow_mut().next(number);
            match step {
                Step::Leave => break,
                Step::Wait => changed.await,
                Step::Start => match self.start(number).await {
                    Ok(started) => {
                        session = Some(started);
                        self.spread.borrow_mut().started(number);
                    }
                    Err(why) => {
                        warn(&format!("a browser did not start: {why}"));
                        self.spread.borrow_mut().not_started(number, &why);
                        tokio::time::sleep(PAUSE).await;
                    }
                },
                Step::Run(index) => {
                    let Some(running) = &session else {
                        self.spread.borrow_mut().died(number, "there is no session");
                        continue;
                    };
                    match self.run(running, index).await {
                        Ok(result) => {
                            self.results.borrow_mut()[index] = Some(result);
                            self.spread.borrow_mut().answered(number);
                        }
                        Err(why) => {
                            warn(&format!("a browser died of {}: {why}", self.parts.parts[index].command));
                            self.spread.borrow_mut().died(number, &why);
                            self.browsers.live.borrow_mut()[number] = None;
                            // The dead session is closed in parallel to the work.
                            if let Some(dead) = session.take() {
                                tokio::task::spawn(dead.close());
                            }
                        }
                    }
                }
            }
            self.changed.notify_waiters();
        }
        self.browsers.idle.borrow_mut().extend(session);
    }

    async fn start(&self, number: usize) -> Result<Session, String> {
        let session = match self.waiting().await {
            Some(session) => session,
            None => Session::open(&self.browsers.endpoint, &self.opening).await?,
        };
        self.browsers.live.borrow_mut()[number] = Some(session.client());
        if self.began.get().is_none() {
            self.began.set(Some(Instant::now()));
        }
        Ok(session)
    }

    /// Takes a waiting session and gives it this command's files. Unusable ones are closed in parallel to the
    /// work.
    async fn waiting(&self) -> Option<Session> {
        loop {
            let mut session = self.browsers.idle.borrow_mut().pop()?;
            if session.turn_to(&self.opening).await.is_ok() {
                return Some(session);
            }
            tokio::task::spawn(session.close());
        }
    }

    /// Runs a part. An error means that the session is unusable.
    async fn run(&self, session: &Session, index: usize) -> Result<VerifyResult, String> {
        let past = self.began.get().map(|began| began.elapsed()).unwrap_or_default();
        let left = Duration::from_millis(self.asked.limits.time_ms).saturating_sub(past);
        let left_ms = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
        if left_ms == 0 {
            return Ok(self.parts.failed(
                index,
                self.asked,
                Code::Timeout,
                "not run: the time of the command was over",
            ));
        }
        let time_ms = self.parts.time_ms(self.asked, left_ms);
        let request = self.parts.request(index, self.asked, time_ms);
        let answer = session.run(request, Duration::from_millis(time_ms) + GRACE).await?;
        Ok(self.read(index, answer))
    }

    fn read(&self, index: usize, answer: Answer) -> VerifyResult {
        match serde_json::from_value::<VerifyResult>(answer.result) {
            Ok(result) => self.parts.answered(index, result),
            Err(_) if answer.error.is_some() => {
                let error = answer.error.unwrap_or_default();
                let code = answer.code.and_then(|code| code.parse().ok());
                self.parts.failed(index, self.asked, code.unwrap_or(Code::Crashed), &error)
            }
            Err(error) => {
                let error = format!("the page's answer is no result: {error}");
                self.parts.failed(index, self.asked, Code::Crashed, &error)
            }
        }
    }

    /// The results, once all parts have a fate.
    fn results(self) -> Result<(Vec<VerifyResult>, f64), String> {
        let fates = self.spread.into_inner().fates();
        if let Some(why) = nothing_ran(&fates) {
            return Err(why);
        }
        let results = self.results.into_inner();
        let failed = |index, code, error: &str| self.parts.failed(index, self.asked, code, error);
        let each =
            results.into_iter().zip(fates).enumerate().map(|(index, (result, fate))| match (result, fate) {
                (Some(result), _) => result,
                (None, Some(Fate::NotRun(why))) => {
                    failed(index, Code::Unavailable, &format!("not run: {why}"))
                }
                (None, Some(Fate::Blamed(why))) => {
                    failed(index, Code::Crashed, &format!("Two browsers died of it, the second so: {why}"))
                }
                (None, _) => failed(index, Code::Crashed, "it came to no end"),
            });
        let total_ms = self.began.get().map(|began| began.elapsed().as_secs_f64() * 1e3).unwrap_or_default();
        Ok((each.collect(), total_ms))
    }
}

/// Why no file ran at all, if none did.
fn nothing_ran(fates: &[Option<Fate>]) -> Option<String> {
    let first = match fates.first()? {
        Some(Fate::NotRun(why)) => why,
        _ => return None,
    };
    fates.iter().all(|fate| matches!(fate, Some(Fate::NotRun(_)))).then(|| first.clone())
}

/// Awaits several futures in one task.
async fn join_all<F: Future<Output = ()> + Unpin>(mut all: Vec<F>) {
    std::future::poll_fn(|context| {
        all.retain_mut(|one| std::pin::Pin::new(one).poll(context).is_pending());
        if all.is_empty() { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
}
