//! The versions that a verdict depends on.

use serde::{Deserialize, Serialize};

use crate::PROTOCOL_VERSION;

/// Version of Boa, which runs the guest.
pub const ENGINE_VERSION: &str = "0.22.0";

/// Version of the lint rule set. A new major version may report files that were clean under the same
/// configuration. A new minor version adds rules, options or texts.
pub const RULES_VERSION: &str = "2.0.0";

/// Version of the type checks, under the same policy as [`RULES_VERSION`].
pub const CHECKER_VERSION: &str = "2.0.0";

/// Semver versions of everything besides the request that a verdict depends on. Equal toolchains give equal
/// verdicts on equal requests.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Toolchain {
    /// Version of Boa, which runs the guest.
    pub engine: String,
    /// Version of the lint rule set.
    pub rules: String,
    /// Version of the type checks.
    pub checker: String,
    /// Version of the protocol of messages, as the major of a version, for example `1.0.0`.
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
