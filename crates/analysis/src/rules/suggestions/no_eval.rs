//! `no-eval`: disallow the use of `eval()`.
//!
//! `eval` runs a text as code, which nobody could verify before. If no configuration names the global variables,
//! this rule finds more than ESLint's: members of `self`, and members whose names are made of constants.
//!
//! Options: `{ allowIndirect: false }`; with `true`, only direct calls are found.
//!
//! ```js fails
//! eval("f()");
//! ```
//!
//! ```js passes
//! f();
//! ```

use oxc_syntax::symbol::SymbolId;

use crate::rules::helpers::access::Access;
use crate::rules::helpers::keys::static_value;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-eval",
    kind: Kind::Suggestion,
    messages: &[("unexpected", "`eval` can be harmful.")],
    types: &[
        AstType::IdentifierReference,
        AstType::StaticMemberExpression,
        AstType::ComputedMemberExpression,
        AstType::ThisExpression,
        AstType::VariableDeclarator,
    ],
    run: Run::Configured(|options| {
        let indirect = options.only_object(&["allowIndirect"])?.bool("allowIndirect", false)?;
        Ok(Check::nodes(move |node, ctx| {
            let found = if indirect { direct(node, ctx) } else { any(node, ctx) };
            if let Some(span) = found {
                ctx.report(span, "unexpected");
            }
        }))
    }),
    ..Rule::DEFAULT
};

/// `eval(…)`, of whatever `eval`.
fn direct<'a>(node: &AstNode<'a>, ctx: &Context<'a>) -> Option<Span> {
    let AstKind::IdentifierReference(identifier) = node.kind() else { return None };
    is_called(identifier, node, ctx).filter(|is_optional| !is_optional).map(|_| identifier.span)
}

/// Whether `eval` is called at a name; if so, whether optionally.
fn is_called<'a>(identifier: &IdentifierReference<'a>, node: &AstNode<'a>, ctx: &Context<'a>) -> Option<bool> {
    if identifier.name != "eval" {
        return None;
    }
    match ctx.parent_kind(node.id()) {
        AstKind::CallExpression(call) if call.callee.without_parentheses().span() == identifier.span => {
            Some(call.optional)
        }
        _ => None,
    }
}

fn any<'a>(node: &AstNode<'a>, ctx: &Context<'a>) -> Option<Span> {
    match node.kind() {
        AstKind::IdentifierReference(identifier) => {
            let is_global = || ctx.is_global(identifier) || is_of_script(identifier, ctx);
            let is_found = (identifier.name == "eval" && is_global()) || is_called(identifier, node, ctx).is_some();
            is_found.then_some(identifier.span)
        }
        AstKind::ThisExpression(_) => of_this(node, ctx),
        AstKind::VariableDeclarator(declarator) => assigned(declarator, node, ctx),
        kind => {
            let access = Access::of_node(kind, ctx)?;
            // Without a configuration the rule serves gates, which want every way to the global object.
            let is_of_global = match ctx.language.names_globals() {
                true => access.is_of_one(&["global", "window", "globalThis"], ctx),
                false => access.is_of_global(ctx),
            };
            (access.name == "eval" && is_of_global).then_some(access.span)
        }
    }
}

/// Whether a name is one that a script declares, and with it the global object.
fn is_of_script(identifier: &IdentifierReference<'_>, ctx: &Context<'_>) -> bool {
    let symbol = ctx.scoping().get_reference(identifier.reference_id()).symbol_id();
    symbol.is_some_and(|symbol| is_global_of_script(symbol, ctx))
}

fn is_global_of_script(symbol: SymbolId, ctx: &Context<'_>) -> bool {
    let scoping = ctx.scoping();
    ctx.source_type.is_script() && scoping.symbol_scope_id(symbol) == scoping.root_scope_id()
}

/// `var eval = …` of a script, which replaces the global function.
fn assigned<'a>(declarator: &VariableDeclarator<'a>, node: &AstNode<'a>, ctx: &Context<'a>) -> Option<Span> {
    let name = declarator.id.get_binding_identifier().filter(|name| name.name == "eval")?;
    let is_assigned = declarator.init.is_some()
        || matches!(
            ctx.parent_kind(ctx.parent(node.id()).id()),
            AstKind::ForInStatement(_) | AstKind::ForOfStatement(_)
        );
    (is_assigned && is_global_of_script(name.symbol_id(), ctx)).then_some(name.span)
}

/// `this.eval` where `this` is the global object.
fn of_this<'a>(node: &AstNode<'a>, ctx: &Context<'a>) -> Option<Span> {
    let name = match ctx.parent_kind(node.id()) {
        AstKind::StaticMemberExpression(member) if member.property.name == "eval" => member.property.span,
        AstKind::ComputedMemberExpression(member)
            if static_value(&member.expression).is_some_and(|name| name == "eval") =>
        {
            member.expression.without_parentheses().span()
        }
        _ => return None,
    };
    let holder = ctx.nodes().ancestors(node.id()).find(|node| {
        matches!(
            node.kind(),
            AstKind::Function(_) | AstKind::StaticBlock(_) | AstKind::PropertyDefinition(_) | AstKind::Program(_)
        )
    })?;
    let is_strict = |node: &AstNode<'a>| {
        ctx.language.implied_strict || ctx.scoping().scope_flags(node.scope_id()).is_strict_mode()
    };
    let is_global = match holder.kind() {
        AstKind::Program(_) => ctx.source_type.is_script() || (ctx.source_type.is_commonjs() && !is_strict(node)),
        AstKind::Function(function) => !is_strict(node) && has_default_this(function, holder, ctx),
        _ => false,
    };
    is_global.then_some(name)
}

fn is_type_name(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_uppercase)
}

/// Whether nothing gives a function its `this`: it is no method and no constructor, and not bound.
fn has_default_this<'a>(function: &Function<'a>, node: &'a AstNode<'a>, ctx: &Context<'a>) -> bool {
    if function.id.as_ref().is_some_and(|id| is_type_name(&id.name)) {
        return false;
    }
    let is_anonymous = function.id.is_none();
    let mut current = node;
    loop {
        let parent = ctx.parent(current.id());
        let span = current.kind().span();
        let is_callee = |node: &AstNode<'a>| matches!(ctx.parent_kind(node.id()), AstKind::CallExpression(call)
            if call.callee.without_parentheses().span() == node.kind().span());
        match parent.kind() {
            AstKind::LogicalExpression(_) | AstKind::ConditionalExpression(_) | AstKind::ChainExpression(_) => {
                current = parent;
            }
            AstKind::ObjectProperty(property) => return property.value.without_parentheses().span() != span,
            AstKind::MethodDefinition(_) => return false,
            AstKind::PropertyDefinition(field) => return field.key.span() == span,
            AstKind::AssignmentExpression(assignment) => {
                return match &assignment.left {
                    AssignmentTarget::AssignmentTargetIdentifier(name) => !(is_anonymous && is_type_name(&name.name)),
                    target => target.as_member_expression().is_none(),
                };
            }
            AstKind::VariableDeclarator(declarator) => {
                let name = declarator.id.get_identifier_name();
                return !(is_anonymous && name.is_some_and(|name| is_type_name(&name)));
            }
            kind => {
                let Some(member) = kind.as_member_expression_kind() else { return true };
                let name = match kind {
                    AstKind::StaticMemberExpression(member) => Some(member.property.name.as_str().into()),
                    AstKind::ComputedMemberExpression(member) => static_value(&member.expression),
                    _ => None,
                };
                let binds = name.is_some_and(|name| matches!(name.as_ref(), "bind" | "call" | "apply"));
                if !binds || member.object().without_parentheses().span() != span || !is_callee(parent) {
                    return true;
                }
                let AstKind::CallExpression(call) = ctx.parent_kind(parent.id()) else { return true };
                return match call.arguments.first().and_then(Argument::as_expression) {
                    None | Some(Expression::NullLiteral(_)) => true,
                    Some(Expression::Identifier(name)) => name.name == "undefined",
                    Some(Expression::UnaryExpression(unary)) => unary.operator.is_void(),
                    Some(_) => false,
                };
            }
        }
    }
}
