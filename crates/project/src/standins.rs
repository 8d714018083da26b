//! Stand-ins for packages, as files of a snapshot.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use crate::imports::Imported;

/// The module that loads a configuration.
pub(crate) const ENTRY: &str = "/node_modules/.verdict/entry.mjs";
/// The module that runs the files of `globalSetup`.
pub(crate) const GLOBAL_SETUP: &str = "/node_modules/.verdict/global-setup.mjs";
/// The folder of modules that load a configuration.
pub(crate) const FOLDER: &str = "/node_modules/.verdict/";

/// Packages of which something is known, by specifier.
const KNOWN: [(&str, &str); 13] = [
    ("vitest/config", include_str!("../js/vite.js")),
    ("vitest/node", include_str!("../js/vite.js")),
    ("vite", include_str!("../js/vite.js")),
    ("vite-plus", include_str!("../js/vite.js")),
    ("@eslint/js", include_str!("../js/eslint-js.js")),
    ("eslint/config", include_str!("../js/eslint-config.js")),
    ("@eslint/config-helpers", include_str!("../js/eslint-config.js")),
    ("@eslint/compat", include_str!("../js/eslint-config.js")),
    ("globals", include_str!("../js/globals.js")),
    ("eslint-config-prettier", include_str!("../js/eslint-prettier.js")),
    ("eslint-config-prettier/flat", include_str!("../js/eslint-prettier.js")),
    ("eslint-plugin-prettier/recommended", include_str!("../js/eslint-prettier.js")),
    ("typescript-eslint", include_str!("../js/typescript-eslint.js")),
];

/// Whether more is known of a package than its name.
pub(crate) fn is_known(specifier: &str) -> bool {
    KNOWN.iter().any(|(known, _)| *known == specifier)
}

/// The package's name in a specifier.
pub(crate) fn package(specifier: &str) -> Option<&str> {
    let slashes = if specifier.starts_with('@') { 2 } else { 1 };
    let name = match specifier.match_indices('/').nth(slashes - 1) {
        Some((at, _)) => &specifier[..at],
        None if slashes == 2 && !specifier.contains('/') => return None,
        None => specifier,
    };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "@/-_.~".contains(c);
    (!name.is_empty() && !name.starts_with('.') && name.chars().all(is_plain)).then_some(name)
}

/// The files of stand-ins, each with its text.
pub(crate) fn files(imported: &[Imported]) -> Vec<(String, String)> {
    let mut names: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for import in imported {
        names.entry(&import.specifier).or_default().extend(import.names.iter().map(String::as_str));
    }
    let mut files = vec![
        (ENTRY.to_owned(), include_str!("../js/entry.js").to_owned()),
        (GLOBAL_SETUP.to_owned(), include_str!("../js/global-setup.js").to_owned()),
        (format!("{FOLDER}foreign.js"), include_str!("../js/foreign.js").to_owned()),
    ];
    let mut exports: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for (count, (specifier, names)) in names.into_iter().enumerate() {
        let Some(package) = package(specifier) else { continue };
        let file = format!("stand-in-{count}.cjs");
        let sub = format!(".{}", &specifier[package.len()..]);
        exports.entry(package).or_default().insert(sub, json!(format!("./{file}")));
        let known = KNOWN.iter().find(|(known, _)| *known == specifier);
        let mut text = known.map_or_else(
            || {
                let name = json!(specifier);
                format!("module.exports = require('{FOLDER}foreign.js').standIn({name});\n")
            },
            |(_, text)| (*text).to_owned(),
        );
        // An import of a name needs an export that the text shows. Its value is that of `module.exports`.
        for name in names {
            text.push_str(&format!("exports.{name} = 0;\n"));
        }
        files.push((format!("/node_modules/{package}/{file}"), text));
    }
    for (package, exports) in exports {
        let own = json!({ "name": package, "exports": exports });
        files.push((format!("/node_modules/{package}/package.json"), own.to_string()));
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_package_of_a_specifier() {
        let check = |specifier: &str, expected: Option<&str>| {
            assert_eq!(package(specifier), expected, "{specifier}");
        };
        check("vite", Some("vite"));
        check("vitest/config", Some("vitest"));
        check("@eslint/js", Some("@eslint/js"));
        check("@a/b/c.mjs", Some("@a/b"));
        check("@a", None);
        check("./a", None);
        check("a b", None);
        check("", None);
    }
}
