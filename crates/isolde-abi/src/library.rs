//! Names by which the passes and the build know the library `isolde`, and what its macros write into a program.

/// The library's crate. Test programs are linked with it under this name.
pub const LIBRARY: &str = "isolde";
/// The name that drivers give it: no published crate can have one that begins with an underscore.
pub const DRIVER_LIBRARY: &str = "__isolde";

/// Paths of the function that says whether a run writes source text, under both names of the library.
pub const IS_RENDERING: [&str; 2] = [
    "<isolde::chooser::Chooser>::is_rendering",
    "<__isolde::chooser::Chooser>::is_rendering",
];
/// Path of the loop over parameterized tests that takes the place of the test harness.
pub const PUT_LOOP: &str = "isolde::put::engine::main";

/// Setting (`--cfg`) with which the library takes its choices from the runtime, in test programs that are explored.
pub const ENGINE_CFG: &str = "isolde_engine";
/// Setting (`--cfg`) that says that the detour pass will see the program.
pub const DETOURS_CFG: &str = "isolde_detours";

/// Last segment of the path of the static that describes a parameterized test. `#[isolde::put]` writes it.
pub const DESCRIPTION: &str = "ISOLDE_PUT";
/// The function beside it, which builds arguments and calls the test.
pub const THUNK: &str = "__isolde_thunk";
/// The table of the descriptions' addresses: the library declares it, the passes define it.
pub const PUT_TABLE: &str = "isolde_put_table";
/// The number of entries in [`PUT_TABLE`], 64 bits.
pub const PUT_COUNT: &str = "isolde_put_count";
