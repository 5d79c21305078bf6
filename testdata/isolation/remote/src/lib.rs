//! What the crate `isolation` talks to: a database, a service that moves money, and web servers.

pub mod accounts;
pub mod database;
pub mod feed;
pub mod http;
pub mod ledger;
pub mod transfers;
mod wire;
