//! `--engine auto`: runs each test file in the engine that it needs.

use std::collections::BTreeSet;
use std::io;
use std::sync::Mutex;
use std::time::Instant;

use verdict_judge::resolve_config;
use verdict_protocol::{Engine, Progress, Verb, VerifyResult};
use verdict_witness::{Automatic, NextRun};

use crate::browser::LazyBrowsers;
use crate::parts::{Parts, TestRequest};
use crate::pool::{Pool, Watcher, joined, lock};

/// Milliseconds that the interpreter has for a file before the browser's engine tries it. What takes longer is mostly arithmetic of
/// large numbers or the like, at which that engine is ten to fifty times as fast.
const TRIAL_MS: u64 = 3_000;

/// What files a command has, and how they run.
pub(crate) struct AutomaticRun<'a> {
    pub(crate) asked: &'a TestRequest<'a>,
    /// Whether files that fail in the interpreter run again in a browser.
    pub(crate) checks_failures: bool,
    pub(crate) pool: &'a mut Pool,
    pub(crate) browsers: &'a mut LazyBrowsers,
    pub(crate) watcher: &'a dyn Watcher,
}

impl AutomaticRun<'_> {
    /// Runs a `test:` in the interpreter, and files that need what it lacks in browsers. `None` if the command does not
    /// consist of files.
    ///
    /// # Errors
    /// [`io::Error`] if an engine's process cannot be started or breaks the protocol.
    pub(crate) fn run(self) -> io::Result<Option<VerifyResult>> {
        let AutomaticRun { asked, checks_failures, pool, browsers, watcher } = self;
        let Ok(parts) = Parts::of(asked, Engine::Boa) else { return Ok(None) };
        let Ok(resolved) = resolve_config(asked.snapshot, Some(&asked.config)) else { return Ok(None) };
        let files: Option<Vec<String>> = parts.parts.iter().map(|part| part.file.clone()).collect();
        let Some(files) = files else { return Ok(None) };
        let mut choice = Automatic::new(asked.snapshot, &resolved.config.test.environment, files, |_| None);
        if checks_failures {
            choice = choice.with_checks();
        }
        if asked.file_ms > TRIAL_MS {
            choice = choice.with_trials();
        }
        let trial = TestRequest { file_ms: TRIAL_MS, is_trial: true, ..asked.clone() };
        let begun = Instant::now();
        if choice.needs_browser()
            && let Err(error) = browsers.get()
        {
            choice.browser_is_missing(error.to_string());
        }
        let told = Mutex::default();
        loop {
            let next = choice.next_run();
            let limited = if matches!(next, NextRun::Trial(_)) { &trial } else { asked };
            match next {
                NextRun::Nothing => break,
                NextRun::Trial(indices) | NextRun::Interpreter(indices) => {
                    let first = FirstRun { choice: &choice, watcher, told: &told };
                    let ran = if parts.parts.len() == 1 {
                        vec![Some(pool.test(limited, begun, &first)?)]
                    } else {
                        pool.run_parts(limited, &parts, &indices, begun, &first)?
                    };
                    for (index, result) in indices.into_iter().zip(ran) {
                        if let Some(result) = result {
                            choice.ended(index, Engine::Boa, result);
                        }
                    }
                }
                NextRun::Browser(indices) => {
                    let theirs = parts.only(&indices, Engine::Browser);
                    let browsers = match browsers.get() {
                        Ok(browsers) => browsers,
                        Err(error) => {
                            choice.browser_is_missing(error.to_string());
                            continue;
                        }
                    };
                    match browsers.run_parts(asked, &theirs)? {
                        Ok((ran, _)) => {
                            for (index, result) in indices.into_iter().zip(ran) {
                                choice.ended(index, Engine::Browser, result);
                            }
                        }
                        Err(why) => choice.browser_is_missing(why),
                    }
                }
            }
        }
        for index in 0..parts.parts.len() {
            let (path, result) = (choice.path(index), choice.result(index));
            if let Some(result) = result.filter(|_| !lock(&told).contains(path)) {
                watcher.ends(path, result, false);
            }
        }
        let mut whole = joined(asked, &parts, choice.take_results());
        choice.describe(&mut whole);
        Ok(Some(whole))
    }
}

/// A watcher of the interpreter's run, which does not show the end of a file that runs again elsewhere.
struct FirstRun<'a> {
    choice: &'a Automatic,
    watcher: &'a dyn Watcher,
    /// The files that have ended.
    told: &'a Mutex<BTreeSet<String>>,
}

impl Watcher for FirstRun<'_> {
    fn begins(&self, verb: Verb, files: usize) {
        self.watcher.begins(verb, files);
    }

    fn starts(&self, file: &str) {
        self.watcher.starts(file);
    }

    fn sees(&self, file: &str, event: &Progress) {
        self.watcher.sees(file, event);
    }

    fn ends(&self, file: &str, result: &VerifyResult, is_cached: bool) {
        if !self.choice.moves(result) {
            lock(self.told).insert(file.to_owned());
            self.watcher.ends(file, result, is_cached);
        }
    }
}
