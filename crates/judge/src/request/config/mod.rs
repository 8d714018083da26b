//! Which configuration holds for a request.

mod keys;
mod shapes;

use serde_json::Value;
use verdict_protocol::{CONFIG_FILE, Config, overlay};
use verdict_vfs::{Snapshot, VfsPath};

/// The configuration of a request.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Resolved {
    /// What holds.
    pub config: Config,
    /// Keys that have no effect, in sentences.
    pub warnings: Vec<String>,
}

/// Lays the request's configuration over the snapshot's, key by key, over the defaults; its `test.env` takes the place
/// of the snapshot's. A key of a [`Config`] that is
/// `null`, as `undefined` becomes on its way here, takes its default.
///
/// # Errors
/// What has not the shape of a [`Config`]; the message names the key.
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
