//! What a transaction needs from outside.
#![allow(async_fn_in_trait, reason = "the futures of a page are not Send, and nothing here spawns")]

use verdict_protocol::{Code, VerifyResult};
use verdict_vfs::{Snapshot, VfsPath};

/// Runs commands on snapshots.
pub trait Verifier {
    /// Runs `verb:argument` on a snapshot. A verifier that is missing answers `err:unavailable`; a
    /// timeout or a crash is a negative verdict.
    async fn verify(&mut self, command: &str, snapshot: &Snapshot) -> Verdict;
}

/// The answer of a verifier.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Verdict {
    /// Whether what was asked for was positively found to hold.
    pub success: bool,
    /// What went wrong, in a sentence.
    pub error: Option<String>,
    /// Why the command could not be judged.
    pub code: Option<Code>,
    /// The whole result as JSON, with the keys of a `VERIFY_COMPLETE`.
    pub detail: serde_json::Value,
}

impl Verdict {
    /// A negative verdict of a verifier that has no result.
    #[must_use]
    pub fn failed(code: Code, error: impl Into<String>) -> Verdict {
        let error = error.into();
        let detail = serde_json::json!({ "success": false, "output": null, "error": error, "code": code });
        Verdict { success: false, error: Some(error), code: Some(code), detail }
    }

    /// Whether it is a pass: positive, and not stopped by anything.
    #[must_use]
    pub const fn passed(&self) -> bool {
        self.success && self.code.is_none()
    }
}

impl From<&VerifyResult> for Verdict {
    fn from(result: &VerifyResult) -> Self {
        Verdict {
            success: result.success,
            error: result.error.clone(),
            code: result.code,
            detail: serde_json::to_value(result).unwrap_or_default(),
        }
    }
}

/// The live files.
pub trait Target {
    /// All files as they are now.
    async fn load(&mut self) -> Result<Snapshot, TargetError>;
    /// Writes a file, new or not.
    async fn write(&mut self, path: &VfsPath, bytes: &[u8]) -> Result<(), TargetError>;
    /// Removes a file.
    async fn remove(&mut self, path: &VfsPath) -> Result<(), TargetError>;
}

/// Why live files could not be read or written, in the words of whoever keeps them.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TargetError(pub String);
