//! Retention of reports and snapshots.

use serde::{Deserialize, Serialize};
use verdict_protocol::Code;

use super::{Problem, Reports, Saved};
use crate::store::{Kind, RUNS, RunId, Store, parse_key};
use crate::{ReportError, Timestamp};

/// The maximum of what is stored, over all runs. The oldest is removed first. What was just saved stays, even
/// if it alone exceeds the maximum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(default)]
pub struct Retention {
    /// Number of reports.
    pub reports: usize,
    /// Number of snapshots.
    pub snapshots: usize,
    /// Total size of both, in bytes.
    pub bytes: u64,
}

impl Retention {
    /// 200 reports, 200 snapshots, 64 MiB.
    pub const DEFAULT: Retention = Retention { reports: 200, snapshots: 200, bytes: 64 << 20 };
}

impl Default for Retention {
    fn default() -> Self {
        Retention::DEFAULT
    }
}

/// Size and age of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Measure {
    bytes: u64,
    /// 1970 if unknown, so that unreadable files are removed first.
    at: Timestamp,
}

#[derive(Deserialize)]
struct Dated {
    #[serde(alias = "timestamp", rename = "capturedAt")]
    at: Timestamp,
}

impl Measure {
    /// Measures a file. The time has the same place in every version of the format.
    pub(super) fn of(text: &str) -> Measure {
        let at = serde_json::from_str(text).map_or(Timestamp::default(), |dated: Dated| dated.at);
        Measure { bytes: text.len() as u64, at }
    }
}

struct Kept {
    measure: Measure,
    run: RunId,
    kind: Kind,
    key: String,
}

impl<S: Store> Reports<S> {
    /// Removes the oldest files until the retention holds. Like [`Reports::save`] it never fails; nothing is
    /// saved.
    pub async fn prune(&self) -> Saved {
        let mut saved = Saved::default();
        self.let_go("", &mut saved).await;
        saved
    }

    /// Removes the oldest files until the retention holds. Foreign keys are neither counted nor removed.
    pub(super) async fn let_go(&self, just_saved: &str, saved: &mut Saved) {
        let kept = match self.kept(saved).await {
            Ok(kept) => kept,
            Err(error) => return saved.problems.push(Problem::from(&error)),
        };
        let is_report = |kept: &Kept| matches!(kept.kind, Kind::Report(_));
        let mut reports = kept.iter().filter(|kept| is_report(kept)).count();
        let mut snapshots = kept.len() - reports;
        let mut bytes: u64 = kept.iter().map(|kept| kept.measure.bytes).sum();
        for old in kept.iter().filter(|kept| kept.key != just_saved) {
            let Retention { reports: most_reports, snapshots: most_snapshots, bytes: most_bytes } =
                self.retention;
            let too_many = if is_report(old) { reports > most_reports } else { snapshots > most_snapshots };
            if !too_many && bytes <= most_bytes {
                continue;
            }
            if let Err(source) = self.store.remove(&old.key).await {
                let error = ReportError::Store { key: old.key.clone(), source };
                saved.problems.push(Problem::from(&error));
                continue;
            }
            self.measured.borrow_mut().remove(&old.key);
            *if is_report(old) { &mut reports } else { &mut snapshots } -= 1;
            bytes -= old.measure.bytes;
            saved.removed.push(old.key.clone());
        }
    }

    /// The stored files, oldest first; equal ages by run and number.
    async fn kept(&self, saved: &mut Saved) -> Result<Vec<Kept>, ReportError> {
        let keys = self.keys(RUNS).await?;
        self.measured.borrow_mut().retain(|key, _| keys.binary_search(key).is_ok());
        let mut kept = Vec::new();
        for key in keys {
            let Some((run, kind)) = parse_key(&key) else { continue };
            let known = self.measured.borrow().get(&key).copied();
            let measure = match known {
                Some(measure) => measure,
                None => match self.store.read(&key).await {
                    Ok(Some(text)) => Measure::of(&text),
                    Ok(None) => continue,
                    Err(source) => {
                        let message = ReportError::Store { key, source }.to_string();
                        saved.problems.push(Problem { code: Code::Unavailable, message });
                        continue;
                    }
                },
            };
            self.measured.borrow_mut().insert(key.clone(), measure);
            kept.push(Kept { measure, run, kind, key });
        }
        kept.sort_by(|a, b| (a.measure.at, &a.run, &a.kind).cmp(&(b.measure.at, &b.run, &b.kind)));
        Ok(kept)
    }
}
