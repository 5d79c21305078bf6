//! Whether std sorts at this moment, or searches in what has to be sorted. Explored programs are changed so that its functions tell; what they ask of a value
//! must not change meanwhile.

use crate::abi::SEARCHES;
use std::sync::atomic::{AtomicU8, Ordering};

/// [`SORTS`](isolde_abi::library::SORTS) while std sorts, [`SEARCHES`](isolde_abi::library::SEARCHES) while it searches, otherwise 0. A pass of
/// `isolde-instrument` knows it by its path.
static SORTING: AtomicU8 = AtomicU8::new(0);

/// Whether std sorts or searches.
pub(super) fn is_sorting() -> bool {
    state() != 0
}

/// Whether std searches.
pub(super) fn is_searching() -> bool {
    state() == SEARCHES
}

fn state() -> u8 {
    #[cfg(test)]
    if IN_TEST.get() != 0 {
        return IN_TEST.get();
    }
    SORTING.load(Ordering::Relaxed)
}

/// Notes that a run begins. The last one may have ended within a sort.
pub(super) fn reset() {
    SORTING.store(0, Ordering::Relaxed);
}

#[cfg(test)]
thread_local! {
    static IN_TEST: std::cell::Cell<u8> = const { std::cell::Cell::new(0) };
}

/// Does something as if std sorted or searched meanwhile, as tests of this library are not changed.
#[cfg(test)]
pub(super) fn during<T>(state: u8, f: impl FnOnce() -> T) -> T {
    IN_TEST.set(state);
    let value = f();
    IN_TEST.set(0);
    value
}

#[cfg(test)]
mod tests {
    use super::super::{ClosureType, ELSEWHERE, KEYS, SAME, Seen};
    use super::during;
    use crate::{Chooser, build};
    use isolde_abi::key::{inner, key};
    use isolde_abi::library::{SEARCHES, SORTS};

    static CLOSURE: ClosureType = ClosureType {
        parameters: &[],
        result: None,
        lends: None,
        is_silent: false,
    };

    #[test]
    fn answers_stay_the_same_while_std_sorts() {
        let choice = |place| key(inner(inner(0, 0), place), 0);
        let tape = [
            (choice(SAME), 5),
            (choice(ELSEWHERE), 3),
            (choice(ELSEWHERE | 1), 4),
        ];
        let mut chooser = Chooser::from_tape(tape.into(), 0);
        let mock = chooser.closure(&CLOSURE);
        let ask = || mock.call(0, |_| {}).answer(build::u8);
        assert_eq!((ask(), ask()), (3, 4));
        assert_eq!(during(SORTS, || (ask(), ask())), (5, 5));
    }

    #[test]
    fn keys_depend_on_the_arguments_while_std_sorts() {
        let choice = |place| key(inner(inner(0, 0), place), 0);
        let tape = [(choice(KEYS), 5), (choice(KEYS | 1), 4), (choice(SAME), 3)];
        let mut chooser = Chooser::from_tape(tape.into(), 0);
        let mock = chooser.closure(&CLOSURE);
        let ask = |of: u64| {
            let call = mock.call_again_or_key(0, || vec![Seen::Number(of)], |_| {});
            call.answer(build::u8)
        };
        assert_eq!(during(SORTS, || [10, 20, 10].map(ask)), [5, 4, 5]);
        assert_eq!([10, 20].map(ask), [3, 3]);
    }

    #[test]
    fn while_std_searches_answers_depend_on_nothing() {
        let choice = |place| key(inner(inner(0, 0), place), 0);
        let tape = [(choice(SAME), 3), (choice(0), 4), (choice(1), 5)];
        let mut chooser = Chooser::from_tape(tape.into(), 0);
        let mock = chooser.closure(&CLOSURE);
        let ask = |of: u64| {
            let seen = vec![Seen::Number(of)];
            mock.call_by(0, seen, |_| {}).answer(build::u8)
        };
        assert_eq!([10, 20, 10].map(ask), [4, 5, 4]);
        assert_eq!(during(SEARCHES, || [10, 20].map(ask)), [3, 3]);
        let ask = |of: u64| {
            let call = mock.call_again_or_key(0, || vec![Seen::Number(of)], |_| {});
            call.answer(build::u8)
        };
        assert_eq!(during(SEARCHES, || [10, 20].map(ask)), [3, 3]);
    }
}
