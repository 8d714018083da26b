//! Reports in a page's store.

use serde::Deserialize;
use verdict_protocol::{Code, Command, VerifyResult};
use verdict_report::{
    AuditSnapshot, Format, HarnessConfig, Level, Loaded, ReportBuilder, ReportError, Reports, Retention,
    VerificationReport, diff_snapshots, render_verification,
};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::json::{failure, from_js, from_js_text, to_js, without};
use super::keep::refused;
use super::store::PageStore;
use crate::js;

/// The reports and snapshots in a store of the page.
#[wasm_bindgen]
#[derive(Debug)]
pub struct ReportsCore {
    reports: Reports<PageStore>,
}

#[wasm_bindgen]
impl ReportsCore {
    /// Wraps a store. `store`: `{ get, put, delete, list }`; `retention`: `{ reports, snapshots, bytes }`,
    /// each optional.
    ///
    /// # Errors
    /// An `Error` that names the missing or invalid part.
    #[wasm_bindgen(constructor)]
    pub fn new(store: JsValue, retention: &JsValue) -> Result<ReportsCore, JsValue> {
        let retention: Retention =
            from_js("retention", without(retention, &[])).map_err(|text| malformed(&text))?;
        let store = PageStore::new(store).map_err(|text| malformed(&text))?;
        Ok(ReportsCore { reports: Reports::with_retention(store, retention) })
    }

    /// Saves a report: `{ key, problems: [{ code, message }], removed }`. Never rejects.
    pub async fn save(&self, report: JsValue) -> JsValue {
        let saved = match from_js_text::<VerificationReport>("report", &report) {
            Ok(report) => self.reports.save(&report).await,
            Err(message) => refused(message),
        };
        to_js(&saved)
    }

    /// Saves an audit snapshot of a run like [`ReportsCore::save`].
    #[wasm_bindgen(js_name = saveSnapshot)]
    pub async fn save_snapshot(&self, run_id: String, snapshot: JsValue) -> JsValue {
        let saved = match from_js_text::<AuditSnapshot>("snapshot", &snapshot) {
            Ok(snapshot) => self.reports.save_snapshot(&run_id, &snapshot).await,
            Err(message) => refused(message),
        };
        to_js(&saved)
    }

    /// `{ report, skipped }`: one of the two, or neither if there is no file.
    ///
    /// # Errors
    /// An `Error` with a `code`: the run id is invalid, or the store cannot be read.
    pub async fn load(&self, run_id: String, iteration: f64) -> Result<JsValue, JsValue> {
        let loaded =
            self.reports.load(&run_id, self::iteration(iteration)?).await.map_err(|error| thrown(&error))?;
        Ok(found("report", &loaded))
    }

    /// `{ snapshot, skipped }`, like [`ReportsCore::load`].
    ///
    /// # Errors
    /// Errors of [`ReportsCore::load`].
    #[wasm_bindgen(js_name = loadSnapshot)]
    pub async fn load_snapshot(&self, run_id: String, name: String) -> Result<JsValue, JsValue> {
        let loaded = self.reports.load_snapshot(&run_id, &name).await.map_err(|error| thrown(&error))?;
        Ok(found("snapshot", &loaded))
    }

    /// `{ reports: [{ iteration, passed, summary, completedAt }], skipped: [{ key, kind, reason }] }`.
    ///
    /// # Errors
    /// Errors of [`ReportsCore::load`].
    pub async fn list(&self, run_id: String) -> Result<JsValue, JsValue> {
        self.reports.list(&run_id).await.map(|listing| to_js(&listing)).map_err(|error| thrown(&error))
    }

    /// `{ runs: [id], skipped }`.
    ///
    /// # Errors
    /// Errors of [`ReportsCore::load`].
    pub async fn runs(&self) -> Result<JsValue, JsValue> {
        self.reports.runs().await.map(|runs| to_js(&runs)).map_err(|error| thrown(&error))
    }

    /// `{ names: [name], skipped }` of a run's snapshots.
    ///
    /// # Errors
    /// Errors of [`ReportsCore::load`].
    pub async fn snapshots(&self, run_id: String) -> Result<JsValue, JsValue> {
        self.reports.snapshots(&run_id).await.map(|trail| to_js(&trail)).map_err(|error| thrown(&error))
    }

    /// A run as a zip archive.
    ///
    /// # Errors
    /// Errors of [`ReportsCore::load`], and an unknown run.
    pub async fn export(&self, run_id: String) -> Result<Vec<u8>, JsValue> {
        self.reports.export(&run_id).await.map_err(|error| thrown(&error))
    }
}

/// The differences between two audit snapshots: `{ created, modified, deleted, renamed: [{ from, to }] }`.
///
/// # Errors
/// An `Error` about the invalid argument.
#[wasm_bindgen(js_name = diffSnapshots)]
pub fn diff(before: &JsValue, after: &JsValue) -> Result<JsValue, JsValue> {
    let read = |value| from_js_text::<AuditSnapshot>("snapshot", value).map_err(|text| malformed(&text));
    Ok(to_js(&diff_snapshots(&read(before)?, &read(after)?)))
}

/// The content of a new report.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Gathered {
    run_id: String,
    iteration: u32,
    /// Milliseconds since 1970.
    started_at: f64,
    /// Milliseconds since 1970.
    completed_at: f64,
    #[serde(default)]
    skip_levels: Vec<Level>,
    results: Vec<serde_json::Value>,
}

/// Creates a report from the results of commands: `{ runId, iteration, startedAt, completedAt, skipLevels,
/// results }`, times in milliseconds since 1970.
///
/// # Errors
/// An `Error` about the invalid argument.
#[wasm_bindgen(js_name = makeReport)]
pub fn make_report(gathered: &JsValue) -> Result<JsValue, JsValue> {
    let gathered: Gathered = from_js_text("run", gathered).map_err(|text| malformed(&text))?;
    let harness = HarnessConfig { skip_levels: gathered.skip_levels, ..HarnessConfig::default() };
    let builder = ReportBuilder::new(gathered.run_id, gathered.iteration, gathered.started_at);
    let mut builder = builder.harness(harness);
    for result in gathered.results {
        builder.result(&judged(result));
    }
    Ok(to_js(&builder.finish(gathered.completed_at)))
}

/// Parses a result of a manager. An invalid one is a failure, with as much of its reason as possible.
fn judged(answer: serde_json::Value) -> VerifyResult {
    let text = |key: &str| answer.get(key).and_then(serde_json::Value::as_str).unwrap_or_default().to_owned();
    let (command, code, error) = (text("command"), text("code"), text("error"));
    serde_json::from_value(answer).unwrap_or_else(|_| {
        let code = code.parse().unwrap_or(Code::Crashed);
        let error = if error.is_empty() { "The manager gave no result" } else { &error };
        VerifyResult::refused(&command, code, error)
    })
}

/// Renders a report in a format: `text`, `json`, `junit`, `tap`, `sarif` or `github`.
///
/// # Errors
/// An `Error` about the invalid argument.
#[wasm_bindgen(js_name = renderReport)]
pub fn render(report: &JsValue, format: &str) -> Result<String, JsValue> {
    let format: Format = format.parse().map_err(|error| malformed(&format!("{error}")))?;
    let report: VerificationReport = from_js_text("report", report).map_err(|text| malformed(&text))?;
    Ok(render_verification(&report, format))
}

/// The level of a command, for example `L1`; `undefined` for an invalid command.
#[wasm_bindgen(js_name = levelOf)]
#[must_use]
pub fn level_of(command: &str) -> Option<String> {
    let command = Command::parse(command).ok()?;
    Some(Level::of(command.verb).as_str().to_owned())
}

fn found<T: serde::Serialize>(key: &str, loaded: &Loaded<T>) -> JsValue {
    let (content, skipped) = match loaded {
        Loaded::Found(content) => (to_js(content), JsValue::NULL),
        Loaded::Missing => (JsValue::NULL, JsValue::NULL),
        Loaded::Skipped(skipped) => (JsValue::NULL, to_js(skipped)),
    };
    js::object([(key, content), ("skipped", skipped)]).into()
}

fn iteration(number: f64) -> Result<u32, JsValue> {
    let whole = number as u32;
    if f64::from(whole) == number {
        Ok(whole)
    } else {
        Err(malformed("An iteration is a whole number from 0"))
    }
}

fn malformed(text: &str) -> JsValue {
    failure(Code::Protocol, text)
}

fn thrown(error: &ReportError) -> JsValue {
    failure(error.code(), &error.to_string())
}
