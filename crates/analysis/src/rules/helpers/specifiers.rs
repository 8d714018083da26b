//! The modules that code refers to.

use std::borrow::Cow;

use oxc_ast::ast::{Argument, CallExpression, Expression, TSModuleReference};
use oxc_ast::{AstKind, AstType};
use oxc_semantic::AstNode;
use oxc_span::{GetSpan, Span};

use super::access::{Access, global_name};
use super::static_text::static_text;
use crate::model::Model;

/// The nodes that may have a specifier.
pub(crate) const NODES: [AstType; 6] = [
    AstType::ImportDeclaration,
    AstType::ExportFromDeclaration,
    AstType::ExportAllDeclaration,
    AstType::TSImportEqualsDeclaration,
    AstType::ImportExpression,
    AstType::CallExpression,
];

/// A specifier in code.
pub(crate) enum Specifier<'a> {
    /// A specifier with a known text.
    Known(Cow<'a, str>, Span),
    /// A specifier that is computed at run time.
    Computed(Span),
}

/// The specifier at a node: `import`, `export from`, `import()`, `require()`, `import x = require()`,
/// `process.getBuiltinModule()`. Types are ignored.
pub(crate) fn specifier<'a>(node: &AstNode<'a>, model: &Model<'a>) -> Option<Specifier<'a>> {
    match node.kind() {
        AstKind::ImportDeclaration(import) if !import.import_kind.is_type() => {
            Some(Specifier::Known(Cow::Borrowed(import.source.value.as_str()), import.source.span))
        }
        AstKind::ExportFromDeclaration(export) if !export.export_kind.is_type() => {
            Some(Specifier::Known(Cow::Borrowed(export.source.value.as_str()), export.source.span))
        }
        AstKind::ExportAllDeclaration(export) if !export.export_kind.is_type() => {
            Some(Specifier::Known(Cow::Borrowed(export.source.value.as_str()), export.source.span))
        }
        AstKind::TSImportEqualsDeclaration(import) => match &import.module_reference {
            TSModuleReference::ExternalModuleReference(module) => Some(Specifier::Known(
                Cow::Borrowed(module.expression.value.as_str()),
                module.expression.span,
            )),
            _ => None,
        },
        AstKind::ImportExpression(import) => Some(of_expression(&import.source, model)),
        AstKind::CallExpression(call) if is_require(call, model) => match call.arguments.first()? {
            Argument::SpreadElement(spread) => Some(Specifier::Computed(spread.span)),
            argument => Some(of_expression(argument.as_expression()?, model)),
        },
        _ => None,
    }
}

fn of_expression<'a>(expression: &Expression<'a>, model: &Model<'a>) -> Specifier<'a> {
    match static_text(expression, model) {
        Some(text) => Specifier::Known(text, expression.span()),
        None => Specifier::Computed(expression.span()),
    }
}

/// Whether a call is `require()`, `module.require()` or `process.getBuiltinModule()`.
fn is_require<'a>(call: &CallExpression<'a>, model: &Model<'a>) -> bool {
    if global_name(&call.callee, model).is_some_and(|name| name == "require") {
        return true;
    }
    Access::of_expression(&call.callee, model).is_some_and(|access| {
        let object = global_name(access.object, model);
        match access.name.as_ref() {
            "getBuiltinModule" => true,
            "require" => object.is_some_and(|name| name == "module"),
            _ => false,
        }
    })
}

/// The name of a Node module, without `node:` and any subpath.
pub(crate) fn built_in(specifier: &str) -> &str {
    let name = specifier.strip_prefix("node:").unwrap_or(specifier);
    name.split('/').next().unwrap_or(name)
}

/// The scheme of a URL in lower case, ignoring white space as URLs do; `//` for a scheme-relative URL.
pub(crate) fn scheme(specifier: &str) -> Option<String> {
    let plain: String = specifier.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    let plain = plain.trim_matches(|c: char| c <= ' ');
    if plain.starts_with("//") {
        return Some("//".to_owned());
    }
    let (scheme, _) = plain.split_once(':')?;
    let is_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    (!scheme.is_empty() && scheme.chars().all(is_scheme)).then(|| scheme.to_ascii_lowercase())
}
