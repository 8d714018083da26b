//! What the gate remembers from change to change: what tests came to in a state, and what stays test material.

use std::collections::BTreeSet;

use verdict_protocol::{ConsoleLog, VerifyResult, sha256_hex};
use verdict_vfs::Snapshot;

use super::judges::JudgingCommand;
use crate::transaction::{Target, Verdict};

/// Paths that were test material when a change gave them an importer in the application.
const MATERIAL: &str = "material";

/// The name of the record of what a command came to. All that its result depends on is in it.
fn name(judge: &JudgingCommand, root: &str, material: &BTreeSet<String>) -> String {
    let parts = serde_json::json!([
        env!("CARGO_PKG_VERSION"),
        verdict_protocol::ENGINE_VERSION,
        judge.command,
        judge.config,
        root,
        material,
    ]);
    format!("tests-{}", &sha256_hex(parts.to_string().as_bytes())[..32])
}

/// What a command came to on these files, if that was kept.
pub(super) async fn read_result<T: Target>(
    target: &mut T,
    judge: &JudgingCommand,
    files: &Snapshot,
    material: &BTreeSet<String>,
) -> Option<Verdict> {
    let text = target.read_record(&name(judge, files.root(), material)).await?;
    let result: VerifyResult = serde_json::from_str(&text).ok()?;
    (result.command == judge.command && result.snapshot_root == files.root()).then(|| Verdict::from(result))
}

/// Keeps what a command came to.
pub(super) async fn write_result<T: Target>(
    target: &mut T,
    judge: &JudgingCommand,
    material: &BTreeSet<String>,
    result: &VerifyResult,
) {
    let kept = VerifyResult { console: ConsoleLog::default(), ..result.clone() };
    if let Ok(text) = serde_json::to_string(&kept) {
        target.write_record(&name(judge, &result.snapshot_root, material), &text).await;
    }
}

/// The paths that stay test material whatever imports them.
pub(super) async fn read_material<T: Target>(target: &mut T) -> BTreeSet<String> {
    let text = target.read_record(MATERIAL).await.unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

pub(super) async fn write_material<T: Target>(target: &mut T, paths: &BTreeSet<String>) {
    if let Ok(text) = serde_json::to_string(paths) {
        target.write_record(MATERIAL, &text).await;
    }
}
