//! Messages between the host and a guest, sent over a port that the harness took before any guest code ran.
//!
//! Every message of a guest is untrusted, because harness and tests share a heap. Messages arrive as JSON
//! text, so that the host knows their size before it parses them. Parsing is bounded in depth.

use std::rc::Rc;

use serde::{Deserialize, Serialize};
use verdict_judge::Dom;
use verdict_protocol::{Code, FileContent, Location, UnhandledKind};

use crate::supply::{LoadError, Shared, keys};

/// A message to a guest.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ToGuest {
    /// Run a test file.
    Run(Box<RunFile>),
    /// The answer to [`GuestEvent::Load`]: a module, and the modules of its graph that the guest may lack.
    Loaded {
        /// The request's number.
        n: u64,
        /// The loaded module's path or built-in name.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// Numbers of the modules, which [`crate::Do::Modules`] announced. Each module is ready to run.
        #[serde(serialize_with = "keys")]
        modules: Vec<Rc<Shared>>,
        /// The error to throw, if loading failed.
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<LoadError>,
    },
    /// The answer to [`GuestEvent::ReadFile`].
    File {
        /// The request's number.
        n: u64,
        /// The file's text, if the file exists.
        text: Option<String>,
    },
}

impl ToGuest {
    /// The modules that the message refers to by number.
    #[must_use]
    pub fn modules(&self) -> &[Rc<Shared>] {
        match self {
            ToGuest::Run(run) => &run.modules,
            ToGuest::Loaded { modules, .. } => modules,
            ToGuest::File { .. } => &[],
        }
    }
}

/// A test file and everything it needs to start.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RunFile {
    /// Absolute path of the test file.
    pub file: String,
    /// Seed of `Math.random` and of the test order.
    pub seed: u64,
    /// How tests run, as [`verdict_protocol::TestConfig`]. The name pattern always has the form with flags.
    pub config: serde_json::Value,
    /// Modules that run before the file, by path.
    pub setup: Vec<String>,
    /// Numbers of the modules that the file imports, and of their mocks, which [`crate::Do::Modules`]
    /// announced. There may be more modules than the file imports.
    #[serde(serialize_with = "keys")]
    pub modules: Vec<Rc<Shared>>,
    /// The snapshot file.
    pub snapshot: SnapshotFile,
    /// The files that the guest may read, by path, if it reads files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<Vec<(String, FileContent)>>,
    /// The DOM that the file has.
    pub dom: Option<Dom>,
    /// The options of the DOM.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dom_options: Option<serde_json::Value>,
    /// Maximum number of tests that the file may declare (`limits.tests`).
    pub max_tests: u64,
    /// Maximum size of recorded console output, in bytes (`limits.consoleBytes`).
    pub console_bytes: u64,
    /// Whether the guest may send [`GuestEvent::Need`].
    pub needs: bool,
    /// Whether the guest compares, at the end, what the file left behind with what a new guest has.
    pub prove: bool,
    /// Whether the guest reports the start of every test and hook at once. It is then never
    /// [quiet](FromGuest::Batch::quiet).
    pub eager: bool,
}

/// The Vitest snapshot file of a test file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct SnapshotFile {
    /// Absolute path, whether or not the file exists.
    pub path: String,
    /// Its content, if the file exists.
    pub text: Option<String>,
}

/// A message from a guest.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum FromGuest {
    /// Events since the previous message, in order.
    Batch {
        /// The message's number, counting from 0 without gaps.
        seq: u64,
        /// Whether the guest reports tests and hooks that begin after this message only in its next message.
        /// Many tests begin too quickly for a message each. If unset, the guest reports each start before it
        /// happens.
        #[serde(default)]
        quiet: bool,
        /// The events, in order.
        events: Vec<GuestEvent>,
    },
}

/// An event that a guest reports. Its stacks are V8's text, with locations in the code that ran.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum GuestEvent {
    /// The harness is loaded and waits for [`ToGuest::Run`].
    Ready {},
    /// Requests a module that no import in the source names.
    Load {
        /// The request's number, repeated in the answer.
        n: u64,
        /// The specifier that the guest resolves.
        specifier: String,
        /// Path of the importing module.
        importer: String,
    },
    /// A `require` needs a module that no literal specifier names. It cannot wait for an answer, so the guest
    /// stops here.
    Need {
        /// The specifier that the guest resolves.
        specifier: String,
        /// Path of the requiring module.
        importer: String,
    },
    /// Requests a file.
    ReadFile {
        /// The request's number, repeated in the answer.
        n: u64,
        /// The path, which may be any text.
        path: String,
    },
    /// All tests in declaration order; later events refer to a test by its index. Sent once.
    Collected {
        /// The tests.
        tests: Vec<GuestTest>,
        /// The stack at a `.only`, if there is one.
        #[serde(default)]
        focused: Option<String>,
    },
    /// An attempt at a test starts.
    Started {
        /// The test's index.
        test: usize,
        /// Real time in milliseconds.
        now: f64,
        /// Time limit of the attempt and its hooks in milliseconds. Absent or 0 means unlimited.
        #[serde(default)]
        timeout: Option<f64>,
    },
    /// A suite's hooks start.
    Hook {
        /// Time limit of the hooks in milliseconds. Absent or 0 means unlimited.
        #[serde(default)]
        timeout: Option<f64>,
    },
    /// A test's function returned.
    Completed {
        /// The test's index.
        test: usize,
    },
    /// Assertions passed or failed.
    Asserted {
        /// The test's index.
        test: usize,
        /// The number of assertions since the previous event of this kind.
        count: u32,
    },
    /// An assertion failed and threw its error to the guest.
    AssertionFailed {
        /// The test's index.
        test: usize,
        /// The failure.
        fault: GuestFault,
    },
    /// A failed assertion was the expected outcome of another assertion and no longer counts.
    Forgiven {
        /// The test's index.
        test: usize,
        /// The failed assertion's number.
        assertion: usize,
    },
    /// A test did not run, because the limit of failed tests (`bail`) was reached.
    Bailed {
        /// The test's index.
        test: usize,
        /// The number of failed tests.
        failed: usize,
    },
    /// A test skipped itself while it ran.
    SkippedItself {
        /// The test's index.
        test: usize,
    },
    /// A test or one of its hooks failed.
    TestFault {
        /// The test's index.
        test: usize,
        /// The failure.
        fault: GuestFault,
    },
    /// A test ended.
    Finished {
        /// The test's index.
        test: usize,
        /// Real time in milliseconds.
        now: f64,
    },
    /// A suite failed, outside its tests.
    SuiteFault {
        /// Names of the suite and its ancestors, outermost first.
        path: Vec<String>,
        /// The failure.
        fault: GuestFault,
    },
    /// An error occurred outside tests and suites.
    FileFault {
        /// The failure.
        fault: GuestFault,
    },
    /// The file could not be loaded.
    LoadFailed {
        /// The failure.
        fault: GuestFault,
    },
    /// A call of the console.
    Console {
        /// The console method.
        level: String,
        /// The formatted text.
        text: String,
        /// Index of the test that was running.
        #[serde(default)]
        test: Option<usize>,
    },
    /// Console lines were dropped beyond the limit of recorded bytes.
    ConsoleDropped {
        /// The number of dropped lines.
        count: u32,
    },
    /// New snapshots, and obsolete ones. Sent at most once, and only if there are any.
    Snapshot {
        /// The new content of the snapshot file.
        #[serde(default)]
        file: Option<NewFile>,
        /// New files of `toMatchFileSnapshot`.
        #[serde(default)]
        raw: Vec<NewFile>,
        /// New inline snapshots in the test file.
        #[serde(default)]
        inline: Vec<NewInline>,
        /// Names of obsolete entries of the snapshot file.
        #[serde(default)]
        obsolete: Vec<String>,
    },
    /// The answer to a `ping`.
    Pong {},
    /// The file is finished; no event follows.
    Done {
        /// Whether the file left nothing behind, as far as the guest was asked to prove it.
        #[serde(default)]
        clean: bool,
    },
}

/// A declared test.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct GuestTest {
    /// Names of its suites, outermost first, then its own name.
    pub path: Vec<String>,
    /// The stack of its declaration.
    #[serde(default)]
    pub at: String,
    /// Whether it runs.
    pub plan: GuestPlan,
    /// Whether the test passes if it fails (`test.fails`).
    #[serde(default)]
    pub fails: bool,
}

/// Whether a test runs, and if not, why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GuestPlan {
    /// The test runs.
    Run,
    /// The test is skipped.
    Skip,
    /// The test has no body yet.
    Todo,
}

/// A failure.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct GuestFault {
    /// The error's name.
    pub name: String,
    /// The error's message, or a preview of a thrown value that is no error.
    pub message: String,
    /// The hook that failed.
    pub hook: Option<String>,
    /// How the error escaped, if nothing handled it.
    pub unhandled: Option<UnhandledKind>,
    /// Names of the test that caused it, if it is reported outside that test.
    pub test: Option<Vec<String>>,
    /// Line diff of expected and received.
    pub diff: Option<String>,
    /// V8's stack, with or without its header.
    pub stack: Option<String>,
    /// Location in the snapshot, if the host determined it, for example of a syntax error.
    pub at: Option<Location>,
    /// The error's cause.
    pub cause: Option<Box<GuestFault>>,
    /// Errors of an aggregate error.
    pub errors: Vec<GuestFault>,
    /// Own properties of the error, printed as an object.
    pub properties: Option<String>,
    /// Number of the failed assertion.
    pub assertion: Option<usize>,
    /// Code of the rule that was violated.
    pub code: Option<Code>,
}

/// A new file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct NewFile {
    /// Absolute path.
    pub path: String,
    /// The whole content.
    pub content: String,
    /// Names of the new entries.
    pub keys: Vec<String>,
}

/// A new inline snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct NewInline {
    /// The stack of the call that lacks the snapshot.
    pub at: String,
    /// The received value as text.
    pub text: String,
}

/// Parses a message. Lone surrogates, which JavaScript writes as escapes in JSON, are read as the text of
/// those escapes.
///
/// # Errors
/// A sentence that says why the text is no valid message.
pub fn read(text: &str) -> Result<FromGuest, String> {
    serde_json::from_str(&well_formed(text)).map_err(|error| error.to_string())
}

/// Doubles the backslash of escaped lone surrogates, so that they are read as text.
fn well_formed(text: &str) -> std::borrow::Cow<'_, str> {
    let surrogate = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok().filter(|unit| (0xd800..0xe000).contains(unit))
    };
    if !text.contains("\\ud") && !text.contains("\\uD") {
        return text.into();
    }
    let (mut output, mut kept, mut at) = (String::new(), 0, 0);
    while let Some(found) = text[at..].find('\\') {
        at += found;
        match (surrogate(at), surrogate(at + 6)) {
            (Some(0xd800..0xdc00), Some(0xdc00..)) => at += 12,
            (Some(unit), _) => {
                output.push_str(&text[kept..at]);
                output.push_str(&format!("\\\\u{unit:04X}"));
                at += 6;
                kept = at;
            }
            // In valid JSON the character after a backslash is ASCII.
            (None, _) => at += 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8),
        }
    }
    output.push_str(&text[kept..]);
    output.into()
}
