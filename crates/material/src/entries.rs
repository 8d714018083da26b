//! Finds the entry points of an application in `package.json` and HTML files.

use std::collections::BTreeSet;

use serde_json::Value;
use verdict_vfs::{Snapshot, VfsPath};

use crate::names;

/// Folders with build output, for which sources are looked up elsewhere.
const BUILT: [&str; 8] = ["dist", "build", "out", "lib", "esm", "cjs", "es", "umd"];

/// Extensions of sources, in the order in which they are tried.
const EXTENSIONS: [&str; 10] = ["", ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".tsx", ".jsx", ".json"];

/// The entry points of the application: those in `named`, those that each `package.json` and HTML file names,
/// and those that are conventional in Node and bundlers (`index`, `main`, `src/index` …) in a package.
pub(crate) fn entries(snapshot: &Snapshot, named: &[String]) -> BTreeSet<VfsPath> {
    let mut found = BTreeSet::new();
    let mut packages: BTreeSet<String> = BTreeSet::from([String::new()]);
    for name in named {
        found.extend(file(snapshot, "", name));
    }
    let own = |path: &VfsPath| !path.as_str().contains("/node_modules/");
    for (path, blob) in snapshot.iter().filter(|(path, _)| own(path)) {
        let folder = path.folder();
        if path.name() == "package.json" && !names::says_test(path) {
            packages.insert(folder.to_owned());
            let manifest: Value = serde_json::from_slice(blob.bytes()).unwrap_or_default();
            for target in targets(&manifest) {
                found.extend(target_files(snapshot, folder, &target));
            }
        } else if matches!(path.extension(), Some("html" | "htm")) && !names::says_test(path) {
            found.insert(path.clone());
            found.extend(
                scripts(blob.text().unwrap_or_default()).filter_map(|script| file(snapshot, folder, &script)),
            );
        }
    }
    let conventional = snapshot.iter().map(|(path, _)| path).filter(|path| {
        own(path) && packages.iter().any(|package| names::is_conventional_entry(path, package))
    });
    found.extend(conventional.cloned());
    found
}

/// Every text in the fields of a `package.json` that lead to files.
fn targets(manifest: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for field in ["main", "module", "browser", "types", "bin", "exports", "imports", "worker", "svelte"] {
        texts(&manifest[field], &mut found);
    }
    found
}

fn texts(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| texts(item, found)),
        Value::Object(entries) => entries.values().for_each(|entry| texts(entry, found)),
        _ => {}
    }
}

/// The files of a target, or the sources of built files. A `*` matches any text.
fn target_files(snapshot: &Snapshot, folder: &str, target: &str) -> Vec<VfsPath> {
    let bare = target.trim_start_matches("./").trim_start_matches('/');
    if let Some((before, after)) = bare.split_once('*') {
        let start = format!("{folder}/{before}");
        let fits = |path: &&VfsPath| path.as_str().starts_with(&start) && path.as_str().ends_with(after);
        return snapshot.iter().map(|(path, _)| path).filter(fits).cloned().collect();
    }
    if let Some(found) = file(snapshot, folder, bare) {
        return vec![found];
    }
    let Some((first, rest)) = bare.split_once('/') else { return Vec::new() };
    if !BUILT.contains(&first) {
        return Vec::new();
    }
    let stem =
        rest.strip_suffix(".d.ts").or_else(|| rest.rsplit_once('.').map(|(stem, _)| stem)).unwrap_or(rest);
    // `dist/esm/index.js` may be built from `src/index.ts` or from `src/esm/index.ts`.
    let inner = stem.split_once('/').map(|(_, inner)| inner);
    let stems = [Some(stem), inner];
    let found = stems.into_iter().flatten().find_map(|stem| file(snapshot, folder, &format!("src/{stem}")));
    found.into_iter().collect()
}

/// The file at a path below a folder, with extensions tried, or the index of a folder.
fn file(snapshot: &Snapshot, folder: &str, path: &str) -> Option<VfsPath> {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let base = if path.starts_with('/') {
        path.to_owned()
    } else {
        format!("{folder}/{}", path.trim_start_matches("./"))
    };
    let candidates = EXTENSIONS.iter().map(|extension| format!("{base}{extension}"));
    let indexes = EXTENSIONS.iter().skip(1).map(|extension| format!("{base}/index{extension}"));
    candidates
        .chain(indexes)
        .filter_map(|path| VfsPath::parse(&path).ok())
        .find(|path| snapshot.get(path).is_some())
}

/// The scripts of an HTML text: `src` of elements, and specifiers in inline modules.
fn scripts(html: &str) -> impl Iterator<Item = String> {
    let mut found = Vec::new();
    for marker in ["src=", "from ", "import ", "import(", "new Worker("] {
        for (at, _) in html.match_indices(marker) {
            let rest = html[at + marker.len()..].trim_start();
            let Some(quote) = rest.chars().next().filter(|quote| matches!(quote, '"' | '\'')) else {
                continue;
            };
            if let Some(end) = rest[1..].find(quote) {
                found.push(rest[1..=end].to_owned());
            }
        }
    }
    found.into_iter()
}
