//! The case study of *Moles: Tool-Assisted Environment Isolation with Closures*: code that updates a document on a server, through types that only a
//! server can give values of.

pub mod receiver;
pub mod service;
