//! What became of functions that only get mocks.

use isolde_record::ThunkInfo;
use std::collections::BTreeSet;

/// The method because of which no run of these thunks came to its end; `called` are the thunks of which some run did.
pub(crate) fn unanswered(
    all: &[ThunkInfo],
    thunks: &[u32],
    called: &BTreeSet<u32>,
) -> Option<String> {
    if thunks.iter().any(|thunk| called.contains(thunk)) {
        return None;
    }
    let mut own = thunks.iter().filter_map(|thunk| all.get(*thunk as usize));
    own.find_map(|thunk| thunk.unanswered.first().cloned())
}
