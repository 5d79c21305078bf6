//! The ten functions replaced with Isolde, and the cost of a detour.

use detours::*;
use isolde::detour;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

#[isolde::test]
fn free_function() {
    let _guard = detour!(price => |_| 40);
    assert_eq!((price(1), total(1)), (40, 41));
}

#[isolde::test]
fn method() {
    let _guard = detour!(Account::balance => |account| account.cents * 2);
    let account = Account::new(20);
    assert_eq!(
        (account.balance(), report(&account)),
        (40, "nobody 40".to_owned())
    );
}

#[isolde::test]
fn method_with_mutable_receiver() {
    let _guard = detour!(Account::deposit => |account, cents| {
        account.cents += cents * 2;
        7
    });
    let mut account = Account::new(20);
    assert_eq!((account.deposit(10), account.cents), (7, 40));
}

#[isolde::test]
fn reference_into_receiver() {
    let _guard = detour!(Account::owner => |_| "somebody");
    assert_eq!(report(&Account::new(20)), "somebody 20");
}

#[isolde::test]
fn large_result() {
    let _guard = detour!(Account::statement => |_| Statement { days: [40; 31] });
    assert_eq!(last_day(&Account::new(20)), 40);
}

#[isolde::test]
fn generic_instance() {
    let _guard = detour!(show::<u8> => |_| "u8".to_owned());
    assert_eq!(show_both(), "u81");
}

#[isolde::test]
fn trait_method_of_one_impl() {
    let _guard = detour!(<Morning as Clock>::hours => |_| 9);
    assert_eq!(hours(&[&Morning, &Evening]), [9, 20]);
}

#[isolde::test]
fn inline_function() {
    let _guard = detour!(tax => |_| 40);
    assert_eq!((tax(10), with_tax(10)), (40, 50));
}

#[isolde::test]
fn functions_of_std() {
    let _read = detour!(std::fs::read_to_string::<&str> => |path| Ok(path.to_owned()));
    let _now = detour!(SystemTime::now => || UNIX_EPOCH + Duration::from_secs(40));
    assert_eq!(
        (configuration().unwrap(), seconds()),
        ("/nowhere/configuration".to_owned(), 40)
    );
}

#[isolde::test]
fn async_function() {
    let _guard = detour!(async fetch => |number| number * 10);
    assert_eq!(block_on(fetch_both(1)), 30);
}

/// Calls in a round of a measurement.
const CALLS: u32 = 1_000_000;

/// `cargo xtask detours` reads its output.
#[isolde::test]
#[ignore = "a measurement"]
fn costs() {
    println!("\nplain {}", copies!(plain_step, CALLS));
    println!("hooked {}", copies!(step, CALLS));
    let guard = detour!(tax => |amount| amount);
    println!("another {}", copies!(step, CALLS));
    drop(guard);
    println!("detoured {}", copies_detoured!(CALLS, => |state| state + 1));
}

/// `cargo xtask detours` reads its output, without detours.
#[test]
#[ignore = "a measurement"]
fn costs_without_hooks() {
    println!("\nwithout {}", copies!(step, CALLS));
}
