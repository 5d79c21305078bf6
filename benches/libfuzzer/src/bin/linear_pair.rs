#![no_main]

libfuzzer_sys::fuzz_target!(|input: (i32, i32)| puzzles::numbers::linear_pair(input.0, input.1));
