//! Generates JSON Schemas (draft 2020-12) from the types. Not part of shipped builds.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use super::{ChangesetStatus, SkillResult, ToolchainResult, VerificationConfig};

/// The schemas by file name in `schemas/`, without `.schema.json`.
#[must_use]
pub fn schemas() -> Vec<(&'static str, Value)> {
    let reads = || SchemaSettings::draft2020_12().for_deserialize();
    let writes = || SchemaSettings::draft2020_12().for_serialize();
    vec![
        ("verification", schema::<VerificationConfig>(reads(), "spec/verification.yaml")),
        ("verify-result", schema::<SkillResult>(writes(), "changes/<id>/verify/<skill>.json")),
        ("verify-toolchain", schema::<ToolchainResult>(writes(), "changes/<id>/verify/_toolchain.json")),
        ("changeset-status", schema::<ChangesetStatus>(reads(), "changes/<id>/05-status.json")),
    ]
}

fn schema<T: JsonSchema>(settings: SchemaSettings, file: &str) -> Value {
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".to_owned(), file.into());
    schema.to_value()
}
