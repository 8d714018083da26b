//! Selects the host variables that a skill's guest sees.

use std::collections::BTreeMap;

use super::{Network, Skill};

/// Variables that redirect network traffic, which a skill without a network does not get.
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
    /// The complete `process.env` of the guest.
    pub(crate) passed: BTreeMap<String, String>,
    /// Listed names that are withheld anyway, in the order of the list.
    pub(crate) denied: Vec<String>,
}

/// The host variables that the skill lists; without a network, proxy variables are withheld.
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
