#![no_main]

libfuzzer_sys::fuzz_target!(|input: u32| puzzles::bits::population(input));
