//! Fakes: the functions outside a unit that code of the unit calls, with answers that are chosen when they are called.
//!
//! The functions are known by their names in the program (`named`), which are looked up in the model and in the table of std's functions that reach
//! the world (`resolved`, `lookup`, `world`). A fake is a detour of one function at one instance; in the driver and in tests, it is installed before anything else is done.

mod data;
mod exposed;
mod lookup;
mod named;
mod outside;
mod pass;
mod promises;
mod resolved;
mod world;

pub(crate) use exposed::{exposed, looked_into};
pub(crate) use pass::{Fake, Given, PROCESS, State, plan_fakes, settle_fakes};
pub(crate) use promises::{End, Promise};
pub(crate) use resolved::{answered, resolve};

/// What is isolated, and what of it is answered for.
#[derive(Clone, Copy, Debug)]
pub struct Isolation<'a> {
    /// The functions that get fakes. The first driver of a run is generated without any, to find out which there are.
    pub faked: &'a [Faked],
    /// The functions of other crates that are kept because no test can name them, as the program names them.
    pub kept: &'a [String],
}

/// A function outside the unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Faked {
    /// The function as the program names it, with its instance: `std::fs::read_to_string::<&str>`.
    pub function: String,
    /// Under which condition it reaches nothing outside the program. If that is so, it gets a fake only if it may be called with values that nobody may
    /// look into.
    pub pure: Pure,
}

/// Under which condition a function reaches nothing outside the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pure {
    /// It may always do so.
    Never,
    /// If its arguments contain no code, such as closures and objects.
    OfData,
    /// If its arguments contain no other code than what the crates of their types have put there.
    OfOwnCode,
    /// It never does.
    Always,
}

/// A function that gets no fake although it should, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfaked {
    /// The function, as the program names it.
    pub function: String,
    /// Why.
    pub why: WhyUnfaked,
}

/// Why a function gets no fake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyUnfaked {
    /// It is foreign code.
    Foreign,
    /// Nothing is known about its signature: its crate was not documented, or it is private there.
    Unknown,
    /// Code outside its crate cannot name it, or one of the types of this instance.
    Unnameable,
    /// No value of its result can be made: the type.
    Result(String),
    /// It is a destructor, which cannot be named.
    Destructor,
    /// It does not return.
    Diverges,
    /// It has more parameters than detours can have.
    Parameters,
    /// The compiler refused the detour: its error.
    Refused(String),
}

impl std::fmt::Display for WhyUnfaked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            WhyUnfaked::Foreign => f.write_str(
                "foreign code, which is called as it is; the sandbox refuses what would reach outside",
            ),
            WhyUnfaked::Unknown => f.write_str("its signature is not known"),
            WhyUnfaked::Unnameable => {
                f.write_str("tests cannot name it, or one of the types that it is called with")
            }
            WhyUnfaked::Result(of) => write!(f, "no value of its result can be made: {of}"),
            WhyUnfaked::Destructor => f.write_str("destructors cannot be detoured"),
            WhyUnfaked::Diverges => f.write_str("it does not return"),
            WhyUnfaked::Parameters => f.write_str("it has too many parameters for a detour"),
            WhyUnfaked::Refused(error) => write!(f, "its detour does not compile: {error}"),
        }
    }
}
