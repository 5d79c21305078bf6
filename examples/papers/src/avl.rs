//! `AvlTree.Clear` from the test generalization paper.

/// An ordered tree that keeps itself balanced.
#[derive(Clone, Debug, Default)]
pub struct AvlTree {
    root: Option<Box<Node>>,
    count: usize,
}

#[derive(Clone, Debug)]
struct Node {
    item: i32,
    height: u32,
    left: Option<Box<Node>>,
    right: Option<Box<Node>>,
}

impl AvlTree {
    /// A tree of these items.
    pub fn new(items: &[i32]) -> AvlTree {
        let mut tree = AvlTree::default();
        for &item in items {
            tree.add(item);
        }
        tree
    }

    /// Adds an item; the tree may contain equal items.
    pub fn add(&mut self, item: i32) {
        self.root = Some(insert(self.root.take(), item));
        self.count += 1;
    }

    /// The number of items.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Whether the tree contains an item.
    pub fn contains(&self, item: i32) -> bool {
        let mut node = &self.root;
        while let Some(inner) = node {
            if item == inner.item {
                return true;
            }
            node = if item < inner.item { &inner.left } else { &inner.right };
        }
        false
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.root = None;
        self.count = 0;
    }
}

fn height(node: &Option<Box<Node>>) -> u32 {
    node.as_ref().map_or(0, |node| node.height)
}

fn update(node: &mut Node) {
    node.height = 1 + height(&node.left).max(height(&node.right));
}

fn rotate_right(mut node: Box<Node>) -> Box<Node> {
    let Some(mut left) = node.left.take() else { return node };
    node.left = left.right.take();
    update(&mut node);
    left.right = Some(node);
    update(&mut left);
    left
}

fn rotate_left(mut node: Box<Node>) -> Box<Node> {
    let Some(mut right) = node.right.take() else { return node };
    node.right = right.left.take();
    update(&mut node);
    right.left = Some(node);
    update(&mut right);
    right
}

fn insert(node: Option<Box<Node>>, item: i32) -> Box<Node> {
    let Some(mut node) = node else {
        return Box::new(Node { item, height: 1, left: None, right: None });
    };
    if item < node.item {
        node.left = Some(insert(node.left.take(), item));
    } else {
        node.right = Some(insert(node.right.take(), item));
    }
    update(&mut node);
    let (left, right) = (height(&node.left), height(&node.right));
    if left > right + 1 {
        if node.left.as_ref().is_some_and(|left| height(&left.left) < height(&left.right)) {
            node.left = node.left.take().map(rotate_left);
        }
        rotate_right(node)
    } else if right > left + 1 {
        if node.right.as_ref().is_some_and(|right| height(&right.right) < height(&right.left)) {
            node.right = node.right.take().map(rotate_right);
        }
        rotate_left(node)
    } else {
        node
    }
}

/// The paper's parameterized test.
pub fn clear_leaves_nothing(items: Vec<i32>) {
    let mut tree = AvlTree::new(&items);
    assert_eq!(tree.count(), items.len());
    tree.clear();
    assert_eq!(tree.count(), 0);
    assert!(!items.iter().any(|item| tree.contains(*item)));
}
