//! The calls that sequences consist of: what they take and what they give.

use super::Taken;
use crate::call::{By, Output};
use crate::index::Index;
use crate::pieces::{PieceId, Rejections};
use crate::plan::{Chosen, Instance, Thunk, most_instances};
use isolde_model::{StdItem, Type};
use isolde_record::SkipReason;

/// A function of the model with what was planned for it.
type Planned<'p> = (usize, &'p Result<Vec<Instance>, SkipReason>);

/// One call for each instance of a function: the first way to write it that the compiler has not refused. Calls whose result has to be polled are left
/// out: statements of sequences do not poll.
pub(crate) fn calls_of(
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

pub(super) fn step_piece(thunk: &Thunk, sequence: &str, suffix: &str) -> PieceId {
    format!("{} in {sequence}{suffix}", thunk.piece)
}

/// The type that a reference refers to; any other type itself.
pub(crate) fn target(of: &Type) -> &Type {
    match of {
        Type::Reference { target, .. } => target,
        other => other,
    }
}

/// Whether an argument that is passed in this way can come from a pool.
pub(super) fn is_from_pool(by: By) -> bool {
    !matches!(by, By::Pinned | By::Leaked(_))
}

/// Whether a call takes a value of the type.
pub(super) fn takes(thunk: &Thunk, of: &Type) -> bool {
    let mut arguments = thunk.arguments.iter();
    arguments.any(|argument| target(&argument.of) == of && is_from_pool(argument.by))
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
