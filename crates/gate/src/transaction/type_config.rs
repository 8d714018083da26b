//! Keeps a change from turning off the type check of its own code: by `noCheck`, a smaller `include`, or a looser
//! `strict`.

use serde_json::{Map, Value};
use verdict_vfs::{Blob, Change, Snapshot, VfsPath};

type Object = Map<String, Value>;

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
pub(crate) fn needs_an_option(code: Option<&str>) -> bool {
    code.is_some_and(|code| NEEDS_AN_OPTION.contains(&code))
}

/// Options of TypeScript that say which modules and names there are, and how they are found. They loosen no check.
const FINDING: [&str; 30] = [
    "allowArbitraryExtensions",
    "allowImportingTsExtensions",
    "allowJs",
    "allowSyntheticDefaultImports",
    "baseUrl",
    "customConditions",
    "emitDecoratorMetadata",
    "esModuleInterop",
    "experimentalDecorators",
    "isolatedModules",
    "jsx",
    "jsxFactory",
    "jsxFragmentFactory",
    "jsxImportSource",
    "lib",
    "module",
    "moduleDetection",
    "moduleResolution",
    "moduleSuffixes",
    "noEmit",
    "paths",
    "reactNamespace",
    "resolveJsonModule",
    "resolvePackageJsonExports",
    "resolvePackageJsonImports",
    "rootDirs",
    "target",
    "typeRoots",
    "types",
    "verbatimModuleSyntax",
];

/// The state after the change with the type checker's configuration of the state before. `None` if the change
/// leaves the configuration alone, or if both states cannot be combined.
pub(crate) fn with_earlier_config(before: &Snapshot, after: &Snapshot) -> Option<Snapshot> {
    with_configs(before, after, |path| before.get(path).cloned())
}

/// The state after the change with its own [`FINDING`] options, and all else of the type checker's configuration
/// of the state before. `None` as for [`with_earlier_config`].
pub(crate) fn with_earlier_checks(before: &Snapshot, after: &Snapshot) -> Option<Snapshot> {
    let is_new = |path: &VfsPath| before.get(path).is_none() && after.get(path).is_some();
    with_configs(before, after, |path| {
        let Some(new) = after.get(path).and_then(parsed) else { return before.get(path).cloned() };
        let old = match before.get(path) {
            Some(blob) => parsed(blob),
            None => Some(Map::new()),
        };
        let combined = old.map(|old| combined(path, old, &new, is_new));
        combined
            .map(|combined| Blob::new(Value::Object(combined).to_string().into_bytes()))
            .or_else(|| before.get(path).cloned())
    })
}

/// A configuration with the [`FINDING`] options of a new one. It also extends what the new one does, where that is a
/// new file, which then has such options alone.
fn combined(path: &VfsPath, mut old: Object, new: &Object, is_new: impl Fn(&VfsPath) -> bool) -> Object {
    let options = |config: &Object| config.get("compilerOptions").and_then(Value::as_object).cloned();
    let mut combined = options(&old).unwrap_or_default();
    combined.retain(|name, _| !FINDING.contains(&name.as_str()));
    combined.extend(
        options(new).unwrap_or_default().into_iter().filter(|(name, _)| FINDING.contains(&name.as_str())),
    );
    let is_new = |base: &Value| {
        let base = base.as_str().unwrap_or_default();
        let names = [base.to_owned(), format!("{base}.json")];
        base.starts_with('.')
            && names.iter().filter_map(|name| path.sibling(name).ok()).any(|path| is_new(&path))
    };
    let bases: Vec<Value> = extended(new).into_iter().filter(is_new).chain(extended(&old)).collect();
    old.insert("compilerOptions".into(), combined.into());
    old.insert("extends".into(), bases.into());
    old
}

/// What a configuration extends. The last counts most.
fn extended(config: &Object) -> Vec<Value> {
    match config.get("extends") {
        Some(Value::Array(bases)) => bases.clone(),
        Some(base @ Value::String(_)) => vec![base.clone()],
        _ => Vec::new(),
    }
}

fn parsed(blob: &Blob) -> Option<Object> {
    let mut text = blob.text()?.trim_start_matches('\u{feff}').to_owned();
    json_strip_comments::strip(&mut text).ok()?;
    serde_json::from_str(&text).ok()
}

/// The state after the change with other configurations of the type checker, by path.
fn with_configs(
    before: &Snapshot,
    after: &Snapshot,
    config: impl Fn(&VfsPath) -> Option<Blob>,
) -> Option<Snapshot> {
    let named = |files: &Snapshot| -> Vec<String> {
        let all = files.iter().filter(|(path, _)| is_config(path));
        all.map(|(_, blob)| String::from_utf8_lossy(blob.bytes()).into_owned()).collect()
    };
    let texts = [named(before), named(after)].concat();
    // What a configuration extends has any name.
    let is_extended = |path: &VfsPath| {
        let stem = path.as_str().rsplit('/').next().and_then(|name| name.strip_suffix(".json"));
        stem.is_some_and(|stem| texts.iter().any(|text| text.contains("\"extends\"") && text.contains(stem)))
    };
    let is_read = |path: &VfsPath| is_config(path) || is_extended(path);
    let old = before.iter().filter(|(path, blob)| is_read(path) && after.get(path) != Some(*blob));
    let new = after.iter().filter(|(path, _)| is_read(path) && before.get(path).is_none());
    let changes = old.chain(new).map(|(path, _)| match config(path) {
        Some(blob) => Change::Put(path.clone(), blob),
        None => Change::Remove(path.clone()),
    });
    let changes: Vec<Change> = changes.collect();
    (!changes.is_empty()).then(|| after.apply(changes).ok())?
}

fn is_config(path: &VfsPath) -> bool {
    let name = path.as_str().rsplit('/').next().unwrap_or_default();
    let is_named = ["tsconfig", "jsconfig"].iter().any(|start| name.starts_with(start));
    is_named && name.ends_with(".json") && !path.as_str().contains("/node_modules/")
}
