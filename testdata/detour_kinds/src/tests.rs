//! A test for each kind of function and each place that it is called from: the crate, a dependency, the standard library.
//!
//! A test is named after its cell in the book's table: `kind::from`. Tests with `#[should_panic]` are for the cells in which no detour is possible,
//! and show that this is reported.

use crate::{calls_private, private};
use dep::{Counter, English, German, Greet, Large, Nothing};
use detour_kinds_dep as dep;
use isolde::detour;
use std::fs::File;
use std::io;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

mod free_function {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let _guard = detour!(dep::free => |n| n * 10);
        assert_eq!(dep::free(4), 40);
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(dep::free => |n| n * 10);
        assert_eq!(dep::calls_free(4), 40);
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(dep::free => |n| n * 10);
        assert_eq!(Some(4).map(dep::free), Some(40));
    }
}

mod private_function {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let _guard = detour!(private => |n| n * 10);
        assert_eq!(calls_private(4), 40);
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(private => |n| n * 10);
        assert_eq!(dep::apply(private, 4), 40);
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(private => |n| n * 10);
        assert_eq!(Some(4).map(private), Some(40));
    }
}

mod inline_function {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let _guard = detour!(dep::inline => |n| n * 10);
        assert_eq!(dep::inline(4), 40);
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(dep::inline => |n| n * 10);
        assert_eq!(dep::calls_inline(4), 40);
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(dep::inline => |n| n * 10);
        assert_eq!(Some(4).map(dep::inline), Some(40));
    }
}

mod always_inline_function {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let _guard = detour!(dep::always_inline => |n| n * 10);
        assert_eq!(dep::always_inline(4), 40);
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(dep::always_inline => |n| n * 10);
        assert_eq!(dep::calls_always_inline(4), 40);
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(dep::always_inline => |n| n * 10);
        assert_eq!(Some(4).map(dep::always_inline), Some(40));
    }
}

mod constructor {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let _guard = detour!(Counter::new => |n| original!(n * 10));
        assert_eq!(Counter::new(4).n, 40);
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(Counter::new => |n| isolde::original!(n * 10));
        assert_eq!(dep::calls_new(4), 40);
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(Counter::new => |n| original!(n * 10));
        assert_eq!(Some(4).map(Counter::new).unwrap().n, 40);
    }
}

mod method_by_reference {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let _guard = detour!(Counter::get => |counter| counter.n * 10);
        assert_eq!(Counter::new(4).get(), 40);
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(Counter::get => |counter| counter.n * 10);
        assert_eq!(dep::calls_get(&Counter::new(4)), 40);
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(Counter::get => |counter| counter.n * 10);
        assert_eq!(Some(&Counter::new(4)).map(Counter::get), Some(40));
    }
}

mod method_of_one_instance {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let (a, b) = (Counter::new(1), Counter::new(2));
        let _guard = detour!(Counter::get, on &a => |_| 40);
        assert_eq!((a.get(), b.get()), (40, 2));
    }
    #[isolde::test]
    fn from_dependency() {
        let (a, b) = (Counter::new(1), Counter::new(2));
        let _all = detour!(Counter::get => |_| 30);
        let _guard = detour!(Counter::get, on &a => |_| 40);
        let _newer = detour!(Counter::get => |_| 50);
        assert_eq!((dep::calls_get(&a), dep::calls_get(&b)), (40, 50));
    }
    #[isolde::test]
    fn from_std() {
        let (a, b) = (Counter::new(1), Counter::new(2));
        let _guard = detour!(Counter::get, on &a => |_| 40);
        assert_eq!([&a, &b].map(Counter::get), [40, 2]);
    }
}

mod method_by_mutable_reference {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let _guard = detour!(Counter::increase => |counter| {
            counter.n *= 10;
            7
        });
        let mut counter = Counter::new(4);
        assert_eq!((counter.increase(), counter.n), (7, 40));
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(Counter::increase => |counter| original!(counter) * 10);
        assert_eq!(dep::calls_increase(&mut Counter::new(3)), 40);
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(Counter::increase => |_| 40);
        assert_eq!(Some(&mut Counter::new(4)).map(Counter::increase), Some(40));
    }
}

mod method_by_value {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let _guard = detour!(Counter::into_inner => |counter| counter.n * 10);
        assert_eq!(Counter::new(4).into_inner(), 40);
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(Counter::into_inner => |counter| counter.n * 10);
        assert_eq!(dep::calls_into_inner(Counter::new(4)), 40);
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(Counter::into_inner => |counter| counter.n * 10);
        assert_eq!(Some(Counter::new(4)).map(Counter::into_inner), Some(40));
    }
}

mod method_by_box {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let _guard = detour!(Counter::boxed => |counter| counter.n * 10);
        assert_eq!(Box::new(Counter::new(4)).boxed(), 40);
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(Counter::boxed => |counter| counter.n * 10);
        assert_eq!(dep::calls_boxed(Counter::new(4)), 40);
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(Counter::boxed => |counter| counter.n * 10);
        assert_eq!(
            Some(Box::new(Counter::new(4))).map(Counter::boxed),
            Some(40)
        );
    }
}

mod reference_into_argument {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let _guard = detour!(Counter::name => |counter| &original!(counter)[1..]);
        assert_eq!(Counter::new(4).name(), "wn");
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(Counter::name => |_| "other");
        assert_eq!(dep::calls_name(&Counter::new(4)), "other");
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(Counter::name => |_| "other");
        assert_eq!(Some(&Counter::new(4)).map(Counter::name), Some("other"));
    }
}

mod trait_method_of_one_impl {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let _guard = detour!(<English as Greet>::hello => |_| "yo".to_owned());
        assert_eq!(English.hello() + &German.hello(), "yohallo");
        let objects: [&dyn Greet; 2] = [&English, &German];
        assert_eq!(objects.map(|one| one.hello()), ["yo", "hallo"]);
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(<English as Greet>::hello => |_| "yo".to_owned());
        assert_eq!(
            dep::calls_hello(&English) + &dep::calls_hello(&German),
            "yohallo"
        );
        assert_eq!(English.twice(), "yoyo");
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(<Counter as std::fmt::Display>::fmt => |_, f| f.write_str("forty"));
        assert_eq!(
            format!("{:?} {}", Some(1), Counter::new(4)),
            "Some(1) forty"
        );
    }
}

mod default_method_of_one_impl {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let _guard = detour!(<German as Greet>::twice => |_| "2".to_owned());
        assert_eq!(
            (German.twice(), English.twice()),
            ("2".to_owned(), "hihi".to_owned())
        );
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(<German as Greet>::twice => |_| "2".to_owned());
        assert_eq!(dep::calls_twice(&German), "2");
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(<German as Greet>::twice => |_| "2".to_owned());
        assert_eq!(Some(&German).map(<German as Greet>::twice).unwrap(), "2");
    }
}

mod derived_method {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let _guard = detour!(<Counter as Clone>::clone => |_| Counter::new(40));
        assert_eq!(Counter::new(4).clone().n, 40);
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(<Counter as Clone>::clone => |_| Counter::new(40));
        assert_eq!(dep::calls_clone(&Counter::new(4)).n, 40);
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(<Counter as Clone>::clone => |_| Counter::new(40));
        assert_eq!(vec![Counter::new(4)].clone()[0].n, 40);
    }
}

mod operator {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let _guard = detour!(<Counter as std::ops::Add>::add => |_, _| Counter::new(40));
        assert_eq!((Counter::new(1) + Counter::new(1)).n, 40);
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(<Counter as std::ops::Add>::add => |_, _| Counter::new(40));
        assert_eq!(dep::calls_add(Counter::new(1), Counter::new(1)), 40);
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(<Counter as std::ops::Add>::add => |_, _| Counter::new(40));
        let sum = [Counter::new(1), Counter::new(1)]
            .into_iter()
            .reduce(std::ops::Add::add);
        assert_eq!(sum.unwrap().n, 40);
    }
}

mod generic_instance {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let _guard = detour!(dep::generic => |n: u8| format!("u8 {n}"));
        assert_eq!(
            (dep::generic(1_u8), dep::generic(1_u16)),
            ("u8 1".to_owned(), "1".to_owned())
        );
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(dep::generic::<u8> => |n| format!("u8 {n}"));
        assert_eq!(dep::calls_generic(), ("u8 1".to_owned(), "1".to_owned()));
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(dep::generic::<u8> => |n| format!("u8 {n}"));
        assert_eq!(Some(1_u8).map(dep::generic).unwrap(), "u8 1");
    }
}

mod constant_generic_instance {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let _guard = detour!(dep::array::<3> => |_| [9; 3]);
        assert_eq!((dep::array::<3>(1), dep::array::<2>(1)), ([9; 3], [1; 2]));
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(dep::array::<3> => |_| [9; 3]);
        assert_eq!(dep::calls_array(), 27);
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(dep::array::<3> => |_| [9; 3]);
        assert_eq!(Some(1).map(dep::array::<3>), Some([9; 3]));
    }
}

mod impl_trait_argument {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let _guard = detour!(dep::impl_argument => |text: &str| text.len() * 10);
        assert_eq!(dep::impl_argument("abcd"), 40);
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(dep::impl_argument => |_: &str| 40);
        assert_eq!(dep::calls_impl_argument(), 40);
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(dep::impl_argument => |_: &str| 40);
        assert_eq!(Some("abc").map(dep::impl_argument), Some(40));
    }
}

mod tracking_caller {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let _guard = detour!(dep::tracked => |n| n * 10);
        assert_eq!(dep::tracked(4), 40);
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(dep::tracked => |n| n * 10);
        assert_eq!(dep::calls_tracked(4), 40);
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(dep::tracked => |n| n * 10);
        assert_eq!(Some(4).map(dep::tracked), Some(40));
    }
}

mod constant_function_at_run_time {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let _guard = detour!(dep::constant => |n| n * 10);
        assert_eq!(dep::constant(4), 40);
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(dep::constant => |n| n * 10);
        assert_eq!(dep::calls_constant(4), 40);
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(dep::constant => |n| n * 10);
        assert_eq!(Some(4).map(dep::constant), Some(40));
    }
}

mod large_result {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let _guard = detour!(dep::large => |n| Large([n * 10; 40]));
        assert_eq!(dep::large(4), Large([40; 40]));
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(dep::large => |n| Large([n * 10; 40]));
        assert_eq!(dep::calls_large(4), 40);
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(dep::large => |n| Large([n * 10; 40]));
        assert_eq!(Some(4).map(dep::large), Some(Large([40; 40])));
    }
}

mod zero_sized {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let guard = detour!(dep::nothing => |_| Nothing);
        assert_eq!(dep::nothing(Nothing), Nothing);
        assert_eq!(guard.calls(), 1);
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(dep::nothing => |nothing| nothing);
        assert_eq!(dep::calls_nothing(), Nothing);
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(dep::nothing => |nothing| nothing);
        assert_eq!(Some(Nothing).map(dep::nothing), Some(Nothing));
    }
}

mod wide_values {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let _guard = detour!(dep::wide => |(a, b, text, boxed)| (a + 1, b * 2.0, text.len() * 10 + usize::from(*boxed.unwrap())));
        let boxed = Some(Box::new(5));
        assert_eq!(
            dep::wide((1 << 100, 1.5, "abc", boxed)),
            ((1 << 100) + 1, 3.0, 35)
        );
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(dep::wide => |_| (u128::MAX, -0.5, 7));
        assert_eq!(dep::calls_wide(), (u128::MAX, -0.5, 7));
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(dep::wide => |_| (u128::MAX, -0.5, 7));
        assert_eq!(
            Some((1, 1.0, "", None)).map(dep::wide),
            Some((u128::MAX, -0.5, 7))
        );
    }
}

mod never_returning {
    use super::*;
    use std::panic::catch_unwind;
    fn message(call: impl FnOnce() -> u64 + std::panic::UnwindSafe) -> String {
        *catch_unwind(call).unwrap_err().downcast().unwrap()
    }
    #[isolde::test]
    fn from_crate() {
        let _guard = detour!(dep::never => |code| panic!("exit {code}"));
        assert_eq!(message(|| dep::never(4)), "exit 4");
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(dep::never => |code| panic!("exit {code}"));
        assert_eq!(message(dep::calls_never), "exit 3");
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(dep::never => |code| panic!("exit {code}"));
        assert_eq!(
            message(|| Err(4).unwrap_or_else(|code| dep::never(code))),
            "exit 4"
        );
    }
}

mod unsafe_function {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let _guard = detour!(dep::not_safe => |n| n * 10);
        assert_eq!(unsafe { dep::not_safe(4) }, 40);
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(unsafe dep::not_safe => |n| n * 10);
        assert_eq!(dep::calls_not_safe(4), 40);
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(dep::not_safe => |n| n * 10);
        assert_eq!(Some(4).map(|n| unsafe { dep::not_safe(n) }), Some(40));
    }
}

mod extern_c_function {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let _guard = detour!(extern "C" dep::foreign_convention => |n| original!(n) * 10);
        assert_eq!(dep::foreign_convention(3), 40);
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(extern "C" dep::foreign_convention => |n| n * 10);
        assert_eq!(dep::calls_foreign_convention(4), 40);
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(extern "C" dep::foreign_convention => |n| n * 10);
        assert_eq!(Some(4).map(|n| dep::foreign_convention(n)), Some(40));
    }
}

mod foreign_function {
    use super::*;
    use std::ffi::{c_char, c_int};
    unsafe extern "C" {
        fn getenv(name: *const c_char) -> *mut c_char;
        fn clock_gettime(clock: c_int, time: *mut [i64; 2]) -> c_int;
    }
    #[isolde::test]
    fn from_crate() {
        let _guard = detour!(unsafe extern "C" dep::getppid => || 40);
        assert_eq!(dep::getppid(), 40);
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(extern "C" dep::getppid => || 40);
        assert_eq!(dep::calls_getppid(), 40);
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(extern "C" getenv => |_| c"other".as_ptr().cast_mut());
        assert_eq!(std::env::var("PATH").unwrap(), "other");
        let _clock = detour!(extern "C" clock_gettime => |_, time| {
            unsafe { *time = [77, 0] };
            0
        });
        assert_eq!(UNIX_EPOCH.elapsed().unwrap().as_secs(), 77);
        assert_eq!(dep::calls_now(), 77);
    }
}

mod std_function {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let time = UNIX_EPOCH + Duration::from_secs(5);
        let _guard = detour!(SystemTime::now => || time);
        assert_eq!(SystemTime::now(), time);
    }
    #[isolde::test]
    fn from_dependency() {
        let time = UNIX_EPOCH + Duration::from_secs(5);
        let _guard = detour!(SystemTime::now => || time);
        assert_eq!(dep::calls_now(), 5);
    }
    #[isolde::test]
    #[should_panic(expected = "inlined when the standard library was compiled")]
    fn from_std() {
        let time = UNIX_EPOCH + Duration::from_secs(5);
        let _guard = detour!(SystemTime::now => || time);
        let _ = UNIX_EPOCH.elapsed();
    }
}

mod std_generic_function {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let _guard =
            detour!(std::fs::read_to_string::<&str> => |path| Ok(format!("text of {path}")));
        assert_eq!(std::fs::read_to_string("/none").unwrap(), "text of /none");
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(std::env::var::<&str> => |name| Ok(format!("value of {name}")));
        assert_eq!(dep::calls_var("NONE").unwrap(), "value of NONE");
    }
    #[isolde::test]
    fn from_std() {
        let _guard =
            detour!(std::fs::read_to_string::<&str> => |path| Ok(format!("text of {path}")));
        assert_eq!(
            Some("/none").map(std::fs::read_to_string).unwrap().unwrap(),
            "text of /none"
        );
    }
}

mod std_method {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let _guard = detour!(File::open::<&str> => |path| Err(io::Error::other(path.to_owned())));
        assert_eq!(File::open("/").unwrap_err().to_string(), "/");
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(File::open::<&str> => |path| Err(io::Error::other(path.to_owned())));
        assert_eq!(dep::calls_open("/").unwrap_err().to_string(), "/");
    }
    #[isolde::test]
    #[should_panic(expected = "inlined when the standard library was compiled")]
    fn from_std() {
        let _guard = detour!(Instant::now => || Instant::now() + Duration::from_secs(9));
        let _ = dep::calls_instant().elapsed();
    }
}

mod std_blocking_function {
    use super::*;
    #[isolde::test]
    fn from_crate() {
        let guard = detour!(std::thread::sleep, recording => |_| ());
        std::thread::sleep(Duration::from_secs(60));
        assert_eq!(guard.arguments(), ["60s"]);
    }
    #[isolde::test]
    fn from_dependency() {
        let _guard = detour!(std::thread::sleep => |_| ()).times(1);
        dep::calls_sleep();
    }
    #[isolde::test]
    fn from_std() {
        let _guard = detour!(std::thread::sleep => |_| ()).times(2);
        let _ = [Duration::from_secs(60); 2].map(std::thread::sleep);
    }
}

mod async_function {
    use super::*;
    use std::pin::{Pin, pin};
    use std::task::{Context, Poll, Waker};

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        let mut future = pin!(future);
        loop {
            if let Poll::Ready(output) = future
                .as_mut()
                .poll(&mut Context::from_waker(Waker::noop()))
            {
                return output;
            }
        }
    }

    /// Ready when it is polled again.
    struct Later(bool);
    impl Future for Later {
        type Output = ();
        fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
            match std::mem::replace(&mut self.0, true) {
                true => Poll::Ready(()),
                false => Poll::Pending,
            }
        }
    }

    #[isolde::test]
    fn from_crate() {
        let before = dep::asynchronous(1);
        let guard = detour!(async dep::asynchronous => |n| n * 10);
        assert_eq!(block_on(dep::asynchronous(4)), 40);
        assert_eq!(block_on(before), 2);
        drop(dep::asynchronous(5));
        assert_eq!(guard.calls(), 2);
        drop(guard);
        assert_eq!(block_on(dep::asynchronous(4)), 5);
    }

    #[isolde::test]
    fn from_dependency() {
        let factor = 10;
        let _guard = detour!(async dep::asynchronous => |n| async move {
            Later(false).await;
            n * factor
        });
        let both = async {
            let (first, second) = (dep::calls_asynchronous(4), dep::calls_asynchronous(5));
            (second.await, first.await)
        };
        assert_eq!(block_on(both), (50, 40));
    }

    #[isolde::test]
    fn from_std() {
        let _guard = detour!(async dep::asynchronous => async |n| n * 10);
        let future = Some(4).map(dep::asynchronous);
        assert_eq!(block_on(Box::pin(future.unwrap())), 40);
    }

    #[isolde::test]
    fn original_in_a_future() {
        let extra = 1;
        let guard = detour!(async dep::asynchronous => |n| {
            let extra = extra;
            async move { original!(original!(n).await).await * 10 + extra }
        });
        assert_eq!(block_on(dep::calls_asynchronous(3)), 51);
        assert_eq!(guard.calls(), 1);
    }

    #[isolde::test]
    fn across_threads() {
        let _guard = detour!(async dep::asynchronous, across threads => |n| n * 10);
        let thread = std::thread::spawn(|| block_on(dep::calls_asynchronous(4)));
        assert_eq!(thread.join().unwrap(), 40);
        let future = dep::asynchronous(5);
        assert_eq!(std::thread::spawn(|| block_on(future)).join().unwrap(), 50);
    }

    #[isolde::test]
    #[should_panic(expected = "polled after the detour had ended")]
    fn polled_too_late() {
        let future = {
            let _guard = detour!(async dep::asynchronous => |n| n * 10);
            dep::asynchronous(4)
        };
        block_on(future);
    }
}
