//! State machines and objects with a history.

/// Bytes drive a machine with a secret between its states.
pub fn handshake(input: &[u8]) {
    let mut state = 0u8;
    let mut secret = 0u8;
    for &byte in input {
        state = match (state, byte) {
            (0, b'H') => 1,
            (1, b'A'..=b'F') => {
                secret = byte ^ 0x5a;
                2
            }
            (2, byte) if byte == secret => 3,
            (3, b'!') => panic!("goal: handshake"),
            _ => 0,
        };
    }
}

/// A lock that opens after the right sequence of calls.
#[derive(Debug, Default)]
pub struct Lock {
    entered: Vec<u8>,
    open: bool,
}

impl Lock {
    /// A closed lock.
    pub fn new() -> Lock {
        Lock::default()
    }

    /// Enters a digit.
    pub fn press(&mut self, digit: u8) {
        self.entered.push(digit);
        if self.entered.ends_with(&[7, 3]) {
            self.open = true;
        }
    }

    /// Opens the door.
    pub fn pull(&self) {
        if self.open {
            panic!("goal: lock");
        }
    }
}

/// An account that must not be overdrawn.
#[derive(Debug)]
pub struct Account {
    balance: u32,
    frozen: bool,
}

impl Account {
    /// Opens an account.
    pub fn open(balance: u32) -> Account {
        Account { balance: balance.min(1_000), frozen: false }
    }

    /// Pays in.
    pub fn deposit(&mut self, amount: u32) {
        self.balance = self.balance.saturating_add(amount);
    }

    /// Freezes the account.
    pub fn freeze(&mut self) {
        self.frozen = true;
    }

    /// Pays out.
    pub fn withdraw(&mut self, amount: u32) {
        if self.frozen && self.balance > 5_000 && amount == self.balance {
            panic!("goal: account");
        }
    }
}

/// A small stack machine.
pub fn program(code: &[u8]) {
    let mut stack: Vec<i16> = Vec::new();
    for &operation in code.iter().take(8) {
        match operation {
            0..=99 => stack.push(i16::from(operation)),
            200 => {
                let (Some(a), Some(b)) = (stack.pop(), stack.pop()) else { return };
                stack.push(a.wrapping_add(b));
            }
            201 => {
                let (Some(a), Some(b)) = (stack.pop(), stack.pop()) else { return };
                stack.push(a.wrapping_mul(b));
            }
            _ => return,
        }
    }
    if stack == [1_243] {
        panic!("goal: program");
    }
}
