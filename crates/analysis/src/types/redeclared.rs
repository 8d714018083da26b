//! Names that are declared twice (TS2451, TS2300), in place of the parser's words for it.

use oxc_allocator::Allocator;
use oxc_ast::AstKind;
use oxc_semantic::{Semantic, SemanticBuilder, SymbolFlags, SymbolId};
use oxc_span::Span;
use verdict_protocol::{Code, Diagnostic};
use verdict_syntax::LineTable;
use verdict_vfs::VfsPath;

use super::Problem;
use crate::model::redeclared_name;
use crate::order::sort_by_number;

/// The declarations that this module knows TypeScript's words for.
const KNOWN: SymbolFlags = SymbolFlags::Variable
    .union(SymbolFlags::ConstVariable)
    .union(SymbolFlags::Function)
    .union(SymbolFlags::Class);

/// Replaces the errors about names that are declared twice, and keeps all others.
pub(super) fn in_words_of_typescript(
    path: &VfsPath,
    source: &str,
    found: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    if !found.iter().any(|one| redeclared(one).is_some()) {
        return found;
    }
    let allocator = Allocator::default();
    let Ok(parsed) = verdict_syntax::parse(&allocator, path.as_str(), source) else { return found };
    let built = SemanticBuilder::new_linter().build(&parsed.program);
    let mut all = Vec::new();
    for one in found {
        let symbol = redeclared(&one).and_then(|name| {
            let place = (one.location.line, one.location.column);
            symbol_at(&built.semantic, name, place, &parsed.lines)
        });
        match symbol.and_then(|symbol| problems(&built.semantic, symbol)) {
            Some(problems) => {
                all.extend(problems.into_iter().map(|one| one.at(path, &parsed.lines)));
            }
            None => all.push(one),
        }
    }
    let place = |one: &Diagnostic| (one.location.line, one.location.column, one.code.clone());
    all.sort_by_key(place);
    all.dedup_by_key(|one| place(one));
    all
}

/// The name that an error is about.
fn redeclared(error: &Diagnostic) -> Option<&str> {
    let is_syntax = error.code.as_deref() == Some(Code::Syntax.as_str());
    redeclared_name(&error.message).filter(|_| is_syntax)
}

/// The symbol that has a declaration at a place.
fn symbol_at(
    semantic: &Semantic<'_>,
    name: &str,
    place: (u32, u32),
    lines: &LineTable<'_>,
) -> Option<SymbolId> {
    let scoping = semantic.scoping();
    scoping.symbol_ids().filter(|symbol| scoping.symbol_name(*symbol) == name).find(|symbol| {
        let others = scoping.symbol_redeclarations(*symbol).iter().map(|one| one.span);
        others.chain([scoping.symbol_span(*symbol)]).any(|span| lines.position(span.start) == place)
    })
}

/// What TypeScript says about a symbol. `None` if that is not certain.
fn problems(semantic: &Semantic<'_>, symbol: SymbolId) -> Option<Vec<Problem>> {
    let scoping = semantic.scoping();
    let name = scoping.symbol_name(symbol);
    let mut declared: Vec<(Span, SymbolFlags, Rank)> = Vec::new();
    for one in scoping.symbol_redeclarations(symbol) {
        let rank = rank(semantic, one.declaration)?;
        if !(one.flags & !(SymbolFlags::AsyncOrGeneratorFunction)).difference(KNOWN).is_empty() {
            return None;
        }
        declared.push((one.span, one.flags, rank));
    }
    let has = |flag: SymbolFlags| declared.iter().any(|(_, flags, _)| flags.intersects(flag));
    let is_var_scope = scoping.scope_flags(scoping.symbol_scope_id(symbol)).is_var();
    // A `var` that rises through a block has other words, and so has a class beside a function.
    if (has(SymbolFlags::FunctionScopedVariable) && !is_var_scope)
        || (has(SymbolFlags::Class) && has(SymbolFlags::Function))
    {
        return None;
    }
    // TypeScript binds functions before what stands beside them.
    sort_by_number(&mut declared, |(_, _, rank)| *rank as u64);
    let mut problems: Vec<Problem> = Vec::new();
    let (mut flags, mut agreeing) = (SymbolFlags::None, Vec::new());
    for (span, own, rank) in declared {
        if !flags.intersects(excluded(own, rank)) {
            flags |= own;
            agreeing.push(span);
            continue;
        }
        let (code, message) = if flags.intersects(SymbolFlags::BlockScopedVariable) {
            ("TS2451", format!("Cannot redeclare block-scoped variable '{name}'."))
        } else {
            ("TS2300", format!("Duplicate identifier '{name}'."))
        };
        for span in agreeing.iter().copied().chain([span]) {
            problems.push(Problem::new(span, code, message.clone()));
        }
    }
    (!problems.is_empty()).then_some(problems)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Parameter,
    Function,
    Other,
}

/// When TypeScript binds a declaration. `None` for one that is exported, or that is no plain declaration.
fn rank(semantic: &Semantic<'_>, node: oxc_semantic::NodeId) -> Option<Rank> {
    let nodes = semantic.nodes();
    let exported = |node| {
        matches!(
            nodes.parent_kind(node),
            AstKind::ExportDeclaration(_) | AstKind::ExportDefaultDeclaration(_)
        )
    };
    match nodes.kind(node) {
        AstKind::FormalParameter(_) | AstKind::FormalParameterRest(_) | AstKind::FormalParameters(_) => {
            Some(Rank::Parameter)
        }
        AstKind::Function(function) if function.body.is_some() && !exported(node) => Some(Rank::Function),
        AstKind::Class(class) if !class.declare && !exported(node) => Some(Rank::Other),
        AstKind::VariableDeclarator(_) => {
            let declaration = nodes.parent_id(node);
            let AstKind::VariableDeclaration(variables) = nodes.kind(declaration) else { return None };
            (!variables.declare && !exported(declaration)).then_some(Rank::Other)
        }
        _ => None,
    }
}

/// What a declaration does not stand beside.
fn excluded(flags: SymbolFlags, rank: Rank) -> SymbolFlags {
    if rank == Rank::Parameter {
        SymbolFlags::Value
    } else if flags.intersects(SymbolFlags::BlockScopedVariable) {
        SymbolFlags::BlockScopedVariableExcludes
    } else if flags.intersects(SymbolFlags::Function) {
        SymbolFlags::FunctionExcludes
    } else if flags.intersects(SymbolFlags::Class) {
        SymbolFlags::ClassExcludes
    } else {
        SymbolFlags::Value.difference(SymbolFlags::FunctionScopedVariable)
    }
}
