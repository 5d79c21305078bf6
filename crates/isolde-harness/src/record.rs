//! Thunks as the record of a run describes them, and the names that their tests get.

use crate::call::{By, Output};
use crate::describe::describe_short;
use crate::index::Index;
use crate::names::{snake, variable};
use crate::plan::{Chosen, Pair, Sequence, Thunk};
use crate::write::import;
use isolde_model::{Container, Function, Span, StdTrait, Type};
use isolde_record::{Argument, Lazy, Passing, ThunkInfo, Visibility};

/// Describes thunk number `number` of the driver's table.
pub(crate) fn info(
    number: u32,
    function: &Function,
    index: &Index,
    chosen: &Chosen,
    suffix: &str,
) -> ThunkInfo {
    let name = format!("{}{suffix}", base_name(function, index));
    let (file, line, end_line) = place(function.span.as_ref());
    ThunkInfo {
        index: number,
        function: function.path.clone(),
        module: function.module.clone(),
        name: variable(&name, "thunk"),
        instance: chosen.instance.clone(),
        file,
        line,
        end_line,
        visibility: Visibility::Public,
        arguments: arguments(&chosen.thunk),
        announced: function.announced.clone(),
        uses: chosen
            .thunk
            .call
            .imports
            .iter()
            .map(|path| import(path))
            .collect(),
        steps: Vec::new(),
        types: Vec::new(),
        lazy: match chosen.thunk.call.output {
            Output::Polled => Some(Lazy::Future),
            Output::Streamed(of_trait) => Some(Lazy::Stream {
                poll_next: index.poll_next(of_trait).to_owned(),
            }),
            _ => None,
        },
        is_check: false,
        unanswered: Vec::new(),
    }
}

/// Describes a pair of functions, which is number `number` of the driver's table.
pub(crate) fn pair_info(number: u32, index: &Index, pair: &Pair) -> ThunkInfo {
    let function = &index.model.functions[pair.function];
    ThunkInfo {
        is_check: true,
        ..info(number, function, index, &pair.chosen, "")
    }
}

/// Describes a sequence, which is number `number` of the driver's table.
pub(crate) fn sequence_info(number: u32, index: &Index, sequence: &Sequence) -> ThunkInfo {
    ThunkInfo {
        steps: sequence
            .all_steps()
            .map(|step| {
                let function = &index.model.functions[step.function];
                info(number, function, index, &step.chosen, "")
            })
            .collect(),
        types: sequence
            .pools
            .iter()
            .map(|pool| type_info(number, index, &pool.of))
            .collect(),
        ..type_info(number, index, &sequence.of)
    }
}

/// Describes a type as what a sequence is about.
fn type_info(number: u32, index: &Index, of: &Type) -> ThunkInfo {
    let item = index.item(of);
    let (file, line, end_line) = place(item.and_then(|item| item.span.as_ref()));
    let path = item.map_or("", |item| item.crate_path.as_str());
    ThunkInfo {
        index: number,
        function: path.strip_prefix("crate::").unwrap_or(path).to_owned(),
        module: item.map(|item| item.module.clone()).unwrap_or_default(),
        name: variable(&snake(&describe_short(of)), "sequence"),
        instance: Vec::new(),
        file,
        line,
        end_line,
        visibility: Visibility::Public,
        arguments: Vec::new(),
        announced: Default::default(),
        uses: Vec::new(),
        steps: Vec::new(),
        types: Vec::new(),
        lazy: None,
        is_check: false,
        unanswered: Vec::new(),
    }
}

/// File, first and last line of an item; empty and 0 if they are not known.
fn place(span: Option<&Span>) -> (String, u32, u32) {
    span.map_or_else(Default::default, |span| {
        (span.file.clone(), span.line, span.end_line)
    })
}

fn arguments(thunk: &Thunk) -> Vec<Argument> {
    thunk
        .arguments
        .iter()
        .map(|argument| Argument {
            name: argument.name.clone(),
            passing: match argument.by {
                By::Value | By::Pinned | By::Place(false) => Passing::Value,
                By::Shared | By::Leaked(false) => Passing::Shared,
                By::Mutable | By::Place(true) | By::Leaked(true) => Passing::Mutable,
            },
        })
        .collect()
}

/// Suffixes that distinguish several instantiations of one function: the words that not all of them have.
pub(crate) fn suffixes(instances: &[&[String]]) -> Vec<String> {
    let words: Vec<Vec<String>> = instances
        .iter()
        .map(|arguments| {
            let mut words: Vec<String> = Vec::new();
            for word in arguments
                .iter()
                .flat_map(|each| each.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':'))
            {
                let word = snake(word.rsplit("::").next().unwrap_or_default());
                if !word.is_empty() && !words.contains(&word) {
                    words.push(word);
                }
            }
            words
        })
        .collect();
    if words.len() < 2 {
        return vec![String::new(); words.len()];
    }
    words
        .iter()
        .map(|own| {
            let telling = own
                .iter()
                .filter(|word| !words.iter().all(|other| other.contains(word)));
            telling.take(3).map(|word| format!("_{word}")).collect()
        })
        .collect()
}

/// A short name fit for a test: `parse_duration`, `version_parse`, `version_display`.
fn base_name(function: &Function, index: &Index) -> String {
    let name = function.name.strip_prefix("r#").unwrap_or(&function.name);
    let of = |of: &Type| snake(&describe_short(&bare(of)));
    match &function.container {
        Container::Module => name.to_owned(),
        Container::Trait(id) => match index.model.traits.get(id) {
            Some(item) => format!("{}_{name}", snake(&item.name)),
            None => name.to_owned(),
        },
        Container::Inherent(_) | Container::TraitImpl(_) => {
            let Some(block) = index.block(function) else {
                return name.to_owned();
            };
            let own = of(&block.self_type);
            let Some(bound) = &block.of_trait else {
                return format!("{own}_{name}");
            };
            match bound.std_trait() {
                Some(of_trait) if of_trait.is_formatting() => {
                    let of_trait = bound.defined.rsplit("::").next().unwrap_or_default();
                    format!("{own}_{}", snake(of_trait))
                }
                Some(
                    StdTrait::From
                    | StdTrait::TryFrom
                    | StdTrait::Into
                    | StdTrait::TryInto
                    | StdTrait::AsRef
                    | StdTrait::Borrow,
                ) => {
                    let argument = bound.arguments.first().map(of).unwrap_or_default();
                    format!("{own}_{name}_{argument}")
                }
                _ => format!("{own}_{name}"),
            }
        }
    }
}

/// The type without its arguments, so that a name of a generic type stays short.
fn bare(of: &Type) -> Type {
    match of {
        Type::Path { defined, id, .. } => Type::Path {
            defined: defined.clone(),
            id: *id,
            arguments: Vec::new(),
            constants: Vec::new(),
        },
        Type::Reference { target, .. } => bare(target),
        other => other.clone(),
    }
}
