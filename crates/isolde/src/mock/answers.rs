//! A call of a mock's method, from its arguments to its answer.

use super::log::{Answer, Literal, parameter};
use super::run::refuse;
use super::shared::Written;
use crate::chooser::{Chooser, is_below};
use crate::observe::Source;
use std::ffi::OsStr;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The arguments of a call as patterns.
#[derive(Debug, Default)]
pub struct Patterns(Vec<Option<Literal>>);

/// An argument on which an answer depends.
#[derive(Clone, Debug, PartialEq)]
pub enum Seen {
    /// A number, a Boolean or a character.
    Number(u64),
    /// A text.
    Text(String),
}

macro_rules! numbers {
    ($($name:ident)*) => {$(
        impl From<$name> for Seen {
            fn from(value: $name) -> Seen {
                Seen::Number(value as u64)
            }
        }
    )*};
}
numbers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize bool char);

impl From<&str> for Seen {
    fn from(value: &str) -> Seen {
        Seen::Text(value.to_owned())
    }
}

/// An argument that is a text of the system.
pub fn text(of: &impl AsRef<OsStr>) -> Seen {
    Seen::Text(of.as_ref().to_string_lossy().into_owned())
}

impl Patterns {
    /// Notes the next argument, which a literal matches.
    pub fn argument(&mut self, value: &(impl Source + ?Sized)) {
        self.note(value, false);
    }

    /// Notes the next argument, a reference to a value that a literal matches.
    pub fn referred(&mut self, value: &(impl Source + ?Sized)) {
        self.note(value, true);
    }

    fn note(&mut self, value: &(impl Source + ?Sized), is_referred: bool) {
        let mut text = String::new();
        let is_written = value.source(&mut text);
        self.0
            .push(is_written.then_some(Literal { text, is_referred }));
    }

    /// Notes an argument that no literal matches.
    pub fn other(&mut self) {
        self.0.push(None);
    }
}

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

    fn record(self) {
        if self.chooser.is_rendering()
            && let (Some(mut rendering), Some(written)) = (self.chooser.rendering, self.written)
        {
            let (statements, expression) = rendering.take_answer();
            let answer = Answer {
                method: self.method,
                call: self.call,
                patterns: self.patterns.0,
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
