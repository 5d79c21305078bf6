//! The examples of the Dsc+Mock paper.

use std::any::Any;

/// The first interface.
pub trait I: Any {
    /// A number for a number.
    fn m1(&self, x: i32) -> i32;
    /// The value itself, to ask for its type.
    fn as_any(&self) -> &dyn Any;
    /// The same value, if it has the second interface too.
    fn as_j(&self) -> Option<&dyn J> {
        None
    }
}

/// The second interface.
pub trait J {
    /// A number for a number.
    fn m2(&self, x: i32) -> i32;
}

/// A type that has both.
#[derive(Debug)]
pub struct K {
    /// What `m2` adds.
    pub added: i32,
}

impl I for K {
    fn m1(&self, x: i32) -> i32 {
        x
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_j(&self) -> Option<&dyn J> {
        Some(self)
    }
}

impl J for K {
    fn m2(&self, x: i32) -> i32 {
        x.wrapping_add(self.added)
    }
}

/// Listing 1: both interfaces are used.
pub fn foo(i: &dyn I, x: i32) -> (i32, Option<i32>) {
    let y = i.m1(x);
    match i.as_j() {
        Some(j) => (y, Some(j.m2(x))),
        None => (y, None),
    }
}

/// Both interfaces at once.
pub fn both(of: &(impl I + J), x: i32) -> bool {
    of.m1(x) == 5 && of.m2(x) == 6
}

/// Listing 2: the value must not have the second interface.
pub fn bar(i: &dyn I) -> &'static str {
    match i.as_j() {
        None => "goal",
        Some(_) => "a J",
    }
}

/// Listing 3: a particular answer.
pub fn foobar(i: &dyn I, a: i32, b: i32) -> &'static str {
    if i.m1(a) == b.wrapping_add(1) {
        return "goal";
    }
    "missed"
}

/// Listing 4: two answers to different arguments.
pub fn listing4(i: &dyn I, p: i32) -> &'static str {
    let b = 5;
    if i.m1(p) > b && i.m1(p.saturating_add(10)) < b {
        return "goal 5";
    }
    "missed"
}
