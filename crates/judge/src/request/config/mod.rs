//! Which configuration holds for a request.

use serde_json::Value;
use verdict_protocol::{CONFIG_FILE, Config};
use verdict_vfs::{Snapshot, VfsPath};

/// Lays the request's configuration over the snapshot's, key by key, over the defaults.
///
/// # Errors
/// What has not the shape of a [`Config`]; the message names the key.
pub fn resolve_config(snapshot: &Snapshot, config: Option<&Value>) -> Result<Config, String> {
    let file = VfsPath::parse(CONFIG_FILE).ok().and_then(|path| snapshot.get(&path));
    if file.is_none() && config.is_none() {
        return Ok(Config::default());
    }
    let mut merged = Value::Object(serde_json::Map::new());
    if let Some(blob) = file {
        let value: Value =
            serde_json::from_slice(blob.bytes()).map_err(|error| format!("{CONFIG_FILE}: {error}"))?;
        read(&value).map_err(|error| format!("{CONFIG_FILE}: {error}"))?;
        merge(&mut merged, &value);
    }
    if let Some(value) = config {
        merge(&mut merged, value);
    }
    read(&merged).map_err(|error| format!("config: {error}"))
}

fn read(value: &Value) -> Result<Config, String> {
    serde_path_to_error::deserialize(value).map_err(|error| format!("at {}: {}", error.path(), error.inner()))
}

fn merge(base: &mut Value, over: &Value) {
    match (base, over) {
        (Value::Object(base), Value::Object(over)) => {
            for (key, value) in over {
                merge(base.entry(key.clone()).or_insert(Value::Null), value);
            }
        }
        (base, over) => *base = over.clone(),
    }
}
