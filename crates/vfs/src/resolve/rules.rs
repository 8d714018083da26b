//! The rules of a resolution: those of the tests, or those of an application's host.

use verdict_protocol::{HostResolution, ImportResolution};

use super::Conditions;

/// The extensions to try for a path without a file, in order.
const EXTENSIONS: [&str; 7] = [".js", ".mjs", ".ts", ".mts", ".tsx", ".jsx", ".json"];

/// The conditions that hold in tests.
const USUAL: [&str; 3] = ["node", "module-sync", "development"];
/// The conditions of Jest's environment `node`.
const NODE: [&str; 2] = ["node", "node-addons"];
/// The members of a `package.json` that name its main file, in order.
const FIELDS: [&str; 2] = ["main", "module"];

/// The rules for resolving specifiers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rules<'a> {
    conditions: Conditions,
    of: Of<'a>,
}

#[derive(Debug, Clone, Copy)]
enum Of<'a> {
    /// The tests, with what their configuration says, and the conditions that hold besides.
    Tests(&'a ImportResolution, &'static [&'static str]),
    Host(&'a HostResolution),
}

impl<'a> Rules<'a> {
    pub(super) fn of_tests(conditions: Conditions, configured: &'a ImportResolution) -> Rules<'a> {
        Rules { conditions, of: Of::Tests(configured, &USUAL) }
    }

    /// The rules of tests in a project of Jest 30, whose configured conditions hold in place of Node's. `node` holds in
    /// any case for what is required.
    pub(super) fn of_jest(conditions: Conditions, configured: &'a ImportResolution) -> Rules<'a> {
        let usual: &[&str] = match (configured.conditions.is_empty(), conditions) {
            (true, _) => &NODE,
            (false, Conditions::Require) => &NODE[..1],
            (false, Conditions::Import) => &[],
        };
        Rules { conditions, of: Of::Tests(configured, usual) }
    }

    pub(super) fn of_host(conditions: Conditions, host: &'a HostResolution) -> Rules<'a> {
        Rules { conditions, of: Of::Host(host) }
    }

    /// Whether a condition of `exports` or `imports` applies.
    pub(super) fn has(self, condition: &str) -> bool {
        let among = |conditions: &[String]| conditions.iter().any(|known| known == condition);
        match (condition, self.of) {
            ("default", _) => true,
            ("import", _) => self.conditions == Conditions::Import,
            ("require", _) => self.conditions == Conditions::Require,
            (_, Of::Tests(configured, usual)) => usual.contains(&condition) || among(&configured.conditions),
            (_, Of::Host(host)) => among(&host.conditions),
        }
    }

    /// The extensions to try for a path without a file, in order.
    pub(super) fn extensions(self) -> impl Iterator<Item = &'a str> {
        let (own, usual): (_, &'static [&'static str]) = match self.of {
            Of::Tests(ImportResolution { extensions, .. }, _) if extensions.is_empty() => {
                (&[][..], &EXTENSIONS)
            }
            Of::Tests(ImportResolution { extensions, .. }, _) => (extensions.as_slice(), &[]),
            Of::Host(host) => (host.extensions.as_slice(), &[]),
        };
        own.iter().map(String::as_str).chain(usual.iter().copied())
    }

    /// The members of a `package.json` that name its main file, in order.
    pub(super) fn fields(self) -> impl Iterator<Item = &'a str> {
        let (own, usual): (_, &'static [&'static str]) = match self.of {
            Of::Tests(ImportResolution { main_fields, .. }, _) if main_fields.is_empty() => {
                (&[][..], &FIELDS)
            }
            Of::Tests(ImportResolution { main_fields, .. }, _) => (main_fields.as_slice(), &FIELDS[..1]),
            Of::Host(host) => (host.fields.as_slice(), &[]),
        };
        own.iter().map(String::as_str).chain(usual.iter().copied())
    }
}
