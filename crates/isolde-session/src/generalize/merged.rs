//! Parameterized tests as they are written at the end: tests that become the same are one.

use super::choose::Chosen;
use super::conventional::{Subject, Tests};
use super::same::{Key, key, old_text, with_guards};
use isolde_build::Package;
use isolde_generalize::claim::{Factory, Form, Source};
use isolde_generalize::merge;
use isolde_generalize::pattern::{self, Pattern};
use isolde_generalize::splice::{Edit, apply, whole_lines};
use isolde_generalize::write::{Style, function};
use isolde_record::generalize::{ClaimSource, ExcludedRecord, GeneralizedRecord};
use std::collections::BTreeMap;

/// A parameterized test and the old tests that it stands for.
pub(super) struct Merged {
    /// Numbers of the old tests; the first one's place is where it is written.
    pub(super) subjects: Vec<usize>,
    pub(super) name: String,
    form: Form,
    /// The name of the factory that it uses, and whether it is written before this test.
    factory: Option<(String, bool)>,
    pub(super) cases: Vec<Vec<String>>,
    excluded: Vec<ExcludedRecord>,
    pub(super) patterns: Vec<Pattern>,
    pub(super) text: String,
    /// Number of runs of its last exploration.
    pub(super) executions: u64,
}

/// Joins tests that become the same.
pub(super) fn merge(chosen: Vec<Chosen>, tests: &Tests, library: &str) -> Vec<Merged> {
    let mut groups: Vec<(Key, Vec<Chosen>)> = Vec::new();
    let count = |groups: &[(Key, Vec<Chosen>)], key: &Key| {
        groups.iter().position(|(known, _)| known == key)
    };
    for chosen in chosen {
        let key = key(&chosen.form, chosen.subject, tests);
        match count(&groups, &key) {
            Some(number) => groups[number].1.push(chosen),
            None => groups.push((key, vec![chosen])),
        }
    }
    // A test that is alone may hold in the form of others, too.
    let mut number = 0;
    while number < groups.len() {
        if let [alone] = &groups[number].1[..] {
            let adopted = alone.holding.iter().find_map(|form| {
                let form = Form {
                    assumption: alone
                        .form
                        .assumption
                        .clone()
                        .filter(|_| form.edits == alone.form.edits),
                    ..form.clone()
                };
                let other = count(&groups, &key(&form, alone.subject, tests))
                    .filter(|&other| other != number)?;
                Some((other, form))
            });
            if let Some((other, form)) = adopted {
                let (_, mut moved) = groups.remove(number);
                let other = other - usize::from(other > number);
                for chosen in &mut moved {
                    chosen.cases = vec![form.case()];
                    chosen.form = form.clone();
                    // What another form's assumption excludes says nothing about this one.
                    chosen.excluded.retain(|_| form.assumption.is_some());
                }
                groups[other].1.extend(moved);
                groups[other].1.sort_by_key(|chosen| chosen.subject);
                continue;
            }
        }
        number += 1;
    }
    let mut factories = Factories::default();
    groups
        .into_iter()
        .map(|(_, group)| Merged::new(group, tests, library, &mut factories))
        .collect()
}

/// The factories of the tests so far, by file and module. Tests of a module that begin in the same way share one.
#[derive(Default)]
struct Factories(BTreeMap<(usize, Vec<String>), Vec<Factory>>);

impl Factories {
    /// The name of a test's factory, and whether it has to be written.
    fn add(&mut self, factory: &Factory, subject: &Subject, file: &str) -> (String, bool) {
        let place = (subject.file, subject.test.modules.clone());
        let here = self.0.entry(place).or_default();
        if let Some(known) = here.iter().find(|known| known.text == factory.text) {
            return (known.name.clone(), false);
        }
        let is_taken = |name: &str| {
            here.iter().any(|known| known.name == name) || file.contains(&format!("fn {name}("))
        };
        let mut name = factory.name.clone();
        let mut number = 2;
        while is_taken(&name) {
            name = format!("{}_{number}", factory.name);
            number += 1;
        }
        here.push(Factory {
            name: name.clone(),
            ..factory.clone()
        });
        (name, true)
    }
}

impl Merged {
    fn new(group: Vec<Chosen>, tests: &Tests, library: &str, factories: &mut Factories) -> Merged {
        let subjects: Vec<usize> = group.iter().map(|chosen| chosen.subject).collect();
        let names: Vec<&str> = subjects
            .iter()
            .map(|&number| tests.subjects[number].test.name.as_str())
            .collect();
        let first = &tests.subjects[subjects[0]];
        let common = merge::name(&names);
        let is_taken = tests.subjects.iter().enumerate().any(|(number, other)| {
            other.file == first.file
                && other.test.modules == first.test.modules
                && other.test.name == common
                && !subjects.contains(&number)
        });
        let file = &tests.files[first.file].text;
        let is_free = !is_taken
            && (names.contains(&common.as_str()) || !file.contains(&format!("fn {common}(")));
        let name = if is_free { common } else { names[0].to_owned() };
        let mut cases: Vec<Vec<String>> = Vec::new();
        let mut excluded: Vec<ExcludedRecord> = Vec::new();
        for chosen in &group {
            for case in &chosen.cases {
                if !cases.contains(case) {
                    cases.push(case.clone());
                }
            }
            for input in &chosen.excluded {
                if excluded
                    .iter()
                    .all(|known| known.arguments != input.arguments)
                {
                    excluded.push(input.clone());
                }
            }
        }
        let mut forms = group.into_iter().map(|chosen| chosen.form);
        let form = forms.next().map(|first| {
            let guards = forms.flat_map(|form| form.guards);
            with_guards(first, guards)
        });
        let form = form.unwrap_or_else(|| unreachable!("a group has a member"));
        let factory = form
            .factory
            .as_ref()
            .map(|factory| factories.add(factory, first, file));
        let mut merged = Merged {
            factory,
            subjects,
            name,
            form,
            cases,
            excluded,
            patterns: Vec::new(),
            text: String::new(),
            executions: 0,
        };
        let plain = merged.written(tests, library, &[], false);
        merged.patterns = pattern::of(&plain, &merged.form);
        let documentation = merged.documentation(tests);
        merged.text = merged.written(tests, library, &documentation, true);
        merged
    }

    fn written(
        &self,
        tests: &Tests,
        library: &str,
        documentation: &[String],
        with_factory: bool,
    ) -> String {
        let first = &tests.subjects[self.subjects[0]];
        let style = Style {
            library,
            name: &self.name,
            documentation,
            cases: &self.cases,
            option: None,
            factory: self.factory.as_ref().map(|(name, _)| name.as_str()),
            with_factory: with_factory && self.factory.as_ref().is_some_and(|(_, is_new)| *is_new),
            remark: self.excluded.first().map(|input| {
                let outcome = &input.outcome;
                format!(
                    "Without this, it {outcome}, for example with `({})`.",
                    input.arguments.join(", ")
                )
            }),
        };
        function(
            &tests.files[first.file].text,
            &first.test,
            &self.form,
            &style,
        )
    }

    /// The lines of documentation: the pattern, what was learned, and the old tests.
    fn documentation(&self, tests: &Tests) -> Vec<String> {
        let quoted = |texts: &[String]| -> Vec<String> {
            texts.iter().map(|text| format!("`{text}`")).collect()
        };
        let names: Vec<String> = self.patterns.iter().map(ToString::to_string).collect();
        let mut lines = vec![format!("Pattern: {}.", names.join(", "))];
        if !self.form.learned.is_empty() {
            let learned = quoted(&self.form.learned).join(" and ");
            let are = match self.form.learned.len() {
                1 => "is the expected value",
                _ => "are the expected values",
            };
            lines.push(format!("Learned from explored inputs: {learned} {are}."));
        }
        if !self.form.constants.is_empty() {
            let constants = quoted(&self.form.constants).join(" and ");
            let are = match self.form.constants.len() {
                1 => "value is always",
                _ => "values are always",
            };
            lines.push(format!(
                "Learned from explored inputs: the expected {are} {constants}."
            ));
        }
        if self.form.source == Source::Cases {
            lines.push(
                "For inputs other than its cases, it only checks that nothing panics.".to_owned(),
            );
        }
        let guards = self.form.guards.iter();
        match guards.filter(|guard| guard.is_pinned).count() {
            0 => {}
            1 => lines.push(
                "The last expectation is what the code did when this test was written.".to_owned(),
            ),
            pinned => lines.push(format!(
                "The last {pinned} expectations are what the code did when this test was written."
            )),
        }
        for &number in &self.subjects {
            lines.extend(tests.subjects[number].comments.iter().cloned());
        }
        if self.subjects.len() > 1 {
            let names: Vec<String> = self
                .subjects
                .iter()
                .map(|&number| tests.subjects[number].test.name.clone())
                .collect();
            lines.push(format!("Stands for {}.", quoted(&names).join(", ")));
            for &number in &self.subjects[1..] {
                let comments = merge::comments(old_text(number, tests)).unwrap_or_default();
                let name = &tests.subjects[number].test.name;
                lines.extend(
                    comments
                        .iter()
                        .map(|comment| format!("`{name}`: {comment}")),
                );
            }
        }
        lines
    }

    /// The path of the test, the crate's name first.
    pub(super) fn path(&self, tests: &Tests, package: &Package) -> String {
        let first = &tests.subjects[self.subjects[0]];
        let path = tests.path(first, package);
        match path.rsplit_once("::") {
            Some((module, _)) => format!("{module}::{}", self.name),
            None => self.name.clone(),
        }
    }

    /// The path as `cargo test` prints it.
    pub(super) fn test_name(&self, tests: &Tests) -> String {
        let name = tests.name(&tests.subjects[self.subjects[0]]);
        match name.rsplit_once("::") {
            Some((module, _)) => format!("{module}::{}", self.name),
            None => self.name.clone(),
        }
    }

    /// What the record says about the test.
    pub(super) fn record(&self, tests: &Tests, package: &Package) -> GeneralizedRecord {
        let first = &tests.subjects[self.subjects[0]];
        let old = self
            .subjects
            .iter()
            .map(|&number| tests.path(&tests.subjects[number], package));
        GeneralizedRecord {
            path: self.path(tests, package),
            file: tests.files[first.file].path.display().to_string(),
            line: first.test.line,
            stands_for: old.collect(),
            patterns: self.patterns.iter().map(ToString::to_string).collect(),
            source: match self.form.source {
                Source::Stated => ClaimSource::Stated,
                Source::Learned => ClaimSource::Learned,
                Source::Cases => ClaimSource::Cases,
            },
            learned: self.form.learned.clone(),
            constants: self.form.constants.clone(),
            assumption: self.form.assumption.clone(),
            excluded: self.excluded.clone(),
            executions: self.executions,
            text: format!("{}{}", first.test.indent, self.text),
        }
    }
}

/// The texts of all files with parameterized tests in place of the old ones.
pub(super) fn texts(merged: &[Merged], tests: &Tests) -> Vec<String> {
    let mut edits: BTreeMap<usize, Vec<Edit>> = BTreeMap::new();
    for (number, file) in tests.files.iter().enumerate() {
        let rows = file.rows.iter().map(|rows| Edit::new(rows.clone(), ""));
        edits.entry(number).or_default().extend(rows);
    }
    for one in merged {
        for (position, &number) in one.subjects.iter().enumerate() {
            let subject = &tests.subjects[number];
            let text = &tests.files[subject.file].text;
            let range = subject.place.clone();
            edits.entry(subject.file).or_default().push(match position {
                0 => Edit::new(range, one.text.clone()),
                _ => Edit::new(whole_lines(text, range), ""),
            });
        }
    }
    let texts = tests.files.iter().enumerate();
    texts
        .map(|(number, file)| {
            apply(
                &file.text,
                edits.get(&number).map_or(&[][..], Vec::as_slice),
            )
        })
        .collect()
}
