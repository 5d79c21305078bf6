//! From a request to the driver crate's source.

use crate::builders::Builders;
use crate::context::Context;
use crate::names::{snake, variable};
use crate::observe::Sources;
use crate::pieces::{Piece, PieceId, Pieces, Writer};
use crate::thunks::{Instance, Plan, most_instances, refused};
use isolde_model::{Container, Function, Model, Type};
use isolde_record::{SkipReason, ThunkInfo, Visibility};
use std::collections::{BTreeMap, BTreeSet};

/// What to generate.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The package.
    pub model: &'a Model,
    /// Paths of functions to call, with `*` for any characters; empty for all.
    pub filters: &'a [String],
    /// Pieces that the compiler refused so far, with its first error for each.
    pub rejected: &'a BTreeMap<PieceId, String>,
}

/// The generated driver crate.
#[derive(Clone, Debug)]
pub struct Harness {
    /// Text of `main.rs`.
    pub main_rs: String,
    /// The thunks, in the order of the program's table.
    pub thunks: Vec<ThunkInfo>,
    /// The parts of the text that can be left out, by ascending lines.
    pub pieces: Vec<Piece>,
    /// Every function of the model, by its index there, and what became of it.
    pub functions: Vec<(usize, Verdict)>,
}

/// What became of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It has these thunks.
    Thunks(Vec<u32>),
    /// It has none.
    Skipped(SkipReason),
}

/// Generates the driver crate: an external binary crate that depends on the package's library and on `isolde`. What compiles there
/// compiles in `tests/` as well. The same request gives the same text.
pub fn generate(request: &Request) -> Harness {
    let pieces = Pieces::new(request.rejected);
    let context = Context::new(request.model);
    let mut builders = Builders::new(&context, &pieces);
    let planned: Vec<Result<Vec<Instance>, SkipReason>> = request
        .model
        .functions
        .iter()
        .map(
            |function| match refused(&context, function, request.filters) {
                Some(reason) => Err(reason),
                None => builders.plan(function),
            },
        )
        .collect();
    builders.settle();

    let mut sources = Sources::new(&context, &pieces);
    let mut thunks = Vec::new();
    let mut texts: Vec<(String, String)> = Vec::new();
    let mut functions = Vec::new();
    let mut needs = BTreeSet::new();
    for (index, planned) in planned.into_iter().enumerate() {
        let function = &request.model.functions[index];
        let chosen = planned
            .and_then(|instances| choose(instances, most_instances(function), &builders, &pieces));
        let verdict = match chosen {
            Err(reason) => Verdict::Skipped(reason),
            Ok(chosen) => {
                let suffixes = suffixes(
                    &chosen
                        .iter()
                        .map(|(instance, _)| instance.arguments.as_slice())
                        .collect::<Vec<_>>(),
                );
                let numbers = chosen
                    .iter()
                    .zip(suffixes)
                    .map(|((instance, plan), suffix)| {
                        let number = thunks.len() as u32;
                        needs.extend(&plan.needs);
                        texts.push((
                            plan.piece.clone(),
                            plan.text(number, &context, &mut sources),
                        ));
                        thunks.push(info(number, function, &context, instance, plan, &suffix));
                        number
                    });
                Verdict::Thunks(numbers.collect())
            }
        };
        functions.push((index, verdict));
    }

    let mut out = Writer::new();
    out.text("// Written by Isolde: one thunk per function under test. Do not edit; it is written anew before every build.\n");
    out.text("#![allow(warnings)]\n\n");
    let table: Vec<String> = (0..thunks.len())
        .map(|index| format!("thunk_{index}"))
        .collect();
    out.text(&format!(
        "fn main() -> std::process::ExitCode {{\n    __isolde::drive(&[{}])\n}}\n\n",
        table.join(", ")
    ));
    for (piece, text) in &texts {
        out.piece(piece, text);
    }
    for index in builders.reachable(&needs) {
        builders.emit(index, &mut out);
    }
    sources.emit(&mut out);
    let (main_rs, pieces) = out.finish();
    Harness {
        main_rs,
        thunks,
        pieces,
        functions,
    }
}

/// Of each instantiation the first way to write it that can be built and was not refused.
fn choose(
    instances: Vec<Instance>,
    most: usize,
    builders: &Builders,
    pieces: &Pieces,
) -> Result<Vec<(Instance, Plan)>, SkipReason> {
    let mut chosen: Vec<(Instance, Plan)> = Vec::new();
    let mut rejection = None;
    let mut failure = None;
    for instance in instances {
        if chosen.len() == most {
            break;
        }
        for plan in &instance.plans {
            if let Some(reason) = plan.unbuildable(builders) {
                failure.get_or_insert(reason);
            } else if let Some(error) = pieces.rejection(&plan.piece) {
                rejection.get_or_insert_with(|| SkipReason::Rejected(error.to_owned()));
                if is_hopeless(error) {
                    break;
                }
            } else {
                let plan = plan.clone();
                chosen.push((instance.clone(), plan));
                break;
            }
        }
        if let Some(reason) = instance.failure {
            failure.get_or_insert(reason);
        }
    }
    match chosen.is_empty() {
        false => Ok(chosen),
        true => Err(rejection
            .or(failure)
            .unwrap_or_else(|| SkipReason::NoInstance("no instantiation".into()))),
    }
}

/// Whether the error is about the types chosen, so that writing the call in another way does not help.
fn is_hopeless(error: &str) -> bool {
    error.contains("satisfied") || error.contains("to be an iterator that yields")
}

/// What tells several instantiations of one function apart: the words that not all of them have.
fn suffixes(instances: &[&[String]]) -> Vec<String> {
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

fn info(
    index: u32,
    function: &Function,
    context: &Context,
    instance: &Instance,
    plan: &Plan,
    suffix: &str,
) -> ThunkInfo {
    let name = format!("{}{suffix}", base_name(function, context));
    let span = function.span.clone();
    ThunkInfo {
        index,
        function: function.path.clone(),
        module: function.module.clone(),
        name: variable(&name, "thunk"),
        instance: instance.arguments.clone(),
        file: span
            .as_ref()
            .map(|span| span.file.clone())
            .unwrap_or_default(),
        line: span.as_ref().map_or(0, |span| span.line),
        end_line: span.as_ref().map_or(0, |span| span.end_line),
        visibility: Visibility::Public,
        arguments: plan.described(),
        documents_panics: function.documents_panics,
        uses: plan.form.uses.clone(),
    }
}

/// A short name fit for a test: `parse_duration`, `version_parse`, `version_display`.
fn base_name(function: &Function, context: &Context) -> String {
    let name = function.name.strip_prefix("r#").unwrap_or(&function.name);
    let of = |of: &Type| snake(&crate::builders::describe_short(&bare(of)));
    match &function.container {
        Container::Module => name.to_owned(),
        Container::Trait(id) => match context.model.traits.get(id) {
            Some(item) => format!("{}_{name}", snake(&item.name)),
            None => name.to_owned(),
        },
        _ => {
            let Some(block) = context.block(function) else {
                return name.to_owned();
            };
            let own = of(&block.self_type);
            let Some(bound) = &block.of_trait else {
                return format!("{own}_{name}");
            };
            let of_trait = snake(bound.defined.rsplit("::").next().unwrap_or_default());
            match name {
                "fmt" => format!("{own}_{of_trait}"),
                "from" | "try_from" | "into" | "try_into" | "as_ref" | "borrow" => {
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

impl Harness {
    /// The pieces that a line of the generated file belongs to.
    pub fn piece_at(&self, line: u32) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.lines.contains(&line))
    }
}
