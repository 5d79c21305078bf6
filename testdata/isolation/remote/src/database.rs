//! A database, reached by a trait, and stored queries, reached by a function.

use crate::accounts::Token;
use crate::wire;
use std::env;

/// Why a query fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatabaseError {
    /// The database cannot be reached.
    Unreachable,
    /// Somebody else changed the same rows.
    Conflict,
    /// The database does not understand the query.
    Syntax(String),
}

/// One row of an answer.
#[derive(Clone, Debug)]
pub struct Row {
    cells: Vec<Option<String>>,
}

impl Row {
    /// The number in a column, if there is one.
    pub fn number(&self, column: usize) -> Option<i64> {
        self.text(column)?.parse().ok()
    }

    /// The text in a column; `None` if it is null.
    pub fn text(&self, column: usize) -> Option<&str> {
        self.cells.get(column)?.as_deref()
    }
}

/// A connection to a database.
pub trait Database {
    /// The rows that a query finds.
    fn query(&mut self, query: &str, arguments: &[i64]) -> Result<Vec<Row>, DatabaseError>;

    /// Changes rows; returns how many.
    fn execute(&mut self, command: &str, arguments: &[i64]) -> Result<u64, DatabaseError>;

    /// The version of the tables.
    fn version(&self) -> Result<u32, DatabaseError>;
}

/// The result of a stored query about a user, from the database that the environment names.
pub fn run_query(name: &str, user: &Token) -> Result<i64, DatabaseError> {
    let host = env::var("DATABASE").map_err(|_| DatabaseError::Unreachable)?;
    let reply = wire::ask(&host, &format!("{name} {}", user.user()));
    match reply.as_deref() {
        Ok("conflict") => Err(DatabaseError::Conflict),
        Ok(number) => number
            .parse()
            .map_err(|_| DatabaseError::Syntax(number.to_owned())),
        Err(_) => Err(DatabaseError::Unreachable),
    }
}
