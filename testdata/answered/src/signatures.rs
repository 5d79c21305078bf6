//! Closures, function pointers and traits whose signatures are hard to write down.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::future::Future;
use std::ops::{Bound, Index, IndexMut, RangeBounds};
use std::pin::Pin;

/// Looks a function up.
pub fn apply(table: &BTreeMap<u8, fn(u8) -> u8>, key: u8) -> u8 {
    match table.get(&key) {
        Some(of) => of(key).wrapping_add(3),
        None => 0,
    }
}

/// The length of a word, if that is a long one.
pub fn word(text: &str, cut: impl Fn(&str) -> Option<&str>) -> usize {
    match cut(text) {
        Some(word) if word.len() > 2 => word.len(),
        Some(_) => 1,
        None => 0,
    }
}

/// What is left, or why there is nothing.
pub fn rest<F>(bytes: &[u8], parse: F) -> Result<usize, &'static str>
where
    F: Fn(&[u8]) -> Result<&[u8], &'static str>,
{
    match parse(bytes)? {
        [] => Err("nothing"),
        rest => Ok(rest.len()),
    }
}

/// A text with what has to be escaped.
pub fn escaped<F>(text: &str, escape: F) -> String
where
    F: for<'a> Fn(&'a str) -> Cow<'a, str>,
{
    match escape(text) {
        Cow::Borrowed(text) => text.to_owned(),
        Cow::Owned(text) => format!("{text}!"),
    }
}

/// Has a name.
pub struct Rule<'r> {
    /// The name.
    pub name: &'r str,
}

/// Whether the rule has a long description.
pub fn is_described(rule: &Rule<'_>, of: &dyn for<'a> Fn(&'a Rule<'_>) -> &'a str) -> bool {
    of(rule).len() > 1
}

/// Gives items that can be compared with numbers.
pub trait Items {
    /// An item.
    type Item: PartialOrd<u32> + Copy;
    /// The next one.
    fn next(&mut self) -> Option<Self::Item>;
}

/// Whether the first item is above a limit.
pub fn is_above<I: Items>(items: &mut I, limit: u32) -> bool {
    items.next().is_some_and(|item| item > limit)
}

/// Decodes bytes.
pub trait Codec {
    /// What is wrong.
    type Error;
    /// Decodes one.
    fn decode(&mut self, byte: u8) -> Result<u16, Self::Error>;
}

/// What a byte is decoded to.
pub fn decoded<C>(codec: &mut C) -> String
where
    C: Codec,
    C::Error: fmt::Display,
{
    match codec.decode(7) {
        Ok(0) => String::new(),
        Ok(number) => number.to_string(),
        Err(error) => format!("failed: {error}"),
    }
}

/// Answers requests.
pub trait Service<R> {
    /// The answer.
    type Response;
    /// What is wrong.
    type Error;
    /// The answer when it is there.
    type Future: Future<Output = Result<Self::Response, Self::Error>>;
    /// Asks for an answer.
    fn call(&mut self, request: R) -> Self::Future;
}

/// Asks twice if the first answer is a small one.
pub async fn twice<S>(mut service: S, request: u8) -> Result<u32, S::Error>
where
    S: Service<u8, Response = u32>,
{
    let first = service.call(request).await?;
    if first > 5 {
        return Ok(first);
    }
    service.call(request.wrapping_add(1)).await
}

/// Is at a distance from others.
pub trait Distance<Other = Self> {
    /// How far away the other one is.
    fn distance(&self, other: &Other) -> u32;
}

/// Whether two values are near each other.
pub fn is_near<D: Distance>(one: &D, other: &D) -> bool {
    one.distance(other) < 3
}

/// What can be lent.
pub trait Tool {
    /// How heavy it is.
    fn weight(&self) -> u32;
}

/// Why a tool cannot be lent.
pub enum Refusal {
    /// It is too heavy.
    Heavy,
}

/// Lends a tool that is light, however often one weighs it.
pub fn lend<T: Tool>(tool: T) -> Result<T, Refusal> {
    if tool.weight() > 9 && tool.weight() > 8 {
        return Err(Refusal::Heavy);
    }
    Ok(tool)
}

/// The tool on top.
pub fn top<T: Tool>(tools: Vec<T>) -> Option<T> {
    tools.into_iter().next_back()
}

/// Something with names.
pub trait Directory {
    /// All names.
    fn names(&self) -> Box<dyn Iterator<Item = &str> + '_>;
    /// Numbers that can be changed.
    fn sizes<'a>(&'a mut self) -> Box<dyn Iterator<Item = &'a mut u32> + Send + 'a>;
    /// Names that everything of this kind has.
    fn fixed(&self) -> Box<dyn Iterator<Item = &'static str>>;
}

/// How many sizes are doubled, unless one of the names says that none is.
pub fn double(directory: &mut impl Directory) -> Result<usize, bool> {
    if directory.names().any(|name| name == "locked") {
        return Err(true);
    }
    if directory.fixed().next().is_some() {
        return Err(false);
    }
    Ok(directory.sizes().map(|size| *size = size.saturating_mul(2)).count())
}

/// An error that may go away.
pub trait Transient {
    /// Whether it does.
    fn is_transient(&self) -> bool;
}

/// Something that sends.
pub trait Sender {
    /// What goes wrong.
    type Error: Transient;
    /// Sends one byte.
    fn send(&mut self, byte: u8) -> Result<u16, Self::Error>;
}

/// Sends a byte, a second time if that may help.
pub fn send_again<S: Sender>(sender: &mut S, byte: u8) -> Option<u16> {
    match sender.send(byte) {
        Ok(sent) => Some(sent),
        Err(error) if error.is_transient() => sender.send(byte).ok(),
        Err(_) => None,
    }
}

/// What a range is of a list of five.
pub fn resolve(range: impl RangeBounds<usize>) -> (usize, usize) {
    let start = match range.start_bound() {
        Bound::Included(start) => *start,
        Bound::Excluded(start) => start.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(end) => end.saturating_add(1),
        Bound::Excluded(end) => *end,
        Bound::Unbounded => 5,
    };
    (start, end)
}

/// Parts of a text.
pub trait Parts<'t> {
    /// All of them.
    fn parts(&self) -> Box<dyn Iterator<Item = &'t str> + 't>;
    /// Their names.
    fn names(&self) -> impl Iterator<Item = (usize, Cow<'t, str>)>;
}

/// How many parts are comments, unless one has the name of nothing.
pub fn comments<'t>(of: &impl Parts<'t>) -> Option<usize> {
    if of.names().any(|(_, name)| name == "none") {
        return None;
    }
    Some(of.parts().filter(|part| part.starts_with('#')).count())
}

/// A future in a box.
pub type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Asks with a number that is borrowed, a second time if there is no answer.
pub async fn again<R, F>(ask: F) -> Option<R>
where
    F: for<'a> Fn(&'a u8) -> Boxed<'a, Option<R>>,
{
    match ask(&1).await {
        Some(answer) => Some(answer),
        None => ask(&2).await,
    }
}

/// What a handler makes of a request.
pub async fn handled(request: String, handle: impl Fn(String) -> Boxed<'static, Result<u16, u8>>) -> u16 {
    match handle(request).await {
        Ok(status) => status,
        Err(_) => 500,
    }
}

/// Rows of numbers.
pub trait Table {
    /// One row.
    type Row: Index<usize, Output = u8>;
    /// The row with this number.
    fn row(&self, number: usize) -> Option<&Self::Row>;
}

/// The second number of the first row.
///
/// # Panics
/// If the row has no second number.
pub fn second(table: &impl Table) -> Option<u8> {
    table.row(0).map(|row| row[1])
}

/// Increases the first number if it is small.
///
/// # Panics
/// If the index 0 is out of bounds.
pub fn grow<L: IndexMut<usize, Output = i16>>(list: &mut L) -> bool {
    let is_small = list[0] < 100;
    if is_small {
        list[0] += 1;
    }
    is_small
}

/// The price of an apple, with tax.
///
/// # Panics
/// If there is no entry for apples.
pub fn taxed(prices: &impl Index<&'static str, Output = u16>) -> u32 {
    u32::from(prices["apple"]) * 6 / 5
}
