//! The journal's record while live files are between two states.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use verdict_protocol::{FileContent, sha256_hex};
use verdict_vfs::{Blob, Snapshot, VfsPath};

const FORMAT: &str = "verdict-gate-journal";
const VERSION: u64 = 1;

/// The progress of a transaction, according to its record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordState {
    /// Live files are being written or restored.
    Applying,
    /// The change is live, complete and permitted: only the record is left to clear.
    Committed,
    /// The files are restored, and only clearing the record remains.
    Undone,
    /// The files could not be restored. Nothing is applied until a person resets the gate.
    Terminal,
}

/// The record of a transaction.
///
/// On the wire it is `{ format, version, sha256, body }`, where `sha256` covers the bytes of `body`, so that
/// a torn, edited or foreign record is detected.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JournalRecord {
    /// The progress.
    pub state: RecordState,
    /// The command that the change comes from.
    pub name: String,
    /// When the record was first written, in milliseconds since 1970.
    pub started_at: f64,
    /// Root hash before the change.
    pub pre_root: String,
    /// Root hash after the change.
    pub post_root: String,
    /// All paths that the change touches, in byte order.
    pub files: Vec<RecordFile>,
    /// Content that a restore overwrote and that was neither the old nor the new one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub displaced: Vec<Displaced>,
    /// Why the transaction reached a terminal state, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A file in a record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecordFile {
    /// Absolute path.
    pub path: String,
    /// The content before; null if the file did not exist.
    pub before: Option<FileContent>,
    /// The content after; null if the file does not exist.
    pub after: Option<FileContent>,
}

/// Content that a restore set aside.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Displaced {
    /// Path of the file.
    pub path: String,
    /// The bytes: a text, or `{ base64 }`.
    pub content: FileContent,
}

impl Displaced {
    pub(super) fn new(path: &VfsPath, blob: &Blob) -> Displaced {
        Displaced { path: path.to_string(), content: FileContent(blob.bytes().to_vec()) }
    }
}

/// Why a text is no usable record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum RecordError {
    #[error("it is not a record of this gate")]
    Foreign,
    #[error("it is of version {0}, and only {VERSION} is known here")]
    Version(u64),
    #[error("it is torn or was edited: {0}")]
    Corrupt(String),
}

#[derive(Deserialize)]
struct Envelope<'a> {
    format: String,
    version: u64,
    #[serde(default)]
    sha256: String,
    #[serde(borrow)]
    body: Option<&'a RawValue>,
}

/// A file of a record, prepared for comparison.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Touched {
    pub(super) path: VfsPath,
    pub(super) before: Option<Blob>,
    pub(super) after: Option<Blob>,
}

/// All paths whose content differs between two states.
pub(super) fn touched(before: &Snapshot, after: &Snapshot) -> Vec<Touched> {
    let paths = before.iter().chain(after.iter()).map(|(path, _)| path);
    let changed: std::collections::BTreeSet<&VfsPath> =
        paths.filter(|path| before.get(path) != after.get(path)).collect();
    let touch = |path: &VfsPath| Touched {
        path: path.clone(),
        before: before.get(path).cloned(),
        after: after.get(path).cloned(),
    };
    changed.into_iter().map(touch).collect()
}

impl JournalRecord {
    pub(super) fn applying(name: &str, started_at: f64, before: &Snapshot, after: &Snapshot) -> Self {
        let content = |blob: Option<Blob>| blob.map(|blob| FileContent(blob.bytes().to_vec()));
        let file = |file: Touched| RecordFile {
            path: file.path.to_string(),
            before: content(file.before),
            after: content(file.after),
        };
        JournalRecord {
            state: RecordState::Applying,
            name: name.to_owned(),
            started_at,
            pre_root: before.root().to_owned(),
            post_root: after.root().to_owned(),
            files: touched(before, after).into_iter().map(file).collect(),
            displaced: Vec::new(),
            reason: None,
        }
    }

    pub(super) fn encode(&self) -> String {
        // A record contains no map with non-string keys, so it always serialises.
        let body = serde_json::to_string(self).unwrap_or_default();
        let sha256 = sha256_hex(body.as_bytes());
        format!(r#"{{"format":"{FORMAT}","version":{VERSION},"sha256":"{sha256}","body":{body}}}"#)
    }

    pub(super) fn decode(text: &str) -> Result<(JournalRecord, Vec<Touched>), RecordError> {
        let corrupt = |why: String| RecordError::Corrupt(why);
        let envelope: Envelope<'_> = serde_json::from_str(text).map_err(|error| {
            // A text that starts like a record was cut; any other text is foreign.
            let begins = text.starts_with(&format!(r#"{{"format":"{FORMAT}""#)) || text.is_empty();
            if begins { corrupt(error.to_string()) } else { RecordError::Foreign }
        })?;
        if envelope.format != FORMAT {
            return Err(RecordError::Foreign);
        }
        if envelope.version != VERSION {
            return Err(RecordError::Version(envelope.version));
        }
        let body = envelope.body.ok_or_else(|| corrupt("it has no body".to_owned()))?.get();
        if sha256_hex(body.as_bytes()) != envelope.sha256 {
            return Err(corrupt("its checksum does not match".to_owned()));
        }
        let record: JournalRecord = serde_json::from_str(body).map_err(|error| corrupt(error.to_string()))?;
        let files = record
            .files
            .iter()
            .map(|file| {
                let blob = |content: &Option<FileContent>| content.as_ref().map(|it| Blob::new(it.0.clone()));
                let path = VfsPath::parse(&file.path).ok().filter(|path| path.as_str() == file.path);
                path.map(|path| Touched { path, before: blob(&file.before), after: blob(&file.after) })
                    .ok_or_else(|| corrupt("a path is malformed".to_owned()))
            })
            .collect::<Result<_, _>>()?;
        Ok((record, files))
    }
}
