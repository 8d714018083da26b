//! The options in `tsconfig.json` that affect lowering.

use serde::{Deserialize, Serialize};

/// The compiler options that lowering depends on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CompilerOptions {
    /// `experimentalDecorators`: decorators are TypeScript's. Otherwise they are ECMAScript's, which are not
    /// lowered.
    pub experimental_decorators: bool,
    /// `emitDecoratorMetadata`.
    pub emit_decorator_metadata: bool,
    /// `strictNullChecks` or `strict`: whether `null` counts in decorator metadata.
    pub strict_null_checks: bool,
    /// `verbatimModuleSyntax`: only imports with the keyword `type` are dropped.
    pub verbatim_module_syntax: bool,
    /// Whether class fields are assigned instead of defined, and fields without a value do not exist:
    /// `useDefineForClassFields` is false, or `target` is older than ES2022.
    pub sets_class_fields: bool,
    /// How JSX is lowered.
    pub jsx: Jsx,
}

/// How JSX is lowered.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Jsx {
    /// `jsx`.
    pub runtime: JsxRuntime,
    /// `jsxFactory`.
    pub factory: Option<String>,
    /// `jsxFragmentFactory`.
    pub fragment_factory: Option<String>,
    /// `jsxImportSource`.
    pub import_source: Option<String>,
}

/// The function that creates elements.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum JsxRuntime {
    /// A function that the package `jsxImportSource` exports.
    #[default]
    Automatic,
    /// A function in the file's scope.
    Classic,
}
