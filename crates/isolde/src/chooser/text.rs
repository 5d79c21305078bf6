//! Writing the source text of groups: items, fields and paths.

use super::Chooser;
use crate::literal::takes_method;

impl Chooser {
    /// Appends the name of an item of `module` (its `module_path!()`), qualified where a test needs that.
    pub fn path(&mut self, module: &'static str, name: &str) {
        if self.is_rendering()
            && let Some(rendering) = &mut self.rendering
        {
            rendering.path(module, name);
        }
    }

    /// Appends text and starts a group whose items are separated by commas: `Point { `, `Some(`.
    pub fn open(&mut self, text: &str) {
        if self.is_rendering()
            && let Some(rendering) = &mut self.rendering
        {
            rendering.open(text, false);
        }
    }

    /// Appends the first text if the value being written must have exactly its type, because nothing tells the compiler which one is meant, and the second
    /// text otherwise. Returns which one it was.
    pub fn text_either(&mut self, exact: &str, usual: &str) -> bool {
        let is_exact = self.is_rendering()
            && self
                .rendering
                .as_ref()
                .is_some_and(|rendering| rendering.is_exact());
        self.text(if is_exact { exact } else { usual });
        is_exact
    }

    /// Appends the first text if nothing coerces the value being written to a function pointer, and the second text otherwise.
    pub fn text_uncoerced(&mut self, exact: &str, usual: &str) {
        let is_uncoerced =
            self.is_rendering() && self.rendering.as_ref().is_some_and(|r| r.is_uncoerced());
        self.text(if is_uncoerced { exact } else { usual });
    }

    /// Like [`open`](Chooser::open), for items that a conversion takes.
    pub(crate) fn open_conversion(&mut self, text: &str) {
        if self.is_rendering()
            && let Some(rendering) = &mut self.rendering
        {
            rendering.open_conversion(text);
        }
    }

    /// Like [`open`](Chooser::open), for items that nothing coerces to the required type.
    pub(crate) fn open_exact(&mut self, text: &str) {
        if self.is_rendering()
            && let Some(rendering) = &mut self.rendering
        {
            rendering.open(text, true);
        }
    }

    /// Ends the group and appends text: ` }`, `)`.
    pub fn close(&mut self, text: &str) {
        if self.is_rendering()
            && let Some(rendering) = &mut self.rendering
        {
            rendering.close(text);
        }
    }

    /// Builds the next item of the group, in the nested scope `index`.
    pub fn item<T>(&mut self, index: u64, f: impl FnOnce(&mut Chooser) -> T) -> T {
        if self.is_rendering()
            && let Some(rendering) = &mut self.rendering
        {
            rendering.item();
        }
        self.within(index, f)
    }

    /// Builds the next argument of a function whose text is a group, in the nested scope `index`. Its type is that of the parameter.
    pub fn passed<T>(&mut self, index: u64, f: impl FnOnce(&mut Chooser) -> T) -> T {
        self.item(index, |c| {
            c.write(|r| r.passed = Some(r.expression.len()));
            let value = f(c);
            c.write(|r| r.passed = None);
            value
        })
    }

    /// Builds a value on which a method is called, in the nested scope `index`; its text gets parentheses where they are needed.
    pub fn receiver<T>(&mut self, index: u64, f: impl FnOnce(&mut Chooser) -> T) -> T {
        let start = self.expression().len();
        let value = self.within(index, f);
        if self.is_rendering()
            && let Some(rendering) = &mut self.rendering
        {
            rendering.enclose(start);
        }
        value
    }

    /// Builds the next item of the group and writes its name before it: `name: …`.
    pub fn field<T>(&mut self, name: &str, index: u64, f: impl FnOnce(&mut Chooser) -> T) -> T {
        if self.is_rendering()
            && let Some(rendering) = &mut self.rendering
        {
            rendering.field(name);
        }
        self.within(index, f)
    }

    /// Takes the part with this index of the tuple whose expression was written since `start`: the tuple is taken apart in a statement. Returns whether
    /// the other parts are kept until the end of the test; otherwise they are dropped at once. `names` are names for all parts.
    pub fn part(&mut self, start: usize, names: &[&str], index: usize) -> bool {
        let keeps = self.variant(2) == 0;
        self.write(|r| r.take_part(start, names, index, keeps));
        keeps
    }

    /// Builds a value of a type that the compiler only makes of the expression where something coerces it; elsewhere, the type is written.
    pub fn cast<T>(&mut self, of: &str, f: impl FnOnce(&mut Chooser) -> T) -> T {
        let is_exact = self.is_rendering() && self.rendering.as_ref().is_some_and(|r| r.is_exact());
        self.cast_if(is_exact, of, f)
    }

    /// Builds a pointer to a trait object of this type, which is written only where nothing coerces the expression.
    pub fn object_of<T>(&mut self, of: &str, f: impl FnOnce(&mut Chooser) -> T) -> T {
        let is_uncoerced =
            self.is_rendering() && self.rendering.as_ref().is_some_and(|r| r.is_uncoerced());
        self.cast_if(is_uncoerced, of, f)
    }

    fn cast_if<T>(&mut self, is_exact: bool, of: &str, f: impl FnOnce(&mut Chooser) -> T) -> T {
        let start = self.expression().len();
        let value = f(self);
        if is_exact {
            self.write(|r| {
                // A closure would take the cast as a part of its body.
                let value = &r.expression[start..];
                if !value.starts_with(char::is_alphabetic) || !takes_method(value) {
                    r.expression.insert(start, '(');
                    r.push(")");
                }
                r.push(&format!(" as {of}"));
            });
        }
        value
    }

    /// Runs `f`, which makes a closure that is coerced to a trait object: its types are written, unless the parameter of the function tells them.
    pub fn coerced<T>(&mut self, f: impl FnOnce(&mut Chooser) -> T) -> T {
        let mut is_told = false;
        self.write(|r| {
            is_told = !r.suffixed && (r.whole_argument().is_some() || r.is_whole_passed());
            r.tells = is_told;
        });
        let value = match is_told {
            true => f(self),
            false => self.suffixed(true, f),
        };
        self.write(|r| r.tells = false);
        value
    }

    /// Runs `f` with type suffixes on numbers (`5_u8`) switched on or off.
    pub fn suffixed<T>(&mut self, on: bool, f: impl FnOnce(&mut Chooser) -> T) -> T {
        let saved = self
            .rendering
            .as_mut()
            .map(|r| std::mem::replace(&mut r.suffixed, on));
        let value = f(self);
        if self.is_rendering()
            && let (Some(rendering), Some(saved)) = (&mut self.rendering, saved)
        {
            rendering.suffixed = saved;
        }
        value
    }
}
