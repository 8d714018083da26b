//! Stores the outcome of a transaction. A failure to store it does not change the outcome.

use serde::Serialize;
use verdict_gate::{ApplyOptions, GateReport};
use verdict_protocol::Code;
use verdict_report::{Problem, Reports, Retention, Saved, VerificationReport};
use wasm_bindgen::JsValue;

use super::json::{from_js, without};
use super::store::PageStore;
use crate::js;

/// What the store kept of a run.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Kept {
    /// The outcome of saving the report.
    pub report: Saved,
    /// The outcome of saving the audit snapshot, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub snapshot: Option<Saved>,
}

/// Saves the report, as a verification, and the audit snapshot. `None` if the options have no store or no run
/// id.
pub(super) async fn keep(report: &GateReport, chosen: &ApplyOptions, options: &JsValue) -> Option<Kept> {
    let run_id = chosen.run_id.as_deref()?;
    let verification = report.verification_report(run_id, chosen.iteration.unwrap_or(1));
    let mut kept = keep_report(&verification, options).await?;
    if let (Some(audit), Some(Ok(reports))) = (&report.audit, open(options)) {
        kept.snapshot = Some(reports.save_snapshot(run_id, audit).await);
    }
    Some(kept)
}

/// Saves a report and returns the outcome. `None` if the options have no store.
pub(super) async fn keep_report(report: &VerificationReport, options: &JsValue) -> Option<Kept> {
    let saved = match open(options)? {
        Ok(reports) => reports.save(report).await,
        Err(message) => refused(message),
    };
    Some(Kept { report: saved, snapshot: None })
}

fn open(options: &JsValue) -> Option<Result<Reports<PageStore>, String>> {
    let store = js::given(options, "store")?;
    let retention = from_js::<Retention>("retention", without(&js::get(options, "retention"), &[]));
    Some(retention.and_then(|retention| Ok(Reports::with_retention(PageStore::new(store)?, retention))))
}

/// The outcome of a save that could not start.
pub(super) fn refused(message: String) -> Saved {
    Saved { problems: vec![Problem { code: Code::Protocol, message }], ..Saved::default() }
}
