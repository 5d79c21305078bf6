//! A call of a mock's method, from its beginning to its answer.

use super::log::{Answer, parameter};
use super::matched::Patterns;
use super::run::refuse;
use super::shared::Written;
use crate::chooser::{Chooser, is_below};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// What a method does that panics.
pub(super) const PANIC: &str = "panic!()";

/// A call that is about to be answered.
#[derive(Debug)]
pub struct Call {
    chooser: Chooser,
    method: usize,
    call: u32,
    written: Option<Written>,
    patterns: Patterns,
}

impl Call {
    pub(super) fn new(
        chooser: Chooser,
        method: usize,
        call: u32,
        written: Option<Written>,
        patterns: impl FnOnce(&mut Patterns),
    ) -> Call {
        let mut begun = Call {
            chooser,
            method,
            call,
            written,
            patterns: Patterns::default(),
        };
        if begun.chooser.is_rendering() {
            patterns(&mut begun.patterns);
            begun.share_mocks();
            if let Some(written) = &begun.written {
                written.mocks.begin_answer();
            }
        }
        begun
    }

    /// What `Debug` says about its arguments.
    pub(super) fn arguments(&self) -> Vec<Option<String>> {
        self.patterns.shown().to_vec()
    }

    /// Lets the answer contain mocks that belong to the same run.
    fn share_mocks(&mut self) {
        if let (Some(rendering), Some(written)) = (&mut self.chooser.rendering, &self.written) {
            rendering.mocks = written.mocks.clone();
            rendering.suffixed = written.is_suffixed;
            rendering.keeps_references = true;
        }
    }

    /// The answer that `build` makes of choices. If it cannot be made, the run is discarded.
    pub fn answer<T>(mut self, build: impl FnOnce(&mut Chooser) -> T) -> T {
        let built = catch_unwind(AssertUnwindSafe(|| build(&mut self.chooser)));
        match built {
            Ok(value) => {
                let panicked = self.chooser.panicked.take();
                self.record();
                match panicked {
                    Some(payload) => resume_unwind(payload),
                    None => value,
                }
            }
            Err(_) => refuse(),
        }
    }

    /// Panics instead of giving an answer.
    pub(super) fn panic(mut self) -> ! {
        self.chooser.text(PANIC);
        self.record();
        panic!("a mock panics")
    }

    fn record(self) {
        if self.chooser.is_rendering()
            && let (Some(mut rendering), Some(written)) = (self.chooser.rendering, self.written)
        {
            let (statements, expression) = rendering.take_answer();
            let answer = Answer {
                method: self.method,
                call: self.call,
                patterns: self.patterns.all(),
                statements,
                expression,
                uses: rendering.parameters,
                mutable: rendering.mutable,
            };
            written.mocks.record(written.number, answer);
        }
    }
}

impl Chooser {
    /// Writes the name of a parameter of the mock's method.
    pub fn parameter(&mut self, number: usize) {
        self.write(|r| {
            if !r.parameters.contains(&number) {
                r.parameters.push(number);
            }
            r.push(&parameter(number));
        });
    }

    /// Leaves a mutable argument of the mock's method as it is, or fills it with a new value.
    pub fn assign<T>(
        &mut self,
        number: usize,
        argument: &mut T,
        build: impl FnOnce(&mut Chooser) -> T,
    ) {
        self.within(1000 + number as u64, |c| {
            if c.variant(2) == 1 {
                c.text("*");
                c.parameter(number);
                c.text(" = ");
                *argument = c.within(0, build);
                c.write(crate::render::Rendering::end_statement);
            }
        });
    }

    /// Leaves a mutable slice as it is, or fills its first elements.
    pub fn assign_slice<T>(
        &mut self,
        number: usize,
        argument: &mut [T],
        build: impl Fn(&mut Chooser) -> T,
    ) {
        self.within(1000 + number as u64, |c| {
            let count = c.length(argument.len().min(8));
            let mut index = 0;
            while is_below(index, count) {
                c.parameter(number);
                c.text(&format!("[{index}] = "));
                let value = c.within(index as u64, &build);
                if let Some(element) = argument.get_mut(index) {
                    *element = value;
                }
                c.write(crate::render::Rendering::end_statement);
                index += 1;
            }
        });
    }
}
