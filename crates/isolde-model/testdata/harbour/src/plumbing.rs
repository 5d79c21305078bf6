//! A hidden module, public for macros.

pub use crate::signal::code::call as shorter;

/// Can be reached only through a hidden module.
pub fn pipe() {}

/// Converts to one of several types.
pub trait Convert<Target = Self> {
    /// An associated type with parameters of its own.
    type Kept<'a, T>
    where
        Self: 'a;

    /// Converts.
    fn convert(&self) -> Target;
}

/// A value of some type.
pub struct Value<T>(pub T);

impl Value<u8> {
    /// Of bytes.
    pub fn describe(&self) -> &'static str {
        "byte"
    }
}

impl Value<char> {
    /// Of characters.
    pub fn describe(&self) -> &'static str {
        "character"
    }
}

impl Convert<u16> for Value<u8> {
    type Kept<'a, T> = &'a u8;

    fn convert(&self) -> u16 {
        u16::from(self.0)
    }
}

impl Convert<u16> for Value<char> {
    type Kept<'a, T> = &'a char;

    fn convert(&self) -> u16 {
        0
    }
}

impl<T: Clone> Convert for Vec<Value<T>>
where
    Value<T>: Clone,
{
    type Kept<'a, U>
        = (&'a T, U)
    where
        T: 'a;

    fn convert(&self) -> Self {
        self.clone()
    }
}

impl std::ops::Add<u8> for Value<u8> {
    type Output = <u16 as std::ops::Add<Value<u8>>>::Output;

    fn add(self, _: u8) -> Self::Output {
        Value('a')
    }
}

impl std::ops::Add<Value<u8>> for u16 {
    type Output = Value<char>;

    fn add(self, _: Value<u8>) -> Value<char> {
        Value('a')
    }
}
