//! A private module with a trait, its implementors and a nested private module.

pub(crate) mod inner;

use crate::signal::Lamp;
use inner::Level;

mod sealed {
    pub trait Sealed {}
    impl Sealed for u8 {}
    impl Sealed for super::Gauge {}
    impl<'a> Sealed for &'a str {}
}

/// Measures.
pub trait Measure: sealed::Sealed {
    /// Unit.
    type Unit: Copy;

    /// Measures.
    ///
    /// ## Panics
    ///
    /// When it is night.
    fn measure(&self) -> Self::Unit;

    /// Measures twice.
    fn twice(&self) -> (Self::Unit, Self::Unit) {
        (self.measure(), self.measure())
    }

    /// As large as.
    fn compare<M: Measure>(&self, other: &M) -> bool
    where
        Self: Sized,
    {
        let _ = other;
        false
    }
}

/// Not dyn-compatible.
pub trait Assemble: Sized + Clone {
    /// A constant.
    const SCALE: usize = 1;

    /// Builds.
    fn assemble(parts: &[Self]) -> Self;
}

impl<T: Clone + Default> Assemble for T {
    fn assemble(parts: &[T]) -> T {
        parts.first().cloned().unwrap_or_default()
    }
}

/// A gauge.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Gauge {
    /// The level.
    pub level: Level,
}

impl Measure for Gauge {
    type Unit = u8;

    fn measure(&self) -> u8 {
        self.level.0
    }
}

impl Measure for u8 {
    type Unit = u8;

    fn measure(&self) -> Self::Unit {
        *self
    }
}

impl<'a> Measure for &'a str {
    type Unit = usize;

    fn measure(&self) -> usize {
        self.len()
    }

    fn twice(&self) -> (usize, usize) {
        (1, 2)
    }
}

impl Lamp {
    /// An inherent method in a module other than that of the type.
    pub fn tide(&self) -> Option<Gauge> {
        None
    }
}

impl PartialEq<Lamp> for Gauge {
    fn eq(&self, _: &Lamp) -> bool {
        false
    }
}
