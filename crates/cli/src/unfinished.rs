//! Partial results of a request whose engine was killed or died.

use serde::Deserialize;
use verdict_protocol::{
    Code, Command, Limits, Output, Progress, Standing, TestEntry, VerifyResult, WireError,
};

use crate::child::Failed;

/// What the engine reported before its end: finished tests are kept although the run has no result.
#[derive(Debug, Default)]
pub(crate) struct Unfinished {
    entries: Vec<TestEntry>,
    standing: Standing,
    /// An `ERROR` in the last line: an answer or, if the process ends afterwards, its reason.
    error: Option<String>,
}

#[derive(Deserialize)]
struct Event {
    /// Events before the latest one.
    #[serde(default)]
    before: Vec<Progress>,
    event: Progress,
}

#[derive(Deserialize)]
struct Words {
    error: WireError,
}

impl Unfinished {
    /// Processes a line of the engine, and returns whether it is progress, which `tell` gets.
    pub(crate) fn see(&mut self, line: &str, tell: &mut dyn FnMut(&Progress)) -> bool {
        self.error = line.starts_with(r#"{"type":"ERROR""#).then(|| line.to_owned());
        if !line.starts_with(r#"{"type":"PROGRESS""#) {
            return false;
        }
        if let Ok(Event { before, event }) = serde_json::from_str(line) {
            for event in before.into_iter().chain([event]) {
                self.standing.see(&event);
                tell(&event);
                if let Progress::TestFinished { entry } = event {
                    self.entries.push(*entry);
                }
            }
        }
        true
    }

    /// The `ERROR` in the last line.
    pub(crate) fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// The code and the message for a missing answer.
    pub(crate) fn why(&self, failed: &Failed) -> (Code, String) {
        let words = || serde_json::from_str(self.error.as_deref()?).ok().map(|words: Words| words.error);
        match failed {
            Failed::Timeout => (Code::Timeout, "Verification timeout".into()),
            Failed::Crashed(message) => {
                words().map_or_else(|| (Code::Crashed, message.clone()), |error| (error.code, error.message))
            }
        }
    }

    /// The answer in place of the engine's, with the finished tests.
    pub(crate) fn answer(self, command: &str, failed: &Failed, limits: &Limits) -> VerifyResult {
        let (code, error) = self.why(failed);
        let mut result = VerifyResult::refused(command, code, error);
        if let (Failed::Timeout, Ok(command)) = (failed, Command::parse(command)) {
            let limit = self.standing.out_of_time(command.verb, limits.time_ms);
            result.location.clone_from(&limit.location);
            result.limit = Some(limit);
        }
        if !self.entries.is_empty() {
            result.output = Output::Tests(self.entries);
        }
        result.sealed(limits.output_bytes)
    }
}
