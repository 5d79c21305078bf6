//! Summaries of the values that a sequence leaves. Values whose texts differ only in numbers have the same summary if these have the same order: what
//! matters is the structure, since there are too many states otherwise.

use super::Pool;
use super::lawful::unless_panicking;
use crate::chooser::Chooser;
use isolde_abi::key::inner;
use std::fmt::{self, Arguments, Write};

/// The longest text of a value that is summarized, in bytes.
const LONGEST: usize = 2048;

/// A text that is cut off at its greatest length.
#[derive(Default)]
struct Text(String);

impl Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.len() + text.len() > LONGEST {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

/// The value's description, which is passed to a function because it cannot be returned.
pub type Describe<'d> = &'d mut dyn FnMut(Arguments);

impl Chooser {
    /// Whether the values that the sequence leaves are summarized.
    pub fn notes_states(&self) -> bool {
        self.states.is_some()
    }
}

impl<T> Pool<T> {
    /// Adds the values to the summary of the sequence. `describe` passes a text that shows the value's state to its second argument.
    pub fn note_states(&self, c: &mut Chooser, describe: impl Fn(&T, Describe)) {
        let Some(mut summary) = c.states else {
            return;
        };
        for slot in &self.slots {
            let mut text = Text::default();
            // A text that is too long, or whose writing panics, counts as far as it goes.
            let _ = unless_panicking(|| {
                describe(&slot.value, &mut |arguments| {
                    let _ = text.write_fmt(arguments);
                });
            });
            summary = fold(
                fold(summary, self.number.wrapping_add(1)),
                summarized(&text.0),
            );
        }
        c.states = Some(summary.max(1));
    }
}

fn fold(hash: u32, value: u32) -> u32 {
    let mixed = inner(u64::from(hash), u64::from(value));
    (mixed ^ mixed >> 32) as u32
}

/// A hash of the text in which each number is replaced by its rank among the numbers of the text.
fn summarized(text: &str) -> u32 {
    let mut numbers: Vec<u64> = parts(text).filter_map(Result::ok).collect();
    numbers.sort_unstable();
    numbers.dedup();
    parts(text).fold(0, |hash, part| match part {
        Ok(number) => {
            let rank = numbers.partition_point(|other| *other < number);
            fold(hash, rank as u32)
        }
        Err(letter) => fold(hash, u32::from(letter) << 16),
    })
}

/// The numbers of a text, and the bytes between them.
fn parts(text: &str) -> impl Iterator<Item = Result<u64, u8>> {
    let mut rest = text.as_bytes();
    std::iter::from_fn(move || {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            let (first, after) = rest.split_first()?;
            rest = after;
            return Some(Err(*first));
        }
        let (number, after) = rest.split_at(digits);
        rest = after;
        let add = |sum: u64, digit: &u8| sum.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
        Some(Ok(number.iter().fold(0, add)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_order_of_numbers_counts() {
        assert_eq!(summarized("[1, 7, 3]"), summarized("[0, 200, 5]"));
        assert_ne!(summarized("[1, 7, 3]"), summarized("[1, 3, 7]"));
        assert_ne!(summarized("[1, 1]"), summarized("[1, 2]"));
        assert_ne!(summarized("[1, 2]"), summarized("[1, 2, 3]"));
        assert_ne!(summarized("Some(1)"), summarized("None"));
    }

    #[test]
    fn values_are_summarized_only_where_that_is_wanted() {
        let state = |items: &[u32], wanted: bool| {
            let mut c = Chooser::from_tape(Default::default(), 0);
            c.states = wanted.then_some(0);
            let mut pool = Pool::new("items", 0);
            for item in items {
                pool.build(&mut c, |_| *item);
            }
            pool.note_states(&mut c, |value, show| show(format_args!("{value:?}")));
            c.states
        };
        assert_eq!(state(&[1], false), None);
        assert_eq!(state(&[1], true), state(&[2], true));
        assert_ne!(state(&[1], true), state(&[1, 2], true));
        assert_ne!(state(&[], true), None);
    }
}
