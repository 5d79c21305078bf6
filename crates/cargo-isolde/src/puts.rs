//! The summary of an exploration of parameterized tests.

use crate::console::Console;
use crate::summary::plural;
use isolde_record::put::PutsRecord;

/// Prints what was found, for people.
pub fn summary(record: &PutsRecord, is_stored: bool, console: &Console) {
    let failing = record.tests.iter().filter(|test| test.is_finding()).count();
    let inputs: usize = record.tests.iter().map(|test| test.inputs.len()).sum();
    console.summary(&format!(
        "{} explored in {:.1} s, {} {}; {}",
        plural(record.tests.len(), "test"),
        record.seconds,
        plural(inputs, "input"),
        match is_stored {
            true => "kept in isolde/puts/",
            false => "found, nothing stored",
        },
        match failing {
            0 => "none fails".to_owned(),
            1 => "1 test fails".to_owned(),
            n => format!("{n} tests fail"),
        }
    ));
}
