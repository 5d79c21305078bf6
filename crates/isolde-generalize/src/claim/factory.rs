//! Forms whose first parameter is an object in any state that the test's set-up could have led to: a factory makes it, with the constructor's arguments and
//! the arguments of any number of calls as parameters.

use super::build::{Made, add_to};
use super::groups::{self, Grouping, Structure};
use super::promote::{type_of, widest, written};
use super::{FACTORY, Factory, Form, Given, Parameter, key};
use crate::body::{self, Role, Setup};
use crate::names;
use crate::splice::{Edit, apply, encloses, whole_line};
use crate::types::{Shape, shape};
use crate::value::Value;
use crate::write::level;
use std::collections::BTreeSet;
use std::ops::Range;

/// Fewest calls that a loop takes the place of.
const FEWEST_CALLS: usize = 2;
/// Most forms with a factory.
const MOST_FORMS: usize = 4;
/// Most ways to write expected values in one of them.
const MOST_LEARNED: usize = 2;

/// The forms with a factory, the most promising first: the last call of the set-up may be what is tested.
pub(super) fn forms(given: &Given) -> Vec<Form> {
    let Some(setup) = body::setup(&given.test.function.block) else {
        return Vec::new();
    };
    let all = setup.calls.len();
    let mut forms = Vec::new();
    for calls in [all, all.saturating_sub(1)] {
        if calls < FEWEST_CALLS {
            continue;
        }
        let Some(made) = made(given, &setup, calls) else {
            return Vec::new();
        };
        for grouping in Grouping::ALL {
            let mut groups = groups::groups(given, grouping, Structure::Whole);
            for group in &mut groups {
                let place = |number: usize| &given.body.places[number];
                group.retain(|&number| {
                    !encloses(&setup.statements[calls - 1], &place(number).range)
                });
                if group
                    .iter()
                    .all(|&number| place(number).role != Role::Input)
                {
                    group.clear();
                }
            }
            groups.retain(|group| !group.is_empty());
            add_to(&made, given, &groups, true, MOST_LEARNED, &mut forms);
        }
    }
    let mut seen = BTreeSet::new();
    forms.retain(|form| seen.insert(key(form)));
    forms.truncate(MOST_FORMS);
    forms
}

/// The factory of the first `calls` calls, the parameter that it makes, and the change that removes the set-up. `None` if it would not be readable, or if
/// a type is not known.
fn made(given: &Given, setup: &Setup, calls: usize) -> Option<Made> {
    let statements = setup.statements[calls - 1].clone();
    let text = &given.text[statements.clone()];
    // Comments have no other place, and a name must not be taken for another thing.
    if text.contains("//") || text.contains("/*") {
        return None;
    }
    let mut taken = BTreeSet::from([setup.variable.clone()]);
    let (mut parameters, constructor) = constructed(given, &setup.constructor, &mut taken);
    let repeated = Repeated::of(given, setup, calls, &mut taken)?;
    parameters.push(repeated.parameter);
    let indent = &given.test.indent;
    let level = level(given.text, given.test);
    let signature: Vec<String> = parameters
        .iter()
        .map(|parameter| format!("{}: {}", parameter.name, parameter.ty))
        .collect();
    let lines = [
        format!("#[{}::factory(foreign)]", given.library),
        format!("fn {FACTORY}({}) -> {} {{", signature.join(", "), setup.ty),
        format!("{level}let mut {} = {constructor};", setup.variable),
        format!(
            "{level}for {} in {} {{",
            repeated.pattern,
            parameters.last()?.name
        ),
        format!(
            "{level}{level}{}.{}({});",
            setup.variable, setup.method, repeated.arguments
        ),
        format!("{level}}}"),
        format!("{level}{}", setup.variable),
        "}".to_owned(),
    ];
    let changes = |method: &String| given.names.changes(method);
    // The calls that are left are uses, too.
    let is_mutable = setup.is_lent
        || setup.used.iter().any(changes)
        || (calls < setup.calls.len() && changes(&setup.method));
    let cases: Vec<String> = parameters
        .iter()
        .map(|parameter| parameter.case.clone())
        .collect();
    let case = format!("{FACTORY}({})", cases.join(", "));
    Some(Made {
        parameter: Some(Parameter {
            name: setup.variable.clone(),
            ty: setup.ty.clone(),
            value: Value::Other(case.clone()),
            case,
        }),
        edit: Some(Edit::new(whole_line(given.text, statements), "")),
        factory: Some(Factory {
            name: snake_case(setup.ty.rsplit("::").next()?),
            text: lines.join(&format!("\n{indent}")),
            is_mutable,
        }),
    })
}

/// A type's name as functions are named: `settings_group` of `SettingsGroup`.
fn snake_case(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(letter.to_lowercase());
    }
    out
}

/// The parameters for the constructor's arguments, and its call with them.
fn constructed(
    given: &Given,
    constructor: &Range<usize>,
    taken: &mut BTreeSet<String>,
) -> (Vec<Parameter>, String) {
    let (mut parameters, mut edits) = (Vec::new(), Vec::new());
    for (number, place) in given.body.places.iter().enumerate() {
        let Some(exact) = type_of(given, number) else {
            continue;
        };
        let is_plain = place.outer.is_none() && place.implied.is_none();
        if !is_plain || !encloses(constructor, &place.range) || shape(&exact) == Shape::Other {
            continue;
        }
        let (ty, case) = widest(&exact, &place.text);
        let callee = place.callee.as_ref();
        let wanted = callee.and_then(|(function, number)| given.names.of(function, *number));
        let name = names::choose(wanted, &ty, taken);
        let range = place.range.start - constructor.start..place.range.end - constructor.start;
        edits.push(Edit::new(range, written(&name, &ty, &exact, place, true)));
        parameters.push(Parameter {
            name,
            ty,
            case,
            value: place.value.clone(),
        });
    }
    let text = apply(&given.text[constructor.clone()], &edits);
    (parameters, text)
}

/// The loop in place of equal calls.
struct Repeated {
    /// What it goes through.
    parameter: Parameter,
    /// What one turn binds.
    pattern: String,
    /// The arguments of the call.
    arguments: String,
}

impl Repeated {
    fn of(
        given: &Given,
        setup: &Setup,
        calls: usize,
        taken: &mut BTreeSet<String>,
    ) -> Option<Repeated> {
        let places = &given.body.places;
        let at = |range: &Range<usize>| places.iter().position(|place| place.range == *range);
        let (mut types, mut names, mut arguments) = (Vec::new(), Vec::new(), Vec::new());
        let mut rows = vec![Vec::new(); calls];
        for number in 0..setup.calls.first()?.len() {
            let mut ty = None;
            for (call, row) in setup.calls.iter().zip(&mut rows) {
                let place = at(&call[number])?;
                let own = type_of(given, place)?;
                let text = &places[place].text;
                row.push(match shape(&own) {
                    Shape::Text => format!("{text}.to_owned()"),
                    Shape::Sequence(..) => return None,
                    Shape::Other if places[place].constructed.is_none() => return None,
                    _ => text.clone(),
                });
                if ty.get_or_insert(own.clone()) != &own {
                    return None;
                }
            }
            let ty = ty?;
            let is_text = shape(&ty) == Shape::Text;
            let wanted = given.names.of(&setup.method, number);
            let name = names::choose(wanted, &ty, taken);
            arguments.push(if is_text {
                format!("&{name}")
            } else {
                name.clone()
            });
            types.push(if is_text { "String".to_owned() } else { ty });
            names.push(name);
        }
        let tuple = |parts: &[String]| match parts {
            [one] => one.clone(),
            parts => format!("({})", parts.join(", ")),
        };
        let plural = match &names[..] {
            [one] => format!("{one}s"),
            _ => "entries".to_owned(),
        };
        let ty = format!("Vec<{}>", tuple(&types));
        let rows: Vec<String> = rows.iter().map(|row| tuple(row)).collect();
        let case = format!("vec![{}]", rows.join(", "));
        Some(Repeated {
            parameter: Parameter {
                name: names::choose(Some(&plural), &ty, taken),
                ty,
                value: Value::Other(case.clone()),
                case,
            },
            pattern: tuple(&names),
            arguments: arguments.join(", "),
        })
    }
}
