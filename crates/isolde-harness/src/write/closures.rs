//! Closures as builder expressions.

use super::Writer;
use super::shapes::{CHOOSER, numbered};
use crate::shape::{AnsweredBy, Literal, literal_of};
use crate::spell::Style;
use crate::types::mentions;
use isolde_model::{FnSignature, Lends, Type};

impl Writer<'_, '_> {
    /// The builder of a closure; `value` is the builder of its results, `fills` the code that fills mutable arguments.
    pub(super) fn closure(
        &self,
        signature: &FnSignature,
        by: AnsweredBy,
        value: Option<&String>,
        fills: &str,
    ) -> String {
        let types = self.annotations(signature);
        let Some(value) = value else {
            return self.silent_closure(signature, &types);
        };
        let state = format!("c.closure({})", self.described_closure(signature, &types));
        let answer = self.answer_of_closure(signature, by, value, fills);
        let closure = self.lending(signature, &format!("move {} {answer}", head(&types)));
        format!("{CHOOSER} {{ let m = {state}; {closure} }}")
    }

    /// A closure whose result may borrow from its arguments. It has to be declared as one that does so: where nothing tells the compiler, it takes the
    /// lifetimes for different ones.
    fn lending(&self, signature: &FnSignature, closure: &str) -> String {
        match self.lender(signature) {
            Some(of) => {
                format!("{{ fn lending<F: for<'v> {of}>(f: F) -> F {{ f }} lending({closure}) }}")
            }
            None => closure.to_owned(),
        }
    }

    /// `Fn(&'v str) -> Option<&'v str>`, if a closure lends and all its types can be named.
    fn lender(&self, signature: &FnSignature) -> Option<String> {
        if signature.lends.is_empty() {
            return None;
        }
        let parameters = signature.parameters.iter().zip(&signature.lends);
        let parameters: Option<Vec<String>> = parameters
            .map(|(of, lends)| self.lent_parameter(of, *lends))
            .collect();
        let style = match lends_object(signature) {
            true => Style::LentObject,
            false => Style::Lent,
        };
        let result = self.index.type_text(&signature.result, style)?;
        Some(format!("Fn({}) -> {result}", parameters?.join(", ")))
    }

    /// The type of a parameter from which a result with the lifetime `'v` borrows.
    fn lent_parameter(&self, of: &Type, lends: Lends) -> Option<String> {
        let text = |of: &Type, style| self.index.type_text(of, style);
        match (lends, of) {
            (Lends::Nothing, _) => text(of, Style::Expression),
            (Lends::All, _) => text(of, Style::Borrowed),
            (
                Lends::Outer | Lends::Inner,
                Type::Reference {
                    mutable, target, ..
                },
            ) => {
                let (lifetime, style) = match lends {
                    Lends::Outer => ("'v ", Style::Expression),
                    _ => ("", Style::Borrowed),
                };
                let mutable = if *mutable { "mut " } else { "" };
                let target = match &**target {
                    Type::Dyn(bounds) if bounds.len() > 1 => format!("({})", text(target, style)?),
                    _ => text(target, style)?,
                };
                Some(format!("&{lifetime}{mutable}{target}"))
            }
            (Lends::Outer | Lends::Inner, _) => None,
        }
    }

    /// The answer of the closure whose state is `m`.
    fn answer_of_closure(
        &self,
        signature: &FnSignature,
        by: AnsweredBy,
        value: &str,
        fills: &str,
    ) -> String {
        let patterns = self.patterns_of_closure(signature);
        let call = asked("m", 0, by, &signature.parameters, &patterns);
        match fills.is_empty() {
            true => format!("{call}.answer({CHOOSER} c.within(0, {value}))"),
            false => format!("{call}.answer({CHOOSER} {{ {fills}c.within(0, {value}) }})"),
        }
    }

    /// The statements that note the arguments of a closure. Nothing can be asked of an argument whose type is left to the compiler.
    fn patterns_of_closure(&self, signature: &FnSignature) -> String {
        let is_known = |of: &Type| self.index.type_text(of, Style::Expression).is_some();
        patterns(signature.parameters.iter(), is_known)
    }

    /// The description of a closure whose calls are recorded.
    fn described_closure(&self, signature: &FnSignature, types: &[String]) -> String {
        let names = names(types.len());
        let described = names.iter().zip(types);
        let described: Vec<String> = described
            .map(|(name, of)| format!("({name:?}, {of:?})"))
            .collect();
        let result = self
            .exact_result(signature)
            .map_or("None".to_owned(), |result| format!("Some({result:?})"));
        let lends = self.lender(signature);
        let lends = lends.map_or("None".to_owned(), |lends| format!("Some({lends:?})"));
        let described = described.join(", ");
        format!(
            "&__isolde::mock::ClosureType {{ parameters: &[{described}], result: {result}, lends: {lends}, is_silent: {} }}",
            signature.result.is_unit()
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
            None => {
                let computed = numbered(computed.collect()).join(", ");
                let closure = format!("move {head} match form {{ {computed} }}");
                format!(
                    "{CHOOSER} {{ let form = c.variant({}); match form {{ {} }} {} }}",
                    forms.len(),
                    numbered(written.collect()).join(", "),
                    self.lending(signature, &closure),
                )
            }
            Some(value) => {
                let state = format!("c.closure({})", self.described_closure(signature, &types));
                let made = std::iter::once(format!("{{ Some({state}) }}"));
                let made = made.chain(written.map(|each| format!("{{ {each} None }}")));
                let first = std::iter::once("unreachable!()".to_owned());
                let answer = self.answer_of_closure(signature, AnsweredBy::Nothing, value, "");
                let computed = numbered(first.chain(computed).collect()).join(", ");
                let closure = format!(
                    "move {head} match &m {{ Some(m) => {answer}, None => match form {{ {computed} }} }}"
                );
                format!(
                    "{CHOOSER} {{ let form = c.variant({}); let m = match form {{ {} }}; {} }}",
                    forms.len() + 1,
                    numbered(made.collect()).join(", "),
                    self.lending(signature, &closure),
                )
            }
        }
    }

    /// A closure that returns nothing.
    fn silent_closure(&self, signature: &FnSignature, types: &[String]) -> String {
        let described = self.described_closure(signature, types);
        let patterns = self.patterns_of_closure(signature);
        format!(
            "{CHOOSER} {{ let m = c.silent({described}); move {} m.call(|p| {{ {patterns} }}) }}",
            head(types)
        )
    }

    /// `-> T`, if all types of the closure can be named.
    fn exact_result(&self, signature: &FnSignature) -> Option<String> {
        let text = |of: &Type| self.index.type_text(of, Style::Expression);
        let mut parameters = signature.parameters.iter();
        // An object that borrows has a type that only the compiler can find.
        if lends_object(signature) || !parameters.all(|of| text(of).is_some()) {
            return None;
        }
        Some(format!("-> {}", text(&signature.result)?))
    }
}

/// Whether it is a trait object in the result that borrows from the arguments: nothing else in it can.
fn lends_object(signature: &FnSignature) -> bool {
    fn borrows(of: &Type) -> bool {
        match of {
            Type::Dyn(_) => false,
            Type::Reference { .. } => true,
            Type::Path { id, arguments, .. } => id.is_some() || arguments.iter().any(borrows),
            Type::Tuple(of) => of.iter().any(borrows),
            Type::Slice(of) | Type::Array(of, _) => borrows(of),
            _ => false,
        }
    }
    let is_object = |of: &Type| matches!(of, Type::Dyn(_));
    let result = &signature.result;
    !signature.lends.is_empty() && !borrows(result) && mentions(result, &is_object)
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

/// `|a0: u8, a1: u8|`.
fn head(types: &[String]) -> String {
    let declared = types.iter().enumerate();
    let declared: Vec<String> = declared
        .map(|(number, of)| format!("a{number}: {of}"))
        .collect();
    format!("|{}|", declared.join(", "))
}

/// An expression over parameters with these names.
fn filled(form: &str, names: &[String]) -> String {
    let named = names.iter().enumerate();
    named.fold(form.to_owned(), |form, (number, name)| {
        form.replace(&format!("{{{number}}}"), name)
    })
}

/// The code that computes one of these expressions over the parameters `a0`, `a1` … of a method; `number` is an expression for its number.
pub(super) fn computed_answer(forms: &[String], number: &str) -> String {
    let arms = forms.iter().map(|form| {
        let mut written = String::new();
        let mut rest = form.as_str();
        while let Some((text, (number, end))) = next_parameter(rest) {
            written += &format!("c.text({text:?}); c.parameter({number}); ");
            rest = end;
        }
        let value = argument_names(form);
        format!("{{ {written}c.text({rest:?}); {value} }}")
    });
    let arms = numbered(arms.collect()).join(", ");
    format!("match {number} {{ {arms} }}")
}

/// An expression over the parameters `a0`, `a1` ….
fn argument_names(form: &str) -> String {
    let mut out = String::new();
    let mut rest = form;
    while let Some((text, (number, end))) = next_parameter(rest) {
        out += &format!("{text}a{number}");
        rest = end;
    }
    out + rest
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

/// The expression that begins a call of the method with this number, whose arguments are `a0`, `a1` … of these types; `patterns` notes them.
pub(super) fn asked(
    mock: &str,
    method: usize,
    by: AnsweredBy,
    types: &[Type],
    patterns: &str,
) -> String {
    let seen = || {
        let seen = types.iter().enumerate();
        let seen = seen.map(|(number, of)| {
            literal_of(of)
                .unwrap_or(Literal::Value)
                .seen(&format!("a{number}"))
        });
        seen.collect::<Vec<_>>().join(", ")
    };
    match by {
        AnsweredBy::Nothing => format!("{mock}.call_alike({method}, |p| {{ {patterns} }})"),
        AnsweredBy::Calls => format!("{mock}.call({method}, |p| {{ {patterns} }})"),
        AnsweredBy::Again => format!("{mock}.call_again({method}, |p| {{ {patterns} }})"),
        AnsweredBy::Arguments => format!(
            "{mock}.call_by({method}, vec![{}], |p| {{ {patterns} }})",
            seen()
        ),
        AnsweredBy::AgainOrKey => format!(
            "{mock}.call_again_or_key({method}, || vec![{}], |p| {{ {patterns} }})",
            seen()
        ),
    }
}

/// The statements that note the arguments `a0`, `a1` … of these types. Of those that no pattern matches, the type must be known for `Debug` to be asked.
pub(super) fn patterns<'t>(
    types: impl Iterator<Item = &'t Type>,
    is_known: impl Fn(&Type) -> bool,
) -> String {
    let notes = types.enumerate().map(|(number, of)| match literal_of(of) {
        Some(literal) => literal.noted(&format!("a{number}")),
        None if is_known(of) => format!("p.seen(__isolde::shown!(&a{number}));"),
        None => "p.other();".to_owned(),
    });
    notes.collect::<Vec<_>>().join(" ")
}
