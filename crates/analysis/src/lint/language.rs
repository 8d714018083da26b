//! The language that a configuration gives files.

use std::collections::HashMap;

use oxc_span::SourceType;
use serde_json::{Map, Value};
use verdict_protocol::{LanguageOptions, LintConfig};

use crate::globals::ECMASCRIPT;

/// The newest edition that ESLint 10 knows.
const LATEST: u32 = 2026;
/// The variables of a CommonJS module.
const COMMONJS: [&str; 4] = ["exports", "global", "module", "require"];

/// The language of a file, and what its rules share.
#[derive(Debug, Default)]
pub(crate) struct Language {
    /// The year of the edition.
    pub(crate) ecma_version: u32,
    /// The source type, if the configuration names one.
    source_type: Option<String>,
    jsx: bool,
    /// What is said of names: whether the global variable can be written, and `None` if there is no such
    /// variable. Without the map, every unknown name may be a global variable.
    globals: Option<HashMap<String, Option<bool>>>,
    /// ESLint's `settings`.
    pub(crate) settings: Map<String, Value>,
}

impl Language {
    /// The language of a configuration.
    pub(crate) fn new(config: &LintConfig) -> Language {
        let options = config.language_options.as_ref();
        let version = options.and_then(|options| options.ecma_version.as_ref()).and_then(Value::as_u64);
        let version = version.and_then(|version| u32::try_from(version).ok());
        let ecma_version = match version {
            Some(5) => 2009,
            Some(edition @ 6..=99) => 2009 + edition,
            Some(year) => year,
            None => LATEST,
        };
        let features = options.and_then(|options| options.parser_options.get("ecmaFeatures"));
        Language {
            ecma_version,
            source_type: options.and_then(|options| options.source_type.clone()),
            jsx: features.is_some_and(|features| features["jsx"] == true),
            globals: options.map(globals),
            settings: config.settings.clone(),
        }
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
            "script" => SourceType::script(),
            "commonjs" => SourceType::cjs(),
            _ => SourceType::mjs(),
        };
        Some(source_type.with_jsx(self.jsx || extension == "jsx"))
    }

    /// Whether a name that no scope declares is a global variable.
    pub(crate) fn has_global(&self, name: &str, source_type: SourceType) -> bool {
        self.globals.is_none() || self.is_writable(name, source_type).is_some()
    }

    /// Whether a global variable can be written; `None` if there is no such variable, or all may be.
    pub(crate) fn is_writable(&self, name: &str, source_type: SourceType) -> Option<bool> {
        match self.globals.as_ref()?.get(name) {
            Some(said) => *said,
            None if ECMASCRIPT.contains(name) => Some(false),
            None if source_type.is_commonjs() && COMMONJS.contains(&name) => Some(name == "exports"),
            None => None,
        }
    }

    /// Whether the configuration names the global variables.
    pub(crate) fn names_globals(&self) -> bool {
        self.globals.is_some()
    }
}

/// What options say of global variables.
fn globals(options: &LanguageOptions) -> HashMap<String, Option<bool>> {
    let entries = options.globals.iter();
    entries
        .map(|(name, value)| {
            let writable = match value {
                Value::Bool(writable) => Some(*writable),
                Value::String(word) if word == "off" => None,
                Value::String(word) => Some(matches!(word.as_str(), "writable" | "writeable" | "true")),
                _ => Some(false),
            };
            (name.clone(), writable)
        })
        .collect()
}
