//! Rules that keep code from a capability: what all of them have in common.

use super::specifiers::{built_in, package, scheme};
use crate::rules::prelude::*;

/// The messages of a rule about a capability.
pub(super) const MESSAGES: &[(&str, &str)] = &[
    ("unexpected", "Unexpected use of '{{name}}'."),
    ("unexpectedImport", "Unexpected import of '{{name}}'."),
    ("dynamicAccess", "Dynamic access: what is taken from '{{name}}' cannot be told."),
];

/// The longest name in a message, in characters.
const MAX_NAME: usize = 80;

/// What gives code a capability.
pub(super) struct Capability {
    /// Paths from the global object: `navigator.sendBeacon`. One `*` stands for any text.
    pub(super) globals: &'static [&'static str],
    /// Modules of Node, without `node:` and subpaths.
    pub(super) built_in: &'static [&'static str],
    /// Packages.
    pub(super) packages: &'static [&'static str],
    /// Schemes of URLs that are imported; `//` for URLs without a scheme.
    pub(super) schemes: &'static [&'static str],
}

impl Capability {
    /// No capability.
    pub(super) const NONE: Capability =
        Capability { globals: &[], built_in: &[], packages: &[], schemes: &[] };
}

/// The check of a rule about a capability. Its options are `{ allow: string[], allowDynamicAccess: boolean }`.
pub(super) fn check(capability: &'static Capability, options: &Options<'_>) -> Result<Check, String> {
    finder(capability, options).map(Check::file)
}

/// What [`check`] does with a file.
pub(super) fn finder(
    capability: &'static Capability,
    options: &Options<'_>,
) -> Result<impl for<'a> Fn(&Context<'a>) + 'static, String> {
    let options = options.only_object(&["allow", "allowDynamicAccess"])?;
    let allowed = options.texts("allow")?;
    let allows_dynamic = options.bool("allowDynamicAccess", false)?;
    Ok(move |ctx: &Context<'_>| {
        let is_denied = |name: &str| {
            capability.globals.iter().any(|known| is_named(known, name))
                && !allowed.iter().any(|allowed| allowed == name)
        };
        let reached = ctx.reached();
        for one in &reached.uses {
            let name = one.path.join(".");
            if is_denied(&name) {
                ctx.report(one.span(), "unexpected").data("name", name);
            }
        }
        let dynamic = reached.dynamic.iter().filter(|_| !allows_dynamic);
        for one in dynamic {
            if capability.globals.iter().any(|name| is_below(name, &one.path) && is_denied(name)) {
                ctx.report(one.span(), "dynamicAccess").data("name", shown(&one.path));
            }
        }
        imports(capability, &allowed, ctx);
    })
}

/// Whether a name is this one, in which `*` stands for any text.
fn is_named(known: &str, name: &str) -> bool {
    match known.split_once('*') {
        Some((start, end)) => {
            name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
        }
        None => known == name,
    }
}

/// Whether a name is that of something in the object at a path.
fn is_below(name: &str, path: &[String]) -> bool {
    let mut rest = name;
    for part in path {
        match rest.strip_prefix(part.as_str()).and_then(|rest| rest.strip_prefix('.')) {
            Some(after) => rest = after,
            None => return false,
        }
    }
    true
}

/// A path in a message.
pub(super) fn shown(path: &[String]) -> String {
    if path.is_empty() { "globalThis".to_owned() } else { path.join(".") }
}

fn imports(capability: &Capability, allowed: &[String], ctx: &Context<'_>) {
    for import in &ctx.reached().imports {
        if let Some(name) = &import.specifier
            && !allowed.contains(name)
            && gives(capability, name)
        {
            ctx.report(import.span(), "unexpectedImport")
                .data("name", name.chars().take(MAX_NAME).collect::<String>());
        }
    }
}

fn gives(capability: &Capability, specifier: &str) -> bool {
    let name = package(specifier);
    let is_package = |package: &&str| {
        name.strip_prefix(*package).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    capability.built_in.contains(&built_in(specifier))
        || capability.packages.iter().any(is_package)
        || scheme(specifier).is_some_and(|scheme| capability.schemes.contains(&scheme.as_str()))
}
