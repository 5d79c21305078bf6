//! The table of expression nodes. It lies in shared memory and is hash-consed, so that equal expressions are one node.
//!
//! Builders in [`simplify`](crate::simplify) go through [`Nodes::make`], which finds or adds exactly the node it is given. Index 0 stands for
//! "no node": builders return it when the table is full or an operand is missing.
//!
//! Nothing is cleared between runs: entries of the hash table contain the number of their run.

use crate::area::{Area, Word};
use crate::bits::mask;
use crate::shared::Memory;
use isolde_abi::op::Op;
use isolde_abi::shared::{ChoiceRecord, MAX_NODES, Node};

/// Mark of nodes whose value the path conditions determine, so that they count as concrete from then on.
pub const DETERMINED: u8 = 1;
/// Mark of one-bit nodes that are 1 according to a path condition.
pub const KNOWN_TRUE: u8 = 2;
/// Mark of one-bit nodes that are 0 according to a path condition.
pub const KNOWN_FALSE: u8 = 4;

/// Binary logarithms of the numbers of slots in the levels of the hash table, so that small runs touch only one page. Each level is used until it is
/// half full.
const LEVELS: [u32; 4] = [9, 13, 17, 21];

/// An entry of the hash table: run, hash and index, so that a look-up rarely reads a node that does not match.
#[derive(Clone, Copy, Debug)]
struct Entry(u64);

impl Entry {
    /// Bits of an index.
    const INDEX: u32 = MAX_NODES.trailing_zeros();
    /// Bits of a hash that are kept.
    const HASH: u32 = 16;

    fn new(run: u64, hash: u32, index: u32) -> Entry {
        let hash = (hash >> (32 - Entry::HASH)) as u64;
        Entry(run << (Entry::INDEX + Entry::HASH) | hash << Entry::INDEX | index as u64)
    }

    fn index(self) -> u32 {
        self.0 as u32 & (MAX_NODES as u32 - 1)
    }

    /// Whether both entries are of the same run, judging by the bits of its number that are kept.
    fn same_run(self, other: Entry) -> bool {
        (self.0 ^ other.0) >> (Entry::INDEX + Entry::HASH) == 0
    }

    /// Whether both entries have the same hash, judging by the bits that are kept, and are of the same run.
    fn same_hash(self, other: Entry) -> bool {
        (self.0 ^ other.0) >> Entry::INDEX == 0
    }
}

/// The node table and its hash table.
#[derive(Debug)]
pub struct Nodes {
    table: Area<Node>,
    used: Word,
    full: Word,
    choices: Area<ChoiceRecord>,
    slots: Area<Entry>,
    level: usize,
    /// First slot of the current level (the levels lie one after the other), and the number of its slots minus one.
    first: usize,
    mask: usize,
    run: u64,
    /// For every node, the first edge to it from a node that uses it as an operand: `user << 2 | operand number`.
    users: Area<u32>,
    /// For every node and operand number, the next edge to the same operand.
    edges: Area<[u32; 3]>,
    /// Nodes whose new mark must still be propagated; see [`known`](crate::known).
    pub(crate) fresh: Area<u32>,
    pub(crate) fresh_len: usize,
}

impl Nodes {
    /// A table without memory; nothing can be built in it.
    pub const fn new() -> Nodes {
        Nodes {
            table: Area::EMPTY,
            used: Word::NOWHERE,
            full: Word::NOWHERE,
            choices: Area::EMPTY,
            slots: Area::EMPTY,
            level: 0,
            first: 0,
            mask: 0,
            run: 0,
            users: Area::EMPTY,
            edges: Area::EMPTY,
            fresh: Area::EMPTY,
            fresh_len: 0,
        }
    }

    /// Uses the table in `memory`, and maps what else is needed.
    pub fn attach(&mut self, memory: &Memory) {
        self.table = memory.nodes();
        self.used = memory.nodes_used();
        self.full = memory.full();
        self.choices = memory.choices();
        self.slots = Area::map(LEVELS.iter().map(|bits| 1 << bits).sum());
        self.users = Area::map(MAX_NODES);
        self.edges = Area::map(MAX_NODES);
        self.fresh = Area::map(MAX_NODES);
    }

    /// Prepares for a new run, whose node counter starts at 1.
    pub fn restart(&mut self) {
        self.set_level(0);
        self.run += 1;
        self.fresh_len = 0;
    }

    /// Whether this is the index of a node.
    #[inline]
    pub fn exists(&self, node: u32) -> bool {
        node != 0 && node < self.used.get()
    }

    /// A node; index 0 gives a node without operator and width.
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

    /// Width in bits; 0 for index 0.
    #[inline]
    pub fn width(&self, node: u32) -> u32 {
        self.get(node).width as u32
    }

    /// The record of a `Choice` node's choice.
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
        let (mut slot, found) = self.look_up(hash, op, width, a, b, c);
        if found != 0 {
            return found;
        }
        let index = self.used.get();
        if index as usize >= MAX_NODES {
            self.full.set(1);
            return 0;
        }
        if self.level + 1 < LEVELS.len() && index as usize > self.mask / 2 {
            self.grow();
            slot = self.look_up(hash, op, width, a, b, c).0;
        }
        self.slots.set(slot, Entry::new(self.run, hash, index));
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
        self.users.set(index as usize, 0);
        self.used.set(index + 1);
        if op == Op::Const || self.has_determined_operands(index) {
            self.mark(index, DETERMINED);
        } else {
            self.connect(index, [a, b, c], arity);
        }
        index
    }

    /// Enters the node as a user of those operands that are not determined yet, since only these can be marked later.
    fn connect(&mut self, node: u32, operands: [u32; 3], arity: usize) {
        let mut next = [0; 3];
        for (slot, operand) in operands.into_iter().enumerate().take(arity) {
            if !self.is_determined(operand) {
                if let Some(next) = next.get_mut(slot) {
                    *next = self.users.get(operand as usize);
                }
                self.users.set(operand as usize, node << 2 | slot as u32);
            }
        }
        self.edges.set(node as usize, next);
    }

    /// The first edge from a user of the node; 0 if there is none.
    pub(crate) fn first_user(&self, node: u32) -> u32 {
        self.users.get(node as usize)
    }

    /// The edge after this one.
    pub(crate) fn next_user(&self, edge: u32) -> u32 {
        self.edges
            .get(edge as usize >> 2)
            .get(edge as usize & 3)
            .copied()
            .unwrap_or(0)
    }

    /// The node, if it exists already; 0 otherwise.
    pub fn find(&self, op: Op, width: u32, a: u32, b: u32, c: u32) -> u32 {
        self.look_up(hash(op, width, a, b, c), op, width, a, b, c).1
    }

    /// Where the node is in the hash table, and its index; or a free slot, and 0.
    fn look_up(&self, hash: u32, op: Op, width: u32, a: u32, b: u32, c: u32) -> (usize, u32) {
        let wanted = Entry::new(self.run, hash, 0);
        let mut slot = self.home(hash);
        loop {
            let entry = self.slots.get(slot);
            // Run numbers repeat after days; then the index may not be one of this run.
            if !entry.same_run(wanted) || entry.index() >= self.used.get() {
                return (slot, 0);
            }
            if entry.same_hash(wanted) {
                let n = self.table.get(entry.index() as usize);
                if n.op == op as u8 && n.width as u32 == width && n.a == a && n.b == b && n.c == c {
                    return (slot, entry.index());
                }
            }
            slot = self.after(slot);
        }
    }

    fn set_level(&mut self, level: usize) {
        self.level = level;
        self.first = LEVELS.iter().take(level).map(|bits| 1 << bits).sum();
        self.mask = LEVELS.get(level).map_or(0, |bits| (1 << bits) - 1);
    }

    #[inline]
    fn home(&self, hash: u32) -> usize {
        self.first + (hash as usize & self.mask)
    }

    #[inline]
    fn after(&self, slot: usize) -> usize {
        self.first + ((slot + 1 - self.first) & self.mask)
    }

    /// Moves all entries to the next, larger level.
    fn grow(&mut self) {
        self.set_level(self.level + 1);
        for index in 1..self.used.get() {
            let n = self.table.get(index as usize);
            let Some(op) = Op::from_u8(n.op) else {
                continue;
            };
            let hash = hash(op, n.width as u32, n.a, n.b, n.c);
            let mut slot = self.home(hash);
            let entry = Entry::new(self.run, hash, index);
            while self.slots.get(slot).same_run(entry) {
                slot = self.after(slot);
            }
            self.slots.set(slot, entry);
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
