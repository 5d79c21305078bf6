//! Exit codes: stable, documented in `--help`, decided in one place.

use isolde_record::Fault;
use std::process::ExitCode;

/// How the command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done, nothing wrong found.
    Done,
    /// Wrong usage.
    Usage,
    /// Done, findings.
    Findings,
    /// The user's package does not build, or is of a kind that cannot be tested.
    Package,
    /// This machine lacks something.
    Machine,
    /// A bug of Isolde.
    Bug,
    /// Interrupted by the user.
    Interrupted,
}

/// The part of `--help` that documents the codes.
pub const HELP: &str = "\
Exit codes:
    0  done, nothing wrong found
    1  wrong usage
    2  done, findings
    3  the package does not build or cannot be tested from outside
    4  this machine lacks something (`cargo isolde doctor` explains)
   70  a bug of Isolde
  130  interrupted";

impl Exit {
    /// The exit code of several runs: that of the one which most needs somebody to act.
    pub fn worst(all: impl IntoIterator<Item = Exit>) -> Exit {
        const BY_WEIGHT: [Exit; 7] = [
            Exit::Done,
            Exit::Findings,
            Exit::Usage,
            Exit::Package,
            Exit::Machine,
            Exit::Bug,
            Exit::Interrupted,
        ];
        let weight = |exit: &Exit| BY_WEIGHT.iter().position(|each| each == exit);
        all.into_iter().max_by_key(weight).unwrap_or(Exit::Done)
    }

    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Usage => 1,
            Exit::Findings => 2,
            Exit::Package => 3,
            Exit::Machine => 4,
            Exit::Bug => 70,
            Exit::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

impl From<Fault> for Exit {
    fn from(fault: Fault) -> Exit {
        match fault {
            Fault::Usage => Exit::Usage,
            Fault::Package => Exit::Package,
            Fault::Machine => Exit::Machine,
            Fault::Ours => Exit::Bug,
            Fault::Interrupted => Exit::Interrupted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_says_what_the_help_says() {
        let readme = include_str!("../../../README.md");
        for line in HELP.lines().skip(1) {
            let (code, meaning) = line.trim().split_once("  ").unwrap();
            let row = format!("| {code} | {meaning} |");
            assert!(readme.contains(&row), "{row}");
        }
    }

    #[test]
    fn a_package_that_was_not_explored_is_worse_than_findings() {
        let worst = |all: &[Exit]| Exit::worst(all.iter().copied());
        assert_eq!(worst(&[]), Exit::Done);
        assert_eq!(worst(&[Exit::Findings, Exit::Done]), Exit::Findings);
        assert_eq!(worst(&[Exit::Findings, Exit::Usage]), Exit::Usage);
        assert_eq!(
            worst(&[Exit::Usage, Exit::Package, Exit::Findings]),
            Exit::Package
        );
        assert_eq!(worst(&[Exit::Interrupted, Exit::Bug]), Exit::Interrupted);
    }

    #[test]
    fn every_code_is_documented() {
        let all = [
            Exit::Done,
            Exit::Usage,
            Exit::Findings,
            Exit::Package,
            Exit::Machine,
            Exit::Bug,
            Exit::Interrupted,
        ];
        for exit in all {
            let start = format!("{:>5}  ", exit.code());
            assert!(
                HELP.lines().any(|line| line.starts_with(&start)),
                "{exit:?}"
            );
        }
    }
}
