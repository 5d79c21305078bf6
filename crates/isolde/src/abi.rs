//! The part of Isolde's ABI that this crate uses, with types of its own where the ABI has plain numbers.

pub use isolde_abi::draw::Domain;
pub use isolde_abi::library::SEARCHES;
pub use isolde_abi::protocol::OUTCOME_NONE as UNFINISHED;
use isolde_abi::protocol::{PHASE_BUILD, PHASE_CALL, PHASE_OBSERVE};
pub use isolde_abi::shared::{ChoiceKind, EXACT, MAX_CHOICES, MAX_TEXT, PANICS, RENDER, STATES};

/// The phase that a run is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
pub enum Phase {
    /// Arguments are being built.
    Build = PHASE_BUILD,
    /// The function under test runs.
    Call = PHASE_CALL,
    /// The result is being observed.
    Observe = PHASE_OBSERVE,
}

/// The runtime's functions, safe to call: each takes plain numbers.
#[cfg(any(feature = "engine", isolde_engine))]
pub(crate) mod engine {
    use super::{Domain, Phase};
    use isolde_abi::pack::ChoiceCode;
    use isolde_abi::protocol::EXIT;

    unsafe extern "C" {
        safe fn isolde_choice(key: u64, kind: u32, low: u64, high: u64) -> u64;
        safe fn isolde_next() -> u32;
        safe fn isolde_flags() -> u32;
        safe fn isolde_phase(phase: u32);
        fn isolde_finish(outcome: u32, shape: u64, text: *const u8, length: u64);
    }

    /// `depth` is the number of scopes around the choice; `grows` tells whether a value on the tape may exceed the upper bound.
    #[inline]
    pub fn choice(key: u64, domain: Domain, depth: u8, grows: bool) -> u64 {
        let code = ChoiceCode {
            kind: domain.kind,
            grows,
            width: domain.width,
            depth,
        };
        isolde_choice(key, code.pack(), domain.low, domain.high)
    }

    /// Reports the last run and waits for the next request: the thunk to run, or `None` if the program should exit.
    pub fn next() -> Option<u32> {
        let thunk = isolde_next();
        (thunk != EXIT).then_some(thunk)
    }

    pub fn flags() -> u32 {
        isolde_flags()
    }

    pub fn phase(phase: Phase) {
        isolde_phase(phase as u32);
    }

    /// Says that the values of a sequence are checked, until another phase begins.
    pub fn begin_checks() {
        isolde_phase(isolde_abi::protocol::PHASE_CHECK);
    }

    pub fn finish(outcome: u32, shape: u64, text: &str) {
        // SAFETY: the pointer and the length are those of a string that lives through the call; the runtime copies it.
        unsafe { isolde_finish(outcome, shape, text.as_ptr(), text.len() as u64) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RunOutcome;
    use isolde_abi::{protocol, shared};

    #[test]
    fn the_runtime_has_the_functions_declared_here() {
        use isolde_abi::symbol::{RUNTIME, Ty};
        for (name, ret, params) in [
            (
                "isolde_choice",
                Ty::I64,
                &[Ty::I64, Ty::I32, Ty::I64, Ty::I64][..],
            ),
            ("isolde_next", Ty::I32, &[]),
            ("isolde_flags", Ty::I32, &[]),
            ("isolde_phase", Ty::Void, &[Ty::I32]),
            (
                "isolde_finish",
                Ty::Void,
                &[Ty::I32, Ty::I64, Ty::Ptr, Ty::I64],
            ),
        ] {
            let symbol = RUNTIME.iter().find(|symbol| symbol.name == name).unwrap();
            assert_eq!((symbol.ret, symbol.params), (ret, params), "{name}");
        }
    }

    #[test]
    fn keys_are_those_of_the_abi() {
        use crate::Chooser;
        use isolde_abi::key::{inner, key};
        let mut chooser = Chooser::from_tape(Default::default(), 0);
        let bit = |c: &mut Chooser| c.pick(ChoiceKind::Unsigned, 1, 0, 1);
        bit(&mut chooser);
        bit(&mut chooser);
        chooser.within(3, |c| c.within(0, bit));
        let keys: Vec<u64> = chooser.choices().iter().map(|choice| choice.key).collect();
        assert_eq!(keys, [key(0, 0), key(0, 1), key(inner(inner(0, 3), 0), 0)]);
    }

    #[test]
    fn phases_and_limits_are_those_of_the_abi() {
        assert_eq!(Phase::Build as u32, protocol::PHASE_BUILD);
        assert_eq!(Phase::Call as u32, protocol::PHASE_CALL);
        assert_eq!(Phase::Observe as u32, protocol::PHASE_OBSERVE);
        assert_eq!(RunOutcome::Returned as u32, protocol::OUTCOME_RETURNED);
        assert_eq!(RunOutcome::Panicked as u32, protocol::OUTCOME_PANICKED);
        assert_eq!(RunOutcome::Discarded as u32, protocol::OUTCOME_DISCARDED);
        assert_eq!(UNFINISHED, protocol::OUTCOME_NONE);
        assert_eq!(RENDER, shared::RENDER);
        assert_eq!(MAX_CHOICES, shared::MAX_CHOICES);
        assert_eq!(MAX_TEXT, shared::MAX_TEXT);
    }
}
