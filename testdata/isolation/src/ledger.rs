//! Decisions by operators, iterators and traits of what another crate gives.

use remote::ledger::{Money, Names, Rated};

/// Which of two accounts has more.
pub fn richer<'a>(one: &'a str, other: &'a str) -> Option<&'a str> {
    let (left, right) = (Money::of(one), Money::of(other));
    if left == right {
        None
    } else if left > right {
        Some(one)
    } else {
        Some(other)
    }
}

/// What is in two accounts, with interest.
pub fn total(one: &str, other: &str) -> u64 {
    let mut sum = Money::of(one) + Money::of(other);
    sum += 5;
    if !&sum {
        return 0;
    }
    sum.cents()
}

/// How many accounts a customer has that are not hidden.
pub fn visible(customer: u32) -> u32 {
    let mut count = 0;
    for name in Names::of(customer) {
        if !name.starts_with('_') {
            count += 1;
        }
    }
    count
}

/// Whether the first account of a customer is called `main`.
pub fn is_main_first(customer: u32) -> bool {
    Names::of(customer)[0] == "main"
}

/// Units in units.
pub mod rates {
    use super::{Money, Rated};

    /// Names for rates.
    pub mod names {
        use super::Rated;

        /// The name of a rate.
        pub fn name<T: Rated>(rated: &T) -> &'static str {
            match rated.rate() {
                0 => "none",
                1..=9 => "low",
                _ => "high",
            }
        }
    }

    /// The name of an account's rate.
    pub fn of_account(account: &str) -> &'static str {
        names::name(&Money::of(account))
    }
}
