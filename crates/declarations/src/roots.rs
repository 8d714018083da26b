//! Which types are declared, and what Rust's form of them cannot say.

use verdict_gate as gate;
use verdict_manager::types as manager;
use verdict_protocol as protocol;
use verdict_report as report;

use crate::Page;

/// Adds the types that a page or a terminal receives or passes. Those that they refer to need no line here.
pub(crate) fn add_to(page: &mut Page) {
    page.add::<protocol::Code>();
    page.add::<protocol::Limits>();
    page.add::<protocol::Config>();
    page.add::<protocol::Alias>();
    page.add::<protocol::TypecheckConfig>();
    page.add::<protocol::RuleEntry>();
    page.add::<protocol::RuleSeverity>();
    page.add::<protocol::Confirm>();
    page.add::<protocol::VerifyResult>();
    page.add::<protocol::TestEntry>();
    page.add::<protocol::Diagnostic>();
    page.add::<protocol::TestCounts>();
    page.add::<protocol::DiagnosticCounts>();
    page.add::<protocol::Progress>();
    page.add::<protocol::Toolchain>();
    page.add::<protocol::ProjectPlan>();
    page.add::<manager::Stats>();
    page.add::<manager::HistoryEntry>();
    page.add::<manager::VerificationStart>();
    page.add::<manager::WorkerRestart>();
    page.add::<manager::SnapshotAnswer>();
    page.add::<manager::PingAnswer>();
    page.add::<gate::Policy>();
    page.add::<manager::Applied>();
    page.add::<gate::Recovery>();
    page.add::<gate::Reset>();
    page.add::<manager::Recorded>();
    page.add::<gate::policy::Capabilities>();
    page.add::<report::VerificationReport>();
    page.add::<report::AuditSnapshot>();
    page.add::<report::SnapshotDiff>();
    page.add::<report::Retention>();
    page.add::<report::Format>();
    page.add::<report::Listing>();
    page.add::<report::Runs>();
    page.add::<report::Trail>();
}

/// Types that are only passed in: each member has a default and may be left out.
pub(crate) const OPTIONS: [&str; 16] = [
    "Limits",
    "Config",
    "TestConfig",
    "LintConfig",
    "TypesConfig",
    "ExpectConfig",
    "PollConfig",
    "FakeTimersConfig",
    "ImportResolution",
    "SnapshotFormat",
    "SequenceConfig",
    "TypecheckConfig",
    "Confirm",
    "Policy",
    "HostResolution",
    "Retention",
];

/// Types that may have other members too, which have no effect.
pub(crate) const EXTENSIBLE: [&str; 3] = ["TestConfig", "LintConfig", "TypesConfig"];

/// Types whose members stand beside those of another. `ts-rs` does so itself, except for an `Option`.
pub(crate) const EXTENDS: [(&str, &str); 1] = [("LimitReached", "Partial<Location>")];
