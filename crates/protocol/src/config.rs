//! The `config` of a request: the part of the peers' configuration that has a meaning here.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    EvidenceLevel, ExpectConfig, Mutant, Pattern, PinnedImport, RuleEntry, SequenceConfig, Shard,
    SnapshotUpdate,
};

/// The file of a snapshot that what a request's `config` lacks is read from: the same
/// `{ test, lint, types }` as JSON.
pub const CONFIG_FILE: &str = "/verdict.config.json";

/// Configuration of a request. What it lacks takes its default. Keys without effect are named in the result's `warnings` and
/// fail nothing, so that a project's own Vitest configuration can be passed as it is.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Config {
    /// Vitest's `test` key.
    pub test: TestConfig,
    /// Which lint rules apply.
    pub lint: LintConfig,
    /// How types are checked.
    pub types: TypesConfig,
}

/// The part of Vitest's `test` configuration that is read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of Vitest's own")]
pub struct TestConfig {
    /// Milliseconds of virtual time that a test may take (Vitest's `testTimeout`).
    pub test_timeout: u64,
    /// Milliseconds of virtual time that a hook may take (Vitest's `hookTimeout`).
    pub hook_timeout: u64,
    /// Whether a run of `.only` tests counts as a pass (Vitest's `allowOnly`).
    pub allow_only: bool,
    /// Whether a file without tests counts as a pass (Vitest's `passWithNoTests`); never in a gate.
    pub pass_with_no_tests: bool,
    /// What is recorded of the guest's console.
    pub console: ConsolePolicy,
    /// Replaced import specifiers (Vite's `resolve.alias`).
    pub alias: Aliases,
    /// Files that run before each test file, in its realm: a path or several (Vitest's `setupFiles`). One that does not begin
    /// with `/` is looked for from the root, as a path and then as a package.
    pub setup_files: SetupFiles,
    /// All that the guest finds in `process.env` (Vitest's `test.env`), anew in each file. Nothing of the host's
    /// environment is in it.
    pub env: BTreeMap<String, String>,
    /// What `inject` gives by name (Vitest's `provide`).
    pub provide: BTreeMap<String, serde_json::Value>,
    /// Forget the calls of all mocks before each test (Vitest's `clearMocks`).
    pub clear_mocks: bool,
    /// Forget also what they were told to do (Vitest's `mockReset`).
    pub mock_reset: bool,
    /// Put back what spies stand for before each test (Vitest's `restoreMocks`).
    pub restore_mocks: bool,
    /// Put back stubbed globals before each test (Vitest's `unstubGlobals`).
    pub unstub_globals: bool,
    /// Put back stubbed variables of the environment before each test (Vitest's `unstubEnvs`).
    pub unstub_envs: bool,
    /// What `vi.useFakeTimers` does unless it is told otherwise (Vitest's `fakeTimers`).
    pub fake_timers: FakeTimersConfig,
    /// What assertions are held to.
    pub expect: ExpectConfig,
    /// What becomes of a snapshot that is not there.
    pub update: SnapshotUpdate,
    /// Only tests whose full name, suites and test joined by spaces, matches this regular expression run (Vitest's
    /// `testNamePattern`).
    pub test_name_pattern: Option<Pattern>,
    /// After so many failed tests nothing more runs; 0 for never (Vitest's `bail`).
    pub bail: usize,
    /// How often a test that failed is tried again, where it does not say so itself (Vitest's `retry`).
    pub retry: u32,
    /// The order of tests.
    pub sequence: SequenceConfig,
    /// Which part of the files runs (Vitest's `shard`).
    pub shard: Option<Shard>,
    /// Tests that match `test_name_pattern` are found and listed as skipped; none runs, so that it is no pass.
    pub list: bool,
    /// Whether each file has a guest of its own (Vitest's `isolate`). It always has one where guests cost little; in the
    /// browser's engine files share them if this is false, and the result says so.
    pub isolate: bool,
    /// What the globals of the guest are those of (Vitest's `environment`): `node`, or `dom`, `happy-dom` and `jsdom`,
    /// which all stand for the one DOM that there is. Only the browser's engine has one.
    pub environment: String,
    /// Whether the test API is a binding of test material only: code of the subject sees no test globals, cannot import
    /// `vitest`, and its calls of the API through other ways are refused (`err:policy`).
    pub sealed_api: bool,
    /// How much is recorded of what test files use and do.
    #[serde(skip_serializing_if = "EvidenceLevel::is_off")]
    pub evidence: EvidenceLevel,
    /// Absolute paths that are test material, whatever else imports them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub material: Vec<String>,
    /// Files that the application begins with, beside those that `package.json` and HTML files name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<String>,
    /// Imports that mean what they meant in another state.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pinned_imports: Vec<PinnedImport>,
    /// A mutant that is made when its file is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mutant: Option<Mutant>,
}

/// Files that run before each test file: `'./setup.ts'` or `['./setup.ts', …]`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
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

/// What `vi.useFakeTimers` does unless it is told otherwise.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FakeTimersConfig {
    /// The time that it begins with, in milliseconds since 1970; else the time of the realm.
    pub now: Option<i64>,
    /// What is faked; else all but `nextTick` and `queueMicrotask`.
    pub to_fake: Option<Vec<String>>,
    /// What of that is not faked.
    pub to_not_fake: Option<Vec<String>>,
    /// Timers after which `runAllTimers` gives up.
    pub loop_limit: u32,
    /// Whether the time of the realm moves the fake clock.
    pub should_advance_time: bool,
    /// By how many milliseconds at once.
    pub advance_time_delta: f64,
    /// Whether a fake `clearTimeout` clears timers that are not fake.
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

impl Default for TestConfig {
    fn default() -> Self {
        TestConfig {
            test_timeout: 5_000,
            hook_timeout: 10_000,
            allow_only: false,
            pass_with_no_tests: false,
            console: ConsolePolicy::Keep,
            alias: Aliases::default(),
            setup_files: SetupFiles::default(),
            env: BTreeMap::new(),
            provide: BTreeMap::new(),
            clear_mocks: false,
            mock_reset: false,
            restore_mocks: false,
            unstub_globals: false,
            unstub_envs: false,
            fake_timers: FakeTimersConfig::default(),
            expect: ExpectConfig::default(),
            update: SnapshotUpdate::default(),
            test_name_pattern: None,
            bail: 0,
            retry: 0,
            sequence: SequenceConfig::default(),
            shard: None,
            list: false,
            isolate: true,
            environment: "node".to_owned(),
            sealed_api: false,
            evidence: EvidenceLevel::Off,
            material: Vec::new(),
            entries: Vec::new(),
            pinned_imports: Vec::new(),
            mutant: None,
        }
    }
}

/// What import specifiers stand for, in the order in which they are tried: `{ find: replacement }` or
/// `[{ find, replacement }]`, as in Vite. A find stands for itself and for what follows it after a `/`; one with a `*`
/// for all that has something in its place, which takes the place of the `*` in the replacement.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "AliasForms", into = "Vec<Alias>")]
pub struct Aliases(pub Vec<Alias>);

/// One alias.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alias {
    /// What a specifier is, starts with or matches.
    pub find: AliasFind,
    /// The path in the snapshot, or the package, that takes its place; with a pattern what `String.prototype.replace`
    /// takes, `$1` and the like.
    pub replacement: String,
}

/// What an alias is for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "FindForms", into = "FindForms")]
pub enum AliasFind {
    /// A text, as it is.
    Text(String),
    /// A regular expression: as `{ source, flags }`, or as a text that begins with `/^` and ends with `/`, flags behind it.
    Pattern {
        /// What stands between the slashes.
        source: String,
        /// For example `i`.
        flags: String,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum FindForms {
    Text(String),
    Pattern {
        source: String,
        #[serde(default)]
        flags: String,
    },
}

impl From<FindForms> for AliasFind {
    fn from(form: FindForms) -> AliasFind {
        match form {
            FindForms::Text(text) => AliasFind::from(text),
            FindForms::Pattern { source, flags } => AliasFind::Pattern { source, flags },
        }
    }
}

impl From<AliasFind> for FindForms {
    fn from(find: AliasFind) -> FindForms {
        match find {
            AliasFind::Text(text) => FindForms::Text(text),
            AliasFind::Pattern { source, flags } => FindForms::Pattern { source, flags },
        }
    }
}

impl From<String> for AliasFind {
    fn from(text: String) -> AliasFind {
        let pattern = text
            .strip_prefix('/')
            .filter(|rest| rest.starts_with('^'))
            .and_then(|rest| rest.rsplit_once('/'));
        match pattern.filter(|(_, flags)| flags.chars().all(|flag| flag.is_ascii_lowercase())) {
            Some((source, flags)) => {
                AliasFind::Pattern { source: source.to_owned(), flags: flags.to_owned() }
            }
            None => AliasFind::Text(text),
        }
    }
}

impl AliasFind {
    /// How much of a specifier it tells: of an object's keys the longest is the most specific.
    fn len(&self) -> usize {
        match self {
            AliasFind::Text(text) => text.len(),
            AliasFind::Pattern { source, .. } => source.len(),
        }
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum AliasForms {
    List(Vec<Alias>),
    Map(BTreeMap<String, String>),
}

impl From<AliasForms> for Aliases {
    fn from(forms: AliasForms) -> Aliases {
        match forms {
            AliasForms::List(list) => Aliases(list),
            // An object has no order on its way here: the longest find is the most specific.
            AliasForms::Map(map) => {
                let mut list: Vec<Alias> = map
                    .into_iter()
                    .map(|(find, replacement)| Alias { find: find.into(), replacement })
                    .collect();
                list.sort_by_key(|alias| std::cmp::Reverse(alias.find.len()));
                Aliases(list)
            }
        }
    }
}

impl From<Aliases> for Vec<Alias> {
    fn from(aliases: Aliases) -> Vec<Alias> {
        aliases.0
    }
}

/// What becomes of the guest's console output.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ConsolePolicy {
    /// Kept up to `limits.consoleBytes`.
    #[default]
    Keep,
    /// Counted, not kept.
    Silent,
}

/// Lint configuration. Without any of it, the rules of the recommended preset are on, as errors.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct LintConfig {
    /// Rule ids that are switched off, whatever `rules` says.
    pub off: Vec<String>,
    /// Rules with their severity and options (ESLint's `rules`). What it does not name is as the recommended
    /// preset has it.
    pub rules: BTreeMap<String, RuleEntry>,
    /// The same for rules that `rules` does not name: what a host asks for beside a project's own configuration.
    pub defaults: BTreeMap<String, RuleEntry>,
    /// Exactly these rules run and no others, each as an error, whatever `off` and the severities of `rules` say;
    /// options are those of `rules`. For a host that looks for particular things (a gate), whatever a project's
    /// own configuration is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<Vec<String>>,
    /// Comments such as `eslint-disable` have no effect (ESLint's `linterOptions.noInlineConfig`).
    pub no_inline_config: bool,
    /// Names that are defined globally beside the host's.
    pub globals: Vec<String>,
    /// Whether every file can count on the globals of Node: `process`, `Buffer` …
    pub node: bool,
}

/// Type check configuration.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TypesConfig {
    /// Names that are defined globally beside the host's.
    pub globals: Vec<String>,
    /// Whether every file can count on the globals of Node: `process`, `Buffer` …
    pub node: bool,
}
