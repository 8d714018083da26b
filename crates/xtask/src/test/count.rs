//! Counts tests in the output of runners.

use std::fmt;
use std::ops::AddAssign;

/// The tests of one or several runs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Count {
    /// Passed tests.
    pub(super) passed: usize,
    /// Failed tests.
    pub(super) failed: usize,
}

impl Count {
    /// Sums the closing lines of cargo test, wasm-bindgen-test, Node's test runner and the repository's
    /// scripts.
    pub(super) fn read(text: &str) -> Count {
        let mut total = Count::default();
        for line in text.lines().map(plain) {
            total += of_line(line.trim());
        }
        total
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

fn of_line(line: &str) -> Count {
    // cargo and wasm-bindgen-test: `test result: ok. 12 passed; 0 failed; 0 ignored; …`
    if let Some(rest) = line.strip_prefix("test result:") {
        return Count { passed: before(rest, "passed"), failed: before(rest, "failed") };
    }
    // node: `ℹ pass 12` in its spec reporter; a cancelled test did not pass.
    if let Some(rest) = line.strip_prefix("ℹ ") {
        let (word, number) = rest.split_once(' ').unwrap_or_default();
        let number = number.parse().unwrap_or(0);
        return match word {
            "pass" => Count { passed: number, failed: 0 },
            "fail" | "cancelled" => Count { passed: 0, failed: number },
            _ => Count::default(),
        };
    }
    // our scripts: `steps: 9 passed, 0 failed`
    match line.strip_prefix("steps:") {
        Some(rest) => Count { passed: before(rest, "passed"), failed: before(rest, "failed") },
        None => Count::default(),
    }
}

/// The number before a word.
fn before(text: &str, word: &str) -> usize {
    let words: Vec<&str> = text.split([' ', ';', ',']).filter(|word| !word.is_empty()).collect();
    let at = words.iter().position(|candidate| *candidate == word);
    at.and_then(|at| words.get(at.checked_sub(1)?)?.parse().ok()).unwrap_or(0)
}

/// A line without the colours of a terminal.
fn plain(line: &str) -> String {
    let mut plain = String::new();
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        if character == '\u{1b}' {
            characters.by_ref().find(char::is_ascii_alphabetic);
        } else {
            plain.push(character);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::Count;

    fn check(text: &str, passed: usize, failed: usize) {
        assert_eq!(Count::read(text), Count { passed, failed }, "{text}");
    }

    #[test]
    fn closing_lines() {
        check("test result: ok. 12 passed; 0 failed; 3 ignored; 0 measured; 0 filtered out", 12, 0);
        check("test result: FAILED. 1 passed; 2 failed; 0 ignored", 1, 2);
        check("ℹ tests 4\nℹ suites 1\nℹ pass 3\nℹ fail 1\nℹ cancelled 1\nℹ skipped 0", 3, 2);
        check("\u{1b}[34mℹ pass 3\u{1b}[39m", 3, 0);
        check("steps: 9 passed, 1 failed", 9, 1);
        check("test result: ok. 1 passed; 0 failed\ntest result: ok. 2 passed; 0 failed", 3, 0);
    }

    #[test]
    fn nothing_else_counts() {
        check("", 0, 0);
        check("running 12 tests\n12 passed, 0 failed\n# pass", 0, 0);
    }
}
