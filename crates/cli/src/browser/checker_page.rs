//! The checker of types as a worker of a page, for a terminal without Node.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::oneshot;
use verdict_checker::Failure;
use verdict_protocol::Code;

use super::endpoint::WebDriverEndpoint;
use super::interrupt::{Interrupt, exit};
use super::options::{BrowserArguments, ServeHost};
use super::server::Server;
use super::session::{Session, WAIT_MS};

/// What a browser with the checker is started with.
#[derive(Debug, Clone)]
pub(crate) struct CheckerPages {
    endpoint: WebDriverEndpoint,
    /// The checker's folder.
    folder: PathBuf,
    serve_host: ServeHost,
}

/// What comes from a checker's process or page.
pub(crate) enum Said {
    /// What the checker runs in, with its version.
    Runtime(String),
    /// A message of the checker.
    Message(String),
    /// There will be no more messages.
    Ended(Failure),
}

/// A browser with the checker. Dropping this closes it.
pub(crate) struct CheckerPage {
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl CheckerPages {
    /// Finds a browser for the checker in a folder, whose heap may take some MiB.
    ///
    /// # Errors
    /// [`io::Error`] that says what is missing.
    pub(crate) fn find(
        folder: &Path,
        heap_mib: u32,
        arguments: &BrowserArguments,
    ) -> io::Result<CheckerPages> {
        let endpoint = WebDriverEndpoint::new(arguments)?;
        Ok(CheckerPages {
            endpoint: endpoint.with_argument(format!("--js-flags=--max-old-space-size={heap_mib}")),
            folder: folder.canonicalize()?,
            serve_host: arguments.serve_host.clone(),
        })
    }

    /// Starts a browser. It gets messages one after the other, and everything that the checker says is sent on. Returns at once.
    pub(crate) fn open(&self, messages: UnboundedReceiver<Value>, said: Sender<Said>) -> CheckerPage {
        let (stop, stopped) = oneshot::channel::<()>();
        let places = self.clone();
        let thread = std::thread::spawn(move || {
            if let Err(failure) = places.run(messages, &said, stopped) {
                // If nobody listens any more, nobody needs to know.
                let _ = said.send(Said::Ended(failure));
            }
        });
        CheckerPage { stop: Some(stop), thread: Some(thread) }
    }

    fn run(
        &self,
        messages: UnboundedReceiver<Value>,
        said: &Sender<Said>,
        stopped: oneshot::Receiver<()>,
    ) -> Result<(), Failure> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| unavailable(&error.to_string()))?;
        let server = Server::of_checker(&self.folder, &self.serve_host);
        let server = server.map_err(|error| unavailable(&error.to_string()))?;
        // A local browser ends with this process. Another one has to be closed.
        let interrupt = match &self.endpoint {
            WebDriverEndpoint::Local { .. } => None,
            WebDriverEndpoint::Remote { .. } => Interrupt::watch().ok(),
        };
        runtime.block_on(async {
            let mut session = None;
            let serving = async {
                let opened = Session::start(&self.endpoint, &server.url).await;
                let opened = session.insert(opened.map_err(|why| unavailable(&why))?);
                serve(opened, &server, messages, said).await
            };
            let until = async {
                tokio::select! {
                    served = serving => served,
                    _ = stopped => Ok(()),
                }
            };
            let served = match &interrupt {
                Some(interrupt) => interrupt.unless(until).await,
                None => Some(until.await),
            };
            if let Some(session) = session {
                session.close().await;
            }
            served.unwrap_or_else(|| exit())
        })
    }
}

impl Drop for CheckerPage {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Hands messages to the checker, and sends on what it says, until there are no more messages.
async fn serve(
    session: &Session,
    server: &Server,
    mut messages: UnboundedReceiver<Value>,
    said: &Sender<Said>,
) -> Result<(), Failure> {
    session.go(&server.url).await.map_err(|why| unavailable(&why))?;
    session.call("startChecker", Value::Null).await.map_err(|why| unavailable(&why))?;
    let version = session.version().unwrap_or("of an unknown version");
    let _ = said.send(Said::Runtime(format!("chromium {version}")));
    hear(session, said).await?;
    while let Some(message) = messages.recv().await {
        let content = serde_json::to_vec(&message).map_err(|error| crashed(&error.to_string()))?;
        let address = server.offer(content).map_err(|error| crashed(&error.to_string()))?;
        session.call("tellChecker", json!(address)).await.map_err(|why| crashed(&why))?;
        // A snapshot has no answer.
        if message["type"] != "SNAPSHOT" {
            hear(session, said).await?;
        }
    }
    Ok(())
}

/// Waits until the checker says something, and sends it on.
async fn hear(session: &Session, said: &Sender<Said>) -> Result<(), Failure> {
    loop {
        let heard = session.call("heard", json!(WAIT_MS)).await.map_err(|why| crashed(&why))?;
        let Some(heard) = heard["heard"].as_array().filter(|heard| !heard.is_empty()) else { continue };
        for text in heard.iter().filter_map(Value::as_str) {
            // If nobody listens any more, this page is about to be closed.
            let _ = said.send(Said::Message(text.to_owned()));
        }
        return Ok(());
    }
}

fn unavailable(why: &str) -> Failure {
    Failure::new(Code::Unavailable, format!("there is no Node in PATH, and no browser started: {why}"))
}

fn crashed(why: &str) -> Failure {
    Failure::new(Code::Crashed, format!("The checker ended: {why}"))
}
