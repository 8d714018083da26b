//! Which code can run, by the control flow graph.

use oxc_cfg::graph::visit::EdgeRef;
use oxc_cfg::{BlockNodeId, EdgeType};
use oxc_syntax::node::NodeId;

use crate::lint::Context;

/// The blocks that can run if every function is called.
pub(crate) struct Reachable(Vec<bool>);

impl Reachable {
    /// Visits every block once. Only for rules with `needs_cfg`.
    pub(crate) fn new(ctx: &Context<'_>) -> Reachable {
        let Some(cfg) = ctx.cfg() else { return Reachable(Vec::new()) };
        let graph = cfg.graph();
        let mut reached = vec![false; graph.node_count()];
        let mut next: Vec<BlockNodeId> = graph
            .edge_references()
            .filter(|edge| matches!(edge.weight(), EdgeType::NewFunction))
            .map(|edge| edge.target())
            .collect();
        next.push(ctx.nodes().cfg_id(NodeId::ROOT));
        while let Some(block) = next.pop() {
            if std::mem::replace(&mut reached[block.index()], true) {
                continue;
            }
            let edges = graph.edges(block);
            let edges =
                edges.filter(|edge| !matches!(edge.weight(), EdgeType::NewFunction | EdgeType::Unreachable));
            next.extend(edges.map(|edge| edge.target()));
        }
        Reachable(reached)
    }

    /// Whether a node can run.
    pub(crate) fn has(&self, node: NodeId, ctx: &Context<'_>) -> bool {
        self.0.get(ctx.nodes().cfg_id(node).index()).copied().unwrap_or(true)
    }
}
