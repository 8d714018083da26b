//! Writes `paws-change` Markdown and DOGS markers.

use std::fmt::Write as _;

use verdict_vfs::Blob;

use super::base64;
use crate::bundle::{BASE64, END, HEAD, MARK, PAWS_COMMAND, START, is_plain_scalar};
use crate::{ChangeSet, FileChange, Operation};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Markdown,
    Dogs,
}

pub(super) fn write(set: &ChangeSet, form: Form) -> String {
    let mut out = String::new();
    for change in &set.changes {
        if !out.is_empty() {
            out.push('\n');
        }
        let content = change.operation.content();
        let old = change.old_content.as_ref();
        let head = form == Form::Markdown
            || !matches!(change.operation, Operation::Upsert(_))
            || old.is_some()
            || change.reason.is_some();
        // A head has one encoding for both the content and the old content.
        let packed =
            content.is_some_and(|blob| !fits(blob, form)) || old.is_some_and(|old| old.text().is_none());
        if head {
            write_head(&mut out, change, packed, form);
        }
        if let Some(blob) = content {
            match form {
                Form::Markdown => write_fence(&mut out, blob, packed),
                Form::Dogs => write_region(&mut out, change, blob, packed),
            }
        }
    }
    out
}

/// Whether a form can hold the bytes verbatim.
fn fits(blob: &Blob, form: Form) -> bool {
    let Some(text) = blob.text() else { return false };
    match form {
        // `newline_at_end: false` also removes a CR before the LF.
        Form::Markdown => !text.ends_with('\r'),
        Form::Dogs => {
            (text.is_empty() || text.ends_with('\n'))
                && !text.contains(MARK)
                && !text.trim_start().starts_with(PAWS_COMMAND)
        }
    }
}

fn write_head(out: &mut String, change: &FileChange, packed: bool, form: Form) {
    let operation = &change.operation;
    let mut line = |key: &str, value: &str| {
        let _ = writeln!(out, "{key}: {value}");
    };
    line(&format!("```{HEAD}\noperation"), operation.as_str());
    line("file_path", &scalar(change.path.as_str()));
    if let Operation::Rename { to, .. } = operation {
        line("new_path", &scalar(to.as_str()));
    }
    if let Some(reason) = &change.reason {
        line("reason", &scalar(reason));
    }
    if packed {
        line("encoding", "base64");
    }
    if let Some(old) = &change.old_content {
        line("old_content", &if packed { base64(old) } else { quoted(old.text().unwrap_or_default()) });
    }
    let content = operation.content().filter(|_| form == Form::Markdown && !packed);
    if content.is_some_and(|blob| !blob.bytes().is_empty() && !blob.bytes().ends_with(b"\n")) {
        line("newline_at_end", "false");
    }
    out.push_str("```\n");
}

fn write_fence(out: &mut String, blob: &Blob, packed: bool) {
    let encoded;
    let text = match blob.text() {
        Some(text) if !packed => text,
        _ => {
            encoded = base64(blob);
            &encoded
        }
    };
    let run = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(3.max(run + 1));
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    let _ = writeln!(out, "\n{fence}\n{text}{end}{fence}");
}

fn write_region(out: &mut String, change: &FileChange, blob: &Blob, packed: bool) {
    let path = match &change.operation {
        Operation::Rename { to, .. } => to.as_str(),
        _ => change.path.as_str(),
    };
    let path = if path.ends_with(BASE64) { quoted(path) } else { scalar(path) };
    match blob.text() {
        Some(text) if !packed => {
            let _ = writeln!(out, "{START}: {path} ---\n{text}{END}: {path} ---");
        }
        _ => {
            let _ =
                writeln!(out, "{START}: {path} {BASE64} ---\n{}\n{END}: {path} {BASE64} ---", base64(blob));
        }
    }
}

fn scalar(text: &str) -> String {
    if is_plain_scalar(text) { text.to_owned() } else { quoted(text) }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
