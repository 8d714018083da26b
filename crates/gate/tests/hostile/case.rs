//! A case in `tests/hostile/gate/`. `tests/hostile/README.md` explains its keys.

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
    /// The live files before the first page.
    pub(crate) files: Files,
    #[serde(default)]
    pub(crate) bundle: Option<Bundle>,
    /// [`verdict_gate::ApplyOptions`] as a host receives them.
    #[serde(default)]
    pub(crate) options: Value,
    /// The verifier's answers: the first match, or a pass if none matches.
    #[serde(default)]
    pub(crate) verdicts: Vec<Answer>,
    /// The initial content of the journal.
    #[serde(default)]
    pub(crate) journal: Option<String>,
    #[serde(default)]
    pub(crate) checkpoints: bool,
    #[serde(flatten)]
    pub(crate) first: Page,
    /// Later pages, each on the files and the journal that the previous page left.
    #[serde(default)]
    pub(crate) then: Vec<Page>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// Must not achieve its aim.
    Cheat,
    /// The honest twin, which the gate must apply.
    Oracle,
    /// The twin that the gate must not apply.
    Nop,
}

/// One call of the gate, with faults during it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Page {
    #[serde(default, rename = "do")]
    pub(crate) act: Act,
    /// Faults of the live files, by the number of the call, from 0.
    #[serde(default)]
    pub(crate) faults: BTreeMap<String, FileFault>,
    /// Faults of the journal, by the number of the call, from 0.
    #[serde(default)]
    pub(crate) journal_faults: BTreeMap<String, JournalFault>,
    /// The number of steps before the page closes. A call takes two or more.
    #[serde(default)]
    pub(crate) closed_after: Option<usize>,
    /// Files that somebody else writes before the page, or removes with null.
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
    /// `applied`, `refused`, `restored` or `terminal`. For a recovery: `none`, `cleared`, `undone`, `failed`
    /// or `locked`. `closed` for a page that does not answer.
    pub(crate) state: String,
    #[serde(default)]
    pub(crate) code: Option<Code>,
    /// A part of the message.
    #[serde(default)]
    pub(crate) message: Option<String>,
    /// The live files after the page; by default, those before it.
    #[serde(default)]
    pub(crate) files: Option<Files>,
    /// JSON pointers into the report, each with the exact value or a part of a string.
    #[serde(default)]
    pub(crate) report: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answer {
    /// The start of the command.
    #[serde(default)]
    pub(crate) command: String,
    /// Parts of files that the snapshot must contain, by path.
    #[serde(default)]
    pub(crate) has: BTreeMap<String, String>,
    /// Keys of a result: `success`, `error`, `code`, `output`.
    pub(crate) result: Value,
}

/// A bundle as a string, as lines, or as JSON other than a list of strings.
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
