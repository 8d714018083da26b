//! Which modules import each other, directly or not.

use std::cell::Ref;
use std::rc::Rc;

use verdict_vfs::VfsPath;

use super::Graph;
use super::module::{Imports, Module};

use crate::hash::HashMap;

/// The modules that were reached so far, with their strongly connected components. Each walk completes those of
/// all that it reaches, so all walks of a run together are linear.
#[derive(Default)]
pub(crate) struct Components {
    places: HashMap<VfsPath, usize>,
    nodes: Vec<Node>,
}

/// A module, or a file that is none.
#[derive(Default)]
struct Node {
    module: Option<Rc<Module>>,
    /// For each file that the module imports, its place; `None` if it imports types only.
    edges: Vec<Option<usize>>,
    /// When the walk reached it, and the earliest that it leads back to.
    order: Option<usize>,
    low: usize,
    component: Option<usize>,
}

impl Node {
    fn lower(&mut self, low: usize) {
        self.low = self.low.min(low);
    }
}

impl Components {
    /// The place of a file.
    pub(crate) fn place(&self, path: &VfsPath) -> Option<usize> {
        self.places.get(path).copied()
    }

    /// Whether two modules import each other.
    pub(crate) fn are_cyclic(&self, a: usize, b: usize) -> bool {
        self.nodes[a].component == self.nodes[b].component
    }

    /// The files that a module imports, each with its place.
    pub(crate) fn imports(&self, at: usize) -> impl Iterator<Item = (usize, &Imports)> {
        let node = &self.nodes[at];
        let imports = node.module.iter().flat_map(|module| &module.imports);
        node.edges.iter().zip(imports).filter_map(|(place, imports)| Some(((*place)?, imports)))
    }

    /// The place of a file, which is new if it was never reached.
    fn enter(&mut self, path: &VfsPath) -> usize {
        let next = self.nodes.len();
        let place = *self.places.entry(path.clone()).or_insert(next);
        if place == next {
            self.nodes.push(Node::default());
        }
        place
    }

    /// Closes the component of a module, if that is the first of its component.
    fn close(&mut self, at: usize, open: &mut Vec<usize>) {
        if Some(self.nodes[at].low) != self.nodes[at].order {
            return;
        }
        while let Some(member) = open.pop() {
            self.nodes[member].component = Some(at);
            if member == at {
                return;
            }
        }
    }
}

/// A module that is being walked, and which of its imports is next.
struct Step {
    place: usize,
    next: usize,
}

impl Graph {
    /// The components of a file and of all that it imports.
    pub(crate) fn components(&self, path: &VfsPath) -> Ref<'_, Components> {
        let is_known = self.components.borrow().places.contains_key(path);
        if !is_known {
            self.walk(path, &mut self.components.borrow_mut());
        }
        self.components.borrow()
    }

    /// Walks what a file imports (Tarjan's algorithm).
    fn walk(&self, path: &VfsPath, components: &mut Components) {
        let first = components.enter(path);
        self.reach(path, first, 0, components);
        let (mut reached, mut steps, mut open) = (1, vec![Step { place: first, next: 0 }], vec![first]);
        while let Some(step) = steps.last_mut() {
            let (at, next) = (step.place, step.next);
            step.next += 1;
            let Some(edge) = components.nodes[at].edges.get(next).copied() else {
                steps.pop();
                if let Some(above) = steps.last() {
                    let low = components.nodes[at].low;
                    components.nodes[above.place].lower(low);
                }
                components.close(at, &mut open);
                continue;
            };
            let Some(edge) = edge.filter(|edge| components.nodes[*edge].component.is_none()) else {
                continue;
            };
            if let Some(order) = components.nodes[edge].order {
                components.nodes[at].lower(order);
            } else {
                let module = components.nodes[at].module.clone();
                if let Some(imports) = module.iter().find_map(|module| module.imports.get(next)) {
                    self.reach(&imports.target, edge, reached, components);
                }
                reached += 1;
                steps.push(Step { place: edge, next: 0 });
                open.push(edge);
            }
        }
    }

    /// Fills the node of a file.
    fn reach(&self, path: &VfsPath, place: usize, order: usize, components: &mut Components) {
        let module = self.module(path);
        let imports = module.iter().flat_map(|module| &module.imports);
        let runs = |imports: &Imports| imports.declarations.iter().any(|import| !import.types_only);
        let edges = imports.map(|one| runs(one).then(|| components.enter(&one.target))).collect();
        components.nodes[place] = Node { module, edges, order: Some(order), low: order, component: None };
    }
}
