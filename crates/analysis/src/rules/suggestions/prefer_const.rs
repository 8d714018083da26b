//! `prefer-const`: require `const` declarations for variables that are never reassigned after declared.
//!
//! A reader of `const` does not have to look for assignments.
//!
//! Options: `{ destructuring: "any" | "all", ignoreReadBeforeAssign: false }`. With `"all"`, a destructuring is found only if
//! all of its variables could be constants.
//!
//! ```js fails
//! let size = 3; use(size);
//! ```
//!
//! ```js passes
//! let size = 3; size += 1; use(size);
//! ```


use oxc_semantic::SymbolId;
use oxc_syntax::node::NodeId;
use oxc_syntax::scope::ScopeId;

use crate::hash::HashMap;
use crate::order::sort_by_number;
use crate::rules::helpers::fixes::{alone_in, has_statements};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "prefer-const",
    kind: Kind::Suggestion,
    fixable: true,
    messages: &[("useConst", "'{{name}}' is never reassigned. Use 'const' instead.")],
    types: &[AstType::VariableDeclaration],
    run: Run::Configured(|options| {
        let options = options.only_object(&["destructuring", "ignoreReadBeforeAssign"])?;
        let all = options.choice("destructuring", &["any", "all"])? == "all";
        let ignores = options.bool("ignoreReadBeforeAssign", false)?;
        Ok(Check::file(move |ctx| check(all, ignores, ctx)))
    }),
    ..Rule::DEFAULT
};

/// One place of a name: its declaration, a read or a write.
struct Use {
    span: Span,
    node: NodeId,
    is_write: bool,
    scope: ScopeId,
    /// The declarator or assignment that writes it.
    host: Option<NodeId>,
}

/// What could be a constant: the name where it would be declared, and the node of that name.
type Candidate<'a> = Option<(&'a str, Span, NodeId)>;

fn check<'a>(all: bool, ignores_reads: bool, ctx: &Context<'a>) {
    // In the order in which the hosts are met.
    let mut groups: Vec<Vec<Candidate<'a>>> = Vec::new();
    let mut numbers: HashMap<NodeId, usize> = HashMap::default();
    for node in ctx.nodes_of(AstType::VariableDeclaration) {
        let AstKind::VariableDeclaration(declaration) = node.kind() else { continue };
        let is_init = matches!(ctx.nodes().parent_kind(node.id()), AstKind::ForStatement(_));
        if declaration.kind != VariableDeclarationKind::Let || is_init {
            continue;
        }
        let is_loop = is_for_each(ctx.nodes().parent_kind(node.id()));
        for declarator in &declaration.declarations {
            for identifier in declarator.id.get_binding_identifiers() {
                let Some(symbol) = identifier.symbol_id.get() else { continue };
                let is_written = is_loop || declarator.init.is_some();
                let uses = uses(symbol, identifier, is_written.then_some(declarator), ctx);
                let mut candidate = candidate(symbol, identifier, &uses, ignores_reads, ctx);
                // A name ends with its type.
                if let (Some((_, span, _)), Some(of_type)) = (&mut candidate, &declarator.type_annotation)
                    && *span == declarator.id.span()
                {
                    span.end = of_type.span.end;
                }
                for host in uses.iter().filter_map(|one| one.host) {
                    let number = *numbers.entry(host).or_insert_with(|| {
                        groups.push(Vec::new());
                        groups.len() - 1
                    });
                    groups[number].push(candidate);
                }
            }
        }
    }
    let mut reporter = Reporter { ctx, count: 0, name: None, first: None };
    for group in groups {
        let found = group.iter().flatten().count();
        if !all || found == group.len() {
            reporter.report(&group, found);
        }
    }
}

const fn is_for_each(kind: AstKind<'_>) -> bool {
    matches!(kind, AstKind::ForInStatement(_) | AstKind::ForOfStatement(_))
}

/// The uses of a variable in the order of the source. Its declaration is one if it gives a value.
fn uses<'a>(
    symbol: SymbolId,
    identifier: &BindingIdentifier<'a>,
    declarator: Option<&VariableDeclarator<'a>>,
    ctx: &Context<'a>,
) -> Vec<Use> {
    let scoping = ctx.scoping();
    let mut uses: Vec<Use> = declarator
        .map(|declarator| Use {
            span: identifier.span,
            node: identifier.node_id.get(),
            is_write: true,
            scope: scoping.symbol_scope_id(symbol),
            host: Some(declarator.node_id.get()),
        })
        .into_iter()
        .collect();
    uses.extend(scoping.get_resolved_references(symbol).map(|reference| {
        let node = reference.node_id();
        Use {
            span: ctx.nodes().kind(node).span(),
            node,
            is_write: reference.is_write(),
            scope: ctx.nodes().get_node(node).scope_id(),
            host: if reference.is_write() { assignment_of(node, ctx).map(AstNode::id) } else { None },
        }
    }));
    sort_by_number(&mut uses, |one| one.span.start.into());
    uses
}

/// The assignment whose target a name is, maybe in a pattern.
fn assignment_of<'a>(node: NodeId, ctx: &Context<'a>) -> Option<&'a AstNode<'a>> {
    let mut parents = ctx.nodes().ancestors(node);
    let parent = parents.find(|parent| {
        !matches!(
            parent.kind(),
            AstKind::AssignmentTargetWithDefault(_)
                | AstKind::ArrayAssignmentTarget(_)
                | AstKind::ObjectAssignmentTarget(_)
                | AstKind::AssignmentTargetRest(_)
                | AstKind::AssignmentTargetPropertyIdentifier(_)
                | AstKind::AssignmentTargetPropertyProperty(_)
                | AstKind::ParenthesizedExpression(_)
        )
    })?;
    matches!(parent.kind(), AstKind::AssignmentExpression(_)).then_some(parent)
}

fn candidate<'a>(
    symbol: SymbolId,
    identifier: &BindingIdentifier<'a>,
    uses: &[Use],
    ignores_reads: bool,
    ctx: &Context<'a>,
) -> Candidate<'a> {
    if ctx.is_used_elsewhere(symbol) {
        return None;
    }
    let scope = ctx.scoping().symbol_scope_id(symbol);
    let mut writer: Option<&Use> = None;
    let mut is_read_before = false;
    for one in uses {
        if one.is_write {
            if writer.is_some() {
                return None;
            }
            if let Some(AstKind::AssignmentExpression(assignment)) = one.host.map(|host| ctx.nodes().kind(host))
                && has_others(&assignment.left, scope, ctx)
            {
                return None;
            }
            writer = Some(one);
        } else if writer.is_none() {
            if ignores_reads {
                return None;
            }
            is_read_before = true;
        }
    }
    let writer = writer.filter(|writer| writer.scope == scope)?;
    let can_declare = match ctx.nodes().kind(writer.host?) {
        AstKind::AssignmentExpression(_) => {
            let statement = ctx.parent(writer.host?);
            matches!(statement.kind(), AstKind::ExpressionStatement(_))
                && has_statements(ctx.nodes().parent_kind(statement.id()))
        }
        _ => true,
    };
    let name = identifier.name.as_str();
    can_declare.then_some(match is_read_before {
        true => (name, identifier.span, identifier.node_id.get()),
        false => (name, writer.span, writer.node),
    })
}

/// Whether a pattern also assigns to members, or to variables of outer scopes or parameters.
fn has_others(target: &AssignmentTarget<'_>, scope: ScopeId, ctx: &Context<'_>) -> bool {
    let is_outer = |identifier: &IdentifierReference<'_>| {
        let scoping = ctx.scoping();
        let symbol = identifier.reference_id.get().and_then(|id| scoping.get_reference(id).symbol_id());
        symbol.is_some_and(|symbol| {
            let holder = scoping.symbol_scope_id(symbol);
            let declaration = scoping.symbol_declaration(symbol);
            let is_parameter = matches!(
                ctx.nodes().kind(declaration),
                AstKind::FormalParameter(_) | AstKind::FormalParameters(_) | AstKind::FormalParameterRest(_)
            );
            is_parameter || (holder != scope && scoping.scope_ancestors(scope).any(|outer| outer == holder))
        })
    };
    let of_element = |element: &AssignmentTargetMaybeDefault<'_>| match element {
        AssignmentTargetMaybeDefault::AssignmentTargetIdentifier(identifier) => is_outer(identifier),
        _ => false,
    };
    match target {
        AssignmentTarget::ObjectAssignmentTarget(object) => {
            let mut properties = object.properties.iter();
            properties.any(|property| match property {
                AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(property) => {
                    property.init.is_none() && is_outer(&property.binding)
                }
                AssignmentTargetProperty::AssignmentTargetPropertyProperty(property) => of_element(&property.binding),
            }) || has_member(target)
        }
        AssignmentTarget::ArrayAssignmentTarget(array) => {
            array.elements.iter().flatten().any(of_element) || has_member(target)
        }
        _ => false,
    }
}

/// Whether a pattern assigns to a member.
fn has_member(target: &AssignmentTarget<'_>) -> bool {
    let of_element = |element: &AssignmentTargetMaybeDefault<'_>| match element {
        AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(with_default) => has_member(&with_default.binding),
        element => element.as_assignment_target().is_some_and(has_member),
    };
    match target {
        AssignmentTarget::ObjectAssignmentTarget(object) => {
            let rest = object.rest.as_ref().is_some_and(|rest| has_member(&rest.target));
            rest || object.properties.iter().any(|property| match property {
                AssignmentTargetProperty::AssignmentTargetPropertyProperty(property) => of_element(&property.binding),
                AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(_) => false,
            })
        }
        AssignmentTarget::ArrayAssignmentTarget(array) => array.elements.iter().flatten().any(of_element),
        AssignmentTarget::StaticMemberExpression(_)
        | AssignmentTarget::ComputedMemberExpression(_)
        | AssignmentTarget::PrivateFieldExpression(_) => true,
        _ => false,
    }
}

/// Reports groups one after the other. A declaration of several variables is fixed with the last of them.
struct Reporter<'c, 'a> {
    ctx: &'c Context<'a>,
    count: usize,
    name: Option<String>,
    first: Option<Span>,
}

impl<'a> Reporter<'_, 'a> {
    fn report(&mut self, group: &[Candidate<'a>], found: usize) {
        let ctx = self.ctx;
        let declaration = group.first().copied().flatten().and_then(|(.., node)| declaration_of(node, ctx));
        let mut fixed = declaration.filter(|(declaration, is_loop)| {
            let has_values = declaration.declarations.iter().all(|declarator| declarator.init.is_some());
            (*is_loop || has_values) && found == group.len()
        });
        if let Some((declaration, _)) = declaration {
            self.start(declaration);
            if declaration.declarations.len() != 1 {
                self.count += found;
                let names = declaration.declarations.iter().map(|declarator| match &declarator.id {
                    BindingPattern::ObjectPattern(object) => {
                        object.properties.len() + usize::from(object.rest.is_some())
                    }
                    BindingPattern::ArrayPattern(array) => {
                        array.elements.len() + usize::from(array.rest.is_some())
                    }
                    _ => 1,
                });
                if self.count != names.sum::<usize>() {
                    fixed = None;
                }
            }
        }
        for (name, span, _) in group.iter().flatten() {
            let report = ctx.report(*span, "useConst").data("name", *name);
            let Some((declaration, _)) = fixed else { continue };
            let word = ctx.text(declaration.span).find("let").unwrap_or(0);
            let word = Span::sized(declaration.span.start + u32::try_from(word).unwrap_or(0), 3);
            drop(report.fixes(alone_in(Edit::replace(word, "const"), declaration.span)));
        }
    }

    /// Starts to count the names of another declaration.
    fn start(&mut self, declaration: &VariableDeclaration<'a>) {
        let Some(first) = declaration.declarations.first() else { return };
        let Some(init) = &first.init else { return };
        let name = |expression: &Expression<'a>| match expression.without_parentheses() {
            Expression::Identifier(identifier) => Some(identifier.name.to_string()),
            _ => None,
        };
        let of_id = match &first.id {
            BindingPattern::BindingIdentifier(identifier) => Some(identifier.name.to_string()),
            _ => None,
        };
        if of_id != self.name {
            (self.name, self.count) = (of_id, 0);
        }
        if matches!(first.id, BindingPattern::ObjectPattern(_)) && name(init) != self.name {
            (self.name, self.count) = (name(init), 0);
        }
        if self.first != Some(first.id.span()) {
            (self.first, self.count) = (Some(first.id.span()), 0);
        }
    }
}

/// The declaration that a name is part of, and whether it is that of a `for … of` or `for … in`.
fn declaration_of<'a>(node: NodeId, ctx: &Context<'a>) -> Option<(&'a VariableDeclaration<'a>, bool)> {
    for parent in ctx.nodes().ancestors(node) {
        match parent.kind() {
            AstKind::VariableDeclaration(declaration) => {
                return Some((declaration, is_for_each(ctx.nodes().parent_kind(parent.id()))));
            }
            AstKind::FunctionBody(_) => return None,
            kind if kind.is_statement() => return None,
            _ => {}
        }
    }
    None
}
