//! Checks of conventions about the first argument of a call, before and after the call.

use super::Writer;
use super::conventions::law;
use crate::call::By;
use crate::plan::{Accepted, After, Because, Items, Pool, Pop, State, Step, Test};

/// Statements that check conventions.
#[derive(Debug, Default)]
pub(super) struct Checks {
    /// Before the call.
    pub before: String,
    /// Directly after the call, where its result is `r`.
    pub with_result: String,
    /// After the call.
    pub after: String,
    /// Whether the run has chosen whether it `compares` states.
    compares: bool,
    /// Whether the state before the call is known as `before`.
    remembers: bool,
}

impl Writer<'_, '_> {
    /// An expression for the state of a value.
    pub(super) fn state(&self, pool: &Pool, value: &str) -> String {
        let State {
            observers,
            items,
            is_cloned,
        } = &pool.state;
        let receiver = match is_cloned {
            true => format!("{value}.clone()"),
            false => value.to_owned(),
        };
        let observed = observers.iter().map(|(observer, is_copied)| {
            let call = self.call(&observer.call, std::slice::from_ref(&receiver));
            let copy = if *is_copied { ".to_owned()" } else { "" };
            format!("{call}{copy}")
        });
        let parts: Vec<String> = observed
            .chain(items.map(|items| copied(&receiver, items)))
            .collect();
        match &parts[..] {
            [] => format!("format!(\"{{:?}}\", {value})"),
            [only] => only.clone(),
            several => format!("({})", several.join(", ")),
        }
    }

    /// The statements before and after a call that check the conventions about its first argument.
    pub(super) fn after(&self, step: &Step, (number, pool): (usize, &Pool)) -> Checks {
        let mut checks = Checks::default();
        let can_compare = !pool.state.is_empty() || pool.has_debug;
        let key = step.chosen.thunk.arguments.get(1);
        let is_shared = key.is_some_and(|key| key.by == By::Shared);
        for convention in &step.after {
            match convention {
                After::Unchanged(because) if can_compare => {
                    self.unchanged(*because, pool, &mut checks);
                }
                After::OthersUnchanged if can_compare => {
                    self.others_unchanged(number, pool, &mut checks);
                }
                After::Unchanged(_) | After::OthersUnchanged => {}
                After::Emptied => emptied(&mut checks),
                After::Contained(test) => {
                    let [call, place] = contains(*test, is_shared);
                    let promise = "what was inserted is contained";
                    checks.require(
                        &format!("!a0.value.{call}"),
                        &law(
                            "inserted_is_contained",
                            promise,
                            &format!("assert!({{0}}.{place}, {promise:?})"),
                        ),
                    );
                }
                After::Found(test, is_reference) => {
                    let [call, place] = key_of(*test, is_shared);
                    let sign = if *is_reference { "&" } else { "" };
                    let promise = "the value that was inserted with a key is found by the key";
                    checks.require(
                        &format!("a0.value.{call} != Some({sign}a2)"),
                        &law(
                            "inserted_is_found",
                            promise,
                            &format!("assert_eq!({{0}}.{place}, Some({sign}{{2}}), {promise:?})"),
                        ),
                    );
                }
                After::Absent(test) => {
                    let [call, place] = contains(*test, is_shared);
                    let promise = "what was removed is not contained any more";
                    checks.require(
                        &format!("a0.value.{call}"),
                        &law(
                            "removed_is_absent",
                            promise,
                            &format!("assert!(!{{0}}.{place}, {promise:?})"),
                        ),
                    );
                    if can_compare {
                        let law = law(
                            "removal_of_absent_changes_nothing",
                            "the removal of what is not contained changes nothing",
                            "",
                        );
                        self.compare(pool, "was_absent && ", &law, &mut checks);
                        checks.before.push_str(&format!(
                            "    let was_absent = compares && !a0.value.{call};\n"
                        ));
                    }
                }
                After::Popped(pop) => self.popped(pop, &mut checks),
                // It is about the pool that the result goes to.
                After::NewId => {}
            }
        }
        checks
    }

    fn unchanged(&self, because: Because, pool: &Pool, checks: &mut Checks) {
        let (name, promise) = match because {
            Because::Shared => (
                "shared_call_changes_nothing",
                "a method that takes `&self` does not change what is observed of the value",
            ),
            Because::Memory => (
                "memory_call_changes_nothing",
                "methods that are only about memory do not change the value",
            ),
            Because::Failed => (
                "failed_call_changes_nothing",
                "a call that returns an error leaves the value as it was",
            ),
        };
        let condition = match because {
            Because::Failed => {
                checks.before.push_str("    let mut failed = false;\n");
                checks
                    .with_result
                    .push_str("        failed = r.is_err();\n");
                "failed && "
            }
            _ => "",
        };
        self.compare(pool, condition, &law(name, promise, ""), checks);
    }

    fn others_unchanged(&self, number: usize, pool: &Pool, checks: &mut Checks) {
        checks.start_comparing();
        let state = self.state(pool, "v");
        let law = law(
            "clones_are_independent",
            "a call on a value does not change its clones",
            "",
        );
        let text = self.state(pool, "{}");
        checks.before.push_str(&format!(
            "    let others = if compares {{ p.{number}.states(|v| {state}) }} else {{ Vec::new() }};\n"
        ));
        checks.after.push_str(&format!(
            "    if compares {{ p.{number}.check_others(c, {law}, &others, (|v| {state}, {text:?})); }}\n"
        ));
    }

    /// Adds a check that the state is the same as before.
    fn compare(&self, pool: &Pool, condition: &str, law: &str, checks: &mut Checks) {
        checks.start_comparing();
        let (state, template) = (self.state(pool, "a0.value"), self.state(pool, "{}"));
        if !std::mem::replace(&mut checks.remembers, true) {
            checks
                .before
                .push_str(&format!("    let before = compares.then(|| {state});\n"));
        }
        checks.after.push_str(&format!(
            "    if compares && {condition}Some({state}) != before {{ c.changed_by_call({law}, &a0, {template:?}); }}\n"
        ));
    }

    /// Adds a check that takes out what was put in.
    fn popped(&self, pop: &Pop, checks: &mut Checks) {
        let call = |receiver: &str| self.call(&pop.call.call, &[receiver.to_owned()]);
        let name = pop.call.call.callee.path.name();
        checks.before.push_str("    let uses_up = c.uses_up();\n");
        let accepted = match pop.accepted {
            Accepted::Always => None,
            Accepted::True => Some("r"),
            Accepted::Ok => Some("r.is_ok()"),
            Accepted::None => Some("r.is_none()"),
        };
        if let Some(accepted) = accepted {
            checks.before.push_str("    let mut accepted = false;\n");
            checks
                .with_result
                .push_str(&format!("        accepted = {accepted};\n"));
        }
        let (broken, promise, assertion) = match pop.is_next {
            true => (
                format!("{} != Some(a1)", call("a0.value")),
                format!("`{name}` returns what was pushed last"),
                format!("assert_eq!({}, Some({{1}})", call("{0}")),
            ),
            false => (
                format!(
                    "!std::iter::from_fn(|| {}).take(256).any(|item| item == a1)",
                    call("a0.value")
                ),
                format!("`{name}` returns what was pushed, sooner or later"),
                format!(
                    "assert!(std::iter::from_fn(|| {}).take(256).any(|item| item == {{1}})",
                    call("{0}")
                ),
            ),
        };
        let law = law(
            "pushed_is_popped",
            &promise,
            &format!("{assertion}, {promise:?})"),
        );
        let condition = if accepted.is_some() {
            "accepted && "
        } else {
            ""
        };
        checks.after.push_str(&format!(
            "    if uses_up && {condition}{broken} {{ c.broken_by_call({law}, &a0); }}\n"
        ));
    }
}

impl Checks {
    /// Adds a check that an expression is false.
    fn require(&mut self, broken: &str, law: &str) {
        self.after.push_str(&format!(
            "    if c.is_last() && c.checks_laws() && {broken} {{ c.broken_by_call({law}, &a0); }}\n"
        ));
    }

    /// Lets the run choose whether states are compared.
    fn start_comparing(&mut self) {
        if !std::mem::replace(&mut self.compares, true) {
            self.before.push_str("    let compares = c.compares();\n");
        }
    }
}

/// The statement that checks an id which was just added to a pool, if there was room for it. The second number is that of the pool of what gives ids.
pub(super) fn new_id((pool, receivers): (usize, usize), name: &str) -> String {
    let promise = format!("`{name}` never returns the same id twice");
    let law = law(
        "ids_are_unique",
        &promise,
        &format!("assert_ne!({{0}}, {{1}}, {promise:?})"),
    );
    format!("p.{pool}.check_new(c, {law}, &p.{receivers});")
}

fn emptied(checks: &mut Checks) {
    let promise = "nothing is left after `clear`";
    let assertion = format!("assert!({{0}}.is_empty(), {promise:?})");
    checks.require(
        "!a0.value.is_empty()",
        &law("clear_leaves_nothing", promise, &assertion),
    );
}

/// The call that tells whether the second argument is contained: with the variable, and with the argument's place in an assertion.
fn contains(test: Test, is_shared: bool) -> [String; 2] {
    let suffix = if test.is_look_up { ".is_some()" } else { "" };
    key_of(test, is_shared).map(|call| format!("{call}{suffix}"))
}

/// The call of a method with the second argument. The text of an argument that is passed by reference contains the `&`, the variable does not.
fn key_of(test: Test, is_shared: bool) -> [String; 2] {
    let method = test.method;
    let refers = if test.refers || is_shared { "&" } else { "" };
    let sign = if test.refers { "&" } else { "" };
    [
        format!("{method}({refers}a1)"),
        format!("{method}({sign}{{1}})"),
    ]
}

/// An expression for a copy of a value's items.
fn copied(value: &str, (items, is_unordered): (Items, bool)) -> String {
    let iterator = match items {
        Items::Owned => format!("{value}.iter()"),
        Items::References => format!("{value}.iter().cloned()"),
        Items::Entries => {
            format!("{value}.iter().map(|(key, value)| (key.clone(), value.clone()))")
        }
    };
    match is_unordered {
        true => format!("{{ let mut items: Vec<_> = {iterator}.collect(); items.sort(); items }}"),
        false => format!("{iterator}.collect::<Vec<_>>()"),
    }
}
