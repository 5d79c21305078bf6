//! Functions that tests of asynchronous code call, so that they need no executor. A suite contains those that its tests use.
//!
//! They do what the driver does (`isolde/src/poll.rs`).

use isolde_record::polling::{Lazy, MOST_ITEMS, MOST_POLLS, Polled};
use isolde_record::{Observation, ThunkInfo};
use std::collections::BTreeSet;

/// A function that a test calls with what the function under test gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Helper {
    /// Gives the output of a future.
    BlockOn,
    /// Tells that a future is pending.
    IsPending,
    /// Tells that a future wakes itself again and again.
    IsBusy,
    /// Gives all items of a stream.
    Collect,
    /// Gives the items that come before a stream is pending, or as many as are taken.
    FirstItems,
}

impl Helper {
    /// The function that a test needs for what was observed.
    pub fn of(thunk: &ThunkInfo, observation: &Observation) -> Option<Helper> {
        let lazy = thunk.lazy.as_ref()?;
        Some(match (lazy, observation.polled) {
            (Lazy::Future, None | Some(Polled::Ready)) => Helper::BlockOn,
            (Lazy::Future, Some(Polled::Pending)) => Helper::IsPending,
            (Lazy::Future, Some(Polled::Busy)) => Helper::IsBusy,
            (Lazy::Stream { .. }, None | Some(Polled::Ready)) => Helper::Collect,
            (Lazy::Stream { .. }, Some(Polled::Pending | Polled::Busy)) => Helper::FirstItems,
        })
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Helper::BlockOn => "block_on",
            Helper::IsPending => "is_pending",
            Helper::IsBusy => "is_busy",
            Helper::Collect => "collect",
            Helper::FirstItems => "first_items",
        }
    }

    fn is_for_streams(self) -> bool {
        matches!(self, Helper::Collect | Helper::FirstItems)
    }

    fn source(self) -> String {
        match self {
            Helper::BlockOn => BLOCK_ON.to_owned(),
            Helper::IsPending => IS_PENDING.to_owned(),
            Helper::IsBusy => with_bounds(IS_BUSY),
            Helper::Collect => COLLECT.to_owned(),
            Helper::FirstItems => with_bounds(FIRST_ITEMS),
        }
    }
}

/// The call with what polls its result around it: `block_on(f(1))`.
pub fn wrapped(thunk: &ThunkInfo, observation: &Observation) -> String {
    let call = &observation.call;
    match (Helper::of(thunk, observation), &thunk.lazy) {
        (None, _) | (_, None) => call.clone(),
        (Some(helper), Some(Lazy::Future)) => format!("{}({call})", helper.name()),
        (Some(helper), Some(Lazy::Stream { poll_next })) => {
            format!("{}({call}, {poll_next})", helper.name())
        }
    }
}

/// The source of these functions with what they call, to be put at the end of a file. `std` is the path of the standard library there.
pub fn source(helpers: &BTreeSet<Helper>, std: &str) -> String {
    if helpers.is_empty() {
        return String::new();
    }
    let mut parts: Vec<String> = helpers.iter().map(|helper| helper.source()).collect();
    if helpers.iter().any(|helper| !helper.is_for_streams()) {
        parts.push(RUN.to_owned());
    }
    if helpers.iter().any(|helper| helper.is_for_streams()) {
        parts.push(with_bounds(TAKE));
    }
    parts.push(with_bounds(POLL_WHILE_WOKEN));
    parts.insert(0, uses(helpers, std));
    parts.join("\n")
}

/// The `use` lines of these functions.
fn uses(helpers: &BTreeSet<Helper>, std: &str) -> String {
    let runs = helpers.iter().any(|helper| !helper.is_for_streams());
    let takes = helpers.iter().any(|helper| helper.is_for_streams());
    let mut uses = String::new();
    if runs {
        uses += &format!("use {std}::future::Future;\n");
    }
    let pin = if takes { "{Pin, pin}" } else { "pin" };
    uses += &format!(
        "use {std}::pin::{pin};\nuse {std}::sync::Arc;\nuse {std}::sync::atomic::{{AtomicBool, Ordering}};\n\
         use {std}::task::{{Context, Poll, Wake, Waker}};\n"
    );
    uses
}

/// The line that brings these functions into the scope of a module below the one that contains them.
pub fn import(helpers: &BTreeSet<Helper>) -> String {
    let names: Vec<&str> = helpers.iter().map(|helper| helper.name()).collect();
    match names.as_slice() {
        [] => String::new(),
        [name] => format!("use super::{name};\n\n"),
        names => format!("use super::{{{}}};\n\n", names.join(", ")),
    }
}

/// The text with the bounds in place of their names.
fn with_bounds(text: &str) -> String {
    text.replace("MOST_POLLS", &MOST_POLLS.to_string())
        .replace("MOST_ITEMS", &MOST_ITEMS.to_string())
}

const BLOCK_ON: &str = "\
/// The output of a future that nothing but itself has to wake.
fn block_on<F: Future>(future: F) -> F::Output {
    run(future).expect(\"the future is ready\")
}
";

const IS_PENDING: &str = "\
/// Whether a future waits until something else wakes it.
fn is_pending<F: Future>(future: F) -> bool {
    matches!(run(future), Err(Unready::Pending))
}
";

const IS_BUSY: &str = "\
/// Whether a future still wakes itself when it has been polled MOST_POLLS times.
fn is_busy<F: Future>(future: F) -> bool {
    matches!(run(future), Err(Unready::Busy))
}
";

const COLLECT: &str = "\
/// All items of a stream, which `poll_next` polls.
fn collect<S, T>(stream: S, poll_next: PollNext<S, T>) -> Vec<T> {
    let (items, end) = take(stream, poll_next);
    end.expect(\"the stream ends\");
    items
}
";

const FIRST_ITEMS: &str = "\
/// The items of a stream until it waits for something else to wake it, MOST_ITEMS at most.
fn first_items<S, T>(stream: S, poll_next: PollNext<S, T>) -> Vec<T> {
    let (items, end) = take(stream, poll_next);
    end.expect_err(\"the stream does not end\");
    items
}
";

const RUN: &str = "\
/// Polls a future until it is ready, or not woken any more.
fn run<F: Future>(future: F) -> Result<F::Output, Unready> {
    let mut future = pin!(future);
    poll_while_woken(|context| future.as_mut().poll(context))
}
";

const TAKE: &str = "\
type PollNext<S, T> = fn(Pin<&mut S>, &mut Context<'_>) -> Poll<Option<T>>;

/// The first items of a stream, and whether it ended after them.
fn take<S, T>(stream: S, poll_next: PollNext<S, T>) -> (Vec<T>, Result<(), Unready>) {
    let mut stream = pin!(stream);
    let mut items = Vec::new();
    while items.len() < MOST_ITEMS {
        match poll_while_woken(|context| poll_next(stream.as_mut(), context)) {
            Ok(Some(item)) => items.push(item),
            Ok(None) => return (items, Ok(())),
            Err(unready) => return (items, Err(unready)),
        }
    }
    (items, Err(Unready::Busy))
}
";

const POLL_WHILE_WOKEN: &str = "\
/// Why something is not ready.
#[derive(Debug)]
enum Unready {
    /// Something else has to wake it.
    Pending,
    /// It wakes itself again and again.
    Busy,
}

/// Polls again as long as that wakes the waker, MOST_POLLS times at most.
fn poll_while_woken<T>(mut poll: impl FnMut(&mut Context<'_>) -> Poll<T>) -> Result<T, Unready> {
    struct Woken(AtomicBool);

    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.0.store(true, Ordering::SeqCst);
        }
    }

    let woken = Arc::new(Woken(AtomicBool::new(false)));
    let waker = Waker::from(Arc::clone(&woken));
    for _ in 0..MOST_POLLS {
        if let Poll::Ready(value) = poll(&mut Context::from_waker(&waker)) {
            return Ok(value);
        }
        if !woken.0.swap(false, Ordering::SeqCst) {
            return Err(Unready::Pending);
        }
    }
    Err(Unready::Busy)
}
";

#[cfg(test)]
mod tests;
