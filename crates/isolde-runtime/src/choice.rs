//! Choices: their values come from the tape or are drawn, and each choice is recorded.

use crate::area::Area;
use crate::runtime::Runtime;
use isolde_abi::draw::{self, Domain};
use isolde_abi::pack::ChoiceCode;
use isolde_abi::shared::{ChoiceRecord, MAX_CHOICES, MAX_TAPE, TapeEntry};

/// Slots of the table of keys; there are more slots than there can be choices.
const SLOTS: usize = 2 * MAX_CHOICES;

/// The choices of this run by key. It is not cleared between runs: a slot counts if this run has written it.
#[derive(Debug)]
pub struct Keys {
    /// The run that wrote the slot, in the upper half, and the number of its choice, counted from 1.
    slots: Area<u32>,
    /// Number of this run; 0 means none.
    run: u16,
}

impl Keys {
    /// A table without memory.
    pub const fn new() -> Keys {
        Keys {
            slots: Area::EMPTY,
            run: 0,
        }
    }

    /// Maps the table.
    pub fn attach(&mut self) {
        self.slots = Area::map(SLOTS);
    }

    /// Begins a run, in which no choice was made yet.
    pub fn restart(&mut self) {
        self.run = self.run.wrapping_add(1);
        if self.run == 0 {
            // Run numbers start again, so slots of earlier runs with the same numbers must be cleared.
            for slot in 0..SLOTS {
                self.slots.set(slot, 0);
            }
            self.run = 1;
        }
    }

    /// Enters choice number `index`; returns the first choice with the same key and width, which may be this one.
    fn first(&mut self, choices: Area<ChoiceRecord>, index: u32) -> u32 {
        let new = choices.get(index as usize);
        let mut slot = (draw::mix(new.key) as usize) % SLOTS;
        loop {
            let (run, number) = {
                let entry = self.slots.get(slot);
                ((entry >> 16) as u16, entry & 0xffff)
            };
            // A free slot is always found: there are more slots than choices.
            if run != self.run || number == 0 || number > index {
                self.slots.set(slot, (self.run as u32) << 16 | (index + 1));
                return index;
            }
            let old = choices.get(number as usize - 1);
            if old.key == new.key && old.width == new.width {
                return number - 1;
            }
            slot = (slot + 1) % SLOTS;
        }
    }
}

impl Default for Keys {
    fn default() -> Keys {
        Keys::new()
    }
}

/// The value that a tape, sorted by key, has for a key.
pub fn look_up(tape: Area<TapeEntry>, key: u64) -> Option<u64> {
    let (mut low, mut high) = (0, tape.len());
    while low < high {
        let middle = (low + high) / 2;
        let entry = tape.get(middle);
        if entry.key == key {
            return Some(entry.value);
        }
        if entry.key < key {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    None
}

impl Runtime {
    /// Makes a choice. `code` is a packed [`ChoiceCode`]; `here` is whether the recording thread makes it.
    pub fn choose(&mut self, key: u64, code: u32, low: u64, high: u64, here: bool) -> u64 {
        let ChoiceCode {
            kind,
            grows,
            width,
            depth,
        } = ChoiceCode::unpack(code);
        let high = if low <= high { high } else { low };
        let domain = Domain {
            kind,
            width,
            low,
            high,
        };
        if here {
            self.last_choice = 0;
        }
        if !self.memory.is_mapped() {
            return domain.simplest();
        }
        let index = self.memory.choices_made().get();
        if index as usize >= MAX_CHOICES {
            self.memory.full().set(1);
            return low;
        }
        let entries = (self.memory.tape_len().get() as usize).min(MAX_TAPE);
        let taped = look_up(self.memory.tape().first(entries), key);
        let (value, Domain { high, .. }) =
            draw::answer(domain, grows, taped, self.memory.seed(), key);
        let choices = self.memory.choices();
        choices.set(
            index as usize,
            ChoiceRecord {
                key,
                value,
                low,
                high,
                kind: kind as u16,
                width: width as u16,
                from_tape: taped.is_some() as u16,
                depth: depth.into(),
            },
        );
        self.memory.choices_made().set(index + 1);
        // A choice that is made again has the same value, so it is the same unknown.
        let first = self.keys.first(choices, index);
        if here && self.recording && low < high && (1..=64).contains(&width) {
            self.last_choice = self.nodes.variable(first, width);
        }
        value
    }

    /// Returns the node of the latest choice, and forgets it.
    pub fn take_choice(&mut self) -> u32 {
        let node = core::mem::take(&mut self.last_choice);
        self.result(node)
    }
}
