//! What a configuration says of imports.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Replacements of import specifiers, in the order in which they are tried: `{ find: replacement }` or `[{
/// find, replacement }]`, as in Vite. A find matches itself and itself followed by `/…`. A find with a `*`
/// matches any non-empty text in its place, which replaces the `*` in the replacement.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS),
    ts(type = "Readonly<Record<string, string>> | readonly Alias[]")
)]
#[serde(from = "AliasForms", into = "Vec<Alias>")]
pub struct Aliases(pub Vec<Alias>);

/// How imports find files, where it differs from the usual.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct ImportResolution {
    /// Conditions of `exports` and `imports` that hold besides `default`, `import` or `require`, `node`,
    /// `module-sync` and `development` (Vite's `resolve.conditions`). In a project of Jest they replace
    /// `node-addons` (`customExportConditions`). There `require` holds in place of `import`, unless the importer
    /// declares that it is an ES module.
    pub conditions: Vec<String>,
    /// Extensions to try, in order, if no file has the path (Vite's `resolve.extensions`). If empty:
    /// `.js .mjs .ts .mts .tsx .jsx .json`.
    pub extensions: Vec<String>,
    /// Members of a `package.json` without `exports` that name its main file; the first one present counts, and
    /// `main` comes last (Vite's `resolve.mainFields`). If empty: `main`, then `module`.
    pub main_fields: Vec<String>,
}

/// A rewrite of import specifiers, as in Vite's `resolve.alias`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Alias {
    /// What the specifier must equal, start with or match.
    pub find: AliasFind,
    /// The replacing path in the snapshot, or package. With a pattern, `$1` and the like work as in
    /// `String.prototype.replace`.
    pub replacement: String,
    /// What else to try, in order, if there is no such file (the further paths of Jest's `moduleNameMapper`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(as = "Option<Vec<String>>", optional))]
    pub fallbacks: Vec<String>,
}

/// The specifiers that an alias matches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS),
    ts(type = "string | RegExp | { source: string; flags?: string }")
)]
#[serde(from = "FindForms", into = "FindForms")]
pub enum AliasFind {
    /// A literal text.
    Text(String),
    /// A regular expression: `{ source, flags }`, or a text that starts with `/^` and ends with `/` and
    /// optional flags.
    Pattern {
        /// The source, without the slashes.
        source: String,
        /// The flags, for example `i`.
        flags: String,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum FindForms {
    Text(String),
    Pattern {
        source: String,
        #[serde(default)]
        flags: String,
    },
}

impl From<FindForms> for AliasFind {
    fn from(form: FindForms) -> AliasFind {
        match form {
            FindForms::Text(text) => AliasFind::from(text),
            FindForms::Pattern { source, flags } => AliasFind::Pattern { source, flags },
        }
    }
}

impl From<AliasFind> for FindForms {
    fn from(find: AliasFind) -> FindForms {
        match find {
            AliasFind::Text(text) => FindForms::Text(text),
            AliasFind::Pattern { source, flags } => FindForms::Pattern { source, flags },
        }
    }
}

impl From<String> for AliasFind {
    fn from(text: String) -> AliasFind {
        let pattern = text
            .strip_prefix('/')
            .filter(|rest| rest.starts_with('^'))
            .and_then(|rest| rest.rsplit_once('/'));
        match pattern.filter(|(_, flags)| flags.chars().all(|flag| flag.is_ascii_lowercase())) {
            Some((source, flags)) => {
                AliasFind::Pattern { source: source.to_owned(), flags: flags.to_owned() }
            }
            None => AliasFind::Text(text),
        }
    }
}

impl AliasFind {
    /// Specificity: of an object's keys, the longest find is the most specific.
    fn len(&self) -> usize {
        match self {
            AliasFind::Text(text) => text.len(),
            AliasFind::Pattern { source, .. } => source.len(),
        }
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum AliasForms {
    List(Vec<Alias>),
    Map(BTreeMap<String, String>),
}

impl From<AliasForms> for Aliases {
    fn from(forms: AliasForms) -> Aliases {
        match forms {
            AliasForms::List(list) => Aliases(list),
            // An object arrives without an order: the longest find is the most specific.
            AliasForms::Map(map) => {
                let mut list: Vec<Alias> = map
                    .into_iter()
                    .map(|(find, replacement)| Alias {
                        find: find.into(),
                        replacement,
                        fallbacks: Vec::new(),
                    })
                    .collect();
                list.sort_by_key(|alias| std::cmp::Reverse(alias.find.len()));
                Aliases(list)
            }
        }
    }
}

impl From<Aliases> for Vec<Alias> {
    fn from(aliases: Aliases) -> Vec<Alias> {
        aliases.0
    }
}
