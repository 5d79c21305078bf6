//! Calls of functions that are given to a faked function or to a mock's method.

use super::Writer;
use super::shapes::CHOOSER;
use crate::shape::{Called, MockMethod};
use isolde_model::{StdItem, Type};

/// How often a function is called at most while one answer is given.
const MOST: usize = 2;

impl Writer<'_, '_> {
    /// The statement that calls the function with the chooser `c`.
    pub(super) fn call_back(&self, of: &Called) -> String {
        let Called {
            parameter,
            is_once,
            is_mutable,
            has_result,
            keeps,
            arguments,
        } = of;
        let built = arguments.iter().enumerate().map(|(number, shape)| {
            let shape = self.shape(shape);
            match number {
                0 => format!("c.within(0, {shape}), "),
                _ => format!("{{ c.text(\", \"); c.within({number}, {shape}) }}, "),
            }
        });
        let built: String = built.collect();
        let names: Vec<String> = (0..arguments.len())
            .map(|number| format!("x{number}"))
            .collect();
        let names = names.join(", ");
        let pattern = match arguments.len() {
            1 => format!("({names},)"),
            _ => format!("({names})"),
        };
        let (before, call) = match (is_once, is_mutable) {
            (true, _) => (
                format!("let mut a{parameter} = Some(a{parameter}); "),
                format!("if let Some(call) = a{parameter}.take() {{ let _ = call({names}); }}"),
            ),
            (_, true) => (
                format!("let mut a{parameter} = a{parameter}; "),
                format!("let _ = a{parameter}({names});"),
            ),
            _ => (String::new(), format!("let _ = a{parameter}({names});")),
        };
        let most = if *is_once { 1 } else { MOST };
        format!(
            "{before}c.call_back(__isolde::mock::Callback {{ parameter: {parameter}, most: {most}, is_mutable: {is_mutable}, has_result: {has_result}, keeps: {keeps} }}, \
             {CHOOSER} ({built}), |{pattern}| {{ {call} }}); "
        )
    }
}

/// Whether a parameter of this type is an owned trait object that can be called. The trait may say that it borrows something (`Box<dyn Fn(u8) + '_>`),
/// which the model does not know; an impl that accepts that also accepts what borrows nothing.
pub(super) fn is_lent_callable(method: &MockMethod, of: &Type) -> bool {
    let Some((StdItem::Box | StdItem::Rc | StdItem::Arc, [Type::Dyn(bounds)])) = of.std() else {
        return false;
    };
    // Without a receiver, a lifetime more might make that of the result ambiguous, and futures contain all lifetimes.
    let is_elided = method.receiver.is_some() && !method.is_async;
    is_elided && bounds.iter().any(|bound| bound.signature.is_some())
}

/// The text of a pointer to an object that may borrow.
pub(super) fn lent(text: &str) -> String {
    match text.strip_suffix('>') {
        Some(text) => format!("{text} + '_>"),
        None => text.to_owned(),
    }
}
