//! `verdict/no-network-modules`: disallow modules that reach the network, or that come over it.
//!
//! Packages whose purpose is not network access, and that use it, are not found.
//!
//! ```js fails
//! import 'https://example.com/a.js';
//! ```
//!
//! ```js passes
//! import './http.js';
//! ```

use crate::rules::helpers::specifiers::{Specifier, built_in, scheme, specifier};

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

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "verdict/no-network-modules",
    messages: &[("unexpected", "Unexpected import of '{{name}}'.")],
    types: &[AstType::ImportDeclaration, AstType::ExportFromDeclaration, AstType::ExportAllDeclaration, AstType::TSImportEqualsDeclaration, AstType::ImportExpression, AstType::CallExpression],
    run: Run::Nodes(|node, ctx| {
        if let Some(Specifier::Known(name, span)) = specifier(node, ctx)
            && reaches(&name)
        {
            ctx.report(span, "unexpected").data("name", name);
        }
    }),
    ..Rule::DEFAULT
};

fn reaches(specifier: &str) -> bool {
    let package = specifier.split('/').next().unwrap_or(specifier);
    BUILT_IN.contains(&built_in(specifier))
        || PACKAGES.contains(&package)
        || scheme(specifier).is_some_and(|scheme| SCHEMES.contains(&scheme.as_str()))
}
