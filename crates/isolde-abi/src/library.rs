//! Names by which the passes and the build recognize the library `isolde` and the items that its macros write into a program.

/// Name of the library's crate, under which test programs are linked with it.
pub const LIBRARY: &str = "isolde";
/// The name that drivers give the library's crate. No published crate can have it, since it begins with an underscore.
pub const DRIVER_LIBRARY: &str = "__isolde";

/// Paths of the function that returns whether a run renders source text, under both names of the library.
pub const IS_RENDERING: [&str; 2] = [
    "<isolde::chooser::Chooser>::is_rendering",
    "<__isolde::chooser::Chooser>::is_rendering",
];
/// Path of the loop over parameterized tests that takes the place of the test harness.
pub const PUT_LOOP: &str = "isolde::put::engine::main";

/// The end of the path of the byte that is not 0 while std sorts or searches.
pub const SORTING: &str = "::mock::sorting::SORTING";
/// What that byte is while std sorts.
pub const SORTS: u8 = 1;
/// What that byte is while std searches in what has to be sorted.
pub const SEARCHES: u8 = 2;

/// Setting (`--cfg`) with which the library takes its choices from the runtime, in test programs that are explored.
pub const ENGINE_CFG: &str = "isolde_engine";
/// Setting (`--cfg`) which means that the detour pass will process the program.
pub const DETOURS_CFG: &str = "isolde_detours";

/// Last segment of the path of the static that describes a parameterized test. `#[isolde::put]` writes it.
pub const DESCRIPTION: &str = "ISOLDE_PUT";
/// Name of the function next to that static, which builds arguments and calls the test.
pub const THUNK: &str = "__isolde_thunk";
/// The table of the descriptions' addresses: the library declares it, the passes define it.
pub const PUT_TABLE: &str = "isolde_put_table";
/// The number of entries in [`PUT_TABLE`], 64 bits.
pub const PUT_COUNT: &str = "isolde_put_count";

/// Marks a function that says whether a value is well-formed: an alias in its documentation. `#[isolde::invariant]` writes it.
pub const INVARIANT: &str = "isolde::invariant";
/// The same, for a function that says whether a value is worth more calls. `#[isolde::filter]` writes it.
pub const FILTER: &str = "isolde::filter";
/// The same, for a function that says whether a call did what it should; the path of the called function and `)` follow. `#[isolde::contract(of = path)]`
/// writes it.
pub const CONTRACT: &str = "isolde::contract(of = ";
/// The same, for a function that says which answers a fake may give. `#[isolde::fake_rule(of = path)]` writes it.
pub const FAKE_RULE: &str = "isolde::fake_rule(of = ";
