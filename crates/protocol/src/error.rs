//! What went wrong in a test, in full.

use serde::{Deserialize, Serialize};

use crate::{Code, Location};

/// One thing that went wrong in a test, a suite or a file. All text is the guest's, bounded: a message and a diff to
/// 4 KiB each, a stack to 30 frames, causes and errors of aggregates to 20 in all.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TestError {
    /// The `name` of the error, for example `AssertionError`; empty for what is thrown and is no error, and for what
    /// the runner says itself.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Its `message`; of a value that is no error its preview.
    pub message: String,
    /// The hook that failed: `beforeAll`, `beforeEach`, `aroundAll`, `aroundEach`, `afterEach`, `afterAll`,
    /// `onTestFinished` or `onTestFailed`. What `beforeEach` and `beforeAll` returned runs among those of after, and
    /// goes by that name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hook: Option<String>,
    /// That nobody handled it, and how it came about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unhandled: Option<UnhandledKind>,
    /// The test that it comes from, suite names and the name, where it is told elsewhere: what nobody handled, and
    /// what came when that test was over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<Vec<String>>,
    /// It is one of the errors of an aggregate, whose `Name: message` this is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aggregate: Option<String>,
    /// Which limit or rule it was, if it was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<Code>,
    /// Where it was thrown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Location>,
    /// The source around that place; of an error that comes from a package, around the first place outside of packages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<CodeFrame>,
    /// Line diff of expected and received.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diff: Option<String>,
    /// `Name: message`, then a line `    at f (/x.js:2:9)` a frame, those of the guest only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stack: Option<String>,
    /// Own properties beside those of every error, such as `code`, as an object is printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub properties: Option<String>,
    /// Its `cause`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Box<TestError>>,
    /// The errors of an aggregate that is itself a cause or one of an aggregate.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<TestError>,
}

/// `Name: message` of an error, or what it has of both.
#[must_use]
pub fn error_header(name: &str, message: &str) -> String {
    match (name.is_empty(), message.is_empty()) {
        (true, _) => message.to_owned(),
        (false, true) => name.to_owned(),
        (false, false) => format!("{name}: {message}"),
    }
}

impl TestError {
    /// `Name: message`, as the first lines of a stack have it.
    #[must_use]
    pub fn header(&self) -> String {
        error_header(&self.name, &self.message)
    }

    /// The lines of `stack` below its header, without indent.
    pub fn frames(&self) -> impl Iterator<Item = &str> {
        // A message may have lines that look like frames: those of the stack stand behind it.
        let stack = self.stack.as_deref().unwrap_or_default();
        let frames = stack.strip_prefix(self.header().as_str()).unwrap_or(stack);
        frames.lines().map(str::trim_start).filter(|line| line.starts_with("at "))
    }

    /// What it is beside its header: which hook failed, whose nobody took care of, of which aggregate it is.
    #[must_use]
    pub fn context(&self) -> Option<String> {
        let of = |what: &str| match &self.test {
            Some(test) => format!("{what} in \"{}\"", test.join(" > ")),
            None => what.to_owned(),
        };
        let mut said: Vec<String> = Vec::new();
        said.extend(self.hook.as_ref().map(|hook| format!("{hook} hook failed")));
        match self.unhandled {
            Some(UnhandledKind::Rejection) => said.push(of("Unhandled rejection")),
            Some(UnhandledKind::Exception) => said.push(of("Uncaught exception")),
            None => {}
        }
        (!said.is_empty()).then(|| said.join(": "))
    }
}

/// How an error came to be nobody's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UnhandledKind {
    /// A promise was rejected and nobody handles it.
    Rejection,
    /// A timer or a microtask threw.
    Exception,
}

/// Source around a place, as it is printed: each line with its number, and a line with a caret below the place.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CodeFrame {
    /// Where the caret points.
    #[serde(flatten)]
    pub location: Location,
    /// At most five lines of at most 100 characters, and the caret's. Control characters stand as `\u{fffd}`, tabs as
    /// four spaces.
    pub text: String,
}
