//! What the files of a snapshot say of each other before one of them is prepared.

mod tsconfig;
mod types;

pub use tsconfig::TsConfigs;
pub use types::{TypeNames, is_typescript};
