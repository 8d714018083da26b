//! What is near a path that is not there.

use std::collections::BTreeSet;

use strsim::normalized_damerau_levenshtein;

/// Maximum number of paths to name.
const MOST: usize = 3;
/// Minimum similarity of a path that is named.
const ALIKE: f64 = 0.5;

/// The sentence for a path that selects nothing, with the paths most similar to it.
pub(super) fn not_found<'a>(what: &str, wanted: &str, paths: impl Iterator<Item = &'a str>) -> String {
    let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_lowercase();
    let stem = |path: &str| name(path).split('.').next().unwrap_or_default().to_owned();
    let whole = wanted.trim_matches('/').to_lowercase();
    let all: BTreeSet<&str> = paths.flat_map(|path| with_folders(path.trim_start_matches('/'))).collect();
    let mut near: Vec<(f64, &str)> = all
        .into_iter()
        .map(|path| {
            let by_name = normalized_damerau_levenshtein(&name(path), &name(&whole));
            let by_stem = if whole.contains('.') {
                0.0
            } else {
                normalized_damerau_levenshtein(&stem(path), &stem(&whole))
            };
            let by_path = normalized_damerau_levenshtein(&path.to_lowercase(), &whole);
            (by_name.max(by_path).max(by_stem), path)
        })
        .filter(|(alike, _)| *alike >= ALIKE)
        .collect();
    near.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(other.1)));
    near.truncate(MOST);
    let near: Vec<&str> = near.into_iter().map(|(_, path)| path).collect();
    match near.as_slice() {
        [] => format!("{what}: {wanted}"),
        near => format!("{what}: {wanted}; near it: {}", near.join(", ")),
    }
}

/// A path, and the folders above it.
fn with_folders(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(end, _)| &path[..end]).chain([path])
}
