//! `no-unused-vars`: disallow unused variables.
//!
//! What nothing reads is a remainder of a change, or somebody forgot something. In TypeScript files, types, enums and
//! namespaces count as well. A variable that only types use has a message of its own.
//!
//! Options: `"all"` or `"local"`, or `{ vars: "all", args: "after-used", caughtErrors: "all", ignoreRestSiblings: false,
//! varsIgnorePattern, argsIgnorePattern, caughtErrorsIgnorePattern, destructuredArrayIgnorePattern,
//! ignoreClassWithStaticInitBlock: false, ignoreUsingDeclarations: false, reportUsedIgnorePattern: false }`.
//!
//! ```js fails
//! const limit = 10;
//! export const size = 1;
//! ```
//!
//! ```js passes
//! const limit = 10;
//! export const size = limit;
//! ```

use std::cell::{OnceCell, RefCell};

use oxc_semantic::{Reference, SymbolId};
use oxc_syntax::node::NodeId;

use crate::hash::{HashMap, HashSet};
use crate::rules::helpers::ambient;
use crate::rules::helpers::global_comments::global_comments;
use crate::rules::helpers::ignore_pattern::IgnorePattern;
use crate::rules::helpers::signature_names::{is_parameter, mentioned};
use crate::rules::helpers::unused_imports::import_removal;
use crate::rules::helpers::unused_removal::{identifier, parent_kind, removal};
use crate::rules::helpers::usage::{Variable, is_read, loop_returns, variable_scope};
use crate::rules::helpers::variables::{Definition, initial_writes, own_block};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-unused-vars",
    aliases: &["@typescript-eslint/no-unused-vars"],
    recommended: true,
    fixable: true,
    has_suggestions: true,
    messages: &[
        ("unusedVar", "'{{varName}}' is {{action}} but never used{{additional}}."),
        ("usedIgnoredVar", "'{{varName}}' is marked as ignored but is used{{additional}}."),
        ("usedOnlyAsType", "'{{varName}}' is {{action}} but only used as a type{{additional}}."),
        ("removeVar", "Remove unused variable '{{varName}}'."),
        ("removeUnusedVar", "Remove unused variable \"{{varName}}\"."),
        ("removeUnusedImportDeclaration", "Remove unused import declaration."),
    ],
    run: Run::Configured(|options| {
        let settings = Settings::new(options)?;
        Ok(Check::file(move |ctx| {
            let file = File { settings: &settings, ctx, last_used: RefCell::default(), mentioned: OnceCell::new() };
            let scoping = ctx.scoping();
            for symbol in scoping.symbol_ids() {
                let is_global = || ctx.is_of_script(symbol) && own_block(symbol, ctx).is_none();
                let is_exempt = (settings.only_local && is_global()) || ctx.is_used_elsewhere(symbol);
                if !is_exempt {
                    file.check(&Variable::new(symbol, ctx));
                }
            }
            if !settings.only_local {
                unused_comments(ctx);
            }
        }))
    }),
    ..Rule::DEFAULT
};

/// Reports global variables that comments declare and nothing reads.
fn unused_comments(ctx: &Context<'_>) {
    let comments = global_comments(ctx);
    if comments.is_empty() {
        return;
    }
    let scoping = ctx.scoping();
    let mut known: HashSet<&str> = HashSet::default();
    for (name, ids) in scoping.root_unresolved_references() {
        if ids.iter().any(|id| is_read(scoping.get_reference(*id))) {
            known.insert(name.as_str());
        }
    }
    if ctx.source_type.is_script() {
        known.extend(scoping.get_bindings(scoping.root_scope_id()).keys().map(Ident::as_str));
    }
    for (name, span) in comments {
        if known.insert(name) {
            let report = ctx.report(span, "unusedVar").data("varName", name);
            drop(report.data("action", "defined").data("additional", ""));
        }
    }
}

struct Settings {
    only_local: bool,
    args: &'static str,
    caught: bool,
    rest_siblings: bool,
    static_blocks: bool,
    using: bool,
    report_used: bool,
    fixes_imports: bool,
    vars_pattern: Option<IgnorePattern>,
    args_pattern: Option<IgnorePattern>,
    caught_pattern: Option<IgnorePattern>,
    array_pattern: Option<IgnorePattern>,
}

const KEYS: [&str; 12] = [
    "vars",
    "varsIgnorePattern",
    "args",
    "ignoreRestSiblings",
    "argsIgnorePattern",
    "caughtErrors",
    "caughtErrorsIgnorePattern",
    "destructuredArrayIgnorePattern",
    "ignoreClassWithStaticInitBlock",
    "ignoreUsingDeclarations",
    "reportUsedIgnorePattern",
    "enableAutofixRemoval",
];

impl Settings {
    fn new(options: &Options<'_>) -> Result<Settings, String> {
        options.at_most(1)?;
        let word = options.get(0).is_some_and(serde_json::Value::is_string);
        let only_local = word && options.choice(0, &["all", "local"])? == "local";
        let options = if word { Options(&[]).object(0, &KEYS)? } else { options.object(0, &KEYS)? };
        let imports = options.get("enableAutofixRemoval").and_then(|value| value.get("imports"));
        Ok(Settings {
            only_local: only_local || options.choice("vars", &["all", "local"])? == "local",
            args: options.choice("args", &["after-used", "all", "none"])?,
            caught: options.choice("caughtErrors", &["all", "none"])? == "all",
            rest_siblings: options.bool("ignoreRestSiblings", false)?,
            static_blocks: options.bool("ignoreClassWithStaticInitBlock", false)?,
            using: options.bool("ignoreUsingDeclarations", false)?,
            report_used: options.bool("reportUsedIgnorePattern", false)?,
            fixes_imports: imports.is_some_and(|value| value == true),
            vars_pattern: IgnorePattern::of(options.text("varsIgnorePattern")?)?,
            args_pattern: IgnorePattern::of(options.text("argsIgnorePattern")?)?,
            caught_pattern: IgnorePattern::of(options.text("caughtErrorsIgnorePattern")?)?,
            array_pattern: IgnorePattern::of(options.text("destructuredArrayIgnorePattern")?)?,
        })
    }
}

/// What a variable is, for patterns and messages.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    ArrayElement,
    CaughtError,
    Parameter,
    Variable,
}

struct File<'f, 'a> {
    settings: &'f Settings,
    ctx: &'f Context<'a>,
    /// Where the last parameter of a function that is referenced starts.
    last_used: RefCell<HashMap<NodeId, u32>>,
    /// The variables that parameters of signatures mention.
    mentioned: OnceCell<HashSet<SymbolId>>,
}

impl<'a> File<'_, 'a> {
    fn check(&self, variable: &Variable) {
        let ctx = self.ctx;
        let Some(first) = variable.definitions.first().copied() else { return };
        let is_typescript = ctx.source_type.is_typescript();
        let reports_used = self.settings.report_used;
        // In TypeScript, they count as used, which matters to names that a pattern ignores.
        let is_needed = is_never_checked(first, ctx);
        if is_needed && !(is_typescript && reports_used && counts_as_used(first, ctx)) {
            return;
        }
        let name = ctx.scoping().symbol_name(variable.symbol);
        let Some(sort) = self.sort(first) else { return };
        let used = std::cell::LazyCell::new(|| {
            is_needed
                || (sort == Sort::Parameter && is_of_setter(first, ctx))
                || self.is_used(variable)
                || (is_typescript && (is_exported(variable, ctx) || ambient::is_used(variable, ctx)))
                || self.mentioned.get_or_init(|| mentioned(ctx)).contains(&variable.symbol)
        });
        let by_array = self.settings.array_pattern.as_ref().filter(|pattern| pattern.matches(name)).is_some()
            && (is_in_array(first, ctx) || variable.references(ctx).any(|one| is_array_target(one, ctx)));
        if by_array {
            if reports_used && *used {
                self.report_used(variable, Sort::ArrayElement);
            }
            return;
        }
        let has_static_block = || matches!(ctx.nodes().kind(first.node), AstKind::Class(class)
            if class.body.body.iter().any(|element| matches!(element, ClassElement::StaticBlock(_))));
        if self.settings.static_blocks && has_static_block() {
            return;
        }
        if (sort == Sort::CaughtError && !self.settings.caught)
            || (sort == Sort::Parameter
                && (self.settings.args == "none" || (!is_typescript && is_of_setter(first, ctx))))
        {
            return;
        }
        if self.pattern(sort).is_some_and(|pattern| pattern.matches(name)) {
            if reports_used && *used {
                self.report_used(variable, sort);
            }
            // The name that a class has for itself is a second variable, and counts as used.
            let mut classes = variable.definitions.iter().filter(|one| is_declared_class(**one, ctx));
            if reports_used && is_typescript && let Some(class) = classes.next() {
                self.report_used_at(class.span, name, sort);
            }
            return;
        }
        if *used
            || (sort == Sort::Parameter && self.settings.args == "after-used" && self.is_before_used(first))
            || (!is_typescript && is_exported(variable, ctx))
            || (self.settings.using && is_using(first, ctx))
            || (self.settings.rest_siblings && has_rest_sibling(variable, ctx))
        {
            return;
        }
        self.report(variable, first);
    }

    fn is_used(&self, variable: &Variable) -> bool {
        let ctx = self.ctx;
        let in_loop = |definition: &Definition| {
            let nodes = ctx.nodes();
            let declaration = nodes.parent_id(definition.node);
            matches!(nodes.kind(definition.node), AstKind::VariableDeclarator(_))
                && loop_returns(nodes.parent_kind(declaration), definition.span, ctx)
        };
        variable.definitions.iter().any(in_loop) || variable.is_used(ctx)
    }

    /// The sort of a variable by its first declaration.
    fn sort(&self, first: Definition) -> Option<Sort> {
        Some(match self.ctx.nodes().kind(first.node) {
            AstKind::CatchParameter(_) => Sort::CaughtError,
            AstKind::FormalParameter(_) | AstKind::FormalParameterRest(_) => Sort::Parameter,
            _ => Sort::Variable,
        })
    }

    fn pattern(&self, sort: Sort) -> Option<&IgnorePattern> {
        match sort {
            Sort::ArrayElement => self.settings.array_pattern.as_ref(),
            Sort::CaughtError => self.settings.caught_pattern.as_ref(),
            Sort::Parameter => self.settings.args_pattern.as_ref(),
            Sort::Variable => self.settings.vars_pattern.as_ref(),
        }
    }

    /// The end of a message: which names are exempt.
    fn additional(&self, sort: Sort, verb: [&str; 2]) -> String {
        let Some(pattern) = self.pattern(sort) else { return String::new() };
        let what = match sort {
            Sort::ArrayElement => "elements of array destructuring",
            Sort::CaughtError => "caught errors",
            Sort::Parameter => "args",
            Sort::Variable => "vars",
        };
        let [first, second] = verb;
        [". ", first, " ", what, " ", second, " ", &pattern.shown()].concat()
    }

    fn report_used(&self, variable: &Variable, sort: Sort) {
        let span = match self.ctx.source_type.is_typescript() {
            true => self.place(variable),
            false => variable.definitions[0].span,
        };
        self.report_used_at(span, self.ctx.scoping().symbol_name(variable.symbol), sort);
    }

    fn report_used_at(&self, span: Span, name: &str, sort: Sort) {
        let additional = self.additional(sort, ["Used", "must not match"]);
        self.ctx.report(span, "usedIgnoredVar").data("varName", name).data("additional", additional);
    }

    /// The identifier of the last assignment in the scope of the variable, or of its declaration.
    fn place(&self, variable: &Variable) -> Span {
        let ctx = self.ctx;
        let scope = variable_scope(ctx.scoping().symbol_scope_id(variable.symbol), ctx);
        let written = variable.references(ctx).filter(|reference| {
            reference.is_write() && variable_scope(reference.scope_id(), ctx) == scope
        });
        let written = written.map(|reference| ctx.nodes().kind(reference.node_id()).span());
        let initial = variable.definitions.iter().filter(|one| initial_writes(**one, ctx) > 0);
        let last = written.chain(initial.map(|one| one.span)).max_by_key(|span| span.start);
        last.unwrap_or(variable.definitions[0].span)
    }

    fn report(&self, variable: &Variable, first: Definition) {
        let ctx = self.ctx;
        let is_typescript = ctx.source_type.is_typescript();
        let name = ctx.scoping().symbol_name(variable.symbol);
        let is_import = ctx.scoping().symbol_flags(variable.symbol).is_import();
        let only_as_type = is_typescript
            && (is_in_predicate(first, ctx) || variable.references(ctx).any(|one| variable.is_type_only(one, ctx)));
        if only_as_type && is_import {
            return;
        }
        let is_given = variable.definitions.iter().any(|one| initial_writes(*one, ctx) > 0)
            || variable.references(ctx).any(Reference::is_write);
        let sort = match self.settings.array_pattern {
            Some(_) if is_in_array(first, ctx) => Some(Sort::ArrayElement),
            _ => self.sort(first),
        };
        let additional = sort.map(|sort| self.additional(sort, ["Allowed unused", "must match"]));
        let report = ctx
            .report(self.place(variable), if only_as_type { "usedOnlyAsType" } else { "unusedVar" })
            .data("varName", name)
            .data("action", if is_given { "assigned a value" } else { "defined" })
            .data("additional", additional.unwrap_or_default());
        let data = vec![("varName", name.to_owned())];
        if is_typescript {
            if let Some((message_id, edit)) = import_removal(variable, ctx) {
                drop(match self.settings.fixes_imports {
                    true => report.fixes([edit]),
                    false => report.suggest_with(message_id, data, vec![edit]),
                });
            }
        } else if let Some(edit) = removal(variable, first, ctx) {
            drop(report.suggest_with("removeVar", data, vec![edit]));
        }
    }

    /// Whether a parameter is before another one that is referenced.
    fn is_before_used(&self, first: Definition) -> bool {
        let nodes = self.ctx.nodes();
        let AstKind::FormalParameter(parameter) = nodes.kind(first.node) else { return false };
        if !parameter.pattern.is_binding_identifier() || parameter.initializer.is_some() {
            return false;
        }
        let list = nodes.parent_node(first.node);
        let AstKind::FormalParameters(parameters) = list.kind() else { return false };
        let mut cache = self.last_used.borrow_mut();
        let last = *cache.entry(list.id()).or_insert_with(|| last_used(parameters, self.ctx));
        last > first.span.start
    }
}

/// Where the last parameter that is referenced starts.
fn last_used(parameters: &FormalParameters<'_>, ctx: &Context<'_>) -> u32 {
    let mut last = 0;
    let mut look = |pattern: &BindingPattern<'_>, always: bool| {
        for identifier in pattern.get_binding_identifiers() {
            let Some(symbol) = identifier.symbol_id.get() else { continue };
            let variable = Variable::new(symbol, ctx);
            let is_typescript = ctx.source_type.is_typescript();
            let is_referenced = always
                || variable.definitions.iter().any(|one| initial_writes(*one, ctx) > 0)
                || variable.references(ctx).any(|one| !is_typescript || !variable.is_type_only(one, ctx));
            if is_referenced {
                last = last.max(identifier.span.start);
            }
        }
    };
    for parameter in &parameters.items {
        look(&parameter.pattern, parameter.has_modifier());
    }
    if let Some(rest) = &parameters.rest {
        look(&rest.rest.argument, false);
    }
    last
}

/// Whether a variable is not the rule's concern: names that functions and classes have for themselves, and
/// what TypeScript needs a name for.
fn is_never_checked(first: Definition, ctx: &Context<'_>) -> bool {
    let nodes = ctx.nodes();
    // Elements are calls of React.
    let is_tsx = ctx.source_type.is_typescript() && ctx.source_type.is_jsx();
    if is_tsx && ctx.text(first.span) == "React" && has_elements(ctx) {
        return true;
    }
    match nodes.kind(first.node) {
        AstKind::Function(function) => function.is_expression(),
        AstKind::Class(class) => class.is_expression(),
        AstKind::TSEnumMember(_) | AstKind::TSMappedType(_) | AstKind::TSGlobalDeclaration(_) => true,
        AstKind::TSTypeParameter(_) => matches!(nodes.parent_kind(first.node), AstKind::TSMappedType(_)),
        AstKind::FormalParameter(parameter) if parameter.has_modifier() => true,
        _ => is_parameter(first.node, nodes),
    }
}

/// Whether a name that is never checked counts as used, unlike that of a function expression and of a member of an
/// enum.
fn counts_as_used(first: Definition, ctx: &Context<'_>) -> bool {
    match ctx.nodes().kind(first.node) {
        AstKind::Function(function) => !function.is_expression(),
        kind => !matches!(kind, AstKind::TSEnumMember(_)),
    }
}

fn is_declared_class(first: Definition, ctx: &Context<'_>) -> bool {
    matches!(ctx.nodes().kind(first.node), AstKind::Class(class) if class.is_declaration())
}

fn has_elements(ctx: &Context<'_>) -> bool {
    let mut elements = ctx.nodes_of(AstType::JSXElement).chain(ctx.nodes_of(AstType::JSXFragment));
    elements.next().is_some()
}

/// Whether the return type of a function says what type a parameter has.
fn is_in_predicate(first: Definition, ctx: &Context<'_>) -> bool {
    let nodes = ctx.nodes();
    let AstKind::FormalParameter(_) = nodes.kind(first.node) else { return false };
    let annotation = match nodes.parent_kind(nodes.parent_id(first.node)) {
        AstKind::Function(function) => &function.return_type,
        AstKind::ArrowFunctionExpression(function) => &function.return_type,
        _ => return false,
    };
    matches!(annotation.as_ref().map(|annotation| &annotation.type_annotation),
        Some(TSType::TSTypePredicate(predicate))
            if ctx.text(predicate.parameter_name.span()) == ctx.text(first.span))
}

/// Whether a parameter is that of a setter.
fn is_of_setter(first: Definition, ctx: &Context<'_>) -> bool {
    let nodes = ctx.nodes();
    let function = nodes.parent_id(nodes.parent_id(first.node));
    match nodes.parent_kind(function) {
        AstKind::ObjectProperty(property) => property.kind == PropertyKind::Set,
        AstKind::MethodDefinition(method) => method.kind == MethodDefinitionKind::Set,
        _ => false,
    }
}

fn is_in_array(first: Definition, ctx: &Context<'_>) -> bool {
    identifier(first, ctx).is_some_and(|node| matches!(parent_kind(node, ctx), AstKind::ArrayPattern(_)))
}

fn is_array_target(reference: &Reference, ctx: &Context<'_>) -> bool {
    matches!(ctx.parent_kind(reference.node_id()), AstKind::ArrayAssignmentTarget(_))
}

fn is_using(first: Definition, ctx: &Context<'_>) -> bool {
    matches!(ctx.nodes().parent_kind(first.node), AstKind::VariableDeclaration(declaration)
        if declaration.kind.is_using())
}

/// Whether a variable is declared or assigned beside a rest property.
fn has_rest_sibling(variable: &Variable, ctx: &Context<'_>) -> bool {
    let nodes = ctx.nodes();
    let declared = variable.definitions.iter().any(|one| {
        let Some(property) = identifier(*one, ctx).map(|node| nodes.parent_node(node)) else { return false };
        matches!(property.kind(), AstKind::BindingProperty(_))
            && matches!(nodes.parent_kind(property.id()), AstKind::ObjectPattern(object) if object.rest.is_some())
    });
    declared
        || variable.references(ctx).any(|reference| {
            let property = nodes.parent_node(reference.node_id());
            let is_plain = match property.kind() {
                AstKind::AssignmentTargetPropertyIdentifier(property) => property.init.is_none(),
                AstKind::AssignmentTargetPropertyProperty(property) => {
                    property.binding.span() == nodes.kind(reference.node_id()).span()
                }
                _ => false,
            };
            let parent = nodes.parent_kind(property.id());
            is_plain && matches!(parent, AstKind::ObjectAssignmentTarget(object) if object.rest.is_some())
        })
}

/// Whether a declaration is an `export` itself. In JavaScript, the first one counts.
fn is_exported(variable: &Variable, ctx: &Context<'_>) -> bool {
    let nodes = ctx.nodes();
    let is_typescript = ctx.source_type.is_typescript();
    let flags = ctx.scoping().symbol_flags(variable.symbol);
    let is_merged = is_typescript && flags.can_be_referenced_by_type() && flags.can_be_referenced_by_value();
    let count = if is_typescript { variable.definitions.len() } else { 1 };
    variable.definitions.iter().take(count).any(|one| {
        let kind = nodes.kind(one.node);
        let declaration = match kind {
            AstKind::VariableDeclarator(_) => nodes.parent_id(one.node),
            AstKind::FormalParameter(_) | AstKind::FormalParameterRest(_) => return false,
            _ => one.node,
        };
        let is_type = matches!(kind, AstKind::TSTypeAliasDeclaration(_) | AstKind::TSInterfaceDeclaration(_));
        let parent = nodes.parent_kind(declaration);
        !(is_merged && is_type)
            && matches!(parent, AstKind::ExportDeclaration(_) | AstKind::ExportDefaultDeclaration(_))
    })
}
