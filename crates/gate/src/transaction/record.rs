//! What stands in a journal while live files are between two states.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use verdict_protocol::{FileContent, sha256_hex};
use verdict_vfs::{Blob, Snapshot, VfsPath};

const FORMAT: &str = "verdict-gate-journal";
const VERSION: u64 = 1;

/// How far a transaction got, as its record says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordState {
    /// Live files are being written, or taken back.
    Applying,
    /// The change is live, whole and let through: only the record is left to clear.
    Committed,
    /// The files are as before again: only the record is left to clear.
    Undone,
    /// The files could not be brought back. Nothing is applied until a person resets the gate.
    Terminal,
}

/// The record of a transaction.
///
/// On the wire `{ format, version, sha256, body }`, where `sha256` is over the bytes of `body` as they
/// stand, so that a record that is torn, edited or of another kind is told apart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JournalRecord {
    /// How far it got.
    pub state: RecordState,
    /// The command that the change came from.
    pub name: String,
    /// When the record was first written, in milliseconds since 1970.
    pub started_at: f64,
    /// Root hash before the change.
    pub pre_root: String,
    /// Root hash after the change.
    pub post_root: String,
    /// Every path that the change touches, in byte order.
    pub files: Vec<RecordFile>,
    /// What a restore overwrote that was neither before nor after.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub displaced: Vec<Displaced>,
    /// Why it is terminal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// One file of a record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecordFile {
    /// Absolute path.
    pub path: String,
    /// Its content before; null if it was not there.
    pub before: Option<FileContent>,
    /// Its content after; null if it is not there.
    pub after: Option<FileContent>,
}

/// A content that a restore put aside.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Displaced {
    /// Where it stood.
    pub path: String,
    /// The bytes: a text, or `{ base64 }`.
    pub content: FileContent,
}

impl Displaced {
    pub(super) fn new(path: &VfsPath, blob: &Blob) -> Displaced {
        Displaced { path: path.to_string(), content: FileContent(blob.bytes().to_vec()) }
    }
}

/// Why a text is no record that can be acted on.
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

/// A file of a record, ready to be compared.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Touched {
    pub(super) path: VfsPath,
    pub(super) before: Option<Blob>,
    pub(super) after: Option<Blob>,
}

/// Every path whose content differs between two states.
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
        // Nothing of a record has a map with keys that are no text: it always serialises.
        let body = serde_json::to_string(self).unwrap_or_default();
        let sha256 = sha256_hex(body.as_bytes());
        format!(r#"{{"format":"{FORMAT}","version":{VERSION},"sha256":"{sha256}","body":{body}}}"#)
    }

    pub(super) fn decode(text: &str) -> Result<(JournalRecord, Vec<Touched>), RecordError> {
        let corrupt = |why: String| RecordError::Corrupt(why);
        let envelope: Envelope<'_> = serde_json::from_str(text).map_err(|error| {
            // What begins like a record is one that was cut; all else is somebody else's.
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
