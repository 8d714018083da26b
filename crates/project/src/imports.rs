//! What a configuration imports, by its text.

use std::collections::{BTreeMap, BTreeSet};

use oxc_allocator::Allocator;
use oxc_syntax::module_record::{ExportImportName, ImportImportName};

/// What stands before the quote of a specifier.
const BEFORE: [&str; 6] =
    ["require(", "require.resolve(", "import.meta.resolve(", "import(", "from", "import"];

/// A specifier with the names that files import from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Imported {
    pub(crate) specifier: String,
    pub(crate) names: BTreeSet<String>,
}

/// The imports of a file, also those by `require` and `import()`.
pub(crate) fn imports(path: &str, text: &str) -> Vec<Imported> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for specifier in quoted(text) {
        found.entry(specifier.to_owned()).or_default();
    }
    let allocator = Allocator::default();
    // A file that does not parse is refused by the engine, with the place of the error.
    if let Ok(parsed) = verdict_syntax::parse(&allocator, path, text) {
        let record = &parsed.module_record;
        for entry in record.import_entries.iter().filter(|entry| !entry.is_type) {
            let names = found.entry(entry.module_request.name.to_string()).or_default();
            match &entry.import_name {
                ImportImportName::Name(name) => drop(names.insert(name.name.to_string())),
                ImportImportName::Default(_) => {}
                ImportImportName::NamespaceObject => {
                    names.extend(members(text, entry.local_name.name.as_str()));
                }
            }
        }
        for entry in &record.indirect_export_entries {
            let Some(request) = &entry.module_request else { continue };
            if let ExportImportName::Name(name) = &entry.import_name {
                found.entry(request.name.to_string()).or_default().insert(name.name.to_string());
            }
        }
    }
    found
        .into_iter()
        .map(|(specifier, mut names)| {
            names.remove("default");
            Imported { specifier, names }
        })
        .collect()
}

/// Texts in quotes after a word that imports.
fn quoted(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(quote) = text[at..].find(['"', '\'', '`']) {
        let start = at + quote + 1;
        let end = text[start..].find([text.as_bytes()[start - 1] as char, '\n']);
        at = start;
        let Some(end) = end else { break };
        if BEFORE.iter().any(|word| text[..start - 1].trim_end().ends_with(word)) {
            found.push(&text[start..start + end]);
            at = start + end + 1;
        }
    }
    found
}

/// The names that follow `local.` in a text.
fn members(text: &str, local: &str) -> BTreeSet<String> {
    let start = format!("{local}.");
    text.match_indices(&start)
        .map(|(at, _)| {
            let rest = text[at + start.len()..].chars();
            rest.take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '$')).collect::<String>()
        })
        .filter(|name| !name.is_empty() && !name.starts_with(|c: char| c.is_numeric()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_by_specifier() {
        let check = |text: &str, expected: &str| {
            let found = imports("/a.ts", text);
            let found: Vec<String> = found
                .iter()
                .map(|one| format!("{}:{}", one.specifier, Vec::from_iter(one.names.clone()).join(",")))
                .collect();
            assert_eq!(found.join(" "), expected, "{text}");
        };
        check("import a, { b as c, default as d } from 'x'; import type { T } from 'y'", "x:b y:");
        check("import * as a from \"x/y\"; a.b(a.c.d)", "x/y:b,c");
        check("const a = require('x'); await import(`y`)", "x: y:");
        check("export { a, b as default } from './z'", "./z:a,b");
        check("// it isn't\nconst a = 'from'; f('x')", "");
    }
}
