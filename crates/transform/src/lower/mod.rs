//! Lowers syntax beyond types: enums, namespaces, parameter properties, decorators, JSX, `using`.
//!
//! The transformer is large. The feature `lower` links it in; otherwise the host provides it separately,
//! through [`Lower`].

#[cfg(feature = "lower")]
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

/// A text to lower, with everything the result depends on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Job {
    /// Absolute path in the snapshot.
    pub path: String,
    /// The content, without a byte order mark.
    pub source: String,
    /// The options of `tsconfig.json`.
    pub options: CompilerOptions,
}

/// A lowered text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lowered {
    /// The plain JavaScript.
    pub text: String,
    /// Position map to the source, in text order.
    #[serde(with = "flat")]
    pub positions: Vec<Position>,
}

/// Positions as one array of numbers, because there are as many of them as words.
mod flat {
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::mocks::Position;

    pub(super) fn serialize<S: Serializer>(positions: &[Position], serializer: S) -> Result<S::Ok, S::Error> {
        let numbers = positions
            .iter()
            .flat_map(|one| [one.turned.0, one.turned.1, one.source.0, one.source.1, u32::from(one.is_new)]);
        serializer.collect_seq(numbers)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Position>, D::Error> {
        let numbers = Vec::<u32>::deserialize(deserializer)?;
        let position = |five: &[u32]| Position {
            turned: (five[0], five[1]),
            source: (five[2], five[3]),
            is_new: five[4] != 0,
        };
        Ok(numbers.chunks_exact(5).map(position).collect())
    }
}

/// Why a text was not lowered.
#[derive(Debug, Clone, PartialEq)]
pub enum NotLowered {
    /// The text cannot be lowered.
    Refused(Box<Diagnostic>),
    /// The transformer is not loaded yet. The caller must run the guest again once it is.
    Absent,
}

/// The answer of a separate transformer. An error without a diagnostic is one of the transport.
pub type Answer = Result<Lowered, Option<Box<Diagnostic>>>;

/// Lowers texts. Equal jobs have equal results.
pub trait Lower {
    /// Lowers one text.
    ///
    /// # Errors
    /// [`NotLowered`] with the reason.
    fn lower(&self, job: &Job) -> Result<Lowered, NotLowered>;
}
