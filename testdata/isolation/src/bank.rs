//! The transfer of money in the paper about AutoIsolator.

use remote::accounts::{Account, Token};
use remote::database::{DatabaseError, run_query};
use remote::transfers::TransferProcessor;

/// Why no money is moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TransferError {
    /// The amount is not positive.
    InvalidAmount,
    /// The user does not have that much.
    NotEnoughBalance,
    /// The balance is not known.
    Database(DatabaseError),
}

impl From<DatabaseError> for TransferError {
    fn from(error: DatabaseError) -> TransferError {
        TransferError::Database(error)
    }
}

/// Moves money from a user's account to another one; returns whether the service did it.
///
/// # Errors
/// If the amount is not positive, if the user does not have it, or if the database does not answer.
pub fn transfer_money(
    user: &Token,
    amount: i64,
    destination: &Account,
) -> Result<bool, TransferError> {
    if amount <= 0 {
        return Err(TransferError::InvalidAmount);
    }
    let balance = run_query("GetBalance", user)?;
    if balance < amount {
        return Err(TransferError::NotEnoughBalance);
    }
    let processor = TransferProcessor::new(user);
    let processed = processor.process(amount, destination);
    if processed.is_success() {
        return Ok(true);
    }
    Ok(false)
}
