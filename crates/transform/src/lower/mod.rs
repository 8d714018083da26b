//! What is more than a type and has to be written anew: enums, namespaces, parameter properties, decorators, JSX, `using`.
//!
//! The transformer that does it is large. It is linked in with the feature `lower`; elsewhere a host has it as something of
//! its own, and hands texts to it through [`Lower`].

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
    #[serde(with = "flat")]
    pub positions: Vec<Position>,
}

/// Positions as one array of numbers: there are as many of them as words.
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
    /// It cannot be: a problem of the text.
    Refused(Box<Diagnostic>),
    /// The transformer is not there yet. Who runs a guest has to begin again once it is.
    Absent,
}

/// What comes back from a transformer that is something of its own; an error without a diagnostic is one of the way there.
pub type Answer = Result<Lowered, Option<Box<Diagnostic>>>;

/// Lowers texts. Equal jobs give equal texts.
pub trait Lower {
    /// Lowers one text.
    ///
    /// # Errors
    /// [`NotLowered`].
    fn lower(&self, job: &Job) -> Result<Lowered, NotLowered>;
}
