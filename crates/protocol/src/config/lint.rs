//! The `lint` of a configuration.

use std::collections::BTreeMap;
use std::fmt::Formatter;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::RuleEntry;

/// Lint configuration. By default, the rules of the recommended preset are on, as errors.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct LintConfig {
    /// Ids of rules to switch off, even if `rules` enables them.
    pub off: Vec<String>,
    /// Rules with their severity and options (ESLint's `rules`). Rules that it does not name keep the
    /// recommended preset's setting.
    pub rules: BTreeMap<String, RuleEntry>,
    /// Settings of rules that `rules` does not name. A host adds these to a project's own configuration.
    pub defaults: BTreeMap<String, RuleEntry>,
    /// If set, only these rules run, each as an error, regardless of `off` and the severities in `rules`.
    /// Options come from `rules`. A host such as a gate uses it to run particular rules whatever a project
    /// configures.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub only: Option<Vec<String>>,
    /// Whether comments such as `eslint-disable` have no effect (ESLint's `linterOptions.noInlineConfig`).
    pub no_inline_config: bool,
    /// The language of the files (ESLint's `languageOptions`). Without it, the path and the text of a file
    /// tell its source type, and the globals of all hosts are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "Record<string, unknown>"))]
    pub language_options: Option<serde_json::Value>,
    /// What rules share (ESLint's `settings`).
    #[serde(skip_serializing_if = "serde_json::Map::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, type = "Record<string, unknown>"))]
    pub settings: serde_json::Map<String, serde_json::Value>,
    /// The number of warnings past which a `lint:` fails (ESLint's `--max-warnings`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub max_warnings: Option<usize>,
    /// Whether files are fixed, and the result has their texts.
    pub fix: bool,
    /// The types of fixes to apply (ESLint's `--fix-type`); without any, all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub fix_types: Vec<String>,
    /// Whether `timing.rules` of the result has the time of each rule.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub timing: bool,
    /// The objects of a flat configuration. A list in place of the whole `lint` is the same.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, type = "readonly Record<string, unknown>[]"))]
    pub configs: Vec<serde_json::Value>,
    /// The name of the configuration.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "string"))]
    pub name: Option<serde_json::Value>,
    /// The folder to which `files` and `ignores` are relative.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "string"))]
    pub base_path: Option<serde_json::Value>,
    /// Patterns of the files to which it applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "readonly (string | readonly string[])[]"))]
    pub files: Option<serde_json::Value>,
    /// Patterns of the files to which it does not apply.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "readonly (string | readonly string[])[]"))]
    pub ignores: Option<serde_json::Value>,
    /// Presets and configurations that it is laid over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "readonly unknown[] | string"))]
    pub extends: Option<serde_json::Value>,
    /// How comments are treated (ESLint's `linterOptions`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "Record<string, unknown>"))]
    pub linter_options: Option<serde_json::Value>,
    /// Plugins, which have no effect: what is built in needs none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "Record<string, unknown>"))]
    pub plugins: Option<serde_json::Value>,
}

impl LintConfig {
    /// The keys of an object of a flat configuration.
    pub const FLAT_KEYS: [&str; 10] = [
        "name",
        "basePath",
        "files",
        "ignores",
        "extends",
        "languageOptions",
        "linterOptions",
        "settings",
        "plugins",
        "rules",
    ];

    /// The part of it that is an object of a flat configuration, as JSON.
    #[must_use]
    pub fn flat_object(&self) -> serde_json::Map<String, serde_json::Value> {
        let Ok(serde_json::Value::Object(mut object)) = serde_json::to_value(self) else {
            return serde_json::Map::new();
        };
        object.retain(|key, _| LintConfig::FLAT_KEYS.contains(&key.as_str()));
        if self.rules.is_empty() {
            object.remove("rules");
        }
        object
    }

    /// Whether it has nothing of a flat configuration but `rules`. The default preset is then below it.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        self.configs.is_empty() && self.flat_object().keys().all(|key| key == "rules")
    }
}

/// Reads `lint`: an object, or a list of objects.
pub(super) fn lint<'de, D: Deserializer<'de>>(deserializer: D) -> Result<LintConfig, D::Error> {
    struct Lint;

    impl<'de> Visitor<'de> for Lint {
        type Value = LintConfig;

        fn expecting(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
            formatter.write_str("an object or a list of objects")
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<LintConfig, A::Error> {
            LintConfig::deserialize(MapAccessDeserializer::new(map))
        }

        fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<LintConfig, A::Error> {
            let configs = Vec::deserialize(SeqAccessDeserializer::new(list))?;
            Ok(LintConfig { configs, ..LintConfig::default() })
        }
    }

    deserializer.deserialize_any(Lint)
}
