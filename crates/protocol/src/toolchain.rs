//! What a verdict was reached with.

use serde::{Deserialize, Serialize};

use crate::PROTOCOL_VERSION;

/// Version of Boa, which runs the guest.
pub const ENGINE_VERSION: &str = "0.22.0";

/// Version of the lint rule set: another major where a file that was clean may not be so any more under the same
/// configuration, another minor where there are more rules, options or words.
pub const RULES_VERSION: &str = "1.2.0";

/// Version of the type checks, counted as [`RULES_VERSION`] is.
pub const CHECKER_VERSION: &str = "1.0.0";

/// Versions, as semver texts, of all that a verdict depends on beside the request. Equal toolchains give equal
/// verdicts on equal requests.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Toolchain {
    /// [`ENGINE_VERSION`].
    pub engine: String,
    /// [`RULES_VERSION`].
    pub rules: String,
    /// [`CHECKER_VERSION`].
    pub checker: String,
    /// [`PROTOCOL_VERSION`] as the major of a version, for example `1.0.0`.
    pub protocol: String,
}

impl Toolchain {
    /// The toolchain of this build.
    #[must_use]
    pub fn current() -> Toolchain {
        Toolchain {
            engine: ENGINE_VERSION.to_owned(),
            rules: RULES_VERSION.to_owned(),
            checker: CHECKER_VERSION.to_owned(),
            protocol: format!("{PROTOCOL_VERSION}.0.0"),
        }
    }
}
