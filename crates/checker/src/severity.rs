//! Decides whether a finding fails.

use verdict_protocol::{Severity, TypesConfig};

use crate::answer::Finding;
use crate::codes::{Certainty, certainty};

/// What is known about a finding besides itself.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Facts {
    /// Whether its file is written for a type checker.
    pub(crate) typed: bool,
    /// Whether the fast layer reports the same place.
    pub(crate) confirmed: bool,
    /// Whether the baseline had it; `None` if there is no baseline.
    pub(crate) known: Option<bool>,
}

/// The severity of a finding.
pub(crate) fn severity(finding: &Finding, facts: Facts, config: &TypesConfig) -> Severity {
    if finding.category != "error" || facts.known == Some(true) {
        return Severity::Warning;
    }
    let fails = facts.typed
        || config.strict
        || match certainty(finding.code) {
            Certainty::Certain => true,
            Certainty::Name => facts.confirmed,
            Certainty::New => config.comparing || facts.known == Some(false),
            Certainty::Advisory => false,
        };
    if fails { Severity::Error } else { Severity::Warning }
}
