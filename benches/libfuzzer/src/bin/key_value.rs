#![no_main]

libfuzzer_sys::fuzz_target!(|input: &str| puzzles::text::key_value(input));
