//! Calls of functions that are given to a faked function or to a mock's method.

use super::Writer;
use super::shapes::CHOOSER;
use crate::shape::Called;

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
            "{before}c.call_back(__isolde::mock::Callback {{ parameter: {parameter}, most: {most}, is_mutable: {is_mutable}, has_result: {has_result} }}, \
             {CHOOSER} ({built}), |{pattern}| {{ {call} }}); "
        )
    }
}
