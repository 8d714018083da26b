//! Stores the outcome of a transaction. A failure to store it does not change the outcome.

use verdict_gate::{ApplyOptions, GateReport};
use verdict_protocol::Code;
use verdict_report::{Problem, Reports, Retention, Saved, VerificationReport};
use wasm_bindgen::JsValue;

use super::json::{from_js, to_js, without};
use super::store::PageStore;
use crate::js;

/// Saves the report, as a verification, and the audit snapshot: `{ report, snapshot }`, each with the outcome
/// of its save. `None` if the options have no store or no run id.
pub(super) async fn keep(report: &GateReport, chosen: &ApplyOptions, options: &JsValue) -> Option<JsValue> {
    let run_id = chosen.run_id.as_deref()?;
    let verification = report.verification_report(run_id, chosen.iteration.unwrap_or(1));
    let kept = js::object([("report", keep_report(&verification, options).await?)]);
    if let (Some(audit), Some(Ok(reports))) = (&report.audit, open(options)) {
        js::set(&kept, "snapshot", to_js(&reports.save_snapshot(run_id, audit).await));
    }
    Some(kept.into())
}

/// Saves a report and returns the outcome. `None` if the options have no store.
pub(super) async fn keep_report(report: &VerificationReport, options: &JsValue) -> Option<JsValue> {
    let saved = match open(options)? {
        Ok(reports) => reports.save(report).await,
        Err(message) => refused(message),
    };
    Some(to_js(&saved))
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
