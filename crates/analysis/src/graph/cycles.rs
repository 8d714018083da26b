//! Which modules import each other, directly or not.

use std::collections::HashMap;

use verdict_vfs::VfsPath;

use super::Graph;

/// The strongly connected components found so far. Each walk completes those of all that it reaches, so all
/// walks of a run together are linear.
#[derive(Default)]
pub(super) struct Components {
    of: HashMap<VfsPath, u32>,
    count: u32,
}

/// A module that is being walked.
struct Node {
    path: VfsPath,
    /// The files that it imports.
    edges: Vec<VfsPath>,
    next: usize,
    low: usize,
    is_open: bool,
}

impl Graph {
    /// Whether two modules import each other.
    pub(crate) fn are_cyclic(&self, a: &VfsPath, b: &VfsPath) -> bool {
        let (a, b) = (self.component(a), self.component(b));
        a == b
    }

    /// The component of a module (Tarjan's algorithm).
    fn component(&self, path: &VfsPath) -> u32 {
        let mut components = self.components.borrow_mut();
        if let Some(known) = components.of.get(path) {
            return *known;
        }
        let mut nodes = vec![self.node(path, 0)];
        let mut places = HashMap::from([(path.clone(), 0)]);
        // The nodes being walked, and those whose component is open.
        let (mut walk, mut open) = (vec![0], vec![0]);
        while let Some(&at) = walk.last() {
            let edge = nodes[at].edges.get(nodes[at].next).cloned();
            nodes[at].next += 1;
            let Some(edge) = edge else {
                walk.pop();
                if let Some(&above) = walk.last() {
                    nodes[above].low = nodes[above].low.min(nodes[at].low);
                }
                if nodes[at].low == at {
                    let id = components.count;
                    components.count += 1;
                    while let Some(member) = open.pop() {
                        nodes[member].is_open = false;
                        components.of.insert(nodes[member].path.clone(), id);
                        if member == at {
                            break;
                        }
                    }
                }
                continue;
            };
            match places.get(&edge) {
                Some(&known) if nodes[known].is_open => nodes[at].low = nodes[at].low.min(known),
                Some(_) => {}
                None if components.of.contains_key(&edge) => {}
                None => {
                    let place = nodes.len();
                    nodes.push(self.node(&edge, place));
                    places.insert(edge, place);
                    walk.push(place);
                    open.push(place);
                }
            }
        }
        components.of.get(path).copied().unwrap_or(u32::MAX)
    }

    fn node(&self, path: &VfsPath, place: usize) -> Node {
        let module = self.module(path);
        let imports = module.iter().flat_map(|module| &module.imports);
        let runs = imports.filter(|imports| imports.declarations.iter().any(|import| !import.types_only));
        let edges = runs.map(|imports| imports.target.clone()).collect();
        Node { path: path.clone(), edges, next: 0, low: place, is_open: true }
    }
}
