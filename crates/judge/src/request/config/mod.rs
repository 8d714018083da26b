//! Determines the effective configuration of a request.

mod keys;
mod shapes;

use serde_json::Value;
use verdict_protocol::{CONFIG_FILE, Config, overlay};
use verdict_vfs::{Snapshot, VfsPath};

/// The effective configuration of a request.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Resolved {
    /// The configuration.
    pub config: Config,
    /// Warnings about keys without effect.
    pub warnings: Vec<String>,
}

/// Merges the request's configuration over the snapshot's, key by key, over the defaults. The request's
/// `test.env` replaces the snapshot's. A `null` key of a [`Config`] takes its default, because `undefined`
/// arrives as `null`.
///
/// # Errors
/// A message that names the key, if the value does not have the shape of a [`Config`].
pub fn resolve_config(snapshot: &Snapshot, config: Option<&Value>) -> Result<Resolved, String> {
    let file = VfsPath::parse(CONFIG_FILE).ok().and_then(|path| snapshot.get(&path));
    if file.is_none() && config.is_none() {
        return Ok(Resolved::default());
    }
    let mut warnings = Vec::new();
    let mut merged = Value::Object(serde_json::Map::new());
    if let Some(blob) = file {
        let value: Value =
            serde_json::from_slice(blob.bytes()).map_err(|error| format!("{CONFIG_FILE}: {error}"))?;
        warnings.extend(keys::warnings(CONFIG_FILE, &value));
        overlay(&mut merged, &value);
        read(merged.clone()).map_err(|error| format!("{CONFIG_FILE}: {error}"))?;
    }
    if let Some(value) = config {
        warnings.extend(keys::warnings("config", value));
        overlay(&mut merged, value);
    }
    let config = read(merged).map_err(|error| format!("config: {error}"))?;
    Ok(Resolved { config, warnings })
}

fn read(mut value: Value) -> Result<Config, String> {
    shapes::without_nulls(&mut value);
    serde_path_to_error::deserialize(value).map_err(|error| format!("at {}: {}", error.path(), error.inner()))
}
