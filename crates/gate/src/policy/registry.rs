//! Every rule by which a gate refuses a change, as data: its id, its option and its default. Each has a page
//! in `docs/policy/`.

use serde::{Deserialize, Serialize};

use super::Reaction;
use crate::transaction::Policy;

/// How much a gate refuses if the policy does not name a rule.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Strictness {
    /// Refuses whatever prevents a judgement of the change; matters of style are warnings.
    #[default]
    Standard,
    /// Also refuses matters of style, and reads ambiguous cases against the change.
    Paranoid,
}

/// A rule by which a gate refuses a change.
#[derive(Debug)]
pub struct PolicyRule {
    /// The name in reports, and the name of its page.
    pub id: &'static str,
    /// The changes that it refuses, in a sentence.
    pub summary: &'static str,
    /// The way to let a change through: a member of `policy`, or something else.
    pub option: &'static str,
    /// The default reaction.
    pub standard: Reaction,
    /// The default reaction under [`Strictness::Paranoid`].
    pub paranoid: Reaction,
    /// The policy's own setting for this rule.
    pub(crate) chosen: fn(&Policy) -> Option<Reaction>,
}

/// A rule that blocks under every strictness, with the option that overrides it.
const fn blocks(
    id: &'static str,
    option: &'static str,
    chosen: fn(&Policy) -> Option<Reaction>,
    summary: &'static str,
) -> PolicyRule {
    PolicyRule { id, summary, option, standard: Reaction::Block, paranoid: Reaction::Block, chosen }
}

/// For a rule that no policy can turn into a warning.
const fn never(_: &Policy) -> Option<Reaction> {
    None
}

/// An explicit permission turns a refusal into a warning.
const fn allowed(allowed: bool) -> Option<Reaction> {
    if allowed { Some(Reaction::Warn) } else { None }
}

macro_rules! rules {
    ($($name:ident = $rule:expr;)*) => {
        $(pub(crate) static $name: PolicyRule = $rule;)*

        /// Every rule.
        pub static POLICY_RULES: &[&PolicyRule] = &[$(&$name),*];
    };
}

rules! {
    UNVERIFIED = blocks("unverified", "allowUnverified", |policy| allowed(policy.allow_unverified),
        "Nothing verifies the change: no command and no profile, or no verifier.");
    PROTECTED_PATH = blocks("protected-path", "allow", never,
        "The change touches a file that judges changes, or what stands in the way of one.");
    ODD_NAME = blocks("odd-name", "oddNames", |policy| policy.odd_names,
        "A file name has control characters, or characters that change the direction of text.");
    SUPPRESSION = blocks("suppression", "suppressions", |policy| policy.suppressions,
        "A comment is added that keeps a linter, a type checker, coverage or mutation testing from looking.");
    LINT_ERROR = blocks("lint-error", "lint", |policy| policy.lint,
        "A changed file has an error that it did not have before, by a rule that finds mistakes or that the project made an error.");
    LINT_STYLE = PolicyRule {
        standard: Reaction::Warn,
        ..blocks("lint-style", "lintStyle", |policy| policy.lint_style,
            "A changed file has a finding that it did not have before, by a rule of the preset that is a matter of style.")
    };
    TYPE_ERROR = blocks("type-error", "phaseMask", never,
        "A changed file, or one that may import it, has a type error that it did not have before.");
    CONSTITUTION = blocks("constitution", "approvals", never,
        "A rule of the constitution forbids the change.");
    CAPABILITY_WRITE = blocks("capability-write", "the constitution", never,
        "The code that makes the change writes where it may not.");
    CAPABILITY_NETWORK = blocks("capability-network", "the constitution", never,
        "Changed code can reach the network, and may not.");
    CAPABILITY_EVAL = blocks("capability-eval", "the constitution", never,
        "Changed code runs text as code, and may not.");
    CAPABILITY_WORKERS = blocks("capability-workers", "the constitution", never,
        "Changed code starts workers, and may not.");
    CAPABILITY_STORAGE = blocks("capability-storage", "the constitution", never,
        "Changed code uses storage that outlives the page, and may not.");
    CAPABILITY_DOM = blocks("capability-dom", "the constitution", never,
        "Changed code uses the document or the window, and may not.");
    CAPABILITY_TIMERS = blocks("capability-timers", "the constitution", never,
        "Changed code uses timers, and may not.");
    CAPABILITY_UNREADABLE = blocks("capability-unreadable", "the constitution", never,
        "Code with a denied capability cannot be read, so its effects are unknown.");
    OLD_TESTS = blocks("old-tests", "oldTests", |policy| Some(policy.old_tests),
        "An existing test that passed before fails in its old form.");
    WEAKENED_TESTS = blocks("weakened-tests", "weakenedTests", |policy| Some(policy.weakened_tests),
        "An existing test is removed, skipped, or checks less.");
    MATERIAL_IN_SUBJECT = blocks("material-in-subject", "materialInSubject", |policy| Some(policy.material_in_subject),
        "The application starts to use test material: a test, a helper, a fixture.");
    BUILT_IN_CHANGE = blocks("built-in-change", "builtIns", |policy| policy.built_ins,
        "Code of the application newly replaces a built-in function or object, which tests use too.");
    HOST_RESOLUTION = blocks("host-resolution", "hostResolution", |policy| Some(policy.host_resolution),
        "The application would import another file on its host than the one that the tests judged.");
    REQUIRE_ASSERTIONS = blocks("require-assertions", "requireAssertions", |policy| Some(policy.require_assertions),
        "A test that judges the change asserts nothing.");
    STRICT_ASSERTIONS = blocks("strict-assertions", "strictAssertions", |policy| Some(policy.strict_assertions),
        "A test that judges the change catches a failed assertion.");
}

impl Policy {
    /// The reaction to a change that breaks a rule: the policy's setting, or else the default of its
    /// strictness.
    #[must_use]
    pub fn reaction(&self, rule: &PolicyRule) -> Reaction {
        (rule.chosen)(self).unwrap_or(match self.strictness {
            Strictness::Standard => rule.standard,
            Strictness::Paranoid => rule.paranoid,
        })
    }
}
