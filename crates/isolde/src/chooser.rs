//! Choices, the scopes they are made in, and objects built by constructors and changed by mutators.
//!
//! A choice's key is a hash of its scopes and its position in the innermost one. Each element of a list and each field of a struct
//! has a scope of its own: making one part longer leaves the keys of all others as they are.
//! `text` has the methods that write groups of source text, `objects` those that change objects; `later` is for choices that are made during the call.

mod later;
mod objects;
mod progress;
mod text;

use crate::abi::{ChoiceKind, Domain, Phase};
use crate::put::address::Addresses;
use crate::render::Rendering;
use crate::shape::Shape;
use crate::tape::{Choice, Tape};
use isolde_abi::key::{inner, key};
use isolde_abi::shared::LONGEST;
pub(crate) use later::Later;
pub use objects::Mutator;
pub(crate) use progress::Progress;
use std::any::Any;
use std::collections::BTreeMap;

/// Beyond this many nested alternatives and containers, only the simplest alternatives are offered.
const DEPTH_LIMIT: u32 = 6;

/// Makes choices, and writes the source text of what is built from them.
///
/// The methods that write text do nothing unless the chooser renders.
#[derive(Debug)]
pub struct Chooser {
    backend: Backend,
    pub(crate) scope: Scope,
    pub(crate) arguments: u64,
    pub(crate) phase: Phase,
    pub(crate) shape: Shape,
    pub(crate) rendering: Option<Box<Rendering>>,
    /// Whether the body of the test makes choices too: then the chooser is lent to the body.
    pub(crate) lends: bool,
    /// What a function panicked with that an answer of a mock has called.
    pub(crate) panicked: Option<Box<dyn Any + Send>>,
    /// Of a sequence: how far it is.
    pub(crate) progress: Progress,
    /// Of a sequence: the variable that holds the value that is borrowed now.
    pub(crate) borrowed: Option<usize>,
    /// Of a sequence: a summary of the values that it leaves, if that is wanted.
    pub(crate) states: Option<u32>,
}

/// The place in a value where choices are made.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Scope {
    key: u64,
    /// How many choices were made in it so far.
    ordinal: u64,
    /// The number of scopes around it.
    #[cfg_attr(
        not(any(feature = "engine", isolde_engine)),
        allow(dead_code, reason = "only the runtime records it")
    )]
    nesting: u8,
    /// The number of alternatives and containers around it.
    depth: u32,
    /// Whether it has chosen between alternatives: scopes inside it are one level deeper.
    has_branched: bool,
}

#[derive(Clone, Debug)]
enum Backend {
    Tape(Tape),
    #[cfg(any(feature = "engine", isolde_engine))]
    Engine,
}

/// The payload of the unwinding that ends a run whose arguments could not be built.
pub(crate) struct Discard;

/// Whether a counter has not reached a chosen number yet.
///
/// Loops over chosen lengths use a counter of their own, so that only these comparisons depend on the choice. The counter is hidden from the optimiser,
/// which would otherwise use the chosen length instead of the counter after the loop, and so make the length of the filled vector depend on the choice.
#[inline(always)]
pub(crate) fn is_below(counter: usize, chosen: usize) -> bool {
    std::hint::black_box(counter) < chosen
}

impl Chooser {
    /// A chooser that takes values from `tape` (values by structural key). For choices that are not on the tape it takes the simplest values
    /// (`seed` 0) or values drawn from the seed.
    pub fn from_tape(tape: BTreeMap<u64, u64>, seed: u64) -> Chooser {
        Chooser::new(Backend::Tape(Tape::new(tape, seed)), false)
    }

    /// A chooser that asks the runtime for values.
    #[cfg(any(feature = "engine", isolde_engine))]
    pub(crate) fn engine(rendering: bool) -> Chooser {
        Chooser::new(Backend::Engine, rendering)
    }

    fn new(backend: Backend, rendering: bool) -> Chooser {
        Chooser {
            backend,
            scope: Scope::default(),
            arguments: 0,
            phase: Phase::Build,
            shape: Shape::default(),
            rendering: rendering.then(Box::default),
            lends: false,
            panicked: None,
            progress: Progress::default(),
            borrowed: None,
            states: None,
        }
    }

    /// A chooser without choices, which takes the place of one that is lent out.
    pub(crate) fn absent() -> Chooser {
        Chooser::new(Backend::Tape(Tape::default()), false)
    }

    /// The same chooser; if it renders, it also records the addresses of choices.
    #[cfg_attr(
        not(any(test, isolde_engine)),
        allow(dead_code, reason = "only explored programs are asked")
    )]
    #[must_use]
    pub(crate) fn addressed(mut self) -> Chooser {
        if let Some(rendering) = &mut self.rendering {
            rendering.addresses = Some(Addresses::default());
        }
        self
    }

    /// The same chooser, writing source text.
    #[must_use]
    pub fn rendered(mut self) -> Chooser {
        self.rendering = Some(Box::default());
        self
    }

    // All code that writes text branches on this. In programs that are only explored, Isolde's passes make this function (found by its
    // name) return false, so that all code that only writes text is removed.
    /// Whether source text is written.
    #[inline(never)]
    pub fn is_rendering(&self) -> bool {
        self.rendering.is_some()
    }

    /// The expression written so far; empty unless rendering.
    pub fn expression(&self) -> &str {
        self.rendering.as_ref().map_or("", |r| &r.expression)
    }

    /// Statements that must come before [`expression`](Chooser::expression).
    pub fn statements(&self) -> &[String] {
        self.rendering.as_ref().map_or(&[], |r| &r.statements)
    }

    /// The choices made, in order; empty if the runtime answered them.
    pub fn choices(&self) -> &[Choice] {
        match &self.backend {
            Backend::Tape(tape) => &tape.choices,
            #[cfg(any(feature = "engine", isolde_engine))]
            Backend::Engine => &[],
        }
    }

    /// Makes a choice of `width` bits with `low <= value <= high`, compared as unsigned numbers.
    pub fn pick(&mut self, kind: ChoiceKind, width: u32, low: u64, high: u64) -> u64 {
        let domain = Domain {
            kind,
            width,
            low,
            high,
        };
        self.choose(domain, false)
    }

    // Not inlined, like everything that does not depend on a type: drivers have hundreds of builders and thunks.
    /// Makes a choice; `grows` tells whether a value on the tape may exceed the upper bound.
    #[inline(never)]
    fn choose(&mut self, domain: Domain, grows: bool) -> u64 {
        let (scope, ordinal) = (self.scope.key, self.scope.ordinal);
        let key = key(scope, ordinal);
        self.scope.ordinal = ordinal.wrapping_add(1);
        let value = match &mut self.backend {
            Backend::Tape(tape) => tape.choose(key, domain, grows),
            #[cfg(any(feature = "engine", isolde_engine))]
            Backend::Engine => {
                let depth = self.scope.nesting;
                crate::abi::engine::choice(key, domain, depth, grows)
            }
        };
        self.note_choice(scope, ordinal, value);
        value
    }

    fn note_choice(&mut self, scope: u64, ordinal: u64, value: u64) {
        self.write(|r| {
            if let Some(addresses) = &mut r.addresses {
                addresses.choice(scope, ordinal, value);
            }
        });
    }

    /// The key of the next choice.
    pub(crate) fn next_key(&self) -> u64 {
        key(self.scope.key, self.scope.ordinal)
    }

    /// Chooses one of `n` variants, of which 0 is the simplest. `n` must not be 0.
    pub fn variant(&mut self, n: usize) -> usize {
        if n <= 1 {
            return 0;
        }
        let high = n as u64 - 1;
        self.pick(ChoiceKind::Variant, width(high), 0, high) as usize
    }

    /// Chooses whether something differs from what it usually is.
    pub(crate) fn departs(&mut self) -> bool {
        self.pick(ChoiceKind::Departure, width(1), 0, 1) == 1
    }

    /// Like [`variant`](Chooser::variant), but deep inside a value only the first `leaves` (at least 1) alternatives are offered. These must not
    /// be recursive.
    pub fn alternative(&mut self, n: usize, leaves: usize) -> usize {
        let offered = if self.scope.depth > DEPTH_LIMIT {
            leaves.clamp(1, n.max(1))
        } else {
            n
        };
        self.scope.has_branched = true;
        self.variant(offered)
    }

    /// Chooses a length of at most `max`; deep inside a value, 0.
    pub fn length(&mut self, max: usize) -> usize {
        let max = self.longest(max);
        if max == 0 {
            return 0;
        }
        self.pick(ChoiceKind::Length, width(max), 0, max) as usize
    }

    /// Chooses how many elements a sequence has: at most `usual` if drawn, up to [`LONGEST`] if the tape says so; deep inside a value, 0.
    pub(crate) fn count(&mut self, usual: usize) -> usize {
        let high = self.longest(usual);
        if high == 0 {
            return 0;
        }
        let domain = Domain {
            kind: ChoiceKind::Length,
            width: width(LONGEST),
            low: 0,
            high,
        };
        self.choose(domain, true) as usize
    }

    /// The upper bound of a length at this depth.
    fn longest(&mut self, max: usize) -> u64 {
        self.scope.has_branched = true;
        if self.scope.depth > DEPTH_LIMIT {
            0
        } else {
            max as u64
        }
    }

    /// Runs `f` in the nested scope `index`; writes no text.
    pub fn within<T>(&mut self, index: u64, f: impl FnOnce(&mut Chooser) -> T) -> T {
        let scope = self.enter_scope(index);
        let value = f(self);
        self.scope = scope;
        value
    }

    /// Enters the nested scope `index`; returns the scope around it.
    #[inline(never)]
    pub(crate) fn enter_scope(&mut self, index: u64) -> Scope {
        let (outer, key) = (self.scope.key, inner(self.scope.key, index));
        self.write(|r| {
            if let Some(addresses) = &mut r.addresses {
                addresses.scope(outer, index, key);
            }
        });
        let inner = Scope {
            key,
            ordinal: 0,
            nesting: self.scope.nesting.saturating_add(1),
            depth: self
                .scope
                .depth
                .wrapping_add(u32::from(self.scope.has_branched)),
            has_branched: false,
        };
        std::mem::replace(&mut self.scope, inner)
    }

    /// Appends text to the current expression.
    pub fn text(&mut self, text: &str) {
        if self.is_rendering()
            && let Some(rendering) = &mut self.rendering
        {
            rendering.push(text);
        }
    }

    /// Lets `f` write to the current expression; keeps that code out of the code that builds values.
    pub(crate) fn write(&mut self, f: impl FnOnce(&mut Rendering)) {
        #[cold]
        #[inline(never)]
        fn outlined(rendering: &mut Rendering, f: impl FnOnce(&mut Rendering)) {
            f(rendering);
        }
        if self.is_rendering()
            && let Some(rendering) = &mut self.rendering
        {
            outlined(rendering, f);
        }
    }

    /// Ends the run as discarded, because its arguments cannot be built.
    pub fn discard(&mut self) -> ! {
        // Unlike a panic, this runs no panic hook and prints nothing.
        std::panic::resume_unwind(Box::new(Discard))
    }
}

/// How many bits hold numbers up to `high`, rounded up to whole bytes.
fn width(high: u64) -> u32 {
    match high {
        0..=0xff => 8,
        0x100..=0xffff => 16,
        0x1_0000..=0xffff_ffff => 32,
        _ => 64,
    }
}
