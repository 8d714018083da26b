//! Writers: a [`ChangeSet`] as a bundle that reads as the same change set, to the byte.

mod json;
mod text;

use base64::Engine as _;
use verdict_vfs::Blob;

use crate::ChangeSet;

impl ChangeSet {
    /// The change set as `paws-change` Markdown. `timestamp` and `metadata` have no place there.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        text::write(self, text::Form::Markdown)
    }

    /// The change set between DOGS markers; an operation that is no upsert has a `paws-change` head.
    /// `timestamp` and `metadata` have no place there.
    #[must_use]
    pub fn to_dogs(&self) -> String {
        text::write(self, text::Form::Dogs)
    }

    /// The change set as Patch JSON, version 2.
    #[must_use]
    pub fn to_patch_json(&self) -> String {
        json::write(self)
    }
}

fn base64(blob: &Blob) -> String {
    base64::engine::general_purpose::STANDARD.encode(blob.bytes())
}
