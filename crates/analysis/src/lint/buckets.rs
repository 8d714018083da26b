//! The nodes of a file by type, from one pass over them.

use oxc_ast::AstType;
use oxc_ast::ast_kind::AST_TYPE_MAX;
use oxc_semantic::{AstNode, AstNodes};
use oxc_syntax::node::NodeId;

/// The ids of all nodes: those of one type are next to each other, in the order of the source.
pub(crate) struct Buckets {
    /// Where the nodes of each type start.
    starts: [u32; AST_TYPE_MAX as usize + 2],
    ids: Vec<NodeId>,
}

impl Buckets {
    pub(crate) fn new(nodes: &AstNodes<'_>) -> Buckets {
        let mut starts = [0; AST_TYPE_MAX as usize + 2];
        for node in nodes.iter() {
            starts[node.kind().ty() as usize + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut next = starts;
        let mut ids = vec![NodeId::ROOT; nodes.len()];
        // Nodes have their ids in the tree, which is seldom in the processor's cache.
        for (index, node) in nodes.iter().enumerate() {
            let at = &mut next[node.kind().ty() as usize];
            ids[*at as usize] = NodeId::from_usize(index);
            *at += 1;
        }
        Buckets { starts, ids }
    }

    /// The nodes of a type.
    pub(crate) fn of(&self, of: AstType) -> &[NodeId] {
        let of = of as usize;
        &self.ids[self.starts[of] as usize..self.starts[of + 1] as usize]
    }

    /// Calls `visit` with each node of a type.
    pub(crate) fn each<'a>(
        &self,
        of: AstType,
        nodes: &'a AstNodes<'a>,
    ) -> impl Iterator<Item = &'a AstNode<'a>> {
        self.of(of).iter().map(|id| nodes.get_node(*id))
    }
}
