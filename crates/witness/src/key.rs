//! Identifies the same test in two results.

use std::collections::BTreeMap;

use verdict_protocol::{Output, Scope, TestEntry, VerifyResult};

/// File, suite names and name, and the index among tests with equal ones, because names need not be unique.
pub(crate) type Key<'a> = (&'a str, &'a [String], usize);

/// The entries of tests only, by key.
pub(crate) fn tests(result: &VerifyResult) -> Vec<(Key<'_>, &TestEntry)> {
    let mut seen: BTreeMap<(&str, &[String]), usize> = BTreeMap::new();
    let tests = entries(result).iter().filter(|entry| entry.scope == Scope::Test);
    tests
        .map(|entry| {
            let named = (entry.location.file.as_str(), entry.path.as_slice());
            let nth = seen.entry(named).or_default();
            *nth += 1;
            ((named.0, named.1, *nth - 1), entry)
        })
        .collect()
}

/// All entries of a `test:`.
pub(crate) fn entries(result: &VerifyResult) -> &[TestEntry] {
    match &result.output {
        Output::Tests(entries) => entries,
        _ => &[],
    }
}
