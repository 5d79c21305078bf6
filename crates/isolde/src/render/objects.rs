//! Objects that are changed after they are made, as one expression or as a variable.

use super::{Group, Rendering};
use crate::literal::takes_method;

/// An object whose constructor has been written.
pub(crate) struct Object {
    start: usize,
    constructor: String,
    /// The changes, and how each is made.
    changes: Vec<(String, Changed)>,
}

/// How an object is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Changed {
    /// By a method that takes it and returns the changed one.
    Chained,
    /// By a method with `&mut self`.
    Mutably,
    /// By a method with `&self`.
    Shared,
}

impl Rendering {
    /// Starts an object: what was written since `start` is its constructor.
    pub fn begin_object(&mut self, start: usize) -> Object {
        Object {
            start,
            constructor: self.expression.split_off(start),
            changes: Vec::new(),
        }
    }

    /// Takes what was written since the constructor as a change.
    pub fn change_object(&mut self, object: &mut Object, changed: Changed) {
        let text = self.expression.split_off(object.start);
        if !text.is_empty() {
            object.changes.push((text, changed));
        }
    }

    /// Writes the object: as one expression if possible, otherwise as a variable.
    pub fn end_object(&mut self, object: Object, name: &str) {
        let is_chained = |change: &&(String, Changed)| change.1 == Changed::Chained;
        let chained = object.changes.iter().take_while(is_chained).count();
        let mut expression = object.constructor;
        if chained > 0 && !takes_method(&expression) {
            expression = format!("({expression})");
        }
        for (text, _) in &object.changes[..chained] {
            expression.push('.');
            expression.push_str(text);
        }
        if chained == object.changes.len() {
            self.expression.push_str(&expression);
            return;
        }
        let name = match &self.argument {
            Some((argument, _)) if self.expression.is_empty() => argument.clone(),
            _ => name.to_owned(),
        };
        // The values that the object refers to must be declared before it, to live longer.
        let expression = self.settle(expression);
        let changes: Vec<_> = object.changes[chained..]
            .iter()
            .map(|(text, changed)| (self.settle(text.clone()), *changed))
            .collect();
        let is_mutable = changes
            .iter()
            .any(|(_, changed)| *changed != Changed::Shared);
        let name = match is_mutable {
            true => self.declare(&name, true, &expression),
            false => self.declare_part(&name, &expression),
        };
        for (text, changed) in changes {
            self.statements.push(match changed {
                Changed::Chained => format!("{name} = {name}.{text};"),
                Changed::Mutably | Changed::Shared => format!("{name}.{text};"),
            });
        }
        self.expression.push_str(&name);
    }

    /// Starts a group of items for a conversion, whose result does not tell their types.
    #[cold]
    pub fn open_conversion(&mut self, text: &str) {
        self.expression.push_str(text);
        self.groups.push(Group {
            empty: true,
            exact: true,
            is_untyped: true,
        });
    }

    /// Whether nothing coerces the value being written to a trait object or function pointer: it is the value of a variable without a type, or what a
    /// conversion takes, or stands in such a value.
    pub fn is_uncoerced(&self) -> bool {
        let untyped = self.groups.iter().rposition(|group| group.is_untyped);
        let is_exact = |from: usize| self.groups[from..].iter().all(|group| group.exact);
        self.suffixed || untyped.is_some_and(is_exact)
    }
}

impl Group {
    /// The group around an argument that becomes a variable, or the operand of `&`.
    pub(super) const ARGUMENT: Group = Group {
        empty: true,
        exact: true,
        is_untyped: true,
    };
}
