//! Targets of `exports` and `imports` (Node's `PACKAGE_TARGET_RESOLVE`).

use super::json::Json;
use super::rules::Rules;

/// The conditions under which a target is chosen. They are Node's, to which Vitest leaves the loading of
/// packages. A package of the snapshot outside `node_modules` also has `development`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conditions {
    /// `import node module-sync development default`.
    Import,
    /// `require node module-sync development default`.
    Require,
}

/// A target of `exports` or `imports` after its conditions are applied.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// The target's text, with `*` replaced.
    Path(String),
    /// An invalid target.
    Invalid(String),
}

/// Picks the target of the best matching key: an equal key, or else the pattern with the longest text before
/// its `*`.
pub(crate) fn pick(targets: &Json, key: &str, rules: Rules<'_>) -> Option<Found> {
    let Json::Object(entries) = targets else { return None };
    if key.ends_with('/') {
        return None;
    }
    if !key.contains('*')
        && let Some(target) = targets.get(key)
    {
        return resolve(target, None, rules);
    }
    let fits = entries.iter().filter_map(|(pattern, target)| {
        let (before, after) = pattern.split_once('*')?;
        let star = key.strip_prefix(before)?.strip_suffix(after)?;
        (!star.is_empty() && !after.contains('*')).then_some((before.len(), pattern.len(), star, target))
    });
    let (_, _, star, target) = fits.max_by_key(|(before, length, ..)| (*before, *length))?;
    if star.split(['/', '\\']).any(|segment| matches!(segment, "." | ".." | "node_modules")) {
        return Some(Found::Invalid(star.to_owned()));
    }
    resolve(target, Some(star), rules)
}

/// Resolves a target. `None` if it is null or no condition applies.
pub(crate) fn resolve(target: &Json, star: Option<&str>, rules: Rules<'_>) -> Option<Found> {
    match target {
        Json::Text(text) => {
            let path = star.map_or_else(|| text.clone(), |star| text.replace('*', star));
            Some(Found::Path(path))
        }
        Json::Object(entries) => {
            let mut held = entries.iter().filter(|(condition, _)| rules.has(condition));
            // A matching condition without a result falls through to the next one, but null ends the search.
            held.find_map(|(_, target)| match target {
                Json::Null => Some(None),
                target => resolve(target, star, rules).map(Some),
            })?
        }
        Json::List(items) => {
            let mut found = None;
            for item in items {
                match resolve(item, star, rules) {
                    Some(Found::Path(path)) if path.starts_with("./") => return Some(Found::Path(path)),
                    other => found = other.or(found),
                }
            }
            found
        }
        Json::Null => None,
        Json::Other => Some(Found::Invalid("a value that is no text".to_owned())),
    }
}
