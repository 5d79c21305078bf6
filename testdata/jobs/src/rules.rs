//! What holds for all pools: tests do not see one another's detours, and what is missed is said.

use crate::clock;
use crate::gate::Gate;
use crate::pools::*;
use rayon::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

/// Many tests at once, each with its own detour and its own work on pools that all share.
mod parallel {
    use super::*;

    fn own_work_sees_own_detour(own: u64) {
        let guard = isolde::detour!(clock::hour, across threads => || own);
        let hours: Vec<u64> = (0..100).into_par_iter().map(|_| clock::hour()).collect();
        assert!(hours.iter().all(|hour| *hour == own), "{own}: {hours:?}");
        let nested = rayon::join(
            || rayon::join(clock::hour, || RAYON.install(clock::hour)),
            || (0..50).into_par_iter().map(|_| clock::hour()).sum::<u64>(),
        );
        assert_eq!(nested, ((own, own), 50 * own));
        let tasks = TOKIO.block_on(async {
            let tasks: Vec<_> = (0..20)
                .map(|turns| {
                    tokio::spawn(async move {
                        for _ in 0..turns {
                            tokio::task::yield_now().await;
                        }
                        let inner = tokio::task::spawn_blocking(clock::hour);
                        (clock::hour(), inner.await.unwrap())
                    })
                })
                .collect();
            futures::future::join_all(tasks).await
        });
        for task in tasks {
            assert_eq!(task.unwrap(), (own, own));
        }
        let (sender, receiver) = channel();
        for _ in 0..20 {
            let sender = sender.clone();
            let job: Job = Box::new(move || sender.send(clock::hour()).unwrap());
            BOXED.lock().unwrap().send(job).unwrap();
        }
        drop(sender);
        assert_eq!(receiver.into_iter().collect::<Vec<_>>(), vec![own; 20]);
        assert_eq!(guard.calls(), 100 + 52 + 40 + 20);
    }

    macro_rules! tests {
        ($($name:ident $own:expr;)*) => { $(
            #[isolde::test]
            fn $name() {
                own_work_sees_own_detour($own);
            }
        )* };
    }
    tests! {
        t00 100; t01 101; t02 102; t03 103; t04 104; t05 105; t06 106; t07 107;
        t08 108; t09 109; t10 110; t11 111; t12 112; t13 113; t14 114; t15 115;
        t16 116; t17 117; t18 118; t19 119; t20 120; t21 121; t22 122; t23 123;
        t24 124; t25 125; t26 126; t27 127; t28 128; t29 129; t30 130; t31 131;
        t32 132; t33 133; t34 134; t35 135; t36 136; t37 137; t38 138; t39 139;
        t40 140; t41 141; t42 142; t43 143; t44 144; t45 145; t46 146; t47 147;
        t48 148; t49 149; t50 150; t51 151; t52 152; t53 153; t54 154; t55 155;
        t56 156; t57 157; t58 158; t59 159; t60 160; t61 161; t62 162; t63 163;
    }
}

/// Asks on a thread that cannot know for whom.
fn asks_for_nobody(about: fn() -> u64) -> u64 {
    let (reply, receiver) = channel();
    let question = Question { about, test: None, gate: Gate::opened(), reply };
    QUESTIONS.lock().unwrap().send(question).unwrap();
    receiver.recv().unwrap()
}

#[isolde::test]
fn calls_that_no_test_owns_are_counted_and_run_the_function() {
    // No other test detours this function, since nobody knows for which test such a call is.
    let guard = isolde::detour!(clock::minute, across threads => || 7);
    assert_eq!((asks_for_nobody(clock::minute), guard.calls(), guard.missed()), (0, 0, 1));
}

#[isolde::test]
fn a_trap_stops_calls_that_no_test_owns() {
    let guard = isolde::detour!(clock::second, across threads => || 7);
    let _trap = isolde::trap!(crate::clock);
    // The pool's worker catches the panic.
    assert_eq!((asks_for_nobody(clock::second), guard.missed()), (99, 1));
}

#[isolde::test]
fn work_that_panics_gives_its_thread_back() {
    let _guard = isolde::detour!(clock::hour, across threads => || 7);
    let work: Job = Box::new(|| panic!("{}", clock::hour()));
    let (sender, receiver) = channel();
    let job: Job = Box::new(move || {
        let panicked = catch_unwind(AssertUnwindSafe(work));
        sender.send(panicked.unwrap_err().downcast_ref::<String>().cloned()).unwrap();
    });
    BOXED.lock().unwrap().send(job).unwrap();
    assert_eq!(receiver.recv().unwrap().as_deref(), Some("7"));
    // The worker's own calls are nobody's.
    assert_eq!(asks_for_nobody(clock::hour), 0);
}

#[isolde::test]
fn callbacks_that_tests_share_run_for_the_caller() {
    use std::sync::OnceLock;
    type Callback = Box<dyn Fn() -> u64 + Send + Sync>;
    static CALLBACK: OnceLock<Callback> = OnceLock::new();
    fn make() -> u64 {
        // From here on, this is another test.
        let _guard = isolde::detour!(clock::hour, across threads => || 1);
        let number = std::hint::black_box(0);
        assert!(CALLBACK.set(Box::new(move || clock::hour() + number)).is_ok());
        clock::hour()
    }
    assert_eq!(asks_for_nobody(make), 1);
    let _guard = isolde::detour!(clock::hour, across threads => || 7);
    let callback = CALLBACK.get().unwrap();
    assert_eq!(callback(), 7);
    assert_eq!(RAYON.install(callback), 7);
}

#[isolde::test]
fn work_of_a_test_that_has_ended_runs_for_the_test_that_runs_it() {
    use futures::future::BoxFuture;
    use std::sync::Mutex;
    static JOB: Mutex<Option<Box<dyn FnOnce() -> u64 + Send>>> = Mutex::new(None);
    static FUTURE: Mutex<Option<BoxFuture<'static, u64>>> = Mutex::new(None);
    fn make() -> u64 {
        // As above, another test, which ends with this function.
        let _guard = isolde::detour!(clock::hour, across threads => || 1);
        let number = std::hint::black_box(0);
        *JOB.lock().unwrap() = Some(Box::new(move || clock::hour() + number));
        *FUTURE.lock().unwrap() = Some(Box::pin(async move { clock::hour() + number }));
        clock::hour()
    }
    assert_eq!(asks_for_nobody(make), 1);
    let guard = isolde::detour!(clock::hour, across threads => || 7);
    let job = JOB.lock().unwrap().take().unwrap();
    let future = FUTURE.lock().unwrap().take().unwrap();
    assert_eq!((job(), futures::executor::block_on(future)), (7, 7));
    assert_eq!(guard.calls(), 2);
}

#[isolde::test]
fn closures_of_detours_run_where_the_call_is_whoever_made_its_arguments() {
    use std::sync::OnceLock;
    static HOUR: OnceLock<Arc<u64>> = OnceLock::new();
    fn make() -> u64 {
        let _guard = isolde::detour!(clock::hour, across threads => || 1);
        assert!(HOUR.set(Arc::new(5)).is_ok());
        clock::hour()
    }
    assert_eq!(asks_for_nobody(make), 1);
    let _own = isolde::detour!(clock::hour => || 8);
    let _since = isolde::detour!(clock::since => |hour| *hour + clock::hour());
    assert_eq!(clock::since(HOUR.get().unwrap()), 13);
}

#[isolde::test]
fn a_job_may_have_a_detour_of_its_thread_alone_which_its_own_jobs_on_other_threads_have_not() {
    let _guard = isolde::detour!(clock::hour, across threads => || 7);
    let (sender, receiver) = channel();
    let job: Job = Box::new(move || {
        let _own = isolde::detour!(clock::hour => || 8);
        sender.send((clock::hour(), rayon::join(clock::hour, || ()).0)).unwrap();
    });
    BOXED.lock().unwrap().send(job).unwrap();
    assert_eq!(receiver.recv().unwrap(), (8, 7));
}

#[isolde::test]
fn recording_notes_the_calls_of_other_threads() {
    let guard = isolde::detour!(clock::later, across threads, recording => |hour, _| hour);
    let sum: u64 = (1..=3).into_par_iter().map(|n| clock::later(n, n)).sum();
    let mut arguments = guard.arguments();
    arguments.sort();
    let expected = ["1, 1", "2, 2", "3, 3"].map(str::to_owned);
    assert_eq!((sum, arguments), (6, expected.to_vec()));
}

#[isolde::test]
fn the_end_of_a_guard_waits_for_its_closure() {
    let gate = Gate::default();
    let opens = gate.clone();
    let entered = Arc::new(Gate::default());
    let enters = Arc::clone(&entered);
    let guard = isolde::detour!(clock::hour, across threads => move || {
        enters.open();
        gate.wait();
        7
    });
    let (sender, receiver) = channel();
    rayon::spawn(move || sender.send(clock::hour()).unwrap());
    entered.wait();
    let opener = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        opens.open();
    });
    drop(guard);
    assert_eq!(receiver.recv().unwrap(), 7);
    assert_eq!(rayon::join(clock::hour, || ()).0, 0);
    opener.join().unwrap();
}

#[isolde::test]
fn what_is_carried_by_hand_runs_for_its_test() {
    let _guard = isolde::detour!(clock::hour, across threads => || 7);
    let carried = isolde::detour::carry(clock::hour);
    let future = isolde::detour::carry_future(async { clock::hour() });
    assert_eq!(isolde::detour::Test::current().run(clock::hour), 7);
    assert_eq!(RAYON.install(carried), 7);
    assert_eq!(TOKIO.block_on(TOKIO.spawn(future)).unwrap(), 7);
}
