//! Cycles ("circles") in a graph.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// For each node that lies on a cycle, a shortest cycle from the node back to itself.
pub fn circles<N: Ord + Clone>(graph: &BTreeMap<N, BTreeSet<N>>) -> BTreeMap<N, Vec<N>> {
    graph
        .keys()
        .filter_map(|node| Some((node.clone(), shortest(graph, node)?)))
        .collect()
}

/// A shortest cycle through a node, which is both its first and its last element; found by breadth-first search.
fn shortest<N: Ord + Clone>(graph: &BTreeMap<N, BTreeSet<N>>, start: &N) -> Option<Vec<N>> {
    let mut came_from: BTreeMap<&N, &N> = BTreeMap::new();
    let mut open = VecDeque::from([start]);
    while let Some(node) = open.pop_front() {
        for next in graph.get(node).into_iter().flatten() {
            if next == start {
                let mut circle = vec![start.clone(), node.clone()];
                let mut at = node;
                while at != start {
                    at = came_from[at];
                    circle.push(at.clone());
                }
                // For a node that uses itself, the start is also the end.
                circle.reverse();
                return Some(circle);
            }
            if !came_from.contains_key(next) {
                came_from.insert(next, node);
                open.push_back(next);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(
        arrows: &[(&'static str, &[&'static str])],
    ) -> BTreeMap<&'static str, BTreeSet<&'static str>> {
        let rows = arrows.iter();
        rows.map(|(node, to)| (*node, to.iter().copied().collect()))
            .collect()
    }

    #[test]
    fn a_graph_whose_arrows_point_down_has_no_circles() {
        let graph = graph(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])]);
        assert!(circles(&graph).is_empty());
    }

    #[test]
    fn each_node_on_a_cycle_has_a_shortest_one_and_other_nodes_have_none() {
        let graph = graph(&[
            ("a", &["b"]),
            ("b", &["c", "a"]),
            ("c", &["a"]),
            ("above", &["a"]),
        ]);
        let found = circles(&graph);
        assert_eq!(found["a"], ["a", "b", "a"]);
        assert_eq!(found["c"], ["c", "a", "b", "c"]);
        assert_eq!(found.keys().copied().collect::<Vec<_>>(), ["a", "b", "c"]);
    }
}
