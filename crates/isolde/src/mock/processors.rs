//! How many threads can run at the same time, as a fake tells it.

use super::std_traits::error;
use crate::chooser::Chooser;
use std::io::Error;
use std::num::NonZero;

/// The largest number. Code makes as many threads and buffers.
const MOST: usize = 64;

/// The answer of `std::thread::available_parallelism`.
///
/// # Errors
/// If the choice says so.
pub fn available_parallelism(c: &mut Chooser) -> Result<NonZero<usize>, Error> {
    if c.variant(2) == 1 {
        return Err(c.within(1, error));
    }
    let number = NonZero::<usize>::MIN.saturating_add(c.within(0, |c| c.length(MOST - 1)));
    c.text(&format!(
        "Ok(std::num::NonZeroUsize::new({number}).unwrap())"
    ));
    Ok(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_abi::key::{inner, key};
    use std::collections::BTreeMap;

    #[test]
    fn there_are_never_more_than_a_machine_may_have() {
        for (chosen, expected) in [(0, 1), (3, 4), (u64::MAX, MOST)] {
            let tape = BTreeMap::from([(key(inner(0, 0), 0), chosen)]);
            let mut chooser = Chooser::from_tape(tape, 0).rendered();
            let number = available_parallelism(&mut chooser).expect("a number");
            assert!(number.get() <= MOST);
            assert_eq!(number.get(), expected);
            let text = format!("Ok(std::num::NonZeroUsize::new({number}).unwrap())");
            assert_eq!(chooser.expression(), text);
        }
    }
}
