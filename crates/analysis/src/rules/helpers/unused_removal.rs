//! Removing declarations that nothing uses, as ESLint's `no-unused-vars` suggests it.

use oxc_ast::AstKind;
use oxc_ast::ast::{
    BindingPattern, Declaration, ExportDefaultDeclarationKind, ImportDeclarationSpecifier, Statement,
    VariableDeclaration,
};
use oxc_semantic::{AstNode, Reference};
use oxc_span::{GetSpan, Span};
use oxc_syntax::node::NodeId;

use super::tokens::{next_token, previous_end};
use super::usage::{Variable, is_loop};
use super::variables::Definition;
use crate::lint::{Context, Edit};

/// The node of the identifier of a declaration.
pub(crate) fn identifier(definition: Definition, ctx: &Context<'_>) -> Option<NodeId> {
    let of = |pattern| find(pattern, definition.span);
    match ctx.nodes().kind(definition.node) {
        AstKind::VariableDeclarator(declarator) => of(&declarator.id),
        AstKind::FormalParameter(parameter) => of(&parameter.pattern),
        AstKind::FormalParameterRest(rest) => of(&rest.rest.argument),
        AstKind::CatchParameter(parameter) => of(&parameter.pattern),
        AstKind::Function(function) => function.id.as_ref().map(|id| id.node_id.get()),
        AstKind::Class(class) => class.id.as_ref().map(|id| id.node_id.get()),
        AstKind::ImportSpecifier(specifier) => Some(specifier.local.node_id.get()),
        AstKind::ImportDefaultSpecifier(specifier) => Some(specifier.local.node_id.get()),
        AstKind::ImportNamespaceSpecifier(specifier) => Some(specifier.local.node_id.get()),
        _ => None,
    }
}

fn find(mut pattern: &BindingPattern<'_>, span: Span) -> Option<NodeId> {
    loop {
        let is_around = |part: &&BindingPattern<'_>| part.span().contains_inclusive(span);
        pattern = match pattern {
            BindingPattern::BindingIdentifier(identifier) => return Some(identifier.node_id.get()),
            BindingPattern::AssignmentPattern(assignment) => &assignment.left,
            BindingPattern::ObjectPattern(object) => {
                let values = object.properties.iter().map(|property| &property.value);
                values.chain(object.rest.iter().map(|rest| &rest.argument)).find(is_around)?
            }
            BindingPattern::ArrayPattern(array) => {
                let elements = array.elements.iter().flatten();
                elements.chain(array.rest.iter().map(|rest| &rest.argument)).find(is_around)?
            }
        };
    }
}

/// The parent of a part of a pattern, in ESLint's trees: the wrappers of parameters are left out, unless
/// they have a default.
fn parent<'a>(node: NodeId, ctx: &Context<'a>) -> &'a AstNode<'a> {
    let nodes = ctx.nodes();
    let mut parent = nodes.parent_node(node);
    loop {
        match parent.kind() {
            AstKind::FormalParameter(parameter) if parameter.initializer.is_none() => {}
            AstKind::FormalParameters(_) | AstKind::FormalParameterRest(_) | AstKind::CatchParameter(_) => {}
            _ => return parent,
        }
        parent = nodes.parent_node(parent.id());
    }
}

pub(crate) fn parent_kind<'a>(node: NodeId, ctx: &Context<'a>) -> AstKind<'a> {
    parent(node, ctx).kind()
}

fn is_function(kind: AstKind<'_>) -> bool {
    matches!(kind, AstKind::Function(_) | AstKind::ArrowFunctionExpression(_))
}

/// The number of parameters of a function.
fn parameters(kind: AstKind<'_>) -> usize {
    let list = match kind {
        AstKind::Function(function) => &function.params,
        AstKind::ArrowFunctionExpression(function) => &function.params,
        _ => return 0,
    };
    list.items.len() + usize::from(list.rest.is_some())
}

/// The number of properties of an object pattern, or of elements of an array pattern.
fn parts(kind: AstKind<'_>) -> usize {
    match kind {
        AstKind::ObjectPattern(object) => object.properties.len() + usize::from(object.rest.is_some()),
        AstKind::ArrayPattern(array) => {
            array.elements.iter().flatten().count() + usize::from(array.rest.is_some())
        }
        _ => 0,
    }
}

/// Removes things, and knows the tokens around them.
struct Remover<'c, 'a> {
    ctx: &'c Context<'a>,
    /// The identifier of the variable.
    id: NodeId,
}

/// The edit that removes a variable, if that is safe.
pub(crate) fn removal(variable: &Variable, first: Definition, ctx: &Context<'_>) -> Option<Edit> {
    // Assignments would be left over.
    if variable.references(ctx).any(Reference::is_write)
        || variable
            .definitions
            .iter()
            .any(|one| one.span.start != first.span.start && super::variables::initial_writes(*one, ctx) > 0)
    {
        return None;
    }
    let id = identifier(first, ctx)?;
    Remover { ctx, id }.identifier(id).map(Removal::into_edit)
}

/// A span, and what replaces it.
struct Removal(Span, &'static str);

impl Removal {
    fn into_edit(self) -> Edit {
        Edit::replace(self.0, self.1)
    }
}

type Fix = Option<Removal>;

fn remove(start: u32, end: u32) -> Fix {
    Some(Removal(Span::new(start, end), ""))
}

impl<'a> Remover<'_, 'a> {
    fn kind(&self, node: NodeId) -> AstKind<'a> {
        self.ctx.nodes().kind(node)
    }

    fn span(&self, node: NodeId) -> Span {
        match self.kind(node) {
            // Its default makes it a node of its own.
            AstKind::FormalParameter(parameter) => parameter.span,
            kind => kind.span(),
        }
    }

    /// The token before an offset.
    fn before(&self, at: u32) -> Span {
        let end = previous_end(at, self.ctx);
        let text = &self.ctx.source()[..end as usize];
        let is_word = |char: char| char.is_alphanumeric() || matches!(char, '_' | '$');
        let word = text.len() - text.trim_end_matches(is_word).len();
        let length = match text {
            _ if word > 0 => word,
            text if text.ends_with("...") => 3,
            text if text.ends_with("=>") => 2,
            text => text.chars().next_back().map_or(0, char::len_utf8),
        };
        Span::new(end - u32::try_from(length).unwrap_or(0), end)
    }

    fn before_is(&self, at: u32, text: &str) -> bool {
        self.ctx.text(self.before(at)) == text
    }

    fn after_is(&self, at: u32, text: &str) -> bool {
        self.ctx.source()[next_token(at, self.ctx) as usize..].starts_with(text)
    }

    /// The end of the punctuator after an offset.
    fn after(&self, at: u32) -> u32 {
        next_token(at, self.ctx) + 1
    }

    fn with_token_before(&self, span: Span) -> Fix {
        remove(self.before(span.start).start, span.end)
    }

    fn with_token_after(&self, span: Span) -> Fix {
        remove(span.start, self.after(span.end))
    }

    fn identifier(&self, id: NodeId) -> Fix {
        let ctx = self.ctx;
        let span = self.span(id);
        let parent_node = parent(id, ctx);
        let outer = parent(parent_node.id(), ctx);
        match parent_node.kind() {
            AstKind::VariableDeclarator(_) => return self.declarator(parent_node.id()),
            AstKind::BindingProperty(_) => {
                if parts(outer.kind()) == 1 {
                    return self.sole_pattern(outer.id());
                }
                if self.before_is(span.start, ":") {
                    let property = self.span(parent_node.id());
                    let is_first = self.before_is(property.start, "{") && self.after_is(property.end, ",");
                    return match is_first {
                        true => self.with_token_after(property),
                        false => remove(self.before(property.start).start, span.end),
                    };
                }
            }
            AstKind::ArrayPattern(_) => {
                if parts(parent_node.kind()) == 1 {
                    return self.sole_pattern(parent_node.id());
                }
                if self.before_is(span.start, ",") && self.after_is(span.end, ",") {
                    return remove(span.start, span.end);
                }
            }
            AstKind::BindingRestElement(_) => match outer.kind() {
                AstKind::ArrayPattern(_) | AstKind::ObjectPattern(_) => {
                    if parts(outer.kind()) == 1 {
                        let is_nested = matches!(parent_kind(outer.id(), ctx), AstKind::ArrayPattern(_));
                        return if is_nested {
                            self.nested_array(outer.id())
                        } else {
                            self.variables(outer.id())
                        };
                    }
                    let dots = self.before(span.start);
                    return remove(self.before(dots.start).start, span.end);
                }
                kind if is_function(kind) => return self.rest(parent_node.id()),
                _ => {}
            },
            AstKind::AssignmentPattern(_) => match outer.kind() {
                AstKind::ArrayPattern(_) => return self.nested_array(parent_node.id()),
                AstKind::BindingProperty(_) => {
                    let object = parent(outer.id(), ctx);
                    if parts(object.kind()) == 1 {
                        return match parent_kind(object.id(), ctx) {
                            AstKind::ArrayPattern(_) => self.nested_array(object.id()),
                            _ => self.variables(object.id()),
                        };
                    }
                    let property = self.span(outer.id());
                    let is_first = self.before_is(property.start, "{") && self.after_is(property.end, ",");
                    return if is_first {
                        self.with_token_after(property)
                    } else {
                        self.with_token_before(property)
                    };
                }
                _ => {}
            },
            AstKind::FormalParameter(_) => return self.parameter(parent_node.id()),
            AstKind::Function(function)
                if function.id.as_ref().is_some_and(|name| name.node_id.get() == id) =>
            {
                return self.statement(function.span);
            }
            AstKind::Class(class) => return self.statement(class.span),
            AstKind::ImportDefaultSpecifier(_)
            | AstKind::ImportSpecifier(_)
            | AstKind::ImportNamespaceSpecifier(_) => return self.import(parent_node, span),
            AstKind::CatchClause(_) => return None,
            _ => {}
        }
        self.listed(id, span, parent_node.kind())
    }

    /// An identifier among others between brackets.
    fn listed(&self, _: NodeId, span: Span, parent: AstKind<'_>) -> Fix {
        if self.before_is(span.start, ",") {
            return self.with_token_before(span);
        }
        if self.after_is(span.end, ",")
            && (self.before_is(span.start, "(") || self.before_is(span.start, "{"))
        {
            return self.with_token_after(span);
        }
        let is_bare = matches!(parent, AstKind::ArrowFunctionExpression(_))
            && parameters(parent) == 1
            && !self.after_is(span.end, ")");
        Some(Removal(span, if is_bare { "()" } else { "" }))
    }

    /// A pattern whose only part goes.
    fn sole_pattern(&self, pattern: NodeId) -> Fix {
        let outer = parent(pattern, self.ctx);
        match outer.kind() {
            AstKind::BindingRestElement(_) => self.rest(outer.id()),
            AstKind::ArrayPattern(_) => match self.kind(pattern) {
                AstKind::ObjectPattern(_) | AstKind::ArrayPattern(_) => self.nested_array(pattern),
                _ => None,
            },
            _ => self.variables(pattern),
        }
    }

    /// A whole declarator or its declaration.
    fn declarator(&self, node: NodeId) -> Fix {
        let nodes = self.ctx.nodes();
        let declaration_node = nodes.parent_node(node);
        let AstKind::VariableDeclaration(declaration) = declaration_node.kind() else { return None };
        let outer = nodes.parent_kind(declaration_node.id());
        if declaration.declarations.len() == 1 {
            let is_body = match outer {
                AstKind::ForStatement(statement) => statement.body.span() == declaration.span,
                AstKind::ForInStatement(statement) => statement.body.span() == declaration.span,
                AstKind::ForOfStatement(statement) => statement.body.span() == declaration.span,
                _ => true,
            };
            if is_loop(outer) && !is_body {
                return None;
            }
            if is_loop(outer) || matches!(outer, AstKind::IfStatement(_) | AstKind::WithStatement(_)) {
                return Some(Removal(declaration.span, ";"));
            }
            return self.statement(declaration.span);
        }
        self.one_of_declarators(self.span(node), declaration)
    }

    /// One of several declarators.
    fn one_of_declarators(&self, span: Span, declaration: &VariableDeclaration<'_>) -> Fix {
        let before = self.before(span.start);
        if self.ctx.text(before) != "," {
            return self.with_token_after(span);
        }
        let is_last = declaration.declarations.last().is_some_and(|last| last.span == span);
        let has_semicolon = self.ctx.text(declaration.span).ends_with(';');
        if is_last && !has_semicolon {
            let last_left = self.before(before.start);
            if self.is_unsafe(declaration.span.end, Some(last_left)) {
                return None;
            }
        }
        remove(before.start, span.end)
    }

    /// A statement, if what is next to it does not run together.
    fn statement(&self, span: Span) -> Fix {
        let before = self.before(span.start);
        if self.is_unsafe(span.end, (before.end > 0).then_some(before)) {
            None
        } else {
            remove(span.start, span.end)
        }
    }

    /// Whether the tokens around something depend on it: a text could become a directive, and an expression
    /// could go on.
    fn is_unsafe(&self, end: u32, before: Option<Span>) -> bool {
        let next = &self.ctx.source()[next_token(end, self.ctx) as usize..];
        if next.is_empty() {
            return false;
        }
        let ends_well = |span: Span| match self.ctx.text(span) {
            ";" | "{" => true,
            "}" => self.ends_block(span.end),
            _ => false,
        };
        next.starts_with(['"', '\'']) || before.is_some_and(|before| !ends_well(before))
    }

    /// Whether the statement that ends at an offset ends with a block, or a body of a class or `switch`.
    fn ends_block(&self, end: u32) -> bool {
        let lists = self.ctx.nodes().ancestor_kinds(self.id).find_map(|kind| match kind {
            AstKind::Program(program) => Some(&program.body),
            AstKind::BlockStatement(block) => Some(&block.body),
            AstKind::FunctionBody(body) => Some(&body.statements),
            AstKind::SwitchCase(case) => Some(&case.consequent),
            AstKind::StaticBlock(block) => Some(&block.body),
            AstKind::TSModuleBlock(block) => Some(&block.body),
            _ => None,
        });
        lists.is_some_and(|list| innermost(list, end))
    }

    /// A parameter that is a pattern, or has a default.
    fn parameter(&self, node: NodeId) -> Fix {
        let function = parent_kind(node, self.ctx);
        if !is_function(function) {
            return None;
        }
        let span = self.span(node);
        if parameters(function) == 1 {
            return remove(span.start, span.end);
        }
        if self.before_is(span.start, "(") && self.after_is(span.end, ",") {
            return self.with_token_after(span);
        }
        self.with_token_before(span)
    }

    /// A pattern that is left without parts.
    fn variables(&self, pattern: NodeId) -> Fix {
        let nodes = self.ctx.nodes();
        let span = self.span(pattern);
        let outer = parent(pattern, self.ctx);
        if let AstKind::VariableDeclarator(_) = outer.kind() {
            let declaration_node = nodes.parent_node(outer.id());
            let AstKind::VariableDeclaration(declaration) = declaration_node.kind() else { return None };
            if is_loop(nodes.parent_kind(declaration_node.id())) {
                return None;
            }
            if declaration.declarations.len() == 1 {
                return self.statement(declaration.span);
            }
            return self.one_of_declarators(self.span(outer.id()), declaration);
        }
        if self.before_is(span.start, ":")
            && matches!(parent_kind(outer.id(), self.ctx), AstKind::ObjectPattern(_))
        {
            return self.object_value(pattern);
        }
        self.parameter(pattern)
    }

    /// The value of a property that goes with its key.
    fn object_value(&self, value: NodeId) -> Fix {
        let object = parent(parent(value, self.ctx).id(), self.ctx);
        let is_in_array = matches!(parent_kind(object.id(), self.ctx), AstKind::ArrayPattern(_));
        if is_in_array && parts(object.kind()) == 1 {
            return self.nested_array(object.id());
        }
        self.nested_object(value)
    }

    fn nested_object(&self, value: NodeId) -> Fix {
        let property = parent(value, self.ctx);
        let object = parent(property.id(), self.ctx);
        let outer = parent(object.id(), self.ctx);
        let is_sole = parts(object.kind()) == 1;
        if is_sole && matches!(parent_kind(outer.id(), self.ctx), AstKind::ObjectPattern(_)) {
            return self.nested_object(object.id());
        }
        if !matches!(object.kind(), AstKind::ObjectPattern(_)) {
            return None;
        }
        if is_sole {
            return self.variables(object.id());
        }
        let span = self.span(property.id());
        if self.before_is(span.start, "{") {
            self.with_token_after(span)
        } else {
            self.with_token_before(span)
        }
    }

    fn nested_array(&self, node: NodeId) -> Fix {
        let array = parent(node, self.ctx);
        let outer = parent(array.id(), self.ctx);
        let array_span = self.span(array.id());
        if parts(array.kind()) == 1 {
            return match outer.kind() {
                AstKind::ArrayPattern(_) => self.nested_array(array.id()),
                AstKind::BindingRestElement(_) if !self.before_is(array_span.start, ":") => {
                    self.rest(outer.id())
                }
                _ => self.variables(array.id()),
            };
        }
        let span = self.span(node);
        if self.before_is(span.start, ",") && self.after_is(span.end, "]") {
            return self.with_token_before(span);
        }
        remove(span.start, span.end)
    }

    fn rest(&self, rest: NodeId) -> Fix {
        let span = self.span(rest);
        let outer = parent(rest, self.ctx);
        match outer.kind() {
            kind if is_function(kind) => match parameters(kind) {
                1 => remove(span.start, span.end),
                _ => self.with_token_before(span),
            },
            AstKind::ArrayPattern(_) if parts(outer.kind()) == 1 => match parent_kind(outer.id(), self.ctx) {
                AstKind::ArrayPattern(_) => self.nested_array(outer.id()),
                _ => self.variables(outer.id()),
            },
            AstKind::ArrayPattern(_) => self.with_token_before(span),
            _ => None,
        }
    }

    fn import(&self, specifier: &AstNode<'a>, id: Span) -> Fix {
        let AstKind::ImportDeclaration(declaration) = self.ctx.nodes().parent_kind(specifier.id()) else {
            return None;
        };
        let specifiers = declaration.specifiers.as_ref()?;
        let has = |test: fn(&ImportDeclarationSpecifier<'_>) -> bool| {
            specifiers.iter().take(3).filter(|one| test(one)).count()
        };
        let named = has(|one| matches!(one, ImportDeclarationSpecifier::ImportSpecifier(_)));
        let default = has(|one| matches!(one, ImportDeclarationSpecifier::ImportDefaultSpecifier(_)));
        let span = specifier.kind().span();
        match specifier.kind() {
            AstKind::ImportDefaultSpecifier(_) => match specifiers.len() {
                1 => remove(span.start, declaration.source.span.start),
                _ => self.with_token_after(id),
            },
            AstKind::ImportNamespaceSpecifier(_) => match default {
                0 => remove(span.start, declaration.source.span.start),
                _ => self.with_token_before(span),
            },
            _ if named == 1 && default == 0 => remove(declaration.span.start, declaration.span.end),
            _ if named == 1 => {
                let brace = self.before(span.start);
                remove(self.before(brace.start).start, self.after(id.end))
            }
            _ if self.before_is(span.start, "{") => self.with_token_after(span),
            _ => self.with_token_before(span),
        }
    }
}

/// Whether the statement that ends at an offset ends with a block, in a list or deeper.
fn innermost(list: &[Statement<'_>], end: u32) -> bool {
    let index = list.partition_point(|statement| statement.span().end < end);
    let Some(statement) = list.get(index) else { return false };
    ends_with_block(statement, end)
}

fn ends_with_block(statement: &Statement<'_>, end: u32) -> bool {
    match statement {
        Statement::BlockStatement(block) => block.span.end == end || innermost(&block.body, end),
        Statement::SwitchStatement(switch) => {
            switch.span.end == end || switch.cases.iter().any(|case| innermost(&case.consequent, end))
        }
        Statement::FunctionDeclaration(function) => {
            function.span.end == end
                || function.body.as_ref().is_some_and(|body| innermost(&body.statements, end))
        }
        Statement::ClassDeclaration(class) => class.span.end == end,
        Statement::ExportDeclaration(export) => {
            let is_block = matches!(
                export.declaration,
                Declaration::FunctionDeclaration(_) | Declaration::ClassDeclaration(_)
            );
            is_block && export.span.end == end
        }
        Statement::ExportDefaultDeclaration(export) => {
            let is_block = matches!(
                export.declaration,
                ExportDefaultDeclarationKind::FunctionDeclaration(_)
                    | ExportDefaultDeclarationKind::ClassDeclaration(_)
            );
            is_block && export.span.end == end
        }
        Statement::IfStatement(statement) => {
            let branches = [Some(&statement.consequent), statement.alternate.as_ref()];
            branches.into_iter().flatten().any(|branch| ends_with_block(branch, end))
        }
        Statement::ForStatement(statement) => ends_with_block(&statement.body, end),
        Statement::ForInStatement(statement) => ends_with_block(&statement.body, end),
        Statement::ForOfStatement(statement) => ends_with_block(&statement.body, end),
        Statement::WhileStatement(statement) => ends_with_block(&statement.body, end),
        Statement::LabeledStatement(statement) => ends_with_block(&statement.body, end),
        Statement::TryStatement(statement) => {
            let blocks = [
                Some(&statement.block),
                statement.handler.as_ref().map(|handler| &handler.body),
                statement.finalizer.as_ref(),
            ];
            blocks.into_iter().flatten().any(|block| block.span.end == end || innermost(&block.body, end))
        }
        _ => false,
    }
}
