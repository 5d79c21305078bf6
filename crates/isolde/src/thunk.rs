//! What a thunk does with a chooser: it builds arguments, makes the call, and observes the result.

use crate::abi::{MAX_TEXT, Phase};
use crate::chooser::{Chooser, Scope};
use crate::json;
use crate::mock::{Announcement, Mocks, SharedMocks};
use crate::observe::{Observed, Observer};
use crate::passing::Passing;
use crate::poll::{End, Polling};
use crate::put::current;
use crate::shape::Shape;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A function that builds arguments, calls a function under test, and observes the result.
pub type Thunk = fn(&mut Chooser);

/// The longest text of one observed value, in bytes.
const LONGEST_OBSERVATION: usize = MAX_TEXT / 16;

impl Chooser {
    /// Builds the next argument. Its text replaces `{n}` in the template of [`call`](Chooser::call), where `n` counts from 0.
    pub fn argument<T>(
        &mut self,
        name: &str,
        passing: Passing,
        f: impl FnOnce(&mut Chooser) -> T,
    ) -> T {
        let scope = self.begin_argument(name, passing);
        let value = f(self);
        self.end_argument(name, passing, scope);
        value
    }

    #[inline(never)]
    pub(crate) fn begin_argument(&mut self, name: &str, passing: Passing) -> Scope {
        let index = self.arguments;
        self.arguments = index.wrapping_add(1);
        self.write(|r| r.begin_argument(name, passing));
        self.enter_scope(index)
    }

    #[inline(never)]
    pub(crate) fn end_argument(&mut self, name: &str, passing: Passing, scope: Scope) {
        self.scope = scope;
        self.write(|r| r.end_argument(name, passing));
    }

    /// Calls the function under test. `template` is the call's text with `{0}`, `{1}` … in place of the arguments.
    pub fn call<R>(&mut self, template: &str, f: impl FnOnce() -> R) -> R {
        self.begin_call(template);
        let lends = self.lends;
        if lends {
            current::lend(std::mem::replace(self, Chooser::absent()));
        }
        let result = f();
        if lends {
            self.take_back();
        }
        self.enter(Phase::Observe);
        result
    }

    #[inline(never)]
    fn begin_call(&mut self, template: &str) {
        self.write(|r| r.call = r.fill(template));
        self.announce();
        self.enter(Phase::Call);
    }

    /// Takes back the chooser if it was lent to the body of a test.
    #[inline(never)]
    pub(crate) fn take_back(&mut self) {
        if let Some(chooser) = current::take() {
            *self = chooser;
        }
    }

    /// Notes that the argument that was just built does not belong to the call, because the body of the test chose it.
    pub(crate) fn note_chosen(&mut self) {
        self.write(crate::render::Rendering::note_chosen);
        self.announce();
    }

    #[inline(never)]
    pub(crate) fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        if phase == Phase::Observe {
            self.write(|r| r.mocks.lock().end_calls());
        }
        if phase == Phase::Call {
            crate::mock::enter_call();
        }
        #[cfg(any(feature = "engine", isolde_engine))]
        crate::abi::engine::phase(phase);
    }

    /// Reports the rendered call before it is made, because a call that ends the process could not be reported afterwards.
    /// The mocks report it again after each of their answers.
    pub(crate) fn announce(&mut self) {
        self.write(|rendering| {
            let mut snapshot = rendering.clone();
            // It would keep itself alive.
            snapshot.mocks = SharedMocks::default();
            let text = move |mocks: &Mocks| json::announced(&snapshot, mocks);
            rendering.mocks.announce(Announcement::new(text));
        });
    }

    /// Notes how polling what the call gave came to an end. If a future was not ready, this is all that there is to observe.
    pub fn polled(&mut self, polling: Polling, has_value: bool) {
        match polling.end {
            End::Ready => self.shape.fold(0),
            End::Pending => self.shape.fold(1),
            End::Busy => self.shape.fold(2),
        }
        if self.is_rendering() {
            if polling.may_depend_on_threads() {
                self.discard();
            }
            self.write(|r| {
                r.polled = Some(polling.end);
                if !has_value {
                    // Tests ask whether it is pending, or busy.
                    r.returned = Some(Observed::Source("true".into()));
                }
            });
        }
    }

    /// Observes the returned value; `observed` runs only when rendering.
    pub fn returned(&mut self, observed: impl FnOnce(&mut Observer)) {
        if self.is_rendering() {
            let observed = guarded(&mut once(observed));
            self.write(|r| r.returned = Some(observed));
        }
    }

    /// Observes a mutable argument after the call; `observed` runs only when rendering. In `expression`, names of arguments are replaced
    /// with the variables that hold them.
    pub fn after(&mut self, expression: &str, observed: impl FnOnce(&mut Observer)) {
        if self.is_rendering() {
            let observed = guarded(&mut once(observed));
            self.write(|r| r.after.push((r.resolve(expression), observed)));
        }
    }

    /// Observes a mutable argument after the call by a method; `observed` runs only when rendering. In `expression`, `{}` stands for the argument.
    pub fn after_method(
        &mut self,
        argument: &str,
        expression: &str,
        observed: impl FnOnce(&mut Observer),
    ) {
        if self.is_rendering() {
            self.after(&expression.replace("{}", argument), observed);
        }
    }

    /// Observes the returned value by a method, which a test calls on a variable with this name; `observed` runs only when rendering. In `expression`,
    /// `{}` stands for the variable.
    pub fn of_result(
        &mut self,
        name: &str,
        expression: &str,
        observed: impl FnOnce(&mut Observer),
    ) {
        if self.is_rendering() {
            let observed = guarded(&mut once(observed));
            self.write(|r| {
                let expression = expression.replace("{}", &r.bind_result(name));
                r.after.push((expression, observed));
            });
        }
    }

    /// Adds to the summary of the result. Always runs, rendering or not; if `f` panics, the summary stays as it was.
    pub fn shape(&mut self, f: impl FnOnce(&mut Shape)) {
        self.guarded_shape(&mut once(f));
    }

    #[inline(never)]
    fn guarded_shape(&mut self, f: &mut dyn FnMut(&mut Shape)) {
        let mut shape = self.shape;
        if catch_unwind(AssertUnwindSafe(|| f(&mut shape))).is_ok() {
            self.shape = shape;
        }
    }
}

/// Wraps a function that is called once, so that it can be passed as a trait object to code shared by all such functions.
fn once<T>(f: impl FnOnce(&mut T)) -> impl FnMut(&mut T) {
    let mut f = Some(f);
    move |argument| {
        if let Some(f) = f.take() {
            f(argument);
        }
    }
}

/// What `observed` states; `Opaque` if it panics or the text is too long.
#[cold]
fn guarded(observed: &mut dyn FnMut(&mut Observer)) -> Observed {
    let mut observer = Observer::default();
    let outcome = catch_unwind(AssertUnwindSafe(|| observed(&mut observer)));
    let value = observer.finish();
    if outcome.is_err() || value.text().len() > LONGEST_OBSERVATION {
        return Observed::Opaque;
    }
    value
}
