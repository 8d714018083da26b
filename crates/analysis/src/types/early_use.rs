//! Variables and classes that are used before their declaration (TS2448, TS2449).

use oxc_ast::AstKind;
use oxc_ast::ast::ExportDefaultDeclarationKind;
use oxc_semantic::{NodeId, SymbolFlags, SymbolId};
use oxc_span::{GetSpan, Span};

use super::Problem;
use crate::model::Model;

pub(super) fn check(model: &Model<'_>, problems: &mut Vec<Problem>) {
    let scoping = model.semantic.scoping();
    let nodes = model.semantic.nodes();
    for symbol in scoping.symbol_ids() {
        let flags = scoping.symbol_flags(symbol);
        if !scoping.symbol_redeclarations(symbol).is_empty() {
            continue;
        }
        let what = if flags.contains(SymbolFlags::BlockScopedVariable) {
            ("TS2448", "Block-scoped variable")
        } else if flags.contains(SymbolFlags::Class) {
            ("TS2449", "Class")
        } else {
            continue;
        };
        let Some(declared) = Declared::of(model, symbol) else { continue };
        let name = scoping.symbol_name(symbol);
        for reference in scoping.get_resolved_references(symbol) {
            let id = reference.node_id();
            let span = nodes.kind(id).span();
            if reference.flags().is_value()
                && !reference.flags().is_type_only()
                && declared.is_early(model, id, span)
            {
                problems.push(Problem {
                    variable: Some(name.to_owned()),
                    ..Problem::new(span, what.0, format!("{} '{name}' used before its declaration.", what.1))
                });
            }
        }
    }
}

/// Where a declaration stands.
struct Declared {
    span: Span,
    /// Whether it is a variable, which has no value while its own initializer runs.
    is_variable: bool,
}

impl Declared {
    fn of(model: &Model<'_>, symbol: SymbolId) -> Option<Declared> {
        let nodes = model.semantic.nodes();
        let node = model.semantic.scoping().symbol_declaration(symbol);
        let is_variable = match nodes.kind(node) {
            AstKind::VariableDeclarator(declarator) => {
                let AstKind::VariableDeclaration(variables) = nodes.parent_kind(node) else { return None };
                let is_statement = !matches!(
                    nodes.parent_kind(nodes.parent_id(node)),
                    AstKind::ForInStatement(_) | AstKind::ForOfStatement(_) | AstKind::ForStatement(_)
                );
                if variables.declare || !is_statement {
                    return None;
                }
                declarator.id.is_binding_identifier()
            }
            AstKind::Class(class) if class.is_declaration() && !class.declare => false,
            _ => return None,
        };
        let is_ambient = nodes
            .ancestor_kinds(node)
            .any(|kind| matches!(kind, AstKind::TSNamespaceDeclaration(_) | AstKind::TSGlobalDeclaration(_)));
        (!is_ambient).then(|| Declared { span: nodes.kind(node).span(), is_variable })
    }

    fn is_early(&self, model: &Model<'_>, usage: NodeId, span: Span) -> bool {
        let within = self.span.contains_inclusive(span);
        if span.start >= self.span.start && !(within && self.is_variable) {
            return false;
        }
        let nodes = model.semantic.nodes();
        for kind in nodes.ancestor_kinds(usage) {
            // What is around both runs in order.
            if kind.span().contains_inclusive(self.span) {
                return true;
            }
            if parts(kind) {
                return false;
            }
        }
        false
    }
}

/// Whether a node around a use, and not around the declaration, may run later, or not at all.
fn parts(kind: AstKind<'_>) -> bool {
    match kind {
        AstKind::Function(_)
        | AstKind::ArrowFunctionExpression(_)
        | AstKind::ClassBody(_)
        | AstKind::Decorator(_)
        | AstKind::ExportSpecifier(_)
        | AstKind::TSTypeQuery(_)
        | AstKind::TSTypeAnnotation(_)
        | AstKind::TSTypeParameterInstantiation(_)
        | AstKind::TSClassImplements(_)
        | AstKind::TSInterfaceDeclaration(_)
        | AstKind::TSTypeAliasDeclaration(_)
        | AstKind::TSExportAssignment(_)
        | AstKind::TSImportEqualsDeclaration(_) => true,
        AstKind::ExportDefaultDeclaration(export) => {
            matches!(export.declaration, ExportDefaultDeclarationKind::Identifier(_))
        }
        _ => false,
    }
}
