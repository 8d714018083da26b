//! Verification profiles on a page.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use verdict_gate::policy::Assertions;
use verdict_gate::profile::{
    self, ChangeId, DEFAULT_PROFILE, ProfileError, ProfileRequest, ProfileRun, VerificationConfig,
};
use verdict_gate::{Target, TargetError};
use verdict_protocol::{Code, Confirm};
use verdict_report::Problem;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::adapter::Adapter;
use super::json::{failure, from_js, to_js, without};
use super::keep::{Kept, keep_report};
use super::manager::Manager;
use super::{NOT_DATA, clock};
use crate::js;

/// The options that are data.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct ProfileOptions {
    profile: Option<String>,
    #[serde(alias = "change_id")]
    change_id: Option<String>,
    env: BTreeMap<String, String>,
    #[serde(alias = "max_tier")]
    max_tier: Option<u8>,
    #[serde(alias = "run_id")]
    run_id: Option<String>,
    iteration: Option<u32>,
    confirm: Confirm,
}

/// A run of a profile, with the outcome of writing its files.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "ProfileRun"))]
pub struct Recorded {
    /// The run.
    #[serde(flatten)]
    pub run: ProfileRun,
    /// Written paths below `changes/<id>/`.
    pub written: Vec<String>,
    /// Why some could not be written. It changes no verdict.
    pub problems: Vec<Problem>,
    /// What the store kept. Absent without a store or a `runId`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub kept: Option<Kept>,
}

/// Runs a profile of `/spec/verification.yaml` on the page's files. With a change id, writes the outcome
/// below `changes/<id>/`.
///
/// `options`: `{ adapter, manager, profile = 'pr', changeId, env, maxTier, store, runId, iteration,
/// timeoutMs, config, limits, sessionId, signal, engine, confirm }`. Resolves to a run with `written` and
/// `problems`. With a store and a `runId` the run is stored as a report, and has `kept: { report }`.
///
/// # Errors
/// An `Error` with a `code` and, for an invalid configuration, `errors: [{ name, message, line, column }]`.
#[wasm_bindgen(js_name = runProfile)]
pub async fn run_profile(options: JsValue) -> Result<JsValue, JsValue> {
    let malformed = |message: String| failure(Code::Protocol, &message);
    let mut adapter = Adapter::new(js::get(&options, "adapter")).map_err(malformed)?;
    let asked: ProfileOptions = from_js("options", without(&options, &NOT_DATA)).map_err(malformed)?;
    let mut recorded =
        record(&asked, &mut adapter, &mut Manager::new(&options)).await.map_err(|error| thrown(&error))?;
    if let Some(run_id) = &asked.run_id {
        let report = recorded.run.verification_report(run_id, asked.iteration.unwrap_or(1));
        recorded.kept = keep_report(&report, &options).await;
    }
    Ok(to_js(&recorded))
}

async fn record(
    asked: &ProfileOptions,
    adapter: &mut Adapter,
    manager: &mut Manager,
) -> Result<Recorded, ProfileError> {
    let change = asked.change_id.as_deref().map(ChangeId::parse).transpose()?;
    let unreadable = |error: TargetError| ProfileError::Files("read", error);
    let snapshot = adapter.load().await.map_err(unreadable)?;
    let config = VerificationConfig::of(&snapshot)?;
    let request = ProfileRequest {
        config: &config,
        profile: asked.profile.as_deref().unwrap_or(DEFAULT_PROFILE),
        snapshot: &snapshot,
        change: change.as_ref(),
        env: &asked.env,
        max_tier: asked.max_tier,
        assertions: Assertions::default(),
        confirm: Some(&asked.confirm),
    };
    let run = profile::run_profile(&request, manager, adapter, &clock::since_1970).await?;
    // The verdict stands even if it cannot be written.
    let (written, problems) = match run.write_artifacts(adapter).await {
        Ok(written) => (written.iter().map(ToString::to_string).collect(), Vec::new()),
        Err(error) => (Vec::new(), vec![Problem { code: error.code(), message: error.to_string() }]),
    };
    Ok(Recorded { run, written, problems, kept: None })
}

fn thrown(error: &ProfileError) -> JsValue {
    let made = failure(error.code(), &error.to_string());
    js::set_on(&made, "errors", to_js(&error.mistakes()));
    made
}
