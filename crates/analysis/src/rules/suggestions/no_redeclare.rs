//! `no-redeclare`: disallow variable redeclaration.
//!
//! Whoever declares a name twice mostly does not know of the first one. In TypeScript, overloads and
//! declarations that merge are allowed.
//!
//! Options: `{ builtinGlobals: true, ignoreDeclarationMerge: true }`. The first also compares the variables of a script with
//! those of the language and the configuration. The second is about interfaces, namespaces, classes and enums.
//!
//! ```js fails
//! var width = 1;
//! var width = 2;
//! ```
//!
//! ```js passes
//! var width = 1;
//! width = 2;
//! ```

use std::collections::BTreeMap;

use oxc_semantic::SymbolId;

use crate::rules::helpers::global_comments::global_comments;
use crate::rules::helpers::variables::{Definition, definitions, typed_identifier};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-redeclare",
    aliases: &["@typescript-eslint/no-redeclare"],
    kind: Kind::Suggestion,
    recommended: true,
    messages: &[
        ("redeclared", "'{{id}}' is already defined."),
        ("redeclaredAsBuiltin", "'{{id}}' is already defined as a built-in global variable."),
        ("redeclaredBySyntax", "'{{id}}' is already defined by a variable declaration."),
    ],
    run: Run::Configured(|options| {
        let options = options.only_object(&["builtinGlobals", "ignoreDeclarationMerge"])?;
        let globals = options.bool("builtinGlobals", true)?;
        let merges = options.bool("ignoreDeclarationMerge", true)?;
        Ok(Check::file(move |ctx| {
            let scoping = ctx.scoping();
            let mut comments: BTreeMap<&str, Vec<Span>> = BTreeMap::new();
            for (name, span) in global_comments(ctx) {
                comments.entry(name).or_default().push(span);
            }
            let language = ctx.configured_language();
            let is_builtin =
                |name: &str| globals && language.is_writable(name, ctx.source_type).is_some();
            let mut declared: Vec<&str> = Vec::new();
            for symbol in scoping.symbol_ids() {
                let name = scoping.symbol_name(symbol);
                let is_global = ctx.is_of_script(symbol);
                if is_global && comments.contains_key(name) {
                    declared.push(name);
                }
                let is_builtin = is_global && is_builtin(name);
                if is_builtin || (!scoping.symbol_redeclarations(symbol).is_empty() && is_checked(symbol, ctx)) {
                    check(symbol, is_builtin, merges, ctx);
                }
            }
            for (name, spans) in &comments {
                let (message_id, first) = match (is_builtin(name), declared.contains(name)) {
                    (true, _) => ("redeclaredAsBuiltin", 0),
                    (false, true) => ("redeclaredBySyntax", 0),
                    (false, false) => ("redeclared", 1),
                };
                for span in &spans[first..] {
                    ctx.report(*span, message_id).data("id", *name);
                }
            }
        }))
    }),
    ..Rule::DEFAULT
};

fn check(symbol: SymbolId, is_builtin: bool, merges: bool, ctx: &Context<'_>) {
    let mut found: Vec<(Place, Definition)> = Vec::new();
    for definition in definitions(symbol, ctx) {
        let is_other = match ctx.nodes().kind(definition.node) {
            AstKind::Function(function) => function.body.is_none(),
            // Each `infer` of a conditional type adds to one type.
            AstKind::TSTypeParameter(_) => {
                matches!(ctx.nodes().parent_kind(definition.node), AstKind::TSInferType(_))
            }
            _ => false,
        };
        if !is_other {
            found.push((place(definition, ctx), definition));
        }
    }
    // The type parameters of a function come between its parameters and its body.
    let rank = |one: &Definition| match ctx.nodes().kind(one.node) {
        AstKind::FormalParameter(_) | AstKind::FormalParameterRest(_) => 0,
        AstKind::TSTypeParameter(_) => 1,
        _ => 2,
    };
    found.sort_by_key(|(place, one)| (*place, rank(one), one.span.start));
    for group in found.chunk_by(|one, other| one.0 == other.0) {
        let is_builtin = is_builtin && group[0].0 == Place::Variables;
        let extra = if merges { extra(group, ctx) } else { Extra::AfterFirst };
        let first = match extra {
            Extra::None => continue,
            Extra::Classes => None,
            Extra::AfterFirst => Some(usize::from(!is_builtin)),
        };
        let reported = group.iter().filter(|(_, one)| first.is_some() || is_main(*one, ctx));
        for (_, definition) in reported.skip(first.unwrap_or(usize::from(!is_builtin))) {
            let message_id = if is_builtin { "redeclaredAsBuiltin" } else { "redeclared" };
            let name = ctx.scoping().symbol_name(symbol);
            ctx.report(typed_identifier(*definition, ctx), message_id).data("id", name);
        }
    }
}

/// Whether a variable is one of a function with a body, a block, a loop or the whole file. Namespaces, classes,
/// enums and types have scopes of their own.
fn is_checked(symbol: SymbolId, ctx: &Context<'_>) -> bool {
    if !ctx.source_type.is_typescript() {
        return true;
    }
    let scope = ctx.scoping().symbol_scope_id(symbol);
    match ctx.nodes().kind(ctx.scoping().get_node_id(scope)) {
        AstKind::Function(function) => function.body.is_some(),
        kind => matches!(
            kind,
            AstKind::Program(_)
                | AstKind::ArrowFunctionExpression(_)
                | AstKind::FunctionBody(_)
                | AstKind::BlockStatement(_)
                | AstKind::CatchClause(_)
                | AstKind::ForStatement(_)
                | AstKind::ForInStatement(_)
                | AstKind::ForOfStatement(_)
                | AstKind::SwitchStatement(_)
        ),
    }
}

/// The scope of a declaration, where oxc has one variable and ESLint several.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Variables,
    /// The block of a function in a block, or the function that only names itself, or a `catch`.
    Own(u32),
}

fn place(definition: Definition, ctx: &Context<'_>) -> Place {
    let nodes = ctx.nodes();
    match nodes.kind(definition.node) {
        AstKind::CatchParameter(parameter) => Place::Own(parameter.span.start),
        AstKind::Function(function) if function.is_expression() => Place::Own(function.span.start),
        AstKind::Function(_) => match nodes.parent_kind(definition.node) {
            AstKind::BlockStatement(block) => Place::Own(block.span.start),
            AstKind::SwitchCase(_) => Place::Own(nodes.parent_kind(nodes.parent_id(definition.node)).span().start),
            _ => Place::Variables,
        },
        _ => Place::Variables,
    }
}

/// Which declarations of a variable are too many.
enum Extra {
    AfterFirst,
    /// Of those that merge with namespaces and interfaces, all after the first.
    Classes,
    None,
}

/// What TypeScript merges.
fn extra(group: &[(Place, Definition)], ctx: &Context<'_>) -> Extra {
    if group.len() < 2 || !ctx.source_type.is_typescript() {
        return Extra::AfterFirst;
    }
    let all = |test: fn(AstKind<'_>) -> bool| group.iter().all(|(_, one)| test(ctx.nodes().kind(one.node)));
    if all(is_interface) || all(is_namespace) {
        return Extra::None;
    }
    let merges = all(|kind| is_interface(kind) || is_namespace(kind) || matches!(kind, AstKind::Class(_)))
        || all(|kind| is_namespace(kind) || matches!(kind, AstKind::Function(_)))
        || all(|kind| is_namespace(kind) || matches!(kind, AstKind::TSEnumDeclaration(_)));
    let main = group.iter().filter(|(_, one)| is_main(*one, ctx)).count();
    match merges {
        false => Extra::AfterFirst,
        true if main == 1 => Extra::None,
        true => Extra::Classes,
    }
}

fn is_interface(kind: AstKind<'_>) -> bool {
    matches!(kind, AstKind::TSInterfaceDeclaration(_))
}

fn is_namespace(kind: AstKind<'_>) -> bool {
    matches!(kind, AstKind::TSNamespaceDeclaration(_) | AstKind::TSExternalModuleDeclaration(_))
}

/// Whether a declaration is what others merge with.
fn is_main(definition: Definition, ctx: &Context<'_>) -> bool {
    let kind = ctx.nodes().kind(definition.node);
    matches!(kind, AstKind::Class(_) | AstKind::Function(_) | AstKind::TSEnumDeclaration(_))
}
