//! Closures as builder expressions.

use super::Writer;
use super::shapes::{CHOOSER, numbered};
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
        let state = self.answering(signature, &types);
        let head = head(&types);
        let answer = answer(signature, by, value);
        match self.exact_result(signature).filter(|_| lends(signature)) {
            Some(result) => format!(
                "{CHOOSER} {{ let m = {state}; fn lending<F: Fn({}) {result}>(f: F) -> F {{ f }} lending(move {head} {answer}) }}",
                types.join(", ")
            ),
            None => format!("{CHOOSER} {{ let m = {state}; move {head} {answer} }}"),
        }
    }

    /// The state of a closure whose answers are chosen.
    fn answering(&self, signature: &FnSignature, types: &[String]) -> String {
        let names = names(types.len());
        let described = names.iter().zip(types);
        let described: Vec<String> = described
            .map(|(name, of)| format!("({name:?}, {of:?})"))
            .collect();
        let result = self
            .exact_result(signature)
            .map_or("None".to_owned(), |result| format!("Some({result:?})"));
        let described = described.join(", ");
        format!(
            "c.closure(&__isolde::mock::ClosureType {{ parameters: &[{described}], result: {result} }})"
        )
    }

    /// The builder of a closure that computes one of these expressions, or if `value` builds results, gives one answer to all calls.
    pub(super) fn computed(
        &self,
        signature: &FnSignature,
        forms: &[String],
        value: Option<&String>,
    ) -> String {
        let types = self.annotations(signature);
        let result = self.exact_result(signature);
        let written = forms.iter().map(|form| {
            let used = used(form, types.len());
            let declared = used.iter().zip(&types);
            let declared: Vec<String> =
                declared.map(|(name, of)| format!("{name}: {of}")).collect();
            let usual = computing(form, types.len());
            let form = filled(form, &used);
            let exact = match &result {
                Some(result) => format!("|{}| {result} {{ {form} }}", declared.join(", ")),
                None => usual.clone(),
            };
            format!("{{ c.text_either({exact:?}, {usual:?}); }}")
        });
        let inner: Vec<String> = (0..types.len())
            .map(|number| format!("a{number}"))
            .collect();
        let computed = forms.iter().map(|form| filled(form, &inner));
        let head = head(&types);
        match value {
            None => format!(
                "{CHOOSER} {{ let form = c.variant({}); match form {{ {} }} move {head} match form {{ {} }} }}",
                forms.len(),
                numbered(written.collect()).join(", "),
                numbered(computed.collect()).join(", "),
            ),
            Some(value) => {
                let state = self.answering(signature, &types);
                let made = std::iter::once(format!("{{ Some({state}) }}"));
                let made = made.chain(written.map(|each| format!("{{ {each} None }}")));
                let first = std::iter::once("unreachable!()".to_owned());
                let answer = answer(signature, AnsweredBy::Nothing, value);
                format!(
                    "{CHOOSER} {{ let form = c.variant({}); let m = match form {{ {} }}; \
                     move {head} match &m {{ Some(m) => {answer}, None => match form {{ {} }} }} }}",
                    forms.len() + 1,
                    numbered(made.collect()).join(", "),
                    numbered(first.chain(computed).collect()).join(", "),
                )
            }
        }
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

/// The names of a closure's parameters; it does not name what an expression does not use.
fn used(form: &str, count: usize) -> Vec<String> {
    let names = names(count).into_iter().enumerate();
    let used = names.map(
        |(number, name)| match form.contains(&format!("{{{number}}}")) {
            true => name,
            false => "_".to_owned(),
        },
    );
    used.collect()
}

/// `|a, b| a.cmp(b)`: a closure that computes an expression over its parameters, of which there are so many.
pub(super) fn computing(form: &str, count: usize) -> String {
    let used = used(form, count);
    format!("|{}| {}", used.join(", "), filled(form, &used))
}

/// Whether a result borrows from the only parameter that is a reference. A closure has to be declared as one that does so: where nothing tells the
/// compiler, it takes the two lifetimes for different ones.
fn lends(signature: &FnSignature) -> bool {
    let is_reference = |of: &&Type| matches!(of, Type::Reference { .. });
    signature.lends && signature.parameters.iter().filter(is_reference).count() == 1
}

/// `|a0: u8, a1: u8|`.
fn head(types: &[String]) -> String {
    let declared = types.iter().enumerate();
    let declared: Vec<String> = declared
        .map(|(number, of)| format!("a{number}: {of}"))
        .collect();
    format!("|{}|", declared.join(", "))
}

/// The answer of the closure whose state is `m`.
fn answer(signature: &FnSignature, by: AnsweredBy, value: &str) -> String {
    let parameters: Vec<&Type> = signature.parameters.iter().collect();
    let call = asked("m", 0, by, &parameters);
    format!("{call}.answer({CHOOSER} c.within(0, {value}))")
}

/// An expression over parameters with these names.
fn filled(form: &str, names: &[String]) -> String {
    let named = names.iter().enumerate();
    named.fold(form.to_owned(), |form, (number, name)| {
        form.replace(&format!("{{{number}}}"), name)
    })
}

/// The code that computes one of these expressions over the parameters `a0`, `a1` … of a method.
pub(super) fn computed_answer(forms: &[String]) -> String {
    let arms = forms.iter().map(|form| {
        let mut written = String::new();
        let mut rest = form.as_str();
        while let Some((text, (number, end))) = next_parameter(rest) {
            written += &format!("c.text({text:?}); c.parameter({number}); ");
            rest = end;
        }
        let value = filled(form, &["a0".to_owned(), "a1".to_owned()]);
        format!("{{ {written}c.text({rest:?}); {value} }}")
    });
    let arms = numbered(arms.collect()).join(", ");
    format!("match c.variant({}) {{ {arms} }}", forms.len())
}

/// The text before the next `{0}` or `{1}`, the number, and the text after it.
fn next_parameter(form: &str) -> Option<(&str, (usize, &str))> {
    let (text, rest) = form.split_once('{')?;
    let (number, rest) = rest.split_once('}')?;
    Some((text, (number.parse().ok()?, rest)))
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
        AnsweredBy::Again => format!("{mock}.call_again({method}, |p| {{ {patterns} }})"),
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
