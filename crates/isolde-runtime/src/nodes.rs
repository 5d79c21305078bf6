//! The table of expression nodes: in shared memory, hash-consed, so that equal expressions are one node.
//!
//! Builders in [`simplify`](crate::simplify) go through [`Nodes::make`], which finds or adds exactly the node it is told. Index 0 stands for
//! "no node": builders return it when the table is full or an operand is missing.
//!
//! Nothing is cleared between runs. A bucket may hold an index left by an earlier run; it counts only if that node exists in this
//! run and its hash belongs to the bucket, and then this run has put it there.

use crate::area::{Area, Word};
use crate::bits::mask;
use crate::shared::Memory;
use isolde_abi::op::Op;
use isolde_abi::shared::{ChoiceRecord, MAX_NODES, Node};

/// Mark of nodes whose value the path conditions fix: they are concrete from then on.
pub const DETERMINED: u8 = 1;
/// Mark of one-bit nodes that a path condition says are 1.
pub const KNOWN_TRUE: u8 = 2;
/// Mark of one-bit nodes that a path condition says are 0.
pub const KNOWN_FALSE: u8 = 4;

/// Buckets of the hash table, in log2: small runs touch one page of it, large runs find short chains.
const LEVELS: [u32; 3] = [10, 14, 18];

#[derive(Clone, Copy, Debug)]
struct Link {
    hash: u32,
    next: u32,
}

/// The node table and its hash table.
#[derive(Debug)]
pub struct Nodes {
    table: Area<Node>,
    used: Word,
    full: Word,
    choices: Area<ChoiceRecord>,
    links: Area<Link>,
    buckets: Area<u32>,
    level: usize,
    /// For every node the last epoch in which it was found not to be determined; see [`known`](crate::known).
    pub(crate) undetermined: Area<u32>,
    /// Nodes still to visit when the determined are looked for.
    pub(crate) visits: Area<u32>,
    /// Raised with every new mark.
    pub(crate) epoch: u32,
    /// Whether this run has marked any node.
    pub(crate) any_known: bool,
}

impl Nodes {
    /// A table without memory; nothing can be built in it.
    pub const fn new() -> Nodes {
        Nodes {
            table: Area::EMPTY,
            used: Word::NOWHERE,
            full: Word::NOWHERE,
            choices: Area::EMPTY,
            links: Area::EMPTY,
            buckets: Area::EMPTY,
            level: 0,
            undetermined: Area::EMPTY,
            visits: Area::EMPTY,
            epoch: 0,
            any_known: false,
        }
    }

    /// Takes the table in `memory` and maps what else is needed.
    pub fn attach(&mut self, memory: &Memory) {
        self.table = memory.nodes();
        self.used = memory.nodes_used();
        self.full = memory.full();
        self.choices = memory.choices();
        self.links = Area::map(MAX_NODES);
        self.buckets = Area::map(LEVELS.iter().map(|bits| 1 << bits).sum());
        self.undetermined = Area::map(MAX_NODES);
        self.visits = Area::map(crate::known::MAX_VISITS);
    }

    /// Prepares for a new run, whose node counter stands at 1.
    pub fn restart(&mut self) {
        self.level = 0;
        self.epoch = self.epoch.wrapping_add(1);
        self.any_known = false;
    }

    /// Whether this is the index of a node.
    #[inline]
    pub fn exists(&self, node: u32) -> bool {
        node != 0 && node < self.used.get()
    }

    /// A node; index 0 reads as a node of no operator and no width.
    #[inline]
    pub fn get(&self, node: u32) -> Node {
        if node == 0 {
            return Node {
                op: 0,
                mark: 0,
                width: 0,
                a: 0,
                b: 0,
                c: 0,
            };
        }
        self.table.get(node as usize)
    }

    /// The operator of a node.
    #[inline]
    pub fn op(&self, node: u32) -> Option<Op> {
        Op::from_u8(self.get(node).op)
    }

    /// Width in bits; of index 0, 0.
    #[inline]
    pub fn width(&self, node: u32) -> u32 {
        self.get(node).width as u32
    }

    /// The record of the choice that a `Choice` node stands for.
    pub fn choice(&self, index: u32) -> ChoiceRecord {
        self.choices.get(index as usize)
    }

    /// Adds marks to a node.
    pub(crate) fn mark(&mut self, node: u32, marks: u8) {
        let mut marked = self.get(node);
        marked.mark |= marks;
        self.table.set(node as usize, marked);
    }

    /// The value, if the node is a constant of any width.
    #[inline]
    pub fn value(&self, node: u32) -> Option<u128> {
        let n = self.get(node);
        let small =
            |n: &Node| (n.op == Op::Const as u8).then_some((n.c as u128) << 32 | n.b as u128);
        if n.op == Op::Concat as u8 && n.width > 64 {
            let low = self.get(n.b);
            return Some(small(&self.get(n.a))? << low.width | small(&low)?);
        }
        small(&n)
    }

    /// The constant `value` in `width` bits; higher bits are dropped.
    pub fn constant(&mut self, value: u128, width: u32) -> u32 {
        let value = value & mask(width);
        if width <= 64 {
            return self.make(Op::Const, width, 0, value as u32, (value >> 32) as u32);
        }
        let high = self.constant(value >> 64, width - 64);
        let low = self.constant(value, 64);
        self.make(Op::Concat, width, high, low, 0)
    }

    /// The node of choice number `index`, which has `width` bits.
    pub fn variable(&mut self, index: u32, width: u32) -> u32 {
        self.make(Op::Choice, width, index, 0, 0)
    }

    /// Finds or adds exactly this node. 0 if an operand is missing, the width is impossible, or the table is full.
    pub fn make(&mut self, op: Op, width: u32, a: u32, b: u32, c: u32) -> u32 {
        let arity = op.arity();
        if width == 0
            || width > 128
            || (arity > 0 && a == 0)
            || (arity > 1 && b == 0)
            || (arity > 2 && c == 0)
        {
            return 0;
        }
        let hash = hash(op, width, a, b, c);
        let found = self.look_up(hash, op, width, a, b, c);
        if found != 0 {
            return found;
        }
        let index = self.used.get();
        if index as usize >= MAX_NODES {
            self.full.set(1);
            return 0;
        }
        let limit = LEVELS.get(self.level).map_or(u32::MAX, |&bits| 2 << bits);
        if self.level + 1 < LEVELS.len() && index > limit {
            self.grow();
        }
        self.table.set(
            index as usize,
            Node {
                op: op as u8,
                mark: 0,
                width: width as u16,
                a,
                b,
                c,
            },
        );
        self.insert(index, hash);
        self.used.set(index + 1);
        index
    }

    /// The node, if it exists already; 0 otherwise.
    pub fn find(&self, op: Op, width: u32, a: u32, b: u32, c: u32) -> u32 {
        self.look_up(hash(op, width, a, b, c), op, width, a, b, c)
    }

    fn look_up(&self, hash: u32, op: Op, width: u32, a: u32, b: u32, c: u32) -> u32 {
        let mut index = self.head(hash, self.used.get());
        while index != 0 {
            let n = self.table.get(index as usize);
            if n.op == op as u8 && n.width as u32 == width && n.a == a && n.b == b && n.c == c {
                return index;
            }
            index = self.links.get(index as usize).next;
        }
        0
    }

    /// First node of the bucket of `hash`, among nodes below `end`.
    fn head(&self, hash: u32, end: u32) -> u32 {
        let index = self.buckets.get(self.bucket(hash));
        if index == 0
            || index >= end
            || self.bucket(self.links.get(index as usize).hash) != self.bucket(hash)
        {
            return 0;
        }
        index
    }

    #[inline]
    fn bucket(&self, hash: u32) -> usize {
        // Levels lie one after the other.
        let (start, bits) = match self.level {
            0 => (0, LEVELS[0]),
            1 => (1 << LEVELS[0], LEVELS[1]),
            _ => ((1 << LEVELS[0]) + (1 << LEVELS[1]), LEVELS[2]),
        };
        start + (hash & ((1 << bits) - 1)) as usize
    }

    fn insert(&mut self, index: u32, hash: u32) {
        let next = self.head(hash, index);
        self.links.set(index as usize, Link { hash, next });
        self.buckets.set(self.bucket(hash), index);
    }

    fn grow(&mut self) {
        self.level += 1;
        for index in 1..self.used.get() {
            self.insert(index, self.links.get(index as usize).hash);
        }
    }
}

impl Default for Nodes {
    fn default() -> Nodes {
        Nodes::new()
    }
}

#[inline]
fn hash(op: Op, width: u32, a: u32, b: u32, c: u32) -> u32 {
    let mut hash = (op as u64) << 32 | width as u64;
    for word in [a, b, c] {
        hash = (hash ^ word as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash ^= hash >> 29;
    }
    (hash >> 16) as u32
}
