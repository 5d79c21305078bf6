//! Functions that take closures.

/// A key that moves an item and how often that is asked.
pub fn walk(start: i32, mut step: impl FnMut(i32) -> Option<i32>) -> Result<u32, i32> {
    let mut at = start;
    for taken in 0..4 {
        match step(at) {
            None => return Ok(taken),
            Some(next) if next == at.wrapping_add(100) => return Err(next),
            Some(next) => at = next,
        }
    }
    Ok(4)
}

/// Whether the function has a fixed point among three numbers, and whether it is constant.
pub fn fixed_point<F: Fn(u8) -> u8>(f: F) -> (Option<u8>, bool) {
    let found = [3, 70, 200].into_iter().find(|&x| f(x) == x);
    (found, f(3) == f(70) && f(70) == f(200))
}

/// What is called when something happens.
pub struct Listeners {
    listeners: Vec<Box<dyn FnMut(&str) -> bool>>,
}

impl Listeners {
    /// None.
    pub fn new() -> Listeners {
        Listeners {
            listeners: Vec::new(),
        }
    }

    /// Keeps a callback.
    pub fn add(&mut self, listener: Box<dyn FnMut(&str) -> bool>) {
        self.listeners.push(listener);
    }

    /// Calls all; those that return false are removed.
    pub fn notify(&mut self, event: &str) -> usize {
        self.listeners.retain_mut(|listener| listener(event));
        self.listeners.len()
    }
}

/// Tries until that succeeds.
pub fn retry<T, E>(attempts: u32, mut action: impl FnMut() -> Result<T, E>) -> Option<(u32, T)> {
    for attempt in 0..attempts.min(5) {
        if let Ok(value) = action() {
            return Some((attempt, value));
        }
    }
    None
}

/// The items in the order of their keys.
pub fn in_order(mut items: Vec<u8>, key: impl Fn(&u8) -> u8) -> Vec<u8> {
    items.sort_by_key(|item| key(item));
    items
}

/// Tells a closure its count when it is dropped.
pub struct Guard<F: FnOnce(u32)> {
    told: Option<F>,
    count: u32,
}

impl<F: FnOnce(u32)> Guard<F> {
    /// A guard that has counted nothing.
    pub fn new(told: F) -> Guard<F> {
        Guard {
            told: Some(told),
            count: 0,
        }
    }

    /// Counts.
    pub fn add(&mut self, more: u32) {
        self.count = self.count.saturating_add(more);
    }
}

impl<F: FnOnce(u32)> Drop for Guard<F> {
    fn drop(&mut self) {
        if let Some(told) = self.told.take() {
            told(self.count);
        }
    }
}

/// Gives what a closure makes of each item, as long as it is not above a hundred.
pub struct Small<I, F> {
    items: I,
    of: F,
}

impl<I, F> Small<I, F> {
    /// Of these items.
    pub fn new(items: I, of: F) -> Small<I, F> {
        Small { items, of }
    }
}

impl<I: Iterator, F: FnMut(I::Item) -> u32> Iterator for Small<I, F> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let item = self.items.next()?;
        Some((self.of)(item)).filter(|value| *value <= 100)
    }
}
