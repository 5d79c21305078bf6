//! Why functions were not explored, and why tests were removed.

use serde::{Deserialize, Serialize};

/// Why a function was not explored.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "why", content = "detail")]
pub enum SkipReason {
    /// Not reachable from a test, and private items were not asked for.
    Private,
    /// An argument has a type that no value can be built for; the type.
    UnsupportedArgument(String),
    /// No receiver can be built; the type.
    UnsupportedReceiver(String),
    /// No instantiation satisfies the bounds; the bounds.
    NoInstance(String),
    /// It only gets mocks, and asks them for what they cannot answer; the method.
    Unanswered(String),
    /// `unsafe fn`: its contract is not known.
    Unsafe,
    /// A trait method without a body.
    NoBody,
    /// Code written by `derive`.
    Derived,
    /// Only compiled for tests.
    TestOnly,
    /// It says what calls of another function should do.
    Contract,
    /// The same, but there is no function with this path.
    ContractOfNothing(String),
    /// A foreign function.
    Foreign,
    /// Excluded by the item filters of the command line.
    Filtered,
    /// A macro.
    Macro,
    /// The function with which a program starts.
    Main,
    /// The compiler rejected the thunk; its first error.
    Rejected(String),
    /// The exploration ended before this function had its turn.
    OutOfTime,
}

impl SkipReason {
    /// The reason's name in the record.
    pub fn name(&self) -> &'static str {
        match self {
            SkipReason::Private => "private",
            SkipReason::UnsupportedArgument(_) => "unsupported_argument",
            SkipReason::UnsupportedReceiver(_) => "unsupported_receiver",
            SkipReason::NoInstance(_) => "no_instance",
            SkipReason::Unanswered(_) => "unanswered",
            SkipReason::Unsafe => "unsafe",
            SkipReason::NoBody => "no_body",
            SkipReason::Derived => "derived",
            SkipReason::TestOnly => "test_only",
            SkipReason::Contract => "contract",
            SkipReason::ContractOfNothing(_) => "contract_of_nothing",
            SkipReason::Foreign => "foreign",
            SkipReason::Filtered => "filtered",
            SkipReason::Macro => "macro",
            SkipReason::Main => "main",
            SkipReason::Rejected(_) => "rejected",
            SkipReason::OutOfTime => "out_of_time",
        }
    }

    /// Whether something is lost by skipping the function: nobody could run it, or nobody asked for it, if not.
    pub fn is_loss(&self) -> bool {
        !matches!(
            self,
            SkipReason::NoBody
                | SkipReason::Derived
                | SkipReason::TestOnly
                | SkipReason::Contract
                | SkipReason::Filtered
                | SkipReason::Macro
                | SkipReason::Main
        )
    }
}

/// Why a test was made and then removed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "why", content = "detail")]
pub enum RemovalReason {
    /// The compiler's first error.
    DoesNotCompile(String),
    /// It needs something that is not visible where the test is; the compiler's first such error.
    NotVisible(String),
    /// It failed in some run.
    Fails,
    /// A finding that did not reproduce.
    DoesNotReproduce,
    /// Its observations differ from process to process.
    Flaky,
    /// What it does depends on the day, the machine or the environment.
    Surroundings,
    /// It would change files, start processes or use the network.
    ActsOutside,
    /// There was no time left to observe or to verify it.
    OutOfTime,
    /// It changes what all tests of a process share (environment, folder, panic hook, limits), or ends the process.
    ChangesProcess,
    /// It misuses memory while its results are looked at, so that they mean nothing.
    MisusesMemory,
    /// It would pin down an error that the documentation, which names others, does not promise.
    ContradictsDocumentation,
}

impl RemovalReason {
    /// The reason's name in the record.
    pub fn name(&self) -> &'static str {
        match self {
            RemovalReason::DoesNotCompile(_) => "does_not_compile",
            RemovalReason::NotVisible(_) => "not_visible",
            RemovalReason::Fails => "fails",
            RemovalReason::DoesNotReproduce => "does_not_reproduce",
            RemovalReason::Flaky => "flaky",
            RemovalReason::Surroundings => "surroundings",
            RemovalReason::ActsOutside => "acts_outside",
            RemovalReason::OutOfTime => "out_of_time",
            RemovalReason::ChangesProcess => "changes_process",
            RemovalReason::MisusesMemory => "misuses_memory",
            RemovalReason::ContradictsDocumentation => "contradicts_documentation",
        }
    }

    /// Whether the test did not compile or did not pass, so that something is wrong with the way in which it was written.
    pub fn is_ours(&self) -> bool {
        matches!(
            self,
            RemovalReason::DoesNotCompile(_) | RemovalReason::Fails
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_named_as_they_are_written() {
        let text = || String::from("x");
        let written = |value: serde_json::Value| value["why"].clone();
        for reason in [
            SkipReason::Private,
            SkipReason::UnsupportedArgument(text()),
            SkipReason::UnsupportedReceiver(text()),
            SkipReason::NoInstance(text()),
            SkipReason::Unanswered(text()),
            SkipReason::TestOnly,
            SkipReason::Contract,
            SkipReason::ContractOfNothing("List::push".into()),
            SkipReason::Rejected(text()),
        ] {
            let json = serde_json::to_value(&reason).expect("a reason is data");
            assert_eq!(written(json), reason.name());
        }
        for reason in [
            RemovalReason::DoesNotCompile(text()),
            RemovalReason::DoesNotReproduce,
            RemovalReason::MisusesMemory,
            RemovalReason::ChangesProcess,
        ] {
            let json = serde_json::to_value(&reason).expect("a reason is data");
            assert_eq!(written(json), reason.name());
        }
    }
}
