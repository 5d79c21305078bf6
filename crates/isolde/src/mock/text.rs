//! The code of methods and closures that give answers by a rule, as a person would write it.

use super::behaviour::{Arms, Behaviour, Code, Pattern, Subject, Usage, ranges};
use super::calls::Note;
use super::log::parameter;
use super::types::{Method, MockType, Receiver};

/// A method. `rules` are those of all mocks of the type, or one for each mock; `counter` is the field that counts the calls, `note` what adds them to a list.
pub(super) fn write_method(
    method: &Method,
    rules: &[Behaviour],
    (counter, note): (Option<&str>, Option<&Note>),
    of: &MockType,
) -> String {
    let names = method
        .parameters
        .iter()
        .enumerate()
        .map(|(number, (name, of))| {
            let noted = note.map(|note| note.usage(number));
            let usages = rules.iter().map(|rule| rule.usage(number)).chain(noted);
            let usage = usages.max();
            let name = match method.body {
                Some(_) => (*name).to_owned(),
                None => usage.unwrap_or(Usage::Unused).declared(name),
            };
            format!("{name}: {of}")
        });
    let names = names.collect::<Vec<_>>().join(", ");
    let separator = match method.head.ends_with('(') || names.is_empty() {
        true => "",
        false => ", ",
    };
    let head = format!("{}{separator}{names}{}", method.head, method.end);
    let computed = computed(rules);
    let body = match (method.body, computed.map_or(rules, std::slice::from_ref)) {
        (Some(body), _) => body.to_owned(),
        (None, [rule]) => body(method, rule, counter, of),
        (None, rules) if rules.iter().all(|rule| *rule == rules[0]) && !rules.is_empty() => {
            body(method, &rules[0], counter, of)
        }
        (None, rules) => {
            let mut arms = String::new();
            let grouped = same(rules);
            for (number, places) in grouped.iter().enumerate() {
                let pattern = if number + 1 == grouped.len() {
                    "_".to_owned()
                } else {
                    ranges(places)
                };
                let rule = &rules[places[0] as usize];
                arms += &format!("{pattern} => {{ {} }}\n", body(method, rule, counter, of));
            }
            format!("match self.id {{\n{arms}}}")
        }
    };
    let parameters: Vec<&str> = method.parameters.iter().map(|(name, _)| *name).collect();
    let noted = note.map_or(String::new(), |note| note.statements(&parameters));
    format!("{head} {{\n{noted}{body}\n}}\n")
}

/// The rule of a method that computes the same from each mock, which also holds for the mocks that were not asked.
fn computed(rules: &[Behaviour]) -> Option<&Behaviour> {
    let mut asked = rules.iter().filter(|rule| **rule != Behaviour::Uncalled);
    let first = asked.next()?;
    let is_computed = matches!(first, Behaviour::Always(code) if code.expression.contains("self."));
    (is_computed && asked.all(|rule| rule == first)).then_some(first)
}

/// Groups the places of equal rules, in the order in which they occur last.
fn same(rules: &[Behaviour]) -> Vec<Vec<u32>> {
    let mut groups: Vec<(&Behaviour, Vec<u32>)> = Vec::new();
    for (place, rule) in (0_u32..).zip(rules) {
        let known = groups.iter().position(|(other, _)| *other == rule);
        let mut group = known.map_or((rule, Vec::new()), |known| groups.remove(known));
        group.1.push(place);
        groups.push(group);
    }
    groups.into_iter().map(|(_, places)| places).collect()
}

fn body(method: &Method, rule: &Behaviour, counter: Option<&str>, of: &MockType) -> String {
    let names: Vec<&str> = method.parameters.iter().map(|(name, _)| *name).collect();
    let counter = counter.unwrap_or_default();
    let (before, count) = match (method.receiver, of.is_sync) {
        (Receiver::Absent, _) => (
            "static COUNT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);\n".to_owned(),
            "COUNT.fetch_add(1, std::sync::atomic::Ordering::SeqCst) + 1".to_owned(),
        ),
        (Receiver::Mutable, _) => (format!("self.{counter} += 1;\n"), format!("self.{counter}")),
        (_, false) => (
            format!("self.{counter}.set(self.{counter}.get() + 1);\n"),
            format!("self.{counter}.get()"),
        ),
        (_, true) => (
            String::new(),
            format!("self.{counter}.fetch_add(1, std::sync::atomic::Ordering::SeqCst) + 1"),
        ),
    };
    write_rule(&names, rule, &before, &count)
}

/// What a method or closure with these parameters does. `before` is a statement that counts the call, `count` the number of the call.
fn write_rule(names: &[&str], rule: &Behaviour, before: &str, count: &str) -> String {
    match rule {
        Behaviour::Uncalled => "unreachable!()".to_owned(),
        Behaviour::Always(code) => inside(names, code),
        Behaviour::ByArgument(parameters, arms) => {
            let name = |subject: &Subject| {
                let name = names.get(subject.number).copied().unwrap_or("_");
                subject.matched.replace("{}", name)
            };
            let subjects: Vec<String> = parameters.iter().map(name).collect();
            let subject = match subjects.as_slice() {
                [one] => one.clone(),
                _ => format!("({})", subjects.join(", ")),
            };
            write_match(names, &subject, arms)
        }
        Behaviour::ByCall(arms) => {
            format!("{before}{}", write_match(names, count, arms))
        }
    }
}

/// The body of a closure with these parameters; `before` and `count` are those of [`write_rule`]. A closure that declares its result needs a block.
pub(super) fn closure_body(
    names: &[&str],
    rule: &Behaviour,
    before: &str,
    count: &str,
    (needs_block, note): (bool, Option<&Note>),
) -> String {
    let body = write_rule(names, rule, before, count);
    let noted = note.map_or(String::new(), |note| note.statements(names));
    let is_block = needs_block
        || note.is_some()
        || rule.counts()
        || body.is_empty()
        || matches!(rule, Behaviour::Always(code) if !code.statements.is_empty());
    match is_block {
        true => format!("{{ {noted}{body} }}"),
        false => body,
    }
}

/// The expression that gives one of several answers. For two Booleans, it is a comparison.
fn write_match(names: &[&str], subject: &str, arms: &Arms) -> String {
    let text = |code: &Code| match code.statements.is_empty() {
        true => code.expression.clone(),
        false => String::new(),
    };
    if let [(pattern, code)] = arms.arms.as_slice() {
        let otherwise = &arms.otherwise;
        if inside(names, otherwise).is_empty() && pattern.is_literal {
            let code = inside(names, code);
            return format!("if {} {{\n{code}\n}}", equal(subject, &pattern.text));
        }
        let (code, otherwise) = (text(code), text(otherwise));
        let Pattern {
            text: pattern,
            is_literal,
        } = pattern;
        match (code.as_str(), otherwise.as_str(), is_literal) {
            ("true", "false", true) => return equal(subject, pattern),
            ("false", "true", true) => return different(subject, pattern),
            ("true", "false", false) => return format!("matches!({subject}, {pattern})"),
            ("false", "true", false) => return format!("!matches!({subject}, {pattern})"),
            _ => {}
        }
    }
    format!("match {subject} {{\n{}}}", write_arms(names, arms))
}

/// Whether a subject is what a literal says.
fn equal(subject: &str, literal: &str) -> String {
    match (without_empty(subject, literal), literal) {
        (Some(text), _) => format!("{text}.is_empty()"),
        (None, "None") => format!("{}.is_none()", subject.trim_start_matches('*')),
        (None, _) => format!("{subject} == {literal}"),
    }
}

/// The opposite.
fn different(subject: &str, literal: &str) -> String {
    match (without_empty(subject, literal), literal) {
        (Some(text), _) => format!("!{text}.is_empty()"),
        (None, "None") => format!("{}.is_some()", subject.trim_start_matches('*')),
        (None, _) => format!("{subject} != {literal}"),
    }
}

/// The text that a subject is, if it is compared with the empty one.
fn without_empty<'s>(subject: &'s str, literal: &str) -> Option<&'s str> {
    let text = subject.trim_start_matches('*');
    (literal == "\"\"").then(|| text.strip_suffix(".as_str()").unwrap_or(text))
}

fn write_arms(names: &[&str], arms: &Arms) -> String {
    let mut out = String::new();
    let all = arms
        .arms
        .iter()
        .map(|(pattern, code)| (pattern.text.as_str(), code));
    for (pattern, code) in all.chain([("_", &arms.otherwise)]) {
        let written = inside(names, code);
        out += &match code.statements.is_empty() && !written.is_empty() {
            true => format!("{pattern} => {written},\n"),
            false => format!("{pattern} => {{ {written} }}\n"),
        };
    }
    out
}

/// The code of an answer, as it is written inside braces.
fn inside(names: &[&str], code: &Code) -> String {
    let expression = match code.expression.as_str() {
        "()" => "",
        expression => expression,
    };
    let mut text = format!("{}{expression}", code.statements);
    for (number, name) in names.iter().enumerate() {
        text = text.replace(&parameter(number), name);
    }
    text
}

/// Whether one of the words of a text, which consist of letters, digits and `_`, is this one.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    let mut words = text.split(|letter| !is_part(letter));
    words.any(|each| each == word)
}

/// Whether a letter may be part of a name.
pub(super) fn is_part(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

#[cfg(test)]
mod tests {
    use super::{different, equal};

    #[test]
    fn nothing_is_asked_for_by_name() {
        assert_eq!(equal("*x", "None"), "x.is_none()");
        assert_eq!(different("x", "None"), "x.is_some()");
        assert_eq!(equal("*x", "Some(1)"), "*x == Some(1)");
    }

    #[test]
    fn texts_are_compared_with_the_empty_one_as_people_do_it() {
        assert_eq!(equal("x", "\"\""), "x.is_empty()");
        assert_eq!(different("*x", "\"\""), "!x.is_empty()");
        assert_eq!(equal("x.as_str()", "\"\""), "x.is_empty()");
        assert_eq!(equal("x.as_str()", "\"a\""), "x.as_str() == \"a\"");
        assert_eq!(different("x", "1"), "x != 1");
    }
}
