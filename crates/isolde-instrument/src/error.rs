//! What can go wrong while a program is instrumented.

/// An error of this crate.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// libLLVM refused something.
    #[error(transparent)]
    Llvm(#[from] isolde_llvm::Error),
    /// The program has more coverage points than fit into the shared memory.
    #[error(
        "the program has {points} coverage points, but the limit is {limit}: explore fewer crates at once"
    )]
    TooManyPoints {
        /// How many it has.
        points: usize,
        /// How many fit.
        limit: usize,
    },
    /// The module is not a whole program.
    #[error(
        "the bitcode defines no function `main`: this is not a whole program (build with fat LTO)"
    )]
    NoMain,
    /// A test program without parameterized tests.
    #[error("the test program has no parameterized test (`#[isolde::put]`)")]
    NoPuts,
    /// A test program that does not call the test harness.
    #[error(
        "the program does not begin in the test harness: test targets with `harness = false` cannot be explored"
    )]
    NoHarness,
    /// The library `isolde` in the program was not compiled for exploration, or is a different library.
    #[error(
        "the library `isolde` in the program has no `isolde::put::engine::main` (build with `--cfg isolde_engine`)"
    )]
    NoLoop,
    /// A definition that the pass needs is missing: a bug in Isolde.
    #[error("the helper module lacks `{0}` (this is a bug of Isolde)")]
    Helper(&'static str),
}
