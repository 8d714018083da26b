//! The order in which a deep module graph is linked and run in pieces.

use std::collections::BTreeMap;

use verdict_vfs::VfsPath;

/// A module graph, split into pieces.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// Strongly connected components, dependencies first; each starts with the module reached first.
    pub(crate) groups: Vec<Vec<VfsPath>>,
    /// Depth of a walk of the graph.
    pub(crate) depth: usize,
}

struct Visit {
    index: usize,
    low: usize,
    open: bool,
}

/// Tarjan's algorithm without recursion. It visits imports in source order, as the engine does.
pub(crate) fn plan(root: &VfsPath, edges: &BTreeMap<VfsPath, Vec<VfsPath>>) -> Plan {
    let mut plan = Plan::default();
    let mut visits: BTreeMap<&VfsPath, Visit> = BTreeMap::new();
    let mut open: Vec<&VfsPath> = Vec::new();
    let mut walk: Vec<(&VfsPath, usize)> = vec![(root, 0)];
    while let Some((path, next)) = walk.pop() {
        if next == 0 {
            let index = visits.len();
            visits.insert(path, Visit { index, low: index, open: true });
            open.push(path);
            plan.depth = plan.depth.max(walk.len() + 1);
        }
        let targets = edges.get(path).map_or(&[][..], Vec::as_slice);
        if let Some(target) = targets.get(next) {
            walk.push((path, next + 1));
            match visits.get(target) {
                None => walk.push((target, 0)),
                Some(visit) if visit.open => {
                    let index = visit.index;
                    lower(&mut visits, path, index);
                }
                Some(_) => {}
            }
            continue;
        }
        let Some(visit) = visits.get(path) else { continue };
        let (index, low) = (visit.index, visit.low);
        if let Some((parent, _)) = walk.last() {
            lower(&mut visits, parent, low);
        }
        if index == low {
            let start = open.iter().rposition(|member| *member == path).unwrap_or(0);
            let group: Vec<&VfsPath> = open.split_off(start);
            for member in &group {
                if let Some(visit) = visits.get_mut(member) {
                    visit.open = false;
                }
            }
            plan.groups.push(group.into_iter().cloned().collect());
        }
    }
    plan
}

fn lower(visits: &mut BTreeMap<&VfsPath, Visit>, path: &VfsPath, low: usize) {
    if let Some(visit) = visits.get_mut(path) {
        visit.low = visit.low.min(low);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(edges: &str, expected: &str, depth: usize) {
        let path = |name: &str| VfsPath::parse(name).expect("a path");
        let mut map: BTreeMap<VfsPath, Vec<VfsPath>> = BTreeMap::new();
        for edge in edges.split_whitespace() {
            let (from, to) = edge.split_once('>').expect("an edge");
            map.entry(path(from)).or_default().push(path(to));
        }
        let plan = plan(&path("a"), &map);
        let groups: Vec<String> = plan
            .groups
            .iter()
            .map(|group| group.iter().map(VfsPath::name).collect::<Vec<_>>().join("+"))
            .collect();
        assert_eq!((groups.join(" ").as_str(), plan.depth), (expected, depth), "{edges}");
    }

    #[test]
    fn orders_dependencies_first() {
        check("", "a", 1);
        check("a>b b>c", "c b a", 3);
        check("a>b a>c b>d c>d", "d b c a", 3);
        check("a>b b>a", "a+b", 2);
        check("a>b b>c c>b c>d", "d b+c a", 4);
        check("a>a", "a", 1);
    }
}
