//! A case, as it stands in `tests/hostile/gate/`. `tests/hostile/README.md` has the words.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use verdict_protocol::{Code, FileContent};

use crate::world::{BookFault, Disk, Fault};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    /// The live files before.
    pub(crate) files: Files,
    #[serde(default)]
    pub(crate) bundle: Option<Bundle>,
    /// [`verdict_gate::ApplyOptions`] as a host gets them.
    #[serde(default)]
    pub(crate) options: Value,
    /// What the verifier answers; the first that fits, and a pass where none does.
    #[serde(default)]
    pub(crate) verdicts: Vec<Answer>,
    /// What the journal holds at first.
    #[serde(default)]
    pub(crate) journal: Option<String>,
    #[serde(default)]
    pub(crate) checkpoints: bool,
    #[serde(flatten)]
    pub(crate) first: Page,
    /// Pages after the first, on the files and the journal that it left.
    #[serde(default)]
    pub(crate) then: Vec<Page>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// Must not get what it is after.
    Cheat,
    /// The honest twin: must be applied.
    Oracle,
    /// The twin that must not be applied.
    Nop,
}

/// One call of the gate, and what goes wrong meanwhile.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Page {
    #[serde(default, rename = "do")]
    pub(crate) act: Act,
    /// By the number of the call on the live files, from 0.
    #[serde(default)]
    pub(crate) faults: BTreeMap<String, FileFault>,
    /// By the number of the call on the journal, from 0.
    #[serde(default)]
    pub(crate) journal_faults: BTreeMap<String, JournalFault>,
    /// The page is closed after so many steps, two and more a call.
    #[serde(default)]
    pub(crate) closed_after: Option<usize>,
    /// What somebody else writes (or with null removes) before.
    #[serde(default)]
    pub(crate) meanwhile: BTreeMap<String, Option<Content>>,
    pub(crate) expect: Expect,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Act {
    #[default]
    Apply,
    Recover,
    Reset,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Expect {
    /// `applied`, `refused`, `restored`, `terminal`; of a recovery `none`, `cleared`, `undone`, `failed`,
    /// `locked`; `closed` of a page that does not answer.
    pub(crate) state: String,
    #[serde(default)]
    pub(crate) code: Option<Code>,
    /// A part of the message.
    #[serde(default)]
    pub(crate) message: Option<String>,
    /// The live files afterwards; without, those before.
    #[serde(default)]
    pub(crate) files: Option<Files>,
    /// JSON pointers into the report: the exact value, or a part of a text.
    #[serde(default)]
    pub(crate) report: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answer {
    /// How the command begins.
    #[serde(default)]
    pub(crate) command: String,
    /// A part of a file, by path, that the snapshot has.
    #[serde(default)]
    pub(crate) has: BTreeMap<String, String>,
    /// Keys of a result: `success`, `error`, `code`, `output`.
    pub(crate) result: Value,
}

/// A bundle as text, as lines, or as JSON that is no list of texts.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Bundle {
    Lines(Vec<String>),
    Text(String),
    Json(Value),
}

impl Bundle {
    pub(crate) fn text(&self) -> String {
        match self {
            Bundle::Lines(lines) => lines.join("\n"),
            Bundle::Text(text) => text.clone(),
            Bundle::Json(json) => json.to_string(),
        }
    }
}

#[derive(Clone, Deserialize)]
#[serde(untagged)]
pub(crate) enum Content {
    Lines(Vec<String>),
    Bytes(FileContent),
}

impl Content {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        match self {
            Content::Lines(lines) => lines.join("\n").into_bytes(),
            Content::Bytes(bytes) => bytes.0.clone(),
        }
    }
}

#[derive(Deserialize)]
#[serde(transparent)]
pub(crate) struct Files(BTreeMap<String, Content>);

impl Files {
    pub(crate) fn disk(&self) -> Disk {
        self.0.iter().map(|(path, content)| (path.clone(), content.bytes())).collect()
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum FileFault {
    Fails,
    FailsHalfWay,
    Lies,
    SomebodyWrites(String),
}

impl From<&FileFault> for Fault {
    fn from(fault: &FileFault) -> Fault {
        match fault {
            FileFault::Fails => Fault::Fails,
            FileFault::FailsHalfWay => Fault::FailsHalfWay,
            FileFault::Lies => Fault::Lies,
            FileFault::SomebodyWrites(path) => Fault::Stale(path.clone()),
        }
    }
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum JournalFault {
    Fails,
    FailsAfter,
    Lies,
    Torn,
}

impl From<JournalFault> for BookFault {
    fn from(fault: JournalFault) -> BookFault {
        match fault {
            JournalFault::Fails => BookFault::Fails,
            JournalFault::FailsAfter => BookFault::FailsAfter,
            JournalFault::Lies => BookFault::Lies,
            JournalFault::Torn => BookFault::Torn,
        }
    }
}
