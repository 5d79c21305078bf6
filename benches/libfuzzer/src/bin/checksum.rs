#![no_main]

libfuzzer_sys::fuzz_target!(|input: [u8; 6]| puzzles::bits::checksum(input));
