//! Writers: each renders a [`ChangeSet`] as a bundle that parses to exactly the same change set.

mod json;
mod text;

use base64::Engine as _;
use verdict_vfs::Blob;

use crate::ChangeSet;

impl ChangeSet {
    /// Renders `paws-change` Markdown. This form cannot hold `timestamp` and `metadata`.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        text::write(self, text::Form::Markdown)
    }

    /// Renders DOGS markers. An operation other than an upsert has a `paws-change` head. This form cannot
    /// hold `timestamp` and `metadata`.
    #[must_use]
    pub fn to_dogs(&self) -> String {
        text::write(self, text::Form::Dogs)
    }

    /// Renders Patch JSON, version 2.
    #[must_use]
    pub fn to_patch_json(&self) -> String {
        json::write(self)
    }
}

fn base64(blob: &Blob) -> String {
    base64::engine::general_purpose::STANDARD.encode(blob.bytes())
}
