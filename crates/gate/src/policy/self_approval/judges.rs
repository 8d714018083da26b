//! The commands that judge a change by tests, and the test files that no command names.

use serde_json::{Value, json};
use verdict_protocol::{CONFIG_FILE, Command, EvidenceLevel, overlay};
use verdict_vfs::{Snapshot, VfsPath};

use crate::policy::PathGlob;
use crate::profile::{VerificationConfig, scrub};
use crate::transaction::{Journal, Run, Target, Verifier, is_test, variables};

/// What Vitest takes for test files without configuration.
const DEFAULT_INCLUDE: &str = "/**/*.{test,spec}.{js,mjs,cjs,ts,mts,cts,jsx,tsx}";
/// Where test files are not looked for unless they are asked for.
const DEFAULT_EXCLUDE: &str = "/**/node_modules/**";

/// A `test:` that judges a change.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct JudgingCommand {
    pub(super) command: String,
    /// Laid over the verifier's own configuration where its tests are compared: a test that asserts nothing counts there.
    pub(super) config: Value,
}

impl JudgingCommand {
    /// Whether two come to the same.
    fn is_same(&self, other: &JudgingCommand) -> bool {
        self.command == other.command && self.variables() == other.variables()
    }

    /// The same, with all recorded that tests do.
    pub(super) fn recording_all(&self) -> JudgingCommand {
        let mut judge = self.clone();
        overlay(&mut judge.config, &json!({ "test": { "evidence": EvidenceLevel::Full } }));
        judge
    }

    /// What its tests find in `process.env` beside what the verifier gives them.
    pub(super) fn variables(&self) -> Value {
        variables(&self.config)
    }
}

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    /// The `test:` commands that judge this change: the verify command, and the steps of the profile as `before` has it.
    pub(crate) fn judging_commands(&self, before: &Snapshot) -> Vec<JudgingCommand> {
        let mut commands = Vec::new();
        if let Some(command) = self.options.verify_command.as_ref().filter(|command| is_test(command)) {
            commands.push(JudgingCommand { command: command.clone(), config: self.compared(&json!({})) });
        }
        let Some(profile) = &self.options.profile else { return commands };
        // One that cannot be read stops the transaction where it is to run.
        let Ok(config) = VerificationConfig::of(before) else { return commands };
        for skill in config.profiles.get(profile).into_iter().flatten() {
            let Some(skill) = config.skills.get(skill) else { continue };
            let env = scrub(skill, &self.options.env).passed;
            for step in skill.steps.iter().filter(|step| is_test(&step.run)) {
                let config = self.compared(&json!({ "env": env }));
                let judge = JudgingCommand { command: step.run.clone(), config };
                // What runs twice in the same way judges once.
                if !commands.iter().any(|known: &JudgingCommand| known.is_same(&judge)) {
                    commands.push(judge);
                }
            }
        }
        commands
    }

    /// The command that runs some test files as the commands of the caller would, and its configuration. All that tests do
    /// is recorded.
    pub(super) fn command_of(&self, files: &[VfsPath], judging: &[JudgingCommand]) -> Option<JudgingCommand> {
        let command = crate::policy::findings::command(verdict_protocol::Verb::Test, files)?;
        let config = judging.first().map_or_else(|| self.compared(&json!({})), |judge| judge.config.clone());
        Some(JudgingCommand { command, config }.recording_all())
    }

    /// Whether a test asserts is compared between the states, so that one that never did still judges by what it runs.
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

/// Whether a file is a test file by the patterns of Vitest and of the configuration of the state before.
pub(super) struct TestFiles {
    include: Vec<PathGlob>,
    exclude: Option<PathGlob>,
}

impl TestFiles {
    pub(super) fn new(before: &Snapshot) -> TestFiles {
        let blob = VfsPath::parse(CONFIG_FILE).ok().and_then(|path| before.get(&path).cloned());
        let config: Value =
            blob.and_then(|blob| serde_json::from_slice(blob.bytes()).ok()).unwrap_or_default();
        let configured =
            config.pointer("/test/include").and_then(Value::as_array).cloned().unwrap_or_default();
        let configured = configured.iter().filter_map(Value::as_str).map(plain);
        let include = std::iter::once(plain(DEFAULT_INCLUDE)).chain(configured);
        TestFiles {
            include: include.filter_map(|glob| PathGlob::parse(&glob).ok()).collect(),
            exclude: PathGlob::parse(DEFAULT_EXCLUDE).ok(),
        }
    }

    pub(super) fn is_test(&self, path: &VfsPath) -> bool {
        let matches = |glob: &PathGlob| glob.matches(path.as_str());
        self.include.iter().any(matches) && !self.exclude.as_ref().is_some_and(matches)
    }
}

/// The files that a `test:` names.
pub(super) fn named(command: &str, files: &Snapshot) -> Vec<VfsPath> {
    let patterns =
        Command::parse(command).ok().and_then(|command| command.patterns().ok()).unwrap_or_default();
    patterns.iter().filter_map(|pattern| files.select(pattern).ok()).flatten().collect()
}

/// `?(a|b)` and `@(a|b)` of Vitest's globs as `{,a,b}` and `{a,b}`.
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
