//! `@typescript-eslint/no-namespace`: disallow namespaces of TypeScript.
//!
//! Modules of the language say the same.
//!
//! Options: `{ allowDeclarations: false, allowDefinitionFiles: true }`.
//!
//! ```ts fails
//! namespace Shapes { export const sides = 4; }
//! ```
//!
//! ```ts passes
//! declare module 'shapes' { export const sides: number; }
//! ```

use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "@typescript-eslint/no-namespace",
    kind: Kind::Suggestion,
    recommended: true,
    messages: &[("moduleSyntaxIsPreferred", "ES2015 module syntax is preferred over namespaces.")],
    types: &[AstType::TSNamespaceDeclaration],
    run: Run::Configured(|options| {
        let options = options.only_object(&["allowDeclarations", "allowDefinitionFiles"])?;
        let allows_declarations = options.bool("allowDeclarations", false)?;
        let allows_files = options.bool("allowDefinitionFiles", true)?;
        Ok(Check::nodes(move |node, ctx| {
            let AstKind::TSNamespaceDeclaration(declaration) = node.kind() else { return };
            let is_part = matches!(ctx.parent_kind(node.id()), AstKind::TSNamespaceDeclaration(_));
            let is_declared = |kind: AstKind<'_>| match kind {
                AstKind::TSNamespaceDeclaration(it) => it.declare,
                AstKind::TSExternalModuleDeclaration(it) => it.declare,
                AstKind::TSGlobalDeclaration(it) => it.declare,
                _ => false,
            };
            if is_part || (allows_files && is_definition_file(ctx.path.as_str())) {
                return;
            }
            let mut around = std::iter::once(node.kind()).chain(ctx.nodes().ancestor_kinds(node.id()));
            if !(allows_declarations && around.any(is_declared)) {
                drop(ctx.report(declaration.span, "moduleSyntaxIsPreferred"));
            }
        }))
    }),
    ..Rule::DEFAULT
};

/// `x.d.ts`, `x.d.mts`, `x.d.cts` and `x.d.css.ts`.
fn is_definition_file(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    let name = path.rsplit('/').next().unwrap_or_default();
    [".d.ts", ".d.cts", ".d.mts"].iter().any(|end| name.ends_with(end)) || (name.contains(".d.") && name.ends_with(".ts"))
}
