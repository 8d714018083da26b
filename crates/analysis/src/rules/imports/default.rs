//! `import/default`: require that an imported module has the default export.
//!
//! Modules whose exports are known only after they ran are not checked: CommonJS, JSON and packages outside of the
//! snapshot. With `esModuleInterop` in `tsconfig.json`, a module that exports something has a default. So has a CommonJS
//! module with a declaration file.
//!
//! ```js fails
//! import sum from "./sum.js";
//! sum();
//! //- /sum.js
//! export const sum = () => 0;
//! ```
//!
//! ```js passes
//! import sum from "./sum.js";
//! sum();
//! //- /sum.js
//! export default () => 0;
//! ```

use crate::graph::Lookup;
use crate::rules::helpers::sources::{UNPARSED, graph, imported};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "import/default",
    aliases: &["import-x/default"],
    messages: &[
        ("noDefaultExport", "No default export found in imported module \"{{module}}\"."),
        UNPARSED,
    ],
    types: &[AstType::ImportDeclaration],
    run: Run::Nodes(check),
    ..Rule::DEFAULT
};

fn check<'a>(node: &AstNode<'a>, ctx: &Context<'a>) {
    let AstKind::ImportDeclaration(import) = node.kind() else { return };
    let default = import.specifiers.iter().flatten().find_map(|specifier| match specifier {
        ImportDeclarationSpecifier::ImportDefaultSpecifier(default) => Some(default),
        _ => None,
    });
    let Some(default) = default else { return };
    let graph = graph(ctx);
    let Some(module) = imported(&import.source, &graph, ctx) else { return };
    let source = import.source.value.as_str();
    let is_missing = matches!(graph.lookup(&module, "default"), Lookup::Missing(_));
    if is_missing && !graph.has_synthetic_default(ctx.path, source) {
        ctx.report(default.span, "noDefaultExport").data("module", source);
    }
}
