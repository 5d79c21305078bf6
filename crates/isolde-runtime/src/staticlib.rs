//! Root of the static library that programs are linked with: the modules of `lib.rs` and a panic handler.
#![no_std]

pub mod area;
pub mod bits;
pub mod choice;
pub mod comparisons;
pub mod conditions;
pub mod elsewhere;
pub mod exports;
pub mod files;
pub mod hashes;
pub mod heap;
pub mod known;
pub mod lock;
pub mod memory;
pub mod nodes;
pub mod operations;
pub mod program;
pub mod reads;
pub mod runtime;
pub mod server;
pub mod shadow;
pub mod shared;
pub mod simplify;
pub mod sys;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    sys::abort()
}
