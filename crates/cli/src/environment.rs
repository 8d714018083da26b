//! The host's environment, for skills that list names of it.

use std::collections::BTreeMap;

/// What is handed to skills beside this process's own environment.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct EnvironmentArguments {
    /// A variable that skills may list: with a value, that is what they get; without, this process must have
    /// one. May be given again. A skill gets no variable that it does not list in `env`.
    #[arg(long, value_name = "NAME[=VALUE]", value_parser = variable)]
    env: Vec<(String, Option<String>)>,
}

/// `NAME` or `NAME=VALUE`.
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

/// What a skill can list: `^[A-Z0-9_]+$`.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| matches!(byte, b'A'..=b'Z' | b'0'..=b'9' | b'_'))
}

impl EnvironmentArguments {
    /// All that a skill may choose from.
    ///
    /// # Errors
    /// In a sentence: a variable is named without a value and is not set.
    pub(crate) fn variables(&self) -> Result<BTreeMap<String, String>, String> {
        // A value that is not UTF-8 cannot be a text of the guest's.
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
