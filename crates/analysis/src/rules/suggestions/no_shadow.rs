//! `no-shadow`: disallow variable declarations from shadowing variables declared in the outer scope.
//!
//! Inside, the outer variable cannot be reached, and a reader may take one for the other.
//!
//! Options: `{ builtinGlobals: false, hoist: "functions", allow: [], ignoreOnInitialization: false,
//! ignoreTypeValueShadow: true, ignoreFunctionTypeParameterNameValueShadow: true }`. `hoist` says which outer variables
//! count that are declared later: `"all"`, `"functions"`, `"never"`, `"types"` or
//! `"functions-and-types"`, which is the default of `@typescript-eslint/no-shadow`.
//!
//! ```js fails
//! const size = 1; function grow(size) { return size + 1; }
//! ```
//!
//! ```js passes
//! const size = 1; function grow(by) { return size + by; }
//! ```

use oxc_semantic::{SymbolFlags, SymbolId};
use oxc_syntax::node::NodeId;
use oxc_syntax::scope::ScopeId;

use crate::rules::helpers::library::is_library_type;
use crate::rules::helpers::signature_names::is_parameter;
use crate::rules::helpers::type_names::is_dotted;
use crate::rules::helpers::variables::own_block;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-shadow",
    aliases: &["@typescript-eslint/no-shadow"],
    kind: Kind::Suggestion,
    messages: &[
        (
            "noShadow",
            "'{{name}}' is already declared in the upper scope on line {{shadowedLine}} column {{shadowedColumn}}.",
        ),
        (
            "noEnumShadow",
            "Enum members are added to the enum scope, so references to '{{name}}' in enum member initializers resolve to this member instead of the declaration in the upper scope on line {{shadowedLine}} column {{shadowedColumn}}.",
        ),
        ("noShadowGlobal", "'{{name}}' is already a global variable."),
    ],
    run: Run::Configured(|options| {
        let options = options.only_object(&[
            "builtinGlobals",
            "hoist",
            "allow",
            "ignoreOnInitialization",
            "ignoreTypeValueShadow",
            "ignoreFunctionTypeParameterNameValueShadow",
        ])?;
        let hoists = ["functions", "all", "never", "types", "functions-and-types"];
        let settings = Settings {
            globals: options.bool("builtinGlobals", false)?,
            hoist: options.get("hoist").map(|_| options.choice("hoist", &hoists)).transpose()?,
            allow: options.texts("allow")?,
            on_initialization: options.bool("ignoreOnInitialization", false)?,
            types: options.bool("ignoreTypeValueShadow", true)?,
            signatures: options.bool("ignoreFunctionTypeParameterNameValueShadow", true)?,
        };
        Ok(Check::file(move |ctx| settings.check(ctx)))
    }),
    ..Rule::DEFAULT
};

struct Settings {
    globals: bool,
    /// Which outer variables count that are declared later; `None` stands for the default.
    hoist: Option<&'static str>,
    allow: Vec<String>,
    on_initialization: bool,
    types: bool,
    signatures: bool,
}

impl Settings {
    fn check(&self, ctx: &Context<'_>) {
        let scoping = ctx.scoping();
        let root = scoping.root_scope_id();
        let is_script = ctx.source_type.is_script();
        for symbol in scoping.symbol_ids() {
            let scope = scoping.symbol_scope_id(symbol);
            let name = scoping.symbol_name(symbol);
            let is_part = || is_dotted(scoping.symbol_declaration(symbol), ctx.nodes());
            if (is_script && scope == root) || is_part() || self.allow.iter().any(|allowed| name == allowed) {
                continue;
            }
            match outer(symbol, ctx) {
                Some(outer) => self.compare(symbol, outer, name, ctx),
                None if self.globals && self.hides_global(symbol, name, ctx) && !self.is_excused(symbol, ctx) => {
                    ctx.report(span_of(symbol, ctx), "noShadowGlobal").data("name", name);
                }
                None => {}
            }
        }
    }

    /// Whether a variable has the name of a global one, or of a type of TypeScript's library. All of them count as
    /// values.
    fn hides_global(&self, symbol: SymbolId, name: &str, ctx: &Context<'_>) -> bool {
        let is_typescript = ctx.source_type.is_typescript();
        let is_known = ctx.language.is_writable(name, ctx.source_type).is_some();
        (is_known || (is_typescript && is_library_type(name)))
            && !(is_typescript && self.types && !is_value(symbol, ctx))
    }

    fn compare(&self, symbol: SymbolId, outer: SymbolId, name: &str, ctx: &Context<'_>) {
        if self.is_excused(symbol, ctx)
            || is_of_static_method(symbol, outer, ctx)
            || is_named_initializer(symbol, outer, ctx)
            || (self.on_initialization && is_in_initializer(symbol, outer, ctx))
            || self.is_too_early(symbol, outer, ctx)
            || (self.types && ctx.source_type.is_typescript() && is_value(symbol, ctx) != is_outer_value(outer, ctx))
        {
            return;
        }
        let location = ctx.location(ctx.scoping().symbol_span(outer));
        let is_enum = ctx.called.starts_with('@') && ctx.scoping().symbol_flags(outer).is_enum();
        ctx.report(span_of(symbol, ctx), if is_enum { "noEnumShadow" } else { "noShadow" })
            .data("name", name)
            .data("shadowedLine", location.line.to_string())
            .data("shadowedColumn", location.column.to_string());
    }

    /// Whether a declaration is only a name in a signature, or declares what is elsewhere.
    fn is_excused(&self, symbol: SymbolId, ctx: &Context<'_>) -> bool {
        if !ctx.source_type.is_typescript() {
            return false;
        }
        let declaration = ctx.scoping().symbol_declaration(symbol);
        let mut around = ctx.nodes().ancestor_kinds(declaration);
        if (self.signatures && is_of_signature(declaration, ctx))
            || around.any(|kind| matches!(kind, AstKind::TSGlobalDeclaration(_)))
        {
            return true;
        }
        let is_ambient = match ctx.nodes().kind(declaration) {
            AstKind::VariableDeclarator(_) => {
                matches!(ctx.nodes().parent_kind(declaration), AstKind::VariableDeclaration(declaration) if declaration.declare)
            }
            AstKind::Class(class) => class.declare,
            AstKind::TSEnumDeclaration(declaration) => declaration.declare,
            AstKind::TSNamespaceDeclaration(declaration) => declaration.declare,
            _ => false,
        };
        is_ambient && ctx.source_type.is_typescript_definition()
    }

    /// Whether the outer variable is declared later, and does not count before.
    fn is_too_early(&self, symbol: SymbolId, outer: SymbolId, ctx: &Context<'_>) -> bool {
        let scoping = ctx.scoping();
        if span_of(symbol, ctx).end >= scoping.symbol_span(outer).start {
            return false;
        }
        let flags = scoping.symbol_flags(outer);
        let is_function = matches!(ctx.nodes().kind(scoping.symbol_declaration(outer)), AstKind::Function(function)
            if function.is_declaration() && function.body.is_some());
        let is_type = flags.intersects(SymbolFlags::Interface | SymbolFlags::TypeAlias);
        let default = if ctx.called.starts_with('@') { "functions-and-types" } else { "functions" };
        match self.hoist.unwrap_or(default) {
            "all" => false,
            "functions" => !is_function,
            "types" => !is_type,
            "functions-and-types" => !is_function && !is_type,
            _ => true,
        }
    }
}

/// The variable of the same name in the scopes around that of a variable.
fn outer(symbol: SymbolId, ctx: &Context<'_>) -> Option<SymbolId> {
    let scoping = ctx.scoping();
    let (name, span) = (scoping.symbol_ident(symbol), scoping.symbol_span(symbol));
    let mut scope = scoping.symbol_scope_id(symbol);
    // A function expression and its body have one scope here, and two in ESLint.
    if let AstKind::Function(function) = ctx.nodes().kind(scoping.get_node_id(scope))
        && function.is_expression()
        && let Some(own) = function.id.as_ref().filter(|own| own.name == name && own.span != span)
    {
        return own.symbol_id.get();
    }
    loop {
        let outer = scoping.find_binding(scoping.scope_parent_id(scope)?, name)?;
        let is_elsewhere = own_block(outer, ctx).is_some_and(|block| !block.contains_inclusive(span));
        if !is_elsewhere && !is_dotted(scoping.symbol_declaration(outer), ctx.nodes()) {
            return Some(outer);
        }
        scope = scoping.symbol_scope_id(outer);
    }
}

/// The span of the declared name. A parameter and a variable end with their types.
fn span_of(symbol: SymbolId, ctx: &Context<'_>) -> Span {
    let scoping = ctx.scoping();
    let span = scoping.symbol_span(symbol);
    let (pattern, of_type) = match ctx.nodes().kind(scoping.symbol_declaration(symbol)) {
        AstKind::VariableDeclarator(declarator) => (&declarator.id, &declarator.type_annotation),
        AstKind::FormalParameter(parameter) => (&parameter.pattern, &parameter.type_annotation),
        _ => return span,
    };
    match of_type {
        Some(of_type) if pattern.span() == span => Span::new(span.start, of_type.span.end),
        _ => span,
    }
}

/// Whether a declaration is a function without a body, or a parameter of one or of a type of functions.
fn is_of_signature(declaration: NodeId, ctx: &Context<'_>) -> bool {
    matches!(ctx.nodes().kind(declaration), AstKind::Function(function) if function.body.is_none())
        || is_parameter(declaration, ctx.nodes())
}

/// Whether a type parameter of a static method has the name of one of the class, which a static member cannot see.
fn is_of_static_method(symbol: SymbolId, outer: SymbolId, ctx: &Context<'_>) -> bool {
    let of = |symbol: SymbolId, depth: usize| {
        let declaration = ctx.scoping().symbol_declaration(symbol);
        matches!(ctx.nodes().kind(declaration), AstKind::TSTypeParameter(_))
            .then(|| ctx.nodes().ancestor_kinds(declaration).nth(depth))
            .flatten()
    };
    matches!(of(symbol, 2), Some(AstKind::MethodDefinition(method)) if method.r#static)
        && matches!(of(outer, 1), Some(AstKind::Class(_)))
}

fn is_value(symbol: SymbolId, ctx: &Context<'_>) -> bool {
    let flags = ctx.scoping().symbol_flags(symbol);
    let only_types = SymbolFlags::Ambient | SymbolFlags::TypeParameter | SymbolFlags::Interface | SymbolFlags::TypeAlias | SymbolFlags::TypeImport;
    flags.contains(SymbolFlags::TypeImport) || !(flags & !only_types).is_empty()
}

fn is_outer_value(symbol: SymbolId, ctx: &Context<'_>) -> bool {
    !ctx.scoping().symbol_flags(symbol).contains(SymbolFlags::TypeImport) && is_value(symbol, ctx)
}

/// Whether a function or class is the value of the variable that has its name: `const f = function f() {}`.
fn is_named_initializer(symbol: SymbolId, outer: SymbolId, ctx: &Context<'_>) -> bool {
    let scoping = ctx.scoping();
    let mut node = ctx.nodes().get_node(scoping.symbol_declaration(symbol));
    let id = match node.kind() {
        AstKind::Function(function) if function.is_expression() => function.id.as_ref(),
        AstKind::Class(class) if class.is_expression() => class.id.as_ref(),
        _ => return false,
    };
    if id.map(|id| id.span) != Some(scoping.symbol_span(symbol)) {
        return false;
    }
    loop {
        let span = node.kind().span();
        let is = |value: Option<&Expression<'_>>| value.is_some_and(|value| value.without_parentheses().span() == span);
        let parent = ctx.parent(node.id());
        let (pattern, is_value) = match parent.kind() {
            AstKind::LogicalExpression(_) => {
                node = parent;
                continue;
            }
            AstKind::ConditionalExpression(conditional) if !is(Some(&conditional.test)) => {
                node = parent;
                continue;
            }
            AstKind::VariableDeclarator(declarator) => (&declarator.id, is(declarator.init.as_ref())),
            AstKind::FormalParameter(parameter) => (&parameter.pattern, is(parameter.initializer.as_deref())),
            AstKind::AssignmentPattern(with_default) => (&with_default.left, is(Some(&with_default.right))),
            _ => return false,
        };
        return is_value && pattern.span() == scoping.symbol_span(outer);
    }
}

/// Whether a variable is one of a callback in the initializer of the outer variable.
fn is_in_initializer(symbol: SymbolId, outer: SymbolId, ctx: &Context<'_>) -> bool {
    let scoping = ctx.scoping();
    let is_function = |scope: &ScopeId| scoping.scope_flags(*scope).is_var();
    // What a function expression calls itself is outside the function.
    let is_own_name = matches!(ctx.nodes().kind(scoping.symbol_declaration(symbol)),
        AstKind::Function(function) if function.is_expression());
    let mut around = scoping.scope_ancestors(scoping.symbol_scope_id(symbol)).skip(usize::from(is_own_name));
    let Some(scope) = around.find(is_function) else { return false };
    let function = ctx.nodes().get_node(scoping.get_node_id(scope));
    let is_expression = match function.kind() {
        AstKind::Function(function) => function.is_expression(),
        AstKind::ArrowFunctionExpression(_) => true,
        _ => false,
    };
    if !is_expression || scoping.scope_parent_id(scope) != Some(scoping.symbol_scope_id(outer)) {
        return false;
    }
    let mut parents = ctx.nodes().ancestor_kinds(function.id());
    let Some(call) = parents.find(|kind| matches!(kind, AstKind::CallExpression(_))) else { return false };
    let end = call.span().end;
    let has = |value: Option<Span>| value.is_some_and(|value| value.start <= end && end <= value.end);
    let name = scoping.symbol_span(outer);
    let declaration = scoping.symbol_declaration(outer);
    let defaults = ctx.nodes_of(AstType::AssignmentPattern).any(|node| match node.kind() {
        AstKind::AssignmentPattern(with_default) => {
            with_default.left.span() == name && has(Some(with_default.right.span()))
        }
        _ => false,
    });
    defaults
        || match ctx.nodes().kind(declaration) {
            AstKind::VariableDeclarator(declarator) => {
                let holder = ctx.nodes().parent_node(declaration);
                let right = match ctx.nodes().parent_kind(holder.id()) {
                    AstKind::ForInStatement(statement) => Some(statement.right.span()),
                    AstKind::ForOfStatement(statement) => Some(statement.right.span()),
                    _ => None,
                };
                has(declarator.init.as_ref().map(GetSpan::span)) || has(right)
            }
            AstKind::FormalParameter(parameter) => has(parameter.initializer.as_ref().map(|value| value.span())),
            _ => false,
        }
}
