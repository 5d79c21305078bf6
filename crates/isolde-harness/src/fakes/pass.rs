//! The pass that plans fakes.

use super::named::{Named, Owner};
use super::outside::Outside;
use super::promises::{Promise, is_time, lawful};
use super::resolved::Resolved;
use super::{Unfaked, WhyUnfaked};
use crate::call::{Callee, FunctionPath};
use crate::describe::describe;
use crate::index::Index;
use crate::names::{Names, variable};
use crate::pieces::PieceId;
use crate::shape::{Answer, Demand, Settled, used_by};
use crate::types::mentions;
use isolde_model::{Contract, Function, Receiver, StdTrait, Type};
use std::collections::BTreeSet;

/// The largest number of parameters of a function that can be detoured.
const MOST_PARAMETERS: usize = 10;

/// The fake of a function outside the unit, at an instance.
#[derive(Clone, Debug)]
pub(crate) struct Fake {
    /// The name of the piece: `fake of std::fs::read_to_string::<&str>`.
    pub piece: PieceId,
    /// How the function is named.
    pub callee: Callee,
    /// The function's last name.
    pub name: String,
    /// `async`.
    pub is_async: bool,
    /// Whether it also answers in threads that the code under test starts.
    pub is_across: bool,
    /// Whether it takes `self`.
    pub has_receiver: bool,
    /// Its parameters without the receiver.
    pub parameters: Vec<Given>,
    /// How its answers are made.
    pub answer: Answer,
    /// What its answers depend on besides its arguments.
    pub state: Option<State>,
    /// The package's functions that say which answers it may give.
    pub rules: Vec<FunctionPath>,
    /// Whether it is a function of std, which may give any answer.
    is_of_std: bool,
    /// What all its answers have to keep.
    pub promise: Option<Promise>,
    /// If it reaches nothing outside the program: the types of its parameters and of its receiver. The fake is needed only if one of them is stood in for.
    needed_for: Option<Vec<Type>>,
}

/// What answers depend on, until it changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// An object that the function takes by reference: the number of its type, and whether the function may change it.
    Object { kind: usize, changes: bool },
    /// What belongs to the process: whether the function changes it.
    Process { changes: bool },
}

/// The number that stands for the process among those of types.
pub(crate) const PROCESS: usize = 0;

/// A parameter of a function that has a fake.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    /// Its name.
    pub name: String,
    /// Its type.
    pub of: Type,
    /// Whether the closure writes the type.
    pub is_written: bool,
}

impl Fake {
    /// Whether its answers are only assumed to be possible: it is a function that nobody has given rules for.
    pub(crate) fn is_assumed(&self) -> bool {
        !self.is_of_std && self.rules.is_empty()
    }

    /// The function as the program names it.
    pub(crate) fn function(&self) -> &str {
        self.piece.trim_start_matches(PIECE)
    }

    /// The numbers of the package's types whose builders its answers may call.
    pub(crate) fn uses(&self) -> BTreeSet<usize> {
        used_by(self.answer.shapes())
    }
}

/// Plans the fakes of these functions; also tells which of them get none. With a model of more crates, more functions may be found.
pub(crate) fn plan_fakes(demand: &mut Demand, resolved: &[Resolved]) -> (Vec<Fake>, Vec<Unfaked>) {
    let (mut fakes, mut unfaked) = (Vec::new(), Vec::new());
    let mut types: Vec<Type> = Vec::new();
    for each in resolved {
        match plan_fake(demand, each, &mut types) {
            Ok(fake) => fakes.push(fake),
            Err(_) if each.is_pure => {}
            Err(why) => unfaked.push(Unfaked {
                function: each.function.to_owned(),
                why,
            }),
        }
    }
    (fakes, unfaked)
}

/// Drops fakes whose answers turned out not to be buildable.
pub(crate) fn settle_fakes(
    index: &Index,
    fakes: &mut Vec<Fake>,
    unfaked: &mut Vec<Unfaked>,
    settled: &Settled,
) {
    let stands_in = |of: &Type| {
        mentions(of, &|each| match each {
            Type::Path { id: None, .. } => each.std_item().is_none() && index.is_of_world(each),
            _ => settled.stands_in(each),
        })
    };
    fakes.retain_mut(|fake| {
        let needed_for = fake.needed_for.as_ref();
        if needed_for.is_some_and(|types| !types.iter().any(stands_in)) {
            return false;
        }
        let Answer::Built {
            result,
            filled,
            called,
        } = &mut fake.answer
        else {
            return true;
        };
        called.retain(|each| {
            let mut arguments = each.arguments.iter();
            arguments.all(|shape| settled.unbuildable(&shape.needs()).is_none())
        });
        filled.retain(|each| settled.unbuildable(&each.shape.needs()).is_none());
        let missing = settled.unbuildable(&result.needs());
        if let Some(of) = missing {
            unfaked.push(Unfaked {
                function: fake.function().to_owned(),
                why: WhyUnfaked::Result(describe(of)),
            });
        }
        missing.is_none()
    });
}

/// The beginning of the names of pieces that are fakes.
const PIECE: &str = "fake of ";

fn plan_fake(
    demand: &mut Demand,
    resolved: &Resolved,
    types: &mut Vec<Type>,
) -> Result<Fake, WhyUnfaked> {
    let index = demand.index;
    let piece = format!("{PIECE}{}", resolved.function);
    if let Some(rejection) = demand.rejections.of(&piece) {
        return Err(WhyUnfaked::Refused(rejection.to_string()));
    }
    if resolved.named.as_ref().is_some_and(drops) {
        return Err(WhyUnfaked::Destructor);
    }
    let Outside {
        id: _,
        callee,
        name,
        receiver,
        of,
        parameters,
        result,
        is_async,
        is_across,
        of_std,
        is_of_std,
        only_looks,
        promise,
        of_process,
    } = resolved.outside.clone()?;
    if parameters.len() + usize::from(receiver.is_some()) > MOST_PARAMETERS {
        return Err(WhyUnfaked::Parameters);
    }
    let taken = parameters.iter().map(|each| &each.of).chain(&of);
    let needed_for = (resolved.is_pure || only_looks).then(|| taken.cloned().collect());
    let mut names = Names::default();
    let parameters: Vec<Given> = parameters
        .into_iter()
        .map(|each| Given {
            name: names.unique(&variable(&each.name, "argument")),
            of: each.of,
            is_written: each.is_written,
        })
        .collect();
    let lawful = lawful(of_std, of.as_ref(), &name, is_of_std).map(str::to_owned);
    let of_process = of_process.map(|changes| State::Process { changes });
    let is_steady = !of.as_ref().is_some_and(is_time);
    let state = match receiver {
        Some(receiver @ (Receiver::Shared | Receiver::Mutable)) if is_steady => of.map(|of| {
            let known = types.iter().position(|each| *each == of);
            let number = known.unwrap_or_else(|| {
                types.push(of);
                types.len() - 1
            });
            State::Object {
                kind: PROCESS + 1 + number,
                changes: receiver == Receiver::Mutable,
            }
        }),
        _ => of_process,
    };
    let answer = match lawful {
        Some(function) => Answer::Lawful(function, Vec::new()),
        None => {
            let typed: Vec<(String, Type)> = parameters
                .iter()
                .map(|each| (each.name.clone(), each.of.clone()))
                .collect();
            demand
                .answer(&result, &typed)
                .ok_or_else(|| WhyUnfaked::Result(describe(&result)))?
        }
    };
    Ok(Fake {
        piece,
        is_async,
        is_across,
        has_receiver: receiver.is_some(),
        answer,
        state,
        rules: rules(index, &callee, &name, parameters.len()),
        is_of_std,
        callee,
        parameters,
        promise: promise.or_else(|| Promise::of_trait(of_std, &name)),
        name,
        needed_for,
    })
}

/// Whether a function is the part of a destructor that its type has written.
fn drops(named: &Named) -> bool {
    matches!(&named.owner, Owner::Trait(_, of_trait, _) if StdTrait::at(of_trait) == Some(StdTrait::Drop))
}

/// The functions of the package that say which answers the fake of a function with so many parameters may give.
fn rules(index: &Index, callee: &Callee, name: &str, parameters: usize) -> Vec<FunctionPath> {
    let paths = index.paths_of(&callee.path, name);
    let is_about = |rule: &&Function| match &rule.contract {
        Some(Contract::FakeRule(path)) => paths.iter().any(|known| {
            let own = path.strip_prefix("crate::");
            known == path || own.is_some_and(|own| known.as_str() == own)
        }),
        _ => false,
    };
    let functions = index.model.functions.iter();
    functions
        .filter(is_about)
        .filter(|rule| rule.callable.parameters.len() == parameters + 1)
        .filter_map(|rule| Some(FunctionPath::Free(rule.public_path.clone()?)))
        .collect()
}
