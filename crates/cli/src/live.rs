//! The live display: which files run, how many are done, and the time.

use std::sync::Mutex;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use verdict_protocol::{Progress, TestState, Verb, VerifyResult};
use verdict_report::one_line;
use verdict_report::terminal::{Detail, Paint, file_lines};

use crate::out::say;
use crate::pool::Watcher;

/// Time between two frames.
const FRAME: Duration = Duration::from_millis(100);
/// Maximum number of running files to name.
const NAMED: usize = 3;

/// Shows progress on standard error, and the lines of files that ended on standard output.
pub(crate) struct Live {
    bar: ProgressBar,
    state: Mutex<State>,
    /// How tests are shown; `None` if standard output has another report.
    detail: Option<Detail>,
    paint: Paint,
}

#[derive(Default)]
struct State {
    running: Vec<String>,
    passed: usize,
    failed: usize,
}

impl Live {
    pub(crate) fn new(detail: Option<Detail>, paint: Paint) -> Live {
        let bar = ProgressBar::no_length();
        if let Ok(style) =
            ProgressStyle::with_template("{spinner} {prefix} {pos}/{len} files {elapsed} {wide_msg}")
        {
            bar.set_style(style);
        }
        Live { bar, state: Mutex::default(), detail, paint }
    }

    /// Removes the display.
    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        change(&mut state);
        let mut message = format!("{} passed", state.passed);
        if state.failed > 0 {
            message.push_str(&format!(", {} failed", state.failed));
        }
        let names: Vec<&str> = state.running.iter().take(NAMED).map(String::as_str).collect();
        if !names.is_empty() {
            message.push_str(&format!(" | {}", names.join(", ")));
        }
        self.bar.set_message(message);
    }
}

impl Watcher for Live {
    fn begins(&self, verb: Verb, files: usize) {
        self.bar.reset();
        self.bar.set_length(files as u64);
        self.bar.set_prefix(verb.as_str());
        self.bar.enable_steady_tick(FRAME);
        self.change(|state| *state = State::default());
    }

    fn starts(&self, file: &str) {
        let name = one_line(file.trim_start_matches('/'));
        self.change(|state| state.running.push(name));
    }

    fn sees(&self, _file: &str, event: &Progress) {
        if let Progress::TestFinished { entry } = event {
            self.change(|state| match entry.state {
                TestState::Passed => state.passed += 1,
                TestState::Failed => state.failed += 1,
                TestState::Skipped | TestState::Todo => {}
            });
        }
    }

    fn ends(&self, file: &str, result: &VerifyResult, is_cached: bool) {
        let name = one_line(file.trim_start_matches('/'));
        self.change(|state| state.running.retain(|running| *running != name));
        self.bar.inc(1);
        if let Some(detail) = self.detail {
            let cached = is_cached.then(|| file.to_owned()).into_iter().collect();
            self.bar.suspend(|| {
                for (_, text) in file_lines(result, detail, self.paint, &cached) {
                    say!("{text}");
                }
            });
        }
    }
}
