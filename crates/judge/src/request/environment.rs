//! The environment of a test file.

use serde_json::Value;
use verdict_protocol::TestConfig;

/// A DOM in which a test file runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dom {
    /// That of the package happy-dom, which `dom` selects too.
    HappyDom,
    /// That of the package jsdom.
    Jsdom,
}

/// The DOM that a test file wants: by a comment `@vitest-environment` or `@jest-environment` in its `text`, or else by the
/// `environment` of its configuration.
#[must_use]
pub fn dom_of(text: &str, environment: &str) -> Option<Dom> {
    match named(text).unwrap_or(environment) {
        "dom" | "happy-dom" => Some(Dom::HappyDom),
        "jsdom" => Some(Dom::Jsdom),
        _ => None,
    }
}

impl Dom {
    /// The name of its options.
    fn options(self) -> &'static str {
        match self {
            Dom::HappyDom => "happyDOM",
            Dom::Jsdom => "jsdom",
        }
    }
}

/// The options of a test file's DOM: what a comment `@vitest-environment-options` or `@jest-environment-options` in its `text`
/// has as JSON, or else those of its configuration. A comment that is no JSON has none.
#[must_use]
pub fn dom_options(text: &str, dom: Dom, config: &TestConfig) -> Option<Value> {
    let written = ["@vitest-environment-options", "@jest-environment-options"].iter().find_map(|name| {
        let (_, rest) = text.split_once(name)?;
        let line = rest.lines().next()?.trim().trim_end_matches("*/").trim_end();
        serde_json::from_str::<Value>(line).ok().filter(Value::is_object)
    });
    written.or_else(|| config.environment_options.as_ref()?.get(dom.options()).cloned())
}

/// The environment that a comment of a test file names. The comment is found as Vitest finds it.
fn named(text: &str) -> Option<&str> {
    let mut rest = text;
    loop {
        let (_, after) = rest.split_once('@')?;
        rest = after;
        let known = ["vitest-environment", "jest-environment"];
        let Some(value) = known.iter().find_map(|name| rest.strip_prefix(name)) else { continue };
        let name = value.trim_start();
        let is_part = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
        let end = name.find(|character| !is_part(character)).unwrap_or(name.len());
        if name.len() < value.len() && end > 0 {
            return Some(&name[..end]);
        }
    }
}
