//! What the manager itself answers and emits, as JavaScript receives it.

#![allow(unreachable_pub, reason = "declarations come from these types, with the feature `types`")]

use js_sys::Object;
use serde::Serialize;
use verdict_protocol::{Code, TypesReport};
use verdict_supervisor::{Cause, WorkerStatus};
use wasm_bindgen::{JsCast, JsValue};

/// Converts a value to a plain object.
pub(crate) fn object<T: Serialize>(value: &T) -> Object {
    value
        .serialize(&serde_wasm_bindgen::Serializer::json_compatible())
        .ok()
        .and_then(|value: JsValue| value.dyn_into::<Object>().ok())
        .unwrap_or_default()
}

/// The statistics of a manager.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    /// Verifications that run.
    pub active: usize,
    /// Verifications that wait.
    pub queued: usize,
    /// `passed + failed`.
    pub completed: u64,
    /// Verifications that passed.
    pub passed: u64,
    /// Verifications that failed, timed out, crashed, were malformed, or had no worker to run on.
    pub failed: u64,
    /// Verifications cancelled by the caller, by `reset()` or by `dispose()`. They neither passed nor failed.
    pub cancelled: u64,
    /// Verifications refused with `err:busy`, because the queue was full.
    pub refused: u64,
    /// The same as `completed`.
    pub total_runs: u64,
    /// Percentage of `totalRuns` that passed, rounded; 100 before any completed.
    pub pass_rate: f64,
    /// Milliseconds since 1970; null before the first verification ended.
    pub last_verification_time: Option<f64>,
    /// Replacements of workers.
    pub restarts: u64,
    /// Replacements because of memory: the heap exceeded `recycleBytes`, or the request exhausted it.
    pub recycled: u64,
    /// Dropped messages, of workers that were already replaced.
    pub dropped: u64,
    /// Running or starting workers, without the spare one.
    pub workers: usize,
    /// 1 if a spare worker runs or starts.
    pub spare: usize,
    /// All workers.
    pub slots: Vec<WorkerStatus>,
}

impl Stats {
    /// The supervisor's statistics, as `getStats()` returns them.
    pub(crate) fn new(stats: verdict_supervisor::Stats, last_verification_time: Option<f64>) -> Stats {
        Stats {
            pass_rate: stats.pass_rate(),
            active: stats.active,
            queued: stats.queued,
            completed: stats.completed,
            passed: stats.passed,
            failed: stats.failed,
            cancelled: stats.cancelled,
            refused: stats.refused,
            total_runs: stats.completed,
            last_verification_time,
            restarts: stats.restarts,
            recycled: stats.recycled,
            dropped: stats.dropped,
            workers: stats.living,
            spare: stats.spare,
            slots: stats.workers,
        }
    }
}

/// One verification in the history, and the detail of `verification-complete`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct HistoryEntry {
    /// Id of the request.
    pub id: String,
    /// The command as requested.
    pub command: String,
    /// The session id that the request passed; null by default.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    #[cfg_attr(feature = "types", ts(type = "unknown"))]
    pub session_id: JsValue,
    /// Whether it passed.
    pub success: bool,
    /// The error, in a sentence, or null.
    pub error: Option<String>,
    /// Why it could not be judged, or null.
    pub code: Option<Code>,
    /// Of a `type-check:`: how types were checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub types: Option<TypesReport>,
    /// Milliseconds since 1970.
    pub started_at: f64,
    /// Milliseconds from the call to the outcome.
    pub duration_ms: f64,
    /// Milliseconds of these that it waited for a worker.
    pub queued_ms: f64,
}

/// The detail of `verification-start`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct VerificationStart {
    /// Id of the request.
    pub id: String,
    /// The command as requested.
    pub command: String,
    /// The session id that the request passed; null by default.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    #[cfg_attr(feature = "types", ts(type = "unknown"))]
    pub session_id: JsValue,
    /// Milliseconds since 1970.
    pub started_at: f64,
}

/// The detail of `worker-restart`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WorkerRestart {
    /// The worker's slot.
    pub slot: usize,
    /// The generation of the new worker.
    pub generation: u64,
    /// Why the one before was replaced.
    pub reason: Cause,
}

/// The outcome of `setSnapshot`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum SnapshotAnswer {
    /// The snapshot is set.
    Set {
        /// True.
        #[cfg_attr(feature = "types", ts(type = "true"))]
        success: bool,
        /// Root hash of the snapshot.
        root: String,
        /// Number of files.
        files: usize,
        /// No error.
        error: (),
        /// No code.
        code: (),
    },
    /// The files cannot be a snapshot.
    Refused {
        /// False.
        #[cfg_attr(feature = "types", ts(type = "false"))]
        success: bool,
        /// No root hash.
        root: (),
        /// No files.
        #[cfg_attr(feature = "types", ts(type = "0"))]
        files: usize,
        /// The reason, in a sentence.
        error: String,
        /// The stable code.
        code: Code,
    },
}

/// The outcome of `ping`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PingAnswer {
    /// Whether a worker answered.
    pub success: bool,
    /// Milliseconds from sending to the answer.
    pub round_trip_ms: f64,
    /// The error, in a sentence, or null.
    pub error: Option<String>,
    /// The stable code, or null.
    pub code: Option<Code>,
}
