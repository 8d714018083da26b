//! Finds configuration keys without effect: those that only other tools read, and unknown ones.

use serde_json::Value;
use strsim::normalized_damerau_levenshtein;
use verdict_protocol::shorten;

use super::shapes::{Shape, shapes};

/// Keys that Vitest, Vite, ESLint and TypeScript document and that have no effect here. Each line is a key,
/// below its object.
const PEERS: &str = include_str!("peers.txt");
/// Maximum number of unknown keys reported.
const MOST: usize = 20;
/// Maximum length of a reported key, in bytes.
const KEY_BYTES: usize = 80;
/// Minimum similarity of an unknown key and the suggested one.
const ALIKE: f64 = 0.6;

/// Warnings about a configuration's keys. `of` names the configuration.
pub(super) fn warnings(of: &str, config: &Value) -> Vec<String> {
    let shapes = shapes();
    let (mut unknown, mut idle) = (Vec::new(), Vec::new());
    for shape in &shapes {
        let object =
            shape.at.iter().try_fold(config, |value, key| value.get(*key)).and_then(Value::as_object);
        for (key, _) in object.into_iter().flatten().filter(|(_, value)| !value.is_null()) {
            if shape.keys.contains(&key.as_str()) {
                continue;
            }
            let path = path(shape.at, &shorten(key, KEY_BYTES));
            if is_of_peers(shape, key) || (!is_known(&shapes, key) && peers().any(|(_, peer)| peer == key)) {
                idle.push(path);
            } else {
                unknown.push(match nearest(&shapes, shape, key) {
                    Some(near) => format!("{of}: unknown key {path}; the nearest known one is {near}"),
                    None => format!("{of}: unknown key {path}"),
                });
            }
        }
    }
    let more = unknown.len().saturating_sub(MOST);
    unknown.truncate(MOST);
    unknown.extend((more > 0).then(|| format!("{of}: {more} more unknown keys")));
    unknown.extend((!idle.is_empty()).then(|| format!("{of}: without effect here: {}", idle.join(", "))));
    unknown
}

/// The keys of other tools, each with its object.
fn peers() -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut at = "";
    PEERS.lines().filter_map(move |line| match line.strip_prefix("//-") {
        Some(object) => {
            at = object.trim();
            None
        }
        None => Some((at, line)),
    })
}

fn is_of_peers(shape: &Shape, key: &str) -> bool {
    let at = shape.at.join(".");
    peers().any(|peer| peer == (at.as_str(), key))
}

fn is_known(shapes: &[Shape], key: &str) -> bool {
    shapes.iter().any(|shape| shape.keys.contains(&key))
}

/// The known key most similar to `key`, as a path. Of equally similar keys, one of the same object wins.
fn nearest(shapes: &[Shape], within: &Shape, key: &str) -> Option<String> {
    let candidates = shapes.iter().flat_map(|shape| shape.keys.iter().map(move |known| (shape, *known)));
    candidates
        .map(|(shape, known)| {
            let alike = normalized_damerau_levenshtein(&key.to_lowercase(), &known.to_lowercase());
            (alike, shape.at == within.at, shape, known)
        })
        .filter(|(alike, ..)| *alike >= ALIKE)
        .max_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)))
        .map(|(_, _, shape, known)| path(shape.at, known))
}

fn path(at: &[&str], key: &str) -> String {
    at.iter().copied().chain([key]).collect::<Vec<_>>().join(".")
}
