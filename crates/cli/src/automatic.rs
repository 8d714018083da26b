//! `--engine auto`: runs each test file in the engine that it needs.

use std::io;
use std::time::Instant;

use verdict_judge::resolve_config;
use verdict_protocol::{Engine, VerifyResult};
use verdict_witness::{Automatic, NextRun};

use crate::browser::LazyBrowsers;
use crate::parts::{Parts, TestRequest};
use crate::pool::{Pool, Watcher, joined};

/// Milliseconds that the interpreter has for a file before the browser's engine tries it. What takes longer is mostly arithmetic of
/// large numbers or the like, at which that engine is ten to fifty times as fast.
const TRIAL_MS: u64 = 3_000;

/// Runs a `test:` in the interpreter, and files that need what it lacks in browsers. `None` if the command does not
/// consist of files.
///
/// # Errors
/// [`io::Error`] if an engine's process cannot be started or breaks the protocol.
pub(crate) fn run(
    asked: &TestRequest<'_>,
    pool: &mut Pool,
    browsers: &mut LazyBrowsers,
    watcher: &dyn Watcher,
) -> io::Result<Option<VerifyResult>> {
    let Ok(parts) = Parts::of(asked, Engine::Boa) else { return Ok(None) };
    let Ok(resolved) = resolve_config(asked.snapshot, Some(&asked.config)) else { return Ok(None) };
    let files: Option<Vec<String>> = parts.parts.iter().map(|part| part.file.clone()).collect();
    let Some(files) = files else { return Ok(None) };
    let mut choice = Automatic::new(asked.snapshot, &resolved.config.test.environment, files, |_| None);
    if asked.file_ms > TRIAL_MS {
        choice = choice.with_trials();
    }
    let trial = TestRequest { file_ms: TRIAL_MS, ..asked.clone() };
    let begun = Instant::now();
    if choice.needs_browser()
        && let Err(error) = browsers.get()
    {
        choice.browser_is_missing(error.to_string());
    }
    loop {
        let next = choice.next_run();
        let limited = if matches!(next, NextRun::Trial(_)) { &trial } else { asked };
        match next {
            NextRun::Nothing => break,
            NextRun::Trial(indices) | NextRun::Interpreter(indices) => {
                let ran = if parts.parts.len() == 1 {
                    vec![Some(pool.test(limited, begun, watcher)?)]
                } else {
                    pool.run_parts(limited, &parts, &indices, begun, watcher)?
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
                            watcher.ends(choice.path(index), &result, false);
                            choice.ended(index, Engine::Browser, result);
                        }
                    }
                    Err(why) => choice.browser_is_missing(why),
                }
            }
        }
    }
    let mut whole = joined(asked, &parts, choice.take_results());
    choice.describe(&mut whole);
    Ok(Some(whole))
}
