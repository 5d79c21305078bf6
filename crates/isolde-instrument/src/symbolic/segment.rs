//! Segments: one test for everything symbolic between two calls.
//!
//! While the pass walks a block, it puts the code that computes shadows into a *slow* block that is not linked in yet, and notes what could bring
//! something symbolic into the segment: earlier shadows (`inputs`) and addresses that are read or written (`touched`). At the end of the segment
//! ([`FunctionPass::flush`]) the block is split:
//!
//! ```text
//! head:  …the segment's instructions…
//!        if inputs and filter bytes are all 0: goto rest, else: goto slow
//! slow:  …shadow code…                          (at the end of the function: cold)
//!        goto rest
//! rest:  shadow = phi [0, head], [node, slow]   (made only for shadows that are used later)
//!        …the other instructions…
//! ```
//!
//! All concrete values that the slow block needs dominate it. Shadow memory is accessed only in slow blocks, in program order, so the order of loads
//! and stores is kept. But where the runtime reads concrete memory (bytes next to symbolic ones), it must see the same content as the load did, so a
//! write ends a segment that contains a load.

use super::function::FunctionPass;
use isolde_abi::symbol::{FILTER_SIZE, GRANULE_BITS, WIDEST_ACCESS};
use isolde_llvm::{Block, Opcode, Predicate, Value};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Identifies a segment of the current function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct SegmentId(usize);

/// The shadow of one scalar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shadow<'c> {
    /// Never symbolic.
    Concrete,
    /// A value on the fast path.
    Fast(Value<'c>),
    /// A value in the slow block of a segment; 0 if that block was not entered.
    Slow(Value<'c>, SegmentId),
}

/// A segment that has ended.
pub(super) struct Segment<'c> {
    head: Block<'c>,
    slow: Block<'c>,
    rest: Block<'c>,
}

/// The segment being built.
pub(super) struct Open<'c> {
    id: SegmentId,
    slow: Block<'c>,
    /// Values of 32 bits on the fast path; if all are 0, nothing symbolic came in.
    inputs: Vec<Value<'c>>,
    seen: HashSet<Value<'c>>,
    /// Offsets of bytes whose filter must be tested, by base address.
    touched: Vec<(Value<'c>, BTreeMap<i64, ()>)>,
    bases: HashMap<Value<'c>, usize>,
    has_read: bool,
}

/// Bytes per granule of the filter.
const GRANULE: i64 = 1 << GRANULE_BITS;
/// Weights of the branch to the slow block.
const LIKELY: u32 = 2000;

impl<'c> FunctionPass<'_, '_, 'c> {
    /// The open segment; the slow builder inserts at its end.
    pub(super) fn open(&mut self) -> &mut Open<'c> {
        if self.open.is_none() {
            let slow = self.env.context.append_block(self.function);
            self.slow.at_end(slow);
            self.open = Some(Open {
                id: SegmentId(self.segments.len()),
                slow,
                inputs: Vec::new(),
                seen: HashSet::new(),
                touched: Vec::new(),
                bases: HashMap::new(),
                has_read: false,
            });
            // This reserves the segment's number.
            self.segments.push(None);
        }
        self.open.as_mut().expect("just opened")
    }

    /// The shadow for a value computed in the open segment's slow block.
    pub(super) fn fresh(&mut self, node: Value<'c>) -> Shadow<'c> {
        if node == self.env.zero {
            return Shadow::Concrete;
        }
        let id = self.open().id;
        Shadow::Slow(node, id)
    }

    /// Makes sure that the slow block is entered if `value` (32 bits, on the fast path) is not 0.
    pub(super) fn input(&mut self, value: Value<'c>) {
        let open = self.open();
        if open.seen.insert(value) {
            open.inputs.push(value);
        }
    }

    /// Makes sure that the slow block is entered if any of the `bytes` bytes at `address`, at most a granule, may be symbolic.
    pub(super) fn touch(&mut self, address: Value<'c>, offset: u64, bytes: u64) {
        debug_assert!(bytes <= GRANULE as u64);
        let (base, constant) = self.split_address(address);
        let first = constant + offset as i64;
        let open = self.open();
        let index = *open.bases.entry(base).or_insert(open.touched.len());
        if index == open.touched.len() {
            open.touched.push((base, BTreeMap::new()));
        }
        open.touched[index].1.insert(first, ());
        if bytes > WIDEST_ACCESS {
            open.touched[index].1.insert(first + bytes as i64 - 1, ());
        }
    }

    /// Notes that the runtime may read concrete memory.
    pub(super) fn reads(&mut self) {
        self.open().has_read = true;
    }

    /// Must be called before a write: ends the segment if the runtime may read what is about to change.
    pub(super) fn before_write(&mut self, instruction: Value<'c>) {
        if self.open.as_ref().is_some_and(|open| open.has_read) {
            self.flush(instruction);
        }
    }

    /// A shadow as a value in the open segment's slow block.
    pub(super) fn node(&mut self, shadow: Shadow<'c>) -> Value<'c> {
        self.open();
        match shadow {
            Shadow::Concrete => self.env.zero,
            Shadow::Fast(value) => {
                self.input(value);
                value
            }
            Shadow::Slow(value, id) => {
                if self.open().id == id {
                    return value;
                }
                let joined = self.joined(value, id);
                self.input(joined);
                joined
            }
        }
    }

    /// A shadow as a value on the fast path, after its segment.
    pub(super) fn fast_node(&mut self, shadow: Shadow<'c>) -> Value<'c> {
        match shadow {
            Shadow::Concrete => self.env.zero,
            Shadow::Fast(value) => value,
            Shadow::Slow(value, id) => self.joined(value, id),
        }
    }

    /// The phi that carries `value` out of the slow block of an ended segment.
    fn joined(&mut self, value: Value<'c>, id: SegmentId) -> Value<'c> {
        if let Some(&phi) = self.phis.get(&value) {
            return phi;
        }
        let segment = self.segments[id.0].as_ref().expect("the segment has ended");
        self.fast
            .before(segment.rest.first().expect("a block ends in a terminator"));
        let phi = self.fast.phi(self.env.i32);
        phi.add_incoming(self.env.zero, segment.head);
        phi.add_incoming(value, segment.slow);
        self.phis.insert(value, phi);
        phi
    }

    /// Ends the open segment before `instruction`, which lies in the current block.
    pub(super) fn flush(&mut self, instruction: Value<'c>) {
        let Some(open) = self.open.take() else { return };
        self.env.statistics.segments += 1;
        let block = instruction.block();
        let context = self.env.context;
        let quiet = self.emit_test(&open, instruction);

        // The block keeps its end, because phis of its successors refer to it; its beginning moves to a new block, which predecessors now enter.
        let head = context.insert_block(block);
        let terminator = block.terminator().expect("blocks under work are complete");
        // The terminator is removed first, since LLVM would otherwise replace the block in the phis of its successors, too.
        terminator.remove();
        block.value().replace_uses_with(head.value());
        self.fast.at_end(block);
        self.fast.insert(terminator);
        self.fast.at_end(head);
        while let Some(first) = block.first().filter(|&first| first != instruction) {
            first.remove();
            self.fast.insert(first);
        }
        let branch = self.fast.branch(quiet, block, open.slow);
        context.set_branch_weights(branch, LIKELY, 1);
        self.slow.at_end(open.slow);
        self.slow.jump(block);

        // Phis that were at the beginning of the block are now at the beginning of its head.
        if let Some(latest) = self.latest.replace(open.id)
            && let Some(segment) = self.segments[latest.0].as_mut()
            && segment.rest == block
        {
            segment.rest = head;
        }
        self.segments[open.id.0] = Some(Segment {
            head,
            slow: open.slow,
            rest: block,
        });
        self.fast.before(instruction);
    }

    /// Emits the test: 1 if nothing symbolic came in.
    fn emit_test(&mut self, open: &Open<'c>, instruction: Value<'c>) -> Value<'c> {
        self.fast.before(instruction);
        let mut any: Option<Value<'c>> = None;
        for (base, offsets) in &open.touched {
            let address = self.fast.cast(Opcode::PtrToInt, *base, self.env.i64);
            for offset in granules(offsets.keys().copied()) {
                let mark = self.emit_filter(address, offset);
                any = Some(any.map_or(mark, |any| self.fast.binary(Opcode::Or, any, mark)));
            }
        }
        let mut any = any.map(|any| self.fast.cast(Opcode::ZExt, any, self.env.i32));
        for &input in &open.inputs {
            any = Some(any.map_or(input, |any| self.fast.binary(Opcode::Or, any, input)));
        }
        let any = any.unwrap_or(self.env.zero);
        self.fast.compare(Predicate::Eq, any, self.env.zero)
    }

    /// Loads the filter's byte for an address.
    fn emit_filter(&mut self, address: Value<'c>, offset: i64) -> Value<'c> {
        let number = |value: i64| self.env.i64.constant(value as u64);
        let address = if offset == 0 {
            address
        } else {
            self.fast.binary(Opcode::Add, address, number(offset))
        };
        let granule = self
            .fast
            .binary(Opcode::LShr, address, number(GRANULE_BITS.into()));
        let index = self
            .fast
            .binary(Opcode::And, granule, number(FILTER_SIZE as i64 - 1));
        let slot = self
            .fast
            .element_address(self.env.i8, self.env.helpers.filter, &[index]);
        self.fast.load(self.env.i8, slot)
    }

    /// An address as a base and a constant distance, found by looking through constant `getelementptr`s.
    fn split_address(&mut self, address: Value<'c>) -> (Value<'c>, i64) {
        let (mut base, mut distance) = (address, 0i64);
        while base.is_instruction() && base.opcode() == Opcode::GetElementPtr {
            let Some(step) = self.constant_step(base) else {
                break;
            };
            distance = distance.wrapping_add(step);
            base = base.operand(0);
        }
        (base, distance)
    }
}

/// The offsets to test so that every given offset lies in a tested granule: the first and last of each window of a granule's length.
fn granules(offsets: impl Iterator<Item = i64>) -> Vec<i64> {
    let mut chosen: Vec<i64> = Vec::new();
    let mut window: Option<(i64, i64)> = None;
    for offset in offsets {
        match &mut window {
            Some((first, last)) if offset - *first <= GRANULE => *last = offset,
            _ => {
                if let Some((first, last)) = window
                    && first != last
                {
                    chosen.push(last);
                }
                chosen.push(offset);
                window = Some((offset, offset));
            }
        }
    }
    if let Some((first, last)) = window
        && first != last
    {
        chosen.push(last);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::granules;

    #[test]
    fn neighbours_share_their_granules() {
        assert_eq!(granules([0, 8, 16].into_iter()), [0, 16]);
        assert_eq!(granules([0].into_iter()), [0]);
        assert_eq!(granules([-8, 56, 64, 200].into_iter()), [-8, 56, 64, 200]);
        assert_eq!(granules(std::iter::empty()), [0i64; 0]);
    }

    #[test]
    fn no_byte_is_missed_wherever_the_base_lies() {
        let offsets = [0, 3, 40, 63, 64, 65, 130, 190];
        let chosen = granules(offsets.into_iter());
        for base in 0..64 {
            let seen: Vec<i64> = chosen.iter().map(|offset| (base + offset) / 64).collect();
            assert!(
                offsets
                    .iter()
                    .all(|offset| seen.contains(&((base + offset) / 64))),
                "{base}"
            );
        }
    }
}
