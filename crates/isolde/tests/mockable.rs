//! Mocks of hand-written and parameterized tests.

use isolde::mockable;
use std::cell::Cell;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The message of the panic.
fn message(f: impl FnOnce()) -> String {
    let payload = catch_unwind(AssertUnwindSafe(f)).expect_err("it panics");
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => (*payload.downcast::<&str>().expect("a text")).to_owned(),
    }
}

#[mockable]
trait Store<K> {
    type Value: Debug;

    fn get(&self, key: &K) -> Option<&Self::Value>;
    fn name(&self) -> &str;
    fn longest<'t>(&self, one: &'t str, other: &'t str) -> &'t str;
    fn put(&mut self, key: K, value: Self::Value) -> Result<(), String>;
    fn close(self: Box<Self>);
    fn is_empty(&self, key: &K) -> bool {
        self.get(key).is_none()
    }
}

#[test]
fn methods_answer_with_what_they_borrow() {
    let values = [String::from("a"), String::from("b")];
    let count = Cell::new(0);
    let mut store = MockStore::new();
    store.on_get(|key: &usize| {
        count.set(count.get() + 1);
        values.get(*key)
    });
    store.on_name(|| "store");
    store.on_longest(|one, other| if one.len() > other.len() { one } else { other });
    store.on_put(|_, _| Err("full".into()));
    let closed = store.on_close(|| ()).times(1);
    assert_eq!(store.get(&1).map(String::as_str), Some("b"));
    assert!(store.is_empty(&2));
    assert_eq!(count.get(), 2);
    assert_eq!(store.name(), "store");
    assert_eq!(store.longest("a", "bc"), "bc");
    assert_eq!(store.put(1, String::new()), Err("full".into()));
    assert_eq!(format!("{store:?}"), "MockStore");
    Box::new(store).close();
    assert_eq!(closed.calls(), 1);
}

#[mockable]
trait Clock: Send {
    fn now(&mut self) -> u64;
    fn wait(&self, until: std::time::Instant);
}

#[test]
fn mocks_of_traits_that_are_send_go_to_other_threads() {
    let mut clock = MockClock::new();
    let mut time = 3;
    clock.on_now(move || {
        time += 1;
        time
    });
    let last = std::thread::spawn(move || (clock.now(), clock.now()).1);
    assert_eq!(last.join().expect("it ends"), 5);
}

#[test]
fn other_numbers_of_calls_than_expected_fail_the_test() {
    let failed = message(|| {
        let mut clock = MockClock::new();
        clock.on_now(|| 0).times(2);
        clock.now();
    });
    assert_eq!(
        failed,
        "`MockClock::now` should have been called 2 times, but was called 1 times"
    );
}

#[test]
fn open_methods_say_how_they_are_set() {
    assert_eq!(
        message(|| {
            MockClock::new().now();
        }),
        "`MockClock::now` was called, but has no answer: set one with `on_now`, or call it in a parameterized test"
    );
    let clock = MockClock::new();
    assert_eq!(
        message(|| clock.wait(std::time::Instant::now())),
        "`MockClock::wait` was called, but has no answer: set one with `on_wait`, or call it in a parameterized test"
    );
    let store = MockStore::<u8, u8>::new();
    assert_eq!(
        message(|| {
            store.name();
        }),
        "`MockStore::name` was called, but has no answer: set one with `on_name`"
    );
}

#[mockable(send, SIZE = 4)]
trait Buffer {
    const SIZE: usize;
    const NAME: &'static str = "buffer";
    fn fill(&mut self, bytes: &mut [u8]) -> usize;
}

fn filled<B: Buffer>(buffer: &mut B) -> (usize, &'static str) {
    let mut bytes = vec![0; B::SIZE];
    (buffer.fill(&mut bytes), B::NAME)
}

#[test]
fn constants_have_the_values_that_the_attribute_gives() {
    let mut buffer = MockBuffer::new();
    buffer.on_fill(|bytes| bytes.len());
    assert_eq!(filled(&mut buffer), (4, "buffer"));
}

#[mockable]
trait Remote {
    async fn load(&mut self, of: u8) -> Result<u8, String>;
}

#[test]
fn the_closure_of_an_async_fn_gives_the_output() {
    let mut remote = MockRemote::new();
    remote.on_load(|of| of.checked_mul(100).ok_or_else(|| "large".into()));
    let (one, _) = isolde::run_future(remote.load(2));
    assert_eq!(one, Some(Ok(200)));
    let (other, _) = isolde::run_future(remote.load(3));
    assert_eq!(other, Some(Err("large".into())));
}

#[isolde::put(fresh = 50)]
fn open_methods_are_chosen(limit: u8) {
    let mut clock = MockClock::new();
    let calls = clock.on_wait(|_| ());
    let times: Vec<u64> = (0..limit % 4).map(|_| clock.now()).collect();
    assert_eq!(times.len(), usize::from(limit % 4));
    assert_eq!(calls.calls(), 0);
}

#[mockable]
trait Scope {
    fn later<'s>(&'s self, one: &'s str, other: &'s str) -> &'s str;
    fn both<'s>(&'s self, one: Option<&'s u8>) -> (&'s u8, std::borrow::Cow<'s, str>);
}

#[test]
fn arguments_may_have_the_lifetime_of_the_receiver() {
    let scope = MockScope::new();
    scope.on_later(|one, other| if one < other { other } else { one });
    scope.on_both(|one| (one.unwrap_or(&7), "both".into()));
    let text = String::from("b");
    assert_eq!(scope.later("a", &text), "b");
    let (number, name) = scope.both(None);
    assert_eq!((*number, &*name), (7, "both"));
}

#[mockable]
trait Plugin: Send + Sync + 'static {
    fn next(&self) -> Box<dyn Plugin>;
    fn name(&self, of: &mut Vec<u8>) -> &str;
}

#[mockable]
trait Component: std::any::Any {
    fn name(&self) -> &str;
}

#[test]
fn traits_of_what_borrows_nothing_have_mocks() {
    let plugin = MockPlugin::new();
    plugin.on_name(|bytes| {
        bytes.push(1);
        "first"
    });
    plugin.on_next(|| {
        let next = MockPlugin::new();
        next.on_name(|_| "next");
        Box::new(next)
    });
    let mut bytes = Vec::new();
    assert_eq!(plugin.next().name(&mut bytes), "next");
    assert_eq!(plugin.name(&mut bytes), "first");
    assert_eq!(bytes, [1]);
    let component = MockComponent::new();
    component.on_name(|| "component");
    let any: &dyn std::any::Any = &component;
    assert!(any.is::<MockComponent<'static>>());
    assert_eq!(component.name(), "component");
}
