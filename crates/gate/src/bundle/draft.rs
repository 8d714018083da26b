//! An operation as a bundle spells it, before validation. All bundle forms share these rules.

use std::collections::BTreeMap;

use base64::Engine as _;
use verdict_vfs::{Blob, VfsPath};

use crate::error::preview;
use crate::position::Positions;
use crate::{BundleError, BundleErrorKind as Kind, ChangeSet, FileChange, Operation, Position};

/// A value with its byte offset in the bundle.
#[derive(Debug, Clone)]
pub(super) struct Spanned<T> {
    pub(super) value: T,
    pub(super) at: usize,
}

impl<T> Spanned<T> {
    pub(super) const fn new(value: T, at: usize) -> Self {
        Spanned { value, at }
    }
}

/// An operation as written.
#[derive(Debug, Default)]
pub(super) struct Draft {
    /// Byte offset of the operation.
    pub(super) at: usize,
    pub(super) operation: Option<Spanned<String>>,
    pub(super) path: Option<Spanned<String>>,
    pub(super) new_path: Option<Spanned<String>>,
    pub(super) content: Option<Spanned<Vec<u8>>>,
    pub(super) old_content: Option<Spanned<Vec<u8>>>,
    pub(super) encoding: Option<Spanned<String>>,
    pub(super) reason: Option<String>,
}

/// The names of a draft's keys in a bundle form, for messages.
pub(super) struct Names {
    pub(super) operation: &'static str,
    pub(super) path: &'static str,
    pub(super) new_path: &'static str,
    pub(super) content: &'static str,
}

/// Collects operations and mistakes, so that parsing reports all of them.
pub(super) struct Collector<'a> {
    pub(super) text: &'a str,
    pub(super) errors: Vec<BundleError>,
    positions: Positions<'a>,
    changes: Vec<FileChange>,
    seen: BTreeMap<VfsPath, Position>,
}

impl<'a> Collector<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Collector {
            text,
            errors: Vec::new(),
            positions: Positions::new(text),
            changes: Vec::new(),
            seen: BTreeMap::new(),
        }
    }

    pub(super) fn error(&mut self, at: usize, kind: Kind, message: impl Into<String>) {
        let position = self.positions.at(at);
        self.errors.push(position.error(kind, message));
    }

    /// Adds an operation, or reports its mistakes.
    pub(super) fn push(&mut self, draft: Draft, names: &Names) {
        let Some(change) = self.judge(draft, names) else { return };
        let mut twice = None;
        for path in change.paths() {
            if let Some(first) = self.seen.insert(path.clone(), change.position) {
                twice = Some(change.position.error(
                    Kind::Duplicate,
                    format!(
                        "Two operations on {}: the first is at line {}",
                        preview(path.as_str()),
                        first.line
                    ),
                ));
            }
        }
        self.errors.extend(twice);
        self.changes.push(change);
    }

    fn judge(&mut self, draft: Draft, names: &Names) -> Option<FileChange> {
        let at = draft.at;
        let errors_before = self.errors.len();
        if draft.operation.is_none() {
            self.error(at, Kind::MissingKey, format!("Missing {}", names.operation));
        }
        if draft.path.is_none() {
            self.error(at, Kind::MissingKey, format!("Missing {}", names.path));
        }
        let path = draft.path.and_then(|path| self.path(&path));
        let new_path = draft.new_path.and_then(|path| self.path(&path));
        let base64 = match &draft.encoding {
            None => false,
            Some(encoding) => match encoding.value.as_str() {
                "base64" => true,
                "utf8" | "utf-8" => false,
                other => {
                    let message = format!("Unknown encoding {} (expected utf8 or base64)", preview(other));
                    self.error(encoding.at, Kind::Encoding, message);
                    false
                }
            },
        };
        let content = draft.content.and_then(|content| self.bytes(content, base64));
        let old_content = draft.old_content.and_then(|content| self.bytes(content, base64));
        let operation = draft.operation?;
        let keyword = operation.value.trim().to_ascii_uppercase();
        let operation = match (keyword.as_str(), content) {
            ("CREATE", Some(blob)) => Operation::Create(blob),
            ("MODIFY", Some(blob)) => Operation::Modify(blob),
            ("UPSERT", Some(blob)) => Operation::Upsert(blob),
            ("DELETE", _) => Operation::Delete,
            ("RENAME", content) => match new_path {
                Some(to) => Operation::Rename { to, content },
                None => {
                    if self.errors.len() == errors_before {
                        self.error(at, Kind::MissingKey, format!("RENAME needs {}", names.new_path));
                    }
                    return None;
                }
            },
            ("CREATE" | "MODIFY" | "UPSERT", None) => {
                if self.errors.len() == errors_before {
                    self.error(at, Kind::MissingContent, format!("{keyword} needs {}", names.content));
                }
                return None;
            }
            _ => {
                let message = format!(
                    "Unknown operation {} (expected CREATE, MODIFY, UPSERT, DELETE or RENAME)",
                    preview(&operation.value)
                );
                self.error(operation.at, Kind::UnknownOperation, message);
                return None;
            }
        };
        Some(FileChange {
            path: path?,
            operation,
            old_content,
            reason: draft.reason,
            position: self.positions.at(at),
        })
    }

    fn path(&mut self, path: &Spanned<String>) -> Option<VfsPath> {
        VfsPath::parse(&path.value)
            .map_err(|error| self.error(path.at, Kind::Path, preview(&error.to_string())))
            .ok()
    }

    fn bytes(&mut self, content: Spanned<Vec<u8>>, base64: bool) -> Option<Blob> {
        if !base64 {
            return Some(Blob::new(content.value));
        }
        let packed: Vec<u8> = content.value.into_iter().filter(|byte| !byte.is_ascii_whitespace()).collect();
        base64::engine::general_purpose::STANDARD
            .decode(packed)
            .map_err(|error| self.error(content.at, Kind::Encoding, format!("Malformed base64: {error}")))
            .ok()
            .map(Blob::new)
    }

    /// All collected operations. A bundle without operations is a mistake.
    pub(super) fn finish(mut self) -> Result<ChangeSet, Vec<BundleError>> {
        if self.changes.is_empty() && self.errors.is_empty() {
            self.error(0, Kind::Empty, "Empty bundle: no operation found");
        }
        if self.errors.is_empty() {
            return Ok(ChangeSet { changes: self.changes, ..ChangeSet::default() });
        }
        self.errors.sort_by_key(|error| (error.line, error.column));
        Err(self.errors)
    }
}
