//! The rules of a resolution: those of the tests, or those of an application's host.

use verdict_protocol::HostResolution;

use super::Conditions;

/// The extensions to try for a path without a file, in order.
const EXTENSIONS: [&str; 7] = [".js", ".mjs", ".ts", ".mts", ".tsx", ".jsx", ".json"];

/// The members of a `package.json` that name its main file, in order.
const FIELDS: [&str; 2] = ["main", "module"];

/// The rules for resolving specifiers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rules<'a> {
    conditions: Conditions,
    /// The host whose rules apply; `None` for the rules of tests.
    host: Option<&'a HostResolution>,
}

impl From<Conditions> for Rules<'_> {
    fn from(conditions: Conditions) -> Self {
        Rules { conditions, host: None }
    }
}

impl<'a> Rules<'a> {
    pub(super) fn of_host(conditions: Conditions, host: &'a HostResolution) -> Rules<'a> {
        Rules { conditions, host: Some(host) }
    }

    /// Whether a condition of `exports` or `imports` applies.
    pub(super) fn has(self, condition: &str) -> bool {
        match (condition, self.host) {
            ("default", _) => true,
            ("import", _) => self.conditions == Conditions::Import,
            ("require", _) => self.conditions == Conditions::Require,
            (_, None) => matches!(condition, "node" | "module-sync" | "development"),
            (_, Some(host)) => host.conditions.iter().any(|known| known == condition),
        }
    }

    /// The extensions to try for a path without a file, in order.
    pub(super) fn extensions(self) -> impl Iterator<Item = &'a str> {
        either(self.host.map(|host| host.extensions.as_slice()), &EXTENSIONS)
    }

    /// The members of a `package.json` that name its main file, in order.
    pub(super) fn fields(self) -> impl Iterator<Item = &'a str> {
        either(self.host.map(|host| host.fields.as_slice()), &FIELDS)
    }
}

fn either<'a>(
    of_host: Option<&'a [String]>,
    usual: &'static [&'static str],
) -> impl Iterator<Item = &'a str> {
    let usual = if of_host.is_some() { &[] } else { usual };
    of_host.unwrap_or_default().iter().map(String::as_str).chain(usual.iter().copied())
}
