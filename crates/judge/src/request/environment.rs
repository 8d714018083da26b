//! The environment of a test file.

/// Names of environments that have a DOM. All select the same one.
const WITH_DOM: [&str; 3] = ["dom", "happy-dom", "jsdom"];

/// Whether a test file wants a DOM: by a comment `@vitest-environment` or `@jest-environment` in its `text`, or
/// else by the `environment` of its configuration.
#[must_use]
pub fn wants_dom(text: &str, environment: &str) -> bool {
    WITH_DOM.contains(&named(text).unwrap_or(environment))
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
