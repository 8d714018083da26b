//! A walk over all nodes that tells where each begins and ends.

use oxc_semantic::AstNode;

use crate::lint::Context;

/// A step of the walk.
pub(crate) enum Step<'a> {
    /// A node begins.
    Enter(&'a AstNode<'a>),
    /// A node ends: all nodes below it have ended.
    Exit(&'a AstNode<'a>),
}

/// Visits the nodes of a file in the order of the source.
pub(crate) fn walk<'a>(ctx: &Context<'a>, visit: &mut dyn FnMut(&Step<'a>)) {
    let nodes = ctx.nodes();
    let mut open: Vec<&'a AstNode<'a>> = Vec::new();
    for node in nodes.iter() {
        let parent = nodes.parent_id(node.id());
        while let Some(ended) = open.pop_if(|last| last.id() != parent) {
            visit(&Step::Exit(ended));
        }
        visit(&Step::Enter(node));
        open.push(node);
    }
    while let Some(ended) = open.pop() {
        visit(&Step::Exit(ended));
    }
}
