//! ESLint's `settings` that the rules over the module graph read. `import/` and `import-x/` name the same.

use regex_lite::Regex;
use serde_json::{Map, Value};
use verdict_vfs::VfsPath;

use crate::rules::pattern;

const NAMES: [&str; 5] =
    ["extensions", "ignore", "core-modules", "external-module-folders", "internal-regex"];

/// What the settings say of modules.
pub(crate) struct Settings {
    /// The extensions of modules, with the dot; all of code if there is no such setting.
    extensions: Option<Vec<String>>,
    /// Files that are no modules.
    ignore: Vec<Regex>,
    core: Vec<String>,
    external_folders: Option<Vec<String>>,
    internal: Option<Regex>,
}

fn get<'s>(settings: &'s Map<String, Value>, name: &str) -> Option<&'s Value> {
    ["import", "import-x"].iter().find_map(|prefix| settings.get(&format!("{prefix}/{name}")))
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

impl Settings {
    /// What tells settings apart.
    pub(super) fn key(settings: &Map<String, Value>) -> String {
        if settings.is_empty() {
            return String::new();
        }
        NAMES.iter().filter_map(|name| Some(format!("{name}={}\n", get(settings, name)?))).collect()
    }

    pub(super) fn new(settings: &Map<String, Value>) -> Settings {
        let list = |name: &str| get(settings, name).map(texts);
        let regex = |text: String| pattern(&text, false).ok();
        let internal = get(settings, "internal-regex").and_then(Value::as_str);
        Settings {
            extensions: list("extensions"),
            ignore: list("ignore").unwrap_or_default().into_iter().filter_map(regex).collect(),
            core: list("core-modules").unwrap_or_default(),
            external_folders: list("external-module-folders"),
            internal: internal.and_then(|text| regex(text.to_owned())),
        }
    }

    /// Whether a file may be a module.
    pub(super) fn has(&self, path: &VfsPath) -> bool {
        let extension = |known: &String| known.strip_prefix('.') == path.extension();
        self.extensions.as_ref().is_none_or(|known| known.iter().any(extension))
            && !self.ignore.iter().any(|regex| regex.is_match(path.as_str()))
    }

    /// Whether a specifier names a module that the host provides.
    pub(super) fn is_core(&self, specifier: &str) -> bool {
        self.core.iter().any(|core| core == specifier)
    }

    /// Whether an import is of another package: `target` is the file it names.
    pub(crate) fn is_external(&self, specifier: &str, target: Option<&VfsPath>) -> bool {
        let is_name = specifier.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '_');
        let is_scoped = specifier.strip_prefix('@').is_some_and(|rest| {
            let (scope, name) = rest.split_once('/').unwrap_or((rest, ""));
            scope.len() > 1 || !name.is_empty()
        });
        if !(is_name || is_scoped) || self.internal.as_ref().is_some_and(|regex| regex.is_match(specifier)) {
            return false;
        }
        let Some(target) = target else { return true };
        let inside = |folder: &str| {
            let folder = folder.trim_matches('/');
            target.as_str().contains(&format!("/{folder}/"))
        };
        match &self.external_folders {
            Some(folders) => folders.iter().any(|folder| inside(folder)),
            None => inside("node_modules"),
        }
    }
}
