//! Parses the output of runners: lines of `tests/hostile/outcome.rs` and `tests/e2e/lib/outcomes.mjs`, of
//! `tests/e2e/lib/reporter.mjs`, and of native test programs.

use std::path::Path;

use serde::Deserialize;

use crate::error::Error;

/// The host that ran a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Host {
    Native,
    Chromium,
}

/// The outcome of a case in a file.
#[derive(Deserialize)]
pub(super) struct CaseOutcome {
    pub(super) part: String,
    #[serde(rename = "group")]
    pub(super) file: String,
    pub(super) name: String,
    pub(super) host: Host,
    pub(super) outcome: String,
    pub(super) holds: bool,
    #[serde(default)]
    pub(super) next: Option<bool>,
}

/// All outcomes in a folder.
///
/// # Errors
/// An unreadable file, or an invalid line.
pub(super) fn read(folder: &Path) -> Result<Vec<CaseOutcome>, Error> {
    let mut told = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(Error::file(folder))?.flatten() {
        let path = entry.path();
        let text = std::fs::read_to_string(&path).map_err(Error::file(&path))?;
        for line in text.lines() {
            told.push(serde_json::from_str(line).map_err(|error| Error::manifest(&path, error.to_string()))?);
        }
    }
    Ok(told)
}

/// A test that is a case.
#[derive(Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Test {
    /// The names of the suites, then of the test.
    pub(super) path: Vec<String>,
    pub(super) holds: bool,
    /// Outcomes of its requests, if they were recorded.
    pub(super) outcomes: Vec<String>,
}

/// Parses the output of the reporter for Node.
pub(super) fn of_node(printed: &str) -> Vec<Test> {
    printed.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// Parses the output of a native test program: `test suite::name ... ok`.
pub(super) fn of_native(printed: &str) -> Vec<Test> {
    let test = |line: &str| {
        let (name, result) = line.strip_prefix("test ")?.rsplit_once(" ... ")?;
        let holds = match result {
            "ok" => true,
            "FAILED" => false,
            _ => return None,
        };
        let name = name.strip_suffix(" - should panic").unwrap_or(name);
        let path = name.split("::").map(|part| part.replace('_', " ")).collect();
        Some(Test { path, holds, outcomes: Vec::new() })
    };
    let mut tests: Vec<Test> = printed.lines().filter_map(test).collect();
    // Threads print in order of completion.
    tests.sort_by(|a, b| a.path.cmp(&b.path));
    tests
}

#[cfg(test)]
mod tests {
    use super::{Test, of_native, of_node};

    fn test(path: &[&str], holds: bool, outcomes: &[&str]) -> Test {
        let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
        Test { path: texts(path), holds, outcomes: texts(outcomes) }
    }

    #[test]
    fn native_programs() {
        let printed = "running 3 tests\ntest b::late_result ... ok\ntest a ... FAILED\ntest c ... ignored\n";
        assert_eq!(of_native(printed), [test(&["a"], false, &[]), test(&["b", "late result"], true, &[])]);
    }

    #[test]
    fn node_by_our_reporter() {
        let printed = concat!(
            "a program's own words\n",
            r#"{"path":["s","t"],"holds":true,"outcomes":["err:timeout","passed"]}"#,
            "\n"
        );
        assert_eq!(of_node(printed), [test(&["s", "t"], true, &["err:timeout", "passed"])]);
    }
}
