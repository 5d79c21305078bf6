//! Whether std sorts at this moment. Explored programs are changed so that its sorts tell; what they ask of a value must not change meanwhile.

use std::sync::atomic::{AtomicU8, Ordering};

/// Not 0 while std sorts. A pass of `isolde-instrument` knows it by its path.
static SORTING: AtomicU8 = AtomicU8::new(0);

/// Whether std sorts.
pub(super) fn is_sorting() -> bool {
    #[cfg(test)]
    if IN_TEST.get() {
        return true;
    }
    SORTING.load(Ordering::Relaxed) != 0
}

/// Notes that a run begins. The last one may have ended within a sort.
pub(super) fn reset() {
    SORTING.store(0, Ordering::Relaxed);
}

#[cfg(test)]
thread_local! {
    static IN_TEST: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Does something as if std sorted meanwhile, as tests of this library are not changed.
#[cfg(test)]
pub(super) fn during<T>(f: impl FnOnce() -> T) -> T {
    IN_TEST.set(true);
    let value = f();
    IN_TEST.set(false);
    value
}

#[cfg(test)]
mod tests {
    use super::super::{ClosureType, ELSEWHERE, KEYS, SAME, Seen};
    use super::during;
    use crate::{Chooser, build};
    use isolde_abi::key::{inner, key};

    static CLOSURE: ClosureType = ClosureType {
        parameters: &[],
        result: None,
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
        assert_eq!(during(|| (ask(), ask())), (5, 5));
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
        assert_eq!(during(|| [10, 20, 10].map(ask)), [5, 4, 5]);
        assert_eq!([10, 20].map(ask), [3, 3]);
    }
}
