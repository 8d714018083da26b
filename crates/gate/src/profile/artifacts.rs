//! The files that a run writes below `changes/<id>/`.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::Value;
use verdict_protocol::sha256_hex;
use verdict_vfs::{Blob, Change, Snapshot, VfsPath};

use super::change_id::{is_device, path};
use super::status::{LastRun, LastRunSkill, set_last_run};
use super::{ChangeId, ProfileError, ProfileRun};
use crate::Target;

/// Maximum length of a name used unchanged, in bytes.
const MAX_NAME: usize = 64;

/// Canonical JSON: keys sorted by bytes, indentation of two spaces, a final line feed.
#[must_use]
pub fn canonical_json(value: &impl Serialize) -> Vec<u8> {
    let value = serde_json::to_value(value).unwrap_or_default();
    let mut bytes = serde_json::to_vec_pretty(&sorted(value)).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

/// Sorts keys, even if the map of `serde_json` preserves insertion order.
fn sorted(value: Value) -> Value {
    match value {
        Value::Object(map) => {
            let mut entries: Vec<(String, Value)> = map.into_iter().collect();
            entries.sort_by(|(a, _), (b, _)| a.cmp(b));
            entries.into_iter().map(|(key, value)| (key, sorted(value))).collect()
        }
        Value::Array(items) => items.into_iter().map(sorted).collect(),
        other => other,
    }
}

/// The file name of a skill's result, without `.json`. A name that is not a valid file name on every system
/// is replaced, and gets a part of its hash to stay unique.
#[must_use]
pub fn artifact_name(skill: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let starts_well = skill.starts_with(|c: char| c.is_ascii_alphanumeric());
    if starts_well && skill.chars().all(plain) && skill.len() <= MAX_NAME && !is_device(skill) {
        return skill.to_owned();
    }
    let mut name: String = skill.chars().take(MAX_NAME).map(|c| if plain(c) { c } else { '_' }).collect();
    if !starts_well || is_device(&name) {
        name.insert_str(0, "skill");
    }
    format!("{name}-{}", &sha256_hex(skill.as_bytes())[..8])
}

impl ProfileRun {
    /// The changes to files that record this run: a result per skill, the toolchain, the real time, and last
    /// the status. Times have a separate file, so that equal runs give equal bytes in all others. Results of
    /// skills that this run does not have are removed. A run without a change writes nothing.
    ///
    /// `live`: the current files.
    ///
    /// # Errors
    /// [`ProfileError::Status`] for an invalid status file, and [`ProfileError::ChangeId`].
    pub fn artifacts(&self, live: &Snapshot) -> Result<Vec<Change>, ProfileError> {
        let Some(id) = &self.change_id else { return Ok(Vec::new()) };
        let id = ChangeId::parse(id)?;
        let mut files: Vec<(VfsPath, Vec<u8>)> = vec![
            (id.artifact("_toolchain")?, canonical_json(&self.toolchain)),
            (id.artifact("_timing")?, canonical_json(&self.timing)),
        ];
        let mut last_run = LastRun::of(self, sha256_hex(&files[0].1));
        for skill in &self.skills {
            let file = id.artifact(&artifact_name(&skill.skill))?;
            let bytes = canonical_json(skill);
            last_run.skills.push(LastRunSkill {
                skill: skill.skill.clone(),
                passed: skill.passed,
                tier: skill.tier,
                effective_tier: skill.effective_tier,
                artifact: file.to_string(),
                sha256: sha256_hex(&bytes),
            });
            files.push((file, bytes));
        }
        let status_path = path(&id.status_path())?;
        let old = live.get(&status_path);
        let status = set_last_run(old.map(Blob::bytes), &id, &last_run)
            .map_err(|why| ProfileError::Status(status_path.to_string(), why))?;
        let kept: BTreeSet<&VfsPath> = files.iter().map(|(path, _)| path).collect();
        let mut changes: Vec<Change> = live
            .iter()
            .filter(|(path, blob)| !kept.contains(path) && is_artifact(path, blob, &id))
            .map(|(path, _)| Change::Remove(path.clone()))
            .collect();
        let puts = files.into_iter().chain([(status_path, status)]);
        changes.extend(puts.map(|(path, bytes)| Change::Put(path, Blob::new(bytes))));
        Ok(changes)
    }

    /// Applies [`ProfileRun::artifacts`] to live files, in order, and returns the written paths.
    ///
    /// # Errors
    /// Errors of [`ProfileRun::artifacts`], and [`ProfileError::Files`]. Files written before the error stay,
    /// and the status is unchanged.
    pub async fn write_artifacts<T: Target>(&self, target: &mut T) -> Result<Vec<VfsPath>, ProfileError> {
        if self.change_id.is_none() {
            return Ok(Vec::new());
        }
        let live = target.load().await.map_err(|error| ProfileError::Files("read", error))?;
        let mut written = Vec::new();
        for change in self.artifacts(&live)? {
            let done = match &change {
                Change::Put(path, blob) => target.write(path, blob.bytes()).await,
                Change::Remove(path) => target.remove(path).await,
            };
            done.map_err(|error| ProfileError::Files("written", error))?;
            if let Change::Put(path, _) = change {
                written.push(path);
            }
        }
        Ok(written)
    }
}

/// Whether a file is a skill's result, by its content and path. Other files there belong to somebody else.
fn is_artifact(path: &VfsPath, blob: &Blob, id: &ChangeId) -> bool {
    let Some(name) =
        path.as_str().strip_prefix(id.folder().as_str()).and_then(|name| name.strip_suffix(".json"))
    else {
        return false;
    };
    let value: Option<Value> = serde_json::from_slice(blob.bytes()).ok();
    value
        .and_then(|value| value.get("skill")?.as_str().map(|skill| artifact_name(skill) == name))
        .unwrap_or_default()
}
