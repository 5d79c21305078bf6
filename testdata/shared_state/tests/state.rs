//! Parameterized tests, some of which pass only when run alone, or only while they are explored.

use shared_state::{half, is_open, open};

/// Fails after `z_opens` in the same process: in some shuffled orders, but neither alone nor in the order of names.
#[isolde::put]
fn a_is_closed(_n: bool) {
    assert!(!is_open());
}

/// Fails whenever `cargo test` runs it.
#[isolde::put]
fn b_is_explored(_n: bool) {
    assert!(cfg!(isolde_engine));
}

#[isolde::put]
fn c_is_no_more(n: u8) {
    assert!(half(n) <= n);
}

#[isolde::put]
fn d_is_not_nine(n: u8) {
    assert!(n != 9, "it is nine");
}

#[isolde::put]
fn z_opens(_n: bool) {
    open();
    assert!(is_open());
}

/// Each run of its hanging input takes long, so that the exploration can be interrupted while inputs are being chosen.
#[isolde::put]
fn zz_hangs(n: u8) {
    while n > 3 {
        std::hint::spin_loop();
    }
}
