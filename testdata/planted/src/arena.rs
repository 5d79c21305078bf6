//! Values with ids.

/// Identifies a value of an [`Arena`] until it is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Id {
    at: usize,
    generation: u32,
}

#[derive(Clone, Debug)]
struct Slot {
    generation: u32,
    value: Option<u8>,
}

/// A collection that gives an id to each value.
#[derive(Clone, Debug, Default)]
pub struct Arena {
    slots: Vec<Slot>,
    free: Vec<usize>,
}

impl Arena {
    /// An arena without values.
    pub fn new() -> Arena {
        Arena::default()
    }

    /// Adds a value. No other value ever had its id.
    pub fn insert(&mut self, value: u8) -> Id {
        let at = self.free.pop().unwrap_or(self.slots.len());
        if at == self.slots.len() {
            self.slots.push(Slot {
                generation: 0,
                value: None,
            });
        }
        let slot = &mut self.slots[at];
        slot.value = Some(value);
        Id {
            at,
            generation: slot.generation,
        }
    }

    /// The value with this id.
    pub fn get(&self, id: Id) -> Option<u8> {
        let slot = self.slots.get(id.at)?;
        slot.value.filter(|_| slot.generation == id.generation)
    }

    /// Removes the value with this id.
    pub fn remove(&mut self, id: Id) -> Option<u8> {
        let removed = self.get(id)?;
        let slot = &mut self.slots[id.at];
        slot.value = None;
        self.free.push(id.at);
        Some(removed)
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
