//! What of the host's environment a skill's guest sees.

use std::collections::BTreeMap;

use super::{Network, Skill};

/// Variables that send traffic elsewhere: no matter of a skill without a network.
const PROXIES: [&str; 8] = [
    "ALL_PROXY",
    "CGI_HTTP_PROXY",
    "FTP_PROXY",
    "HTTPS_PROXY",
    "HTTP_PROXY",
    "NO_PROXY",
    "SOCKS_PROXY",
    "WS_PROXY",
];

/// The environment of a skill.
pub(crate) struct Scrubbed {
    /// What the guest finds in `process.env`, and nothing beside.
    pub(crate) passed: BTreeMap<String, String>,
    /// Names on the allowlist that are kept away all the same, in the order of the list.
    pub(crate) denied: Vec<String>,
}

/// Of the host's variables those that the skill lists; without a network no proxies.
pub(crate) fn scrub(skill: &Skill, host: &BTreeMap<String, String>) -> Scrubbed {
    let denied = |name: &&String| skill.network == Network::Deny && PROXIES.contains(&name.as_str());
    Scrubbed {
        passed: skill
            .env
            .iter()
            .filter(|name| !denied(name))
            .filter_map(|name| host.get_key_value(name))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect(),
        denied: skill.env.iter().filter(denied).cloned().collect(),
    }
}
