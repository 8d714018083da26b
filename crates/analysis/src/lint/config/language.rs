//! The language that a configuration gives files.

use oxc_span::SourceType;
use serde_json::{Map, Value};

use crate::globals::{environment, is_of_language};
use crate::hash::HashMap;

/// The newest edition that ESLint 10 knows.
const LATEST: u32 = 2026;
/// The variables of a CommonJS module.
const COMMONJS: [&str; 4] = ["exports", "global", "module", "require"];

/// The language of a file, and what its rules share.
#[derive(Debug, Clone, Default)]
pub(crate) struct Language {
    /// The year of the edition.
    pub(crate) ecma_version: u32,
    /// The source type, if the configuration names one.
    source_type: Option<String>,
    jsx: bool,
    /// Whether every file is strict (`ecmaFeatures.impliedStrict`).
    pub(crate) implied_strict: bool,
    /// Whether the top level may return.
    pub(crate) global_return: bool,
    /// By name, whether code may write the global variable. `None` means that there is no such
    /// variable. Without the map, every unknown name may be a global variable.
    globals: Option<HashMap<String, Option<bool>>>,
    /// ESLint's `settings`.
    pub(crate) settings: Map<String, Value>,
}

impl Language {
    /// The language that `languageOptions` names; without them, paths and texts tell it.
    pub(super) fn new(options: Option<&Map<String, Value>>, settings: Map<String, Value>) -> Language {
        let get = |key: &str| options.and_then(|options| options.get(key));
        let version =
            get("ecmaVersion").and_then(Value::as_u64).and_then(|version| u32::try_from(version).ok());
        let ecma_version = match version {
            Some(3) => 1999,
            Some(5) => 2009,
            Some(edition @ 6..=99) => 2009 + edition,
            Some(year) => year,
            None => LATEST,
        };
        let features = get("parserOptions").and_then(|options| options.get("ecmaFeatures"));
        let feature = |name: &str| features.is_some_and(|features| features[name] == true);
        Language {
            ecma_version,
            source_type: get("sourceType").and_then(Value::as_str).map(str::to_owned),
            jsx: feature("jsx"),
            implied_strict: feature("impliedStrict"),
            global_return: feature("globalReturn"),
            globals: options.map(|_| get("globals").map(globals).unwrap_or_default()),
            settings,
        }
    }

    /// The language with what comments say of global variables.
    pub(crate) fn with_globals(&self, more: impl IntoIterator<Item = (String, Option<bool>)>) -> Language {
        let mut language = self.clone();
        language.globals.get_or_insert_default().extend(more);
        language
    }

    /// The source type of a file, if not its path and text tell it.
    pub(crate) fn source_type(&self, path: &str) -> Option<SourceType> {
        let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
        // TypeScript's extensions tell more than a configuration can.
        let named = match extension {
            "ts" | "mts" | "cts" | "tsx" | "json" => return None,
            _ if self.globals.is_none() => return None,
            "cjs" => self.source_type.as_deref().unwrap_or("commonjs"),
            _ => self.source_type.as_deref().unwrap_or("module"),
        };
        let source_type = match named {
            // The top level is the body of a function, as in CommonJS.
            "script" if self.global_return => SourceType::cjs(),
            "script" => SourceType::script(),
            "commonjs" => SourceType::cjs(),
            _ => SourceType::mjs(),
        };
        Some(source_type.with_jsx(self.jsx || extension == "jsx"))
    }

    /// Whether the configuration says that files are scripts, of whatever kind.
    pub(crate) fn names_scripts(&self) -> bool {
        self.source_type.as_deref().is_some_and(|named| named != "module")
    }

    /// Whether a name that no scope declares is a global variable.
    pub(crate) fn has_global(&self, name: &str, source_type: SourceType) -> bool {
        self.globals.is_none() || self.is_writable(name, source_type).is_some()
    }

    /// Whether a global variable can be written; `None` if there is no such variable, or all may be.
    pub(crate) fn is_writable(&self, name: &str, source_type: SourceType) -> Option<bool> {
        match self.globals.as_ref()?.get(name) {
            Some(said) => *said,
            None if is_of_language(name, self.ecma_version) => Some(false),
            None if source_type.is_commonjs() && self.source_type.as_deref() != Some("script") => {
                COMMONJS.contains(&name).then_some(name == "exports")
            }
            None => None,
        }
    }

    /// Whether the configuration names the global variables.
    pub(crate) fn names_globals(&self) -> bool {
        self.globals.is_some()
    }
}

/// What a configuration says of global variables: values by name, or a list of environments and such objects.
fn globals(value: &Value) -> HashMap<String, Option<bool>> {
    match value {
        Value::Array(list) => list.iter().flat_map(globals).collect(),
        Value::String(name) => match environment(name) {
            Some(names) => names.map(|(name, writable)| (name.to_owned(), Some(writable))).collect(),
            None => HashMap::default(),
        },
        Value::Object(map) => {
            map.iter().map(|(name, value)| (name.trim().to_owned(), access(value))).collect()
        }
        _ => HashMap::default(),
    }
}

/// Whether a global variable can be written, by ESLint's words; `None` for `off`.
pub(crate) fn access(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(writable) => Some(*writable),
        Value::String(word) => match word.as_str() {
            "off" => None,
            word => Some(matches!(word, "writable" | "writeable" | "true")),
        },
        _ => Some(false),
    }
}
