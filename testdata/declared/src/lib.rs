//! Types with contracts that the package declares. `broken` breaks them, `kept` keeps them.

pub mod broken;
pub mod kept;
