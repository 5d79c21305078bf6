//! Why a test is left as it is.

/// Why a test is left as it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// It is marked as ignored.
    #[error("it is ignored")]
    Ignored,
    /// It does not pass as it is.
    #[error("it does not pass when it runs alone and can change nothing outside its process")]
    Fails,
    /// It was not found among the tests that were built.
    #[error("it is not part of this build")]
    NotBuilt,
    /// It is asynchronous.
    #[error("it is asynchronous")]
    Async,
    /// It is `unsafe`, generic, has parameters or another ABI.
    #[error("its signature is not that of an ordinary test")]
    Signature,
    /// Another attribute, whose effect is unknown, changes it.
    #[error("the attribute `{0}` may change what it means")]
    Attribute(String),
    /// Its file is part of several targets.
    #[error("its file is part of several test targets")]
    Shared,
    /// Its cases are a table.
    #[error("its cases are a table that it walks through")]
    Table,
    /// Its cases are a table, and its rows do not become the same test.
    #[error("its cases are a table whose rows do not become one parameterized test: {0}")]
    Rows(String),
    /// It asserts nothing, so that there is nothing to claim.
    #[error("it asserts nothing and expects no panic")]
    NothingAsserted,
    /// What it asserts is inside a macro.
    #[error("what it asserts is inside the macro `{0}!`, which is not read")]
    Macro(String),
    /// No literal feeds a call.
    #[error("no literal feeds the code under test")]
    NoInput,
    /// Literals feed a call, but the type of none of them is known.
    #[error(
        "the types of the literals that feed it are not known: no probe around them compiles or is reached"
    )]
    NoTypes,
    /// It has too many different literals for a readable parameterized test.
    #[error("{0} different literals feed it, which is too much for one parameterized test")]
    TooManyInputs(usize),
    /// The compiler does not accept any parameterized form.
    #[error("no parameterized form of it compiles: {0}")]
    DoesNotCompile(String),
    /// What it asserts does not hold for other inputs, and no simple function of the inputs or assumption explains it.
    #[error("what it asserts holds only for some inputs: {0}")]
    DoesNotHold(String),
    /// Other inputs would act outside the process.
    #[error("other inputs would change something outside the process")]
    ActsOutside,
    /// Its runs end differently each time.
    #[error("its runs end differently each time")]
    Unstable,
    /// There was not enough time to explore it.
    #[error("there was not enough time: {0} runs of the most promising form")]
    OutOfTime(u64),
    /// A form that had been found does not hold when it is tried again.
    #[error("its parameterized form fails when it is tried again: {0}")]
    NotConfirmed(String),
}
