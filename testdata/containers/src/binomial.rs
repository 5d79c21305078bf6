//! A priority queue as a binomial heap.
//!
//! A binomial tree of order `k` has `2^k` items: a root with children of the orders `0` to `k - 1`. In each tree, no
//! item is smaller than its parent. A heap is a list of trees with different orders, which correspond to the ones in
//! the binary form of its length; two heaps are merged like two binary numbers are added.

use std::cmp::Ordering;
use std::fmt::{self, Debug, Formatter};
use std::iter::FusedIterator;
use std::mem;

/// A binomial tree.
#[derive(Clone)]
struct Node<T> {
    item: T,
    /// Child `i` has order `i`.
    children: Vec<Node<T>>,
}

impl<T> Node<T> {
    /// A tree of order 0.
    fn leaf(item: T) -> Node<T> {
        Node {
            item,
            children: Vec::new(),
        }
    }
}

impl<T: Ord> Node<T> {
    /// Makes one tree of two that have the same order.
    fn link(mut self, mut other: Node<T>) -> Node<T> {
        if other.item < self.item {
            mem::swap(&mut self, &mut other);
        }
        self.children.push(other);
        self
    }

    fn contains(&self, item: &T) -> bool {
        match item.cmp(&self.item) {
            Ordering::Less => false,
            Ordering::Equal => true,
            Ordering::Greater => self.children.iter().any(|child| child.contains(item)),
        }
    }

    /// Moves an item that equals `item` to the root. Returns whether there is one.
    fn lift(&mut self, item: &T) -> bool {
        match item.cmp(&self.item) {
            Ordering::Less => false,
            Ordering::Equal => true,
            Ordering::Greater => {
                for child in &mut self.children {
                    if child.lift(item) {
                        mem::swap(&mut self.item, &mut child.item);
                        return true;
                    }
                }
                false
            }
        }
    }

    /// Replaces an item that equals `item` by `to`, which is not larger, and returns it. Returns `to` if there is none.
    fn decrease(&mut self, item: &T, mut to: T) -> Result<T, T> {
        match item.cmp(&self.item) {
            Ordering::Less => Err(to),
            Ordering::Equal => Ok(mem::replace(&mut self.item, to)),
            Ordering::Greater => {
                for child in &mut self.children {
                    match child.decrease(item, to) {
                        Ok(replaced) => {
                            if child.item < self.item {
                                mem::swap(&mut self.item, &mut child.item);
                            }
                            return Ok(replaced);
                        }
                        Err(back) => to = back,
                    }
                }
                Err(to)
            }
        }
    }
}

/// A priority queue whose smallest item comes first.
#[derive(Clone)]
pub struct BinomialHeap<T> {
    /// Tree `i` has order `i`. The last one is present.
    trees: Vec<Option<Node<T>>>,
    len: usize,
}

impl<T> BinomialHeap<T> {
    /// An empty heap.
    pub const fn new() -> BinomialHeap<T> {
        BinomialHeap {
            trees: Vec::new(),
            len: 0,
        }
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Removes all items.
    pub fn clear(&mut self) {
        self.trees.clear();
        self.len = 0;
    }

    /// The items in no particular order.
    pub fn iter(&self) -> Iter<'_, T> {
        Iter {
            pending: self.trees.iter().flatten().collect(),
            len: self.len,
        }
    }
}

impl<T: Ord> BinomialHeap<T> {
    /// Adds an item.
    pub fn push(&mut self, item: T) {
        self.append(&mut BinomialHeap {
            trees: vec![Some(Node::leaf(item))],
            len: 1,
        });
    }

    /// The smallest item.
    pub fn peek(&self) -> Option<&T> {
        self.trees.iter().flatten().map(|tree| &tree.item).min()
    }

    /// Removes and returns the smallest item.
    pub fn pop(&mut self) -> Option<T> {
        let roots = self.trees.iter().enumerate();
        let (order, _) = roots
            .filter_map(|(order, tree)| Some((order, &tree.as_ref()?.item)))
            .min_by_key(|(_, item)| *item)?;
        Some(self.take_root(order))
    }

    /// Moves all items of another heap to this one.
    pub fn append(&mut self, other: &mut BinomialHeap<T>) {
        let orders = self.trees.len().max(other.trees.len());
        self.trees.resize_with(orders, || None);
        other.trees.resize_with(orders, || None);
        let mut carried = None;
        for (ours, theirs) in self.trees.iter_mut().zip(other.trees.drain(..)) {
            (*ours, carried) = add(ours.take(), theirs, carried);
        }
        if carried.is_some() {
            self.trees.push(carried);
        }
        self.len += mem::take(&mut other.len);
    }

    /// Whether the heap contains an item that equals `item`.
    pub fn contains(&self, item: &T) -> bool {
        self.trees.iter().flatten().any(|tree| tree.contains(item))
    }

    /// Removes one item that equals `item` and returns it.
    pub fn remove(&mut self, item: &T) -> Option<T> {
        let order = self
            .trees
            .iter_mut()
            .position(|tree| tree.as_mut().is_some_and(|tree| tree.lift(item)))?;
        Some(self.take_root(order))
    }

    /// Replaces one item that equals `item` by `to` and returns it.
    ///
    /// # Errors
    ///
    /// Returns `to`, and changes nothing, if it is larger than `item` or if the heap has no such item.
    pub fn decrease(&mut self, item: &T, mut to: T) -> Result<T, T> {
        if to > *item {
            return Err(to);
        }
        for tree in self.trees.iter_mut().flatten() {
            match tree.decrease(item, to) {
                Ok(replaced) => return Ok(replaced),
                Err(back) => to = back,
            }
        }
        Err(to)
    }

    /// The items in ascending order.
    pub fn into_sorted_vec(mut self) -> Vec<T> {
        std::iter::from_fn(|| self.pop()).collect()
    }

    /// Removes the root of the tree of an order. Its children are a heap, which is merged with the other trees.
    fn take_root(&mut self, order: usize) -> T {
        let tree = self.trees[order].take();
        let Node { item, children } = tree.expect("callers have found the tree");
        let below = (1 << order) - 1;
        self.len -= below + 1;
        self.append(&mut BinomialHeap {
            trees: children.into_iter().map(Some).collect(),
            len: below,
        });
        while let Some(None) = self.trees.last() {
            self.trees.pop();
        }
        item
    }
}

/// Adds up to three trees of the same order. Returns the tree that remains and the one of the next order.
fn add<T: Ord>(
    one: Option<Node<T>>,
    two: Option<Node<T>>,
    three: Option<Node<T>>,
) -> (Option<Node<T>>, Option<Node<T>>) {
    match (one, two, three) {
        (Some(one), Some(two), three) => (three, Some(one.link(two))),
        (Some(one), None, Some(three)) => (None, Some(one.link(three))),
        (None, Some(two), Some(three)) => (None, Some(two.link(three))),
        (only @ Some(_), None, None) | (None, only, None) | (None, None, only) => (only, None),
    }
}

impl<T> Default for BinomialHeap<T> {
    fn default() -> BinomialHeap<T> {
        BinomialHeap::new()
    }
}

impl<T: Debug> Debug for BinomialHeap<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl<T: Ord> Extend<T> for BinomialHeap<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        for item in items {
            self.push(item);
        }
    }
}

impl<T: Ord> FromIterator<T> for BinomialHeap<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> BinomialHeap<T> {
        let mut heap = BinomialHeap::new();
        heap.extend(items);
        heap
    }
}

impl<T: Ord, const N: usize> From<[T; N]> for BinomialHeap<T> {
    fn from(items: [T; N]) -> BinomialHeap<T> {
        items.into_iter().collect()
    }
}

impl<'a, T> IntoIterator for &'a BinomialHeap<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<T> IntoIterator for BinomialHeap<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    /// The items in no particular order.
    fn into_iter(self) -> IntoIter<T> {
        IntoIter {
            pending: self.trees.into_iter().flatten().collect(),
            len: self.len,
        }
    }
}

/// The items of a [`BinomialHeap`] in no particular order.
pub struct Iter<'a, T> {
    /// Trees that are still to come.
    pending: Vec<&'a Node<T>>,
    len: usize,
}

impl<'a, T> Iterator for Iter<'a, T> {
    type Item = &'a T;

    fn next(&mut self) -> Option<&'a T> {
        let node = self.pending.pop()?;
        self.pending.extend(&node.children);
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

/// The items that a [`BinomialHeap`] contained, in no particular order.
#[derive(Clone)]
pub struct IntoIter<T> {
    /// Trees that are still to come.
    pending: Vec<Node<T>>,
    len: usize,
}

impl<T> Iterator for IntoIter<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let node = self.pending.pop()?;
        self.pending.extend(node.children);
        self.len -= 1;
        Some(node.item)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len, Some(self.len))
    }
}

impl<T> ExactSizeIterator for IntoIter<T> {}
impl<T> FusedIterator for IntoIter<T> {}

impl<T: Debug> Debug for IntoIter<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let rest = Iter {
            pending: self.pending.iter().collect(),
            len: self.len,
        };
        f.debug_list().entries(rest).finish()
    }
}
