//! The gate on a page: the page's files as target, and a manager as verifier.

#![allow(unreachable_pub, reason = "declarations come from some of these types, with the feature `types`")]

mod adapter;
mod call;
mod consumers;
mod journal;
mod json;
mod keep;
mod manager;
mod profile;
mod reports;
mod store;

use serde::Serialize;
use verdict_gate::{ApplyOptions, Gate, GateReport};
use verdict_protocol::Code;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use self::adapter::Adapter;
use self::journal::PageJournal;
use self::json::{failure, from_js, to_js, without};
use self::keep::keep;
use self::manager::Manager;
use crate::{clock, js};

pub use self::consumers::{affected_by, capabilities_for};
pub use self::keep::Kept;
#[cfg(feature = "types")]
pub use self::profile::Recorded;
pub use self::profile::run_profile;
pub use self::reports::{ReportsCore, diff, level_of, make_report, render};

/// Options that are not data: objects of the page, and options for the manager.
const NOT_DATA: [&str; 12] = [
    "adapter",
    "manager",
    "journal",
    "store",
    "retention",
    "timeoutMs",
    "config",
    "limits",
    "sessionId",
    "signal",
    "gateUrl",
    "gateModule",
];

/// Runs when the module is instantiated: a panic prints its message to the console before the following trap.
#[cfg(not(feature = "core"))]
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// Applies a bundle to a page's files, completely or not at all. Resolves to a report and never rejects.
///
/// `options`: `{ adapter: { list, read, write, remove }, manager, journal: { read, write, clear }, store: {
/// get, put, delete, list }, retention, timeoutMs, config, limits, sessionId, signal }`, and those of
/// [`ApplyOptions`]. With a store and a `runId` the transaction is stored there, and the report has `kept: {
/// report, snapshot }`, each with the outcome of its save.
#[wasm_bindgen(js_name = applyBundle)]
pub async fn apply_bundle(bundle: JsValue, options: JsValue) -> JsValue {
    let mut work = match Work::read(&bundle, &options) {
        Ok(work) => work,
        Err(message) => return to_js(&GateReport::refused(Code::Protocol, message)),
    };
    let report = work.live.gate(&mut work.manager).apply(&work.bundle, &work.options).await;
    let kept = keep(&report, &work.options, &options).await;
    to_js(&Applied { report, kept })
}

/// The report of a gate, with the outcome of storing it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "TransactionReport"))]
pub struct Applied {
    /// The report.
    #[serde(flatten)]
    pub report: GateReport,
    /// What the store kept. Absent without a store or a `runId`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub kept: Option<Kept>,
}

/// Judges a bundle like [`apply_bundle`] without applying it: neither files nor the journal are written.
/// Resolves to a report and never rejects.
#[wasm_bindgen(js_name = checkBundle)]
pub async fn check_bundle(bundle: JsValue, options: JsValue) -> JsValue {
    let mut work = match Work::read(&bundle, &options) {
        Ok(work) => work,
        Err(message) => return to_js(&GateReport::refused(Code::Protocol, message)),
    };
    to_js(&work.live.gate(&mut work.manager).check(&work.bundle, &work.options).await)
}

/// Finishes or undoes a transaction that an earlier page left incomplete. Resolves to a recovery.
///
/// # Errors
/// An `Error` about invalid options, of which `adapter` and `journal` are used.
#[wasm_bindgen]
pub async fn recover(options: JsValue) -> Result<JsValue, JsValue> {
    let mut live = Live::read(&options).map_err(|message| failure(Code::Protocol, &message))?;
    Ok(to_js(&live.gate(&mut Manager::new(&options)).recover().await))
}

/// Clears the journal of a locked gate: `{ message, held, text }`.
///
/// # Errors
/// An `Error` about invalid options, or about the journal if it could not be cleared.
#[wasm_bindgen]
pub async fn reset(options: JsValue, reason: String) -> Result<JsValue, JsValue> {
    let mut live = Live::read(&options).map_err(|message| failure(Code::Protocol, &message))?;
    let reset = live.gate(&mut Manager::new(&options)).reset(&reason).await;
    reset.map(|reset| to_js(&reset)).map_err(|error| failure(Code::Unavailable, &error.to_string()))
}

/// The page's files, and the journal of transactions on them.
struct Live {
    adapter: Adapter,
    journal: PageJournal,
}

impl Live {
    fn read(options: &JsValue) -> Result<Live, String> {
        Ok(Live {
            adapter: Adapter::new(js::get(options, "adapter"))?,
            journal: PageJournal::new(js::given(options, "journal"))?,
        })
    }

    fn gate<'a>(&'a mut self, manager: &'a mut Manager) -> Gate<'a, Manager, Adapter, PageJournal> {
        Gate {
            verifier: manager,
            target: &mut self.adapter,
            journal: &mut self.journal,
            clock: &clock::since_1970,
        }
    }
}

/// The arguments of [`apply_bundle`].
struct Work {
    bundle: String,
    options: ApplyOptions,
    manager: Manager,
    live: Live,
}

impl Work {
    fn read(bundle: &JsValue, options: &JsValue) -> Result<Work, String> {
        Ok(Work {
            bundle: bundle.as_string().ok_or("The bundle is not a text")?,
            live: Live::read(options)?,
            options: from_js("options", without(options, &NOT_DATA))?,
            manager: Manager::new(options),
        })
    }
}
