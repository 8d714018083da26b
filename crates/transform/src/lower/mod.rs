//! What is more than a type and has to be written anew: enums, namespaces, parameter properties, decorators, JSX, `using`.
//!
//! The transformer that does it is large. It is linked in with the feature `lower`; elsewhere a host has it as something of
//! its own, and hands texts to it through [`Lower`].

mod helpers;
mod options;
#[cfg(feature = "lower")]
mod positions;
#[cfg(feature = "lower")]
mod run;

use serde::{Deserialize, Serialize};
use verdict_protocol::Diagnostic;

use crate::mocks::Position;
pub use options::{CompilerOptions, Jsx, JsxRuntime};
#[cfg(feature = "lower")]
pub use run::Linked;

/// A text to lower, and all that the result depends on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Job {
    /// Absolute path in the snapshot.
    pub path: String,
    /// What stands there, without a byte order mark.
    pub source: String,
    /// As `tsconfig.json` says.
    pub options: CompilerOptions,
}

/// What a text became.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lowered {
    /// Plain JavaScript.
    pub text: String,
    /// Where its parts stood, by place in the text.
    pub positions: Vec<Position>,
}

/// Why a text was not lowered.
#[derive(Debug, Clone, PartialEq)]
pub enum NotLowered {
    /// It cannot be: a problem of the text.
    Refused(Box<Diagnostic>),
    /// The transformer is not there yet. Who runs a guest has to begin again once it is.
    Absent,
}

/// Lowers texts. Equal jobs give equal texts.
pub trait Lower {
    /// Lowers one text.
    ///
    /// # Errors
    /// [`NotLowered`].
    fn lower(&self, job: &Job) -> Result<Lowered, NotLowered>;
}
