//! Decisions by what a database answers.

use remote::database::{Database, DatabaseError};

/// The version of the tables that this code knows.
const VERSION: u32 = 3;

/// Why an account cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountError {
    /// There is no such account.
    Unknown,
    /// There are two, or one without a balance.
    Broken,
    /// The account has less than this.
    Overdrawn(i64),
    /// The database does not answer.
    Database(DatabaseError),
}

impl From<DatabaseError> for AccountError {
    fn from(error: DatabaseError) -> AccountError {
        AccountError::Database(error)
    }
}

/// The balance of an account.
pub fn balance(database: &mut dyn Database, account: i64) -> Result<i64, AccountError> {
    let rows = database.query("SELECT balance FROM accounts WHERE id = ?", &[account])?;
    match &rows[..] {
        [] => Err(AccountError::Unknown),
        [row] => row.number(0).ok_or(AccountError::Broken),
        _ => Err(AccountError::Broken),
    }
}

/// Takes money from an account; if somebody else changes it at the same time, tries once more.
pub fn withdraw(
    database: &mut dyn Database,
    account: i64,
    amount: i64,
) -> Result<i64, AccountError> {
    let left = balance(database, account)?.saturating_sub(amount);
    if left < 0 {
        return Err(AccountError::Overdrawn(amount));
    }
    let command = "UPDATE accounts SET balance = ? WHERE id = ?";
    let changed = match database.execute(command, &[left, account]) {
        Err(DatabaseError::Conflict) => database.execute(command, &[left, account])?,
        changed => changed?,
    };
    if changed == 0 {
        return Err(AccountError::Unknown);
    }
    Ok(left)
}

/// The names of all users, `?` for those without one.
pub fn names(database: &mut dyn Database) -> Result<Vec<String>, DatabaseError> {
    let rows = database.query("SELECT name FROM users", &[])?;
    let mut names = Vec::new();
    for row in &rows {
        match row.text(0) {
            Some(name) => names.push(name.to_owned()),
            None => names.push("?".to_owned()),
        }
    }
    Ok(names)
}

/// What has to be done before the tables can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Upgrade {
    /// Nothing.
    None,
    /// Some commands were carried out.
    Done(u32),
    /// The program is too old.
    ProgramTooOld,
}

/// Brings the tables to the version that this code knows.
pub fn upgrade(database: &mut dyn Database) -> Result<Upgrade, DatabaseError> {
    let version = database.version()?;
    if version > VERSION {
        return Ok(Upgrade::ProgramTooOld);
    }
    if version == VERSION {
        return Ok(Upgrade::None);
    }
    for step in version..VERSION {
        database.execute("UPGRADE", &[i64::from(step)])?;
    }
    Ok(Upgrade::Done(VERSION - version))
}
