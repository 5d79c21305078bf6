use super::*;
use crate::render::tests::test;
use isolde_record::{Edition, Observed, Outcome};
use std::fs;
use std::process::Command;

fn observed(lazy: Lazy, polled: Option<Polled>, returned: &str) -> crate::render::Test {
    let observation = Observation {
        call: "c::f(1)".into(),
        polled,
        returned: Some(Observed::Source(returned.into())),
        ..Observation::default()
    };
    let mut test = test(Outcome::Returned, observation, false);
    test.thunk.lazy = Some(lazy);
    test
}

fn stream() -> Lazy {
    Lazy::Stream {
        poll_next: "c::Stream::poll_next".into(),
    }
}

#[test]
fn tests_say_how_polling_ended() {
    for (lazy, polled, returned, line) in [
        (
            Lazy::Future,
            Polled::Ready,
            "Ok(2)",
            "assert_eq!(block_on(c::f(1)), Ok(2));",
        ),
        (
            Lazy::Future,
            Polled::Pending,
            "true",
            "assert!(is_pending(c::f(1)));",
        ),
        (
            Lazy::Future,
            Polled::Busy,
            "true",
            "assert!(is_busy(c::f(1)));",
        ),
        (
            stream(),
            Polled::Ready,
            "vec![1]",
            "assert_eq!(collect(c::f(1), c::Stream::poll_next), vec![1]);",
        ),
        (
            stream(),
            Polled::Pending,
            "vec![1]",
            "assert_eq!(first_items(c::f(1), c::Stream::poll_next), vec![1]);",
        ),
    ] {
        let source = observed(lazy, Some(polled), returned).source();
        assert!(source.contains(line), "{line} is missing in\n{source}");
    }
}

#[test]
fn a_call_that_did_not_return_is_run_to_the_end() {
    let mut test = observed(Lazy::Future, None, "()");
    test.outcome = Outcome::TimedOut;
    test.observation.returned = None;
    let source = test.source();
    assert!(source.contains("let _ = block_on(c::f(1));"), "{source}");
}

#[test]
fn a_file_contains_the_functions_that_its_tests_call_and_no_others() {
    let text = source(&[Helper::BlockOn].into(), "std");
    for present in ["fn block_on", "fn run", "fn poll_while_woken"] {
        assert!(text.contains(present), "{present} is missing in\n{text}");
    }
    for absent in ["fn is_pending", "fn take", "Pin,", "MOST"] {
        assert!(!text.contains(absent), "{absent} is in\n{text}");
    }
    assert_eq!(source(&BTreeSet::new(), "std"), "");
    assert_eq!(import(&BTreeSet::new()), "");
    assert_eq!(
        import(&[Helper::BlockOn].into()),
        "use super::block_on;\n\n"
    );
    assert_eq!(
        import(&[Helper::Collect, Helper::BlockOn].into()),
        "use super::{block_on, collect};\n\n"
    );
}

/// Tests of all helpers, which a suite would have in a module.
const USERS: &str = r#"
    use std::pin::Pin;
    use std::task::{Context, Poll};

    /// Ready after this many wake-ups; without any, if there are none left to give.
    struct Countdown(usize, bool);

    impl std::future::Future for Countdown {
        type Output = u8;
        fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<u8> {
            if self.0 == 0 {
                return if self.1 { Poll::Ready(7) } else { Poll::Pending };
            }
            self.0 -= 1;
            context.waker().wake_by_ref();
            Poll::Pending
        }
    }

    trait Stream {
        type Item;
        fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>>;
    }

    impl Stream for Countdown {
        type Item = usize;
        fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<usize>> {
            if self.0 == 0 {
                return if self.1 { Poll::Ready(None) } else { Poll::Pending };
            }
            self.0 -= 1;
            Poll::Ready(Some(self.0))
        }
    }

    #[test]
    fn futures() {
        assert_eq!(block_on(Countdown(0, true)), 7);
        assert_eq!(block_on(Countdown(999, true)), 7);
        assert!(is_pending(Countdown(3, false)));
        assert!(!is_pending(Countdown(3, true)));
        assert!(is_busy(Countdown(1000, true)));
        assert!(!is_busy(Countdown(999, true)));
    }

    #[test]
    #[should_panic(expected = "the future is ready: Pending")]
    fn a_future_that_is_pending() {
        block_on(Countdown(0, false));
    }

    #[test]
    fn streams() {
        assert_eq!(collect(Countdown(2, true), Stream::poll_next), [1, 0]);
        assert_eq!(first_items(Countdown(2, false), Stream::poll_next), [1, 0]);
        assert_eq!(first_items(Countdown(99, true), Stream::poll_next).len(), 16);
    }

    #[test]
    #[should_panic(expected = "the stream ends: Pending")]
    fn a_stream_that_waits() {
        collect(Countdown(2, false), Stream::poll_next);
    }

    #[test]
    #[should_panic(expected = "the stream does not end: ()")]
    fn a_stream_that_ends() {
        first_items(Countdown(2, true), Stream::poll_next);
    }
"#;

#[test]
fn the_functions_compile_without_warnings_in_all_editions_and_do_what_their_names_say() {
    let folder = tempfile::tempdir().expect("a folder");
    let all: BTreeSet<Helper> = [
        Helper::BlockOn,
        Helper::IsPending,
        Helper::IsBusy,
        Helper::Collect,
        Helper::FirstItems,
    ]
    .into();
    for edition in [
        Edition::E2015,
        Edition::E2018,
        Edition::E2021,
        Edition::E2024,
    ] {
        // In a test target, as a module below the functions; and beside them, in a module of a crate without std.
        let outside = format!(
            "mod tests {{\n{}{USERS}\n}}\n{}",
            import(&all),
            source(&all, "std")
        );
        let inside = format!(
            "#![no_std]\nmod tests {{\n#![allow(unused_imports)]\nextern crate std;\nuse self::std::prelude::rust_2021::*;\n\
             use self::std::vec;\n{}\n{}\n}}\n",
            USERS
                .replace("use std::pin::Pin;\n", "")
                .replace("    use std::task::{Context, Poll};\n", ""),
            source(&all, "self::std")
        );
        for (name, text) in [("outside", &outside), ("inside", &inside)] {
            let file = folder.path().join(format!("{name}.rs"));
            let program = folder.path().join(name);
            fs::write(&file, text).expect("written");
            let built = Command::new("rustc")
                .args(["--test", "--deny", "warnings", "--edition", edition.name()])
                .arg("-o")
                .args([&program, &file])
                .output()
                .expect("rustc runs");
            let said = String::from_utf8_lossy(&built.stderr);
            assert!(built.status.success(), "{}: {said}\n{text}", edition.name());
            let run = Command::new(&program).output().expect("it runs");
            let said = String::from_utf8_lossy(&run.stdout);
            assert!(run.status.success(), "{}: {said}", edition.name());
        }
    }
}
