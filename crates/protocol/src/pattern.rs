//! A regular expression in a configuration.

use serde::{Deserialize, Serialize};

/// A regular expression: a text, which is its source, or `{ source, flags }`, as a `RegExp` has them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS),
    ts(type = "string | RegExp | { source: string; flags?: string }")
)]
#[serde(from = "Forms", into = "Forms")]
pub struct Pattern {
    /// The source, without the slashes.
    pub source: String,
    /// The flags, for example `i`.
    pub flags: String,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged, expecting = "expected the text of a regular expression, or { source, flags }")]
enum Forms {
    Text(String),
    Parts {
        source: String,
        #[serde(default)]
        flags: String,
    },
}

impl From<Forms> for Pattern {
    fn from(forms: Forms) -> Pattern {
        match forms {
            Forms::Text(source) => Pattern { source, flags: String::new() },
            Forms::Parts { source, flags } => Pattern { source, flags },
        }
    }
}

impl From<Pattern> for Forms {
    fn from(Pattern { source, flags }: Pattern) -> Forms {
        if flags.is_empty() { Forms::Text(source) } else { Forms::Parts { source, flags } }
    }
}
