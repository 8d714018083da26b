//! Limits on what a change may do: constitution rules, code capabilities and protected files. No change can
//! approve itself by its tests.

mod added;
mod assertions;
mod capabilities;
mod constitution;
mod explain;
mod findings;
mod fold;
mod glob;
mod keyword;
mod lint;
mod markup_code;
mod moves;
mod odd_names;
mod options;
mod protected;
pub(crate) mod registry;
mod rules;
mod self_approval;
mod suppressions;
mod usage;
mod violation;

pub use assertions::Assertions;
pub use capabilities::Capabilities;
pub use constitution::{Approver, CONSTITUTION_FILES, Capability, Constitution, Enforcement, Rule};
pub use explain::Reason;
pub(crate) use findings::{Comparison, Findings, command, new_findings};
pub use fold::folded;
pub use glob::PathGlob;
pub use keyword::Keyword;
pub(crate) use moves::origins;
pub use options::{Approval, Protected, ProtectedGlobs, Reaction};
pub use protected::{ProtectedPaths, Touched};
pub use registry::{POLICY_RULES, PolicyRule, Strictness};
pub(crate) use self_approval::{Before, fails_for_want_of_assertions};
pub use self_approval::{
    FailedTest, FlakyTest, HostImport, RenamedTest, TestName, TestsReport, WeakenedTest, Weakening,
};
pub use suppressions::Suppression;
pub use violation::Violation;
