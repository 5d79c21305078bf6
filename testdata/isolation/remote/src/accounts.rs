//! Who asks, and where money goes.

/// Proves who a user is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    user: u64,
}

impl Token {
    /// The token of a user.
    pub fn new(user: u64) -> Token {
        Token { user }
    }

    /// The user whose token this is.
    pub fn user(&self) -> u64 {
        self.user
    }
}

/// An account that money can be sent to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    number: u32,
}

impl Account {
    /// The account with this number.
    pub fn new(number: u32) -> Account {
        Account { number }
    }

    /// Its number.
    pub fn number(&self) -> u32 {
        self.number
    }
}
