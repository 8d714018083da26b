//! What the fuzz targets do with bytes. Each function panics if the linter breaks one of its promises.

use serde_json::{Value, json};
use verdict_analysis::Linter;
use verdict_protocol::{FileContent, Files, LintConfig};
use verdict_vfs::{Snapshot, VfsPath};

/// The kinds of files, one of which the first byte of an input chooses.
const PATHS: [&str; 6] = ["/a.js", "/a.ts", "/a.tsx", "/a.jsx", "/a.cjs", "/a.d.ts"];

/// The path that an input chooses, and the rest of it.
fn path_of(input: &[u8]) -> Option<(VfsPath, &[u8])> {
    let (first, rest) = input.split_first()?;
    Some((VfsPath::parse(PATHS[usize::from(*first) % PATHS.len()]).ok()?, rest))
}

fn snapshot(path: &VfsPath, text: &[u8]) -> Option<Snapshot> {
    let files = [(path.to_string(), FileContent(text.to_vec()))];
    Snapshot::new(Files(files.into_iter().collect())).ok()
}

fn config(value: Value) -> LintConfig {
    serde_json::from_value(value).unwrap_or_default()
}

/// All rules, with their default options.
fn all_rules() -> LintConfig {
    config(json!({ "configs": [{ "files": ["**/*"], "extends": ["all"] }] }))
}

/// Lints a file with all rules, twice: the findings are the same, and each is in the file.
pub fn parse_and_lint(input: &[u8]) {
    let Some((path, text)) = path_of(input) else { return };
    let Some(snapshot) = snapshot(&path, text) else { return };
    let found = Linter::new(&snapshot, &all_rules()).check(&path);
    assert_eq!(found, Linter::new(&snapshot, &all_rules()).check(&path), "findings differ");
    let units = std::str::from_utf8(text).map_or(0, |text| text.encode_utf16().count());
    for one in &found {
        assert!(one.location.line > 0 && one.location.column > 0, "no place: {one:?}");
        let edits = one.fix.iter().chain(one.suggestions.iter().map(|suggestion| &suggestion.fix));
        for edit in edits {
            assert!(edit.range.0 <= edit.range.1 && edit.range.1 as usize <= units, "outside: {one:?}");
        }
    }
}

/// Fixes a file that parses: it still does, and a second run changes nothing unless the passes ran out.
pub fn fix(input: &[u8]) {
    let Some((path, text)) = path_of(input) else { return };
    let Some(before) = snapshot(&path, text) else { return };
    let rules = config(json!({ "configs": [{ "files": ["**/*"], "extends": ["recommended"] }] }));
    let has_syntax_error = |found: &[verdict_protocol::Diagnostic]| {
        found.iter().any(|one| one.code.as_deref() == Some(verdict_protocol::Code::Syntax.as_str()))
    };
    let Some(fixed) = Linter::new(&before, &rules).fix(&path, &[]) else { return };
    assert!(!has_syntax_error(&fixed.found), "a fix broke the file: {}", fixed.text);
    let Some(after) = snapshot(&path, fixed.text.as_bytes()) else { return };
    let linter = Linter::new(&after, &rules);
    assert!(!has_syntax_error(&linter.check(&path)), "a fix broke the file: {}", fixed.text);
    assert_eq!(linter.check(&path), fixed.found, "what is left differs");
}

/// Lints code between comments that configure: what a comment disables does not appear.
pub fn directives(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let Ok(path) = VfsPath::parse("/a.js") else { return };
    for comment in [format!("/* eslint {text} */ var a;"), format!("// eslint-disable-line {text}\nvar a;"), format!("/* eslint-disable */ {text}")] {
        let Some(snapshot) = snapshot(&path, comment.as_bytes()) else { return };
        let linter = Linter::new(&snapshot, &all_rules());
        let _ = (linter.check(&path), linter.warnings());
    }
}

/// Lints a small file with a hostile configuration, from the host and from the project.
pub fn config_of(input: &[u8]) {
    let Ok(path) = VfsPath::parse("/folder/a.js") else { return };
    let files = [("/folder/a.js", &b"var a = eval; debugger;"[..]), ("/eslint.config.json", input)];
    let files = files.map(|(path, text)| (path.to_owned(), FileContent(text.to_vec())));
    let Ok(snapshot) = Snapshot::new(Files(files.into_iter().collect())) else { return };
    let linter = Linter::new(&snapshot, &LintConfig::default());
    let _ = (linter.check(&path), linter.warnings());
    if let Ok(given) = serde_json::from_slice::<LintConfig>(input) {
        let linter = Linter::new(&snapshot, &given);
        let _ = (linter.check(&path), linter.warnings());
    }
}
