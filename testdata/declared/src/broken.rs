//! A list in order, and halves of numbers.

/// Numbers in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sorted {
    items: Vec<u8>,
}

impl Sorted {
    /// No numbers.
    pub fn new() -> Sorted {
        Sorted::default()
    }

    /// Adds a number.
    pub fn insert(&mut self, item: u8) {
        let at = self.items.partition_point(|other| *other > item);
        self.items.insert(at, item);
    }

    /// Removes all numbers that are equal to this one. Returns how many there were.
    pub fn remove(&mut self, item: u8) -> usize {
        let before = self.items.len();
        self.items.retain(|other| *other != item);
        usize::from(before > 0)
    }

    /// The number of numbers.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are no numbers.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Whether the numbers are in order.
    #[isolde::invariant]
    pub fn is_ordered(&self) -> bool {
        self.items.is_sorted()
    }
}

/// Longer lists show nothing new.
#[doc(hidden)]
#[isolde::filter]
pub fn is_short(list: &Sorted) -> bool {
    list.items.len() < 4
}

/// As many numbers are missing as were removed.
#[doc(hidden)]
#[isolde::contract(of = Sorted::remove)]
pub fn removes_as_many(before: &Sorted, list: &Sorted, _item: &u8, result: &usize) -> bool {
    before.items.len() - list.items.len() == *result
}

/// Half of a number.
pub fn half(number: u8) -> u8 {
    number / 2 - number / 100
}

/// Two halves are the number, or one less.
#[doc(hidden)]
#[isolde::contract(of = half)]
pub fn is_half(number: &u8, result: &u8) -> bool {
    number - 2 * result <= 1
}

/// There is no such function.
#[doc(hidden)]
#[isolde::contract(of = third)]
pub fn is_third(number: &u8, result: &u8) -> bool {
    number / 3 == *result
}
