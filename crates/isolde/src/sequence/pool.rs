//! The values of one type that a sequence has made so far.

use crate::chooser::Chooser;
use crate::observe::Observer;
use crate::passing::Passing;
use crate::render::{MAKES, placeholder};

/// The largest number of values in one pool; further values are dropped. With more, a call would seldom get the values that belong together.
const MOST: usize = 8;

/// The values of one type.
#[derive(Debug)]
pub struct Pool<T> {
    name: &'static str,
    /// Its number among the pools of the sequence.
    pub(super) number: u32,
    pub(super) slots: Vec<Slot<T>>,
    /// How many values were in it so far.
    pub(super) count: usize,
}

/// A value in a pool.
#[derive(Debug)]
pub(super) struct Slot<T> {
    pub(super) value: T,
    /// The number of the variable that holds it in the test.
    pub(super) variable: usize,
    /// The number of the call that gave it, if one did.
    pub(super) by: Option<u32>,
}

/// A value that is out of its pool while it is used.
#[derive(Debug)]
pub struct Held<T> {
    /// The value.
    pub value: T,
    /// The number of its pool.
    pub(super) pool: u32,
    /// The number of its variable; `None` if it was made for this call.
    pub(super) variable: Option<usize>,
    /// Its place in the pool.
    place: usize,
    by: Option<u32>,
}

impl<T> Pool<T> {
    /// An empty pool of values whose variables have this name. `number` is that of the pool among those of the sequence.
    pub fn new(name: &'static str, number: u32) -> Pool<T> {
        Pool {
            name,
            number,
            slots: Vec::new(),
            count: 0,
        }
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Takes one of the values out, as the next argument of the call. The pool must not be empty.
    pub fn take(&mut self, c: &mut Chooser, passing: Passing) -> Held<T> {
        let scope = c.begin_argument(self.name, passing);
        let held = self.choose(c, passing);
        c.end_argument(self.name, passing, scope);
        held
    }

    /// Takes one of the values out or makes a new one, as the next argument of the call.
    pub fn take_or(
        &mut self,
        c: &mut Chooser,
        name: &str,
        passing: Passing,
        make: impl FnOnce(&mut Chooser) -> T,
    ) -> Held<T> {
        let scope = c.begin_argument(name, passing);
        let makes = self.slots.is_empty() || c.variant(2) == 1;
        let held = match makes {
            true => Held {
                value: make(c),
                pool: self.number,
                variable: None,
                place: 0,
                by: None,
            },
            false => self.choose(c, passing),
        };
        c.end_argument(name, passing, scope);
        held
    }

    /// Takes a copy of one of the values, as the next argument of the call. The pool must not be empty.
    pub fn copy(&mut self, c: &mut Chooser, passing: Passing) -> Held<T>
    where
        T: Copy,
    {
        let scope = c.begin_argument(self.name, passing);
        let place = self.place(c);
        let slot = &self.slots[place];
        let held = Held {
            value: slot.value,
            pool: self.number,
            variable: None,
            place,
            by: None,
        };
        let variable = slot.variable;
        c.write(|r| r.use_variable(variable, false));
        c.end_argument(self.name, passing, scope);
        held
    }

    fn choose(&mut self, c: &mut Chooser, passing: Passing) -> Held<T> {
        let place = self.place(c);
        let slot = self.slots.remove(place);
        let is_changed = passing.is_mutable();
        c.write(|r| r.use_variable(slot.variable, is_changed));
        Held {
            value: slot.value,
            pool: self.number,
            variable: Some(slot.variable),
            place,
            by: slot.by,
        }
    }

    /// The place of one of the values: the last one is the simplest choice.
    fn place(&self, c: &mut Chooser) -> usize {
        if self.slots.is_empty() {
            c.discard();
        }
        let chosen = c.variant(self.slots.len());
        let mut back = 0;
        while back + 1 < self.slots.len() && std::hint::black_box(back) != chosen {
            back += 1;
        }
        self.slots.len() - 1 - back
    }

    /// Puts a value back to its place.
    pub fn put(&mut self, held: Held<T>) {
        if let Some(variable) = held.variable {
            let place = held.place.min(self.slots.len());
            let Held { value, by, .. } = held;
            let slot = Slot {
                value,
                variable,
                by,
            };
            self.slots.insert(place, slot);
        }
    }

    /// Builds an object outside of any call.
    pub fn build(&mut self, c: &mut Chooser, make: impl FnOnce(&mut Chooser) -> T) {
        c.write(|r| r.begin_step(MAKES));
        let value = make(c);
        let mut variable = 0;
        c.write(|r| {
            variable = r.variable(self.name);
            r.take_object();
            r.end_step(Some((variable, "")));
        });
        self.push(value, variable, None);
    }

    fn push(&mut self, value: T, variable: usize, by: Option<u32>) {
        self.count += 1;
        self.slots.push(Slot {
            value,
            variable,
            by,
        });
    }

    /// Whether a function holds of all values.
    pub fn all(&self, holds: impl Fn(&T) -> bool) -> bool {
        self.slots.iter().all(|slot| holds(&slot.value))
    }

    /// Adds the result of the call that was just made, and tells whether there was room for it. `unwrap` is the text that takes the value out of it.
    pub fn add(&mut self, c: &mut Chooser, value: T, unwrap: &'static str) -> bool {
        let has_room = self.slots.len() < MOST;
        if has_room {
            let variable = c.bind(self.name, unwrap);
            let by = c.progress.step;
            self.push(value, variable, by);
        }
        has_room
    }

    /// Observes each value by this expression, in which `{}` stands for the value.
    pub fn observe(&self, c: &mut Chooser, expression: &str, observe: impl Fn(&T, &mut Observer)) {
        if !c.is_rendering() || c.progress.uses_up {
            return;
        }
        for slot in &self.slots {
            let name = placeholder(slot.variable);
            let is_seen = c
                .rendering
                .as_mut()
                .is_some_and(|r| r.is_declared(slot.variable));
            if is_seen {
                c.write(|r| r.note_use(slot.variable));
                let text = expression.replace("{}", &name);
                c.after(&text, |observer| observe(&slot.value, observer));
            }
        }
    }
}
