//! The calls that other plans than thunks are made of, and what they give.

use super::{Chosen, Instance, Thunk, most_instances};
use crate::call::Output;
use crate::index::Index;
use crate::instances::Traits;
use crate::pieces::Rejections;
use isolde_model::{StdItem, StdTrait, Type};
use isolde_record::SkipReason;

/// How a value is taken out of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// The value is the result.
    Whole,
    /// It is in `Some`.
    Some,
    /// It is in `Ok`; the flag tells whether `unwrap` compiles, which needs an error that is `Debug`.
    Ok(bool),
}

/// One call for each function and instance, with the function's number, of what was planned for the functions of the model.
pub(crate) fn calls(
    index: &Index,
    rejections: Rejections,
    planned: &[Result<Vec<Instance>, SkipReason>],
) -> Vec<(usize, Chosen)> {
    let planned = planned.iter().enumerate();
    planned
        .flat_map(|planned| calls_of(index, rejections, planned))
        .collect()
}

/// A function of the model with what was planned for it.
type Planned<'p> = (usize, &'p Result<Vec<Instance>, SkipReason>);

/// One call for each instance of a function: the first way to write it that the compiler has not refused. Calls whose result has to be polled are left
/// out: statements of sequences do not poll.
fn calls_of(
    index: &Index,
    rejections: Rejections,
    (number, planned): Planned,
) -> Vec<(usize, Chosen)> {
    let most = most_instances(index, &index.model.functions[number]);
    let instances = planned.as_ref().map_or(&[][..], Vec::as_slice);
    instances
        .iter()
        .take(most)
        .filter_map(|instance| {
            let mut thunks = instance.thunks.iter();
            let thunk = thunks.find(|thunk| rejections.allow(&thunk.piece))?;
            let polls = matches!(thunk.call.output, Output::Polled | Output::Streamed(_));
            (!polls).then(|| {
                (
                    number,
                    Chosen {
                        instance: instance.arguments.clone(),
                        thunk: thunk.clone(),
                    },
                )
            })
        })
        .collect()
}

/// The type that a reference refers to; any other type itself.
pub(crate) fn target(of: &Type) -> &Type {
    match of {
        Type::Reference { target, .. } => target,
        other => other,
    }
}

/// The value in a call's result, and how it is taken out.
pub(crate) fn result_parts(thunk: &Thunk) -> Option<(&Type, Taken)> {
    let result = thunk
        .result
        .as_ref()
        .filter(|_| thunk.call.output == Output::Value)?;
    Some(match result.std() {
        Some((StdItem::Option, [inner])) => (inner, Taken::Some),
        Some((StdItem::Result, [ok, _])) => (ok, Taken::Ok(false)),
        _ => (result, Taken::Whole),
    })
}

/// For each argument of a call that must not use it up: whether the call gets a clone. `None` if an argument cannot be cloned.
pub(crate) fn cloned(traits: &mut Traits, thunk: &Thunk) -> Option<Vec<bool>> {
    let arguments = thunk.arguments.iter();
    arguments
        .map(|argument| {
            let is_cloned = argument.is_moved() && !traits.implements(&argument.of, StdTrait::Copy);
            let can_clone = !is_cloned || traits.implements(&argument.of, StdTrait::Clone);
            can_clone.then_some(is_cloned)
        })
        .collect()
}
