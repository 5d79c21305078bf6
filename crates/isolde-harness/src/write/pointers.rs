//! Function pointers as builder expressions.

use super::Writer;
use super::closures::computing;
use super::shapes::{CHOOSER, numbered};
use crate::shape::Constants;
use crate::spell::Style;
use isolde_model::{FnSignature, Type};

impl Writer<'_, '_> {
    /// The builder of a function pointer, which computes one of `forms`, or returns one of `returns` if there are none. Its type is written with `is_cast`,
    /// and where nothing coerces a closure to it.
    pub(super) fn function_pointer(
        &self,
        signature: &FnSignature,
        forms: &[String],
        returns: &Constants,
        is_cast: bool,
    ) -> String {
        let of = Type::Function(Box::new(signature.clone()));
        let forms = match forms {
            [] => constants(returns),
            forms => forms.to_vec(),
        };
        let arms = forms.iter().map(|form| {
            let closure = computing(form, signature.parameters.len());
            let exact = format!("({closure}) as {}", self.type_text(&of, Style::Expression));
            match is_cast {
                true => format!("{{ c.text({exact:?}); {closure} }}"),
                false => format!("{{ c.text_uncoerced({exact:?}, {closure:?}); {closure} }}"),
            }
        });
        format!(
            "{CHOOSER} -> {} {{ match c.variant({}) {{ {} }} }}",
            self.type_text(&of, Style::Signature),
            forms.len(),
            numbered(arms.collect()).join(", ")
        )
    }
}

/// The constants as expressions.
fn constants(of: &Constants) -> Vec<String> {
    let all =
        |values: &[&str]| -> Vec<String> { values.iter().map(|&value| value.to_owned()).collect() };
    let within_one = |inner: &Constants, name: &str| -> Vec<String> {
        let inner = constants(inner).into_iter();
        inner.map(|value| format!("{name}({value})")).collect()
    };
    let within = |inner: &Option<Box<Constants>>, name: &str| match inner {
        Some(inner) => within_one(inner, name),
        None => Vec::new(),
    };
    match of {
        Constants::Unit => all(&["()"]),
        Constants::Bool => all(&["false", "true"]),
        Constants::Char => all(&["'a'", "'0'", "' '"]),
        Constants::Float { has_nan: true } => all(&["0.0", "1.0", "f64::NAN"]),
        Constants::Float { has_nan: false } => all(&["0.0", "1.0"]),
        Constants::Integer => all(&["0", "1"]),
        Constants::Ordering => all(&[
            "std::cmp::Ordering::Less",
            "std::cmp::Ordering::Equal",
            "std::cmp::Ordering::Greater",
        ]),
        Constants::Variants(paths) => paths.clone(),
        Constants::Default => all(&["Default::default()"]),
        Constants::Tuple(elements) => {
            // The first constants of all elements, then the second ones, and so on.
            let elements: Vec<Vec<String>> = elements.iter().map(constants).collect();
            let count = elements.iter().map(Vec::len).max().unwrap_or(0);
            let tuple = |number: usize| {
                let parts = elements
                    .iter()
                    .map(|each| each[number % each.len()].as_str());
                let parts: Vec<&str> = parts.collect();
                let end = if parts.len() == 1 { "," } else { "" };
                format!("({}{end})", parts.join(", "))
            };
            (0..count).map(tuple).collect()
        }
        Constants::Option(inner) => {
            let mut found = all(&["None"]);
            found.extend(within(inner, "Some"));
            found
        }
        Constants::Result(inner, error) => {
            let mut found = within(inner, "Ok");
            found.extend(within(error, "Err"));
            found
        }
        Constants::Poll(inner) => {
            let mut found = within(inner, "std::task::Poll::Ready");
            found.extend(all(&["std::task::Poll::Pending"]));
            found
        }
        Constants::Ready(inner) => within_one(inner, "std::future::ready"),
    }
}
