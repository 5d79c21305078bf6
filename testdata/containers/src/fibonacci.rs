//! A priority queue as a Fibonacci heap.
//!
//! A heap is a ring of trees, in each of which no item is smaller than its parent. Adding an item, merging two heaps
//! and decreasing an item only change this ring and a few links; taking the smallest item out tidies up, so that
//! afterwards no two roots have the same number of children. A node that loses a child is marked, and one that loses a
//! second child is cut off from its own parent, which keeps the trees wide.
//!
//! Nodes lie in one vector and are linked by position. Siblings form a ring.

use std::fmt::{self, Debug, Formatter};
use std::iter::FusedIterator;
use std::mem;

/// A node, which is always part of a ring of siblings.
#[derive(Clone)]
struct Node<T> {
    item: T,
    parent: Option<usize>,
    /// Any of the children.
    child: Option<usize>,
    previous: usize,
    next: usize,
    /// The number of children.
    degree: usize,
    /// Whether it has lost a child since it became a child itself.
    marked: bool,
}

/// A place for a node.
#[derive(Clone)]
struct Slot<T> {
    /// How many nodes have been removed from here.
    generation: u32,
    node: Option<Node<T>>,
}

/// Identifies an item of a heap, as long as the heap contains it.
///
/// A handle is meant for the heap that made it, and for clones that are made of the heap later. In another heap, it may
/// identify any item or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Handle {
    at: usize,
    generation: u32,
}

/// Turns handles of a heap into handles of the heap that its items were moved to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    by: usize,
}

impl Moved {
    /// The new handle of an item.
    pub fn handle(self, old: Handle) -> Handle {
        Handle {
            // A handle that overflows was never valid.
            at: old.at.saturating_add(self.by),
            generation: old.generation,
        }
    }
}

/// A priority queue whose smallest item comes first.
#[derive(Clone)]
pub struct FibonacciHeap<T> {
    slots: Vec<Slot<T>>,
    /// Positions of empty slots.
    free: Vec<usize>,
    /// The root with the smallest item.
    min: Option<usize>,
}

impl<T> FibonacciHeap<T> {
    /// An empty heap.
    pub const fn new() -> FibonacciHeap<T> {
        FibonacciHeap {
            slots: Vec::new(),
            free: Vec::new(),
            min: None,
        }
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.min.is_none()
    }

    /// Removes all items.
    pub fn clear(&mut self) {
        for at in 0..self.slots.len() {
            if self.slots[at].node.is_some() {
                self.vacate(at);
            }
        }
        self.min = None;
    }

    /// The smallest item.
    pub fn peek(&self) -> Option<&T> {
        self.min.map(|at| &self.node(at).item)
    }

    /// The handle of the smallest item.
    pub fn peek_handle(&self) -> Option<Handle> {
        self.min.map(|at| self.handle(at))
    }

    /// Whether the heap still contains the item with this handle.
    pub fn contains(&self, handle: Handle) -> bool {
        self.get(handle).is_some()
    }

    /// The item with this handle.
    pub fn get(&self, handle: Handle) -> Option<&T> {
        let slot = self.slots.get(handle.at)?;
        let node = slot.node.as_ref()?;
        (slot.generation == handle.generation).then_some(&node.item)
    }

    /// The items in no particular order.
    pub fn iter(&self) -> Iter<'_, T> {
        Iter {
            heap: self,
            next: self.min,
            len: self.len(),
        }
    }

    fn node(&self, at: usize) -> &Node<T> {
        self.slots[at].node.as_ref().expect("linked nodes exist")
    }

    fn node_mut(&mut self, at: usize) -> &mut Node<T> {
        self.slots[at].node.as_mut().expect("linked nodes exist")
    }

    fn handle(&self, at: usize) -> Handle {
        Handle {
            at,
            generation: self.slots[at].generation,
        }
    }

    /// Puts an item into a free slot, as the only one of its ring.
    fn occupy(&mut self, item: T) -> usize {
        let at = self.free.pop().unwrap_or(self.slots.len());
        if at == self.slots.len() {
            self.slots.push(Slot {
                generation: 0,
                node: None,
            });
        }
        self.slots[at].node = Some(Node {
            item,
            parent: None,
            child: None,
            previous: at,
            next: at,
            degree: 0,
            marked: false,
        });
        at
    }

    /// Takes the node out of a slot, which makes its handle invalid.
    fn vacate(&mut self, at: usize) -> Option<Node<T>> {
        let slot = &mut self.slots[at];
        slot.generation = slot.generation.wrapping_add(1);
        self.free.push(at);
        slot.node.take()
    }

    /// Joins the rings of two nodes. If both are in the same ring, this divides it instead.
    fn splice(&mut self, one: usize, two: usize) {
        let after_one = self.node(one).next;
        let after_two = self.node(two).next;
        self.node_mut(one).next = after_two;
        self.node_mut(after_two).previous = one;
        self.node_mut(two).next = after_one;
        self.node_mut(after_one).previous = two;
    }

    /// Removes a node from its ring. Returns another node of the ring, if there is one.
    fn detach(&mut self, at: usize) -> Option<usize> {
        let Node { previous, next, .. } = *self.node(at);
        if next == at {
            return None;
        }
        self.splice(previous, at);
        Some(next)
    }

    /// The nodes of a ring.
    fn ring(&self, first: usize) -> Vec<usize> {
        let mut found = vec![first];
        let mut at = self.node(first).next;
        while at != first {
            found.push(at);
            at = self.node(at).next;
        }
        found
    }
}

impl<T: Ord> FibonacciHeap<T> {
    /// Adds an item.
    pub fn push(&mut self, item: T) -> Handle {
        let at = self.occupy(item);
        self.add_roots(at);
        self.handle(at)
    }

    /// Removes and returns the smallest item.
    pub fn pop(&mut self) -> Option<T> {
        let min = self.min?;
        if let Some(child) = self.node(min).child {
            for at in self.ring(child) {
                let node = self.node_mut(at);
                node.parent = None;
                node.marked = false;
            }
            self.splice(min, child);
        }
        let rest = self.detach(min);
        let popped = self.vacate(min);
        self.min = None;
        if let Some(root) = rest {
            self.consolidate(root);
        }
        popped.map(|node| node.item)
    }

    /// Moves all items of another heap to this one. The result turns the other heap's handles into handles of this one.
    pub fn append(&mut self, mut other: FibonacciHeap<T>) -> Moved {
        let by = self.slots.len();
        for node in other.slots.iter_mut().filter_map(|slot| slot.node.as_mut()) {
            node.previous += by;
            node.next += by;
            node.parent = node.parent.map(|at| at + by);
            node.child = node.child.map(|at| at + by);
        }
        self.slots.append(&mut other.slots);
        self.free.extend(other.free.iter().map(|at| at + by));
        if let Some(root) = other.min {
            self.add_roots(root + by);
        }
        Moved { by }
    }

    /// Replaces the item with this handle by one that is not larger. Returns the replaced item.
    ///
    /// # Errors
    ///
    /// Returns `to`, and changes nothing, if it is larger than the item or if the heap has no such item.
    pub fn decrease(&mut self, handle: Handle, to: T) -> Result<T, T> {
        if self.get(handle).is_none_or(|item| *item < to) {
            return Err(to);
        }
        let node = self.node_mut(handle.at);
        let replaced = mem::replace(&mut node.item, to);
        if let Some(parent) = node.parent
            && self.node(handle.at).item < self.node(parent).item
        {
            self.cut(handle.at);
        }
        self.update_min(handle.at);
        Ok(replaced)
    }

    /// Removes the item with this handle.
    pub fn remove(&mut self, handle: Handle) -> Option<T> {
        self.get(handle)?;
        self.cut(handle.at);
        self.min = Some(handle.at);
        self.pop()
    }

    /// The items in ascending order.
    pub fn into_sorted_vec(mut self) -> Vec<T> {
        std::iter::from_fn(|| self.pop()).collect()
    }

    /// Adds the trees of a ring, of which the root with the smallest item is given.
    fn add_roots(&mut self, smallest: usize) {
        if let Some(min) = self.min {
            self.splice(min, smallest);
        }
        self.update_min(smallest);
    }

    /// Makes a node the smallest root if its item is smaller than that of the present one. Only a root's item can be.
    fn update_min(&mut self, at: usize) {
        let item = &self.node(at).item;
        if self.min.is_none_or(|min| *item < self.node(min).item) {
            self.min = Some(at);
        }
    }

    /// Makes a node a root, and also each of its ancestors that loses a second child thereby.
    fn cut(&mut self, mut at: usize) {
        while let Some(parent) = self.node(at).parent {
            let sibling = self.detach(at);
            let node = self.node_mut(at);
            node.parent = None;
            node.marked = false;
            node.previous = at;
            node.next = at;
            self.add_roots(at);
            let above = self.node_mut(parent);
            above.child = sibling;
            above.degree -= 1;
            if above.parent.is_none() || !mem::replace(&mut above.marked, true) {
                break;
            }
            at = parent;
        }
    }

    /// Links roots until no two of them have the same number of children, and finds the smallest.
    fn consolidate(&mut self, first: usize) {
        let mut by_degree: Vec<Option<usize>> = Vec::new();
        for mut root in self.ring(first) {
            let node = self.node_mut(root);
            node.previous = root;
            node.next = root;
            while let Some(other) = by_degree
                .get_mut(self.node(root).degree)
                .and_then(Option::take)
            {
                root = self.link(root, other);
            }
            let degree = self.node(root).degree;
            if by_degree.len() <= degree {
                by_degree.resize(degree + 1, None);
            }
            by_degree[degree] = Some(root);
        }
        for root in by_degree.into_iter().flatten() {
            self.add_roots(root);
        }
    }

    /// Makes the root with the larger item a child of the other one, which is returned.
    fn link(&mut self, one: usize, two: usize) -> usize {
        let (above, below) = if self.node(two).item < self.node(one).item {
            (two, one)
        } else {
            (one, two)
        };
        if let Some(child) = self.node(above).child {
            self.splice(child, below);
        }
        let node = self.node_mut(above);
        node.child = Some(below);
        node.degree += 1;
        self.node_mut(below).parent = Some(above);
        above
    }
}

impl<T> Default for FibonacciHeap<T> {
    fn default() -> FibonacciHeap<T> {
        FibonacciHeap::new()
    }
}

impl<T: Debug> Debug for FibonacciHeap<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl<T: Ord> Extend<T> for FibonacciHeap<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        for item in items {
            self.push(item);
        }
    }
}

impl<T: Ord> FromIterator<T> for FibonacciHeap<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> FibonacciHeap<T> {
        let mut heap = FibonacciHeap::new();
        heap.extend(items);
        heap
    }
}

impl<'a, T> IntoIterator for &'a FibonacciHeap<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<T> IntoIterator for FibonacciHeap<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    /// The items in no particular order.
    fn into_iter(self) -> IntoIter<T> {
        IntoIter {
            len: self.len(),
            slots: self.slots.into_iter(),
        }
    }
}

/// The items of a [`FibonacciHeap`], tree by tree, each item before its children.
pub struct Iter<'a, T> {
    heap: &'a FibonacciHeap<T>,
    next: Option<usize>,
    len: usize,
}

impl<T> Iter<'_, T> {
    /// The node that comes after one.
    fn after(&self, at: usize) -> Option<usize> {
        let mut node = self.heap.node(at);
        if node.child.is_some() {
            return node.child;
        }
        while let Some(parent) = node.parent {
            let above = self.heap.node(parent);
            if above.child != Some(node.next) {
                return Some(node.next);
            }
            node = above;
        }
        Some(node.next).filter(|_| self.heap.min != Some(node.next))
    }
}

impl<'a, T> Iterator for Iter<'a, T> {
    type Item = &'a T;

    fn next(&mut self) -> Option<&'a T> {
        let at = self.next?;
        self.next = self.after(at);
        self.len -= 1;
        Some(&self.heap.node(at).item)
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
            heap: self.heap,
            next: self.next,
            len: self.len,
        }
    }
}

impl<T: Debug> Debug for Iter<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// The items that a [`FibonacciHeap`] contained, in no particular order.
#[derive(Clone)]
pub struct IntoIter<T> {
    slots: std::vec::IntoIter<Slot<T>>,
    len: usize,
}

impl<T> Iterator for IntoIter<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let node = self.slots.find_map(|slot| slot.node)?;
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
        let slots = self.slots.as_slice().iter();
        let rest = slots.filter_map(|slot| Some(&slot.node.as_ref()?.item));
        f.debug_list().entries(rest).finish()
    }
}
