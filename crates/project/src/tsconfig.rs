//! Which files a `tsconfig.json` names.

use std::collections::BTreeSet;

use serde_json::Value;
use verdict_vfs::{Globs, Snapshot, VfsPath};

use crate::paths;

/// What TypeScript leaves out by default.
const EXCLUDE: [&str; 3] = ["node_modules", "bower_components", "jspm_packages"];
/// What stands for the folder of the configuration that extends others.
const CONFIG_DIR: &str = "${configDir}";
/// Maximum number of configurations that refer to each other.
const MOST: usize = 64;

/// The files of a configuration, and of those that it refers to.
pub(crate) fn files(snapshot: &Snapshot, config: &str) -> BTreeSet<VfsPath> {
    let (mut files, mut seen) = (BTreeSet::new(), BTreeSet::new());
    let mut todo = vec![config.to_owned()];
    while let Some(config) = todo.pop() {
        if seen.len() >= MOST || !seen.insert(config.clone()) {
            continue;
        }
        let Ok(path) = VfsPath::parse(&config) else { continue };
        let Some(read) = read(snapshot, &path, 0) else { continue };
        for reference in read["references"].as_array().into_iter().flatten() {
            let Some(target) = reference["path"].as_str() else { continue };
            let name = if is_json(target) { target.to_owned() } else { format!("{target}/tsconfig.json") };
            todo.extend(path.sibling(&name).ok().map(|path| path.to_string()));
        }
        files.extend(listed(snapshot, &path, &read));
    }
    files
}

fn is_json(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, extension)| extension == "json")
}

/// A configuration over those that it extends. Its paths and patterns start at the root, or with `${configDir}`.
fn read(snapshot: &Snapshot, path: &VfsPath, depth: usize) -> Option<Value> {
    let mut text = snapshot.get(path)?.text()?.trim_start_matches('\u{feff}').to_owned();
    // One with mistakes has the defaults. TypeScript reports them.
    let parsed = json_strip_comments::strip(&mut text).ok().and_then(|()| serde_json::from_str(&text).ok());
    let mut own: Value = parsed.unwrap_or_default();
    let folder = path.folder().trim_matches('/').to_owned();
    for key in ["files", "include", "exclude"] {
        for one in own.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten() {
            from_root(&folder, one);
        }
    }
    if let Some(out) = own.pointer_mut("/compilerOptions/outDir") {
        from_root(&folder, out);
    }
    let bases = match &own["extends"] {
        Value::String(base) => vec![base.as_str()],
        Value::Array(bases) => bases.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let mut whole = Value::Object(serde_json::Map::new());
    for base in bases.into_iter().filter(|base| base.starts_with('.') && depth < MOST) {
        let name = if is_json(base) { base.to_owned() } else { format!("{base}.json") };
        let Some(base) = path.sibling(&name).ok().and_then(|path| read(snapshot, &path, depth + 1)) else {
            continue;
        };
        lay(&mut whole, &base);
    }
    lay(&mut whole, &own);
    Some(whole)
}

/// Makes a path of a configuration start at the root.
fn from_root(folder: &str, path: &mut Value) {
    if let Some(text) = path.as_str().filter(|text| !text.starts_with(CONFIG_DIR)) {
        *path = Value::from(format!("/{}", joined(folder, text)));
    }
}

/// Lays the keys of a configuration over others. References are not inherited.
fn lay(base: &mut Value, over: &Value) {
    if let Some(base) = base.as_object_mut() {
        base.remove("references");
    }
    for (key, value) in over.as_object().into_iter().flatten() {
        if key == "compilerOptions" {
            for (option, value) in value.as_object().into_iter().flatten() {
                base[key][option] = value.clone();
            }
        } else {
            base[key] = value.clone();
        }
    }
}

fn listed(snapshot: &Snapshot, path: &VfsPath, config: &Value) -> BTreeSet<VfsPath> {
    let folder = path.folder().trim_matches('/');
    let placed = |text: &str| match text.strip_prefix(CONFIG_DIR) {
        Some(below) => joined(folder, below),
        None => text.trim_start_matches('/').to_owned(),
    };
    let texts = |key: &str| -> Option<Vec<String>> {
        let list = config.get(key)?.as_array()?;
        Some(list.iter().filter_map(Value::as_str).map(placed).collect())
    };
    let below = |names: &[&str]| names.iter().map(|name| joined(folder, name)).collect::<Vec<_>>();
    let named = texts("files");
    let include =
        texts("include").unwrap_or_else(|| if named.is_some() { Vec::new() } else { below(&["**/*"]) });
    let mut exclude = texts("exclude").unwrap_or_else(|| below(&EXCLUDE));
    exclude.extend(config["compilerOptions"]["outDir"].as_str().map(placed));
    // Only `*` and `?` have a meaning here.
    let escaped = |pattern: &String| {
        let signs = ['(', ')', '[', ']', '{', '}', '!'];
        pattern
            .chars()
            .flat_map(|c| signs.contains(&c).then_some('\\').into_iter().chain([c]))
            .collect::<String>()
    };
    let globs = |patterns: &[String]| {
        Globs::new(
            patterns
                .iter()
                .map(escaped)
                .flat_map(|pattern| [format!("{}/**/*", pattern.trim_end_matches("/**/*")), pattern]),
        )
    };
    let (include, exclude) = (globs(&include), globs(&exclude));
    let options = &config["compilerOptions"];
    let has_scripts =
        ["allowJs", "checkJs"].iter().any(|option| options[option] == true) || path.name() == "jsconfig.json";
    let is_read = |file: &VfsPath| match file.extension() {
        Some("ts" | "tsx" | "mts" | "cts") => true,
        Some("js" | "jsx" | "mjs" | "cjs") => has_scripts,
        _ => false,
    };
    let mut files: BTreeSet<VfsPath> = snapshot
        .iter()
        .map(|(file, _)| file)
        .filter(|file| is_read(file) && !file.as_str().contains("/node_modules/"))
        .filter(|file| include.matches(&file.as_str()[1..]) && !exclude.matches(&file.as_str()[1..]))
        .cloned()
        .collect();
    let named = named.unwrap_or_default();
    files.extend(
        named
            .iter()
            .filter_map(|name| VfsPath::parse(&format!("/{name}")).ok())
            .filter(|file| snapshot.get(file).is_some()),
    );
    files
}

/// A pattern from a folder. A slash in front of it changes nothing.
fn joined(folder: &str, pattern: &str) -> String {
    paths::joined(folder, pattern.trim_start_matches('/'))
}
