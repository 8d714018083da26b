//! The format of snapshots.

use serde::{Deserialize, Serialize};

/// How snapshots print values (the part of Vitest's `snapshotFormat` that the engines know).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct SnapshotFormat {
    /// Whether `"` and `\` in texts are escaped.
    pub escape_string: bool,
    /// Whether `Object` and `Array` stand before plain objects and arrays, as in Jest before version 29.
    pub print_basic_prototype: bool,
}
