//! The declarations of mocks that give the answers of a run, as a person would write them.

use super::behaviour::{Arms, Behaviour, Code, Pattern, Subject, agree};
use super::fakes::Faked;
use super::log::{Answer, Made, Mocks, Of, parameter, placeholder};
use super::types::{Method, MockType, Receiver};

/// The mocks of a run as a test contains them.
#[derive(Debug, Default)]
pub(crate) struct Declared {
    /// For each type, its name and the items that declare it.
    pub(crate) items: Vec<(String, String)>,
    /// For each mock, its placeholder and the expression that makes it.
    pub(super) made: Vec<(String, String)>,
    /// The fakes of functions.
    pub(crate) fakes: Vec<Faked>,
}

/// A type under construction.
struct Declaration<'m> {
    of: &'static MockType,
    /// Its mocks, by number.
    mocks: Vec<(usize, &'m Made)>,
    /// Whether its mocks answer differently.
    is_numbered: bool,
}

impl Declared {
    /// The text with expressions in place of the placeholders.
    pub(crate) fn fill(&self, text: &str) -> String {
        let mut filled = text.to_owned();
        for (placeholder, expression) in &self.made {
            if filled.contains(placeholder) {
                filled = filled.replace(placeholder, expression);
            }
        }
        filled
    }

    /// The answer with expressions in place of the placeholders.
    pub(super) fn filled(&self, answer: &Answer) -> Answer {
        Answer {
            statements: self.fill(&answer.statements),
            expression: self.fill(&answer.expression),
            ..answer.clone()
        }
    }
}

impl Mocks {
    /// The declarations of all types.
    pub(crate) fn declared(&self) -> Declared {
        let mut types: Vec<Declaration> = Vec::new();
        for (number, made) in self.made.iter().enumerate() {
            let Of::Type(of) = made.of else {
                continue;
            };
            match types.iter_mut().find(|each| each.of.name == of.name) {
                Some(found) => found.mocks.push((number, made)),
                None => types.push(Declaration {
                    of,
                    mocks: vec![(number, made)],
                    is_numbered: false,
                }),
            }
        }
        // A type whose mocks have to be told apart is written differently in the answers of others.
        loop {
            let declared = Declared {
                made: made(&types, |number, place| types[number].distinguished(place)),
                ..Declared::default()
            };
            let mut has_changed = false;
            for each in &mut types {
                if !each.is_numbered && !agree(&each.answers(None, &declared)) {
                    each.is_numbered = true;
                    has_changed = true;
                }
            }
            if !has_changed {
                let rules: Vec<Vec<Vec<Behaviour>>> =
                    types.iter().map(|each| each.rules(&declared)).collect();
                let counting: Vec<bool> = rules
                    .iter()
                    .map(|rules| rules.iter().flatten().any(Behaviour::counts))
                    .collect();
                let made = made(&types, |number, place| {
                    types[number].expression(place, counting[number])
                });
                let mut declared = Declared {
                    made,
                    ..Declared::default()
                };
                // The rules again, with the expressions that the declarations need.
                let items = types.iter().map(|each| {
                    let rules = each.rules(&declared);
                    (each.of.name.to_owned(), each.text(&rules))
                });
                declared.items = items.collect();
                self.add_closures(&mut declared);
                declared.fakes = self.fakes(&declared);
                return declared;
            }
        }
    }
}

/// The placeholder of each mock and what replaces it; `expression` is called with the number of the type and the place of the mock among those of its type.
fn made(
    types: &[Declaration],
    expression: impl Fn(usize, usize) -> String,
) -> Vec<(String, String)> {
    let mut made = Vec::new();
    for (of, each) in types.iter().enumerate() {
        for (place, (number, _)) in each.mocks.iter().enumerate() {
            made.push((placeholder(each.of.name, *number), expression(of, place)));
        }
    }
    made
}

impl Declaration<'_> {
    /// An expression that is the same for mocks which need not be told apart.
    fn distinguished(&self, place: usize) -> String {
        match self.is_numbered {
            true => format!("{} {place}", self.of.name),
            false => self.of.name.to_owned(),
        }
    }

    /// The expression that makes a mock.
    fn expression(&self, place: usize, counts: bool) -> String {
        let name = self.of.name;
        match (self.is_numbered, counts) {
            (false, false) => name.to_owned(),
            (false, true) => format!("{name}::default()"),
            (true, false) => format!("{name} {{ id: {place} }}"),
            (true, true) => format!("{name} {{ id: {place}, ..Default::default() }}"),
        }
    }

    /// The answers of one mock, or of all.
    fn answers(&self, place: Option<usize>, declared: &Declared) -> Vec<Answer> {
        let mocks = self.mocks.iter().enumerate();
        let mocks = mocks.filter(|(own, _)| place.is_none_or(|place| place == *own));
        mocks
            .flat_map(|(_, (_, made))| &made.answers)
            .map(|answer| declared.filled(answer))
            .collect()
    }

    /// For each method, one rule, or if mocks answer differently one for each mock.
    fn rules(&self, declared: &Declared) -> Vec<Vec<Behaviour>> {
        let places: Vec<Option<usize>> = match self.is_numbered {
            true => (0..self.mocks.len()).map(Some).collect(),
            false => vec![None],
        };
        let answers: Vec<Vec<Answer>> = places
            .into_iter()
            .map(|place| self.answers(place, declared))
            .collect();
        let methods = self.of.methods().enumerate();
        methods
            .map(|(number, method)| {
                let of_method = |all: &Vec<Answer>| {
                    let own = all.iter().filter(|answer| answer.method == number);
                    Behaviour::of(method.parameters.len(), &own.cloned().collect::<Vec<_>>())
                };
                answers.iter().map(of_method).collect()
            })
            .collect()
    }

    /// The items that declare the type.
    fn text(&self, rules: &[Vec<Behaviour>]) -> String {
        let name = self.of.name;
        let counters = self.counters(rules);
        let mut fields = Vec::new();
        if self.is_numbered {
            fields.push("id: usize".to_owned());
        }
        let counters_of_methods = self.of.methods().zip(&counters);
        fields.extend(counters_of_methods.filter_map(|(method, counter)| {
            let kind = match (method.receiver, self.of.is_sync) {
                (Receiver::Mutable, _) => "usize",
                (_, false) => "std::cell::Cell<usize>",
                (_, true) => "std::sync::atomic::AtomicUsize",
            };
            Some(format!("{}: {kind}", counter.as_ref()?))
        }));
        let mut derived: Vec<&str> = self.of.derived.to_vec();
        let is_debugged =
            derived.contains(&"Debug") || self.mocks.iter().any(|(_, made)| made.is_debugged);
        derived.retain(|name| *name != "Debug");
        if is_debugged && fields.is_empty() {
            derived.push("Debug");
        }
        if counters.iter().any(Option::is_some) {
            derived.push("Default");
        }
        let mut out = String::new();
        if !derived.is_empty() {
            out += &format!("#[derive({})]\n", derived.join(", "));
        }
        out += &match fields.is_empty() {
            true => format!("struct {name};\n"),
            false => format!("struct {name} {{\n{},\n}}\n", fields.join(",\n")),
        };
        if is_debugged && !fields.is_empty() {
            out += &format!(
                "\nimpl std::fmt::Debug for {name} {{\n\
                 fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{\n\
                 f.write_str({name:?})\n}}\n}}\n"
            );
        }
        let mut parts = rules.iter().zip(&counters);
        for implemented in self.of.implemented {
            out += &format!("\nimpl {} {{\n", implemented.head);
            for item in implemented.items {
                out += &format!("{item}\n");
            }
            for method in implemented.methods {
                let (rules, counter) = parts.next().unzip();
                let rules = rules.map_or(&[][..], Vec::as_slice);
                out += &write_method(method, rules, counter.and_then(Option::as_deref), self.of);
            }
            out += "}\n";
        }
        out
    }

    /// For each method that counts its calls, the name of the field.
    fn counters(&self, rules: &[Vec<Behaviour>]) -> Vec<Option<String>> {
        let mut names: Vec<String> = Vec::new();
        let methods = self.of.methods().zip(rules);
        methods
            .map(|(method, rules)| {
                rules.iter().any(Behaviour::counts).then(|| {
                    let mut name = format!("{}_calls", method.name.trim_start_matches("r#"));
                    while names.contains(&name) {
                        name.push('_');
                    }
                    names.push(name.clone());
                    name
                })
            })
            .collect()
    }
}

fn write_method(
    method: &Method,
    rules: &[Behaviour],
    counter: Option<&str>,
    of: &MockType,
) -> String {
    let names = method
        .parameters
        .iter()
        .enumerate()
        .map(|(number, (name, of))| {
            let is_used = method.body.is_some() || rules.iter().any(|rule| rule.uses(number));
            let name = if is_used { name } else { "_" };
            format!(", {name}: {of}")
        });
    let head = format!("{}{}{}", method.head, names.collect::<String>(), method.end);
    let body = match (method.body, rules) {
        (Some(body), _) => body.to_owned(),
        (None, [rule]) => body(method, rule, counter, of),
        (None, rules) if rules.iter().all(|rule| *rule == rules[0]) && !rules.is_empty() => {
            body(method, &rules[0], counter, of)
        }
        (None, rules) => {
            let mut arms = String::new();
            let last = rules.len().saturating_sub(1);
            for (place, rule) in rules.iter().enumerate() {
                let pattern = if place == last {
                    "_".to_owned()
                } else {
                    place.to_string()
                };
                arms += &format!("{pattern} => {{ {} }}\n", body(method, rule, counter, of));
            }
            format!("match self.id {{\n{arms}}}")
        }
    };
    format!("{head} {{\n{body}\n}}\n")
}

fn body(method: &Method, rule: &Behaviour, counter: Option<&str>, of: &MockType) -> String {
    let names: Vec<&str> = method.parameters.iter().map(|(name, _)| *name).collect();
    let counter = counter.unwrap_or_default();
    let (before, count) = match (method.receiver, of.is_sync) {
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
pub(super) fn write_rule(names: &[&str], rule: &Behaviour, before: &str, count: &str) -> String {
    match rule {
        Behaviour::Uncalled => "unreachable!()".to_owned(),
        Behaviour::Always(code) => inside(names, code),
        Behaviour::ByArgument(parameters, arms) => {
            let name = |subject: &Subject| {
                let name = names.get(subject.number).copied().unwrap_or("_");
                match subject.is_referred {
                    true => format!("*{name}"),
                    false => name.to_owned(),
                }
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
            return format!("if {subject} == {} {{\n{code}\n}}", pattern.text);
        }
        let (code, otherwise) = (text(code), text(otherwise));
        let Pattern {
            text: pattern,
            is_literal,
        } = pattern;
        match (code.as_str(), otherwise.as_str(), is_literal) {
            ("true", "false", true) => return format!("{subject} == {pattern}"),
            ("false", "true", true) => return format!("{subject} != {pattern}"),
            ("true", "false", false) => return format!("matches!({subject}, {pattern})"),
            ("false", "true", false) => return format!("!matches!({subject}, {pattern})"),
            _ => {}
        }
    }
    format!("match {subject} {{\n{}}}", write_arms(names, arms))
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
