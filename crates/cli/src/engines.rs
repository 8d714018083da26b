//! The engines that a command line names, as one verifier: what `verify`, `apply` and `run` ask.

use std::io;
use std::time::Duration;

use serde_json::json;
use verdict_gate::{Check, Verdict, Verifier};
use verdict_protocol::{Code, Command, Engine, Toolchain, Verb, VerifyResult, overlay};

use crate::browser::{BrowserArguments, Browsers, TestRequest, confirmed};
use crate::host::HostArguments;
use crate::verifier::ChildVerifier;

/// Asks the engine's process and, of tests whose check says what is confirmed, browsers.
pub(crate) struct Engines {
    native: ChildVerifier,
    host: HostArguments,
    browser: BrowserArguments,
    /// Started with the first check that needs them.
    browsers: Option<Browsers>,
}

impl Engines {
    /// # Errors
    /// [`io::Error`] for a configuration that cannot be read.
    pub(crate) fn new(host: &HostArguments, browser: &BrowserArguments) -> io::Result<Engines> {
        let native = ChildVerifier::new(host)?;
        Ok(Engines { native, host: host.clone(), browser: browser.clone(), browsers: None })
    }

    /// Carries out a check. What an engine does not survive is a negative result.
    ///
    /// # Errors
    /// [`io::Error`] if there is no engine, or if it does not keep to the protocol.
    pub(crate) fn ask(&mut self, check: &Check<'_>) -> io::Result<VerifyResult> {
        let is_test = Command::parse(check.command).is_ok_and(|command| command.verb == Verb::Test);
        let policy = match check.confirm {
            Some(policy) if is_test && self.browser.engine != Engine::Boa => policy,
            _ => return self.native.ask(check),
        };
        let asked = TestRequest::new(check, &self.host)?;
        let browsers = match &self.browsers {
            Some(browsers) => browsers,
            None => self.browsers.insert(Browsers::new(&self.browser)?),
        };
        let first = browsers.verify(&asked)?;
        if self.browser.engine != Engine::Both {
            return Ok(first);
        }
        // The files are chosen already, and some of the time is gone.
        let mut whole = check.config.cloned().unwrap_or_default();
        overlay(&mut whole, &json!({ "test": { "shard": null } }));
        let past = Duration::try_from_secs_f64(first.timing.total_ms / 1e3).unwrap_or_default();
        let left = Duration::from_millis(asked.timeout_ms).saturating_sub(past).as_millis();
        let left = u64::try_from(left).unwrap_or(u64::MAX).max(1);
        confirmed(first, policy, |command| {
            self.native.ask(&Check {
                command,
                config: Some(&whole),
                timeout_ms: Some(left),
                confirm: None,
                ..*check
            })
        })
    }
}

impl Verifier for Engines {
    async fn verify(&mut self, check: &Check<'_>) -> Verdict {
        match self.ask(check) {
            Ok(result) => Verdict::from(result),
            Err(error) => Verdict::failed(Code::Unavailable, error.to_string()),
        }
    }

    fn confirms(&self) -> bool {
        self.browser.engine == Engine::Both
    }

    async fn toolchain(&mut self) -> Option<Toolchain> {
        self.native.ping().ok()
    }
}
