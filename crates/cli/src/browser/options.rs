//! The options of the browser's engine.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use verdict_protocol::{All, Confirm, OnUnconfirmed, Required};

/// Which engine runs tests, and where browsers are found.
#[derive(clap::Args, Debug, Clone)]
#[command(next_help_heading = "Engine of test: commands")]
pub(crate) struct BrowserArguments {
    /// The engine for tests. `boa` is an interpreter whose verdict cannot be forged. `browser` is a sealed
    /// frame of Chromium, much faster and provisional. `both` runs the browser first; the interpreter confirms
    /// required and sampled tests. `auto` is `boa`, and `browser` for test files that want a DOM or fail because
    /// the interpreter lacks something or reaches a limit. By default `auto` for what a project has, and `boa` for
    /// commands and for a gate, which takes `auto` as `boa`.
    #[arg(long)]
    pub(crate) engine: Option<EngineChoice>,
    /// A running WebDriver server, Selenium Grid or chromedriver, for example http://HOST:PORT/. By default
    /// verdict starts a local chromedriver.
    #[arg(long, value_name = "URL")]
    pub(crate) webdriver: Option<String>,
    /// Number of browsers that share the test files.
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) sessions: NonZeroUsize,
    /// The host, and optionally the port, by which browsers on other machines reach this one. The server then
    /// listens on all addresses of this machine. It serves its own scripts, and the files under an address
    /// that only the browsers know.
    #[arg(long, value_name = "HOST[:PORT]", default_value = "127.0.0.1")]
    pub(crate) serve_host: ServeHost,
    /// The package's folder that the browser loads; by default `$VERDICT_DIST`, or `dist` next to this
    /// program or above it.
    #[arg(long, value_name = "DIR")]
    pub(crate) dist: Option<PathBuf>,
    /// The chromedriver to start; by default $CHROMEDRIVER, or the one in PATH.
    #[arg(long, value_name = "FILE")]
    pub(crate) chromedriver: Option<PathBuf>,
    /// The Chromium that it starts; by default $CHROMIUM, or one in PATH.
    #[arg(long, value_name = "FILE")]
    pub(crate) chromium: Option<PathBuf>,
    /// With --engine both: a file or glob whose tests must be confirmed, or `all`. Repeatable.
    #[arg(long, value_name = "FILES")]
    pub(crate) confirm: Vec<String>,
    /// With --engine both: the share of the other passed tests to sample and confirm, from 0 to 1.
    #[arg(long, value_name = "SHARE", default_value_t = Confirm::default().sample, value_parser = share)]
    pub(crate) sample: f64,
    /// With --engine both: do not fail if the interpreter cannot run a test that must be confirmed.
    #[arg(long)]
    pub(crate) allow_unconfirmed: bool,
    /// An additional argument for the browser. Repeatable.
    #[arg(long, value_name = "ARGUMENT", allow_hyphen_values = true)]
    pub(crate) browser_argument: Vec<String>,
}

/// The values of `--engine`.
#[derive(clap::ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EngineChoice {
    Auto,
    Boa,
    Browser,
    Both,
}

/// Only these options.
#[derive(clap::Parser)]
struct Alone {
    #[command(flatten)]
    browser: BrowserArguments,
}

impl Default for BrowserArguments {
    fn default() -> BrowserArguments {
        <Alone as clap::Parser>::parse_from(["verdict"]).browser
    }
}

impl BrowserArguments {
    /// The confirmation policy.
    pub(crate) fn policy(&self) -> Confirm {
        let required = if self.confirm.iter().any(|pattern| pattern == "all") {
            Required::All(All::All)
        } else {
            Required::Files(self.confirm.clone())
        };
        let unconfirmed = if self.allow_unconfirmed { OnUnconfirmed::Allow } else { OnUnconfirmed::Fail };
        Confirm { required, sample: self.sample, unconfirmed }
    }
}

/// Parses a number from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".into())
}

/// The host and port by which a browser reaches this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ServeHost {
    /// A name or an address; an IPv6 address without brackets.
    host: String,
    /// The port to bind; 0 for any free one.
    port: u16,
}

impl FromStr for ServeHost {
    type Err = String;

    fn from_str(text: &str) -> Result<ServeHost, String> {
        let (host, port) = match text.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((host, rest)) => (host, rest.strip_prefix(':').or(rest.is_empty().then_some(""))),
            None if text.parse::<Ipv6Addr>().is_ok() => (text, Some("")),
            None => match text.split_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (text, Some("")),
            },
        };
        let port = match port {
            Some("") if !text.ends_with(':') || host == text => Some(0),
            Some(port) => port.parse().ok(),
            None => None,
        };
        let is_host = host.parse::<Ipv6Addr>().is_ok()
            || (!host.is_empty()
                && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte)));
        match port {
            Some(port) if is_host => Ok(ServeHost { host: host.to_owned(), port }),
            _ => Err("expected HOST or HOST:PORT".into()),
        }
    }
}

impl ServeHost {
    /// Whether only this machine can reach it.
    pub(super) fn is_local(&self) -> bool {
        self.host == "localhost" || self.host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    }

    /// The address to listen on: the loopback interface if it is local, otherwise all interfaces.
    pub(super) fn bound(&self) -> SocketAddr {
        let address = self.host.parse::<IpAddr>().ok();
        let is_v6 = address.is_some_and(|address| address.is_ipv6());
        let ip = match (self.is_local(), is_v6) {
            (true, _) => address.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)),
            (false, true) => IpAddr::V6(Ipv6Addr::UNSPECIFIED),
            (false, false) => IpAddr::V4(Ipv4Addr::UNSPECIFIED),
        };
        SocketAddr::new(ip, self.port)
    }

    /// The URL for a browser, with a trailing slash.
    pub(super) fn url(&self, port: u16) -> String {
        match self.host.parse::<Ipv6Addr>() {
            Ok(address) => format!("http://[{address}]:{port}/"),
            Err(_) => format!("http://{}:{port}/", self.host),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ServeHost;

    fn check(text: &str, bound: &str, url: &str) {
        let host: ServeHost = text.parse().expect("a host");
        assert_eq!((host.bound().to_string().as_str(), host.url(9).as_str()), (bound, url), "{text}");
    }

    #[test]
    fn what_is_bound_and_what_is_told() {
        check("127.0.0.1", "127.0.0.1:0", "http://127.0.0.1:9/");
        check("localhost:80", "127.0.0.1:80", "http://localhost:9/");
        check("::1", "[::1]:0", "http://[::1]:9/");
        check("[::1]:80", "[::1]:80", "http://[::1]:9/");
        check("ci-1.example", "0.0.0.0:0", "http://ci-1.example:9/");
        check("host.docker.internal:8080", "0.0.0.0:8080", "http://host.docker.internal:9/");
        check("10.0.0.7", "0.0.0.0:0", "http://10.0.0.7:9/");
        check("fd00::7", "[::]:0", "http://[fd00::7]:9/");
    }

    #[test]
    fn what_is_no_host() {
        for text in ["", ":80", "a:", "a:b", "a:99999", "http://a/", "a/b", "[::1", "[::1]x", "a b"] {
            assert!(text.parse::<ServeHost>().is_err(), "{text}");
        }
    }
}
