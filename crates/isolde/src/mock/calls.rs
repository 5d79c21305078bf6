//! The calls that mocks, closures and fakes receive. A test asserts them where nothing else shows what the code under test asks of them.
//!
//! Whether the calls of a method are asserted is a choice, like everything else that distinguishes two tests. It is made when the method is called for the
//! first time in a run that is rendered, since it changes nothing but the text. The test then contains a list of calls, to which the method adds its own.

use super::behaviour::{Behaviour, Usage};
use super::log::{Calls, Made, Mocks, Of, Received};
use super::types::{MockType, Receiver};
use super::{Mock, functions, run, sorting};
use crate::observe::Observed;

/// The place of the choice among those of a method.
const ASSERTED: u64 = u64::MAX - 2;
/// Maximum number of calls in a run: nobody would read a longer list.
const MOST: usize = 40;
/// The list in a test.
pub(crate) const LIST: &str = "*CALLS.lock().unwrap()";

/// A call, as the suite learns of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    /// What was called: `MockClock::sleep`.
    pub(crate) of: String,
    /// How it is written in the list: `sleep(1s)`.
    pub(crate) text: String,
    /// The key of the choice whether calls of this method are asserted.
    pub(crate) key: u64,
    /// Whether the method gave no answer, or one that says no more than that it succeeded.
    pub(crate) is_command: bool,
    /// Whether the text contains arguments that the answer does not depend on.
    pub(crate) hides_arguments: bool,
}

/// How a method adds a call to the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Note {
    name: String,
    /// Whether the number of the mock comes before it, because there are several.
    is_numbered: bool,
    /// For each parameter, whether its `Debug` text is in the list.
    shown: Vec<bool>,
}

impl Note {
    /// The statements.
    pub(super) fn statements(&self, parameters: &[&str]) -> String {
        if !self.is_numbered && !self.shown.contains(&true) {
            let text = self.text(&vec![None; self.shown.len()], None);
            return format!("CALLS.lock().unwrap().push({text:?}.to_owned());\n");
        }
        let named = || {
            let named = self.shown.iter().zip(parameters);
            named.map(|(is_shown, name)| is_shown.then_some(*name))
        };
        // A raw name cannot be written in a text.
        let is_raw = parameters.iter().any(|name| name.starts_with("r#"));
        let holes = named().map(|name| {
            name.map(|name| match is_raw {
                true => "{:?}".to_owned(),
                false => format!("{{{name}:?}}"),
            })
        });
        let holes: Vec<Option<String>> = holes.collect();
        let text = self.text(&holes, self.is_numbered.then_some("{}"));
        let number = self.is_numbered.then_some("self.id");
        let values = number
            .into_iter()
            .chain(named().flatten().filter(|_| is_raw));
        let values: String = values.map(|value| format!(", {value}")).collect();
        // An answer may use a parameter of that name.
        let variable = match parameters.contains(&"call") {
            true => "this_call",
            false => "call",
        };
        // The list is locked only afterwards, since what is formatted may make calls that are listed, too.
        format!(
            "let {variable} = format!(\"{text}\"{values});\nCALLS.lock().unwrap().push({variable});\n"
        )
    }

    /// A call with these arguments, as it is in the list; `number` is that of the mock, if it is told.
    fn text(&self, arguments: &[Option<String>], number: Option<&str>) -> String {
        let arguments = self.shown.iter().zip(arguments);
        let arguments = arguments.map(|(is_shown, text)| match text {
            Some(text) if *is_shown => text.as_str(),
            _ => "_",
        });
        let arguments = arguments.collect::<Vec<_>>().join(", ");
        let number = number.map_or(String::new(), |number| format!("{number}: "));
        format!("{number}{}({arguments})", self.name)
    }

    /// What it does with a parameter.
    pub(super) fn usage(&self, parameter: usize) -> Usage {
        match self.shown.get(parameter) {
            Some(true) => Usage::Used,
            _ => Usage::Unused,
        }
    }
}

impl Mock {
    /// Notes a call of a method, with what `Debug` says about its arguments.
    pub(super) fn receive(&self, method: usize, arguments: Vec<Option<String>>) {
        let Some(written) = &self.written else {
            return;
        };
        let of = written.mocks.of(written.number);
        let place = match of {
            Some(Of::Type(of) | Of::Itself(of)) => {
                of.own_method(method).and_then(|_| functions::place_of(of))
            }
            _ => Some(self.later.clone()),
        };
        let (Some(place), Some(_)) = (place, of) else {
            return;
        };
        let mut chooser = place.chooser([method as u64, ASSERTED], false);
        let received = Received {
            mock: written.number,
            method,
            arguments,
            phase: run::phase(),
        };
        let key = chooser.next_key();
        written.mocks.receive(received, key, || chooser.departs());
    }
}

impl Mocks {
    /// Adds a call. If it is the first one of the method, it is chosen whether calls of the method are asserted; `key` is that of the choice.
    pub(super) fn receive(
        &mut self,
        received: Received,
        key: u64,
        is_asserted: impl FnOnce() -> bool,
    ) {
        if let Some(made) = self.made.get_mut(received.mock)
            && !made.keys.iter().any(|(known, _)| *known == received.method)
        {
            made.keys.push((received.method, key));
            if is_asserted() {
                made.asserted.push(received.method);
            }
        }
        // How often std asks while it sorts is its own affair.
        match self.calls.all.len() < MOST && !sorting::is_sorting() {
            true => self.calls.all.push(received),
            false => self.calls.is_cut = true,
        }
    }

    /// The call under test has ended.
    pub(crate) fn end_calls(&mut self) {
        self.calls.end = Some(self.calls.all.len());
    }

    /// The calls that a test can assert: those that were made before the call under test ended, of which there is one. None if several threads made them, since
    /// their order may be another one then, or if there are too many.
    fn certain_calls(&self) -> &[Received] {
        let Calls { all, is_cut, end } = &self.calls;
        let before = end.and_then(|end| all.get(..end)).unwrap_or_default();
        let is_certain = !is_cut
            && before.iter().all(|each| each.phase <= 1)
            && self.made.iter().all(|made| made.callers.len() <= 1);
        if is_certain { before } else { &[] }
    }

    /// The calls of the run, for the suite to decide which a test should assert; none if it cannot.
    pub(crate) fn shown_calls(&self) -> Vec<Shown> {
        let all = self.certain_calls().iter();
        all.filter_map(|call| self.shown(call)).collect()
    }

    fn shown(&self, call: &Received) -> Option<Shown> {
        let made = self.made.get(call.mock)?;
        let of = match made.of {
            Of::Type(of) | Of::Itself(of) => of.own_method(call.method)?,
            Of::Closure(..) => made.label.clone(),
            Of::Fake(of) => of.function.to_owned(),
        };
        let note = self.note_of(call.mock, call.method)?;
        let number = note
            .is_numbered
            .then(|| self.number_of(call.mock).to_string());
        let (_, key) = made
            .keys
            .iter()
            .find(|(method, _)| *method == call.method)?;
        let answers = made.answers.iter();
        let answers: Vec<_> = answers
            .filter(|answer| answer.method == call.method)
            .cloned()
            .collect();
        let rule = Behaviour::of(call.arguments.len(), &answers);
        let mut parameters = 0..call.arguments.len();
        Some(Shown {
            of,
            text: note.text(&call.arguments, number.as_deref()),
            key: *key,
            is_command: rule.says_nothing(),
            hides_arguments: note.shown.contains(&true)
                && parameters.all(|parameter| rule.usage(parameter) == Usage::Unused),
        })
    }

    /// How a method of a mock adds its calls to the list.
    fn note_of(&self, mock: usize, method: usize) -> Option<Note> {
        let made = self.made.get(mock)?;
        let name = match made.of {
            Of::Type(of) | Of::Itself(of) => of.methods().nth(method)?.name,
            Of::Closure(..) => made.label.as_str(),
            Of::Fake(of) => of.name,
        };
        let is_of_same = |call: &&Received| call.method == method && self.are_one(call.mock, mock);
        let mut calls = self.certain_calls().iter().filter(is_of_same);
        let mut shown: Vec<bool> = calls
            .next()?
            .arguments
            .iter()
            .map(Option::is_some)
            .collect();
        for call in calls {
            for (is_shown, text) in shown.iter_mut().zip(&call.arguments) {
                *is_shown &= text.is_some();
            }
        }
        let is_numbered = match made.of {
            Of::Type(of) => {
                let receiver = of.methods().nth(method)?.receiver;
                receiver != Receiver::Absent && self.has_several(of)
            }
            Of::Itself(_) | Of::Closure(..) | Of::Fake(_) => false,
        };
        Some(Note {
            name: name.trim_start_matches("r#").to_owned(),
            is_numbered,
            shown,
        })
    }

    /// Whether several mocks of this type are arguments, and none is made later, so that a test can tell which of them was called.
    fn has_several(&self, of: &MockType) -> bool {
        let own = || self.made.iter().filter(|made| made.is_mock_of(of));
        own().count() > 1 && own().all(|made| made.is_argument)
    }

    /// Whether the mocks of this type have to be told apart, because lists say which of them was called.
    pub(super) fn are_listed_apart(&self, of: &MockType) -> bool {
        let notes = self.notes_of(of);
        notes.iter().flatten().any(|note| note.is_numbered)
    }

    /// The number of a mock among those of its type.
    fn number_of(&self, mock: usize) -> usize {
        let is_before = |other: &usize| {
            matches!(self.made[*other].of, Of::Type(_)) && self.are_one(*other, mock)
        };
        (0..mock).filter(is_before).count()
    }

    /// How the methods of a declared type add their calls to the list, by number; `None` for those whose calls are not asserted.
    pub(super) fn notes_of(&self, of: &MockType) -> Vec<Option<Note>> {
        let is_its =
            |made: &Made| matches!(made.of, Of::Type(own) | Of::Itself(own) if own.name == of.name);
        let first = self.made.iter().position(is_its);
        let note = |method| self.asserting_note(first?, method);
        (0..of.methods().count()).map(note).collect()
    }

    /// How a method of this mock adds its calls to the list, if they are asserted.
    pub(super) fn asserting_note(&self, mock: usize, method: usize) -> Option<Note> {
        let is_asserted = !self.certain_calls().is_empty() && self.asserts(mock, method);
        is_asserted.then(|| self.note_of(mock, method)).flatten()
    }

    fn asserts(&self, mock: usize, method: usize) -> bool {
        let mut made = self.made.iter().enumerate();
        made.any(|(other, made)| made.asserted.contains(&method) && self.are_one(other, mock))
    }

    /// Whether the methods of two mocks are written once.
    fn are_one(&self, one: usize, other: usize) -> bool {
        let of = |mock: usize| match self.made.get(mock)?.of {
            Of::Type(of) | Of::Itself(of) => Some(of.name),
            Of::Closure(..) | Of::Fake(_) => None,
        };
        one == other || of(one).is_some() && of(one) == of(other)
    }

    /// What a test asserts of the list, if it asserts something.
    pub(crate) fn asserted_calls(&self) -> Option<Observed> {
        let all = self.certain_calls().iter();
        let calls = all.filter(|call| self.asserts(call.mock, call.method));
        let texts: Vec<String> = calls
            .filter_map(|call| Some(format!("{:?}", self.shown(call)?.text)))
            .collect();
        (!texts.is_empty()).then(|| Observed::Source(format!("[{}]", texts.join(", "))))
    }
}

impl Made {
    /// Whether it is a value of this type.
    fn is_mock_of(&self, of: &MockType) -> bool {
        matches!(self.of, Of::Type(own) if own.name == of.name)
    }
}

impl MockType {
    /// The name of a method that the code under test asks for; `None` for those of traits of std, whose calls are details.
    fn own_method(&self, number: usize) -> Option<String> {
        let mut behind = 0;
        let of_trait = self.implemented.iter().find(|each| {
            behind += each.methods.len();
            number < behind
        })?;
        let mut roots = ["std::", "core::", "alloc::"].iter();
        let method = self.methods().nth(number)?;
        let is_own = method.body.is_none() && !roots.any(|root| of_trait.head.starts_with(root));
        is_own.then(|| format!("{}::{}", self.name, method.name))
    }
}

#[cfg(test)]
mod tests;
