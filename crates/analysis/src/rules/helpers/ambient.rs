//! Declarations that TypeScript exports without a word: those of declaration files and of `declare
//! namespace`.

use oxc_ast::AstKind;
use oxc_ast::ast::{ExportDefaultDeclarationKind, Statement};
use oxc_semantic::AstNode;

use super::usage::Variable;
use crate::lint::Context;
use crate::model::is_ambient;

/// Whether a variable is exported because everything around it is.
pub(crate) fn is_used(variable: &Variable, ctx: &Context<'_>) -> bool {
    variable.definitions.iter().any(|one| {
        let nodes = ctx.nodes();
        let (declaration, is_declared) = match nodes.kind(one.node) {
            AstKind::VariableDeclarator(_) => (nodes.parent_id(one.node), true),
            AstKind::TSInterfaceDeclaration(_) | AstKind::TSTypeAliasDeclaration(_) => (one.node, true),
            AstKind::Function(function) => (one.node, function.body.is_none()),
            AstKind::Class(_) | AstKind::TSEnumDeclaration(_) | AstKind::TSNamespaceDeclaration(_) => {
                (one.node, true)
            }
            _ => return false,
        };
        let is_definition_file = ctx.source_type.is_typescript_definition();
        let mut around = nodes.ancestors(declaration);
        let (body, is_ambient) = match around.next().map(AstNode::kind) {
            Some(AstKind::Program(program)) => (&program.body, is_definition_file),
            Some(AstKind::TSModuleBlock(block)) => {
                let is_declared = around.any(|node| is_ambient(node.kind()));
                (&block.body, is_declared || is_definition_file)
            }
            _ => return false,
        };
        is_declared && is_ambient && !body.iter().any(overrides)
    })
}

/// Whether a statement says what a module exports, so that nothing else is.
fn overrides(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::ExportNamedDeclaration(_)
        | Statement::ExportFromDeclaration(_)
        | Statement::ExportAllDeclaration(_)
        | Statement::TSExportAssignment(_) => true,
        Statement::ExportDefaultDeclaration(export) => {
            matches!(export.declaration, ExportDefaultDeclarationKind::Identifier(_))
        }
        _ => false,
    }
}
