//! Where browsers run, and how they are requested.

use std::io;

use fantoccini::wd::Capabilities;
use serde_json::{Value, json};

use super::options::BrowserArguments;
use super::programs::{Programs, programs};

/// Arguments of each browser: headless, and without network access of its own.
const ARGUMENTS: [&str; 7] = [
    "--headless=new",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // Containers often have only 64 MiB of shared memory.
    "--disable-dev-shm-usage",
];

/// Where browsers run.
#[derive(Debug, Clone)]
pub(super) enum WebDriverEndpoint {
    /// On this machine, with programs that are started and terminated.
    Local { programs: Programs, arguments: Vec<String> },
    /// Behind a WebDriver server.
    Remote {
        /// URL of the server, with a trailing slash.
        url: String,
        arguments: Vec<String>,
    },
}

impl WebDriverEndpoint {
    /// Determines where browsers run.
    ///
    /// # Errors
    /// [`io::Error`] if no chromedriver is found, or for an invalid URL.
    pub(super) fn new(arguments: &BrowserArguments) -> io::Result<WebDriverEndpoint> {
        let more = arguments.browser_argument.clone();
        match &arguments.webdriver {
            None => Ok(WebDriverEndpoint::Local { programs: programs(arguments)?, arguments: more }),
            Some(url) => Ok(WebDriverEndpoint::Remote {
                url: webdriver(url).map_err(io::Error::other)?,
                arguments: more,
            }),
        }
    }

    /// This endpoint, for browsers with another argument.
    #[must_use]
    pub(super) fn with_argument(mut self, argument: String) -> WebDriverEndpoint {
        let (WebDriverEndpoint::Local { arguments, .. } | WebDriverEndpoint::Remote { arguments, .. }) =
            &mut self;
        arguments.push(argument);
        self
    }

    /// The capabilities of a session. `page` is the URL that it will open.
    pub(super) fn capabilities(&self, page: &str) -> Capabilities {
        let mut arguments: Vec<String> = ARGUMENTS.map(str::to_owned).into();
        let (more, on_this_machine) = match self {
            WebDriverEndpoint::Local { arguments, .. } => (arguments, true),
            WebDriverEndpoint::Remote { url, arguments } => (arguments, is_loopback(url)),
        };
        // Chromium's own sandbox refuses to work for root. The seal of the page is independent of it.
        if on_this_machine && is_root() {
            arguments.push("--no-sandbox".into());
        }
        if !is_loopback(page) {
            // Treats the page as a secure context, which locks and the frame's digests require.
            let origin = page.trim_end_matches('/');
            arguments.push(format!("--unsafely-treat-insecure-origin-as-secure={origin}"));
        }
        arguments.extend(more.iter().cloned());
        let mut options = json!({ "args": arguments });
        if let WebDriverEndpoint::Local { programs: Programs { chromium: Some(chromium), .. }, .. } = self {
            options["binary"] = json!(chromium);
        }
        let all = json!({
            "browserName": "chrome",
            "goog:chromeOptions": options,
            "timeouts": { "script": 60_000, "pageLoad": 60_000 },
        });
        match all {
            Value::Object(all) => all,
            _ => Capabilities::new(),
        }
    }
}

/// Validates the URL of a WebDriver server, and adds a trailing slash.
fn webdriver(url: &str) -> Result<String, String> {
    let refused = |why: &str| Err(format!("--webdriver {url}: {why}"));
    let rest = match url.split_once("://") {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("http") || is_https(url) => rest,
        _ => "",
    };
    if rest.is_empty() || url.contains(['?', '#', ' ']) {
        return refused("expected an address such as http://127.0.0.1:4444/ or https://grid.example/");
    }
    Ok(if url.ends_with('/') { url.to_owned() } else { format!("{url}/") })
}

/// Whether a URL is https.
pub(super) fn is_https(url: &str) -> bool {
    url.split_once("://").is_some_and(|(scheme, _)| scheme.eq_ignore_ascii_case("https"))
}

/// Whether a URL refers to this machine.
fn is_loopback(url: &str) -> bool {
    let Some((_, rest)) = url.split_once("://") else { return false };
    let host = rest.split('/').next().unwrap_or_default();
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    host.starts_with("127.")
        || host.starts_with("[::1]")
        || host == "localhost"
        || host.starts_with("localhost:")
}

fn is_root() -> bool {
    #[cfg(unix)]
    return rustix::process::geteuid().is_root();
    #[cfg(not(unix))]
    return false;
}

#[cfg(test)]
mod tests {
    use super::{WebDriverEndpoint, is_loopback, webdriver};

    #[test]
    fn addresses_of_servers() {
        assert_eq!(webdriver("http://127.0.0.1:4444").as_deref(), Ok("http://127.0.0.1:4444/"));
        assert_eq!(webdriver("HTTP://grid:4444/wd/hub/").as_deref(), Ok("HTTP://grid:4444/wd/hub/"));
        assert_eq!(webdriver("https://me:key@grid/wd/hub").as_deref(), Ok("https://me:key@grid/wd/hub/"));
        for url in ["", "grid:4444", "ftp://grid", "http://", "https://", "http://grid/?a", "http://a b/"] {
            assert!(webdriver(url).is_err(), "{url}");
        }
    }

    #[test]
    fn addresses_of_this_machine() {
        for (url, expected) in [
            ("http://127.0.0.1:1/", true),
            ("http://localhost/", true),
            ("http://me:secret@localhost:4444/", true),
            ("https://[::1]:1/", true),
            ("http://localhost.example/", false),
            ("http://10.0.0.1/127.0.0.1", false),
        ] {
            assert_eq!(is_loopback(url), expected, "{url}");
        }
    }

    #[test]
    fn what_a_browser_is_asked_for() {
        let place = WebDriverEndpoint::Remote {
            url: "http://grid:4444/".into(),
            arguments: vec!["--lang=de".into()],
        };
        let asked = place.capabilities("http://ci:8080/");
        let arguments = asked["goog:chromeOptions"]["args"].as_array().expect("arguments");
        assert!(arguments.iter().any(|argument| argument == "--headless=new"));
        assert!(
            !arguments.iter().any(|argument| argument == "--no-sandbox"),
            "another machine's root is not ours"
        );
        assert!(
            arguments
                .iter()
                .any(|argument| argument == "--unsafely-treat-insecure-origin-as-secure=http://ci:8080")
        );
        assert_eq!(arguments.last(), Some(&"--lang=de".into()));
    }
}
