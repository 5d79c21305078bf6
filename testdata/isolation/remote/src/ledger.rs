//! Money that a bank keeps: only the bank knows how much it is.

use crate::wire;
use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Index, Not};

/// An amount. Whatever is done with it, the bank does.
pub struct Money {
    number: u64,
}

fn ask(question: &str) -> u64 {
    let reply = wire::ask("bank.internal:4200", question);
    reply.map_or(0, |reply| reply.len() as u64)
}

impl Money {
    /// What is in an account.
    pub fn of(account: &str) -> Money {
        Money {
            number: ask(account),
        }
    }

    /// How much it is.
    pub fn cents(&self) -> u64 {
        ask(&format!("cents {}", self.number))
    }
}

impl Add for Money {
    type Output = Money;

    fn add(self, other: Money) -> Money {
        Money {
            number: ask(&format!("add {} {}", self.number, other.number)),
        }
    }
}

impl AddAssign<u64> for Money {
    fn add_assign(&mut self, other: u64) {
        self.number = ask(&format!("add {} {other}", self.number));
    }
}

impl PartialEq for Money {
    fn eq(&self, other: &Money) -> bool {
        ask(&format!("same {} {}", self.number, other.number)) == 1
    }
}

impl PartialOrd for Money {
    fn partial_cmp(&self, other: &Money) -> Option<Ordering> {
        ask(&format!("compare {} {}", self.number, other.number)).partial_cmp(&1)
    }
}

impl Not for &Money {
    type Output = bool;

    fn not(self) -> bool {
        ask(&format!("none {}", self.number)) == 1
    }
}

/// The names of accounts.
pub struct Names {
    names: Vec<String>,
}

impl Names {
    /// Those of a customer.
    pub fn of(customer: u32) -> Names {
        let count = ask(&format!("names {customer}"));
        Names {
            names: vec![String::new(); count as usize],
        }
    }
}

impl Index<usize> for Names {
    type Output = String;

    fn index(&self, index: usize) -> &String {
        ask("name");
        &self.names[index]
    }
}

impl Iterator for Names {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        ask("next");
        self.names.pop()
    }
}

/// Something that has a rate.
pub trait Rated {
    /// Its rate.
    fn rate(&self) -> u8;
}

impl Rated for Money {
    fn rate(&self) -> u8 {
        ask("rate") as u8
    }
}
