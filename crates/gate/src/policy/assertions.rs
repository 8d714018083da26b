//! Requirements on the assertions of tests that judge a change.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use verdict_protocol::{Scope, TestState};

use super::Reaction;
use crate::transaction::{Verdict, is_test};

/// Requirements on the assertions of tests, named as in a test configuration (`expect`). Both are on by
/// default, whatever the project's own configuration says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Assertions {
    /// The reaction to a test that asserted nothing: `requireAssertions`.
    pub require: Reaction,
    /// The reaction to a test that caught a failed assertion: `strictAssertions`.
    pub strict: Reaction,
}

impl Assertions {
    /// A command's configuration, laid over the project's own. `None` unless the command is a `test:`.
    pub(crate) fn config(self, command: &str) -> Option<Value> {
        is_test(command).then(|| json!({ "test": self.of_tests() }))
    }

    /// The configuration of a profile step, including the variables that its tests see. Both parts are
    /// optional.
    pub(crate) fn config_of_step(
        self,
        command: &str,
        env: &BTreeMap<String, String>,
        (require, strict): (bool, bool),
    ) -> Value {
        let mut test = match is_test(command) {
            true => self.of_tests(),
            false => json!({}),
        };
        if let Some(expect) = test.get_mut("expect") {
            expect["requireAssertions"] = (require && self.require == Reaction::Block).into();
            expect["strictAssertions"] = (strict && self.strict == Reaction::Block).into();
        }
        test["env"] = json!(env);
        json!({ "test": test })
    }

    /// Snapshots must exist, and a file without tests does not pass.
    fn of_tests(self) -> Value {
        json!({
            "expect": {
                "requireAssertions": self.require == Reaction::Block,
                "strictAssertions": self.strict == Reaction::Block,
            },
            "passWithNoTests": false,
            "update": "none",
        })
    }

    /// One warning for each test whose problem the policy tolerates.
    pub(crate) fn warnings(self, verdict: &Verdict) -> Vec<String> {
        let entries = verdict.tests().unwrap_or_default();
        let passed =
            entries.iter().filter(|entry| entry.scope == Scope::Test && entry.state == TestState::Passed);
        let mut warnings = Vec::new();
        for entry in passed {
            let name = format!("{} {}", entry.location.file, entry.path.join(" > "));
            if self.require == Reaction::Warn && entry.assertions == 0 {
                warnings.push(format!("{name} asserted nothing, and the policy allows it"));
            }
            if self.strict == Reaction::Warn && entry.swallowed > 0 {
                let count = entry.swallowed;
                warnings.push(format!("{name} caught {count} failed assertion(s), and the policy allows it"));
            }
        }
        warnings
    }
}
