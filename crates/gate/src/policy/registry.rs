//! Every rule by which a gate refuses a change, as data: its id, what lets a change through, and what it does by default.
//! Each has a page in `docs/policy/`.

use serde::{Deserialize, Serialize};

use super::Reaction;
use crate::transaction::Policy;

/// How much a gate refuses where the policy does not name a rule.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Strictness {
    /// What keeps a change from being judged is refused; what is a matter of style is a warning.
    #[default]
    Standard,
    /// Matters of style are refused too, and what might be read in two ways is read in the way that speaks against it.
    Paranoid,
}

/// A rule by which a gate refuses a change.
#[derive(Debug)]
pub struct PolicyRule {
    /// The name in reports, and of its page.
    pub id: &'static str,
    /// What it refuses, in a sentence.
    pub summary: &'static str,
    /// What lets a change through: a member of `policy`, or how else.
    pub option: &'static str,
    /// What it does by default.
    pub standard: Reaction,
    /// What it does by default under [`Strictness::Paranoid`].
    pub paranoid: Reaction,
    /// What a policy says of it.
    pub(crate) chosen: fn(&Policy) -> Option<Reaction>,
}

/// A rule that blocks under every strictness, with the option that says otherwise.
const fn blocks(
    id: &'static str,
    option: &'static str,
    chosen: fn(&Policy) -> Option<Reaction>,
    summary: &'static str,
) -> PolicyRule {
    PolicyRule { id, summary, option, standard: Reaction::Block, paranoid: Reaction::Block, chosen }
}

/// Nothing in a policy turns it into a warning.
const fn never(_: &Policy) -> Option<Reaction> {
    None
}

/// An explicit permission that turns a refusal into a warning.
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
    CAPABILITY_UNREADABLE = blocks("capability-unreadable", "the constitution", never,
        "Code with a denied capability cannot be read, so its effects are unknown.");
    OLD_TESTS = blocks("old-tests", "oldTests", |policy| Some(policy.old_tests),
        "An existing test that passed before fails in its old form.");
    WEAKENED_TESTS = blocks("weakened-tests", "weakenedTests", |policy| Some(policy.weakened_tests),
        "An existing test is removed, skipped, or checks less.");
    MATERIAL_IN_SUBJECT = blocks("material-in-subject", "materialInSubject", |policy| Some(policy.material_in_subject),
        "The application starts to use test material: a test, a helper, a fixture.");
    HOST_RESOLUTION = blocks("host-resolution", "hostResolution", |policy| Some(policy.host_resolution),
        "The application would import another file on its host than the one that the tests judged.");
    REQUIRE_ASSERTIONS = blocks("require-assertions", "requireAssertions", |policy| Some(policy.require_assertions),
        "A test that judges the change asserts nothing.");
    STRICT_ASSERTIONS = blocks("strict-assertions", "strictAssertions", |policy| Some(policy.strict_assertions),
        "A test that judges the change catches a failed assertion.");
}

impl Policy {
    /// What becomes of a change that a rule speaks against: what the policy says, or else what its strictness does.
    #[must_use]
    pub fn reaction(&self, rule: &PolicyRule) -> Reaction {
        (rule.chosen)(self).unwrap_or(match self.strictness {
            Strictness::Standard => rule.standard,
            Strictness::Paranoid => rule.paranoid,
        })
    }
}
