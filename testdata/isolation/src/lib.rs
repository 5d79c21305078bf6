//! Code that depends on the world around it: on the clock, the environment, files, sockets, other processes, chance, threads, a terminal, a database and
//! web servers. Each function decides by what it is told, so that most of its branches are reached only if somebody answers for the world.

pub mod bank;
pub mod clock;
pub mod database;
pub mod directories;
pub mod environment;
pub mod files;
pub mod http;
pub mod ledger;
pub mod news;
pub mod processes;
pub mod randomness;
pub mod sockets;
pub mod terminal;
pub mod threads;
