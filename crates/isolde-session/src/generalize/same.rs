//! Which forms of tests become the same parameterized test.

use super::conventional::Tests;
use isolde_generalize::claim::{Form, Guard, Source};
use isolde_generalize::merge;
use isolde_generalize::write::{Style, function};

/// What tests of one place have in common if they become the same.
pub(super) type Key = (usize, Vec<String>, String);

/// What a form of a test has in common with those of others that become the same.
pub(super) fn key(form: &Form, subject: usize, tests: &Tests) -> Key {
    let own = &tests.subjects[subject];
    let style = Style {
        library: "isolde",
        name: "name",
        ..Style::default()
    };
    // Old expectations can stand beside each other if they speak of the same parameters.
    let names: Vec<&str> = match form.source {
        Source::Cases => form
            .parameters
            .iter()
            .map(|parameter| parameter.name.as_str())
            .collect(),
        _ => Vec::new(),
    };
    let form = &Form {
        guards: Vec::new(),
        ..form.clone()
    };
    let text = function(&tests.files[own.file].text, &own.test, form, &style);
    // What is not read is the same as nothing else, and comments beside code must stay where they are.
    let can_move = merge::comments(old_text(subject, tests)).is_some()
        && !merge::has_comments_outside(&tests.files[own.file].text, &own.place);
    let canonical = merge::canonical(&text)
        .filter(|_| can_move)
        .unwrap_or_else(|| subject.to_string());
    let factory = form.factory.as_ref().map_or("", |factory| &factory.text);
    (
        own.file,
        own.test.modules.clone(),
        canonical + &names.join(",") + factory,
    )
}

/// The form with the expectations of others for old inputs.
pub(super) fn with_guards(mut form: Form, others: impl Iterator<Item = Guard>) -> Form {
    if let Some(at) = form.guards.first().map(|guard| guard.at) {
        for other in others {
            if form.guards.iter().all(|guard| guard.text != other.text) {
                form.guards.push(Guard { at, ..other });
            }
        }
    }
    form
}

/// The text of an old test.
pub(super) fn old_text(number: usize, tests: &Tests) -> &str {
    let subject = &tests.subjects[number];
    &tests.files[subject.file].text[subject.place.clone()]
}
