//! Code that passes things on, of which its results say little.

use std::time::Duration;

pub trait Clock {
    fn sleep(&mut self, pause: Duration);
}

/// Calls `send` until it succeeds, at most three times, with ever longer pauses.
pub fn send<C: Clock>(clock: &mut C, millis: u8, mut send: impl FnMut(u8) -> Result<(), String>) -> Result<(), String> {
    let mut attempt = 1;
    loop {
        match send(attempt) {
            Err(_) if attempt < 3 => clock.sleep(Duration::from_millis(u64::from(millis) * u64::from(attempt))),
            ended => return ended,
        }
        attempt += 1;
    }
}

pub trait Listener {
    fn opened(&mut self, name: &str);
    fn line(&mut self, number: usize, text: &str);
    fn closed(&mut self);
}

/// Tells the listener of each line that is not empty.
pub fn read(name: &str, text: &str, listener: &mut dyn Listener) {
    listener.opened(name);
    for (number, line) in text.split('\n').enumerate() {
        if !line.is_empty() {
            listener.line(number + 1, line);
        }
    }
    listener.closed();
}

#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    pub path: String,
    pub depth: u8,
}

/// Passes a request on, one step deeper.
pub fn forward(mut request: Request, next: &dyn Fn(Request) -> u16) -> u16 {
    if request.depth > 7 {
        return 508;
    }
    request.depth += 1;
    next(request)
}

/// Gives each of the words to `sink`, the last one first.
pub fn backwards(words: &[u8], sink: impl Fn(u8)) {
    for word in words.iter().rev() {
        sink(*word);
    }
}

pub trait Store {
    fn load(&self, key: &str) -> Option<u32>;
    fn save(&mut self, key: &str, value: u32) -> Result<(), String>;
}

/// Copies what is stored.
pub fn copy(store: &mut dyn Store, from: &str, to: &str) -> Result<bool, String> {
    match store.load(from) {
        Some(value) => store.save(to, value).map(|()| true),
        None => Ok(false),
    }
}

/// Opens one listener after the other.
pub fn open(inner: &mut dyn Listener, outer: &mut dyn Listener, name: &str) {
    outer.opened(name);
    inner.opened("");
}
