//! A map as a red-black tree.
//!
//! Every node is red or black. A red node has no red child, and all ways from the root down to a missing child pass the
//! same number of black nodes, so that no way is more than twice as long as another.
//!
//! Nodes lie in one vector and are linked by position. Position 0 is the *nil* node, which takes the place of missing
//! children and of the root's parent; it is black, and has no entry. Its parent has a meaning only while a node is removed.

use std::cmp::Ordering;
use std::fmt::{self, Debug, Formatter};
use std::iter::FusedIterator;
use std::ops::{Bound, RangeBounds};

/// The position of the nil node.
const NIL: usize = 0;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Color {
    Red,
    Black,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

#[derive(Clone, Copy)]
struct Links {
    parent: usize,
    children: [usize; 2],
    color: Color,
}

const NIL_LINKS: Links = Links {
    parent: NIL,
    children: [NIL; 2],
    color: Color::Black,
};

/// A sorted map.
#[derive(Clone)]
pub struct RedBlackMap<K, V> {
    links: Vec<Links>,
    /// The entry of node `i` is at `i - 1`.
    entries: Vec<(K, V)>,
    root: usize,
}

impl<K, V> RedBlackMap<K, V> {
    /// An empty map.
    pub fn new() -> RedBlackMap<K, V> {
        RedBlackMap {
            links: vec![NIL_LINKS],
            entries: Vec::new(),
            root: NIL,
        }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.root == NIL
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.links.truncate(1);
        self.entries.clear();
        self.root = NIL;
    }

    /// The entry with the smallest key.
    pub fn first_key_value(&self) -> Option<(&K, &V)> {
        self.entry(self.outermost(self.root, Side::Left))
    }

    /// The entry with the largest key.
    pub fn last_key_value(&self) -> Option<(&K, &V)> {
        self.entry(self.outermost(self.root, Side::Right))
    }

    /// Removes and returns the entry with the smallest key.
    pub fn pop_first(&mut self) -> Option<(K, V)> {
        self.remove_node(self.outermost(self.root, Side::Left))
    }

    /// Removes and returns the entry with the largest key.
    pub fn pop_last(&mut self) -> Option<(K, V)> {
        self.remove_node(self.outermost(self.root, Side::Right))
    }

    /// The entries in ascending order of their keys.
    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter {
            range: Range {
                map: self,
                ends: [Side::Left, Side::Right].map(|side| self.outermost(self.root, side)),
            },
            len: self.len(),
        }
    }

    /// The keys in ascending order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + ExactSizeIterator {
        self.iter().map(|(key, _)| key)
    }

    /// The values in ascending order of their keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator {
        self.iter().map(|(_, value)| value)
    }

    fn parent(&self, at: usize) -> usize {
        self.links[at].parent
    }

    fn child(&self, at: usize, side: Side) -> usize {
        self.links[at].children[side as usize]
    }

    fn color(&self, at: usize) -> Color {
        self.links[at].color
    }

    fn key(&self, at: usize) -> &K {
        &self.entries[at - 1].0
    }

    /// The entry of a node; `None` for the nil node.
    fn entry(&self, at: usize) -> Option<(&K, &V)> {
        let entry = at.checked_sub(1)?;
        Some((&self.entries[entry].0, &self.entries[entry].1))
    }

    /// The side of its parent that a child is on.
    fn side(&self, at: usize) -> Side {
        if self.child(self.parent(at), Side::Left) == at {
            Side::Left
        } else {
            Side::Right
        }
    }

    /// The outermost node on one side of a subtree; nil if the subtree is empty.
    fn outermost(&self, mut at: usize, side: Side) -> usize {
        while self.child(at, side) != NIL {
            at = self.child(at, side);
        }
        at
    }

    /// The next node to one side, which must exist.
    fn neighbour(&self, mut at: usize, side: Side) -> usize {
        if self.child(at, side) != NIL {
            return self.outermost(self.child(at, side), side.other());
        }
        while self.side(at) == side {
            at = self.parent(at);
        }
        self.parent(at)
    }

    fn set_child(&mut self, at: usize, side: Side, child: usize) {
        self.links[at].children[side as usize] = child;
    }

    /// Puts a subtree, which may be nil, into the place of another.
    fn transplant(&mut self, old: usize, new: usize) {
        let parent = self.parent(old);
        if parent == NIL {
            self.root = new;
        } else {
            self.set_child(parent, self.side(old), new);
        }
        self.links[new].parent = parent;
    }

    /// Makes `new` a child, and gives it the parent unless it is nil.
    fn adopt(&mut self, parent: usize, side: Side, new: usize) {
        self.set_child(parent, side, new);
        if new != NIL {
            self.links[new].parent = parent;
        }
    }

    /// Moves a node down to one side. Its child on the other side takes its place.
    fn rotate(&mut self, at: usize, down: Side) {
        let up = self.child(at, down.other());
        self.adopt(at, down.other(), self.child(up, down));
        self.transplant(at, up);
        self.adopt(up, down, at);
    }

    /// Restores the colours after a red node was added.
    fn balance_added(&mut self, mut at: usize) {
        while self.color(self.parent(at)) == Color::Red {
            let mut parent = self.parent(at);
            let grandparent = self.parent(parent);
            let side = self.side(parent);
            let uncle = self.child(grandparent, side.other());
            self.links[grandparent].color = Color::Red;
            if self.color(uncle) == Color::Red {
                self.links[parent].color = Color::Black;
                self.links[uncle].color = Color::Black;
                at = grandparent;
                continue;
            }
            if self.side(at) != side {
                self.rotate(parent, side);
                (at, parent) = (parent, at);
            }
            self.links[parent].color = Color::Black;
            self.rotate(grandparent, side.other());
        }
        self.links[self.root].color = Color::Black;
    }

    /// Removes a node and returns its entry. The last node takes its position in the vector.
    fn remove_node(&mut self, at: usize) -> Option<(K, V)> {
        let entry = at.checked_sub(1)?;
        self.unlink(at);
        self.links.swap_remove(at);
        let last = self.links.len();
        if at != last {
            let links = self.links[at];
            if links.parent == NIL {
                self.root = at;
            } else if self.child(links.parent, Side::Left) == last {
                self.set_child(links.parent, Side::Left, at);
            } else {
                self.set_child(links.parent, Side::Right, at);
            }
            for child in links.children {
                self.links[child].parent = at;
            }
        }
        Some(self.entries.swap_remove(entry))
    }

    /// Takes a node out of the tree.
    fn unlink(&mut self, at: usize) {
        let [left, right] = self.links[at].children;
        let (removed_color, moved);
        if left == NIL || right == NIL {
            removed_color = self.color(at);
            moved = if left == NIL { right } else { left };
            self.transplant(at, moved);
        } else {
            // The successor takes the node's place and colour.
            let successor = self.outermost(right, Side::Left);
            removed_color = self.color(successor);
            moved = self.child(successor, Side::Right);
            if successor == right {
                self.links[moved].parent = successor;
            } else {
                self.transplant(successor, moved);
                self.adopt(successor, Side::Right, right);
            }
            self.transplant(at, successor);
            self.adopt(successor, Side::Left, left);
            self.links[successor].color = self.color(at);
        }
        if removed_color == Color::Black {
            self.balance_removed(moved);
        }
    }

    /// Restores the colours after a black node was removed above a node, which may be nil.
    fn balance_removed(&mut self, mut at: usize) {
        while at != self.root && self.color(at) == Color::Black {
            let parent = self.parent(at);
            let side = self.side(at);
            let mut sibling = self.child(parent, side.other());
            if self.color(sibling) == Color::Red {
                self.links[sibling].color = Color::Black;
                self.links[parent].color = Color::Red;
                self.rotate(parent, side);
                sibling = self.child(parent, side.other());
            }
            let mut outer = self.child(sibling, side.other());
            let inner = self.child(sibling, side);
            if self.color(outer) == Color::Black && self.color(inner) == Color::Black {
                self.links[sibling].color = Color::Red;
                at = parent;
                continue;
            }
            if self.color(outer) == Color::Black {
                self.links[inner].color = Color::Black;
                self.links[sibling].color = Color::Red;
                self.rotate(sibling, side.other());
                (sibling, outer) = (inner, sibling);
            }
            self.links[sibling].color = self.color(parent);
            self.links[parent].color = Color::Black;
            self.links[outer].color = Color::Black;
            self.rotate(parent, side);
            at = self.root;
        }
        self.links[at].color = Color::Black;
    }
}

impl<K: Ord, V> RedBlackMap<K, V> {
    /// Whether the map contains the key.
    pub fn contains_key(&self, key: &K) -> bool {
        self.find(key) != NIL
    }

    /// The value of a key.
    pub fn get(&self, key: &K) -> Option<&V> {
        self.entry(self.find(key)).map(|(_, value)| value)
    }

    /// The value of a key, to change it.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        let entry = self.find(key).checked_sub(1)?;
        Some(&mut self.entries[entry].1)
    }

    /// Sets the value of a key, and returns the value that it replaces. An equal key that the map contains stays.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        let mut parent = NIL;
        let mut side = Side::Left;
        let mut at = self.root;
        while at != NIL {
            parent = at;
            side = match key.cmp(self.key(at)) {
                Ordering::Less => Side::Left,
                Ordering::Equal => {
                    return Some(std::mem::replace(&mut self.entries[at - 1].1, value));
                }
                Ordering::Greater => Side::Right,
            };
            at = self.child(at, side);
        }
        let added = self.links.len();
        self.entries.push((key, value));
        self.links.push(Links {
            parent,
            children: [NIL; 2],
            color: Color::Red,
        });
        if parent == NIL {
            self.root = added;
        } else {
            self.set_child(parent, side, added);
        }
        self.balance_added(added);
        None
    }

    /// Removes a key, and returns its value.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        self.remove_node(self.find(key)).map(|(_, value)| value)
    }

    /// The entries whose keys are within the bounds, in ascending order. There are none if the bounds exclude each other.
    pub fn range(&self, bounds: impl RangeBounds<K>) -> Range<'_, K, V> {
        let front = self.within(Side::Left, bounds.start_bound());
        let back = self.within(Side::Right, bounds.end_bound());
        let is_empty = front == NIL || back == NIL || self.key(front) > self.key(back);
        Range {
            map: self,
            ends: if is_empty { [NIL; 2] } else { [front, back] },
        }
    }

    /// The node of a key, or nil.
    fn find(&self, key: &K) -> usize {
        let mut at = self.root;
        while at != NIL {
            at = match key.cmp(self.key(at)) {
                Ordering::Less => self.child(at, Side::Left),
                Ordering::Equal => break,
                Ordering::Greater => self.child(at, Side::Right),
            };
        }
        at
    }

    /// The outermost node on one side that is within a bound, or nil.
    fn within(&self, side: Side, bound: Bound<&K>) -> usize {
        // How a key within the bound compares with it.
        let inwards = match side {
            Side::Left => Ordering::Greater,
            Side::Right => Ordering::Less,
        };
        let mut found = NIL;
        let mut at = self.root;
        while at != NIL {
            let is_within = match bound {
                Bound::Included(key) => self.key(at).cmp(key) != inwards.reverse(),
                Bound::Excluded(key) => self.key(at).cmp(key) == inwards,
                Bound::Unbounded => true,
            };
            if is_within {
                found = at;
                at = self.child(at, side);
            } else {
                at = self.child(at, side.other());
            }
        }
        found
    }
}

impl<K, V> Default for RedBlackMap<K, V> {
    fn default() -> RedBlackMap<K, V> {
        RedBlackMap::new()
    }
}

impl<K: Debug, V: Debug> Debug for RedBlackMap<K, V> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

impl<K: PartialEq, V: PartialEq> PartialEq for RedBlackMap<K, V> {
    fn eq(&self, other: &RedBlackMap<K, V>) -> bool {
        self.len() == other.len() && self.iter().eq(other)
    }
}

impl<K: Eq, V: Eq> Eq for RedBlackMap<K, V> {}

impl<K: Ord, V> Extend<(K, V)> for RedBlackMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for RedBlackMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> RedBlackMap<K, V> {
        let mut map = RedBlackMap::new();
        map.extend(entries);
        map
    }
}

impl<'a, K, V> IntoIterator for &'a RedBlackMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Iter<'a, K, V> {
        self.iter()
    }
}

impl<K, V> IntoIterator for RedBlackMap<K, V> {
    type Item = (K, V);
    type IntoIter = IntoIter<K, V>;

    /// The entries in ascending order of their keys.
    fn into_iter(self) -> IntoIter<K, V> {
        IntoIter { map: self }
    }
}

/// Some entries of a [`RedBlackMap`] in ascending order of their keys.
pub struct Range<'a, K, V> {
    map: &'a RedBlackMap<K, V>,
    /// The first and the last node that are still to come; nil if none is.
    ends: [usize; 2],
}

impl<'a, K, V> Range<'a, K, V> {
    /// The entry at one end, which moves inwards.
    fn step(&mut self, side: Side) -> Option<(&'a K, &'a V)> {
        let at = self.ends[side as usize];
        let entry = self.map.entry(at)?;
        if self.ends[0] == self.ends[1] {
            self.ends = [NIL; 2];
        } else {
            self.ends[side as usize] = self.map.neighbour(at, side.other());
        }
        Some(entry)
    }
}

impl<'a, K, V> Iterator for Range<'a, K, V> {
    type Item = (&'a K, &'a V);

    fn next(&mut self) -> Option<(&'a K, &'a V)> {
        self.step(Side::Left)
    }
}

impl<'a, K, V> DoubleEndedIterator for Range<'a, K, V> {
    fn next_back(&mut self) -> Option<(&'a K, &'a V)> {
        self.step(Side::Right)
    }
}

impl<K, V> FusedIterator for Range<'_, K, V> {}

impl<K, V> Clone for Range<'_, K, V> {
    fn clone(&self) -> Self {
        Range {
            map: self.map,
            ends: self.ends,
        }
    }
}

impl<K: Debug, V: Debug> Debug for Range<'_, K, V> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// The entries of a [`RedBlackMap`] in ascending order of their keys.
pub struct Iter<'a, K, V> {
    range: Range<'a, K, V>,
    len: usize,
}

impl<'a, K, V> Iterator for Iter<'a, K, V> {
    type Item = (&'a K, &'a V);

    fn next(&mut self) -> Option<(&'a K, &'a V)> {
        let entry = self.range.next()?;
        self.len -= 1;
        Some(entry)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len, Some(self.len))
    }
}

impl<'a, K, V> DoubleEndedIterator for Iter<'a, K, V> {
    fn next_back(&mut self) -> Option<(&'a K, &'a V)> {
        let entry = self.range.next_back()?;
        self.len -= 1;
        Some(entry)
    }
}

impl<K, V> ExactSizeIterator for Iter<'_, K, V> {}
impl<K, V> FusedIterator for Iter<'_, K, V> {}

impl<K, V> Clone for Iter<'_, K, V> {
    fn clone(&self) -> Self {
        Iter {
            range: self.range.clone(),
            len: self.len,
        }
    }
}

impl<K: Debug, V: Debug> Debug for Iter<'_, K, V> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.range.fmt(f)
    }
}

/// The entries that a [`RedBlackMap`] contained, in ascending order of their keys.
#[derive(Clone, Debug)]
pub struct IntoIter<K, V> {
    map: RedBlackMap<K, V>,
}

impl<K, V> Iterator for IntoIter<K, V> {
    type Item = (K, V);

    fn next(&mut self) -> Option<(K, V)> {
        self.map.pop_first()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.map.len(), Some(self.map.len()))
    }
}

impl<K, V> DoubleEndedIterator for IntoIter<K, V> {
    fn next_back(&mut self) -> Option<(K, V)> {
        self.map.pop_last()
    }
}

impl<K, V> ExactSizeIterator for IntoIter<K, V> {}
impl<K, V> FusedIterator for IntoIter<K, V> {}
