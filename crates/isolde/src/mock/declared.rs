//! The declarations of mocks that give the answers of a run, as a person would write them.

use super::behaviour::{Behaviour, agree, is_uncalled};
use super::calls::Note;
use super::log::{Answer, Faked, Made, Mocks, Of, placeholder};
use super::text::write_method;
use super::types::{MockType, Receiver};

/// The mocks of a run as a test contains them.
#[derive(Debug, Default)]
pub(crate) struct Declared {
    /// The types.
    pub(crate) items: Vec<Item>,
    /// For each mock, its placeholder and the expression that makes it.
    pub(super) made: Vec<(String, String)>,
    /// The fakes of functions.
    pub(crate) fakes: Vec<Faked>,
}

/// A declared type.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) name: String,
    /// The items that declare it.
    pub(crate) source: String,
    /// Whether it counts calls of its functions, which must not go on from one test to the next.
    pub(crate) is_counting: bool,
    /// Whether it gave an answer in the run.
    pub(crate) is_asked: bool,
}

/// A type under construction.
struct Declaration<'m> {
    of: &'static MockType,
    /// Its mocks, by number.
    mocks: Vec<(usize, &'m Made)>,
    /// The type itself, if it was asked.
    itself: Option<&'m Made>,
    /// Whether its mocks answer differently.
    is_numbered: bool,
    /// Whether a list says which of them was called.
    is_listed_apart: bool,
    /// If so, the number of each mock, by its place: those that answer in the same way have the same number.
    numbers: Vec<usize>,
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
            match made.of {
                Of::Type(of) => {
                    let declaration = Declaration::of(&mut types, of);
                    declaration.numbers.push(declaration.mocks.len());
                    declaration.mocks.push((number, made));
                }
                Of::Itself(of) => Declaration::of(&mut types, of).itself = Some(made),
                Of::Closure(..) | Of::Fake(_) => {}
            }
        }
        for each in &mut types {
            each.is_listed_apart = self.are_listed_apart(each.of);
        }
        let mut next = 0;
        while let Some(each) = types.get(next) {
            for mentioned in each.of.mentions {
                Declaration::of(&mut types, mentioned);
            }
            next += 1;
        }
        // A type whose mocks have to be told apart is written differently in the answers of others.
        loop {
            let declared = Declared {
                made: made(&types, |number, place| types[number].distinguished(place)),
                ..Declared::default()
            };
            let mut has_changed = false;
            for each in &mut types {
                if !each.is_numbered
                    && each.count() > 1
                    && !agree(&each.answers(|_| true, &declared))
                {
                    each.is_numbered = true;
                    has_changed = true;
                }
            }
            // Mocks with the same answers are one, which may make answers with such mocks the same.
            let has_merged = !has_changed && types.iter_mut().any(|each| each.merge(&declared));
            if !has_changed && !has_merged {
                let rules: Vec<Vec<Vec<Behaviour>>> =
                    types.iter().map(|each| each.rules(&declared)).collect();
                let states: Vec<Vec<String>> = rules
                    .iter()
                    .zip(&types)
                    .map(|(rules, each)| each.state(rules))
                    .collect();
                let made = made(&types, |number, place| {
                    types[number].expression(place, &states[number])
                });
                let mut declared = Declared {
                    made,
                    ..Declared::default()
                };
                // The rules again, with the expressions that the declarations need.
                let items = types.iter().map(|each| {
                    let rules = each.rules(&declared);
                    let notes = self.notes_of(each.of);
                    Item {
                        name: each.of.name.to_owned(),
                        source: each.text(&rules, &notes),
                        is_counting: each.counts_itself(&rules)
                            || notes.iter().any(Option::is_some),
                        is_asked: !each.of.fields.is_empty()
                            || rules.iter().any(|rules| !is_uncalled(rules)),
                    }
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

impl<'m> Declaration<'m> {
    /// The declaration of this type among others; a new one if there is none.
    fn of<'d>(
        types: &'d mut Vec<Declaration<'m>>,
        of: &'static MockType,
    ) -> &'d mut Declaration<'m> {
        let known = types.iter().position(|each| each.of.name == of.name);
        let number = known.unwrap_or(types.len());
        if known.is_none() {
            types.push(Declaration {
                of,
                mocks: Vec::new(),
                itself: None,
                is_numbered: false,
                is_listed_apart: false,
                numbers: Vec::new(),
            });
        }
        &mut types[number]
    }

    fn has_id(&self) -> bool {
        self.is_numbered || self.is_listed_apart
    }

    /// An expression that is the same for mocks which need not be told apart.
    fn distinguished(&self, place: usize) -> String {
        match self.has_id() {
            true => format!("{} {}", self.of.name, self.numbers[place]),
            false => self.of.name.to_owned(),
        }
    }

    /// The expression that makes a mock.
    fn expression(&self, place: usize, state: &[String]) -> String {
        let name = self.of.name;
        let number = self.numbers[place];
        if self.has_own_default() && !state.is_empty() {
            let id = self.has_id().then(|| format!("id: {number}"));
            let state = state
                .iter()
                .map(|name| format!("{name}: Default::default()"));
            let fields: Vec<String> = id.into_iter().chain(state).collect();
            return format!("{name} {{ {} }}", fields.join(", "));
        }
        match (self.has_id(), !state.is_empty()) {
            (false, false) => name.to_owned(),
            (false, true) => format!("{name}::default()"),
            (true, false) => format!("{name} {{ id: {number} }}"),
            (true, true) => format!("{name} {{ id: {number}, ..Default::default() }}"),
        }
    }

    /// The fields that have to be initialized, besides the number.
    fn state(&self, rules: &[Vec<Behaviour>]) -> Vec<String> {
        let own = self.of.fields.iter().map(|(name, _)| (*name).to_owned());
        own.chain(self.counters(rules).into_iter().flatten())
            .collect()
    }

    /// Whether its default is one of its answers, so that it cannot be derived.
    fn has_own_default(&self) -> bool {
        let mut implemented = self.of.implemented.iter();
        implemented.any(|each| each.is_default)
    }

    /// Gives two mocks that answer in the same way the same number; returns whether there were two.
    fn merge(&mut self, declared: &Declared) -> bool {
        if !self.is_numbered || self.is_listed_apart {
            return false;
        }
        let rules = self.rules(declared);
        let count = self.count();
        let is_same = |one: usize, other: usize| {
            let mut rules = rules.iter();
            rules.all(|rules| rules.len() < count || rules[one] == rules[other])
        };
        let pair = (1..count).find_map(|other| {
            let one = (0..other).find(|one| is_same(*one, other))?;
            Some((one, other))
        });
        let Some((one, other)) = pair else {
            return false;
        };
        for number in &mut self.numbers {
            match *number {
                own if own == other => *number = one,
                own if own > other => *number -= 1,
                _ => {}
            }
        }
        self.is_numbered = self.count() > 1;
        true
    }

    /// How many numbers there are.
    fn count(&self) -> usize {
        self.numbers.iter().max().map_or(0, |last| last + 1)
    }

    /// The answers of the mocks with certain numbers.
    fn answers(&self, is_wanted: impl Fn(usize) -> bool, declared: &Declared) -> Vec<Answer> {
        let mocks = self.numbers.iter().zip(&self.mocks);
        let mocks = mocks.filter(|(number, _)| is_wanted(**number));
        mocks
            .flat_map(|(_, (_, made))| &made.answers)
            .map(|answer| declared.filled(answer))
            .collect()
    }

    /// For each method, one rule, or if mocks answer differently one for each mock. Functions of the type have one.
    fn rules(&self, declared: &Declared) -> Vec<Vec<Behaviour>> {
        let answers: Vec<Vec<Answer>> = match self.is_numbered {
            true => (0..self.count())
                .map(|wanted| self.answers(|number| number == wanted, declared))
                .collect(),
            false => vec![self.answers(|_| true, declared)],
        };
        let itself = self.itself.iter().flat_map(|made| &made.answers);
        let of_itself: Vec<Answer> = itself.map(|answer| declared.filled(answer)).collect();
        let methods = self.of.methods().enumerate();
        methods
            .map(|(number, method)| {
                let answers = match method.receiver {
                    Receiver::Absent => std::slice::from_ref(&of_itself),
                    _ => answers.as_slice(),
                };
                let of_method = |all: &Vec<Answer>| {
                    let own = all.iter().filter(|answer| answer.method == number);
                    Behaviour::of(method.parameters.len(), &own.cloned().collect::<Vec<_>>())
                };
                answers.iter().map(of_method).collect()
            })
            .collect()
    }

    /// The items that declare the type.
    fn text(&self, rules: &[Vec<Behaviour>], notes: &[Option<Note>]) -> String {
        let name = self.of.name;
        let counters = self.counters(rules);
        let mut fields = Vec::new();
        if self.has_id() {
            fields.push("id: usize".to_owned());
        }
        let own = self.of.fields.iter();
        fields.extend(own.map(|(name, of)| format!("{name}: {of}")));
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
        let mut made = self.mocks.iter().map(|(_, made)| *made).chain(self.itself);
        let is_debugged = derived.contains(&"Debug") || made.any(|made| made.is_debugged);
        derived.retain(|name| *name != "Debug");
        if is_debugged && fields.is_empty() {
            derived.push("Debug");
        }
        let has_state = !self.of.fields.is_empty() || counters.iter().any(Option::is_some);
        if has_state && !self.has_own_default() {
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
        let mut parts = rules.iter().zip(counters.iter().zip(notes));
        for implemented in self.of.implemented {
            let mut inner = String::new();
            for item in implemented.items {
                inner += &format!("{item}\n");
            }
            let is_helper = implemented.head == name;
            for method in implemented.methods {
                let (rules, counted) = parts.next().unzip();
                let rules = rules.map_or(&[][..], Vec::as_slice);
                let (counter, note) = counted.map_or((None, None), |(counter, note)| {
                    (counter.as_deref(), note.as_ref())
                });
                // Helpers are the last of the methods, and only those before them ask them.
                let asked = format!("self.{}(", method.name);
                let is_asked = out.contains(&asked) || inner.contains(&asked);
                if is_helper && !is_asked || method.is_provided && is_uncalled(rules) {
                    continue;
                }
                inner += &write_method(method, rules, (counter, note), self.of);
            }
            if !is_helper || !inner.is_empty() {
                out += &format!("\nimpl {} {{\n{inner}}}\n", implemented.head);
            }
        }
        out
    }

    /// Whether functions of the type count their calls.
    fn counts_itself(&self, rules: &[Vec<Behaviour>]) -> bool {
        let mut methods = self.of.methods().zip(rules);
        methods.any(|(method, rules)| {
            method.receiver == Receiver::Absent && rules.iter().any(Behaviour::counts)
        })
    }

    /// For each method that counts its calls, the name of the field.
    fn counters(&self, rules: &[Vec<Behaviour>]) -> Vec<Option<String>> {
        let mut names: Vec<String> = Vec::new();
        let methods = self.of.methods().zip(rules);
        methods
            .map(|(method, rules)| {
                let counts =
                    method.receiver != Receiver::Absent && rules.iter().any(Behaviour::counts);
                counts.then(|| {
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
