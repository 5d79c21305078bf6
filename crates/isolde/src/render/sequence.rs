//! The source text of a sequence. Variables have numbers until the end, because only then is it known which of them are used, and which are changed.

use super::Rendering;
use crate::laws::Law;
use crate::observe::Observed;
use crate::passing::Passing;

/// The number of what is no call: an object is made, or a law is asserted.
pub(crate) const MAKES: u32 = u32::MAX;

/// The calls written so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct SequenceText {
    steps: Vec<StepText>,
    variables: Vec<Variable>,
    /// The number of the call being written.
    current: u32,
    /// How many statements there were before it.
    before: usize,
    /// An expression for the state of the variable that a broken law is about, and the name of the state before the last call.
    state: Option<(String, &'static str)>,
}

/// A call that has returned.
#[derive(Clone, Debug)]
struct StepText {
    number: u32,
    /// Statements that come before the call.
    statements: Vec<String>,
    call: String,
    /// Its arguments, as they are written in it.
    arguments: Vec<String>,
    returned: Option<Observed>,
    /// The variable that holds the result, and the text that takes it out of the result.
    binding: Option<(usize, &'static str)>,
}

#[derive(Clone, Debug)]
struct Variable {
    name: &'static str,
    is_changed: bool,
    is_used: bool,
}

/// A sequence as statements of a test.
#[derive(Debug, Default)]
pub(crate) struct Written {
    /// The statements before the last call.
    pub(crate) statements: Vec<String>,
    /// For some of these statements, by number: the expression that it consists of, and its value.
    pub(crate) asserted: Vec<(usize, Observed)>,
    /// The last call.
    pub(crate) call: String,
    pub(crate) returned: Option<Observed>,
    pub(crate) after: Vec<(String, Observed)>,
    /// The numbers of all calls.
    pub(crate) steps: Vec<u32>,
}

/// How a variable is written before its name is known.
pub(crate) fn placeholder(variable: usize) -> String {
    format!("__variable_{variable}")
}

impl Rendering {
    /// Starts a call.
    #[cold]
    pub(crate) fn begin_step(&mut self, number: u32) {
        self.forget_call();
        if let Some(sequence) = &mut self.sequence {
            sequence.current = number;
            sequence.before = self.statements.len();
        }
    }

    /// Forgets the call that was begun.
    #[cold]
    pub(crate) fn cancel_step(&mut self) {
        let before = self.sequence.as_ref().map_or(0, |s| s.before);
        self.statements.truncate(before);
        self.forget_call();
    }

    /// Ends the call; its result becomes a variable if a binding is given.
    #[cold]
    pub(crate) fn end_step(&mut self, binding: Option<(usize, &'static str)>) {
        let arguments = self.arguments().to_vec();
        let Some(sequence) = &mut self.sequence else {
            return;
        };
        sequence.steps.push(StepText {
            number: sequence.current,
            statements: self.statements.split_off(sequence.before),
            call: std::mem::take(&mut self.call),
            arguments,
            returned: self.returned.take(),
            binding,
        });
        self.forget_call();
    }

    /// Takes the expression as that of an object, and makes variables of the temporary values that it refers to, so that they live as long.
    #[cold]
    pub(crate) fn take_object(&mut self) {
        let text = std::mem::take(&mut self.expression);
        self.call = self.settle(text);
    }

    /// A new variable.
    #[cold]
    pub(crate) fn variable(&mut self, name: &'static str) -> usize {
        let Some(sequence) = &mut self.sequence else {
            return 0;
        };
        let number = sequence.variables.len();
        sequence.variables.push(Variable {
            name,
            is_changed: false,
            is_used: false,
        });
        self.declare_name(placeholder(number));
        number
    }

    /// Writes a variable as the current expression.
    #[cold]
    pub(crate) fn use_variable(&mut self, number: usize, is_changed: bool) {
        self.push(&placeholder(number));
        if let Some(variable) = self
            .sequence
            .as_mut()
            .and_then(|s| s.variables.get_mut(number))
        {
            variable.is_used = true;
            variable.is_changed |= is_changed;
        }
    }

    /// Passes a variable that is, or contains, a reference.
    #[cold]
    pub(crate) fn pass_borrowed(&mut self, number: usize, passing: Passing, is_owned: bool) {
        self.expression.clear();
        let is_changed = passing.is_mutable();
        self.use_variable(number, is_owned && is_changed);
        let text = std::mem::take(&mut self.expression);
        self.pass(match passing {
            Passing::Shared if is_owned => format!("&{text}"),
            Passing::Mutable if is_owned => format!("&mut {text}"),
            _ => text,
        });
    }

    /// Marks a variable as used.
    #[cold]
    pub(crate) fn note_use(&mut self, number: usize) {
        if let Some(variable) = self
            .sequence
            .as_mut()
            .and_then(|s| s.variables.get_mut(number))
        {
            variable.is_used = true;
        }
    }

    /// Remembers the state of a variable before the last call.
    #[cold]
    pub(crate) fn remember(&mut self, variable: usize, state: &str) {
        self.note_use(variable);
        let state = state.replace("{}", &placeholder(variable));
        let is_taken = self.variables().iter().any(|name| name == "before");
        let name = if is_taken { "state_before" } else { "before" };
        if let Some(sequence) = &mut self.sequence
            && let Some(last) = sequence.steps.last_mut()
        {
            last.statements.push(format!("let {name} = {state};"));
            sequence.state = Some((state, name));
        }
    }

    /// Writes the assertion that a law makes about variables, as the call that fails. `by_call` tells whether it is also about the arguments of the last
    /// call, which come after the variables.
    #[cold]
    pub(crate) fn assert_law(&mut self, law: &Law, variables: &[usize], by_call: bool) {
        let before = self.statements.len();
        if let Some(sequence) = &mut self.sequence {
            sequence.current = MAKES;
            sequence.before = before;
        }
        for &variable in variables {
            self.note_use(variable);
        }
        let names: Vec<String> = variables.iter().map(|&each| placeholder(each)).collect();
        let places: Vec<&str> = names.iter().map(String::as_str).collect();
        let remembered = self.sequence.as_mut().and_then(|s| s.state.take());
        let last = self.sequence.as_ref().and_then(|s| s.steps.last());
        self.call = match (remembered, last) {
            (Some((state, name)), _) => {
                format!("assert_eq!({state}, {name}, {:?})", law.promise)
            }
            (None, Some(step)) if by_call => {
                let arguments = step.arguments.iter().skip(1).map(String::as_str);
                let places: Vec<&str> = places.iter().copied().chain(arguments).collect();
                law.assertion_for(&places)
            }
            _ => law.assertion_for(&places),
        };
        self.returned = None;
        self.after.clear();
    }

    /// Whether a variable is declared in the text: that of a last call's result is not.
    #[cold]
    pub(crate) fn is_declared(&self, number: usize) -> bool {
        let Some(sequence) = &self.sequence else {
            return false;
        };
        let last = sequence.last_call().unwrap_or_default();
        let before = sequence.steps[..last].iter();
        let mut bound = before.filter_map(|step| step.binding);
        bound.any(|(variable, _)| variable == number)
    }
}

impl SequenceText {
    /// What is written now is an assertion.
    pub(super) fn assert_instead(&mut self) {
        self.current = MAKES;
    }

    /// The place of the last call: objects may have been made after it.
    fn last_call(&self) -> Option<usize> {
        self.steps.iter().rposition(|step| step.number != MAKES)
    }

    /// The text of the sequence whose last call may not have returned.
    pub(crate) fn written(&self, rendering: &Rendering) -> Written {
        let mut out = Written::default();
        let is_open = !rendering.call.is_empty();
        let (before, last) = match self.last_call() {
            Some(place) if !is_open => (&self.steps[..place], self.steps.get(place)),
            _ => (&self.steps[..], None),
        };
        let mut names = Names::new(rendering);
        for step in before {
            out.statements
                .extend(step.statements.iter().map(|text| names.fill(self, text)));
            // That of an object that is built is not a call.
            if step.number != MAKES {
                out.steps.push(step.number);
            }
            match step.binding {
                Some((variable, unwrap)) if self.variables[variable].is_used => {
                    let call = names.fill(self, &step.call);
                    let name = names.of(self, variable);
                    let keyword = match self.variables[variable].is_changed {
                        true => "let mut",
                        false => "let",
                    };
                    out.statements
                        .push(format!("{keyword} {name} = {call}{unwrap};"));
                }
                // An object that nothing uses.
                Some(_) if step.number == MAKES => {}
                _ => {
                    if let Some(returned) = &step.returned {
                        out.asserted.push((out.statements.len(), returned.clone()));
                    }
                    let call = names.fill(self, &step.call);
                    out.statements.push(format!("{call};"));
                }
            }
        }
        let (statements, call, returned) = match last {
            Some(last) => {
                out.steps.push(last.number);
                (&last.statements[..], &last.call, &last.returned)
            }
            None => {
                out.steps.push(self.current);
                let open = rendering.statements.get(self.before..);
                (
                    open.unwrap_or_default(),
                    &rendering.call,
                    &rendering.returned,
                )
            }
        };
        out.statements
            .extend(statements.iter().map(|text| names.fill(self, text)));
        out.call = names.fill(self, call);
        out.returned = returned.clone();
        out.after = rendering
            .after
            .iter()
            .map(|(text, observed)| (names.fill(self, text), observed.clone()))
            .collect();
        out
    }
}

/// The names of variables.
struct Names {
    taken: Vec<String>,
    /// By the number of the variable.
    known: Vec<Option<String>>,
}

impl Names {
    fn new(rendering: &Rendering) -> Names {
        Names {
            taken: rendering.variables().to_vec(),
            known: Vec::new(),
        }
    }

    /// The name of a variable.
    fn of(&mut self, sequence: &SequenceText, number: usize) -> String {
        if self.known.len() <= number {
            self.known.resize(number + 1, None);
        }
        if let Some(name) = &self.known[number] {
            return name.clone();
        }
        let base = sequence
            .variables
            .get(number)
            .map_or("value", |variable| variable.name);
        let mut name = base.to_owned();
        let mut count = 1;
        while self.taken.contains(&name) {
            count += 1;
            name = format!("{base}_{count}");
        }
        self.taken.push(name.clone());
        self.known[number] = Some(name.clone());
        name
    }

    /// The text with names in place of numbers.
    fn fill(&mut self, sequence: &SequenceText, text: &str) -> String {
        const MARK: &str = "__variable_";
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find(MARK) {
            out.push_str(&rest[..at]);
            let after = &rest[at + MARK.len()..];
            let digits = after.bytes().take_while(u8::is_ascii_digit).count();
            match after[..digits].parse() {
                Ok(number) => out.push_str(&self.of(sequence, number)),
                Err(_) => out.push_str(MARK),
            }
            rest = &after[digits..];
        }
        out.push_str(rest);
        out
    }
}
