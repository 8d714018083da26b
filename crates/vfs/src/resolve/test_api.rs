//! Names of the test API's modules.

/// Modules that export the test API. Every engine provides them, whatever the snapshot contains.
pub const TEST_API_MODULES: [&str; 2] = ["vitest", "@jest/globals"];
