//! What the calls of a sequence take.

use crate::call::By;
use crate::pieces::PieceId;
use crate::plan::Thunk;
use crate::plan::calls::target;
use isolde_model::Type;

pub(super) fn step_piece(thunk: &Thunk, sequence: &str, suffix: &str) -> PieceId {
    format!("{} in {sequence}{suffix}", thunk.piece)
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
