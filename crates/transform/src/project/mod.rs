//! Facts about other files of a snapshot that preparing a file requires.

mod tsconfig;
mod types;

pub use tsconfig::TsConfigs;
pub use types::{TypeNames, is_typescript};
