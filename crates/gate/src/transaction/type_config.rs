//! Keeps a change from turning off the type check of its own code: by `noCheck`, a smaller `include`, or a looser
//! `strict`.

use verdict_vfs::{Change, Snapshot, VfsPath};

/// Codes of TypeScript that say that a configuration lacks an option. Code and the option that it needs come
/// together.
const NEEDS_AN_OPTION: [&str; 32] = [
    // Modules: `paths`, `resolveJsonModule`, `esModuleInterop`, `allowImportingTsExtensions`, `verbatimModuleSyntax`.
    "TS1259", "TS1286", "TS1287", "TS1295", "TS1371", "TS1484", "TS1485", "TS2305", "TS2306", "TS2307",
    "TS2732", "TS2792", "TS2877", "TS5097", "TS7016", // `lib` and `types`.
    "TS2304", "TS2318", "TS2550", "TS2552", "TS2580", "TS2581", "TS2582", "TS2583", "TS2584", "TS2591",
    "TS2592", "TS2593", // `jsx`, decorators, `target` and `module`.
    "TS6142", "TS17004", "TS1219", "TS1343", "TS1378",
];

/// Whether a code says that a configuration lacks an option.
pub(super) fn needs_an_option(code: Option<&str>) -> bool {
    code.is_some_and(|code| NEEDS_AN_OPTION.contains(&code))
}

/// The state after the change with the type checker's configuration of the state before. `None` if the change
/// leaves the configuration alone, or if both states cannot be combined.
pub(super) fn with_earlier_config(before: &Snapshot, after: &Snapshot) -> Option<Snapshot> {
    let configs = |files: &Snapshot| -> Vec<(VfsPath, String)> {
        let all = files.iter().filter(|(path, _)| is_config(path));
        all.map(|(path, blob)| (path.clone(), String::from_utf8_lossy(blob.bytes()).into_owned())).collect()
    };
    let texts: Vec<String> =
        configs(before).into_iter().chain(configs(after)).map(|(_, text)| text).collect();
    // What a configuration extends has any name.
    let is_extended = |path: &VfsPath| {
        let stem = path.as_str().rsplit('/').next().and_then(|name| name.strip_suffix(".json"));
        stem.is_some_and(|stem| texts.iter().any(|text| text.contains("\"extends\"") && text.contains(stem)))
    };
    let is_read = |path: &VfsPath| is_config(path) || is_extended(path);
    let mut changes = Vec::new();
    for (path, blob) in before.iter().filter(|(path, blob)| is_read(path) && after.get(path) != Some(*blob)) {
        changes.push(Change::Put(path.clone(), blob.clone()));
    }
    for (path, _) in after.iter().filter(|(path, _)| is_read(path) && before.get(path).is_none()) {
        changes.push(Change::Remove(path.clone()));
    }
    (!changes.is_empty()).then(|| after.apply(changes).ok())?
}

fn is_config(path: &VfsPath) -> bool {
    let name = path.as_str().rsplit('/').next().unwrap_or_default();
    let is_named = ["tsconfig", "jsconfig"].iter().any(|start| name.starts_with(start));
    is_named && name.ends_with(".json") && !path.as_str().contains("/node_modules/")
}
