//! Finds the imports in the text of a source file without parsing it.

use verdict_protocol::ImportKind;

/// Literal specifiers. The result may include matches in comments and strings; callers resolve each one.
pub(super) fn imports_of_text(text: &str) -> Vec<(&str, ImportKind)> {
    let mut found = Vec::new();
    for (at, quote) in text.match_indices(['\'', '"', '`']) {
        let Some(kind) = kind_before(text.get(..at).unwrap_or_default()) else { continue };
        let rest = text.get(at + 1..).unwrap_or_default();
        let Some(end) = rest.find(quote) else { continue };
        let specifier = rest.get(..end).unwrap_or_default();
        if !specifier.is_empty() && !specifier.contains(['\n', '\\']) {
            found.push((specifier, kind));
        }
    }
    found
}

/// The kind of import, from the text before its specifier.
fn kind_before(text: &str) -> Option<ImportKind> {
    let text = text.trim_end();
    let words: &[(&str, ImportKind)] = match text.strip_suffix('(') {
        Some(_) => &[("import", ImportKind::Import), ("require", ImportKind::Require)],
        None => &[("import", ImportKind::Import), ("from", ImportKind::Import)],
    };
    let text = text.strip_suffix('(').unwrap_or(text).trim_end();
    words.iter().find_map(|(word, kind)| {
        let before = text.strip_suffix(word)?;
        let is_word = !before
            .ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '\'' | '"' | '`'));
        is_word.then_some(*kind)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<String> = imports_of_text(text)
            .iter()
            .map(|(specifier, kind)| {
                let require = if *kind == ImportKind::Require { "require " } else { "" };
                format!("{require}{specifier}")
            })
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn specifiers() {
        check("import a from './a.js';\nimport \"./b\"", &["./a.js", "./b"]);
        check("import{a}from'./a.js';export*from\"#b\"", &["./a.js", "#b"]);
        check(
            "export { x } from './x.js'; await import( './y.js' ); import(`./z.js`)",
            &["./x.js", "./y.js", "./z.js"],
        );
        check(
            "const { a } = require('./a.cjs'), b = require (\n'./b.cjs')",
            &["require ./a.cjs", "require ./b.cjs"],
        );
        check("import { a,\n  b,\n} from\n  './a.js'", &["./a.js"]);
        check(
            "const from = './a.js'; x.require('./b'); reimport('./c'); say('from', './d'); import(name)",
            &[],
        );
        check("import './a\\x2ejs'; import ''; import '", &[]);
    }
}
