//! What a rule sees of a file, and how it reports.

use std::cell::{OnceCell, RefCell};
use std::ops::Deref;

use oxc_ast::{AstKind, AstType, Comment};
use oxc_semantic::{AstNode, AstNodes, Scoping, Semantic, SymbolId};
use oxc_span::Span;
use oxc_syntax::node::NodeId;

use super::buckets::Buckets;
use super::code_path::CodePaths;
use super::config::Language;
use super::report::{Finding, Report};
use crate::hash::HashSet;
use crate::model::Model;
use crate::rules::Rule;
use crate::rules::TypeNames;

/// What the rules of a file share.
pub(crate) struct Shared<'a> {
    pub(super) buckets: Buckets,
    code_paths: CodePaths<'a>,
    type_names: OnceCell<TypeNames>,
    exported: Vec<String>,
    /// What the configuration says of the language, without comments.
    language: &'a Language,
    /// Whether comments can configure the file.
    inline: bool,
}

impl<'a> Shared<'a> {
    pub(super) fn new(
        semantic: &'a Semantic<'a>,
        exported: Vec<String>,
        language: &'a Language,
        inline: bool,
    ) -> Shared<'a> {
        let nodes = semantic.nodes();
        Shared {
            buckets: Buckets::new(nodes),
            code_paths: CodePaths::new(nodes),
            type_names: OnceCell::new(),
            exported,
            language,
            inline,
        }
    }
}

/// A file and the rule that examines it. It derefs to [`Model`].
pub(crate) struct Context<'a> {
    pub(crate) model: &'a Model<'a>,
    pub(crate) rule: &'static Rule,
    /// The id by which the configuration calls the rule.
    pub(crate) called: &'a str,
    shared: &'a Shared<'a>,
    pub(super) findings: RefCell<Vec<Finding>>,
}

impl<'a> Context<'a> {
    pub(super) fn new(
        model: &'a Model<'a>,
        rule: &'static Rule,
        called: &'a str,
        shared: &'a Shared<'a>,
    ) -> Context<'a> {
        Context { model, rule, called, shared, findings: RefCell::default() }
    }

    /// Reports a problem under one of the rule's message ids. The report is complete at the end of the
    /// statement: `ctx.report(span, "unexpected").data("name", name).fix(span, "");`.
    pub(crate) fn report(&self, span: Span, message_id: &'static str) -> Report<'_, 'a> {
        Report::new(self, span, message_id)
    }

    /// The text of the file, with a byte order mark.
    pub(crate) fn source(&self) -> &'a str {
        self.model.lines.source()
    }

    /// The text of a span.
    pub(crate) fn text(&self, span: Span) -> &'a str {
        &self.source()[span.start as usize..span.end as usize]
    }

    pub(crate) fn nodes(&self) -> &'a AstNodes<'a> {
        self.model.semantic.nodes()
    }

    pub(crate) fn scoping(&self) -> &'a Scoping {
        self.model.semantic.scoping()
    }

    /// The nodes of a type in the order of the source.
    pub(crate) fn nodes_of(&self, of: AstType) -> impl Iterator<Item = &'a AstNode<'a>> {
        self.shared.buckets.each(of, self.nodes())
    }

    /// The parent of a node, ignoring parentheses, which ESLint's trees do not have.
    pub(crate) fn parent(&self, node: NodeId) -> &'a AstNode<'a> {
        let nodes = self.nodes();
        let mut parent = nodes.parent_node(node);
        while matches!(parent.kind(), AstKind::ParenthesizedExpression(_)) {
            parent = nodes.parent_node(parent.id());
        }
        parent
    }

    /// The kind of the parent, ignoring parentheses.
    pub(crate) fn parent_kind(&self, node: NodeId) -> AstKind<'a> {
        self.parent(node).kind()
    }

    /// The references that only TypeScript's scope analysis resolves.
    pub(crate) fn type_names(&self) -> &'a TypeNames {
        self.shared.type_names.get_or_init(|| TypeNames::of(self.model))
    }

    /// The code paths.
    pub(crate) fn code_paths(&self) -> &'a CodePaths<'a> {
        &self.shared.code_paths
    }

    /// The owners of code paths which may have code that cannot be reached.
    pub(crate) fn maybe_dead(&self) -> &'a HashSet<NodeId> {
        self.shared.code_paths.maybe_dead(&self.shared.buckets)
    }

    /// Whether a node is in a code path which may have code that cannot be reached.
    pub(crate) fn is_maybe_dead(&self, node: NodeId) -> bool {
        self.shared.code_paths.is_maybe_dead(node, &self.shared.buckets)
    }

    /// Whether a variable is one of a script's top level, which other scripts share.
    pub(crate) fn is_of_script(&self, symbol: SymbolId) -> bool {
        let scoping = self.scoping();
        self.model.source_type.is_script() && scoping.symbol_scope_id(symbol) == scoping.root_scope_id()
    }

    /// Whether a comment `exported` says that other files use a variable of a script.
    pub(crate) fn is_used_elsewhere(&self, symbol: SymbolId) -> bool {
        self.is_of_script(symbol)
            && self.shared.exported.iter().any(|name| name == self.scoping().symbol_name(symbol))
    }

    /// The language as the configuration has it, without the comments of the file.
    pub(crate) fn configured_language(&self) -> &'a Language {
        self.shared.language
    }

    /// Whether comments can configure the file: without them, `/* global name */` says nothing.
    pub(crate) fn has_inline_configuration(&self) -> bool {
        self.shared.inline
    }

    pub(crate) fn comments(&self) -> &'a [Comment] {
        self.model.semantic.comments()
    }

    /// Whether a comment starts in a span.
    pub(crate) fn has_comments(&self, span: Span) -> bool {
        self.model.semantic.has_comments_between(span)
    }
}

impl<'a> Deref for Context<'a> {
    type Target = Model<'a>;

    fn deref(&self) -> &Model<'a> {
        self.model
    }
}
