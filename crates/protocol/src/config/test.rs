//! The `test` of a configuration.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::typecheck::typecheck;
use crate::test_globs::{NO_TESTS, TESTS};
use crate::{
    Aliases, EvidenceLevel, ExpectConfig, ImportResolution, Mutant, Pattern, PinnedImport, SequenceConfig,
    Shard, SnapshotFormat, SnapshotUpdate, TypecheckConfig,
};

/// The supported part of Vitest's `test` configuration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of Vitest's own")]
pub struct TestConfig {
    /// Virtual milliseconds that a test may take (Vitest's `testTimeout`).
    pub test_timeout: u64,
    /// Virtual milliseconds that a hook may take (Vitest's `hookTimeout`).
    pub hook_timeout: u64,
    /// Whether a run of `.only` tests counts as a pass (Vitest's `allowOnly`).
    pub allow_only: bool,
    /// Whether a file without tests counts as a pass (Vitest's `passWithNoTests`). A gate ignores it.
    pub pass_with_no_tests: bool,
    /// How the guest's console output is recorded.
    pub console: ConsolePolicy,
    /// Replaced import specifiers (Vite's `resolve.alias`).
    pub alias: Aliases,
    /// How imports find files, besides `alias` (Vite's `resolve`).
    pub resolve: ImportResolution,
    /// One or more files that run before each test file, in its realm (Vitest's `setupFiles`). A name without
    /// a leading `/` is resolved from the root, first as a path, then as a package.
    pub setup_files: SetupFiles,
    /// The `process.env` of the guest, fresh in each file (Vitest's `test.env`). Variables of `.env` files with a
    /// prefix of `envPrefix` are added. The host's environment is not part of it.
    pub env: BTreeMap<String, String>,
    /// Prefixes of the variables that `.env` files add to `env`: one or several (Vite's `envPrefix`).
    pub env_prefix: EnvPrefix,
    /// The folder of `.env`, `.env.local`, `.env.test` and `.env.test.local`, as a path from the root (Vite's
    /// `envDir`). With an empty text, none is read.
    pub env_dir: String,
    /// Values that `inject` returns, by name (Vitest's `provide`).
    #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"))]
    pub provide: BTreeMap<String, serde_json::Value>,
    /// Whether to clear the recorded calls of all mocks before each test (Vitest's `clearMocks`).
    pub clear_mocks: bool,
    /// Whether to also reset mock implementations before each test (Vitest's `mockReset`).
    pub mock_reset: bool,
    /// Whether to forget all modules before each test, so that what it imports or requires runs again (Jest's
    /// `resetModules`).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub reset_modules: bool,
    /// Whether to restore the originals of spies before each test (Vitest's `restoreMocks`).
    pub restore_mocks: bool,
    /// Whether to restore stubbed globals before each test (Vitest's `unstubGlobals`).
    pub unstub_globals: bool,
    /// Whether to restore stubbed environment variables before each test (Vitest's `unstubEnvs`).
    pub unstub_envs: bool,
    /// Default options of `vi.useFakeTimers` (Vitest's `fakeTimers`).
    pub fake_timers: FakeTimersConfig,
    /// Requirements on assertions.
    pub expect: ExpectConfig,
    /// How to treat a missing snapshot.
    pub update: SnapshotUpdate,
    /// How snapshots print values.
    pub snapshot_format: SnapshotFormat,
    /// Regular expression that selects tests by their full name: suites and test, joined by spaces (Vitest's
    /// `testNamePattern`).
    pub test_name_pattern: Option<Pattern>,
    /// Number of failed tests after which nothing more runs; 0 for no limit (Vitest's `bail`).
    pub bail: usize,
    /// How often a failed test is retried, unless it sets its own number (Vitest's `retry`).
    pub retry: u32,
    /// The order of tests.
    pub sequence: SequenceConfig,
    /// The part of the files to run (Vitest's `shard`).
    pub shard: Option<Shard>,
    /// Whether to only list the tests that match `testNamePattern`, as skipped. Because none runs, the
    /// request does not pass.
    pub list: bool,
    /// Whether each file has its own guest (Vitest's `isolate`). The interpreter always isolates files. In
    /// the browser's engine a file gets the guest of an earlier one if that is proven clean. With `true` each
    /// file has its own. With `false` they share guests without a proof, and the result says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub isolate: Option<bool>,
    /// The environment whose globals the guest has (Vitest's `environment`): `node`, or a DOM, which is that of the package
    /// `jsdom` or `happy-dom`. `dom` is the latter. Only the browser's engine has a DOM.
    pub environment: String,
    /// Options of an environment, under `jsdom` or `happyDOM` (Vitest's `environmentOptions`): `url` and other data.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "Record<string, unknown>"))]
    pub environment_options: Option<BTreeMap<String, serde_json::Value>>,
    /// Tests of types (Vitest's `typecheck`). `true` enables them with all defaults.
    #[serde(deserialize_with = "typecheck")]
    #[cfg_attr(feature = "types", ts(type = "boolean | TypecheckConfig"))]
    pub typecheck: TypecheckConfig,
    /// Globs, from the root, of test files that run (Vitest's `include`). A command names its files itself, so these only decide
    /// which of the files that `typecheck` means run too.
    pub include: Vec<String>,
    /// Globs of files that `include` does not mean (Vitest's `exclude`).
    pub exclude: Vec<String>,
    /// The runner that the tests were written for. Its rules count where the two differ: how modules are mocked, tests
    /// called, mocks reset and snapshots named. Only `vitest` has no global `jest`. Without one, `jest` is another name
    /// of `vi`, and modules are linked as in a browser.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub written_for: Option<TestRunner>,
    /// Whether only test material has the test API, as bindings. The subject then sees no test globals,
    /// cannot import `vitest`, and any other call of the API is refused (`err:policy`).
    pub sealed_api: bool,
    /// How much evidence of what test files use and do is recorded.
    #[serde(skip_serializing_if = "EvidenceLevel::is_off")]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub evidence: EvidenceLevel,
    /// Absolute paths that are test material, even if other files import them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub material: Vec<String>,
    /// Entry points of the application, in addition to those that `package.json` and HTML files name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub entries: Vec<String>,
    /// Imports that resolve as they did in another state.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub pinned_imports: Vec<PinnedImport>,
    /// A mutant to apply when its file is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub mutant: Option<Mutant>,
    /// Selects another seed, which derives from the request's; 0 selects the request's own.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub reseed: u32,
}

impl Default for TestConfig {
    fn default() -> Self {
        TestConfig {
            test_timeout: 5_000,
            hook_timeout: 10_000,
            allow_only: false,
            pass_with_no_tests: false,
            console: ConsolePolicy::Keep,
            alias: Aliases::default(),
            resolve: ImportResolution::default(),
            setup_files: SetupFiles::default(),
            env: BTreeMap::new(),
            env_prefix: EnvPrefix::default(),
            env_dir: "/".to_owned(),
            provide: BTreeMap::new(),
            clear_mocks: false,
            mock_reset: false,
            reset_modules: false,
            restore_mocks: false,
            unstub_globals: false,
            unstub_envs: false,
            fake_timers: FakeTimersConfig::default(),
            expect: ExpectConfig::default(),
            update: SnapshotUpdate::default(),
            snapshot_format: SnapshotFormat::default(),
            test_name_pattern: None,
            bail: 0,
            retry: 0,
            sequence: SequenceConfig::default(),
            shard: None,
            list: false,
            isolate: None,
            environment: "node".to_owned(),
            environment_options: None,
            typecheck: TypecheckConfig::default(),
            include: vec![TESTS.to_owned()],
            exclude: NO_TESTS.map(str::to_owned).to_vec(),
            written_for: None,
            sealed_api: false,
            evidence: EvidenceLevel::Off,
            material: Vec::new(),
            entries: Vec::new(),
            pinned_imports: Vec::new(),
            mutant: None,
            reseed: 0,
        }
    }
}

impl TestConfig {
    /// Whether `jest` is a global. Libraries that find one take spies on timers for fake timers, so a project of Vitest has
    /// none.
    #[must_use]
    pub fn has_jest(&self) -> bool {
        self.written_for != Some(TestRunner::Vitest)
    }

    /// Whether the tests are written for Jest, whose modules are all CommonJS: `require` gives mocks, and a mock can be any value.
    #[must_use]
    pub fn is_for_jest(&self) -> bool {
        self.written_for == Some(TestRunner::Jest)
    }

    /// The seed of guests in a request with the seed `of_request`. [`TestConfig::reseed`] derives another one from
    /// it, unless it is 0. A derived seed is below 2⁵³, so that JavaScript can read it from JSON.
    #[must_use]
    pub const fn seed(&self, of_request: u64) -> u64 {
        if self.reseed == 0 {
            return of_request;
        }
        // `SplitMix64` of both: seeds that are near each other give streams that are not.
        let mixed = of_request ^ (self.reseed as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) & crate::MAX_SAFE_INTEGER
    }
}

/// Files that run before each test file: `'./setup.ts'` or `['./setup.ts', …]`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string | readonly string[]"))]
#[serde(from = "SetupForms", into = "Vec<String>")]
pub struct SetupFiles(pub Vec<String>);

#[derive(Deserialize)]
#[serde(untagged)]
enum SetupForms {
    One(String),
    Several(Vec<String>),
}

impl From<SetupForms> for SetupFiles {
    fn from(forms: SetupForms) -> SetupFiles {
        match forms {
            SetupForms::One(path) => SetupFiles(vec![path]),
            SetupForms::Several(paths) => SetupFiles(paths),
        }
    }
}

impl From<SetupFiles> for Vec<String> {
    fn from(files: SetupFiles) -> Vec<String> {
        files.0
    }
}

/// Prefixes of variables: `'VITE_'` or `['VITE_', …]`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string | readonly string[]"))]
#[serde(from = "SetupForms", into = "Vec<String>")]
pub struct EnvPrefix(pub Vec<String>);

impl Default for EnvPrefix {
    fn default() -> Self {
        EnvPrefix(vec!["VITE_".to_owned()])
    }
}

impl From<SetupForms> for EnvPrefix {
    fn from(forms: SetupForms) -> EnvPrefix {
        EnvPrefix(SetupFiles::from(forms).0)
    }
}

impl From<EnvPrefix> for Vec<String> {
    fn from(prefixes: EnvPrefix) -> Vec<String> {
        prefixes.0
    }
}

/// Default options of `vi.useFakeTimers`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct FakeTimersConfig {
    /// Initial time in milliseconds since 1970; by default the realm's time.
    pub now: Option<i64>,
    /// Functions to fake; by default all except `nextTick` and `queueMicrotask`.
    pub to_fake: Option<Vec<String>>,
    /// Functions to exclude from `toFake`.
    pub to_not_fake: Option<Vec<String>>,
    /// Number of timers after which `runAllTimers` gives up.
    pub loop_limit: u32,
    /// Whether the realm's clock advances the fake clock.
    pub should_advance_time: bool,
    /// Milliseconds by which each such advance moves the fake clock.
    pub advance_time_delta: f64,
    /// Whether a fake `clearTimeout` also clears real timers.
    pub should_clear_native_timers: bool,
}

impl Default for FakeTimersConfig {
    fn default() -> Self {
        FakeTimersConfig {
            now: None,
            to_fake: None,
            to_not_fake: None,
            loop_limit: 10_000,
            should_advance_time: false,
            advance_time_delta: 20.0,
            should_clear_native_timers: true,
        }
    }
}

/// A test runner for which tests are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum TestRunner {
    /// Jest.
    Jest,
    /// Vitest.
    Vitest,
}

/// How the guest's console output is recorded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ConsolePolicy {
    /// Recorded up to `limits.consoleBytes`.
    #[default]
    Keep,
    /// Counted, not recorded.
    Silent,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}
