//! The `main` of a test program under exploration: it replaces the test harness, and runs the tests that the worker asks for.

use super::{Judged, Put, Verdict, description, judge};
use crate::abi::{MAX_TEXT, RENDER, engine};
use crate::chooser::Chooser;
use crate::outcome::RunOutcome;
use crate::render::Rendering;
use crate::{json, panics};
use isolde_abi::protocol::{DESCRIBE, INLINE_CASE};

/// The parameterized tests of this program, as the passes list them.
fn puts() -> &'static [&'static Put] {
    unsafe extern "C" {
        safe static isolde_put_count: u64;
        safe static isolde_put_table: u8;
    }
    // SAFETY: the table has that many entries, each the address of a static `Put` of this program.
    unsafe {
        std::slice::from_raw_parts(
            (&raw const isolde_put_table).cast::<&'static Put>(),
            isolde_put_count as usize,
        )
    }
}

/// Runs tests until there are no more requests.
pub fn main() {
    panics::capture();
    let puts = puts();
    while let Some(index) = engine::next() {
        if index >= DESCRIBE {
            let (outcome, text) = match puts.get((index - DESCRIBE) as usize) {
                Some(put) => (RunOutcome::Returned, description::description(put)),
                None => (RunOutcome::Discarded, String::new()),
            };
            engine::finish(outcome as u32, 0, &text);
            continue;
        }
        if index >= INLINE_CASE {
            let Some((put, text, call)) = inline_case(puts, index - INLINE_CASE) else {
                return;
            };
            let judged = judge::run_case(put, call);
            let mut rendering = Rendering::default();
            rendering.call = text.to_owned();
            finish(&judged, 0, json::judged(&rendering, Some(&judged)));
            continue;
        }
        let Some(put) = puts.get(index as usize) else {
            return;
        };
        let mut chooser = Chooser::engine(engine::flags() & RENDER != 0).addressed();
        let judged = judge::run(put, &mut chooser);
        let text = if chooser.is_rendering()
            && let Some(rendering) = &chooser.rendering
        {
            json::judged(rendering, Some(&judged))
        } else if judged.verdict == Verdict::Discarded {
            String::new()
        } else {
            judged
                .panic
                .as_ref()
                .map_or_else(String::new, json::panic_only)
        };
        finish(&judged, chooser.shape.value(), text);
    }
}

/// The inline case with this number, counted over all tests: its test, its source text, and the call.
fn inline_case(
    puts: &'static [&'static Put],
    number: u32,
) -> Option<(&'static Put, &'static str, fn())> {
    let all = puts.iter().flat_map(|put| {
        let cases = put.cases.iter();
        cases.map(move |(text, call)| (*put, *text, *call))
    });
    all.into_iter().nth(number as usize)
}

/// Reports the end of a run.
fn finish(judged: &Judged, shape: u64, mut text: String) {
    if text.len() > MAX_TEXT {
        // A truncated text is not valid JSON; the outcome still counts.
        text.clear();
    }
    engine::finish(judged.outcome as u32, shape, &text);
}
