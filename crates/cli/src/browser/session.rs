//! One browser with one page, over WebDriver.

use std::error::Error;
use std::time::Duration;

use fantoccini::error::{CmdError, NewSessionError};
use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder};
use hyper_rustls::HttpsConnectorBuilder;
use hyper_util::client::legacy::connect::{Connect, HttpConnector};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::error::Elapsed;

use super::driver::Driver;
use super::endpoint::{WebDriverEndpoint, is_https};

/// Maximum time to connect to a WebDriver server. Starting a browser may take longer ([`START`]), because
/// a grid may first have to make room.
const CONNECT: Duration = Duration::from_secs(10);
const START: Duration = Duration::from_secs(120);
/// Maximum time without an answer for any other call.
const CALL: Duration = Duration::from_secs(60);
/// Milliseconds that a page waits for a result before it answers without one.
pub(super) const WAIT_MS: u64 = 1000;
/// Maximum time for closing a browser.
const END: Duration = Duration::from_secs(5);

/// Calls a function of `session.js`. If the page's script did not run, this is reported as an error.
const SCRIPT: &str = "const [name, argument, done] = arguments; \
    const call = window.verdictSession ?? (async () => ({ fault: 'its script did not run: ' + document.title + ' ' + location.href })); \
    call(name, argument).then(done);";

/// The parameters with which a page starts.
#[derive(Debug, Clone)]
pub(super) struct Opening {
    pub(super) url: String,
    /// URL of the files.
    pub(super) files: String,
    /// Root hash of the files.
    pub(super) root: String,
    pub(super) timeout_ms: u64,
}

/// A page's answer to a command.
#[derive(Debug, Deserialize)]
pub(super) struct Answer {
    /// A `VerifyResult`, or null.
    pub(super) result: Value,
    /// Why there is no result, or why it is incomplete.
    #[serde(default)]
    pub(super) error: Option<String>,
    #[serde(default)]
    pub(super) code: Option<String>,
}

/// A page that runs commands on its files.
pub(super) struct Session {
    client: Client,
    /// Root hash of the page's files.
    root: String,
    /// The local chromedriver, terminated after the session.
    _driver: Option<Driver>,
}

impl Session {
    /// Starts a browser and opens the page.
    ///
    /// # Errors
    /// The reason, in a sentence.
    pub(super) async fn open(place: &WebDriverEndpoint, opening: &Opening) -> Result<Session, String> {
        let mut session = Session::start(place, &opening.url).await?;
        match session.turn_to(opening).await {
            Ok(()) => Ok(session),
            Err(why) => {
                session.close().await;
                Err(why)
            }
        }
    }

    /// Starts a browser for a page, which it does not open yet.
    ///
    /// # Errors
    /// The reason, in a sentence.
    pub(super) async fn start(place: &WebDriverEndpoint, page: &str) -> Result<Session, String> {
        let driver = match place {
            WebDriverEndpoint::Local { programs, .. } => Some(Driver::start(programs).await?),
            WebDriverEndpoint::Remote { .. } => None,
        };
        let url = match (place, &driver) {
            (WebDriverEndpoint::Remote { url, .. }, _) => url.as_str(),
            (WebDriverEndpoint::Local { .. }, driver) => {
                driver.as_ref().map_or("", |driver| driver.url.as_str())
            }
        };
        let client = connect(url, place.capabilities(page)).await?;
        Ok(Session { client, root: String::new(), _driver: driver })
    }

    /// Opens the page, without files.
    ///
    /// # Errors
    /// Why the session is unusable, in a sentence.
    pub(super) async fn go(&self, page: &str) -> Result<(), String> {
        within(CALL, self.client.goto(page)).await
    }

    /// The browser's version, if it says one.
    pub(super) fn version(&self) -> Option<&str> {
        self.client.capabilities()?.get("browserVersion")?.as_str()
    }

    /// Opens the page with these files, unless it has them.
    ///
    /// # Errors
    /// Why the session is unusable, in a sentence.
    pub(super) async fn turn_to(&mut self, opening: &Opening) -> Result<(), String> {
        if self.root == opening.root {
            return Ok(());
        }
        self.go(&opening.url).await?;
        let argument = json!({ "files": opening.files, "timeoutMs": opening.timeout_ms });
        let opened = self.call("open", argument).await?;
        if opened["root"] == json!(opening.root) {
            self.root.clone_from(&opening.root);
            Ok(())
        } else {
            Err(format!("the page has files of the root {}, not {}", opened["root"], opening.root))
        }
    }

    /// Runs a command, `{ command, options }`, which ends on its own within `patience`.
    ///
    /// # Errors
    /// Why the session is unusable, in a sentence.
    pub(super) async fn run(&self, request: Value, patience: Duration) -> Result<Answer, String> {
        let running = async {
            self.call("begin", request).await?;
            loop {
                let told = self.call("answer", json!(WAIT_MS)).await?;
                if let Some(text) = told["answer"].as_str() {
                    return serde_json::from_str(text)
                        .map_err(|error| format!("the page's answer cannot be read: {error}"));
                }
            }
        };
        let over = |_| Err("the page did not answer in time".to_owned());
        tokio::time::timeout(patience, running).await.unwrap_or_else(over)
    }

    /// Calls a function of `session.js`.
    ///
    /// # Errors
    /// Why the session is unusable, in a sentence.
    pub(super) async fn call(&self, name: &str, argument: Value) -> Result<Value, String> {
        let told = within(CALL, self.client.execute_async(SCRIPT, vec![json!(name), argument])).await?;
        match told["fault"].as_str() {
            Some(fault) => Err(format!("the page: {fault}")),
            None => Ok(told),
        }
    }

    /// The client, which can close the session even after this value is dropped.
    pub(super) fn client(&self) -> Client {
        self.client.clone()
    }

    /// Closes the browser.
    pub(super) async fn close(self) {
        close(self.client).await;
    }
}

/// Closes a browser, or gives up.
pub(super) async fn close(client: Client) {
    let _ = tokio::time::timeout(END, client.close()).await;
}

async fn connect(url: &str, capabilities: Capabilities) -> Result<Client, String> {
    let mut http = HttpConnector::new();
    http.set_connect_timeout(Some(CONNECT));
    http.set_nodelay(true);
    let connected = if is_https(url) {
        http.enforce_http(false);
        let roots = HttpsConnectorBuilder::new()
            .with_native_roots()
            .map_err(|error| format!("{url}: this machine has no certificates to trust: {error}"))?;
        let https = roots.https_only().enable_http1().wrap_connector(http);
        begin(ClientBuilder::new(https), url, capabilities).await
    } else {
        begin(ClientBuilder::new(http), url, capabilities).await
    };
    match connected {
        Ok(Ok(client)) => Ok(client),
        Ok(Err(error)) => Err(refused(url, &error)),
        Err(_) => Err(format!("{url}: no browser within {} s", START.as_secs())),
    }
}

async fn begin<C>(
    mut builder: ClientBuilder<C>,
    url: &str,
    capabilities: Capabilities,
) -> Result<Result<Client, NewSessionError>, Elapsed>
where
    C: Connect + Send + Sync + Clone + Unpin + 'static,
{
    builder.capabilities(capabilities);
    tokio::time::timeout(START, builder.connect(url)).await
}

/// Why no browser could be started.
fn refused(url: &str, error: &NewSessionError) -> String {
    let why = match error {
        NewSessionError::FailedC(error) => unanswered(error),
        NewSessionError::Failed(error) => unanswered(error),
        NewSessionError::Lost(error) => unanswered(error),
        NewSessionError::SessionNotCreated(error) => first_line(&error.message),
        NewSessionError::NotW3C(answer) => match answer["message"].as_str() {
            Some(message) => first_line(message),
            None if answer.as_str().is_some_and(|text| text.trim_start().starts_with('<')) => {
                "what answers there is no WebDriver server but a web page: a Selenium Grid before version 4 has its own at /wd/hub".to_owned()
            }
            None => format!("what answers there is no WebDriver server: {}", first_line(&answer.to_string())),
        },
        other => first_line(&other.to_string()),
    };
    format!("{url}: {why}")
}

/// The message with its root cause: a refused connection, or an untrusted certificate.
fn unanswered(error: &dyn Error) -> String {
    let mut deepest = error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    format!("no WebDriver server answers there: {}", first_line(&deepest.to_string()))
}

async fn within<T>(time: Duration, call: impl Future<Output = Result<T, CmdError>>) -> Result<T, String> {
    match tokio::time::timeout(time, call).await {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(CmdError::Standard(error))) => Err(first_line(&error.message)),
        Ok(Err(CmdError::FailedC(_) | CmdError::Failed(_) | CmdError::Lost(_))) => {
            Err("the WebDriver server is gone".into())
        }
        Ok(Err(error)) => Err(first_line(&error.to_string())),
        Err(_) => Err(format!("the browser did not answer within {} s", time.as_secs())),
    }
}

/// The first line of a message that continues with a stack, cut to a maximum length because it is another
/// program's text.
fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().take(300).collect()
}
