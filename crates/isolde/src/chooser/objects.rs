//! Objects that are made by a constructor and changed by mutators.

use super::{Chooser, is_below};
use crate::render::Changed;

/// The largest number of mutators applied to one object.
const MUTATORS: usize = 3;

/// A change of an object under construction.
pub enum Mutator<T> {
    /// Called with a reference to the object. Its text is `push(…)`, without the object and the semicolon.
    Change(fn(&mut Chooser, &mut T)),
    /// The same with a shared reference, for objects that contain cells or locks.
    Touch(fn(&mut Chooser, &T)),
    /// Consumes the object and returns the changed one (`fn with_x(self, …) -> Self`). Its text is `with_x(…)`.
    Chain(fn(&mut Chooser, T) -> T),
}

impl Chooser {
    /// An object made by `constructor` and then changed by up to three of `mutators`.
    ///
    /// Without changes, the expression is the constructor's. Otherwise `let mut name = …;` and `name.change(…);` become statements
    /// (under another name if `name` is taken), and the expression is the name.
    pub fn object<T>(
        &mut self,
        name: &str,
        constructor: impl FnOnce(&mut Chooser) -> T,
        mutators: &[fn(&mut Chooser, &mut T)],
    ) -> T {
        self.grow(name, constructor, mutators.len(), |c, index, mut value| {
            mutators[index](c, &mut value);
            (value, Changed::Mutably)
        })
    }

    /// Like [`object`](Chooser::object) with mutators of both kinds. If all changes are chained, they follow the constructor in the
    /// expression: `Builder::new().with_x(1)`.
    pub fn object_with<T>(
        &mut self,
        name: &str,
        constructor: impl FnOnce(&mut Chooser) -> T,
        mutators: &[Mutator<T>],
    ) -> T {
        self.grow(
            name,
            constructor,
            mutators.len(),
            |c, index, mut value| match &mutators[index] {
                Mutator::Change(change) => {
                    change(c, &mut value);
                    (value, Changed::Mutably)
                }
                Mutator::Touch(touch) => {
                    touch(c, &value);
                    (value, Changed::Shared)
                }
                Mutator::Chain(chain) => (chain(c, value), Changed::Chained),
            },
        )
    }

    /// `apply` runs mutator number `index` and returns how that has changed the object.
    fn grow<T>(
        &mut self,
        name: &str,
        constructor: impl FnOnce(&mut Chooser) -> T,
        mutators: usize,
        apply: impl Fn(&mut Chooser, usize, T) -> (T, Changed),
    ) -> T {
        let changes = if mutators == 0 {
            0
        } else {
            self.length(MUTATORS)
        };
        let start = self.expression().len();
        let mut value = self.within(0, constructor);
        let mut object = self.rendering.as_mut().map(|r| r.begin_object(start));
        let mut change = 0;
        while is_below(change, changes) {
            change += 1;
            let changed;
            (value, changed) = self.within(change as u64, |c| {
                let chosen = c.variant(mutators);
                // Compared one by one, with a hidden counter as in `is_below`: indexing a table would be a read at an address that depends on the choice.
                let mut index = 0;
                while index + 1 < mutators && std::hint::black_box(index) != chosen {
                    index += 1;
                }
                apply(c, index, value)
            });
            if self.is_rendering()
                && let (Some(rendering), Some(object)) = (&mut self.rendering, &mut object)
            {
                rendering.change_object(object, changed);
            }
        }
        if self.is_rendering()
            && let (Some(rendering), Some(object)) = (&mut self.rendering, object)
        {
            rendering.end_object(object, name);
        }
        value
    }
}
