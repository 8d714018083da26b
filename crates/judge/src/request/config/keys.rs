//! Keys of a configuration that have no effect: those that only peers know, and those that nobody knows.

use serde_json::Value;
use strsim::normalized_damerau_levenshtein;
use verdict_protocol::shorten;

use super::shapes::{Shape, shapes};

/// Keys that Vitest, Vite, ESLint and TypeScript document and that mean nothing here: a line each, below the object that
/// they stand in.
const PEERS: &str = include_str!("peers.txt");
/// Most unknown keys that are named.
const MOST: usize = 20;
/// Most bytes of a key that are shown.
const KEY_BYTES: usize = 80;
/// How alike two keys are of which one may be meant by the other.
const ALIKE: f64 = 0.6;

/// What is said of a configuration's keys. `of` names it.
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

/// The keys of peers, each with the object that it stands in.
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

/// The known key that is most like one, as a path: of equally alike ones that of the same object.
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
