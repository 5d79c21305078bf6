//! Checks of conventions in the functions of sequences.

use super::Writer;
use crate::call::By;
use crate::plan::{After, Always, Because, Comparison, Pool, Step};

/// A convention as the library takes it: a law, as an expression.
fn law(name: &str, promise: &str, assertion: &str) -> String {
    format!(
        "&__isolde::laws::Law {{ name: {name:?}, promise: {promise:?}, assertion: {assertion:?}, strength: __isolde::laws::Strength::Convention }}"
    )
}

/// The checks of a value at any time, as expressions that are true if the convention is broken, where `v` is the value; and the laws.
pub(super) fn always(pool: &Pool) -> Vec<(&'static str, String)> {
    let conventions = pool.always.iter();
    conventions
        .map(|convention| match convention {
            Always::EmptyIfNoLength => (
                "v.is_empty() != (v.len() == 0)",
                law(
                    "is_empty_agrees_with_len",
                    "`is_empty` tells whether `len` is 0",
                    "assert_eq!({0}.is_empty(), {0}.len() == 0, \"`is_empty` tells whether `len` is 0\")",
                ),
            ),
            Always::LengthIsCount => (
                "v.iter().take(v.len().saturating_add(1)).count() != v.len()",
                law(
                    "len_is_count",
                    "`len` is the number of items that `iter` yields",
                    "assert_eq!({0}.iter().count(), {0}.len(), \"`len` is the number of items\")",
                ),
            ),
            Always::LengthWithinCapacity => (
                "v.capacity() < v.len()",
                law(
                    "len_within_capacity",
                    "`capacity` is at least `len`",
                    "assert!({0}.capacity() >= {0}.len(), \"`capacity` is at least `len`\")",
                ),
            ),
        })
        .collect()
}

impl Writer<'_, '_> {
    /// An expression for the state of a value.
    fn state(&self, pool: &Pool, value: &str) -> String {
        let calls: Vec<String> = pool
            .state
            .iter()
            .map(|observer| self.call(&observer.call, &[value.to_owned()]))
            .collect();
        match &calls[..] {
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
                            checks.flag = true;
                            "failed && "
                        }
                        _ => "",
                    };
                    checks.compare(
                        &self.state(pool, "a0.value"),
                        condition,
                        &law(name, promise, ""),
                        &self.state(pool, "{}"),
                    );
                }
                After::OthersUnchanged if can_compare => {
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
                After::Unchanged(_) | After::OthersUnchanged => {}
                After::Emptied(by_is_empty) => {
                    let (condition, assertion) = match by_is_empty {
                        true => (
                            "!a0.value.is_empty()",
                            "assert!({0}.is_empty(), \"nothing is left after `clear`\")",
                        ),
                        false => (
                            "a0.value.len() != 0",
                            "assert_eq!({0}.len(), 0, \"nothing is left after `clear`\")",
                        ),
                    };
                    checks.require(
                        condition,
                        &law(
                            "clear_leaves_nothing",
                            "nothing is left after `clear`",
                            assertion,
                        ),
                    );
                }
                After::Contained(test) => {
                    let refers = if test.refers || is_shared { "&" } else { "" };
                    let sign = if test.refers { "&" } else { "" };
                    let method = test.method;
                    checks.require(
                        &format!("!a0.value.{method}({refers}a1)"),
                        &law(
                            "inserted_is_contained",
                            "what was inserted is contained",
                            &format!(
                                "assert!({{0}}.{method}({sign}{{1}}), \"what was inserted is contained\")"
                            ),
                        ),
                    );
                }
                After::Absent(test) => {
                    let refers = if test.refers || is_shared { "&" } else { "" };
                    let sign = if test.refers { "&" } else { "" };
                    let method = test.method;
                    checks.require(
                        &format!("a0.value.{method}({refers}a1)"),
                        &law(
                            "removed_is_absent",
                            "what was removed is not contained any more",
                            &format!(
                                "assert!(!{{0}}.{method}({sign}{{1}}), \"what was removed is not contained any more\")"
                            ),
                        ),
                    );
                    if can_compare {
                        checks.compare(
                            &self.state(pool, "a0.value"),
                            "was_absent && ",
                            &law(
                                "removal_of_absent_changes_nothing",
                                "the removal of what is not contained changes nothing",
                                "",
                            ),
                            &self.state(pool, "{}"),
                        );
                        checks.before.push_str(&format!(
                            "    let was_absent = compares && !a0.value.{method}({refers}a1);\n"
                        ));
                    }
                }
            }
        }
        checks
    }
}

/// Statements that check conventions.
#[derive(Debug, Default)]
pub(super) struct Checks {
    /// Before the call.
    pub before: String,
    /// Whether the run has chosen whether it `compares` states.
    compares: bool,
    /// Whether the state before the call is known as `before`.
    remembers: bool,
    /// Whether `failed` has to tell whether the call returned an error.
    pub flag: bool,
    /// After the call.
    pub after: String,
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

    /// Adds a check that the state is the same as before.
    fn compare(&mut self, state: &str, condition: &str, law: &str, template: &str) {
        self.start_comparing();
        if !std::mem::replace(&mut self.remembers, true) {
            self.before
                .push_str(&format!("    let before = compares.then(|| {state});\n"));
        }
        self.after.push_str(&format!(
            "    if compares && {condition}Some({state}) != before {{ c.changed_by_call({law}, &a0, {template:?}); }}\n"
        ));
    }
}

/// The checks of two values by a method that compares them, and the laws.
pub(super) fn comparison(
    Comparison(method): &Comparison,
) -> Vec<(&'static str, &'static str, String)> {
    let each = law(
        "comparison_is_reflexive",
        &format!("`{method}` of a value with itself is `Equal`"),
        &format!("assert_eq!({{0}}.{method}(&{{0}}), std::cmp::Ordering::Equal)"),
    );
    let pairs = law(
        "comparison_is_antisymmetric",
        &format!("`{method}` of two values is the reverse in the other order"),
        &format!("assert_eq!({{0}}.{method}(&{{1}}), {{1}}.{method}(&{{0}}).reverse())"),
    );
    vec![
        (
            "check_each",
            "a",
            format!("(a.{method}(a) != std::cmp::Ordering::Equal).then_some({each})"),
        ),
        (
            "check_pairs",
            "a, b",
            format!("(a.{method}(b) != b.{method}(a).reverse()).then_some({pairs})"),
        ),
    ]
}
