//! The gate's records across changes: test results by state, and lasting test material.

use std::collections::BTreeSet;

use verdict_protocol::{ConsoleLog, VerifyResult, sha256_hex};

use super::judges::JudgingCommand;
use crate::transaction::Target;

/// Test material that a change made the application import.
const MATERIAL: &str = "material";

/// The files for a command to run on.
pub(super) struct Files<'a> {
    /// Their root hash.
    pub(super) root: &'a str,
    /// The verifier's environment: [`crate::transaction::Verifier::depends_on`].
    pub(super) depends_on: &'a str,
}

/// The name of the record of a command's results. It covers everything that the results depend on.
fn name(judge: &JudgingCommand, files: &Files<'_>, material: &BTreeSet<String>) -> String {
    let parts = serde_json::json!([
        env!("CARGO_PKG_VERSION"),
        verdict_protocol::ENGINE_VERSION,
        judge.command,
        judge.config,
        files.root,
        material,
        files.depends_on,
    ]);
    format!("tests-{}", &sha256_hex(parts.to_string().as_bytes())[..32])
}

/// A command's recorded results on these files, if any.
pub(super) async fn read_result<T: Target>(
    target: &mut T,
    judge: &JudgingCommand,
    files: &Files<'_>,
    material: &BTreeSet<String>,
) -> Option<VerifyResult> {
    let text = target.read_record(&name(judge, files, material)).await?;
    let result: VerifyResult = serde_json::from_str(&text).ok()?;
    (result.command == judge.command && result.snapshot_root == files.root).then_some(result)
}

/// Records a command's results. Of the console, only whether it was cut matters.
pub(super) async fn write_result<T: Target>(
    target: &mut T,
    judge: &JudgingCommand,
    files: &Files<'_>,
    material: &BTreeSet<String>,
    mut result: VerifyResult,
) {
    if result.snapshot_root != files.root {
        return;
    }
    result.console = ConsoleLog { truncated: result.console.truncated, ..ConsoleLog::default() };
    if let Ok(text) = serde_json::to_string(&result) {
        target.write_record(&name(judge, files, material), &text).await;
    }
}

/// The paths that stay test material, whatever imports them.
pub(super) async fn read_material<T: Target>(target: &mut T) -> BTreeSet<String> {
    let text = target.read_record(MATERIAL).await.unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

pub(super) async fn write_material<T: Target>(target: &mut T, paths: &BTreeSet<String>) {
    if let Ok(text) = serde_json::to_string(paths) {
        target.write_record(MATERIAL, &text).await;
    }
}
