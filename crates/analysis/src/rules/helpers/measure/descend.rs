//! Values that a node inherits from its parent.

use oxc_semantic::AstNode;

use crate::model::Model;

/// Visits all nodes, parents first, and passes each the result of `step` for its parent; the program gets
/// `start`. It takes one pass, however deep the tree is.
pub(crate) fn descend<'a, T: Copy>(model: &Model<'a>, start: T, mut step: impl FnMut(&AstNode<'a>, T) -> T) {
    let nodes = model.semantic.nodes();
    let mut values: Vec<T> = Vec::with_capacity(nodes.len());
    for node in nodes.iter() {
        let above = values.get(nodes.parent_id(node.id()).index()).copied().unwrap_or(start);
        values.push(step(node, above));
    }
}
