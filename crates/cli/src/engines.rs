//! Combines the engines of a command line into one verifier, for `verify`, `apply` and `run`.

use std::collections::BTreeSet;
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;
use verdict_checker::{CheckPlan, TypeTests, compared};
use verdict_gate::{Check, Verdict, Verifier};
use verdict_protocol::{Code, Command, Toolchain, Verb, VerifyResult, overlay};
use verdict_vfs::Snapshot;

use crate::automatic::AutomaticRun;
use crate::browser::{BrowserArguments, EngineChoice, LazyBrowsers, confirmed};
use crate::cache::Cache;
use crate::folder::packages::Contents;
use crate::host::HostArguments;
use crate::packaged::Packaged;
use crate::parts::TestRequest;
use crate::pool::{Pool, Unwatched, Watcher};
use crate::types::{CheckRequest, TypesLayer};
use crate::verifier::ChildVerifier;

/// Uses the engine's process, and browsers for tests whose check requests confirmation.
pub(crate) struct Engines {
    native: ChildVerifier,
    /// Several processes in place of the one, for commands that nobody judges a change by.
    pool: Option<Pool>,
    host: HostArguments,
    browsers: LazyBrowsers,
    /// Of the folder whose changes are judged.
    packages: Option<Packaged>,
    /// Checks types, after the engine's process.
    types: TypesLayer,
    /// The declarations of packages, for the checker.
    declarations: Option<Packaged>,
    /// The state that types are compared with.
    baseline: Option<Snapshot>,
    /// Whether files that fail in the interpreter run again in a browser, where each file has the engine that it needs.
    checks_failures: bool,
}

impl Engines {
    /// Creates the verifier.
    ///
    /// # Errors
    /// [`io::Error`] for an unreadable configuration.
    pub(crate) fn new(host: &HostArguments, browser: &BrowserArguments) -> io::Result<Engines> {
        let native = ChildVerifier::new(host)?;
        Ok(Engines {
            native,
            pool: None,
            host: host.clone(),
            browsers: LazyBrowsers::new(browser.clone()),
            packages: None,
            types: TypesLayer::default(),
            declarations: None,
            baseline: None,
            checks_failures: false,
        })
    }

    /// Files are spread over several processes.
    ///
    /// # Errors
    /// [`io::Error`] for a configuration that cannot be read.
    pub(crate) fn with_workers(self, workers: NonZeroUsize) -> io::Result<Engines> {
        Ok(Engines { pool: Some(Pool::new(&self.host, workers)?), ..self })
    }

    /// With `--engine auto`, files that fail in the interpreter run again in a browser.
    pub(crate) fn with_checked_failures(self) -> Engines {
        Engines { checks_failures: true, ..self }
    }

    /// The processes take results of test files from a cache, and keep them in it. Not for a gate.
    pub(crate) fn with_cache(mut self, cache: Option<Cache>) -> Engines {
        self.pool = self.pool.map(|pool| pool.with_cache(cache));
        self
    }

    /// The absolute paths of files whose results came from the cache.
    pub(crate) fn recalled(&self) -> BTreeSet<String> {
        self.pool.as_ref().map(Pool::recalled).unwrap_or_default()
    }

    /// The cache of the processes.
    pub(crate) fn cache(&self) -> Option<&Cache> {
        self.pool.as_ref().and_then(Pool::cache)
    }

    /// As a verifier of a gate they run code with the packages that it imports of a folder.
    ///
    /// # Errors
    /// [`io::Error`] for a configuration that cannot be read.
    pub(crate) fn with_packages_of(self, root: &Path) -> io::Result<Engines> {
        let config = self.host.configuration()?.to_string();
        let packages = Some(Packaged::new(root.to_owned(), Contents::Code, config));
        Engines { packages, ..self }.with_types_of(root)
    }

    /// Types are checked with the declarations of a folder's packages.
    ///
    /// # Errors
    /// [`io::Error`] for a configuration that cannot be read.
    pub(crate) fn with_types_of(self, root: &Path) -> io::Result<Engines> {
        let config = self.host.configuration()?.to_string();
        Ok(Engines { declarations: Some(Packaged::new(root.to_owned(), Contents::Types, config)), ..self })
    }

    /// A type check says what is new since a state.
    pub(crate) fn with_baseline(self, baseline: Option<Snapshot>) -> Engines {
        Engines { baseline, ..self }
    }

    /// The fast layer of a type check.
    fn fast_types(
        &mut self,
        check: &Check<'_>,
        config: &serde_json::Value,
        watcher: &dyn Watcher,
    ) -> io::Result<VerifyResult> {
        let fast = self.natively(check, watcher)?;
        let Some(before) = &self.baseline else { return Ok(fast) };
        let plan = CheckPlan::read(check.command, check.snapshot, Some(config));
        let Some(command) = plan.and_then(|plan| plan.baseline_command(before)) else {
            return Ok(compared(
                fast,
                &VerifyResult::refused(check.command, Code::NotFound, "no such files"),
            ));
        };
        let known = self.native.ask(&Check { command: &command, snapshot: before, ..*check })?;
        Ok(compared(fast, &known))
    }

    /// Runs both layers of a type check.
    fn type_check(&mut self, check: &Check<'_>, watcher: &dyn Watcher) -> io::Result<VerifyResult> {
        let config = self.native.config(check);
        let fast = self.fast_types(check, &config, watcher)?;
        self.with_types(check, &config, |types, request, with_packages| {
            types.complete(fast, request, check.snapshot, with_packages)
        })
    }

    /// Uses the full layer for a check, with the declarations of packages.
    fn with_types<T>(
        &mut self,
        check: &Check<'_>,
        config: &serde_json::Value,
        then: impl FnOnce(
            &mut TypesLayer,
            &CheckRequest<'_>,
            &mut dyn FnMut(&Snapshot) -> io::Result<Snapshot>,
        ) -> T,
    ) -> T {
        let request = CheckRequest {
            command: check.command,
            config,
            limits: self.native.limits(check),
            browser: &self.browsers.arguments,
            baseline: self.baseline.as_ref(),
            cache: self.pool.as_ref().and_then(Pool::cache),
        };
        let mut declarations = self.declarations.as_mut();
        let mut with_packages = |files: &Snapshot| match &mut declarations {
            Some(declarations) => declarations.lay(files),
            None => Ok(files.clone()),
        };
        then(&mut self.types, &request, &mut with_packages)
    }

    fn ask_with_packages(&mut self, check: &Check<'_>) -> io::Result<VerifyResult> {
        let Some(packages) = self.packages.as_mut().filter(|_| runs_code(check.command)) else {
            return self.ask(check);
        };
        let with = packages.lay(check.snapshot)?;
        let result = self.ask(&Check { snapshot: &with, ..*check })?;
        // The request names the files of the project, without the packages.
        let has_packages = result.snapshot_root == with.root();
        let snapshot_root =
            if has_packages { check.snapshot.root().to_owned() } else { result.snapshot_root };
        Ok(VerifyResult { snapshot_root, ..result })
    }

    fn natively(&mut self, check: &Check<'_>, watcher: &dyn Watcher) -> io::Result<VerifyResult> {
        match &mut self.pool {
            Some(pool) => pool.ask(check, watcher),
            None => self.native.ask(check),
        }
    }

    /// Runs a `test:` in the interpreter, and files that need what it lacks in browsers. A gate has no pool, and the
    /// interpreter alone judges its changes.
    fn automatically(&mut self, check: &Check<'_>, watcher: &dyn Watcher) -> io::Result<VerifyResult> {
        let Some(pool) = &mut self.pool else { return self.native.ask(check) };
        let begun = Instant::now();
        let asked = TestRequest::new(check, &self.host)?;
        let run = AutomaticRun {
            asked: &asked,
            checks_failures: self.checks_failures,
            pool,
            browsers: &mut self.browsers,
            watcher,
        };
        match run.run()? {
            Some(mut result) => {
                result.timing.total_ms = begun.elapsed().as_secs_f64() * 1e3;
                Ok(result)
            }
            None => pool.ask(check, watcher),
        }
    }

    /// Runs a check. An engine that dies gives a negative result.
    ///
    /// # Errors
    /// [`io::Error`] if there is no engine, or if it breaks the protocol.
    pub(crate) fn ask(&mut self, check: &Check<'_>) -> io::Result<VerifyResult> {
        self.ask_watched(check, &Unwatched)
    }

    /// Runs a check as [`Engines::ask`]. `watcher` sees how its files run.
    ///
    /// # Errors
    /// Those of [`Engines::ask`].
    pub(crate) fn ask_watched(
        &mut self,
        check: &Check<'_>,
        watcher: &dyn Watcher,
    ) -> io::Result<VerifyResult> {
        match Command::parse(check.command).map(|command| command.verb) {
            Ok(Verb::TypeCheck) => self.type_check(check, watcher),
            Ok(Verb::Test) => self.test(check, watcher),
            _ => self.natively(check, watcher),
        }
    }

    /// Runs a `test:`. A checker judges its tests of types meanwhile.
    fn test(&mut self, check: &Check<'_>, watcher: &dyn Watcher) -> io::Result<VerifyResult> {
        let begun = Instant::now();
        let config = self.native.config(check);
        let Some(tests) = TypeTests::read(check.command, check.snapshot, &config) else {
            return self.run_tests(check, watcher);
        };
        self.with_types(check, &config, |types, request, with_packages| {
            types.begin_tests(&tests, request, check.snapshot, with_packages);
        });
        let over = TypeTests::of_rest(check.config);
        let ran = tests
            .rest()
            .map(|command| self.run_tests(&Check { command, config: Some(&over), ..*check }, watcher));
        let ran = ran.transpose()?;
        watcher.begins(Verb::Test, tests.count());
        let past = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        let limits = self.native.limits(check);
        let left = limits.time_ms.saturating_sub(past);
        let check = Check { timeout_ms: Some(left), ..*check };
        let answer = self.with_types(&check, &config, |types, request, with_packages| {
            types.check_tests(&tests, request, check.snapshot, with_packages)
        })?;
        let judged = tests.judged(answer, begun.elapsed().as_secs_f64() * 1e3);
        watcher.ends(tests.first(), &judged, false);
        let mut result = tests.joined(ran, judged, limits.output_bytes);
        result.timing.total_ms = begun.elapsed().as_secs_f64() * 1e3;
        Ok(result)
    }

    /// Runs the files of a `test:`.
    fn run_tests(&mut self, check: &Check<'_>, watcher: &dyn Watcher) -> io::Result<VerifyResult> {
        let policy = match check.confirm {
            Some(policy) if self.browsers.engine() != EngineChoice::Boa => policy,
            _ => return self.natively(check, watcher),
        };
        if self.browsers.engine() == EngineChoice::Auto {
            return self.automatically(check, watcher);
        }
        let asked = TestRequest::new(check, &self.host)?;
        let first = self.browsers.get()?.verify(&asked)?;
        if self.browsers.engine() != EngineChoice::Both {
            return Ok(first);
        }
        // The files are chosen already, and part of the time has passed.
        let mut whole = check.config.cloned().unwrap_or_default();
        overlay(&mut whole, &json!({ "test": { "shard": null } }));
        let past = Duration::try_from_secs_f64(first.timing.total_ms / 1e3).unwrap_or_default();
        let left = Duration::from_millis(asked.limits.time_ms).saturating_sub(past).as_millis();
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
        match self.ask_with_packages(check) {
            Ok(result) => Verdict::from(result),
            Err(error) => Verdict::failed(Code::Unavailable, error.to_string()),
        }
    }

    fn prepare(&mut self, check: &Check<'_>) {
        if Command::parse(check.command).is_ok_and(|command| command.verb == Verb::TypeCheck) {
            let config = self.native.config(check);
            self.with_types(check, &config, |types, request, with_packages| {
                types.begin(request, check.snapshot, with_packages);
            });
        }
    }

    fn depends_on(&mut self, snapshot: &Snapshot) -> String {
        let with = self.packages.as_mut().and_then(|packages| packages.lay(snapshot).ok());
        with.map_or_else(String::new, |with| with.root().to_owned())
    }

    fn confirms(&self) -> bool {
        self.browsers.engine() == EngineChoice::Both
    }

    async fn toolchain(&mut self) -> Option<Toolchain> {
        self.native.ping().ok()
    }
}

/// Whether a command follows imports into packages.
pub(crate) fn runs_code(command: &str) -> bool {
    matches!(command.split(':').next(), Some("test" | "eval"))
}
