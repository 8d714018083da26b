//! Evidence of what test files used and what their tests did. The host records it, and a gate compares it
//! between two states.
//!
//! It contains no guest value, only what the host itself resolved, served, counted and hashed.

use serde::{Deserialize, Serialize};

/// How much evidence of a `test:` is recorded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum EvidenceLevel {
    /// Nothing.
    #[default]
    Off,
    /// Imports and reads of each test file, and which files are the subject. Both engines record them.
    Graph,
    /// Also the assertions of each test, the subject's functions that it called, and mutants of those
    /// functions. Only the interpreter records them.
    Full,
}

impl EvidenceLevel {
    /// Whether nothing is recorded.
    #[must_use]
    pub fn is_off(&self) -> bool {
        *self == EvidenceLevel::Off
    }
}

/// The evidence of a `test:`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct Evidence {
    /// One entry per test file, in the order in which they ran.
    pub files: Vec<FileEvidence>,
    /// Whether the files of the snapshot were classified; otherwise the next four fields are empty.
    pub divided: bool,
    /// Absolute paths that the application reaches without tests, sorted. Every other file is test material
    /// or undecided.
    pub subject: Vec<String>,
    /// Absolute paths of files that only tests reach, and that may be either tested code or test helpers.
    pub undecided: Vec<String>,
    /// Files of the subject that no entry point reaches and no test imports by a literal specifier. A test
    /// that imports them at run time may use them as helpers.
    pub loose: Vec<String>,
    /// Folders below `node_modules` of packages that the subject depends on.
    pub packages: Vec<String>,
}

impl Evidence {
    /// The evidence of a file of which nothing is known.
    #[must_use]
    pub fn of(file: &str) -> Evidence {
        let file = FileEvidence { file: file.to_owned(), ..FileEvidence::default() };
        Evidence { files: vec![file], ..Evidence::default() }
    }

    /// Appends the evidence of more files of the same run.
    pub fn append(&mut self, more: Evidence) {
        self.files.extend(more.files);
        if !self.divided {
            self.divided = more.divided;
            self.subject = more.subject;
            self.undecided = more.undecided;
            self.loose = more.loose;
            self.packages = more.packages;
        }
    }

    /// The evidence of one test file.
    #[must_use]
    pub fn of_file(&self, file: &str) -> Option<&FileEvidence> {
        self.files.iter().find(|found| found.file == file)
    }
}

/// What one test file used and did.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct FileEvidence {
    /// Absolute path of the test file.
    pub file: String,
    /// Resolved imports, sorted and without duplicates.
    pub imports: Vec<ImportEvidence>,
    /// Reads other than imports, sorted and without duplicates.
    pub reads: Vec<ReadEvidence>,
    /// Whether imports, reads or assertions are missing here because there were too many.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub truncated: bool,
    /// The tests, in the order of the result's test entries. Empty unless the level is `full`.
    pub tests: Vec<TestEvidence>,
    /// Mutants of the subject's functions that the tests called, by file and location. Empty unless the
    /// level is `full`.
    pub mutants: Vec<Mutant>,
}

/// How a module was imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ImportKind {
    /// `import`, `export … from` or `import()`.
    Import,
    /// `require`.
    Require,
    /// `vi.mock` and similar calls, which replace the module.
    Mock,
    /// `setupFiles` of the configuration.
    Setup,
}

/// A resolved import: an edge of the module graph that the host served.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ImportEvidence {
    /// Absolute path of the importing file.
    pub importer: String,
    /// The specifier in the source.
    pub specifier: String,
    /// How the module was imported.
    pub kind: ImportKind,
    /// Absolute path of the file; null if the target does not exist or is not a snapshot file.
    pub path: Option<String>,
}

/// How a path was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ReadKind {
    /// A file's bytes or properties.
    File,
    /// The names in a folder, or whether it is one.
    Folder,
    /// A path that does not exist.
    Missing,
    /// A snapshot file of the test API (`toMatchSnapshot`, `toMatchFileSnapshot`).
    Snapshot,
    /// The paths that a pattern of `import.meta.glob` matches. The path is the pattern, from the root.
    Glob,
}

/// A read through the guest's file system, or by the test API.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReadEvidence {
    /// Absolute path of the file or folder.
    pub path: String,
    /// How the path was read.
    pub kind: ReadKind,
    /// Absolute path of the module whose code read it, if the host knows.
    pub by: Option<String>,
}

/// What one test did in its last attempt.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct TestEvidence {
    /// Suite names and the test name, outermost first.
    pub path: Vec<String>,
    /// Its assertions that passed or failed, in order.
    pub assertions: Vec<AssertionEvidence>,
    /// The subject's functions that were called while the test and its hooks ran, by file and location.
    pub functions: Vec<FunctionEvidence>,
}

/// An assertion that a test made.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct AssertionEvidence {
    /// The matcher with its modifiers: `toBe`, `not.toEqual`, `resolves.toBe`, `soft.toBe`, or `assert.equal`
    /// of chai's `assert`.
    pub matcher: String,
    /// Absolute path of the file that called the matcher; null if no guest frame did.
    pub file: Option<String>,
    /// 1-based line of the call in that file; 0 if unknown.
    pub line: u32,
    /// Number of arguments of the matcher.
    pub arguments: u32,
    /// Lowercase hex SHA-256, cut to 16 digits, of a bounded preview of the arguments; empty without
    /// arguments.
    pub expected: String,
    /// A short preview of the arguments, for people.
    pub shown: String,
    /// Whether an argument contains an asymmetric matcher that accepts values of many kinds
    /// (`expect.anything()`, `expect.any(…)`).
    pub open: bool,
    /// Whether the argument of `expect` depends on no import, call or variable, as in `expect(3)`.
    pub constant: bool,
}

/// A function of the subject.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FunctionEvidence {
    /// Absolute path of its file.
    pub file: String,
    /// 1-based line of its start.
    pub line: u32,
    /// 1-based column of its start, in UTF-16 units.
    pub column: u32,
    /// Name of the function; empty if it has none.
    pub name: String,
}

/// The change that a mutant makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum MutantKind {
    /// Negates the condition of an `if`, a loop or a `?:`, or inverts a comparison.
    NegateCondition,
    /// Returns another constant.
    ReturnConstant,
    /// Returns another value of the same type: a greater number, a longer text, the other boolean, an empty list.
    ReturnOther,
    /// Removes a call that is a statement.
    DropCall,
}

/// A small change of a function that a good test notices. `config.test.mutant` makes the engine apply it when
/// it reads the file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Mutant {
    /// Absolute path of the file.
    pub file: String,
    /// Byte offset of the changed syntax in the snapshot file.
    pub offset: u32,
    /// 1-based line of the changed syntax.
    pub line: u32,
    /// The kind of change.
    pub kind: MutantKind,
}

/// A specifier that resolves as it did in another state, whatever the snapshot contains.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PinnedImport {
    /// Absolute path of the importing file.
    pub importer: String,
    /// The specifier in the source.
    pub specifier: String,
    /// Absolute path that it resolves to. If no such file exists, the specifier is resolved normally. Absent if it
    /// resolves to nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub path: Option<String>,
}
