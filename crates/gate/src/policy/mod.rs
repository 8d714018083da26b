//! What a change may do: the rules of a constitution, capabilities of code, protected files, and tests that no
//! change approves itself by.

mod added;
mod assertions;
mod capabilities;
mod constitution;
mod findings;
mod glob;
mod keyword;
mod options;
mod protected;
mod rules;
mod self_approval;
mod usage;
mod violation;

pub use assertions::Assertions;
pub use capabilities::Capabilities;
pub use constitution::{Approver, CONSTITUTION_FILES, Capability, Constitution, Enforcement, Rule};
pub(crate) use findings::{Comparison, Findings, new_findings};
pub use glob::PathGlob;
pub use keyword::Keyword;
pub use options::{Approval, Protected, ProtectedGlobs, Reaction};
pub use protected::{ProtectedPaths, Touched};
pub(crate) use self_approval::Before;
pub use self_approval::{FailedTest, RenamedTest, TestName, TestsReport, WeakenedTest, Weakening};
pub use violation::Violation;
