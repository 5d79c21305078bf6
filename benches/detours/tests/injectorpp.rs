//! The ten functions replaced with injectorpp, as its documentation shows.

use detours::*;
use injectorpp::interface::injector::*;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

#[test]
fn free_function() {
    let mut injector = InjectorPP::new();
    injector
        .when_called(injectorpp::func!(fn (price)(u64) -> u64))
        .will_execute(injectorpp::fake!(func_type: fn(_amount: u64) -> u64, returns: 40));
    assert_eq!((price(1), total(1)), (40, 41));
}

#[test]
fn method() {
    let mut injector = InjectorPP::new();
    injector
        .when_called(injectorpp::func!(fn (Account::balance)(&Account) -> u64))
        .will_execute(
            injectorpp::fake!(func_type: fn(account: &Account) -> u64, returns: account.cents * 2),
        );
    let account = Account::new(20);
    assert_eq!(
        (account.balance(), report(&account)),
        (40, "nobody 40".to_owned())
    );
}

#[test]
fn method_with_mutable_receiver() {
    let mut injector = InjectorPP::new();
    injector
        .when_called(injectorpp::func!(fn (Account::deposit)(&mut Account, u64) -> u64))
        .will_execute(injectorpp::fake!(
            func_type: fn(account: &mut Account, cents: u64) -> u64,
            assign: { account.cents += cents * 2 },
            returns: 7
        ));
    let mut account = Account::new(20);
    assert_eq!((account.deposit(10), account.cents), (7, 40));
}

fn somebody(_account: &Account) -> &str {
    "somebody"
}

/// injectorpp's checked macros do not accept such a function.
#[test]
fn reference_into_receiver() {
    let mut injector = InjectorPP::new();
    // SAFETY: both functions have the same type.
    unsafe {
        injector
            .when_called_unchecked(injectorpp::func_unchecked!(Account::owner))
            .will_execute_raw_unchecked(injectorpp::func_unchecked!(somebody));
    }
    assert_eq!(report(&Account::new(20)), "somebody 20");
}

#[test]
fn large_result() {
    let mut injector = InjectorPP::new();
    injector
        .when_called(injectorpp::func!(fn (Account::statement)(&Account) -> Statement))
        .will_execute(injectorpp::fake!(func_type: fn(_account: &Account) -> Statement, returns: Statement { days: [40; 31] }));
    assert_eq!(last_day(&Account::new(20)), 40);
}

#[test]
fn generic_instance() {
    let mut injector = InjectorPP::new();
    injector
        .when_called(injectorpp::func!(fn (show::<u8>)(u8) -> String))
        .will_execute(
            injectorpp::fake!(func_type: fn(_value: u8) -> String, returns: "u8".to_owned()),
        );
    assert_eq!(show_both(), "u81");
}

#[test]
fn trait_method_of_one_impl() {
    let mut injector = InjectorPP::new();
    injector
        .when_called(injectorpp::func!(fn (<Morning as Clock>::hours)(&Morning) -> u64))
        .will_execute(injectorpp::fake!(func_type: fn(_clock: &Morning) -> u64, returns: 9));
    assert_eq!(hours(&[&Morning, &Evening]), [9, 20]);
}

#[test]
fn inline_function() {
    let mut injector = InjectorPP::new();
    injector
        .when_called(injectorpp::func!(fn (tax)(u64) -> u64))
        .will_execute(injectorpp::fake!(func_type: fn(_amount: u64) -> u64, returns: 40));
    assert_eq!((tax(10), with_tax(10)), (40, 50));
}

#[test]
fn functions_of_std() {
    let mut injector = InjectorPP::new();
    injector
        .when_called(injectorpp::func!(fn (std::fs::read_to_string)(&'static str) -> std::io::Result<String>))
        .will_execute(injectorpp::fake!(func_type: fn(path: &str) -> std::io::Result<String>, returns: Ok(path.to_owned())));
    injector
        .when_called(injectorpp::func!(fn (SystemTime::now)() -> SystemTime))
        .will_execute(injectorpp::fake!(func_type: fn() -> SystemTime, returns: UNIX_EPOCH + Duration::from_secs(40)));
    assert_eq!(
        (configuration().unwrap(), seconds()),
        ("/nowhere/configuration".to_owned(), 40)
    );
}

#[test]
fn async_function() {
    let mut injector = InjectorPP::new();
    injector
        .when_called_async(injectorpp::async_func!(fetch(u64::default()), u64))
        .will_return_async(injectorpp::async_return!(15, u64));
    // The replacement cannot see the arguments.
    assert_eq!(block_on(fetch_both(1)), 30);
}
