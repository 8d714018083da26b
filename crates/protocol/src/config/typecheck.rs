//! Tests of types: Vitest's `test.typecheck`.

use std::fmt::Formatter;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::test_globs::{NO_TESTS, TYPE_TESTS};

/// The only checker that there is.
const TSC: &str = "tsc";

/// Tests of types (Vitest's `typecheck`). Their files are not run: the full layer of the type checks judges each test in them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct TypecheckConfig {
    /// Whether files that `include` matches are tests of types. Otherwise they run like others.
    pub enabled: bool,
    /// Whether only tests of types count, so that no other file runs.
    pub only: bool,
    /// Globs, from the root, of the files whose tests are about types.
    pub include: Vec<String>,
    /// Globs of files that `include` does not mean.
    pub exclude: Vec<String>,
    /// The checker. The built-in TypeScript checks instead of any other than `tsc`, and a warning says so.
    pub checker: String,
    /// Whether the types of JavaScript are checked too, as with `allowJs` and `checkJs` in `tsconfig.json`.
    pub allow_js: bool,
    /// Whether errors in files that are no tests of types fail nothing.
    pub ignore_source_errors: bool,
    /// The `tsconfig.json` whose project is checked, as a path from the root. By default the nearest to each file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub tsconfig: Option<String>,
    /// Real milliseconds that the checker may take to start. By default only the time limit of the request counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub spawn_timeout: Option<u64>,
}

impl Default for TypecheckConfig {
    fn default() -> Self {
        TypecheckConfig {
            enabled: false,
            only: false,
            include: vec![TYPE_TESTS.to_owned()],
            exclude: NO_TESTS.map(str::to_owned).to_vec(),
            checker: TSC.to_owned(),
            allow_js: false,
            ignore_source_errors: false,
            tsconfig: None,
            spawn_timeout: None,
        }
    }
}

impl TypecheckConfig {
    /// What has no effect here, as sentences.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let other = (self.checker != TSC).then(|| {
            format!(
                "test.typecheck.checker: {} does not run here: the built-in TypeScript checks",
                self.checker
            )
        });
        other.into_iter().collect()
    }
}

/// Reads `typecheck`: an object, or whether it is enabled.
pub(crate) fn typecheck<'de, D: Deserializer<'de>>(deserializer: D) -> Result<TypecheckConfig, D::Error> {
    struct Typecheck;

    impl<'de> Visitor<'de> for Typecheck {
        type Value = TypecheckConfig;

        fn expecting(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
            formatter.write_str("an object, true or false")
        }

        fn visit_bool<E>(self, enabled: bool) -> Result<TypecheckConfig, E> {
            Ok(TypecheckConfig { enabled, ..TypecheckConfig::default() })
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<TypecheckConfig, A::Error> {
            TypecheckConfig::deserialize(MapAccessDeserializer::new(map))
        }
    }

    deserializer.deserialize_any(Typecheck)
}
