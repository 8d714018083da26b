//! Removing imports that nothing uses, as `@typescript-eslint/no-unused-vars` does.

use oxc_ast::AstKind;
use oxc_ast::ast::{ImportDeclaration, ImportDeclarationSpecifier};
use oxc_span::{GetSpan, Span};
use oxc_syntax::symbol::SymbolFlags;

use super::tokens::{next_token, previous_end};
use super::usage::Variable;
use crate::lint::{Context, Edit};

/// The edit that removes an import, and the id of the message that suggests it.
pub(crate) fn import_removal(variable: &Variable, ctx: &Context<'_>) -> Option<(&'static str, Edit)> {
    let [definition] = variable.definitions[..] else { return None };
    let nodes = ctx.nodes();
    let node = nodes.get_node(definition.node);
    let whole = |span: Span| Some(("removeUnusedImportDeclaration", Edit::remove(with_line(span, ctx))));
    let declaration = match node.kind() {
        AstKind::TSImportEqualsDeclaration(declaration) => return whole(declaration.span),
        AstKind::ImportNamespaceSpecifier(_) => return whole(nodes.parent_kind(node.id()).span()),
        AstKind::ImportDefaultSpecifier(_) | AstKind::ImportSpecifier(_) => {
            match nodes.parent_kind(node.id()) {
                AstKind::ImportDeclaration(declaration) => declaration,
                _ => return None,
            }
        }
        _ => return None,
    };
    let span = node.kind().span();
    let specifiers = declaration.specifiers.as_ref()?;
    // What comes later in the declaration is not yet known to be unused.
    let gone = |one: &ImportDeclarationSpecifier<'_>| one.span().start <= span.start && is_unused(one, ctx);
    if specifiers.iter().rev().all(gone) {
        return whole(declaration.span);
    }
    let after = next_token(span.end, ctx);
    if matches!(node.kind(), AstKind::ImportDefaultSpecifier(_)) {
        return Some(("removeUnusedVar", Edit::remove(Span::new(span.start, after + 1))));
    }
    let is_named =
        |one: &ImportDeclarationSpecifier<'_>| matches!(one, ImportDeclarationSpecifier::ImportSpecifier(_));
    let removed = if !specifiers.iter().rev().any(|one| is_named(one) && !gone(one)) {
        braces(declaration, ctx)?
    } else {
        let before = previous_end(span.start, ctx);
        match ctx.source()[..before as usize].ends_with(',') {
            true => Span::new(before - 1, span.end),
            false => Span::new(span.start, after + 1),
        }
    };
    Some(("removeUnusedVar", Edit::remove(removed)))
}

fn is_unused(specifier: &ImportDeclarationSpecifier<'_>, ctx: &Context<'_>) -> bool {
    let Some(symbol) = specifier.local().symbol_id.get() else { return false };
    ctx.scoping().symbol_flags(symbol).intersects(SymbolFlags::Import | SymbolFlags::TypeImport)
        && !Variable::new(symbol, ctx).is_used(ctx)
}

/// The braces of a declaration, with the comma before them.
fn braces(declaration: &ImportDeclaration<'_>, ctx: &Context<'_>) -> Option<Span> {
    let specifiers = declaration.specifiers.as_ref()?;
    let default =
        specifiers.iter().find(|one| matches!(one, ImportDeclarationSpecifier::ImportDefaultSpecifier(_)))?;
    let comma = next_token(default.span().end, ctx);
    let last = specifiers.last()?.span().end;
    let mut close = next_token(last, ctx);
    if ctx.source()[close as usize..].starts_with(',') {
        close = next_token(close + 1, ctx);
    }
    Some(Span::new(comma, close + 1))
}

/// A declaration, with its lines if nothing else is on them.
fn with_line(span: Span, ctx: &Context<'_>) -> Span {
    let source = ctx.source();
    let is_end = |char: char| matches!(char, '\n' | '\r' | '\u{2028}' | '\u{2029}');
    let start = source[..span.start as usize]
        .rfind(is_end)
        .map_or(0, |index| index + source[index..].chars().next().map_or(1, char::len_utf8));
    let rest = &source[span.end as usize..];
    let end = rest.find(is_end).map_or(source.len(), |index| {
        let end = span.end as usize + index;
        let length = if source[end..].starts_with("\r\n") {
            2
        } else {
            source[end..].chars().next().map_or(1, char::len_utf8)
        };
        end + length
    });
    let offset = |index: usize| u32::try_from(index).unwrap_or(span.end);
    if source[start..end].trim() == ctx.text(span) { Span::new(offset(start), offset(end)) } else { span }
}
