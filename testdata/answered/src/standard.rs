//! Functions over traits of the standard library.

use std::error::Error;
use std::future::Future;
use std::hash::Hasher;
use std::io::{BufRead, ErrorKind, Read, Seek, SeekFrom, Write};
use std::iter::{DoubleEndedIterator, ExactSizeIterator};
use std::str::FromStr;
use std::task::{Context, Poll, Waker};

/// Counts the lines before an empty one.
pub fn lines<R: BufRead>(mut input: R) -> Result<u32, &'static str> {
    let mut count = 0;
    let mut line = String::new();
    loop {
        line.clear();
        match input.read_line(&mut line) {
            Ok(0) => return Ok(count),
            Ok(_) if line == "\n" => return Err("empty"),
            Ok(_) => count += 1,
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Err("later"),
            Err(error) if error.kind() == ErrorKind::InvalidData => return Err("no text"),
            Err(_) => return Err("failed"),
        }
    }
}

/// The size of something, after which the old position is restored.
pub fn size<S: Seek>(of: &mut S) -> Result<u64, bool> {
    let at = of.stream_position().map_err(|_| false)?;
    let end = of.seek(SeekFrom::End(0)).map_err(|_| true)?;
    match of.seek(SeekFrom::Start(at)) {
        Ok(again) if again == at && end != 77 => Ok(end),
        Ok(_) => Ok(0),
        Err(_) => Err(true),
    }
}

/// The last three bytes. They are there if the end says so, and then the position is at the end.
pub fn tail<R: Read + Seek>(input: &mut R) -> Result<Vec<u8>, &'static str> {
    let end = input.seek(SeekFrom::End(0)).map_err(|_| "no end")?;
    let Some(start) = end.checked_sub(3) else {
        return Err("short");
    };
    input.seek(SeekFrom::Start(start)).map_err(|_| "no start")?;
    let mut tail = Vec::new();
    input.read_to_end(&mut tail).map_err(|_| "no bytes")?;
    assert_eq!(tail.len(), 3);
    let position = input.stream_position();
    assert!(position.is_err() || position.is_ok_and(|position| position == end));
    Ok(tail)
}

/// Overwrites the first byte and reads it again.
pub fn marked<F: Read + Write + Seek>(file: &mut F, mark: u8) -> Result<u8, &'static str> {
    file.seek(SeekFrom::Start(0)).map_err(|_| "no start")?;
    file.write_all(&[mark]).map_err(|_| "not written")?;
    file.rewind().map_err(|_| "no start again")?;
    let mut read = [0];
    file.read_exact(&mut read).map_err(|_| "not read")?;
    assert_eq!(read, [mark]);
    Ok(read[0])
}

/// The bucket for a key.
pub fn bucket<H: Hasher>(mut hasher: H, key: u32) -> &'static str {
    hasher.write_u32(key);
    match hasher.finish() {
        0xdead_beef_0000_0001 => "rare",
        hash if hash % 2 == 1 => "odd",
        _ => "even",
    }
}

/// Polls a future at most twice.
pub fn polled<F: Future<Output = u8>>(future: F) -> &'static str {
    let mut future = std::pin::pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    match future.as_mut().poll(&mut context) {
        Poll::Ready(7) => return "seven at once",
        Poll::Ready(_) => return "at once",
        Poll::Pending => {}
    }
    match future.as_mut().poll(&mut context) {
        Poll::Ready(7) => "seven",
        Poll::Ready(_) => "later",
        Poll::Pending => "never",
    }
}

/// What kind of error this is.
pub fn kind(error: &dyn Error) -> &'static str {
    match (error.to_string().as_str(), error.source()) {
        ("timeout", _) => "timeout",
        (_, Some(_)) => "caused",
        _ => "unknown",
    }
}

/// A unit that can be read.
pub trait Unit: FromStr + Default {
    /// Its weight.
    fn weight(&self) -> u8;
}

/// The weight of a unit.
pub fn weight<U: Unit>(text: &str) -> u8 {
    match text.parse::<U>() {
        Ok(unit) if unit.weight() == 40 => 1,
        Ok(_) => 2,
        Err(_) if U::default().weight() == 9 => 3,
        Err(_) => 4,
    }
}

/// Something with a key.
pub trait Keyed: AsRef<str> + Into<u32> {
    /// Whether the key counts.
    fn counts(&self) -> bool;
}

/// The number of a key.
pub fn number(of: impl Keyed) -> Option<u32> {
    if of.as_ref() == "none" {
        return None;
    }
    of.counts().then(|| of.into())
}

/// A countdown that can be stopped.
pub trait Countdown: Iterator<Item = u8> {
    /// Whether it is stopped.
    fn is_stopped(&self) -> bool;
}

/// Counts until a countdown is stopped.
pub fn count(mut countdown: impl Countdown) -> (u32, bool) {
    let mut seen = 0;
    while let Some(number) = countdown.next() {
        seen += u32::from(number);
        if countdown.is_stopped() {
            return (seen, true);
        }
    }
    (seen, false)
}

/// Rows from both ends.
pub trait Rows: DoubleEndedIterator<Item = u16> + ExactSizeIterator {
    /// The width of a row.
    fn width(&self) -> u16;
}

/// Compares the first row with the last.
pub fn ends(mut rows: impl Rows) -> &'static str {
    let count = rows.len();
    match (rows.next(), rows.next_back()) {
        (Some(first), Some(last)) if first == last && rows.width() == first => "equal",
        (Some(_), Some(_)) if rows.len() + 2 == count => "different",
        (Some(_), _) => "one",
        (None, _) => "none",
    }
}
