//! Mocks in what is observed: their names say nothing, and tests that ask for the `Debug` text of a value have to declare its mocks accordingly.

use super::log::Of;
use super::run::current;
use super::shared::{SharedMocks, Written};
use super::text::{has_word, is_part};
use super::types::MockType;
use std::sync::PoisonError;

/// Whether a type with this name contains mocks of the run.
pub(crate) fn are_in(type_name: &str) -> bool {
    mocks().is_some_and(|mocks| known(&mocks).iter().any(|of| names(type_name, of)))
}

/// Whether a type with this name is that of a mock of the run, or a pointer to one.
pub(crate) fn is_one(type_name: &str) -> bool {
    let mut name = type_name;
    let pointers = [
        "alloc::boxed::Box<",
        "alloc::rc::Rc<",
        "alloc::sync::Arc<",
        "core::pin::Pin<",
        "&mut ",
        "&",
    ];
    while let Some(inner) = pointers.iter().find_map(|start| name.strip_prefix(start)) {
        name = inner;
    }
    let is_path = |letter: char| is_part(letter) || letter == ':';
    name.trim_end_matches('>').chars().all(is_path) && are_in(name)
}

/// Notes that a test asks for the `Debug` text of a value of a type with this name.
pub(crate) fn expect_debug(type_name: &str) {
    let Some(mocks) = mocks() else {
        return;
    };
    for of in known(&mocks) {
        if names(type_name, of) {
            let itself = mocks.add_type(of);
            mocks.note_debugged(itself);
        }
    }
}

/// The mocks of the run, if it is rendered.
fn mocks() -> Option<SharedMocks> {
    current(|run| {
        let types = run.types.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, written) = types.root.as_ref()?;
        let Written { mocks, .. } = written.as_ref()?;
        Some(mocks.clone())
    })
}

/// The types of mocks that tests of the run declare.
fn known(mocks: &SharedMocks) -> Vec<&'static MockType> {
    let of_run = mocks.lock();
    let mut known: Vec<&MockType> = Vec::new();
    for made in &of_run.made {
        if let Of::Type(of) | Of::Itself(of) = made.of {
            add(&mut known, of);
        }
    }
    known
}

/// Adds a type, and those that its declaration names.
fn add(known: &mut Vec<&'static MockType>, of: &'static MockType) {
    if !known.iter().any(|other| std::ptr::eq(*other, of)) {
        known.push(of);
        for mentioned in of.mentions {
            add(known, mentioned);
        }
    }
}

/// Whether the name of a type contains that of this type of mocks.
fn names(type_name: &str, of: &MockType) -> bool {
    has_word(type_name, of.name)
}

#[cfg(test)]
mod tests {
    use crate::mock::{Mock, MockType};
    use crate::{Chooser, Passing, Thunk, capture_panics, run};
    use isolde_record::{Observation, Observed};
    use std::collections::BTreeMap;

    static MOCK_PIPE: MockType = MockType {
        name: "MockPipe",
        is_sync: false,
        fields: &[],
        derived: &[],
        mentions: &[],
        implemented: &[],
    };

    #[derive(Debug)]
    struct MockPipe {
        #[allow(dead_code, reason = "printed")]
        mock: Mock,
    }

    fn pipe(c: &mut Chooser) -> MockPipe {
        MockPipe {
            mock: c.mock(&MOCK_PIPE),
        }
    }

    #[derive(Debug)]
    struct Pool {
        #[allow(dead_code, reason = "printed")]
        pipes: Vec<MockPipe>,
    }

    /// A type whose name, unlike that of [`Pool`], contains that of the mock.
    #[derive(Debug)]
    struct PoolOf<T> {
        #[allow(dead_code, reason = "printed")]
        pipes: Vec<T>,
    }

    /// What is observed, and whether the mock's declaration says that it is `Debug`.
    fn seen(thunk: Thunk) -> (Option<Observed>, bool) {
        capture_panics();
        let run = run(
            thunk,
            &mut Chooser::from_tape(BTreeMap::new(), 0).rendered(),
        );
        let seen: Observation = serde_json::from_str(&run.text).expect("it is an observation");
        let debugged = seen.mocks[0].source.contains("Debug");
        (seen.returned, debugged)
    }

    macro_rules! returns {
        ($pipe:ident => $result:expr) => {
            seen(|c| {
                let $pipe = c.argument("pipe", Passing::Value, pipe);
                let r = c.call("f({0})", || $result);
                c.returned(|o| crate::observe!(o, &r));
            })
        };
    }

    fn pattern(text: &str) -> Option<Observed> {
        Some(Observed::Pattern(text.into()))
    }

    fn debug(text: &str) -> Option<Observed> {
        Some(Observed::Debug(text.into()))
    }

    #[test]
    fn variants_say_more_than_the_names_of_mocks() {
        assert_eq!(returns!(pipe => Some(pipe)), (pattern("Some(_)"), false));
        assert_eq!(
            returns!(pipe => { drop(pipe); None::<MockPipe> }),
            (pattern("None"), false)
        );
        assert_eq!(
            returns!(pipe => Ok::<_, u8>(Box::new(pipe))),
            (pattern("Ok(_)"), false)
        );
        assert_eq!(
            returns!(pipe => { drop(pipe); Err::<MockPipe, u8>(3) }),
            (pattern("Err(3)"), false)
        );
        assert_eq!(
            returns!(pipe => { drop(pipe); Ok::<(), Box<MockPipe>>(()) }),
            (pattern("Ok(())"), false)
        );
    }

    #[test]
    fn a_mock_in_a_debug_text_is_debug_even_if_the_value_has_none() {
        assert_eq!(
            returns!(pipe => PoolOf { pipes: vec![pipe] }),
            (
                debug("PoolOf { pipes: [MockPipe { mock: MockPipe }] }"),
                true
            )
        );
        assert_eq!(
            returns!(pipe => { drop(pipe); PoolOf::<MockPipe> { pipes: vec![] } }),
            (debug("PoolOf { pipes: [] }"), true)
        );
        let text = "Ok(value) if format!(\"{value:?}\") == \"PoolOf { pipes: [] }\"";
        assert_eq!(
            returns!(pipe => { drop(pipe); Ok::<_, u8>(PoolOf::<MockPipe> { pipes: vec![] }) }),
            (pattern(text), true)
        );
        assert_eq!(
            returns!(pipe => { drop(pipe); Pool { pipes: vec![] } }),
            (debug("Pool { pipes: [] }"), false)
        );
    }
}
