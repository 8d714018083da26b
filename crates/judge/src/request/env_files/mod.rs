//! Variables of `.env` files, which Vite gives to the modules of a project.

mod expand;
mod parse;

use std::collections::BTreeMap;

use verdict_protocol::TestConfig;
use verdict_vfs::{Snapshot, env_files};

/// A parsed file: names and values, in order.
type Variables = Vec<(String, String)>;

/// The variables that files of the snapshot add to the environment of tests: those with a prefix of
/// `test.envPrefix`, from the folder `test.envDir`. Values may refer to other variables of the files.
///
/// # Errors
/// Vite's message for an empty prefix, which would expose every variable.
pub(super) fn variables(
    snapshot: &Snapshot,
    config: &TestConfig,
) -> Result<BTreeMap<String, String>, String> {
    let prefixes = &config.env_prefix.0;
    if prefixes.iter().any(String::is_empty) {
        let why = "envPrefix option contains value '', which could lead unexpected exposure of sensitive information.";
        return Err(why.to_owned());
    }
    let mut parsed = Variables::new();
    for path in env_files(&config.env_dir) {
        let Some(text) = snapshot.get(&path).and_then(|blob| blob.text()) else { continue };
        for (name, value) in parse::parse(text) {
            match parsed.iter_mut().find(|(known, _)| *known == name) {
                Some((_, known)) => *known = value,
                None => parsed.push((name, value)),
            }
        }
    }
    expand::expand(&mut parsed);
    let is_exposed = |name: &str| prefixes.iter().any(|prefix| name.starts_with(prefix.as_str()));
    Ok(parsed.into_iter().filter(|(name, _)| is_exposed(name)).collect())
}
