//! The simplest rule by which a method gives the answers that it gave.

use super::answers::PANIC;
use super::log::{Answer, Made, Mocks};

/// What a method does in one case: statements and an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Code {
    pub(super) statements: String,
    pub(super) expression: String,
    /// The parameters that it uses.
    pub(super) uses: Vec<usize>,
    /// Those of these parameters that have to be declared as mutable.
    pub(super) mutable: Vec<usize>,
}

/// A parameter on which answers depend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Subject {
    pub(super) number: usize,
    /// What is matched, with `{}` in place of the parameter.
    pub(super) matched: &'static str,
}

/// A rule for the answers of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Behaviour {
    /// Nobody called it.
    Uncalled,
    /// The same answer to every call.
    Always(Code),
    /// The answer depends on these parameters.
    ByArgument(Vec<Subject>, Arms),
    /// The answer depends on the number of the call, counted from 1.
    ByCall(Arms),
}

/// Whether nobody called the method with these rules.
pub(super) fn is_uncalled(rules: &[Behaviour]) -> bool {
    rules.iter().all(|rule| *rule == Behaviour::Uncalled)
}

/// What a function does with a parameter. A declaration for a greater one also does for the lesser ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Usage {
    /// Nothing.
    Unused,
    /// It reads it.
    Used,
    /// It has to be declared as mutable.
    Changed,
}

impl Usage {
    /// How a parameter of this name is declared.
    pub(super) fn declared(self, name: &str) -> String {
        match self {
            Usage::Unused => "_".to_owned(),
            Usage::Used => name.to_owned(),
            Usage::Changed => format!("mut {name}"),
        }
    }
}

/// What an arm matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    pub(super) text: String,
    /// Whether it is a single literal.
    pub(super) is_literal: bool,
}

/// The arms of a match: patterns and what they lead to. The last one is for all other values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Arms {
    pub(super) arms: Vec<(Pattern, Code)>,
    pub(super) otherwise: Code,
}

impl Behaviour {
    /// The rule for these answers of a method with so many parameters.
    pub(super) fn of(parameters: usize, answers: &[Answer]) -> Behaviour {
        let Some(by_call) = by_call(answers) else {
            return Behaviour::Uncalled;
        };
        if by_call.arms.is_empty() {
            return Behaviour::Always(by_call.otherwise);
        }
        let all: Vec<usize> = (0..parameters).collect();
        let single = all.iter().map(|&number| vec![number]);
        let together = (all.len() > 1).then(|| all.clone());
        let found = single.chain(together).find_map(|parameters| {
            let arms = by_argument(answers, &parameters)?;
            let is_simple = arms.arms.len() <= by_call.arms.len();
            is_simple.then(|| (subjects(answers, &parameters), arms))
        });
        match found {
            Some((parameters, arms)) => Behaviour::ByArgument(parameters, arms),
            None => Behaviour::ByCall(by_call),
        }
    }

    /// Whether it never returns.
    pub(super) fn only_panics(&self) -> bool {
        let mut codes = self.codes().into_iter();
        codes.all(|code| code.expression == PANIC)
    }

    /// Whether all its answers say no more than that it succeeded: `()`, `Ok(())`, a future that is ready with that.
    pub(super) fn says_nothing(&self) -> bool {
        let is_nothing = |expression: &str| {
            let value = match expression.split_once("::ready(") {
                Some((_, value)) => value.trim_end_matches([')', ' ']),
                None => expression.trim_end_matches(')'),
            };
            matches!(value, "" | "(" | "Ok((" | "Some((")
        };
        let mut codes = self.codes().into_iter();
        codes.all(|code| is_nothing(&code.expression))
    }

    /// Whether it counts calls.
    pub(super) fn counts(&self) -> bool {
        matches!(self, Behaviour::ByCall(_))
    }

    /// What a function that follows the rule does with a parameter.
    pub(super) fn usage(&self, parameter: usize) -> Usage {
        let is_subject = match self {
            Behaviour::ByArgument(parameters, _) => {
                parameters.iter().any(|each| each.number == parameter)
            }
            _ => false,
        };
        let codes = self.codes();
        let is_mutable = codes.iter().any(|code| code.mutable.contains(&parameter));
        let is_used = codes.iter().any(|code| code.uses.contains(&parameter));
        match (is_mutable, is_subject || is_used) {
            (true, _) => Usage::Changed,
            (false, true) => Usage::Used,
            (false, false) => Usage::Unused,
        }
    }

    /// What it does in all cases.
    fn codes(&self) -> Vec<&Code> {
        match self {
            Behaviour::Uncalled => Vec::new(),
            Behaviour::Always(code) => vec![code],
            Behaviour::ByArgument(_, arms) | Behaviour::ByCall(arms) => {
                let cases = arms.arms.iter().map(|(_, code)| code);
                cases.chain([&arms.otherwise]).collect()
            }
        }
    }
}

impl Mocks {
    /// Whether some answers would be others if the threads that asked for them had asked in another order.
    pub(crate) fn depend_on_threads(&self) -> bool {
        let depends = |made: &Made| {
            made.answers.iter().any(|one| {
                let same = |other: &&Answer| other.method == one.method;
                let answers: Vec<Answer> = made.answers.iter().filter(same).cloned().collect();
                Behaviour::of(one.patterns.len(), &answers).counts()
            })
        };
        let mut several = self.made.iter().filter(|made| made.callers.len() > 1);
        several.any(depends)
    }
}

impl Answer {
    fn code(&self) -> Code {
        Code {
            statements: self.statements.clone(),
            expression: self.expression.clone(),
            uses: self.uses.clone(),
            mutable: self.mutable.clone(),
        }
    }
}

/// Whether the answers to equal calls are equal.
pub(super) fn agree(answers: &[Answer]) -> bool {
    answers.iter().all(|one| {
        let same = |other: &&Answer| (other.method, other.call) == (one.method, one.call);
        answers
            .iter()
            .filter(same)
            .all(|other| other.code() == one.code())
    })
}

/// Groups keys that lead to the same code, in the order of their first keys.
fn grouped<K: PartialEq>(pairs: impl Iterator<Item = (K, Code)>) -> Vec<(Vec<K>, Code)> {
    let mut groups: Vec<(Vec<K>, Code)> = Vec::new();
    for (key, code) in pairs {
        match groups.iter_mut().find(|(_, other)| *other == code) {
            Some((keys, _)) if keys.contains(&key) => {}
            Some((keys, _)) => keys.push(key),
            None => groups.push((vec![key], code)),
        }
    }
    groups
}

/// The answers by the number of the call. Calls after the last one would get the same answer as that.
fn by_call(answers: &[Answer]) -> Option<Arms> {
    let mut sorted: Vec<&Answer> = answers.iter().collect();
    sorted.sort_by_key(|answer| answer.call);
    let last = sorted.last()?.code();
    let pairs = sorted.iter().map(|answer| (answer.call + 1, answer.code()));
    let mut groups = grouped(pairs);
    groups.retain(|(_, code)| *code != last);
    let pattern = |calls: Vec<u32>| Pattern {
        text: ranges(&calls),
        is_literal: calls.len() == 1,
    };
    let arms = groups.into_iter();
    Some(Arms {
        arms: arms.map(|(calls, code)| (pattern(calls), code)).collect(),
        otherwise: last,
    })
}

/// Ascending numbers as a pattern: `1 | 4..=6`.
pub(super) fn ranges(numbers: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, end)) if *end + 1 == number => *end = number,
            Some((_, end)) if *end == number => {}
            _ => ranges.push((number, number)),
        }
    }
    let texts = ranges.into_iter().map(|(start, end)| match end - start {
        0 => start.to_string(),
        1 => format!("{start} | {end}"),
        _ => format!("{start}..={end}"),
    });
    texts.collect::<Vec<_>>().join(" | ")
}

fn subjects(answers: &[Answer], parameters: &[usize]) -> Vec<Subject> {
    let matched = |number: usize| {
        let mut literals = answers
            .iter()
            .filter_map(|answer| answer.patterns.get(number)?.as_ref());
        literals.next().map_or("{}", |literal| literal.subject)
    };
    parameters
        .iter()
        .map(|&number| Subject {
            number,
            matched: matched(number),
        })
        .collect()
}

/// The answers by these arguments, if they determine the answers. The largest group of arguments needs no pattern.
fn by_argument(answers: &[Answer], parameters: &[usize]) -> Option<Arms> {
    let pattern = |answer: &Answer| {
        let mut all = Vec::new();
        for &number in parameters {
            all.push(answer.patterns.get(number)?.as_ref()?.text.clone());
        }
        Some(match all.as_slice() {
            [one] => one.clone(),
            _ => format!("({})", all.join(", ")),
        })
    };
    let patterns: Option<Vec<String>> = answers.iter().map(pattern).collect();
    let patterns = patterns?;
    let is_determined = answers.iter().zip(&patterns).all(|(one, pattern)| {
        let mut others = answers.iter().zip(&patterns);
        others.all(|(other, its)| its != pattern || other.code() == one.code())
    });
    if !is_determined {
        return None;
    }
    let codes = answers.iter().map(Answer::code);
    let mut groups = grouped(patterns.into_iter().zip(codes));
    let most = groups.iter().map(|(keys, _)| keys.len()).max()?;
    let largest = groups.iter().rposition(|(keys, _)| keys.len() == most)?;
    let (_, otherwise) = groups.remove(largest);
    // No operator compares lists with each other wherever patterns match them.
    let is_list = |key: &String| key.contains('[') && !key.starts_with(['"', '\'']);
    let pattern = |keys: Vec<String>| Pattern {
        text: keys.join(" | "),
        is_literal: keys.len() == 1 && !keys.iter().any(is_list),
    };
    let arms = groups.into_iter();
    Some(Arms {
        arms: arms.map(|(keys, code)| (pattern(keys), code)).collect(),
        otherwise,
    })
}
