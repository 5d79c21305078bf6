//! The service that moves money.

use crate::accounts::{Account, Token};
use crate::wire;

/// A user's access to the service.
pub struct TransferProcessor {
    token: Token,
    session: String,
}

/// What became of a transfer.
pub struct ProcessedTransfer {
    reply: String,
}

impl TransferProcessor {
    /// Logs a user in.
    ///
    /// # Panics
    /// If the service is out of order.
    pub fn new(token: &Token) -> TransferProcessor {
        let session = wire::ask(
            "transfers.internal:4100",
            &format!("login {}", token.user()),
        );
        TransferProcessor {
            token: token.clone(),
            session: session.expect("the service answers"),
        }
    }

    /// Moves money to an account.
    pub fn process(&self, amount: i64, destination: &Account) -> ProcessedTransfer {
        let request = format!(
            "move {} {} {amount} {}",
            self.session,
            self.token.user(),
            destination.number()
        );
        let reply = wire::ask("transfers.internal:4100", &request);
        ProcessedTransfer {
            reply: reply.unwrap_or_default(),
        }
    }
}

impl ProcessedTransfer {
    /// Whether the money was moved.
    pub fn is_success(&self) -> bool {
        self.reply == "done"
    }
}
