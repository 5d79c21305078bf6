//! Code that harms its surroundings: it writes, moves and deletes files, starts programs, speaks to others, and ends other processes. It is only ever
//! run in a sandbox, and by a test that watches what it tries to do.

pub mod files;
mod places;
pub mod processes;
pub mod raw;
pub mod sockets;
pub mod surroundings;
