//! `import/named`: require that an imported module exports the names that are imported.
//!
//! Imports and re-exports of values are checked, through re-exports and `export *` of other modules. Modules whose exports
//! are known only after they ran are not checked: CommonJS, JSON and packages outside of the snapshot. A name may also come
//! from such a module through `export *`.
//!
//! In TypeScript, the declaration file beside a JavaScript file says what that exports. A package in JavaScript without
//! one is not checked.
//!
//! The settings `import/extensions` and `import/ignore`, or those with `import-x/`, say which files are modules.
//!
//! Options: `{ commonjs: false }`. With it, `const { name } = require("./module.js")` is checked too.
//!
//! ```js fails
//! import { summ } from "./sum.js";
//! summ();
//! //- /sum.js
//! export const sum = () => 0;
//! ```
//!
//! ```js passes
//! import { sum } from "./sum.js";
//! sum();
//! //- /sum.js
//! export * from "./all.js";
//! //- /all.js
//! export const sum = () => 0;
//! ```

use verdict_vfs::VfsPath;

use crate::graph::{Graph, Lookup, Module};
use crate::rules::helpers::sources::{graph, required};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "import/named",
    aliases: &["import-x/named"],
    messages: &[
        ("notFound", "{{name}} not found in '{{path}}'"),
        ("notFoundDeep", "{{name}} not found via {{deepPath}}"),
    ],
    types: &[AstType::ImportDeclaration, AstType::ExportFromDeclaration, AstType::VariableDeclarator],
    run: Run::Configured(|options| {
        let commonjs = options.only_object(&["commonjs"])?.bool("commonjs", false)?;
        Ok(Check::nodes(move |node, ctx| check(node, commonjs, ctx)))
    }),
    ..Rule::DEFAULT
};

fn check<'a>(node: &AstNode<'a>, commonjs: bool, ctx: &Context<'a>) {
    let (source, names): (_, Vec<(&str, Span)>) = match node.kind() {
        AstKind::ImportDeclaration(import) if import.import_kind.is_value() => {
            let names = import.specifiers.iter().flatten().filter_map(|specifier| match specifier {
                ImportDeclarationSpecifier::ImportSpecifier(named) if named.import_kind.is_value() => {
                    Some(name_of(&named.imported))
                }
                _ => None,
            });
            (&import.source, names.collect())
        }
        AstKind::ExportFromDeclaration(export) if export.export_kind.is_value() => {
            let values = export.specifiers.iter().map(|specifier| name_of(&specifier.local));
            (&export.source, values.collect())
        }
        AstKind::VariableDeclarator(declarator) if commonjs => match destructured(declarator) {
            Some(found) => found,
            None => return,
        },
        _ => return,
    };
    if names.is_empty() {
        return;
    }
    let graph = graph(ctx);
    // A module that does not parse is left to the other rules, as in the plugin.
    let module = graph.imported(ctx.path, source.value.as_str());
    let Some(module) = module.filter(|module| module.is_esm && module.error.is_none()) else { return };
    for (name, span) in names {
        report(name, span, source, (&module, &graph), ctx);
    }
}

fn name_of<'a>(name: &'a ModuleExportName<'_>) -> (&'a str, Span) {
    let text = match name {
        ModuleExportName::IdentifierName(name) => name.name.as_str(),
        ModuleExportName::IdentifierReference(name) => name.name.as_str(),
        ModuleExportName::StringLiteral(name) => name.value.as_str(),
    };
    (text, name.span())
}

/// The source and the names of `const { name } = require('…')`.
fn destructured<'a>(
    declarator: &'a VariableDeclarator<'a>,
) -> Option<(&'a StringLiteral<'a>, Vec<(&'a str, Span)>)> {
    let (BindingPattern::ObjectPattern(pattern), Some(Expression::CallExpression(call))) =
        (&declarator.id, &declarator.init)
    else {
        return None;
    };
    let names = pattern.properties.iter().filter_map(|property| match &property.key {
        PropertyKey::StaticIdentifier(key) if !property.computed => Some((key.name.as_str(), key.span)),
        _ => None,
    });
    Some((required(call)?, names.collect()))
}

fn report(
    name: &str,
    span: Span,
    source: &StringLiteral<'_>,
    (module, graph): (&std::rc::Rc<Module>, &Graph),
    ctx: &Context<'_>,
) {
    let Lookup::Missing(searched) = graph.lookup(module, name) else { return };
    if searched.len() > 1 {
        let path: Vec<String> = searched.iter().map(|path| relative(ctx.path, path)).collect();
        ctx.report(span, "notFoundDeep").data("name", name).data("deepPath", path.join(" -> "));
    } else {
        ctx.report(span, "notFound").data("name", name).data("path", source.value.as_str());
    }
}

/// A path as it is from the folder of a file.
fn relative(file: &VfsPath, path: &VfsPath) -> String {
    let folders = |path: &str| path.split('/').map(str::to_owned).collect::<Vec<_>>();
    let (from, to) = (folders(file.folder()), folders(path.as_str()));
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..", from.len() - shared);
    up.chain(to[shared..].iter().map(String::as_str)).collect::<Vec<_>>().join("/")
}
