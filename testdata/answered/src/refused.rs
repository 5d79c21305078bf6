//! Traits without mocks.

mod private {
    /// Nobody else can name it.
    pub trait Sealed {}
}

/// A shape.
pub trait Shape: private::Sealed {
    /// Its area.
    fn area(&self) -> u32;
}

/// Whether the area is five.
pub fn is_five(shape: &dyn Shape) -> bool {
    shape.area() == 5
}

/// What lends its items.
pub trait Lending {
    /// An item.
    type Item<'a>
    where
        Self: 'a;
    /// The next one.
    fn next(&mut self) -> Option<Self::Item<'_>>;
}

/// Whether there is an item.
pub fn has_next<L: Lending>(mut of: L) -> bool {
    of.next().is_some()
}

/// What has to be right.
///
/// # Safety
/// `size` must be right.
pub unsafe trait Raw {
    /// The size.
    fn size(&self) -> usize;
}

/// Whether the size is three.
pub fn is_three<R: Raw>(of: &R) -> bool {
    of.size() == 3
}

/// Nobody outside can make one.
pub struct Token(u8);

/// Gives tokens.
pub trait Issuer {
    /// A token.
    fn issue(&self) -> Token;
}

/// Whether the token is seven.
pub fn is_seven(issuer: &dyn Issuer) -> bool {
    issuer.issue().0 == 7
}

/// Has lines.
pub trait Lines {
    /// The lines, if there are any.
    fn lines(&self) -> Option<impl Iterator<Item = u8>>;
}

/// Adds up lines.
pub fn sum<L: Lines>(of: &L) -> Option<u32> {
    Some(of.lines()?.map(u32::from).sum())
}

/// Has something raw.
pub trait Store {
    /// It.
    type Item: Raw;
    /// What is there.
    fn item(&self) -> Self::Item;
}

/// Whether the size is nine.
pub fn is_nine<S: Store>(of: &S) -> bool {
    of.item().size() == 9
}

/// The number of values.
pub fn count<T>(of: Vec<T>) -> usize
where
    Vec<T>: Raw,
{
    of.len()
}
