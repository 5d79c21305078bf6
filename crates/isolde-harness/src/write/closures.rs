//! Closures as builder expressions.

use super::Writer;
use super::shapes::CHOOSER;
use crate::shape::{AnsweredBy, Literal, literal_of};
use crate::spell::Style;
use isolde_model::{FnSignature, Type};

impl Writer<'_, '_> {
    /// The builder of a closure; `value` is the builder of its results.
    pub(super) fn closure(
        &self,
        signature: &FnSignature,
        by: AnsweredBy,
        value: Option<&String>,
    ) -> String {
        let types = self.annotations(signature);
        let Some(value) = value else {
            return self.silent_closure(signature, &types);
        };
        let declared = types.iter().enumerate();
        let declared: Vec<String> = declared
            .map(|(number, of)| format!("a{number}: {of}"))
            .collect();
        let names = names(types.len());
        let described = names.iter().zip(&types);
        let described: Vec<String> = described
            .map(|(name, of)| format!("({name:?}, {of:?})"))
            .collect();
        let result = self
            .exact_result(signature)
            .map_or("None".to_owned(), |result| format!("Some({result:?})"));
        let parameters: Vec<&Type> = signature.parameters.iter().collect();
        let call = asked("m", 0, by, &parameters);
        format!(
            "{CHOOSER} {{ let m = c.closure(&__isolde::mock::ClosureType {{ parameters: &[{}], result: {result} }}); \
             move |{}| {call}.answer({CHOOSER} c.within(0, {value})) }}",
            described.join(", "),
            declared.join(", ")
        )
    }

    /// A closure that returns nothing.
    fn silent_closure(&self, signature: &FnSignature, types: &[String]) -> String {
        let ignored: Vec<String> = types.iter().map(|of| format!("_: {of}")).collect();
        let ignored = ignored.join(", ");
        let usual = format!("|{}| ()", vec!["_"; types.len()].join(", "));
        // Where nothing tells the compiler what kind of closure is wanted, its types are written.
        let exact = match self.exact_result(signature) {
            Some(result) => format!("|{ignored}| {result} {{ }}"),
            None => usual.clone(),
        };
        format!("{CHOOSER} {{ c.text_either({exact:?}, {usual:?}); |{ignored}| () }}")
    }

    /// `-> T`, if all types of the closure can be named.
    fn exact_result(&self, signature: &FnSignature) -> Option<String> {
        let text = |of: &Type| self.index.type_text(of, Style::Expression);
        let mut parameters = signature.parameters.iter();
        if !parameters.all(|of| text(of).is_some()) {
            return None;
        }
        Some(format!("-> {}", text(&signature.result)?))
    }
}

/// Names for a closure's parameters.
fn names(count: usize) -> Vec<String> {
    match count {
        1 => vec!["x".to_owned()],
        _ => (0..count)
            .map(|number| match u8::try_from(number) {
                Ok(letter @ 0..26) => char::from(b'a' + letter).to_string(),
                _ => format!("x{number}"),
            })
            .collect(),
    }
}

/// The expression that begins a call of the method with this number, whose arguments are `a0`, `a1` … of these types.
pub(super) fn asked(mock: &str, method: usize, by: AnsweredBy, types: &[&Type]) -> String {
    let patterns = patterns(types.iter().copied());
    match by {
        AnsweredBy::Nothing => format!("{mock}.call_alike({method}, |p| {{ {patterns} }})"),
        AnsweredBy::Calls => format!("{mock}.call({method}, |p| {{ {patterns} }})"),
        AnsweredBy::Arguments => {
            let seen = types.iter().enumerate();
            let seen = seen.map(|(number, of)| match literal_of(of) {
                Some(Literal::Referred) => format!("(*a{number}).into()"),
                _ => format!("a{number}.into()"),
            });
            let seen: Vec<String> = seen.collect();
            format!(
                "{mock}.call_by({method}, vec![{}], |p| {{ {patterns} }})",
                seen.join(", ")
            )
        }
    }
}

/// The statements that note the arguments `a0`, `a1` … of these types as patterns.
pub(super) fn patterns<'t>(types: impl Iterator<Item = &'t Type>) -> String {
    let notes = types.enumerate().map(|(number, of)| match literal_of(of) {
        Some(Literal::Value) => format!("p.argument(&a{number});"),
        Some(Literal::Referred) => format!("p.referred(a{number});"),
        None => "p.other();".to_owned(),
    });
    notes.collect::<Vec<_>>().join(" ")
}
