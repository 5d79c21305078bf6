//! The case study of *Moles: Tool-Assisted Environment Isolation with Closures*: code that updates a document on a server, through types whose values
//! can only come from a server.

pub mod receiver;
pub mod service;
