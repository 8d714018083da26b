//! Global names of hosts, as data: the lists of the npm package `globals` (MIT), and the editions of the
//! language by ESLint. `tests/conformance/lint/globals.mjs` writes them.

use std::sync::LazyLock;

use crate::hash::{HashMap, HashSet};

/// A line for each name, with the letters of its environments; a capital if the name can be written. The
/// first line has the environments by their letters.
const ENVIRONMENTS: &str = include_str!("globals/environments.txt");
static NAMES: LazyLock<HashMap<&str, &str>> =
    LazyLock::new(|| ENVIRONMENTS.lines().skip(1).filter_map(|line| line.split_once(' ')).collect());
/// The names of the language, with the edition that brought them.
static EDITIONS: LazyLock<HashMap<&str, u32>> = LazyLock::new(|| {
    let lines = include_str!("globals/editions.txt").lines();
    lines
        .filter_map(|line| line.split_once(' '))
        .map(|(name, year)| (name, year.parse().unwrap_or(0)))
        .collect()
});

/// Whether one of the environments with these letters has a name.
fn has(name: &str, environments: &str) -> bool {
    NAMES.get(name).is_some_and(|of| of.chars().any(|of| environments.contains(of.to_ascii_lowercase())))
}

/// Whether an edition of the language has a global name.
pub(crate) fn is_of_language(name: &str, edition: u32) -> bool {
    EDITIONS.get(name).is_some_and(|since| *since <= edition)
}

/// The names of an environment, for example `browser`, and whether each can be written; `None` if there is no
/// such environment.
pub(crate) fn environment(name: &str) -> Option<impl Iterator<Item = (&'static str, bool)>> {
    let mut known = ENVIRONMENTS.lines().next()?.split(' ').filter_map(|entry| entry.split_once('='));
    let letter = known.find(|(known, _)| *known == name)?.1.chars().next()?;
    Some(NAMES.iter().filter_map(move |(name, letters)| {
        let found = letters.chars().find(|of| of.eq_ignore_ascii_case(&letter))?;
        Some((*name, found.is_ascii_uppercase()))
    }))
}

/// Members of the built-in objects of the language, by the path of the object.
static MEMBERS: LazyLock<HashMap<&str, HashSet<&str>>> = LazyLock::new(|| {
    let lines = include_str!("globals/members.txt").lines().filter_map(|line| line.split_once(' '));
    lines.map(|(object, members)| (object, members.split(' ').collect())).collect()
});

/// Whether a property is built in. `object` is a path such as `Array.prototype`, and `globalThis` for global
/// variables.
pub(crate) fn is_built_in(object: &str, name: &str) -> bool {
    MEMBERS.get(object).is_some_and(|members| members.contains(name))
}

/// Whether an object is built in.
pub(crate) fn is_built_in_object(path: &str) -> bool {
    MEMBERS.contains_key(path)
}

/// Whether some built-in prototype has a property.
pub(crate) fn is_built_in_method(name: &str) -> bool {
    MEMBERS.iter().any(|(object, members)| object.ends_with(".prototype") && members.contains(name))
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
        is_of_language(name, u32::MAX)
            || has(name, "ebwsa")
            || (self.commonjs && has(name, "nc"))
            // Guests have a `process.env`, and tests run in guests.
            || (self.test && (has(name, "jv") || name == "process"))
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
