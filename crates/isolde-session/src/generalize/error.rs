//! Why the tests of a package cannot be generalized.

use isolde_record::Fault;
use std::io;
use std::path::PathBuf;

/// Why the tests of a package cannot be generalized.
#[derive(Debug, thiserror::Error)]
pub enum GeneralizeError {
    /// The package does not depend on the library that parameterized tests need.
    #[error(
        "parameterized tests need the library `isolde`, and package `{package}` does not depend on it: run `cargo add --dev isolde`"
    )]
    NoLibrary {
        /// The package.
        package: String,
    },
    /// The filters match no test.
    #[error("no test of package `{package}` matches {}", filters.join(" or "))]
    NoMatch {
        /// The package.
        package: String,
        /// The filters that the user gave.
        filters: Vec<String>,
    },
    /// The tests of the package do not build.
    #[error("the tests of package `{package}` do not build:\n{message}")]
    DoesNotBuild {
        /// The package.
        package: String,
        /// The compiler's messages.
        message: String,
    },
    /// A source file changed while its tests were generalized.
    #[error("{} changed while its tests were generalized; nothing was written", .0.display())]
    Changed(PathBuf),
    /// A source file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
}

impl GeneralizeError {
    /// Who has to act on the error.
    pub fn fault(&self) -> Fault {
        match self {
            GeneralizeError::NoLibrary { .. }
            | GeneralizeError::NoMatch { .. }
            | GeneralizeError::Changed(_) => Fault::Usage,
            GeneralizeError::DoesNotBuild { .. } => Fault::Package,
            GeneralizeError::Unreadable { .. } => Fault::Machine,
        }
    }
}
