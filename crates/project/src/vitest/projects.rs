//! `test.projects`, and the members of a workspace file.

use serde_json::Value;

use crate::paths::joined;
use crate::settings::Place;

/// A project among several.
#[derive(Debug, Clone, PartialEq)]
pub enum Member {
    /// A configuration within the list. `extends` names the configuration below it.
    Inline {
        /// The configuration.
        config: Value,
        /// The path of the configuration that it extends, or the file with the list.
        extends: Option<String>,
    },
    /// A configuration file, from the root, without a leading `/`.
    File(String),
    /// A folder, from the root, which may have a configuration file.
    Folder(String),
}

/// The members that a list names. `own` is the file that has the list, if its settings can be extended.
///
/// # Errors
/// A sentence for a member that is neither a text nor an object, or names nothing.
pub fn members(
    list: &Value,
    place: Place<'_>,
    matches: &dyn Fn(&str, &str) -> bool,
) -> Result<Vec<Member>, String> {
    let Some(list) = list.as_array() else { return Err("projects is no list".into()) };
    let mut found = Vec::new();
    let mut excluded = Vec::new();
    for (at, member) in list.iter().enumerate() {
        match member {
            Value::String(glob) => match glob.strip_prefix('!') {
                Some(glob) => excluded.push(joined(place.folder, glob)),
                None => found.extend(named(glob, place, matches)?),
            },
            Value::Object(config) => {
                let extends = match config.get("extends") {
                    Some(Value::Bool(true)) => Some(place.file.to_owned()),
                    Some(Value::String(path)) => Some(joined(place.folder, path)),
                    _ => None,
                };
                found.push(Member::Inline { config: member.clone(), extends });
            }
            _ => return Err(format!("projects[{at}] is neither a text nor an object")),
        }
    }
    let is_kept = |member: &Member| match member {
        Member::Inline { .. } => true,
        Member::File(path) | Member::Folder(path) => {
            !excluded.iter().any(|glob| path == glob || matches(glob, path))
        }
    };
    found.retain(is_kept);
    Ok(found)
}

/// The folders and configurations that a text names.
fn named(glob: &str, place: Place<'_>, matches: &dyn Fn(&str, &str) -> bool) -> Result<Vec<Member>, String> {
    let wanted = joined(place.folder, glob);
    let files = || place.snapshot.iter().map(|(path, _)| &path.as_str()[1..]);
    let is_config = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        name.starts_with("vitest.") || name.starts_with("vite.") || name.contains(".config.")
    };
    let mut found: Vec<Member> = Vec::new();
    for path in files() {
        if (path == wanted || matches(&wanted, path)) && is_config(path) && path != place.file {
            found.push(Member::File(path.to_owned()));
        }
        let folders = path.match_indices('/').map(|(at, _)| &path[..at]);
        for folder in folders.filter(|folder| !folder.contains("node_modules")) {
            let member = Member::Folder(folder.to_owned());
            if (folder == wanted || matches(&wanted, folder)) && !found.contains(&member) {
                found.push(member);
            }
        }
    }
    if wanted.is_empty() {
        found.push(Member::Folder(String::new()));
    }
    if found.is_empty() {
        return Err(format!("projects names '{glob}', and nothing in the project has this path"));
    }
    Ok(found)
}
