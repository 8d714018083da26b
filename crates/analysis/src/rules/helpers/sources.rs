//! The specifiers that the rules of `eslint-plugin-import` look at: its `moduleVisitor`.

use std::rc::Rc;

use oxc_ast::ast::{
    Argument, ArrayExpressionElement, CallExpression, Expression, StringLiteral, TSModuleReference,
};
use oxc_ast::{AstKind, AstType};
use oxc_semantic::AstNode;
use oxc_span::{GetSpan, Span};
use regex_lite::Regex;

use super::option_patterns::pattern;
use crate::graph::{Graph, Module};
use crate::lint::{Context, Object};

/// The nodes that may have a specifier.
pub(crate) const NODES: &[AstType] = &[
    AstType::ImportDeclaration,
    AstType::ExportFromDeclaration,
    AstType::ExportAllDeclaration,
    AstType::TSImportEqualsDeclaration,
    AstType::ImportExpression,
    AstType::CallExpression,
];

/// The options about specifiers, which several rules have.
pub(crate) const OPTIONS: [&str; 4] = ["commonjs", "amd", "esmodule", "ignore"];

/// Which specifiers a rule looks at.
pub(crate) struct Sources {
    commonjs: bool,
    amd: bool,
    esmodule: bool,
    ignore: Vec<Regex>,
}

/// A specifier, and the import that it belongs to.
pub(crate) struct Source<'a> {
    pub(crate) value: &'a str,
    pub(crate) span: Span,
    /// The import as a whole.
    pub(crate) import: Span,
}

impl Sources {
    /// With `import` and `require()`, and without options.
    pub(crate) fn with_commonjs() -> Sources {
        Sources { commonjs: true, amd: false, esmodule: true, ignore: Vec::new() }
    }

    /// Reads the options.
    pub(crate) fn of(options: &Object<'_>) -> Result<Sources, String> {
        let ignore = options.texts("ignore")?;
        if options.get("ignore").is_some() && ignore.is_empty() {
            return Err("Value [] should NOT have fewer than 1 items.".to_owned());
        }
        Ok(Sources {
            commonjs: options.bool("commonjs", false)?,
            amd: options.bool("amd", false)?,
            esmodule: options.bool("esmodule", true)?,
            ignore: ignore.iter().map(|text| pattern(text, false)).collect::<Result<_, _>>()?,
        })
    }

    /// The specifiers at a node, without those that the options ignore.
    pub(crate) fn at<'a>(&self, node: &AstNode<'a>) -> Vec<Source<'a>> {
        let mut found = self.all(node);
        found.retain(|source| !self.ignore.iter().any(|regex| regex.is_match(source.value)));
        found
    }

    fn all<'a>(&self, node: &AstNode<'a>) -> Vec<Source<'a>> {
        let one = |literal: &'a StringLiteral<'a>| {
            vec![Source { value: literal.value.as_str(), span: literal.span, import: node.kind().span() }]
        };
        match node.kind() {
            AstKind::ImportDeclaration(import) if self.esmodule => one(&import.source),
            AstKind::ExportFromDeclaration(export) if self.esmodule => one(&export.source),
            AstKind::ExportAllDeclaration(export) if self.esmodule => one(&export.source),
            AstKind::ImportExpression(import) if self.esmodule => match &import.source {
                Expression::StringLiteral(literal) => one(literal),
                _ => Vec::new(),
            },
            AstKind::TSImportEqualsDeclaration(import) if self.esmodule || self.commonjs => {
                match &import.module_reference {
                    TSModuleReference::ExternalModuleReference(module) => one(&module.expression),
                    _ => Vec::new(),
                }
            }
            AstKind::CallExpression(call) => {
                let required = required(call).filter(|_| self.commonjs);
                required.map(one).into_iter().flatten().chain(self.asynchronous(call)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// `define(['a'], …)` and `require(['a'], …)`. Each element is an import of its own.
    fn asynchronous<'a>(&self, call: &CallExpression<'a>) -> Vec<Source<'a>> {
        let is_amd = self.amd && call.arguments.len() == 2;
        let is_called = matches!(&call.callee, Expression::Identifier(callee)
            if matches!(callee.name.as_str(), "require" | "define"));
        let Some(Argument::ArrayExpression(list)) = call.arguments.first().filter(|_| is_amd && is_called)
        else {
            return Vec::new();
        };
        let literals = list.elements.iter().filter_map(|element| match element {
            ArrayExpressionElement::StringLiteral(literal) => Some((literal.value, literal.span)),
            _ => None,
        });
        let literals = literals.filter(|(value, _)| !matches!(value.as_str(), "require" | "exports"));
        literals.map(|(value, span)| Source { value: value.as_str(), span, import: span }).collect()
    }
}

/// The specifier of `require('…')`.
pub(crate) fn required<'b, 'a>(call: &'b CallExpression<'a>) -> Option<&'b StringLiteral<'a>> {
    let is_required = matches!(&call.callee, Expression::Identifier(callee) if callee.name == "require");
    match call.arguments.as_slice() {
        [Argument::StringLiteral(literal)] if is_required => Some(literal),
        _ => None,
    }
}

/// The module graph under the settings of a file.
pub(crate) fn graph(ctx: &Context<'_>) -> Rc<Graph> {
    ctx.project.graphs().of(&ctx.language.settings)
}

/// The message of an imported module that does not parse.
pub(crate) const UNPARSED: (&str, &str) =
    ("parseError", "Parse errors in imported module '{{module}}': {{problem}}");

/// The module that an import names, if its exports are known. One that does not parse is reported.
pub(crate) fn imported(source: &StringLiteral<'_>, graph: &Graph, ctx: &Context<'_>) -> Option<Rc<Module>> {
    let module = graph.imported(ctx.path, source.value.as_str())?;
    if let Some(problem) = &module.error {
        let report = ctx.report(source.span, UNPARSED.0);
        drop(report.data("module", source.value.as_str()).data("problem", problem.as_str()));
        return None;
    }
    module.is_esm.then_some(module)
}

/// Whether an import or an export is of types only.
pub(crate) fn is_type_only(node: &AstNode<'_>) -> bool {
    match node.kind() {
        AstKind::ImportDeclaration(import) => import.import_kind.is_type(),
        AstKind::ExportFromDeclaration(export) => export.export_kind.is_type(),
        AstKind::ExportAllDeclaration(export) => export.export_kind.is_type(),
        AstKind::TSImportEqualsDeclaration(import) => import.import_kind.is_type(),
        _ => false,
    }
}
