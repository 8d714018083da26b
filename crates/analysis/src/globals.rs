//! Names that a host defines, as data: the lists of the npm package `globals` (MIT), one name a line.

use std::collections::HashSet;
use std::sync::LazyLock;

/// ECMAScript's own.
static ECMASCRIPT: LazyLock<HashSet<&str>> = LazyLock::new(|| read(include_str!("globals/ecmascript.txt")));
/// A page's, a worker's and a service worker's.
static BROWSER: LazyLock<HashSet<&str>> = LazyLock::new(|| read(include_str!("globals/browser.txt")));
/// Node's and those of a CommonJS module.
static COMMONJS: LazyLock<HashSet<&str>> = LazyLock::new(|| read(include_str!("globals/commonjs.txt")));
/// Vitest's and Jest's.
static TEST: LazyLock<HashSet<&str>> = LazyLock::new(|| read(include_str!("globals/test.txt")));

fn read(list: &'static str) -> HashSet<&'static str> {
    list.lines().collect()
}

/// Which hosts a file can count on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hosts {
    /// It is a CommonJS script, or runs where Node's globals are.
    pub(crate) commonjs: bool,
    /// It is a test file.
    pub(crate) test: bool,
}

impl Hosts {
    /// Whether one of them defines a name.
    pub(crate) fn define(self, name: &str) -> bool {
        ECMASCRIPT.contains(name)
            || BROWSER.contains(name)
            || (self.commonjs && COMMONJS.contains(name))
            // Our guests have a `process.env`, and tests are what they run.
            || (self.test && (TEST.contains(name) || name == "process"))
    }
}

/// Whether a path is a test file's: `x.test.js`, `x.spec.ts`, or below `test/`, `tests/` or `__tests__/`.
pub(crate) fn is_test_file(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    name.contains(".test.")
        || name.contains(".spec.")
        || folders.split('/').any(|folder| matches!(folder, "test" | "tests" | "__tests__"))
}
