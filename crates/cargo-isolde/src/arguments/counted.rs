//! Which findings count.

use clap::ValueEnum;
use isolde_record::run::Rank;

/// Which findings count for the exit code.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Counted {
    /// Defects
    Defect,
    /// Defects, and preconditions that the documentation does not state
    Precondition,
    /// All findings, also limits that are reached with absurd sizes
    Limit,
}

impl Counted {
    /// The rank of the least important of these.
    pub fn rank(self) -> Rank {
        match self {
            Counted::Defect => Rank::Defect,
            Counted::Precondition => Rank::Precondition,
            Counted::Limit => Rank::Limit,
        }
    }
}
