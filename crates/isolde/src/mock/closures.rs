//! The text of closures that give the answers of a run.

use super::behaviour::{Behaviour, Usage};
use super::calls::Note;
use super::declared::{Declared, Item};
use super::log::{Answer, Made, Mocks, Of, Types, placeholder};
use super::text::{closure_body, has_word};
use super::types::ClosureType;

impl Mocks {
    /// Adds the expressions of the closures.
    pub(super) fn add_closures(&self, declared: &mut Declared) {
        // Those that were made last may be in the answers of those that were made first.
        for (number, made) in self.made.iter().enumerate().rev() {
            if let Of::Closure(of, types) = made.of {
                let rule = made.rule(of.parameters.len(), declared);
                let note = self.asserting_note(number, 0);
                let text = of.text(&rule, types, note.as_ref());
                declared
                    .made
                    .push((placeholder(super::CLOSURE, number), text));
            }
        }
        // Declarations may contain closures, too.
        let items = std::mem::take(&mut declared.items);
        declared.items = items
            .into_iter()
            .map(|item| Item {
                source: declared.fill(&item.source),
                ..item
            })
            .collect();
    }
}

impl Made {
    /// The rule that its answers follow, for a function with this number of parameters.
    pub(super) fn rule(&self, parameters: usize, declared: &Declared) -> Behaviour {
        let answers = self.answers.iter();
        let answers: Vec<Answer> = answers.map(|answer| declared.filled(answer)).collect();
        Behaviour::of(parameters, &answers)
    }
}

impl ClosureType {
    /// Whether its result, where it is written, tells the types of all parts.
    pub(super) fn declares_result(&self) -> bool {
        self.result.is_some_and(|result| !has_word(result, "_"))
    }

    fn text(&self, rule: &Behaviour, types: Types, note: Option<&Note>) -> String {
        // The body of a closure that nobody calls, or that panics, does not tell what it would return.
        let is_uncalled = *rule == Behaviour::Uncalled;
        let is_exact = match types {
            Types::Written => true,
            Types::Inferred => rule.only_panics() && !self.is_silent,
            Types::Told => false,
        };
        // Where nothing else tells the compiler, only a bound says that the result borrows from an argument.
        let lends = self.lends.filter(|_| types == Types::Written);
        let result = self.result.filter(|_| is_exact && lends.is_none());
        let parameters = self.parameters.iter().enumerate();
        let parameters: Vec<String> = parameters
            .map(|(number, (name, of))| {
                let noted = note.map_or(Usage::Unused, |note| note.usage(number));
                let name = rule.usage(number).max(noted).declared(name);
                match result {
                    Some(_) => format!("{name}: {of}"),
                    None => name.to_owned(),
                }
            })
            .collect();
        let result = result.filter(|_| !self.is_silent);
        let head = match result {
            Some(result) => format!("|{}| {result} ", parameters.join(", ")),
            None => format!("|{}| ", parameters.join(", ")),
        };
        let names: Vec<&str> = self.parameters.iter().map(|(name, _)| *name).collect();
        let count = "calls.set(calls.get() + 1);\n";
        let body = closure_body(&names, rule, count, "calls.get()", (result.is_some(), note));
        let closure = match rule.counts() {
            _ if self.is_silent && is_uncalled => format!("{head}{{}}"),
            true => {
                format!("{{ let calls = std::cell::Cell::new(0);\nmove {head}{body} }}")
            }
            false => format!("{head}{body}"),
        };
        match lends {
            Some(lends) => format!(
                "{{ fn lending<F: for<'v> {lends}>(f: F) -> F {{ f }}\nlending({closure}) }}"
            ),
            None => closure,
        }
    }
}
