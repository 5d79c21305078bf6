//! Fakes: for each function outside the unit a function that installs its detour.

use super::Writer;
use super::closures::patterns;
use super::file::File;
use super::shapes::CHOOSER;
use crate::call::FunctionPath;
use crate::fakes::{End, Fake, Given, PROCESS, Promise, State};
use crate::shape::literal_of;
use crate::spell::Style;
use isolde_model::Type;

impl Writer<'_, '_> {
    /// The functions that install fakes, and one that installs all of them.
    pub(super) fn fake_functions(&self, fakes: &[Fake], file: &mut File) {
        if fakes.is_empty() {
            return;
        }
        for (number, fake) in fakes.iter().enumerate() {
            file.piece(&fake.piece, &self.fake(number, fake));
        }
        let all: String = (0..fakes.len())
            .map(|number| format!("fake_{number}(c), "))
            .collect();
        file.text(&format!(
            "fn fakes(c: &mut __isolde::Chooser) -> [__isolde::detour::Guard<'static>; {}] {{ [{all}] }}\n",
            fakes.len()
        ));
    }

    fn fake(&self, number: usize, fake: &Fake) -> String {
        let function = self.callee(&fake.callee);
        let written = |given: &Given| match given.is_written {
            true => self.index.type_text(&given.of, Style::Expression),
            false => None,
        };
        let described: String = fake
            .parameters
            .iter()
            .map(|given| format!("({:?}, {:?}), ", given.name, written(given)))
            .collect();
        let receiver = fake.has_receiver.then(|| "this".to_owned());
        let declared = fake.parameters.iter().enumerate();
        let declared = declared.map(|(number, given)| match written(given) {
            Some(of) => format!("a{number}: {of}"),
            None => format!("a{number}"),
        });
        let declared: Vec<String> = receiver.into_iter().chain(declared).collect();
        let holes = vec!["_"; declared.len()].join(", ");
        let (kind, module) = match fake.is_async {
            true => ("output", "future"),
            false => ("rust", "install"),
        };
        let scope = match fake.is_across {
            true => "AcrossThreads",
            false => "ThisThread",
        };
        format!(
            "fn fake_{number}(c: &mut __isolde::Chooser) -> __isolde::detour::Guard<'static> {{\n    \
             static OF: __isolde::mock::FakeType = __isolde::mock::FakeType {{ function: {function:?}, name: {:?}, is_async: {}, is_assumed: {}, has_receiver: {}, parameters: &[{described}] }};\n    \
             let m = c.fake({number}, &OF);\n    \
             let function: unsafe fn({holes}) -> _ = {function};\n    \
             __isolde::detour::engine::mark(function as *const ());\n    \
             __isolde::detour::{module}::{kind}{}(function, __isolde::detour::install::{scope}, move |{}| {}.answer({CHOOSER} {{ {} }}))\n}}\n",
            fake.name,
            fake.is_async,
            fake.is_assumed(),
            fake.has_receiver,
            declared.len(),
            declared.join(", "),
            call(fake),
            ruled(fake, self.answer_of(fake))
        )
    }

    /// The code that makes an answer with the chooser `c`.
    fn answer_of(&self, fake: &Fake) -> String {
        let answer = self.answer(&fake.answer, fake.parameters.len());
        const OBJECT: &str = "(&raw const *this).cast()";
        let until_end = |end: &str, is_end: &str| {
            format!("c.until_end({OBJECT}, {end}, {is_end}, {CHOOSER} {{ {answer} }})")
        };
        match fake.promise {
            None => answer,
            Some(Promise::Kind) => {
                let kind = &fake.name;
                format!("c.is_of_kind({OBJECT}, {kind:?}, {CHOOSER} {{ {answer} }})")
            }
            Some(Promise::Absolute) => format!("c.absolute({CHOOSER} {{ {answer} }})"),
            Some(Promise::Buffer) => format!("c.buffered({OBJECT}, {CHOOSER} {{ {answer} }})"),
            Some(Promise::Consumes) => format!("c.consume({OBJECT}, a0); {answer}"),
            Some(Promise::End(End::Nothing)) => {
                until_end("(\"None\", None)", "|given| given.is_none()")
            }
            Some(Promise::End(End::Zero)) => {
                until_end("(\"Ok(0)\", Ok(0))", "|given| matches!(given, Ok(0))")
            }
        }
    }

    /// The expression that makes a value which stands in for one of this type.
    pub(super) fn stand_in(&self, of: &Type) -> String {
        let written = format!(
            "unsafe {{ isolde::detour::stand_in::<{}>() }}",
            self.type_text(of, Style::Expression)
        );
        let of = self.type_text(of, Style::Signature);
        format!("c.stand_in::<{of}>({written:?})")
    }
}

/// The code of an answer that is refused if a rule does not allow it.
fn ruled(fake: &Fake, answer: String) -> String {
    if fake.rules.is_empty() {
        return answer;
    }
    let arguments: String = (0..fake.parameters.len())
        .map(|number| format!("&a{number}, "))
        .collect();
    let rules = fake.rules.iter().filter_map(|rule| match rule {
        FunctionPath::Free(path) => Some(format!(
            "if !{path}({arguments}&answer) {{ __isolde::mock::refuse(); }} "
        )),
        _ => None,
    });
    let rules: String = rules.collect();
    format!("let answer = {{ {answer} }}; {rules}answer")
}

/// The expression that begins a call.
fn call(fake: &Fake) -> String {
    let parameters = fake.parameters.iter().map(|each| &each.of);
    let patterns = patterns(parameters, |_| false);
    let anew = format!("m.call(0, |p| {{ {patterns} }})");
    let (object, kind, changes, seen) = match fake.state {
        None => return anew,
        Some(State::Process { changes }) => {
            ("std::ptr::null()", PROCESS, changes, Some(texts(fake)))
        }
        Some(State::Object { kind, changes }) => {
            ("(&raw const *this).cast()", kind, changes, literals(fake))
        }
    };
    match seen {
        _ if changes => format!("{{ __isolde::mock::note_change({kind}); {anew} }}"),
        Some(seen) => format!(
            "m.call_on({object}, {kind}, vec![{}], |p| {{ {patterns} }})",
            seen.join(", ")
        ),
        None => anew,
    }
}

/// The arguments of a call as texts.
fn texts(fake: &Fake) -> Vec<String> {
    (0..fake.parameters.len())
        .map(|number| format!("__isolde::mock::text(&a{number})"))
        .collect()
}

/// The arguments of a call as literals, if all of them can be.
fn literals(fake: &Fake) -> Option<Vec<String>> {
    let parameters = fake.parameters.iter().enumerate();
    parameters
        .map(|(number, each)| Some(literal_of(&each.of)?.seen(&format!("a{number}"))))
        .collect()
}
