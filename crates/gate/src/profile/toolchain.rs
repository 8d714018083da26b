//! Compares the verifier's toolchain with the configuration's requirements.

use semver::{Version, VersionReq};
use verdict_protocol::Toolchain;

use super::{ToolchainCheck, ToolchainResult, Toolchains};
use crate::error::preview;

/// Checks each tool. A required version that is unknown does not fit.
pub(super) fn check(required: &Toolchains, found: Option<&Toolchain>) -> ToolchainResult {
    let versions = [
        ("engine", &required.engine, found.map(|found| &found.engine)),
        ("rules", &required.rules, found.map(|found| &found.rules)),
        ("checker", &required.checker, found.map(|found| &found.checker)),
        ("protocol", &required.protocol, found.map(|found| &found.protocol)),
    ];
    let checks: Vec<ToolchainCheck> = versions
        .into_iter()
        .map(|(name, required, found)| {
            let error = required.as_deref().and_then(|required| fits(name, required, found).err());
            ToolchainCheck {
                name: name.to_owned(),
                required: required.clone(),
                found: found.cloned(),
                passed: error.is_none(),
                error,
            }
        })
        .collect();
    ToolchainResult { version: 1, passed: checks.iter().all(|check| check.passed), checks }
}

fn fits(name: &str, required: &str, found: Option<&String>) -> Result<(), String> {
    let Some(found) = found else {
        return Err(format!("The version of {name} cannot be told, and {required} is required"));
    };
    let version = Version::parse(found)
        .map_err(|error| format!("The version of {name}, \"{}\", is none: {error}", preview(found)))?;
    let requirement = VersionReq::parse(required).map_err(|error| error.to_string())?;
    if requirement.matches(&version) {
        Ok(())
    } else {
        Err(format!("{name} is {version}, and {required} is required"))
    }
}
