//! The common model that all renderers show.

use crate::escape::one_line;
use crate::findings::{Finding, findings};
use crate::groups::{Group, groups};
use crate::notes::notes;
use crate::printed::Printed;
use crate::remarks::{checks, remarks};
use crate::{Counts, RunReport};

/// A run, prepared for all formats.
#[derive(Debug)]
pub(crate) struct Model<'a> {
    /// Milliseconds since 1970.
    pub(crate) started_at_ms: f64,
    /// Real milliseconds.
    pub(crate) total_ms: f64,
    /// The verdict. If it is negative, a case failed and a finding explains it, unless nothing ran.
    pub(crate) success: bool,
    /// Whether tests were only listed.
    pub(crate) listed: bool,
    /// Whether anything ran.
    pub(crate) ran: bool,
    /// The subject of the run, on one line.
    pub(crate) subject: String,
    pub(crate) groups: Vec<Group<'a>>,
    pub(crate) findings: Vec<Finding<'a>>,
    /// Console output of everything that did not fail.
    pub(crate) printed: Vec<Printed<'a>>,
    /// Further information for people, as lines: snapshots, the seed of the test order, the shard, listed
    /// tests.
    pub(crate) notes: Vec<String>,
    /// Lines about cut output and problems with the request.
    pub(crate) remarks: Vec<String>,
    /// Lines about how types were checked.
    pub(crate) checks: Vec<String>,
    pub(crate) counts: Counts,
}

/// Why a run does not pass although nothing failed.
const NOTHING: &str = "Nothing was positively found to hold";

impl<'a> From<&'a RunReport> for Model<'a> {
    fn from(report: &'a RunReport) -> Self {
        let RunReport { started_at_ms, results, .. } = report;
        let mut groups = groups(results);
        let commands: Vec<String> = results.iter().map(|result| one_line(&result.command)).collect();
        let counts = Counts::of(&groups, results);
        let success = RunReport::holds(results, &counts);
        let (mut found, mut printed) = (Vec::new(), Vec::new());
        for result in results {
            let (findings, rest) = findings(result);
            found.extend(findings);
            printed.extend(rest);
        }
        let listed = !results.is_empty() && results.iter().all(|result| result.listed);
        if !success && !results.is_empty() && !groups.iter().any(Group::failed) {
            // Everything is skipped, or a positive result was stopped: no format may show a pass.
            groups.push(Group::unexplained(NOTHING.to_owned()));
            found.extend((!listed).then(|| Finding::unexplained(NOTHING.to_owned())));
        }
        Model {
            started_at_ms: *started_at_ms,
            total_ms: results.iter().map(|result| result.timing.total_ms).sum(),
            success,
            listed,
            ran: !results.is_empty(),
            subject: if commands.is_empty() { "nothing ran".to_owned() } else { commands.join(", ") },
            counts: Counts::of(&groups, results),
            findings: found,
            groups,
            printed,
            notes: notes(report),
            remarks: remarks(results),
            checks: checks(results),
        }
    }
}
