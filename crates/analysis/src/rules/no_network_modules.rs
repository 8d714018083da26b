//! `verdict/no-network-modules`: a rule for gates, which ESLint does not have.

use super::specifiers::{Specifier, built_in, scheme, specifier};
use super::{Check, Problem, Rule, Visit, always, no_options};

/// Modules of Node that access the network, or run programs that may.
const BUILT_IN: [&str; 11] = [
    "child_process",
    "cluster",
    "dgram",
    "dns",
    "http",
    "http2",
    "https",
    "inspector",
    "net",
    "tls",
    "worker_threads",
];
/// Packages whose purpose is network access. Other packages that use it cannot be detected here.
const PACKAGES: [&str; 7] = ["undici", "node-fetch", "ws", "axios", "got", "cross-fetch", "isomorphic-fetch"];
/// Schemes of network resources.
const SCHEMES: [&str; 6] = ["http", "https", "ws", "wss", "ftp", "//"];

pub(super) const RULE: Rule = Rule {
    id: "verdict/no-network-modules",
    summary: "Modules that reach the network, or that come over it.",
    message: "Unexpected import of '{{name}}'.",
    recommended: false,
    applies: always,
    visit: Visit::Made(|options| {
        no_options(options)?;
        let check: Check = Box::new(|node, model| match specifier(node, model)? {
            Specifier::Known(name, span) if reaches(&name) => {
                Some(Problem { span, message: format!("Unexpected import of '{name}'.").into() })
            }
            _ => None,
        });
        Ok(check)
    }),
};

fn reaches(specifier: &str) -> bool {
    let package = specifier.split('/').next().unwrap_or(specifier);
    BUILT_IN.contains(&built_in(specifier))
        || PACKAGES.contains(&package)
        || scheme(specifier).is_some_and(|scheme| SCHEMES.contains(&scheme.as_str()))
}
