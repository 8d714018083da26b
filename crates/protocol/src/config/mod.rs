//! The `config` of a request: the supported part of the configurations of Vitest, ESLint and TypeScript.

mod expect;
mod imports;
mod lint;
mod test;
mod typecheck;
mod types;

use serde::{Deserialize, Serialize};

pub use expect::{ExpectConfig, PollConfig};
pub use imports::{Alias, AliasFind, Aliases, ImportResolution};
pub use lint::LintConfig;
pub use test::{ConsolePolicy, FakeTimersConfig, SetupFiles, TestConfig, TestRunner};
pub use typecheck::TypecheckConfig;
pub use types::TypesConfig;

/// The snapshot file that provides what a request's `config` lacks: the same `{ test, lint, types }` as JSON.
pub const CONFIG_FILE: &str = "/verdict.config.json";

/// The name of the files with ESLint's flat configuration as JSON. The nearest one above a file is the base of
/// its lint configuration.
pub const LINT_CONFIG_FILE: &str = "eslint.config.json";

/// The configuration of a request. Missing keys take their defaults. Keys without effect are listed in the
/// result's `warnings` and fail nothing, so that a project can pass its Vitest configuration unchanged.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct Config {
    /// Vitest's `test` key.
    pub test: TestConfig,
    /// Lint rules, capabilities and globals.
    #[serde(deserialize_with = "lint::lint")]
    pub lint: LintConfig,
    /// Options of the type checks.
    pub types: TypesConfig,
}
