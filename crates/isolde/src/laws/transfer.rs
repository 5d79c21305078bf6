//! Laws of readers and writers.

use super::law::Law;
use super::table::Id;
use std::io::{Read, Write};

/// The lengths of the buffers that are passed one after the other; the laws' assertions contain the same ones.
const LENGTHS: [usize; 5] = [0, 1, 2, 3, 64];

/// The first law that a reader breaks.
pub fn of_reader(mut reader: impl Read) -> Option<&'static Law> {
    let mut buffer = [0; 64];
    breaks_within(Id::ReadWithinBuffer, |length| {
        reader.read(&mut buffer[..length]).ok()
    })
}

/// The first law that a writer breaks.
pub fn of_writer(mut writer: impl Write) -> Option<&'static Law> {
    breaks_within(Id::WriteWithinBuffer, |length| {
        writer.write(&[0; 64][..length]).ok()
    })
}

/// The law, if more bytes are transferred than the buffer has.
fn breaks_within(
    law: Id,
    mut transfer: impl FnMut(usize) -> Option<usize>,
) -> Option<&'static Law> {
    let mut lengths = LENGTHS.into_iter();
    let is_more = |length| transfer(length).is_some_and(|count| count > length);
    lengths.any(is_more).then(|| law.law())
}
