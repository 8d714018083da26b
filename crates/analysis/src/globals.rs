//! Global names of hosts, as data: the lists of the npm package `globals` (MIT), one name per line.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Globals of ECMAScript.
pub(crate) static ECMASCRIPT: LazyLock<HashSet<&str>> =
    LazyLock::new(|| read(include_str!("globals/ecmascript.txt")));
/// Globals of a page, a worker and a service worker.
static BROWSER: LazyLock<HashSet<&str>> = LazyLock::new(|| read(include_str!("globals/browser.txt")));
/// Globals of Node and of a CommonJS module.
static COMMONJS: LazyLock<HashSet<&str>> = LazyLock::new(|| read(include_str!("globals/commonjs.txt")));
/// Globals of Vitest and Jest.
static TEST: LazyLock<HashSet<&str>> = LazyLock::new(|| read(include_str!("globals/test.txt")));

fn read(list: &'static str) -> HashSet<&'static str> {
    list.lines().collect()
}

/// The hosts that a file can rely on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hosts {
    /// It is a CommonJS script, or runs where Node's globals are.
    pub(crate) commonjs: bool,
    /// Whether it is a test file.
    pub(crate) test: bool,
}

impl Hosts {
    /// Whether one of the hosts defines a name.
    pub(crate) fn define(self, name: &str) -> bool {
        ECMASCRIPT.contains(name)
            || BROWSER.contains(name)
            || (self.commonjs && COMMONJS.contains(name))
            // Guests have a `process.env`, and tests run in guests.
            || (self.test && (TEST.contains(name) || name == "process"))
    }
}

/// Whether a path is that of a test file: `x.test.js`, `x.spec.ts`, or below `test/`, `tests/` or
/// `__tests__/`.
pub(crate) fn is_test_file(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    name.contains(".test.")
        || name.contains(".spec.")
        || folders.split('/').any(|folder| matches!(folder, "test" | "tests" | "__tests__"))
}
