//! Thunks as functions.

use super::file::File;
use super::{Entry, Writer, import};
use crate::call::{By, Output};
use crate::describe::describe_name;
use crate::names::{snake, variable};
use crate::plan::{Argument, Thunk, target};
use crate::results::{SeenVariant, Where};
use crate::spell::Style;
use isolde_model::{StdItem, Type};

impl Writer<'_, '_> {
    /// The function that is number `index` of the driver's table.
    pub(super) fn thunk(&self, index: usize, entry: &Entry) -> String {
        let thunk = &entry.thunk;
        let mut text = format!("fn thunk_{index}(c: &mut __isolde::Chooser) {{\n");
        if !self.fakes.is_empty() {
            text.push_str("    let _fakes = fakes(c);\n");
        }
        for path in &thunk.call.imports {
            text.push_str(&format!(
                "    #[allow(unused_imports)]\n    {}\n",
                import(path)
            ));
        }
        for (number, argument) in thunk.arguments.iter().enumerate() {
            text.push_str(&self.argument(number, argument));
        }
        let values: Vec<String> = thunk.arguments.iter().enumerate().map(value).collect();
        text.push_str(&self.call_and_observe(entry, &values, &self.observe_result(entry)));
        for (number, argument) in thunk.arguments.iter().enumerate() {
            if is_observed_after(thunk, number, argument) {
                text.push_str(&self.observe_after(number, argument));
            } else if let Some(cell) = argument.cell {
                text.push_str(&observe_content(number, argument, cell));
            }
        }
        text.push_str("}\n");
        text
    }

    /// The statement that observes the result `r` by its methods, if a test cannot write it down.
    fn observe_result(&self, entry: &Entry) -> String {
        let thunk = &entry.thunk;
        let result = thunk.result.as_ref().filter(|of| {
            thunk.call.output == Output::Value
                && entry.source.is_none()
                && matches!(of, Type::Path { .. })
                && !self.index.has_lifetime(of)
        });
        let Some(of) = result else {
            return String::new();
        };
        match self.observers.number(of) {
            Some(number) => {
                let name = variable(&snake(&describe_name(of)), "result");
                format!("        observe_result_{number}(c, {name:?}, &r);\n")
            }
            None => String::new(),
        }
    }

    /// The statement that observes an argument after the call.
    fn observe_after(&self, number: usize, argument: &Argument) -> String {
        let name = &argument.name;
        match self.observers.number(target(&argument.of)) {
            Some(observers) => format!("    observe_{observers}(c, {name:?}, &a{number});\n"),
            None => format!("    c.after({name:?}, |o| __isolde::observe!(o, &a{number}));\n"),
        }
    }

    /// The functions that observe values by their methods.
    pub(super) fn observer_functions(&self, file: &mut File) {
        for (number, (piece, of, observers)) in self.observers.all().enumerate() {
            let of = self.type_text(of, Style::Signature);
            let function = |name: &str, method: &str| {
                let statement = |observer: &Thunk| {
                    let call = |value: &str| self.call(&observer.call, &[value.to_owned()]);
                    format!(
                        "    c.{method}(name, {:?}, |o| __isolde::observe!(o, &{}));\n",
                        call("{}"),
                        call("v")
                    )
                };
                let statements: String = observers.iter().map(statement).collect();
                format!(
                    "fn {name}_{number}(c: &mut __isolde::Chooser, name: &str, v: &{of}) {{\n{statements}}}\n"
                )
            };
            let functions =
                function("observe", "after_method") + &function("observe_result", "of_result");
            file.piece(&piece, &functions);
        }
    }

    /// The statement that builds an argument.
    pub(super) fn argument(&self, number: usize, argument: &Argument) -> String {
        let keyword = match argument.by {
            By::Mutable | By::Leaked(true) | By::Place(_) => "let mut",
            _ => "let",
        };
        let passing = match argument.cell {
            Some(_) => "Watched".to_owned(),
            None => passing(argument.by),
        };
        format!(
            "    {keyword} a{number} = c.argument({:?}, __isolde::Passing::{passing}, {});\n",
            argument.name,
            self.shape(&argument.shape)
        )
    }

    /// The block that makes a call with these values, observes the result `r`, and goes on with the statement `then`.
    pub(super) fn call_and_observe(&self, entry: &Entry, values: &[String], then: &str) -> String {
        let thunk = &entry.thunk;
        let count = thunk.arguments.len();
        let places: Vec<String> = (0..count)
            .zip(&thunk.arguments)
            .map(|(number, argument)| match argument.by {
                By::Pinned => pinned(&format!("{{{number}}}")),
                _ => format!("{{{number}}}"),
            })
            .collect();
        let code = self.call(&thunk.call, values);
        let code = match thunk.call.output {
            Output::Discarded => format!("|| {{ let _ = {code}; }}"),
            Output::Polled => format!("|| __isolde::run_future({code})"),
            Output::Streamed(of_trait) => {
                let poll_next = self.index.poll_next(of_trait);
                format!("|| __isolde::run_stream({code}, {poll_next})")
            }
            _ => format!("|| {code}"),
        };
        let template = self.call(&thunk.call, &places);
        let variants: String = entry.variants.iter().map(look_at).collect();
        let returned = match &entry.source {
            Some(function) => format!(
                "{{ let mut text = String::new(); if {function}(&r, &mut text) {{ o.source(text) }} else {{ __isolde::observe!(o, &r) }} }}"
            ),
            None => "__isolde::observe!(o, &r)".to_owned(),
        };
        let observed = format!(
            "c.shape(|s| {{ __isolde::shape!(s, &r); {variants} }});\n        c.returned(|o| {returned});\n{then}"
        );
        let mocks = thunk.mentioned.iter();
        let mocks =
            mocks.map(|mock| format!("    c.mentions_mock(&{});\n", self.description(mock)));
        let mocks: String = mocks.collect();
        match thunk.call.output {
            Output::Polled | Output::Streamed(_) => format!(
                "{mocks}    {{\n        let (r, polling) = c.call({template:?}, {code});\n        \
                 c.polled(polling, r.is_some());\n        \
                 if let Some(r) = r {{\n        {observed}        }}\n    }}\n"
            ),
            _ => format!(
                "{mocks}    {{\n        let r = c.call({template:?}, {code});\n        {observed}    }}\n"
            ),
        }
    }
}

/// How an argument is passed, as a variant of `Passing`.
pub(super) fn passing(by: By) -> String {
    match by {
        By::Value | By::Pinned => "Value".to_owned(),
        By::Shared | By::Leaked(false) => "Shared".to_owned(),
        By::Mutable | By::Leaked(true) => "Mutable".to_owned(),
        By::Place(mutable) => format!("Receiver {{ mutable: {mutable} }}"),
    }
}

/// The expression that passes an argument to the call.
pub(super) fn value((number, argument): (usize, &Argument)) -> String {
    match argument.by {
        By::Value | By::Place(_) => format!("a{number}"),
        By::Pinned => pinned(&format!("a{number}")),
        By::Shared | By::Leaked(false) => format!("(&a{number})"),
        By::Mutable | By::Leaked(true) => format!("(&mut a{number})"),
    }
}

/// The arguments as a template of the call has them: `{0}`, `{1}` …
pub(super) fn template(thunk: &Thunk) -> Vec<String> {
    (0..thunk.arguments.len())
        .map(|place| format!("{{{place}}}"))
        .collect()
}

/// The inputs of a call that must not use up the arguments of which clones are made.
pub(super) fn cloned(is_cloned: &[bool], inputs: &[String]) -> Vec<String> {
    let inputs = inputs.iter().zip(is_cloned);
    inputs
        .map(|(input, is_cloned)| match is_cloned {
            true => format!("{input}.clone()"),
            false => input.clone(),
        })
        .collect()
}

/// The expression that pins a value to the place where it is used.
fn pinned(value: &str) -> String {
    format!("std::pin::pin!({value})")
}

/// The statement that observes the content of a cell after the call. One that is still locked, because the lock was forgotten, cannot be looked into.
fn observe_content(number: usize, argument: &Argument, cell: StdItem) -> String {
    let value = format!("a{number}");
    let (look, method) = match cell {
        StdItem::Cell => ("Some({}.get())", "{}.get()"),
        cell if cell.is_atomic_number() => (
            "Some({}.load(std::sync::atomic::Ordering::SeqCst))",
            "{}.load(std::sync::atomic::Ordering::SeqCst)",
        ),
        StdItem::RefCell => ("{}.try_borrow().ok()", "*{}.borrow()"),
        StdItem::RwLock => ("{}.try_read().ok()", "*{}.read().unwrap()"),
        _ => ("{}.try_lock().ok()", "*{}.lock().unwrap()"),
    };
    let look = look.replace("{}", &value);
    let content = match method.starts_with('*') {
        true => "&*it",
        false => "&it",
    };
    format!(
        "    c.after_method({:?}, {method:?}, |o| match {look} {{ Some(it) => __isolde::observe!(o, {content}), None => o.opaque() }});\n",
        argument.name
    )
}

/// Whether an argument is observed after the call.
fn is_observed_after(thunk: &Thunk, number: usize, argument: &Argument) -> bool {
    // A receiver that is returned, as by builder methods, was observed as the result already.
    let is_returned = number == 0
        && matches!(&thunk.result, Some(Type::Reference { target, .. }) if **target == argument.of);
    let is_changed = matches!(argument.by, By::Mutable | By::Place(true));
    is_changed && argument.is_observed && !is_returned
}

/// The statement that looks at a variant of the result.
fn look_at(seen: &SeenVariant) -> String {
    let look = |value: &str| match seen.is_reference {
        true => format!("s.variant(&**{value});"),
        false => format!("s.variant({value});"),
    };
    match seen.at {
        Where::Whole => look("(&r)"),
        Where::Some => format!("if let Some(x) = &r {{ {} }}", look("x")),
        Where::Ok => format!("if let Ok(x) = &r {{ {} }} ", look("x")),
        Where::Err => format!("if let Err(x) = &r {{ {} }}", look("x")),
    }
}
