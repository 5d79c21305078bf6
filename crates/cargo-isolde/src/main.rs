//! `cargo isolde`: white-box tests for Rust, written by machine.

mod arguments;
mod columns;
mod command;
mod console;
mod doctor;
mod exit;
mod explore;
mod generalize;
mod generate;
mod interrupt;
mod isolate;
mod listing;
mod progress;
mod puts;
mod run;
mod summary;
mod table;
mod test;

use std::process::ExitCode;

fn main() -> ExitCode {
    let acted = isolde_build::link::act_as_linker()
        .or_else(isolde_build::detours::act_as_rustc)
        .or_else(isolde_session::confined::act);
    match acted {
        Some(code) => code,
        None => run::run(std::env::args_os()).into(),
    }
}
