//! Writes Patch JSON.

use serde::Serialize;
use serde_json::Value;
use verdict_vfs::Blob;

use super::base64;
use crate::{ChangeSet, FileChange, Operation};

#[derive(Serialize)]
struct Patch<'a> {
    version: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    timestamp: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata: Option<&'a Value>,
    changes: Vec<Change<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Change<'a> {
    r#type: &'static str,
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    new_path: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    old_content: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<String>,
}

pub(super) fn write(set: &ChangeSet) -> String {
    let patch = Patch {
        version: 2,
        timestamp: set.timestamp.as_ref(),
        metadata: set.metadata.as_ref(),
        changes: set.changes.iter().map(change).collect(),
    };
    let mut text = serde_json::to_string_pretty(&patch).unwrap_or_default();
    text.push('\n');
    text
}

fn change(change: &FileChange) -> Change<'_> {
    let content = change.operation.content();
    let old = change.old_content.as_ref();
    let packed = content.into_iter().chain(old).any(|blob| blob.text().is_none());
    let text = |blob: &Blob| match blob.text() {
        Some(text) if !packed => text.to_owned(),
        _ => base64(blob),
    };
    Change {
        r#type: change.operation.as_str(),
        path: change.path.as_str(),
        new_path: match &change.operation {
            Operation::Rename { to, .. } => Some(to.as_str()),
            _ => None,
        },
        encoding: packed.then_some("base64"),
        reason: change.reason.as_deref(),
        old_content: old.map(text),
        content: content.map(text),
    }
}
