//! How the driver describes the type of a mock, for the declaration in tests.

/// The type of a mock.
#[derive(Debug)]
pub struct MockType {
    /// Its name.
    pub name: &'static str,
    /// Whether it must be `Sync`, so that calls cannot be counted in a `Cell`.
    pub is_sync: bool,
    /// Fields besides those that count calls: name and type. All types have a default.
    pub fields: &'static [(&'static str, &'static str)],
    /// Traits of std that are derived: `Clone`.
    pub derived: &'static [&'static str],
    /// The traits that are implemented.
    pub implemented: &'static [Implementation],
    /// Other types of mocks that its declaration names.
    pub mentions: &'static [&'static MockType],
}

/// The type of a closure.
#[derive(Debug)]
pub struct ClosureType {
    /// Its parameters: name and type; a type that cannot be named is `_`.
    pub parameters: &'static [(&'static str, &'static str)],
    /// Its result, as it is written where nothing else tells the types: `-> u8`; `None` if it cannot be named.
    pub result: Option<&'static str>,
    /// If its result borrows from its arguments, the bound that says so: `Fn(&'v str) -> Option<&'v str>`.
    pub lends: Option<&'static str>,
    /// Whether it returns nothing.
    pub is_silent: bool,
}

/// A function that has a fake.
#[derive(Debug)]
pub struct FakeType {
    /// The function as a test names it: `std::fs::read_to_string::<&str>`.
    pub function: &'static str,
    /// Its last name, which names the guard in tests: `read_to_string`.
    pub name: &'static str,
    /// `async`.
    pub is_async: bool,
    /// Whether it is only assumed that its answers are possible.
    pub is_assumed: bool,
    /// Whether it takes `self`, which answers do not use.
    pub has_receiver: bool,
    /// Its parameters without the receiver: name, and type where the compiler could not tell it otherwise.
    pub parameters: &'static [(&'static str, Option<&'static str>)],
}

/// An impl block.
#[derive(Debug)]
pub struct Implementation {
    /// What is implemented: `std::io::Read for MockRead`.
    pub head: &'static str,
    /// Associated types and constants, as items.
    pub items: &'static [&'static str],
    /// The methods.
    pub methods: &'static [Method],
    /// Whether the trait is `Default`.
    pub is_default: bool,
}

/// A method.
#[derive(Debug)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// What comes before the parameters: `fn send(&mut self`.
    pub head: &'static str,
    /// Its parameters after the receiver: name and type.
    pub parameters: &'static [(&'static str, &'static str)],
    /// What comes after the parameters: `) -> u8`.
    pub end: &'static str,
    /// How it takes the mock.
    pub receiver: Receiver,
    /// Its whole body, if that does not depend on choices.
    pub body: Option<&'static str>,
    /// Whether the trait has a default for it, so that it is left out if nobody called it.
    pub is_provided: bool,
}

/// How a method takes the mock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// `&self`.
    Shared,
    /// `&mut self`.
    Mutable,
    /// Not at all: it belongs to the type.
    Absent,
    /// In another way, so that it cannot count its calls.
    Other,
}

impl MockType {
    /// The methods of all traits; the place in this order is a method's number.
    pub(crate) fn methods(&self) -> impl Iterator<Item = &'static Method> + use<> {
        self.implemented.iter().flat_map(|each| each.methods)
    }
}
