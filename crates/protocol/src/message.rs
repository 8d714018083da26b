//! Messages between a host and a worker (spec W1), and the plain envelopes of spec W3 and spec W4.

use serde::de::{self, DeserializeOwned, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::{Code, Engine, FileContent, Files, Limits, MemoryUse, Progress, Toolchain, VerifyResult};

/// Maximum length of a request id, in bytes.
const MAX_ID: usize = 256;

/// The id of a request, chosen by the sender and echoed unchanged.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(untagged)]
pub enum RequestId {
    /// A text of 1 to 256 bytes.
    Text(String),
    /// A non-negative integer.
    Number(u64),
}

/// Implemented by hand, because a derived implementation creates an error for each variant that does not
/// match. In a worker each is a JavaScript `Error` with a stack.
impl<'de> Deserialize<'de> for RequestId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RequestId, D::Error> {
        struct IdVisitor;

        impl Visitor<'_> for IdVisitor {
            type Value = RequestId;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a text or a non-negative integer")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<RequestId, E> {
                Ok(RequestId::Text(text.to_owned()))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<RequestId, E> {
                Ok(RequestId::Number(number))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<RequestId, E> {
                u64::try_from(number)
                    .map(RequestId::Number)
                    .map_err(|_| E::invalid_value(de::Unexpected::Signed(number), &self))
            }
        }

        deserializer.deserialize_any(IdVisitor)
    }
}

impl std::fmt::Display for RequestId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RequestId::Text(text) => f.write_str(text),
            RequestId::Number(number) => write!(f, "{number}"),
        }
    }
}

/// The form of the answer: a plain envelope gets a plain answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// `VERIFY_COMPLETE` with an id.
    Id(RequestId),
    /// `VERIFY_COMPLETE` without an id (spec W3).
    Plain,
    /// `{ requestId, result }` (spec W4).
    RequestId(RequestId),
}

impl Reply {
    /// The id, if there is one.
    #[must_use]
    pub fn id(&self) -> Option<&RequestId> {
        match self {
            Reply::Id(id) | Reply::RequestId(id) => Some(id),
            Reply::Plain => None,
        }
    }

    /// Wraps a result in the envelope of its request.
    #[must_use]
    pub fn answer(
        self,
        result: Box<VerifyResult>,
        session_id: Option<serde_json::Value>,
        memory: Option<MemoryUse>,
    ) -> FromWorker {
        let id = match self {
            Reply::RequestId(request_id) => return FromWorker::Plain { request_id, result },
            Reply::Id(id) => Some(id),
            Reply::Plain => None,
        };
        FromWorker::VerifyComplete { id, result, session_id, memory }
    }
}

/// The payload of a `VERIFY`.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VerifyPayload {
    /// `verb:argument`.
    pub command: String,
    /// The files, inline. Plain envelopes call them `vfsSnapshot`.
    #[serde(alias = "vfsSnapshot", default)]
    pub snapshot: Option<Files>,
    /// Root hash of a snapshot that an earlier `SNAPSHOT` sent.
    #[serde(default)]
    pub snapshot_ref: Option<String>,
    /// The request's limits.
    #[serde(default)]
    pub limits: Option<Limits>,
    /// A [`crate::Config`] or a part of it, merged over the snapshot's configuration.
    #[serde(default)]
    pub config: Option<serde_json::Value>,
    /// Seed of the guest's randomness.
    #[serde(default)]
    pub seed: Option<u64>,
    /// The engine that runs guest code.
    #[serde(default)]
    pub engine: Engine,
    /// Echoed unchanged.
    #[serde(default)]
    pub session_id: Option<serde_json::Value>,
}

/// One file of a `SNAPSHOT`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct WireEntry {
    /// Absolute path.
    pub path: String,
    /// Lowercase hex SHA-256 of the bytes.
    pub hash: String,
    /// The bytes; omitted if the worker already has a blob of that hash, or an earlier entry contains it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<FileContent>,
}

/// `SNAPSHOT`: a whole snapshot, or the changes against `base`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SnapshotMessage {
    /// Root hash of the snapshot that this one changes; null for a whole snapshot.
    #[serde(default)]
    pub base: Option<String>,
    /// Files that are new or changed.
    pub entries: Vec<WireEntry>,
    /// Paths that were removed.
    #[serde(default)]
    pub removed: Vec<String>,
    /// Root hash of the result, which the receiver checks.
    pub root: String,
}

/// A message to a worker.
#[derive(Debug, Clone)]
pub enum ToWorker {
    /// Verify a command.
    Verify(Reply, Box<VerifyPayload>),
    /// Receive a snapshot.
    Snapshot(Box<SnapshotMessage>),
    /// Answer `PONG`.
    Ping(Option<RequestId>),
}

/// The error in an `ERROR` message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WireError {
    /// The stable code.
    pub code: Code,
    /// The problem, in a sentence.
    pub message: String,
}

/// A message from a worker.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
pub enum FromWorker {
    /// The worker is ready.
    Ready {
        /// [`crate::PROTOCOL_VERSION`].
        protocol: u32,
        /// The number that the manager gave this worker.
        generation: u64,
        /// The versions that the worker judges with.
        toolchain: Toolchain,
    },
    /// The answer to a `PING`.
    Pong {
        /// Always true (spec W2).
        success: bool,
        /// The id of the `PING`, if it had one.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<RequestId>,
        /// The versions that the worker judges with.
        toolchain: Toolchain,
        /// The worker's memory, if it is measured.
        #[serde(skip_serializing_if = "Option::is_none")]
        memory: Option<MemoryUse>,
    },
    /// Progress of a running request.
    Progress {
        /// The request's id.
        id: RequestId,
        /// The latest event.
        event: Progress,
        /// Earlier events that were not reported yet, in order.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        before: Vec<Progress>,
    },
    /// The final answer to a `VERIFY`.
    VerifyComplete {
        /// Which request; absent in the answer to a plain envelope (spec W3).
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<RequestId>,
        /// The result; its fields stand next to `id`.
        #[serde(flatten)]
        result: Box<VerifyResult>,
        /// Echoed unchanged.
        #[serde(skip_serializing_if = "Option::is_none")]
        session_id: Option<serde_json::Value>,
        /// The request's memory, if it is measured. Not part of the result.
        #[serde(skip_serializing_if = "Option::is_none")]
        memory: Option<MemoryUse>,
    },
    /// The worker lacks the base or a blob and needs a whole snapshot.
    NeedSnapshot {
        /// The id of the request that needs it, if there is one.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<RequestId>,
        /// The missing root hash.
        root: String,
        /// The missing blob hashes.
        blobs: Vec<String>,
    },
    /// A message could not be parsed or carried out.
    Error {
        /// The request's id, if known.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<RequestId>,
        /// The error.
        error: WireError,
    },
    /// The answer to a plain envelope with a `requestId` (spec W4).
    #[serde(untagged)]
    Plain {
        /// Echoed unchanged.
        #[serde(rename = "requestId")]
        request_id: RequestId,
        /// The result.
        result: Box<VerifyResult>,
    },
}

/// A message that does not have the shape of the protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Malformed {
    /// The id, if it could be read.
    pub id: Option<RequestId>,
    /// JSON pointer (RFC 6901) to the invalid value; empty for the message itself.
    pub pointer: String,
    /// The problem, in a sentence.
    pub message: String,
}

impl Malformed {
    /// The error to answer with.
    #[must_use]
    pub fn to_error(&self) -> WireError {
        let at = if self.pointer.is_empty() { "(root)" } else { &self.pointer };
        WireError { code: Code::Protocol, message: format!("Malformed message at {at}: {}", self.message) }
    }
}

#[derive(Deserialize)]
struct Head {
    #[serde(rename = "type", default)]
    kind: Option<String>,
    #[serde(default)]
    id: Option<RequestId>,
    #[serde(rename = "requestId", default)]
    request_id: Option<RequestId>,
}

#[derive(Deserialize)]
struct Body<T> {
    payload: T,
}

/// Decodes a message. `source` returns a fresh deserializer of the message on each call, so that one decoder
/// serves JSON lines and structured clones.
///
/// # Errors
/// [`Malformed`] with a JSON pointer to the first invalid value. Unknown fields are ignored.
pub fn decode<'de, D: Deserializer<'de>>(source: impl Fn() -> D) -> Result<ToWorker, Malformed> {
    let head: Head = read(&source, None)?;
    let id = head.id;
    if let Some(id) = id.as_ref().or(head.request_id.as_ref()) {
        check_id(id)?;
    }
    let Some(kind) = head.kind else {
        let Some(request_id) = head.request_id else {
            return Err(Malformed { id, pointer: "/type".into(), message: "missing field `type`".into() });
        };
        let payload = read(&source, Some(&request_id))?;
        return Ok(ToWorker::Verify(Reply::RequestId(request_id), Box::new(payload)));
    };
    match kind.as_str() {
        "VERIFY" => {
            let body: Body<VerifyPayload> = read(&source, id.as_ref())?;
            let reply = id.map_or(Reply::Plain, Reply::Id);
            Ok(ToWorker::Verify(reply, Box::new(body.payload)))
        }
        "SNAPSHOT" => {
            let body: Body<SnapshotMessage> = read(&source, id.as_ref())?;
            Ok(ToWorker::Snapshot(Box::new(body.payload)))
        }
        "PING" => Ok(ToWorker::Ping(id)),
        other => {
            let other: String = other.chars().take(100).collect();
            Err(Malformed { id, pointer: "/type".into(), message: format!("Unknown message type: {other}") })
        }
    }
}

fn check_id(id: &RequestId) -> Result<(), Malformed> {
    match id {
        RequestId::Text(text) if text.is_empty() || text.len() > MAX_ID => Err(Malformed {
            id: None,
            pointer: "/id".into(),
            message: format!("an id has 1 to {MAX_ID} bytes, not {}", text.len()),
        }),
        _ => Ok(()),
    }
}

fn read<'de, D: Deserializer<'de>, T: DeserializeOwned>(
    source: &impl Fn() -> D,
    id: Option<&RequestId>,
) -> Result<T, Malformed> {
    serde_path_to_error::deserialize(source()).map_err(|error| Malformed {
        id: id.cloned(),
        pointer: pointer(error.path()),
        message: error.into_inner().to_string(),
    })
}

/// Converts a serde path to a JSON pointer (RFC 6901).
fn pointer(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    let mut pointer = String::new();
    for segment in path {
        let text = match segment {
            Segment::Seq { index } => index.to_string(),
            Segment::Map { key } => key.replace('~', "~0").replace('/', "~1"),
            Segment::Enum { .. } | Segment::Unknown => continue,
        };
        pointer.push('/');
        pointer.push_str(&text);
    }
    pointer
}
