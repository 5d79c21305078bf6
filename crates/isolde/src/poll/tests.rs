use super::*;
use isolde_record::{Polled, polling};
use std::future::{pending, poll_fn, ready};

/// A future that is ready after it has woken itself this many times.
fn countdown(mut rest: usize) -> impl Future<Output = &'static str> {
    poll_fn(move |context| match rest {
        0 => Poll::Ready("lift-off"),
        _ => {
            rest -= 1;
            context.waker().wake_by_ref();
            Poll::Pending
        }
    })
}

fn ended<T>(run: (T, Polling)) -> (T, End, bool) {
    (run.0, run.1.end, run.1.was_pending)
}

#[test]
fn futures_are_polled_as_long_as_they_wake_themselves() {
    assert_eq!(ended(run_future(ready(7))), (Some(7), End::Ready, false));
    assert_eq!(
        ended(run_future(countdown(3))),
        (Some("lift-off"), End::Ready, true)
    );
    assert_eq!(
        ended(run_future(pending::<u8>())),
        (None, End::Pending, true)
    );
}

#[test]
fn a_future_that_never_stops_waking_itself_is_given_up_after_a_number_of_polls() {
    assert_eq!(
        ended(run_future(countdown(MOST_POLLS - 1))),
        (Some("lift-off"), End::Ready, true)
    );
    assert_eq!(
        ended(run_future(countdown(MOST_POLLS))),
        (None, End::Busy, true)
    );
}

/// A stream of the numbers below `end`. After each it waits, and wakes itself; `stops` tells whether it waits without a wake-up at the end.
struct Numbers {
    next: u8,
    end: u8,
    stops: bool,
    waits: bool,
}

fn numbers(end: u8, stops: bool) -> Numbers {
    Numbers {
        next: 0,
        end,
        stops,
        waits: false,
    }
}

fn next(mut numbers: Pin<&mut Numbers>, context: &mut Context<'_>) -> Poll<Option<u8>> {
    if std::mem::replace(&mut numbers.waits, false) {
        context.waker().wake_by_ref();
        return Poll::Pending;
    }
    if numbers.next == numbers.end {
        return match numbers.stops {
            true => Poll::Pending,
            false => Poll::Ready(None),
        };
    }
    numbers.waits = true;
    numbers.next += 1;
    Poll::Ready(Some(numbers.next - 1))
}

#[test]
fn items_of_a_stream_are_taken_until_it_ends_or_waits_or_there_are_enough() {
    let run = |end, stops| ended(run_stream(numbers(end, stops), next));
    assert_eq!(run(0, false), (Some(vec![]), End::Ready, false));
    assert_eq!(run(2, false), (Some(vec![0, 1]), End::Ready, true));
    assert_eq!(run(2, true), (Some(vec![0, 1]), End::Pending, true));
    assert_eq!(run(15, false).1, End::Ready);
    let (items, end, _) = run(16, false);
    assert_eq!((items, end), (Some((0..16).collect()), End::Busy));
}

#[test]
fn bounds_and_names_are_those_of_the_record() {
    assert_eq!(MOST_POLLS, polling::MOST_POLLS);
    assert_eq!(MOST_ITEMS, polling::MOST_ITEMS);
    for (end, name) in [
        (End::Ready, Polled::Ready),
        (End::Pending, Polled::Pending),
        (End::Busy, Polled::Busy),
    ] {
        assert_eq!(format!("{end:?}"), format!("{name:?}"));
    }
}
