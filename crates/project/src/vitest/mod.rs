//! Configurations of Vite and Vitest, as data.

mod alias;

mod plugins;
mod projects;
mod resolution;
mod tests;
mod vite;

use serde_json::{Value, json};

pub use projects::{Member, members};
pub(crate) use tests::known_members;

use crate::keys::take_foreign;
use crate::paths::Paths;
use crate::settings::{Place, Settings};

/// Reads the value of a configuration of Vite or Vitest.
///
/// # Errors
/// A sentence, without the name of the file, for a value of a wrong shape.
pub fn settings(value: &Value, place: Place<'_>) -> Result<Settings, String> {
    let mut value = value.clone();
    let foreign = take_foreign(&mut value);
    if value.is_null() {
        value = json!({});
    }
    let foreign = foreign.into_iter().map(|package| {
        format!("{}: values of the package {package} are left out: it does not run here", place.file)
    });
    let Some(config) = value.as_object() else { return Err("the configuration is no object".into()) };
    let empty = serde_json::Map::new();
    let test = match config.get("test") {
        None | Some(Value::Null) => &empty,
        Some(Value::Object(test)) => test,
        Some(_) => return Err("test is no object".into()),
    };
    let root = test.get("root").or_else(|| config.get("root")).and_then(Value::as_str);
    let paths = Paths::new(place, root);
    let mut settings =
        Settings { config: json!({ "test": {} }), warnings: foreign.collect(), ..Settings::default() };
    vite::read(config, &paths, &mut settings)?;
    resolution::read(config, &mut settings)?;
    tests::read(test, &paths, &mut settings)?;
    Ok(settings)
}
