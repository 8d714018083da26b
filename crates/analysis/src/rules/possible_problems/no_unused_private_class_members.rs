//! `no-unused-private-class-members`: disallow unused private class members.
//!
//! Nothing outside a class sees its private members: what the class itself does not read has no use.
//!
//! ```js fails
//! class Counter { #start = 0; }
//! ```
//!
//! ```js passes
//! class Counter { #start = 0; value() { return this.#start; } }
//! ```


use oxc_syntax::node::NodeId;

use crate::hash::HashMap;
use crate::rules::helpers::members::removal;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-unused-private-class-members",
    recommended: true,
    has_suggestions: true,
    messages: &[
        ("unusedPrivateClassMember", "'{{classMemberName}}' is defined but never used."),
        ("removeUnusedPrivateClassMember", "Remove unused private class member '{{classMemberName}}'."),
    ],
    types: &[AstType::PrivateIdentifier],
    run: Run::File(|ctx| {
        let mut members: Vec<Member<'_>> = Vec::new();
        let mut by_class: HashMap<(NodeId, &str), usize> = HashMap::default();
        for node in ctx.nodes_of(AstType::PrivateIdentifier) {
            if let AstKind::PrivateIdentifier(name) = node.kind()
                && let Some(member) = Member::of(node, ctx)
            {
                let class = ctx.nodes().parent_id(ctx.nodes().parent_id(node.id()));
                let name = name.name.as_str();
                // The last of a getter and a setter counts.
                match by_class.get(&(class, name)) {
                    Some(index) => members[*index] = member,
                    None => {
                        by_class.insert((class, name), members.len());
                        members.push(member);
                    }
                }
            }
        }
        for node in ctx.nodes_of(AstType::PrivateIdentifier) {
            if Member::is_declared_by(node, ctx) {
                continue;
            }
            let AstKind::PrivateIdentifier(name) = node.kind() else { continue };
            let mut classes = ctx.nodes().ancestors(node.id()).filter(|node| matches!(node.kind(), AstKind::ClassBody(_)));
            let index = classes.find_map(|class| by_class.get(&(class.id(), name.name.as_str())));
            if let Some(index) = index
                && !members[*index].is_used
            {
                members[*index].is_referenced = true;
                members[*index].is_used = members[*index].is_accessor || reads(node, ctx);
            }
        }
        for member in members.iter().filter(|member| !member.is_used) {
            let name = ctx.text(member.key);
            let report = ctx.report(member.key, "unusedPrivateClassMember").data("classMemberName", name);
            if !member.is_referenced {
                let data = vec![("classMemberName", name.to_owned())];
                drop(report.suggest_with("removeUnusedPrivateClassMember", data, removal(member.node, ctx)));
            }
        }
    }),
    ..Rule::DEFAULT
};

struct Member<'a> {
    node: &'a AstNode<'a>,
    key: Span,
    is_accessor: bool,
    is_referenced: bool,
    is_used: bool,
}

impl<'a> Member<'a> {
    /// The member that a private name declares.
    fn of(name: &AstNode<'a>, ctx: &Context<'a>) -> Option<Member<'a>> {
        let node = ctx.nodes().parent_node(name.id());
        let is_accessor = match node.kind() {
            AstKind::PropertyDefinition(_) => false,
            AstKind::MethodDefinition(method) => method.kind.is_accessor(),
            _ => return None,
        };
        let key = name.kind().span();
        Some(Member { node, key, is_accessor, is_referenced: false, is_used: false })
    }

    fn is_declared_by(name: &AstNode<'a>, ctx: &Context<'a>) -> bool {
        let parent = ctx.nodes().parent_kind(name.id());
        matches!(parent, AstKind::PropertyDefinition(_) | AstKind::MethodDefinition(_))
    }
}

/// Whether a private name reads the member; otherwise it only writes it.
fn reads(name: &AstNode<'_>, ctx: &Context<'_>) -> bool {
    let nodes = ctx.nodes();
    let member = nodes.parent_node(name.id());
    let span = member.kind().span();
    let parent = ctx.parent(member.id());
    let is_statement = || matches!(ctx.parent_kind(parent.id()), AstKind::ExpressionStatement(_));
    match parent.kind() {
        AstKind::AssignmentExpression(assignment) if assignment.left.span() == span => {
            !assignment.operator.is_assign() && !is_statement()
        }
        AstKind::ForInStatement(statement) => statement.left.span() != span,
        AstKind::ForOfStatement(statement) => statement.left.span() != span,
        AstKind::AssignmentTargetWithDefault(target) => target.binding.span() != span,
        AstKind::UpdateExpression(_) => !is_statement(),
        AstKind::AssignmentTargetPropertyProperty(property) => property.binding.span() != span,
        AstKind::ArrayAssignmentTarget(_) | AstKind::AssignmentTargetRest(_) => false,
        _ => true,
    }
}
