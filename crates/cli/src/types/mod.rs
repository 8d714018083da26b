//! The full layer of `type-check:`: TypeScript in a process of Node or a page of a browser, after the engine's fast
//! layer.

mod places;
mod process;

use std::time::Duration;

use serde_json::Value;
use verdict_checker::{Answer, Checker, Failure, Question, TypeTests, joined, only_fast};
use verdict_protocol::{Code, Limits, Output, VerifyResult};
use verdict_vfs::Snapshot;

use crate::browser::BrowserArguments;
use crate::cache::Cache;
use places::{Missing, Places};
use process::HostedChecker;

/// The full layer, whose process starts with the first question.
#[derive(Default)]
pub(crate) struct TypesLayer {
    checker: Option<HostedChecker>,
}

/// What a type check asks for besides its files.
pub(crate) struct CheckRequest<'a> {
    /// The command.
    pub(crate) command: &'a str,
    /// The configuration of the request.
    pub(crate) config: &'a Value,
    /// The limits, of which the time is for both layers and the output for the result.
    pub(crate) limits: Limits,
    /// Where the package is, and browsers.
    pub(crate) browser: &'a BrowserArguments,
    /// The state to compare with.
    pub(crate) baseline: Option<&'a Snapshot>,
    /// What keeps answers; `None` for a gate.
    pub(crate) cache: Option<&'a Cache>,
}

impl CheckRequest<'_> {
    /// Asks a checker, unless the cache has its answer.
    fn ask(
        &self,
        checker: &mut HostedChecker,
        snapshot: &Snapshot,
        question: &Question<'_>,
    ) -> Result<Answer, Failure> {
        let Some((cache, key)) = self.cache.and_then(|cache| Some((cache, checker.key(snapshot, question)?)))
        else {
            return checker.check(snapshot, question);
        };
        if let Some(answer) = cache.answer(&key) {
            return Ok(answer);
        }
        let answer = checker.check(snapshot, question)?;
        cache.keep_answer(&key, &answer);
        Ok(answer)
    }

    /// Begins a check whose answer the cache does not have.
    fn begin(&self, checker: &mut HostedChecker, snapshot: &Snapshot, question: &Question<'_>) {
        let is_kept = self.cache.is_some_and(|cache| {
            checker.key(snapshot, question).is_some_and(|key| cache.answer(&key).is_some())
        });
        if !is_kept {
            checker.begin(snapshot, question);
        }
    }
}

impl TypesLayer {
    /// Whether the environment switches the full layer off.
    pub(crate) fn is_off() -> bool {
        places::is_off()
    }

    /// Completes the result of the fast layer for files. `with_packages` adds the declarations of the packages
    /// that they import.
    pub(crate) fn complete(
        &mut self,
        fast: VerifyResult,
        request: &CheckRequest<'_>,
        files: &Snapshot,
        mut with_packages: impl FnMut(&Snapshot) -> std::io::Result<Snapshot>,
    ) -> std::io::Result<VerifyResult> {
        if !matches!(fast.output, Output::Diagnostics(_)) || places::is_off() {
            return Ok(fast);
        }
        let Some(wanted) = verdict_checker::CheckPlan::read(request.command, files, Some(request.config))
        else {
            return Ok(fast);
        };
        let config = &wanted.config;
        let limit = request.limits.output_bytes;
        if wanted.is_fast() {
            return Ok(only_fast(fast, None));
        }
        let past = Duration::try_from_secs_f64(fast.timing.total_ms / 1e3).unwrap_or_default();
        let time = Duration::from_millis(request.limits.time_ms).saturating_sub(past);
        let (full, before) = match self.checker(request.browser) {
            Err(Missing(why)) => (Err(Failure::new(Code::Unavailable, why)), None),
            Ok(checker) => {
                checker.within(time);
                let before = match request.baseline {
                    Some(before) => {
                        let with_packages = with_packages(before)?;
                        Some(request.ask(checker, &with_packages, &wanted.baseline_question(before)))
                    }
                    None => None,
                };
                match before.transpose() {
                    Ok(before) => (request.ask(checker, &with_packages(files)?, &wanted.question()), before),
                    Err(failure) => (Err(failure), None),
                }
            }
        };
        Ok(match full {
            Err(failure) if failure.code == Code::Unavailable && config.level.is_none() => {
                only_fast(fast, Some(failure.message))
            }
            full => joined(fast, full.map_err(demanded), before.as_ref(), config, limit),
        })
    }

    /// Begins a check in the checker's own process. If it cannot, [`TypesLayer::complete`] reports why.
    pub(crate) fn begin(
        &mut self,
        request: &CheckRequest<'_>,
        files: &Snapshot,
        with_packages: impl FnOnce(&Snapshot) -> std::io::Result<Snapshot>,
    ) {
        let plan = verdict_checker::CheckPlan::read(request.command, files, Some(request.config));
        let Some(plan) = plan.filter(|plan| !plan.is_fast() && !places::is_off()) else { return };
        if let (Ok(checker), Ok(snapshot)) = (self.checker(request.browser), with_packages(files)) {
            request.begin(checker, &snapshot, &plan.question());
        }
    }

    /// Begins to check tests of types, in the checker's own process. If it cannot, [`TypesLayer::check_tests`] says why.
    pub(crate) fn begin_tests(
        &mut self,
        tests: &TypeTests<'_>,
        request: &CheckRequest<'_>,
        files: &Snapshot,
        with_packages: impl FnOnce(&Snapshot) -> std::io::Result<Snapshot>,
    ) {
        if !tests.config().list
            && let Ok(checker) = self.checker_for(tests, request)
            && let Ok(snapshot) = with_packages(files)
        {
            request.begin(checker, &snapshot, &tests.question());
        }
    }

    /// What the checker finds for tests of types, within the time of the request. A list of tests needs no findings.
    pub(crate) fn check_tests(
        &mut self,
        tests: &TypeTests<'_>,
        request: &CheckRequest<'_>,
        files: &Snapshot,
        with_packages: impl FnOnce(&Snapshot) -> std::io::Result<Snapshot>,
    ) -> std::io::Result<Result<Answer, Failure>> {
        if tests.config().list {
            return Ok(Ok(Answer::default()));
        }
        let checker = match self.checker_for(tests, request) {
            Ok(checker) => checker,
            Err(failure) => return Ok(Err(failure)),
        };
        let snapshot = with_packages(files)?;
        checker.within(Duration::from_millis(request.limits.time_ms));
        Ok(request.ask(checker, &snapshot, &tests.question()).map_err(demanded))
    }

    fn checker_for(
        &mut self,
        tests: &TypeTests<'_>,
        request: &CheckRequest<'_>,
    ) -> Result<&mut HostedChecker, Failure> {
        if let Some(failure) = tests.refused() {
            return Err(failure);
        }
        if places::is_off() {
            return Err(Failure::new(Code::Unavailable, "the environment switches the checker off"));
        }
        let checker = self.checker(request.browser);
        let checker = checker.map_err(|Missing(why)| Failure::new(Code::Startup, why))?;
        checker.starts_within(tests.config().typecheck.spawn_timeout.map(Duration::from_millis));
        Ok(checker)
    }

    /// The checker, which is made for the first check.
    fn checker(&mut self, browser: &BrowserArguments) -> Result<&mut HostedChecker, Missing> {
        let checker = match self.checker.take() {
            Some(checker) => checker,
            None => HostedChecker::new(Places::find(browser)?),
        };
        Ok(self.checker.insert(checker))
    }
}

/// The failure of a layer that has to run: if nothing can run it, it did not start.
fn demanded(failure: Failure) -> Failure {
    match failure.code {
        Code::Unavailable => Failure { code: Code::Startup, ..failure },
        _ => failure,
    }
}
