//! The commands that judge a change by tests, and the test files that no command names.

use serde_json::{Value, json};
use verdict_protocol::{Command, EvidenceLevel, TestConfig, overlay};
use verdict_vfs::{Snapshot, VfsPath};

use crate::policy::PathGlob;
use crate::profile::{VerificationConfig, scrub};
use crate::transaction::{Journal, Run, Target, Verifier, is_test, variables};

/// Vitest's default glob of test files.
const DEFAULT_INCLUDE: &str = "/**/*.{test,spec}.{js,mjs,cjs,ts,mts,cts,jsx,tsx}";
/// Folders without test files, unless a command asks for them.
const DEFAULT_EXCLUDE: &str = "/**/node_modules/**";

/// A `test:` command that judges a change.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct JudgingCommand {
    pub(super) command: String,
    /// Configuration to lay over the verifier's own when comparing tests. There, a test that asserts nothing
    /// counts.
    pub(super) config: Value,
}

impl JudgingCommand {
    /// Whether two commands are equivalent.
    fn is_same(&self, other: &JudgingCommand) -> bool {
        self.command == other.command && self.variables() == other.variables()
    }

    /// This command, recording every action of tests.
    pub(super) fn recording_all(&self) -> JudgingCommand {
        let mut judge = self.clone();
        overlay(&mut judge.config, &json!({ "test": { "evidence": EvidenceLevel::Full } }));
        judge
    }

    /// The variables in the tests' `process.env` beyond the verifier's own.
    pub(super) fn variables(&self) -> Value {
        variables(&self.config)
    }
}

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    /// The `test:` commands that judge this change: the verify command, and the steps of the profile in
    /// `before`.
    pub(crate) fn judging_commands(&self, before: &Snapshot) -> Vec<JudgingCommand> {
        let mut commands = Vec::new();
        if let Some(command) = self.options.verify_command.as_ref().filter(|command| is_test(command)) {
            commands.push(JudgingCommand { command: command.clone(), config: self.compared(&json!({})) });
        }
        let Some(profile) = &self.options.profile else { return commands };
        // An unreadable configuration stops the transaction later, when it is needed.
        let Ok(config) = VerificationConfig::of(before) else { return commands };
        for skill in config.profiles.get(profile).into_iter().flatten() {
            let Some(skill) = config.skills.get(skill) else { continue };
            let env = scrub(skill, &self.options.env).passed;
            for step in skill.steps.iter().filter(|step| is_test(&step.run)) {
                let config = self.compared(&json!({ "env": env }));
                let judge = JudgingCommand { command: step.run.clone(), config };
                // Two equivalent commands judge once.
                if !commands.iter().any(|known: &JudgingCommand| known.is_same(&judge)) {
                    commands.push(judge);
                }
            }
        }
        commands
    }

    /// A command that runs some test files as the caller's commands would, with its configuration. It records
    /// every action of tests.
    pub(super) fn command_of(&self, files: &[VfsPath], judging: &[JudgingCommand]) -> Option<JudgingCommand> {
        let command = crate::policy::findings::command(verdict_protocol::Verb::Test, files)?;
        let config = judging.first().map_or_else(|| self.compared(&json!({})), |judge| judge.config.clone());
        Some(JudgingCommand { command, config }.recording_all())
    }

    /// Permits tests without assertions, because the comparison of both states checks for them. A test that
    /// never asserted still judges by the code that it runs.
    fn compared(&self, test: &Value) -> Value {
        let strict = self.options.policy.strict_assertions == crate::policy::Reaction::Block;
        let mut config = json!({
            "test": {
                "console": "silent",
                "expect": { "requireAssertions": false, "strictAssertions": strict },
                "passWithNoTests": false,
                "update": "none",
            }
        });
        overlay(&mut config, &json!({ "test": test }));
        config
    }
}

/// Decides which files are test files, by Vitest's patterns and those of the previous state's configuration.
pub(super) struct TestFiles {
    include: Vec<PathGlob>,
    exclude: Option<PathGlob>,
}

impl TestFiles {
    /// Of the previous state's configuration.
    pub(super) fn new(config: &Value) -> TestFiles {
        let configured =
            config.pointer("/test/include").and_then(Value::as_array).cloned().unwrap_or_default();
        let configured = configured.iter().filter_map(Value::as_str).map(plain);
        let of_types = type_tests(config);
        let of_types = of_types.iter().map(|glob| plain(glob));
        let include = std::iter::once(plain(DEFAULT_INCLUDE)).chain(configured).chain(of_types);
        TestFiles {
            include: include.filter_map(|glob| PathGlob::parse(&glob).ok()).collect(),
            exclude: PathGlob::parse(DEFAULT_EXCLUDE).ok(),
        }
    }

    /// Tests of types alone.
    pub(super) fn of_types(config: &Value) -> TestFiles {
        let globs = type_tests(config);
        let include = globs.iter().filter_map(|glob| PathGlob::parse(&plain(glob)).ok()).collect();
        TestFiles { include, exclude: PathGlob::parse(DEFAULT_EXCLUDE).ok() }
    }

    pub(super) fn is_test(&self, path: &VfsPath) -> bool {
        let matches = |glob: &PathGlob| glob.matches(path.as_str());
        self.include.iter().any(matches) && !self.exclude.as_ref().is_some_and(matches)
    }
}

/// The globs of tests of types, if the configuration enables these.
fn type_tests(config: &Value) -> Vec<String> {
    let test = serde_json::from_value::<TestConfig>(config["test"].clone()).unwrap_or_default();
    let globs = test.typecheck.include.into_iter().filter(|_| test.typecheck.enabled);
    // Globs of paths have lists, and no classes of letters.
    let globs = globs.map(|glob| glob.replace("[jt]", "{j,t}"));
    globs.map(|glob| if glob.starts_with('/') { glob } else { format!("/{glob}") }).collect()
}

/// The files that a `test:` command names.
pub(super) fn named(command: &str, files: &Snapshot) -> Vec<VfsPath> {
    let patterns =
        Command::parse(command).ok().and_then(|command| command.patterns().ok()).unwrap_or_default();
    patterns.iter().filter_map(|pattern| files.select(pattern).ok()).flatten().collect()
}

/// Rewrites `?(a|b)` and `@(a|b)` in Vitest's globs to `{,a,b}` and `{a,b}`.
fn plain(glob: &str) -> String {
    let mut out = String::new();
    let mut rest = glob;
    while let Some(at) = rest.find("?(").into_iter().chain(rest.find("@(")).min() {
        let Some(length) = rest[at..].find(')') else { break };
        out.push_str(&rest[..at]);
        out.push_str(if rest[at..].starts_with('?') { "{," } else { "{" });
        out.push_str(&rest[at + 2..at + length].replace('|', ","));
        out.push('}');
        rest = &rest[at + length + 1..];
    }
    out + rest
}
