//! What a `tsconfig.json` says of how a file is lowered.

use serde::{Deserialize, Serialize};

/// The compiler options that lowering depends on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CompilerOptions {
    /// `experimentalDecorators`: decorators are TypeScript's own. Without it they are those of the language, which are not
    /// lowered.
    pub experimental_decorators: bool,
    /// `emitDecoratorMetadata`.
    pub emit_decorator_metadata: bool,
    /// `strictNullChecks`, or `strict`: whether `null` counts in the metadata of decorators.
    pub strict_null_checks: bool,
    /// `verbatimModuleSyntax`: imports are dropped only where they say `type`.
    pub verbatim_module_syntax: bool,
    /// That fields are set and not defined, and those without a value are none: `useDefineForClassFields` is false, or the
    /// `target` is older than ES2022.
    pub sets_class_fields: bool,
    /// How elements are written.
    pub jsx: Jsx,
}

/// How elements of JSX are written.
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

/// Who makes elements.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum JsxRuntime {
    /// What `jsxImportSource` exports for it.
    #[default]
    Automatic,
    /// A function that the file has in reach.
    Classic,
}
