//! Operators, conversions and comparisons that have several impls: the compiler chooses one by the types of the arguments, so that these must be
//! written as they were when the call was made.

use std::ops::Add;

/// A sum of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Sum {
    total: u64,
}

impl Sum {
    /// A sum of one number.
    pub fn of(number: u64) -> Sum {
        Sum { total: number }
    }
}

impl Add<u8> for &Sum {
    type Output = Sum;

    fn add(self, other: u8) -> Sum {
        Sum::of(self.total.wrapping_add(u64::from(other)))
    }
}

impl Add<&u64> for &Sum {
    type Output = Sum;

    fn add(self, other: &u64) -> Sum {
        Sum::of(self.total.wrapping_add(*other))
    }
}

impl Add<&Sum> for &u8 {
    type Output = Sum;

    fn add(self, other: &Sum) -> Sum {
        other + *self
    }
}

impl Add<&Sum> for Sum {
    type Output = Sum;

    fn add(self, other: &Sum) -> Sum {
        &self + &other.total
    }
}

/// The fields of a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fields {
    texts: Vec<Vec<u8>>,
}

impl<T: AsRef<[u8]>> From<&[T]> for Fields {
    fn from(texts: &[T]) -> Fields {
        Fields {
            texts: texts.iter().map(|text| text.as_ref().to_vec()).collect(),
        }
    }
}

impl<T: AsRef<[u8]>> From<Vec<T>> for Fields {
    fn from(texts: Vec<T>) -> Fields {
        Fields::from(&texts[..])
    }
}

impl<T: AsRef<[u8]>> PartialEq<Vec<T>> for Fields {
    fn eq(&self, other: &Vec<T>) -> bool {
        *self == Fields::from(&other[..])
    }
}

impl<'f> IntoIterator for &'f Fields {
    type Item = &'f [u8];
    type IntoIter = FieldsIter<'f>;

    fn into_iter(self) -> FieldsIter<'f> {
        FieldsIter(self.texts.iter())
    }
}

/// The fields of a line, one after the other.
#[derive(Clone, Debug)]
pub struct FieldsIter<'f>(std::slice::Iter<'f, Vec<u8>>);

impl<'f> Iterator for FieldsIter<'f> {
    type Item = &'f [u8];

    fn next(&mut self) -> Option<&'f [u8]> {
        self.0.next().map(Vec::as_slice)
    }

    fn count(self) -> usize {
        self.0.len()
    }
}
