//! The full form of an error in a test.

use serde::{Deserialize, Serialize};

use crate::{Code, Location};

/// One error in a test, a suite or a file. All text comes from the guest and is bounded. A message and a diff
/// have at most 4 KiB each, a stack 30 frames, and causes and aggregated errors 20 in total.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TestError {
    /// The error's `name`, for example `AssertionError`. Empty for thrown values that are no errors, and for
    /// messages of the runner.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The error's `message`, or a preview of a value that is no error.
    pub message: String,
    /// The hook that failed: `beforeAll`, `beforeEach`, `aroundAll`, `aroundEach`, `afterEach`, `afterAll`,
    /// `onTestFinished` or `onTestFailed`. A cleanup function that `beforeEach` or `beforeAll` returned
    /// counts as `afterEach` or `afterAll`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hook: Option<String>,
    /// How the error escaped, if nothing handled it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unhandled: Option<UnhandledKind>,
    /// Suite names and name of the test that caused it, if it is reported elsewhere. This applies to
    /// unhandled errors, and to errors after the end of that test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<Vec<String>>,
    /// `Name: message` of the aggregate error that contains this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aggregate: Option<String>,
    /// Code of the limit or rule that was violated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<Code>,
    /// Location of the throw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Location>,
    /// Source around the location. For an error from a package, around the first location outside packages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<CodeFrame>,
    /// Line diff of expected and received.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diff: Option<String>,
    /// `Name: message`, then one line `    at f (/x.js:2:9)` per guest frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stack: Option<String>,
    /// Own properties, such as `code`, that not every error has, printed as an object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub properties: Option<String>,
    /// The error's `cause`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Box<TestError>>,
    /// Errors of an aggregate that is itself a cause or part of an aggregate.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<TestError>,
}

/// `Name: message` of an error. If one of them is empty, the other alone.
#[must_use]
pub fn error_header(name: &str, message: &str) -> String {
    match (name.is_empty(), message.is_empty()) {
        (true, _) => message.to_owned(),
        (false, true) => name.to_owned(),
        (false, false) => format!("{name}: {message}"),
    }
}

impl TestError {
    /// `Name: message`, as at the start of a stack.
    #[must_use]
    pub fn header(&self) -> String {
        error_header(&self.name, &self.message)
    }

    /// The lines of `stack` below its header, without indentation.
    pub fn frames(&self) -> impl Iterator<Item = &str> {
        // A message may contain lines that look like frames; the stack's own frames follow it.
        let stack = self.stack.as_deref().unwrap_or_default();
        let frames = stack.strip_prefix(self.header().as_str()).unwrap_or(stack);
        frames.lines().map(str::trim_start).filter(|line| line.starts_with("at "))
    }

    /// Context beyond the header: the failed hook, how the error was unhandled, and the aggregate it is part
    /// of.
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

/// How an error escaped handling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UnhandledKind {
    /// A promise was rejected and nothing handled it.
    Rejection,
    /// A timer or a microtask threw.
    Exception,
}

/// Source around a location, ready to print: lines with their numbers, and a caret below the location.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CodeFrame {
    /// The location that the caret points to.
    #[serde(flatten)]
    pub location: Location,
    /// At most five lines of at most 100 characters, plus the caret's line. Control characters become
    /// `\u{fffd}`, tabs four spaces.
    pub text: String,
}
