//! Environment variables for skills, which list the names they need.

use std::collections::BTreeMap;

/// Variables for skills, in addition to this process's environment.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct EnvironmentArguments {
    /// A variable that skills may list: NAME=VALUE, or NAME to take this process's value. Repeatable. A skill
    /// gets only variables that it lists in `env`.
    #[arg(long, value_name = "NAME[=VALUE]", value_parser = variable)]
    env: Vec<(String, Option<String>)>,
}

/// Parses `NAME` or `NAME=VALUE`.
fn variable(text: &str) -> Result<(String, Option<String>), String> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value.to_owned())),
        None => (text, None),
    };
    if is_name(name) {
        Ok((name.to_owned(), value))
    } else {
        Err("a name has A to Z, 0 to 9 and _ only".into())
    }
}

/// Whether a skill can list the name: `^[A-Z0-9_]+$`.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| matches!(byte, b'A'..=b'Z' | b'0'..=b'9' | b'_'))
}

impl EnvironmentArguments {
    /// All variables that skills can list.
    ///
    /// # Errors
    /// A sentence, if a variable without a value is not set.
    pub(crate) fn variables(&self) -> Result<BTreeMap<String, String>, String> {
        // A value that is not UTF-8 cannot become a guest's string.
        let own = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
        let mut variables: BTreeMap<String, String> = own.filter(|(name, _)| is_name(name)).collect();
        for (name, value) in &self.env {
            match value {
                Some(value) => drop(variables.insert(name.clone(), value.clone())),
                None if variables.contains_key(name) => {}
                None => return Err(format!("--env {name}: it is not set here, or is not UTF-8")),
            }
        }
        Ok(variables)
    }
}
