//! Whole runs of `cargo isolde` on fixture packages, in one program: it is linked once, its tests run side by side, and they share what they build.

mod book;
mod cut_short;
mod detours;
mod endings;
mod explore;
mod generate;
mod in_place;
mod papers;
mod polite;
mod puts;
mod test_command;
mod util;
