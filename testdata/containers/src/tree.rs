//! A set as a binary search tree.
//!
//! The tree is not balanced: its height depends on the order in which items were inserted. No function is recursive, so
//! a tree that has degenerated to a list is slow but does not exhaust the stack.

use std::cmp::Ordering;
use std::fmt::{self, Debug, Formatter};
use std::iter::FusedIterator;

type Link<T> = Option<Box<Node<T>>>;

struct Node<T> {
    item: T,
    left: Link<T>,
    right: Link<T>,
}

impl<T> Node<T> {
    fn leaf(item: T) -> Box<Node<T>> {
        Box::new(Node {
            item,
            left: None,
            right: None,
        })
    }
}

/// A sorted set without duplicates.
pub struct Tree<T> {
    root: Link<T>,
    len: usize,
}

impl<T> Tree<T> {
    /// An empty set.
    pub const fn new() -> Tree<T> {
        Tree { root: None, len: 0 }
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// Removes all items.
    pub fn clear(&mut self) {
        let mut pending = vec![self.root.take()];
        while let Some(link) = pending.pop() {
            if let Some(mut node) = link {
                pending.push(node.left.take());
                pending.push(node.right.take());
            }
        }
        self.len = 0;
    }

    /// The smallest item.
    pub fn first(&self) -> Option<&T> {
        let mut node = self.root.as_deref()?;
        while let Some(left) = &node.left {
            node = left;
        }
        Some(&node.item)
    }

    /// The largest item.
    pub fn last(&self) -> Option<&T> {
        let mut node = self.root.as_deref()?;
        while let Some(right) = &node.right {
            node = right;
        }
        Some(&node.item)
    }

    /// The number of nodes on the longest way down from the root; 0 for an empty set.
    pub fn height(&self) -> usize {
        let mut highest = 0;
        let mut pending = vec![(&self.root, 1)];
        while let Some((link, depth)) = pending.pop() {
            if let Some(node) = link {
                highest = highest.max(depth);
                pending.push((&node.left, depth + 1));
                pending.push((&node.right, depth + 1));
            }
        }
        highest
    }

    /// The items in ascending order.
    pub fn iter(&self) -> Iter<'_, T> {
        let mut iter = Iter {
            pending: Vec::new(),
            len: self.len,
        };
        iter.descend(&self.root);
        iter
    }

    /// Removes and returns the smallest item.
    pub fn pop_first(&mut self) -> Option<T> {
        let popped = take_first(&mut self.root)?;
        self.len -= 1;
        Some(popped)
    }

    /// Removes and returns the largest item.
    pub fn pop_last(&mut self) -> Option<T> {
        let mut link = &mut self.root;
        while link.as_ref().is_some_and(|node| node.right.is_some()) {
            link = &mut link.as_mut().expect("it has a right child").right;
        }
        let node = link.take()?;
        *link = node.left;
        self.len -= 1;
        Some(node.item)
    }
}

impl<T: Ord> Tree<T> {
    /// Whether the set contains the item.
    pub fn contains(&self, item: &T) -> bool {
        self.get(item).is_some()
    }

    /// The set's own item that equals `item`.
    pub fn get(&self, item: &T) -> Option<&T> {
        let mut link = &self.root;
        while let Some(node) = link {
            match item.cmp(&node.item) {
                Ordering::Less => link = &node.left,
                Ordering::Equal => return Some(&node.item),
                Ordering::Greater => link = &node.right,
            }
        }
        None
    }

    /// The largest item that is not above `item`.
    pub fn floor(&self, item: &T) -> Option<&T> {
        let mut link = &self.root;
        let mut found = None;
        while let Some(node) = link {
            if node.item <= *item {
                found = Some(&node.item);
                link = &node.right;
            } else {
                link = &node.left;
            }
        }
        found
    }

    /// The smallest item that is not below `item`.
    pub fn ceiling(&self, item: &T) -> Option<&T> {
        let mut link = &self.root;
        let mut found = None;
        while let Some(node) = link {
            if node.item >= *item {
                found = Some(&node.item);
                link = &node.left;
            } else {
                link = &node.right;
            }
        }
        found
    }

    /// Adds an item. Returns whether it is new; if the set contains an equal item, that one stays.
    pub fn insert(&mut self, item: T) -> bool {
        let link = self.locate(&item);
        if link.is_some() {
            return false;
        }
        *link = Some(Node::leaf(item));
        self.len += 1;
        true
    }

    /// Adds an item, and returns the equal item that it replaces.
    pub fn replace(&mut self, item: T) -> Option<T> {
        let link = self.locate(&item);
        if let Some(node) = link {
            return Some(std::mem::replace(&mut node.item, item));
        }
        *link = Some(Node::leaf(item));
        self.len += 1;
        None
    }

    /// Removes an item. Returns whether the set contained it.
    pub fn remove(&mut self, item: &T) -> bool {
        self.take(item).is_some()
    }

    /// Removes an item and returns it.
    pub fn take(&mut self, item: &T) -> Option<T> {
        let link = self.locate(item);
        let mut node = link.take()?;
        *link = match (node.left.take(), node.right.take()) {
            (None, None) => None,
            (Some(only), None) | (None, Some(only)) => Some(only),
            (left, mut right) => {
                // The successor takes the place of the removed item.
                take_first(&mut right).map(|item| Box::new(Node { item, left, right }))
            }
        };
        self.len -= 1;
        Some(node.item)
    }

    /// The link to the item, or the empty link where it belongs.
    fn locate(&mut self, item: &T) -> &mut Link<T> {
        let mut link = &mut self.root;
        while let Some(order) = link.as_ref().map(|node| item.cmp(&node.item)) {
            let node = match order {
                Ordering::Equal => break,
                _ => link.as_mut().expect("its item was compared"),
            };
            link = match order {
                Ordering::Less => &mut node.left,
                _ => &mut node.right,
            };
        }
        link
    }
}

/// Removes and returns the smallest item below a link.
fn take_first<T>(mut link: &mut Link<T>) -> Option<T> {
    while link.as_ref().is_some_and(|node| node.left.is_some()) {
        link = &mut link.as_mut().expect("it has a left child").left;
    }
    let node = link.take()?;
    *link = node.right;
    Some(node.item)
}

impl<T> Drop for Tree<T> {
    fn drop(&mut self) {
        self.clear();
    }
}

impl<T> Default for Tree<T> {
    fn default() -> Tree<T> {
        Tree::new()
    }
}

impl<T: Clone> Clone for Tree<T> {
    /// Copies the items and the shape.
    fn clone(&self) -> Tree<T> {
        let mut copy = Tree::new();
        let mut pending = vec![(&self.root, &mut copy.root)];
        while let Some((from, to)) = pending.pop() {
            if let Some(node) = from {
                let made = to.insert(Node::leaf(node.item.clone()));
                let Node { left, right, .. } = &mut **made;
                pending.push((&node.left, left));
                pending.push((&node.right, right));
            }
        }
        copy.len = self.len;
        copy
    }
}

impl<T: Debug> Debug for Tree<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

impl<T: PartialEq> PartialEq for Tree<T> {
    fn eq(&self, other: &Tree<T>) -> bool {
        self.len == other.len && self.iter().eq(other)
    }
}

impl<T: Eq> Eq for Tree<T> {}

impl<T: Ord> Extend<T> for Tree<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        for item in items {
            self.insert(item);
        }
    }
}

impl<T: Ord> FromIterator<T> for Tree<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Tree<T> {
        let mut tree = Tree::new();
        tree.extend(items);
        tree
    }
}

impl<'a, T> IntoIterator for &'a Tree<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<T> IntoIterator for Tree<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    /// The items in ascending order.
    fn into_iter(self) -> IntoIter<T> {
        IntoIter { tree: self }
    }
}

/// The items of a [`Tree`] in ascending order.
pub struct Iter<'a, T> {
    /// Nodes whose item and right subtree are still to come, the next one last.
    pending: Vec<&'a Node<T>>,
    len: usize,
}

impl<'a, T> Iter<'a, T> {
    /// Adds the way from a link down to its smallest item.
    fn descend(&mut self, mut link: &'a Link<T>) {
        while let Some(node) = link {
            self.pending.push(node);
            link = &node.left;
        }
    }
}

impl<'a, T> Iterator for Iter<'a, T> {
    type Item = &'a T;

    fn next(&mut self) -> Option<&'a T> {
        let node = self.pending.pop()?;
        self.descend(&node.right);
        self.len -= 1;
        Some(&node.item)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len, Some(self.len))
    }
}

impl<T> ExactSizeIterator for Iter<'_, T> {}
impl<T> FusedIterator for Iter<'_, T> {}

impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Iter {
            pending: self.pending.clone(),
            len: self.len,
        }
    }
}

impl<T: Debug> Debug for Iter<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// The items that a [`Tree`] contained, in ascending order.
#[derive(Clone, Debug)]
pub struct IntoIter<T> {
    tree: Tree<T>,
}

impl<T> Iterator for IntoIter<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.tree.pop_first()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.tree.len, Some(self.tree.len))
    }
}

impl<T> DoubleEndedIterator for IntoIter<T> {
    fn next_back(&mut self) -> Option<T> {
        self.tree.pop_last()
    }
}

impl<T> ExactSizeIterator for IntoIter<T> {}
impl<T> FusedIterator for IntoIter<T> {}
