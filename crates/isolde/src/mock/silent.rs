//! Closures that return nothing: there is nothing to choose, but their calls can be asserted.

use super::answers::Call;
use super::types::ClosureType;
use super::{Mock, Patterns, run};
use crate::chooser::Chooser;

/// The state of a closure that returns nothing, which is `Copy`, as the closure may have to be.
#[derive(Clone, Copy, Debug)]
pub struct Silent(Option<&'static Mock>);

impl Chooser {
    /// The state of a closure of this type that returns nothing, at the present place.
    pub fn silent(&mut self, of: &'static ClosureType) -> Silent {
        let is_needed = self.is_rendering() || run::may_panic();
        Silent(is_needed.then(|| &*Box::leak(Box::new(self.closure(of)))))
    }
}

impl Silent {
    /// Notes a call. `patterns` records the arguments; it runs only when the run is rendered.
    pub fn call(&self, patterns: impl FnOnce(&mut Patterns)) {
        let Some(mock) = self.0 else {
            return;
        };
        let (call, place) = mock.count(0);
        let chooser = mock.later.chooser([0, place], mock.written.is_some());
        let call = Call::new(chooser, 0, call, mock.written.clone(), patterns);
        mock.receive(0, call.arguments());
        let call = match run::may_panic() {
            true => mock.panic_or(call, 0, place),
            false => call,
        };
        call.answer(|c| c.text("()"));
    }
}
