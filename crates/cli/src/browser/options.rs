//! Options of the browser's engine.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use verdict_protocol::{All, Confirm, Engine, OnUnconfirmed, Required};

/// Which engine runs tests, and where it is found.
#[derive(clap::Args, Debug, Clone)]
#[command(next_help_heading = "Engine of test: commands")]
pub(crate) struct BrowserArguments {
    /// `boa`, an interpreter whose verdict cannot be forged; `browser`, a sealed frame of Chromium, much faster and
    /// provisional; or `both`, the browser first, and what matters of it confirmed by the interpreter.
    #[arg(long, default_value = "boa", value_parser = engine)]
    pub(crate) engine: Engine,
    /// A WebDriver server, a Selenium Grid or a lone chromedriver, as http://HOST:PORT/, or the same with https; without, a
    /// chromedriver of this machine is started and ended.
    #[arg(long, value_name = "URL")]
    pub(crate) webdriver: Option<String>,
    /// How many browsers test files are spread over.
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) sessions: NonZeroUsize,
    /// The host, and the port if it is another, by which browsers on other machines reach this one. What it serves to
    /// them is then bound to all addresses of this machine: its own scripts, and the files under an address that
    /// only the browsers are told.
    #[arg(long, value_name = "HOST[:PORT]", default_value = "127.0.0.1")]
    pub(crate) serve_host: ServeHost,
    /// The folder of the package that the browser loads; else `$VERDICT_DIST`, else `dist` beside this program or above it.
    #[arg(long, value_name = "DIR")]
    pub(crate) dist: Option<PathBuf>,
    /// The chromedriver that is started; else $CHROMEDRIVER, else that of PATH.
    #[arg(long, value_name = "FILE")]
    pub(crate) chromedriver: Option<PathBuf>,
    /// The Chromium that it starts; else $CHROMIUM, else one that is found in PATH.
    #[arg(long, value_name = "FILE")]
    pub(crate) chromium: Option<PathBuf>,
    /// With --engine both: a file or glob whose tests must be confirmed, or `all`. May be given again.
    #[arg(long, value_name = "FILES")]
    pub(crate) confirm: Vec<String>,
    /// With --engine both: which share of the other passed tests is drawn and confirmed, from 0 to 1.
    #[arg(long, value_name = "SHARE", default_value_t = Confirm::default().sample, value_parser = share)]
    pub(crate) sample: f64,
    /// With --engine both: a test that must be confirmed and that the interpreter cannot run is no failure.
    #[arg(long)]
    pub(crate) allow_unconfirmed: bool,
    /// One more argument for the browser. May be given again.
    #[arg(long, value_name = "ARGUMENT", allow_hyphen_values = true)]
    pub(crate) browser_argument: Vec<String>,
}

impl BrowserArguments {
    /// What is to be confirmed.
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

/// One of the words that a result may say.
fn engine(text: &str) -> Result<Engine, String> {
    [Engine::Boa, Engine::Browser, Engine::Both]
        .into_iter()
        .find(|engine| engine.as_str() == text)
        .ok_or_else(|| "expected boa, browser or both".into())
}

/// A number from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".into())
}

/// By which host, and port, a browser reaches this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ServeHost {
    /// A name or an address; one of version 6 without brackets.
    host: String,
    /// The port that is bound; 0 for any that is free.
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
    /// Whether only this machine can mean it.
    pub(super) fn is_local(&self) -> bool {
        self.host == "localhost" || self.host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    }

    /// What is listened on: only this machine where that does, else all of its addresses.
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

    /// What a browser is told, with a slash at the end.
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
