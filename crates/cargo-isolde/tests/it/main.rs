//! Whole runs of `cargo isolde` on fixture packages. All tests are in one program, which is linked once; they run side by side and share what they
//! build.

mod announced;
mod answered;
mod binaries;
mod book;
mod cut_short;
mod declared;
mod dependencies;
mod detours;
mod endings;
mod explore;
mod generalize;
mod generate;
mod in_place;
mod isolate;
mod isolate_list;
mod mocks;
mod papers;
mod polite;
mod puts;
mod standing;
mod suspicions;
mod tasks;
mod test_command;
mod traced;
mod util;
