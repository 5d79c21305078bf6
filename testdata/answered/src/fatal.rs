//! Functions that do not survive some answers.

use std::hint::black_box;

/// A sensor.
pub trait Sensor {
    /// The next value.
    fn next(&mut self) -> u8;
    /// Whether it is ready.
    fn is_ready(&self) -> bool;
}

/// Ends the process after the second value.
pub fn aborts(sensor: &mut dyn Sensor) -> u8 {
    if sensor.next() == 7 && sensor.next() == 9 {
        std::process::abort();
    }
    1
}

/// Calls itself for ever, in one state of the sensor.
pub fn overflows(sensor: &dyn Sensor) -> u64 {
    if sensor.is_ready() { deeper(1) } else { 0 }
}

fn deeper(level: u64) -> u64 {
    let frame = black_box([level; 64]);
    deeper(black_box(level + 1)) + frame[black_box(3)]
}

/// Never returns, for one result of the closure.
pub fn waits(mut step: impl FnMut(u8) -> u8) -> u8 {
    let first = step(1);
    if step(2) == 42 {
        loop {
            black_box(first);
        }
    }
    first
}

/// Asks for more memory than there is, for one value.
pub fn allocates<S: Sensor>(mut sensor: S) -> usize {
    match sensor.next() {
        200 => vec![1_u8; black_box(1 << 46)].len(),
        value => usize::from(value),
    }
}
