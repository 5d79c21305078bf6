//! Traits and closures whose answers obey laws, or are not the usual ones.

use std::cmp::Ordering;
use std::io::{self, ErrorKind};
use std::num::{IntErrorKind, ParseIntError};
use std::ops::ControlFlow;
use std::sync::mpsc::TryRecvError;

/// A card in a game.
pub trait Card {
    /// Its place in the order of cards.
    fn cmp_to(&self, other: &Self) -> Ordering;
    /// Whether it beats another one.
    fn beats(&self, other: &Self) -> bool;
    /// Its number.
    fn number(&self) -> u8;
}

/// Sorts cards, and says which number is on the first one.
pub fn lowest<C: Card>(mut cards: Vec<C>) -> Option<u8> {
    let had_order = cards.is_sorted_by(|one, other| one.cmp_to(other) != Ordering::Greater);
    cards.sort_by(|one, other| one.cmp_to(other));
    let first = cards.first()?;
    match had_order {
        true => Some(first.number()),
        false => Some(100),
    }
}

/// Which of two cards wins.
pub fn winner<C: Card>(one: &C, other: &C) -> &'static str {
    match (one.beats(other), other.beats(one)) {
        (true, true) => "both",
        (true, false) => "one",
        (false, true) => "other",
        (false, false) => "none",
    }
}

/// Says for which pairs a condition holds.
pub fn pairs(holds: impl Fn(&(u8, bool)) -> bool) -> Option<u8> {
    let found = (0..3).find(|&number| holds(&(number, number == 1)))?;
    holds(&(found, found == 1)).then_some(found)
}

/// Says what a test of names finds.
pub fn names(is_known: impl Fn(&String) -> bool, of: impl Fn(Option<u8>) -> i8) -> i8 {
    match is_known(&"ab".to_owned()) {
        true if !is_known(&"cd".to_owned()) => of(None),
        _ => of(Some(3)).saturating_sub(of(None)),
    }
}

/// What a codec can do.
pub trait Codec {
    /// The longest frame.
    const LIMIT: usize;
    /// Its mark, and whether frames are checked.
    const MARK: (u8, bool);
    /// Its name.
    const NAME: &'static str;
    /// How often it tries.
    const ATTEMPTS: u8 = 3;
    /// The length of the next frame.
    fn length(&mut self) -> Option<usize>;
}

/// Says what a codec is good for.
pub fn judge<C: Codec>(mut codec: C) -> &'static str {
    if C::LIMIT > 1000 {
        return "large";
    }
    if C::NAME == "json" {
        return "text";
    }
    if !C::MARK.1 {
        return "unchecked";
    }
    for _ in 0..C::ATTEMPTS {
        match codec.length() {
            Some(length) if length > C::LIMIT => return "too long",
            Some(_) => return "good",
            None => {}
        }
    }
    match C::ATTEMPTS == 0 {
        true => "lazy",
        false => "empty",
    }
}

/// Lets a function fill a buffer.
pub fn filled(mut fill: impl FnMut(&mut Vec<u8>) -> bool, edit: impl FnOnce(&mut u32)) -> u8 {
    let mut buffer = Vec::new();
    let mut number = 5;
    edit(&mut number);
    if number == 70_000 {
        return 4;
    }
    match (fill(&mut buffer), buffer.as_slice()) {
        (false, _) => 0,
        (true, []) => 1,
        (true, [7, ..]) => 2,
        (true, _) => 3,
    }
}

/// A plugin.
pub trait Plugin {
    /// Its name.
    fn name(&self) -> String;
    /// How urgent it is.
    fn priority(&self) -> u8 {
        10
    }
    /// Whether it works.
    fn check(&mut self) -> Result<(), u8> {
        Ok(())
    }
}

/// Starts a plugin.
pub fn start(plugin: &mut dyn Plugin) -> &'static str {
    if plugin.check() == Err(3) {
        return "broken";
    }
    if plugin.priority() > 50 {
        return "urgent";
    }
    match plugin.name().as_str() {
        "x" => "x",
        _ => "usual",
    }
}

/// Where something comes from.
pub trait Origin {
    /// Fetches it.
    fn fetch(&mut self) -> io::Result<u8>;
}

/// What to do after fetching.
pub fn after<O: Origin>(origin: &mut O) -> &'static str {
    match origin.fetch() {
        Ok(_) => "use",
        Err(error) => match error.kind() {
            ErrorKind::TimedOut | ErrorKind::ConnectionReset => "again",
            ErrorKind::PermissionDenied => "ask",
            _ => "give up",
        },
    }
}

/// Reads one byte.
pub fn first_byte(mut from: impl io::Read) -> Result<u8, bool> {
    let mut buffer = [0];
    match from.read(&mut buffer) {
        Ok(0) => Err(true),
        Ok(_) => Ok(buffer[0]),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(255),
        Err(_) => Err(false),
    }
}

/// A queue of numbers.
pub trait Queue {
    /// Takes one.
    fn take(&mut self) -> Result<u8, TryRecvError>;
    /// Reads one.
    fn read(&self, text: &str) -> Result<u8, ParseIntError>;
    /// Whether to go on.
    fn goes_on(&mut self, after: u8) -> ControlFlow<u16>;
}

/// Empties a queue.
pub fn empty<Q: Queue>(queue: &mut Q) -> Option<u16> {
    match queue.take() {
        Ok(number) => match queue.goes_on(number) {
            ControlFlow::Continue(()) => None,
            ControlFlow::Break(why) => Some(why),
        },
        Err(TryRecvError::Empty) => match queue.read("1") {
            Err(error) if *error.kind() == IntErrorKind::PosOverflow => Some(1000),
            _ => Some(1),
        },
        Err(TryRecvError::Disconnected) => Some(0),
    }
}

/// A member of a club.
pub trait Member {
    /// How long it has been one.
    fn years(&self) -> u8;
}

/// Whether the members are in order after sorting them, and how many have been members for long.
pub fn seniors<M: Member>(mut members: Vec<M>) -> (bool, usize) {
    let long = members.iter().filter(|member| member.years() > 20).count();
    members.sort_unstable_by_key(|member| member.years());
    let mut before = 0;
    let is_in_order = members.iter().all(|member| {
        let years = member.years();
        std::mem::replace(&mut before, years) <= years
    });
    (is_in_order, long)
}

/// A device that gives as many bytes as one wants.
pub trait Device {
    /// The next bytes.
    fn take<const N: usize>(&mut self) -> [u8; N];
}

/// The number after a mark.
pub fn after_mark(device: &mut impl Device) -> Option<u8> {
    let [mark, number] = device.take::<2>();
    (mark == 0xfe).then_some(number)
}
