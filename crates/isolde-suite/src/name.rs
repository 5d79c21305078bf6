//! Descriptive names for tests: `parse_duration_of_empty_is_err_empty`.
//!
//! A name contains the function, what is special about the input if a word can express that, and how the call ended. It is derived
//! from the syntax of the rendered call alone. If two tests would get the same name, more is added: what was done before the call, and the instance.

use crate::helpers::Helper;
use crate::word::{of_expression, of_result, snake};
use isolde_record::{CLOSURE, MockSource, Observation, Observed, Outcome, PanicInfo, ThunkInfo};
use std::collections::BTreeMap;

/// Length of the longest name, without a number that makes it unique.
const MAX_NAME: usize = 70;
/// How the type of a boxed closure begins.
const BOXED: &str = "Box<dyn Fn";
/// Length of the longest input in a name, unless the input is needed to tell the name from others.
const MAX_INPUT: usize = 30;
/// Length of the longest part of a panic message.
const MAX_PANIC: usize = 40;

/// The names that a case suggests, in the order in which they should be tried; they are not yet unique.
pub fn suggest(thunk: &ThunkInfo, outcome: &Outcome, observation: &Observation) -> Vec<String> {
    let base = snake(&thunk.name, usize::MAX);
    let end = end_of(thunk, outcome, observation);
    // The assertion of a law has no inputs that a name could tell.
    let words = match observation.asserts_law() {
        true => Vec::new(),
        false => inputs_of(observation),
    };
    let all: Option<Vec<&str>> = words.iter().map(Option::as_deref).collect();
    let short = all
        .map(|words| words.join("_and_"))
        .filter(|input| input.len() <= MAX_INPUT);
    let known: Vec<&str> = words.iter().flatten().map(String::as_str).collect();
    let known = known.join("_and_");
    let before = before_of(&observation.statements);
    let is_mock = |argument: &str| argument.starts_with("Mock") && !argument.contains("::");
    let is_closure = |argument: &str| [CLOSURE, BOXED].iter().any(|it| argument.starts_with(it));
    // Neither what a closure takes nor the name of a mock tells tests apart.
    let instance: Vec<String> = thunk
        .instance
        .iter()
        .filter(|argument| !is_closure(argument) && !is_mock(argument))
        .map(|argument| snake(argument, MAX_INPUT))
        .collect();
    let instance = instance.join("_");

    let mut names: Vec<String> = Vec::new();
    let mut add = |input: &str, before: &str, end: &str, instance: &str| {
        let mut name = base.clone();
        for (word, part) in [
            ("_of_", input),
            ("_after_", before),
            ("_", end),
            ("_with_", instance),
        ] {
            if !part.is_empty() {
                name = name + word + part;
            }
        }
        let name = identifier(name);
        let fits = names.is_empty() || name.len() <= MAX_NAME;
        if fits && !names.contains(&name) {
            names.push(name);
        }
    };
    let short = short.unwrap_or_default();
    let whole = base.len() + short.len() + end.len() + "_of__".len();
    match (whole <= MAX_NAME, base.len() + end.len() < MAX_NAME) {
        (true, _) => add(&short, "", &end, ""),
        (false, true) => add("", "", &end, ""),
        (false, false) => add("", "", "", ""),
    }
    add(&known, "", &end, "");
    add(&short, &before, &end, "");
    add(&known, &before, &end, "");
    if !before.is_empty() {
        add(&known, &before, "", "");
    }
    add(&short, "", &end, &instance);
    add(&short, &before, &end, &instance);
    names
}

/// Makes an identifier that is not a keyword.
fn identifier(name: String) -> String {
    if syn::parse_str::<syn::Ident>(&name).is_ok() {
        name
    } else {
        format!("test_{name}")
    }
}

/// Chooses for each test among the names that it suggests, given with the group in which they have to be unique. Names that remain equal are numbered.
pub fn assign(suggestions: &[(String, Vec<String>)]) -> Vec<String> {
    let mut levels = vec![0; suggestions.len()];
    let name = |test: usize, level: usize| -> (&str, &str) {
        let (group, names) = &suggestions[test];
        let name = names.get(level).or(names.last());
        (group, name.map_or("test", String::as_str))
    };
    loop {
        let mut same: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
        for (test, &level) in levels.iter().enumerate() {
            same.entry(name(test, level)).or_default().push(test);
        }
        // All tests that have the same name try their next one; a test without another name keeps its last.
        let mut changed = false;
        for tests in same.values().filter(|tests| tests.len() > 1) {
            for &test in tests {
                if levels[test] + 1 < suggestions[test].1.len() {
                    levels[test] += 1;
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (test, &level) in levels.iter().enumerate() {
        *counts.entry(name(test, level)).or_default() += 1;
    }
    for (test, chosen) in levels.iter_mut().enumerate() {
        let now = name(test, *chosen);
        // A shorter name may have become free since, and a name that is not unique anyway should be short.
        let shorter = (0..*chosen).find(|&level| !counts.contains_key(&name(test, level)));
        let level = match shorter {
            Some(level) => level,
            None if counts[&now] > 1 => 0,
            None => continue,
        };
        *counts.get_mut(&now).expect("counted above") -= 1;
        counts.retain(|_, count| *count > 0);
        *counts.entry(name(test, level)).or_default() += 1;
        *chosen = level;
    }
    let groups: Vec<&str> = suggestions
        .iter()
        .map(|(group, _)| group.as_str())
        .collect();
    let names: Vec<&str> = levels
        .iter()
        .enumerate()
        .map(|(test, &level)| name(test, level).1)
        .collect();
    numbered(&groups, &names)
}

/// Numbers the second and later ones of equal names in a group: `name`, `name_2`, `name_3`.
fn numbered(groups: &[&str], names: &[&str]) -> Vec<String> {
    let all: std::collections::BTreeSet<(&str, &str)> =
        groups.iter().copied().zip(names.iter().copied()).collect();
    let mut taken: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    groups
        .iter()
        .zip(names)
        .map(|(&group, &name)| {
            let count = taken.entry((group, name)).or_default();
            loop {
                *count += 1;
                if *count == 1 {
                    return name.to_string();
                }
                let numbered = format!("{name}_{count}");
                if !all.contains(&(group, numbered.as_str())) {
                    return numbered;
                }
            }
        })
        .collect()
}

fn end_of(thunk: &ThunkInfo, outcome: &Outcome, observation: &Observation) -> String {
    let helper = Helper::of(thunk, observation);
    match outcome {
        Outcome::Panicked(PanicInfo { law: Some(law), .. }) => format!("breaks_{}", law.name),
        Outcome::Panicked(panic) => match panic_word(panic) {
            word if word.is_empty() => "panics".into(),
            word => format!("panics_{word}"),
        },
        Outcome::Signalled { .. } => "aborts".into(),
        Outcome::StackOverflow => "overflows_the_stack".into(),
        Outcome::Exited { .. } => "exits".into(),
        Outcome::TimedOut => "does_not_return".into(),
        Outcome::OutOfMemory => "runs_out_of_memory".into(),
        Outcome::Corrupted(error) => error.what.in_name().into(),
        Outcome::Returned if helper == Some(Helper::IsPending) => "is_pending".into(),
        Outcome::Returned if helper == Some(Helper::IsBusy) => "is_busy".into(),
        Outcome::Returned | Outcome::Discarded => match &observation.returned {
            Some(Observed::Unit) | None => match observation.after.first() {
                Some((_, Observed::Source(text))) => {
                    of_result(text).map_or("runs".into(), |word| format!("leaves_{word}"))
                }
                _ => "runs".into(),
            },
            Some(Observed::Source(text) | Observed::Debug(text) | Observed::Pattern(text)) => {
                result_word(text)
            }
            Some(Observed::Display(text)) => of_result(&format!("{text:?}"))
                .map_or("displays".into(), |word| format!("displays_{word}")),
            Some(Observed::Predicate(text)) if text.contains("-0.0") => "is_minus_0".into(),
            Some(Observed::Predicate(text)) => match snake(text, MAX_INPUT) {
                word if word.is_empty() => "returns".into(),
                word => word,
            },
            Some(Observed::Opaque) => "returns".into(),
        },
    }
}

/// A word for a panic: the first clause of its message, without the words that all such messages have.
fn panic_word(panic: &PanicInfo) -> String {
    let message = &panic.message;
    for (known, word) in [
        ("called `Option::unwrap()` on a `None`", "unwrap_on_none"),
        ("called `Result::unwrap()` on an `Err`", "unwrap_on_err"),
        (
            "called `Result::unwrap_err()` on an `Ok`",
            "unwrap_err_on_ok",
        ),
        ("internal error: entered unreachable code", "unreachable"),
        ("assertion `left", "assertion_failed"),
    ] {
        if message.starts_with(known) {
            return word.into();
        }
    }
    let clause = message.strip_prefix("attempt to ").unwrap_or(message);
    let end = clause
        .find([':', '\n', '`', '"', ';'])
        .unwrap_or(clause.len());
    match snake(&clause[..end], MAX_PANIC) {
        word if word.len() < 3 => snake(message, MAX_PANIC),
        word => word,
    }
}

/// `Ok(3)` → `is_ok_3`, `Err(Error::Empty)` → `is_err_empty`, `"abc"` → `is_abc`.
fn result_word(text: &str) -> String {
    for (constructor, word) in [("Ok", "ok"), ("Err", "err"), ("Some", "some")] {
        if let Some(inner) = text
            .strip_prefix(constructor)
            .and_then(|rest| rest.strip_prefix('(')?.strip_suffix(')'))
        {
            return match of_result(inner) {
                Some(inner) => format!("is_{word}_{inner}"),
                None => format!("is_{word}"),
            };
        }
        // A pattern with a guard.
        if text.starts_with(&format!("{constructor}(")) {
            return format!("is_{word}");
        }
    }
    of_result(text).map_or("returns".into(), |word| format!("is_{word}"))
}

/// A word for each argument of a call, if there is one. A receiver counts if it is a value and not a variable.
fn inputs_of(observation: &Observation) -> Vec<Option<String>> {
    let Ok(call) = syn::parse_str::<syn::Expr>(&observation.call) else {
        return Vec::new();
    };
    arguments_of(&call, &observation.mocks)
}

fn arguments_of(call: &syn::Expr, mocks: &[MockSource]) -> Vec<Option<String>> {
    match call {
        syn::Expr::Call(call) => match polled(call) {
            Some(future) => arguments_of(&future, mocks),
            // The context of a poll is the same in all tests, and so is the name of a mock.
            None => {
                let told = call.args.iter();
                let told = told.filter(|each| !is_context(each) && !is_mock(each, mocks));
                told.map(of_expression).collect()
            }
        },
        syn::Expr::MethodCall(call) => {
            // In `f(x).take(16).collect()`, only `f(x)` matters.
            let inner = match &*call.receiver {
                syn::Expr::Call(_) | syn::Expr::MethodCall(_) => {
                    arguments_of(&call.receiver, mocks)
                }
                syn::Expr::Lit(_) => vec![of_expression(&call.receiver)],
                _ => Vec::new(),
            };
            let own = call.args.iter().filter(|each| !is_mock(each, mocks));
            let own = own.map(of_expression);
            let collects = matches!(call.method.to_string().as_str(), "take" | "collect");
            inner.into_iter().chain(own.filter(|_| !collects)).collect()
        }
        _ => Vec::new(),
    }
}

/// The call that makes the future, in `std::future::Future::poll(std::pin::pin!(f(x)), …)`.
fn polled(call: &syn::ExprCall) -> Option<syn::Expr> {
    let syn::Expr::Path(path) = &*call.func else {
        return None;
    };
    let names = path.path.segments.iter().map(|each| &each.ident);
    if !names.eq(["std", "future", "Future", "poll"]) {
        return None;
    }
    match call.args.first()? {
        syn::Expr::Macro(pin) => syn::parse2(pin.mac.tokens.clone()).ok(),
        _ => None,
    }
}

/// Whether this is `&mut std::task::Context::from_waker(…)`.
fn is_context(argument: &syn::Expr) -> bool {
    let syn::Expr::Reference(reference) = argument else {
        return false;
    };
    let syn::Expr::Call(call) = &*reference.expr else {
        return false;
    };
    matches!(&*call.func, syn::Expr::Path(path)
        if path.path.segments.iter().map(|each| &each.ident).eq(["std", "task", "Context", "from_waker"]))
}

/// Whether this is one of these mocks: `MockSource`, `&MockSource::default()`, `Box::new(MockSource { id: 1 })`.
fn is_mock(argument: &syn::Expr, mocks: &[MockSource]) -> bool {
    let starts_with_one = |path: &syn::Path| {
        let first = path.segments.first();
        first.is_some_and(|first| mocks.iter().any(|mock| first.ident == mock.name))
    };
    match argument {
        syn::Expr::Reference(reference) => is_mock(&reference.expr, mocks),
        syn::Expr::Paren(inner) => is_mock(&inner.expr, mocks),
        syn::Expr::Path(path) => starts_with_one(&path.path),
        syn::Expr::Struct(of) => starts_with_one(&of.path),
        syn::Expr::Call(call) => {
            is_mock(&call.func, mocks) || call.args.len() == 1 && is_mock(&call.args[0], mocks)
        }
        _ => false,
    }
}

/// The methods that were called before: `push_and_pop`, `push_0_40_times`.
fn before_of(statements: &[String]) -> String {
    let runs = statements.chunk_by(|one, other| one == other);
    let words: Vec<String> = runs
        .filter_map(|run| {
            let word = call_word(&run[0])?;
            Some(match run.len() {
                1 => word,
                2 => format!("{word}_twice"),
                count => format!("{word}_{count}_times"),
            })
        })
        .collect();
    words.join("_and_")
}

/// A word for a statement that calls a method.
fn call_word(statement: &str) -> Option<String> {
    let expression = statement.trim_end_matches(';');
    match syn::parse_str::<syn::Expr>(expression).ok()? {
        syn::Expr::MethodCall(call) => {
            let method = call.method.to_string();
            let argument = call.args.first().and_then(of_expression);
            Some(match argument {
                Some(word) => format!("{method}_{word}"),
                None => method,
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
