//! Findings that a state before had already.

use std::collections::BTreeMap;

use crate::answer::Finding;

/// The findings of the state before, each as often as it was there. The identity of a finding is its file, code, text and message; its
/// line may have moved.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Baseline(BTreeMap<Key, usize>);

type Key = (String, u32, String, String);

fn key(finding: &Finding) -> Key {
    (finding.location.file.clone(), finding.code, finding.text.clone(), finding.message.clone())
}

impl Baseline {
    /// The baseline of findings.
    #[must_use]
    pub fn of(findings: &[Finding]) -> Baseline {
        let mut known = BTreeMap::new();
        for finding in findings {
            *known.entry(key(finding)).or_insert(0) += 1;
        }
        Baseline(known)
    }

    /// Whether a finding was there before. Each of the state before excuses one.
    pub fn excuse(&mut self, finding: &Finding) -> bool {
        match self.0.get_mut(&key(finding)) {
            Some(left) if *left > 0 => {
                *left -= 1;
                true
            }
            _ => false,
        }
    }
}
