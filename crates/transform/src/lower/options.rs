//! The options in `tsconfig.json` that affect lowering.

use oxc_semantic::SemanticBuilder;
use serde::{Deserialize, Serialize};
use verdict_syntax::Parsed;

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
    /// Whether elements leave out their place in the source.
    pub production: bool,
}

impl Jsx {
    /// How Babel most likely compiles a file. A function that a comment or the scope of the file names makes the
    /// elements, or else the package `react`.
    pub(crate) fn of_babel(parsed: &Parsed<'_>) -> Jsx {
        let scoping = SemanticBuilder::new().build(&parsed.program).semantic.into_scoping();
        let has = |name: &str| scoping.get_root_binding(name.into()).is_some();
        let source = parsed.program.source_text;
        let named =
            parsed.program.comments.iter().any(|comment| comment.span.source_text(source).contains("@jsx "));
        let automatic = Jsx { production: true, ..Jsx::default() };
        let classic = Jsx { runtime: JsxRuntime::Classic, ..automatic.clone() };
        if named || has("React") {
            classic
        } else if has("h") {
            Jsx { factory: Some("h".into()), fragment_factory: Some("Fragment".into()), ..classic }
        } else {
            automatic
        }
    }
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
