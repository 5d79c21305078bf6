//! Where the tests of functions go, and what is already there.

use super::Functions;
use crate::error::SessionError;
use crate::session::Session;
use isolde_build::find_package;
use isolde_model::Model;
use isolde_suite::install::check_others;
use std::path::{Path, PathBuf};

impl Functions {
    /// The folder for the tests of the package in `root`.
    pub(super) fn folder(&self, root: &Path) -> PathBuf {
        let name = match self.isolate {
            Some(_) => "isolated",
            None => "isolde",
        };
        let own = || root.join("tests").join(name);
        self.out.as_ref().map_or_else(own, |out| {
            std::path::absolute(out).unwrap_or_else(|_| out.clone())
        })
    }

    /// Refuses to build anything if tests would be removed of functions that no filter means. Those of whose module nothing is known yet may be meant.
    pub(super) fn check_early(
        &self,
        session: &Session,
        filters: &[String],
    ) -> Result<(), SessionError> {
        let installs = self.isolate.as_ref().is_none_or(|unit| !unit.only_lists);
        if !filters.is_empty() && installs {
            let package = find_package(&session.selection, &session.deadline.without_time())?;
            let may_be_meant = |path: &str| path.starts_with('<') || is_meant(filters, path, &[]);
            check_others(&self.folder(&package.root), &may_be_meant)?;
        }
        Ok(())
    }
}

/// Refuses to go on if tests would be removed of functions that no filter means.
pub(super) fn check(out: &Path, filters: &[String], model: &Model) -> Result<(), SessionError> {
    if !filters.is_empty() {
        let is_asked_for = |path: &str| {
            let function = model
                .functions
                .iter()
                .find(|function| function.path == path);
            is_meant(
                filters,
                path,
                function.map_or(&[], |function| &function.module),
            )
        };
        check_others(out, &is_asked_for)?;
    }
    Ok(())
}

/// Whether a filter means the function with this path, which is defined in this module.
fn is_meant(filters: &[String], path: &str, module: &[String]) -> bool {
    let mut filters = filters.iter();
    filters.any(|filter| isolde_harness::names::means(filter, path, module))
}
