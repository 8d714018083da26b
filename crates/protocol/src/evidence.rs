//! What test files used and what their tests did, recorded by the host: a gate compares it between two states.
//!
//! No guest value is in it, only what the host itself resolved, served, counted and hashed.

use serde::{Deserialize, Serialize};

/// How much of a `test:` is recorded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum EvidenceLevel {
    /// Nothing.
    #[default]
    Off,
    /// Imports and reads of each test file, and which files are the subject. Both engines record it.
    Graph,
    /// Also the assertions of each test, the functions of the subject that it called, and mutants of these. Only the
    /// interpreter records it.
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
#[serde(rename_all = "camelCase", default)]
pub struct Evidence {
    /// By test file, in the order in which they ran.
    pub files: Vec<FileEvidence>,
    /// Absolute paths that the application reaches without tests, sorted. Every other file is test material, or undecided.
    pub subject: Vec<String>,
    /// Absolute paths of files that only tests reach, and of which nothing says whether tests test them or test with them.
    pub undecided: Vec<String>,
    /// Those of the subject that no entry point reaches and that count because no test imports them by a literal specifier:
    /// where a test does so when it runs, they may be its helpers.
    pub loose: Vec<String>,
    /// Folders of the packages below `node_modules` that the subject depends on.
    pub packages: Vec<String>,
}

impl Evidence {
    /// Adds that of more files of the same run.
    pub fn append(&mut self, more: Evidence) {
        self.files.extend(more.files);
        if self.subject.is_empty() && self.undecided.is_empty() {
            self.subject = more.subject;
            self.undecided = more.undecided;
            self.loose = more.loose;
            self.packages = more.packages;
        }
    }

    /// What a test file used and did.
    #[must_use]
    pub fn of_file(&self, file: &str) -> Option<&FileEvidence> {
        self.files.iter().find(|found| found.file == file)
    }
}

/// What one test file used and did.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FileEvidence {
    /// Absolute path of the test file.
    pub file: String,
    /// Every import that was resolved, sorted, each once.
    pub imports: Vec<ImportEvidence>,
    /// Everything that was read other than by import, sorted, each once.
    pub reads: Vec<ReadEvidence>,
    /// Whether more was imported, read or asserted than is told here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
    /// Its tests, in the order of the result's entries with the scope of a test. Empty below [`EvidenceLevel::Full`].
    pub tests: Vec<TestEvidence>,
    /// Mutants of functions of the subject that its tests called, by file and place. Empty below [`EvidenceLevel::Full`].
    pub mutants: Vec<Mutant>,
}

/// How a module was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ImportKind {
    /// `import`, `export … from` or `import()`.
    Import,
    /// `require`.
    Require,
    /// `vi.mock` and its like: what is named is replaced.
    Mock,
    /// `setupFiles` of the configuration.
    Setup,
}

/// One resolved import: an edge of the module graph that the host served.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ImportEvidence {
    /// Absolute path of the importing file.
    pub importer: String,
    /// As the importer writes it.
    pub specifier: String,
    /// How it was asked for.
    pub kind: ImportKind,
    /// Absolute path of the file; none for what is no file of the snapshot or is not there.
    pub path: Option<String>,
}

/// How a path was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ReadKind {
    /// A file's bytes or properties.
    File,
    /// The names in a folder, or that it is one.
    Folder,
    /// A path at which there is nothing.
    Missing,
    /// A snapshot file of the test API (`toMatchSnapshot`, `toMatchFileSnapshot`).
    Snapshot,
}

/// One read through the file system that guests see, or by the test API.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadEvidence {
    /// Absolute path of the file or folder.
    pub path: String,
    /// How it was read.
    pub kind: ReadKind,
    /// Absolute path of the module whose code read it, where the host can tell.
    pub by: Option<String>,
}

/// What one test did in its last attempt.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TestEvidence {
    /// Suite names and the test name, outermost first.
    pub path: Vec<String>,
    /// Its assertions that came to a verdict, in order.
    pub assertions: Vec<AssertionEvidence>,
    /// Functions of the subject that were called while it and its hooks ran, by file and place.
    pub functions: Vec<FunctionEvidence>,
}

/// One assertion.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AssertionEvidence {
    /// The matcher with its modifiers: `toBe`, `not.toEqual`, `resolves.toBe`, `soft.toBe`; `assert.equal` of chai's `assert`.
    pub matcher: String,
    /// Absolute path of the file whose code called the matcher; none where no guest frame did.
    pub file: Option<String>,
    /// 1-based line of the call in that file; 0 where it is not known.
    pub line: u32,
    /// How many arguments the matcher was given.
    pub arguments: u32,
    /// Lowercase hex SHA-256, cut to 16 digits, of a bounded preview of the arguments; empty without any.
    pub expected: String,
    /// A short preview of the arguments, for people.
    pub shown: String,
    /// Whether an argument holds an asymmetric matcher that fits values of many kinds (`expect.anything()`, `expect.any(…)`).
    pub open: bool,
    /// Whether the text of the call gives `expect` a value that depends on no import, call or variable: `expect(3)`.
    pub constant: bool,
}

/// A function of the subject.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FunctionEvidence {
    /// Absolute path of its file.
    pub file: String,
    /// 1-based line where it begins.
    pub line: u32,
    /// 1-based column where it begins, in UTF-16 units.
    pub column: u32,
    /// Its name, where it has one.
    pub name: String,
}

/// What a mutant changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum MutantKind {
    /// The condition of an `if`, a loop or a `?:` is negated, or a comparison turned round.
    NegateCondition,
    /// A `return` gives another constant.
    ReturnConstant,
    /// A call that stands as a statement is left out.
    DropCall,
}

/// A small change of a function that a good test notices. `config.test.mutant` has the engine make it when it reads the file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Mutant {
    /// Absolute path of the file.
    pub file: String,
    /// Byte offset, in the file as it stands in the snapshot, of the syntax that is changed.
    pub offset: u32,
    /// 1-based line of it.
    pub line: u32,
    /// What is changed.
    pub kind: MutantKind,
}

/// A specifier that means a file whatever the files of the snapshot say: the resolution of another state.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PinnedImport {
    /// Absolute path of the importing file.
    pub importer: String,
    /// As the importer writes it.
    pub specifier: String,
    /// Absolute path that it means; where there is no such file the specifier is resolved as ever.
    pub path: String,
}
