//! Traits and closures of many kinds.

use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Deref, DerefMut, Index, Neg};
use std::rc::Rc;
use std::str::FromStr;
use std::sync::{Arc, Mutex};

/// A person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The name.
    pub name: String,
    /// The age.
    pub age: u8,
}

/// How many people have another key than the one before.
pub fn groups<K: Ord>(people: &[Person], key: impl Fn(&Person) -> K) -> usize {
    let mut keys: Vec<K> = people.iter().map(key).collect();
    keys.sort();
    keys.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

/// An order of people.
pub trait Precedence {
    /// Who comes first.
    fn compare(&self, one: &Person, other: &Person) -> Ordering;
}

/// Sorts people, and says whether the order has changed.
pub fn sorted(mut people: Vec<Person>, by: &dyn Precedence) -> (Vec<Person>, bool) {
    let before = people.clone();
    people.sort_by(|one, other| by.compare(one, other));
    let has_changed = people != before;
    (people, has_changed)
}

/// A ranking that may forget what it said before.
pub trait Ranking {
    /// The place of a person.
    fn place(&self, of: &Person) -> String;
}

/// Sorts people by a ranking.
pub fn ranked(mut people: Vec<Person>, ranking: &dyn Ranking) -> usize {
    people.sort_by_key(|person| ranking.place(person));
    people.len()
}

/// A connection.
pub trait Connection {
    /// Sends a text.
    fn send(&mut self, text: &str) -> Result<usize, String>;
}

/// Connections by number.
pub trait Pool {
    /// One of them.
    fn get(&mut self, number: usize) -> Option<&mut dyn Connection>;
}

/// Sends a text through the first connection of a pool.
pub fn send(pool: &mut dyn Pool, text: &str) -> Result<usize, &'static str> {
    let connection = pool.get(0).ok_or("none")?;
    match connection.send(text) {
        Ok(sent) if sent > 100 => Err("too much"),
        Ok(sent) => Ok(sent),
        Err(why) if why == "busy" => Err("busy"),
        Err(_) => Err("failed"),
    }
}

/// A state of a machine.
pub trait State {
    /// The state after a letter.
    fn next(self: Box<Self>, letter: u8) -> Box<dyn State>;
    /// Whether it accepts.
    fn accepts(&self) -> bool;
}

/// Runs a machine.
pub fn run(start: Box<dyn State>, letters: &[u8]) -> &'static str {
    let mut state = start;
    for letter in letters.iter().take(3) {
        state = state.next(*letter);
        if state.accepts() {
            return "early";
        }
    }
    if state.accepts() {
        "accepted"
    } else {
        "rejected"
    }
}

/// A folder.
pub trait Folder {
    /// What is in it.
    fn entries(&self) -> Vec<Box<dyn Entry>>;
}

/// Something in a folder.
pub trait Entry {
    /// Its name.
    fn name(&self) -> String;
    /// The folder, if it is one.
    fn open(&self) -> Option<Box<dyn Folder>>;
}

/// Looks for a name; a folder in the folder must be empty.
pub fn find(folder: &dyn Folder, name: &str) -> Option<usize> {
    for (place, entry) in folder.entries().into_iter().enumerate() {
        if entry.name() == name {
            return Some(place);
        }
        if let Some(inner) = entry.open() {
            if !inner.entries().is_empty() {
                return Some(100);
            }
        }
    }
    None
}

/// Calls a handler that others share.
pub fn fire(handler: Arc<Mutex<dyn FnMut(u32) -> bool + Send>>, times: u32) -> u32 {
    let mut accepted = 0;
    for number in 0..times.min(3) {
        let mut handler = handler.lock().expect("nobody panicked");
        accepted += u32::from(handler(number));
    }
    accepted
}

/// Sends to a connection that others share.
pub fn share(connection: Rc<RefCell<dyn Connection>>) -> bool {
    connection.borrow_mut().send("a") == Ok(1)
}

/// Settings.
pub trait Settings {
    /// A value that can be read from a text.
    fn get<T: FromStr>(&self, key: &str) -> Option<T>;
    /// A value or the default one.
    fn or_default<T: Default>(&self, key: &str) -> Result<T, u8>;
    /// Calls a function for each name.
    fn each(&self, f: impl FnMut(&str)) -> bool;
}

/// The port that is set.
pub fn port<S: Settings>(settings: &S) -> Result<u16, u8> {
    if let Some(port) = settings.get::<u16>("port") {
        return if port == 80 { Err(80) } else { Ok(port) };
    }
    let timeout: u32 = settings.or_default("timeout")?;
    let mut names = 0;
    match settings.each(|name| names += u16::from(!name.is_empty())) {
        true => Ok(names),
        false => Err(timeout as u8),
    }
}

/// A quantity.
pub trait Quantity: Copy + Add<Output = Self> + Neg<Output = Self> + PartialOrd {
    /// Its amount.
    fn amount(&self) -> i64;
}

/// Looks at a sum and at what is opposite.
pub fn sum<Q: Quantity>(one: Q, other: Q) -> &'static str {
    if (one + other).amount() == 77 {
        return "exact";
    }
    match (-one).amount() < -5 {
        true => "negative",
        false => "other",
    }
}

/// What counts.
pub trait Tally: AddAssign<u32> {
    /// The total.
    fn total(&self) -> u32;
}

/// Counts until there is enough.
pub fn tally(mut tally: impl Tally, items: &[u32]) -> Option<u32> {
    for item in items {
        tally += *item;
    }
    (tally.total() == 1000).then(|| tally.total())
}

/// Rows.
pub trait Table: Index<usize, Output = u8> {
    /// How many.
    fn rows(&self) -> usize;
}

/// The first row with a seven.
pub fn seven<T: Table>(table: &T) -> Option<usize> {
    (0..table.rows().min(4)).find(|row| table[*row] == 7)
}

/// A part of a text.
pub trait View: Deref<Target = str> {
    /// Whether it is fresh.
    fn is_fresh(&self) -> bool;
}

/// Reads a view.
pub fn read<V: View>(view: V) -> u8 {
    match (view.is_fresh(), view.starts_with("ab")) {
        (false, _) => 0,
        (true, true) => 2,
        (true, false) => 1,
    }
}

/// A place for a number.
pub trait Slot: DerefMut<Target = u32> {
    /// Locks it.
    fn lock(&mut self) -> Result<(), u8>;
}

/// Adds one to a slot.
pub fn bump(mut slot: impl Slot) -> Result<u32, u8> {
    slot.lock()?;
    let before = *slot;
    *slot = before.wrapping_add(1);
    // A slot keeps what is put into it.
    Ok(if *slot == before { 0 } else { *slot })
}

/// A square of numbers.
pub trait Square<const N: usize> {
    /// A row.
    fn row(&self, number: usize) -> [i32; N];
}

/// The sum of the diagonal.
pub fn trace<S: Square<3>>(square: &S) -> Option<i32> {
    let diagonal = (0..3).map(|number| square.row(number)[number]);
    let sum = diagonal.fold(0_i32, i32::wrapping_add);
    (sum != 12).then_some(sum)
}

/// What can be iterated once.
pub trait Bag: IntoIterator<Item = u8> {
    /// How much fits in.
    fn capacity(&self) -> usize;
}

/// Adds up what is in a bag.
pub fn sum_of_bag<B: Bag>(bag: B) -> Result<u32, usize> {
    let capacity = bag.capacity();
    let mut sum = 0;
    for (place, item) in bag.into_iter().enumerate() {
        if place >= capacity {
            return Err(place);
        }
        sum += u32::from(item);
    }
    Ok(sum)
}

/// Something with pages.
pub trait Book {
    /// The numbers of pages.
    fn pages(&self) -> impl Iterator<Item = u8>;
    /// Loads a page.
    fn load(&self, page: u8) -> impl Future<Output = Result<String, u8>> + Send;
}

/// Loads pages until one is empty.
pub async fn load<B: Book>(book: &B) -> Result<usize, u8> {
    let mut length = 0;
    for page in book.pages().take(3) {
        let text = book.load(page).await?;
        if text.is_empty() {
            break;
        }
        length += text.len();
    }
    Ok(length)
}

/// Handlers that are added through a shared reference.
#[derive(Default)]
pub struct Registry {
    handlers: Mutex<Vec<Box<dyn Fn(u32) -> bool + Send>>>,
    calls: Mutex<u32>,
}

impl Registry {
    /// None yet.
    pub fn new() -> Registry {
        Registry::default()
    }

    /// Adds a handler.
    pub fn on(&self, handler: Box<dyn Fn(u32) -> bool + Send>) {
        self.handlers.lock().expect("whole").push(handler);
    }

    /// Calls them all.
    pub fn emit(&self, number: u32) -> usize {
        let handlers = self.handlers.lock().expect("whole");
        *self.calls.lock().expect("whole") += 1;
        handlers.iter().filter(|handler| handler(number)).count()
    }

    /// How often they were called.
    pub fn calls(&self) -> Option<u32> {
        let calls = *self.calls.lock().expect("whole");
        (calls > 0).then_some(calls)
    }
}

/// Something that calls what it is given.
pub trait Visited {
    /// Lends each element.
    fn change(&mut self, f: &mut dyn FnMut(&mut u8));
    /// Calls what borrows something.
    fn lent(&self, f: Box<dyn Fn(u8) + '_>);
    /// Calls what is behind a reference.
    fn walk<F: FnMut(u8)>(&self, f: &mut F);
}

/// What is visited.
pub fn visit(visited: &mut impl Visited) -> &'static str {
    let mut changed = false;
    visited.change(&mut |x| changed |= *x == 61);
    if changed {
        return "changed";
    }
    let lent = Cell::new(false);
    visited.lent(Box::new(|x| lent.set(x == 62)));
    if lent.get() {
        return "lent";
    }
    let mut walked = 0;
    visited.walk(&mut |x| walked += u16::from(x == 63));
    match walked {
        0 => "nothing",
        1 => "walked",
        _ => "walked twice",
    }
}

/// A function that scales.
pub fn scaled(by: u8) -> impl Fn(u8) -> Option<u8> {
    move |x| match x {
        64 => None,
        _ => x.checked_mul(by),
    }
}

/// A function that counts.
pub fn counted(start: u32) -> Box<dyn FnMut(bool) -> u32> {
    let mut next = start;
    Box::new(move |is_again| {
        if is_again && next == start {
            return 0;
        }
        next = next.wrapping_add(1);
        next
    })
}
