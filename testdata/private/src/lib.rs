//! A till, most of whose functions are private.
#![deny(warnings, missing_docs)]

mod drawer;
pub(crate) mod rates;

/// The change for a note, if it covers the price.
pub fn change(price: u8, note: u8) -> Option<u8> {
    is_covered(price, note).then(|| rates::rounded(note - price))
}

/// Takes coins out of a drawer and returns what is left in it.
pub fn withdraw(coins: u8, locked: bool, amount: u8) -> Option<u8> {
    drawer::open(coins, locked, amount)
}

fn is_covered(price: u8, note: u8) -> bool {
    price <= note
}
