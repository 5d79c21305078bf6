//! What the user asks to isolate, completed by what the package's file says.

use super::border::{Border, Unmatched};
use super::config::{ConfigError, IsolateConfig};
use super::item_path::ItemPath;
use super::listing::Listing;
use isolde_build::{BuildError, Isolate, Prepared, Selection, unit_filters};
use isolde_record::{Deadline, Fault};
use std::sync::Arc;

/// The unit that is the whole package.
const WHOLE: &str = "crate";

/// What is isolated from what, as the command line says it.
#[derive(Clone, Debug, Default)]
pub struct IsolateRequest {
    /// Modules, types and functions, as paths from the crate's root; `crate` is all of it. Without any, those of the package's file.
    pub units: Vec<String>,
    /// What is faked although it would be kept.
    pub fake: Vec<ItemPath>,
    /// What is kept although it would be faked.
    pub keep: Vec<ItemPath>,
    /// Whether it is enough to list the calls that leave the unit.
    pub only_lists: bool,
}

/// What is wrong with a request.
#[derive(Debug, thiserror::Error)]
pub enum IsolateError {
    /// There is no such package.
    #[error(transparent)]
    Package(#[from] Box<BuildError>),
    /// The package's file.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// Neither the command line nor the file names a unit.
    #[error(
        "no unit is named: write a module, a type or a function, `crate` for the whole package, or `units` in the table `[isolate]` of an isolde.toml beside Cargo.toml"
    )]
    NoUnit,
    /// Paths that name nothing.
    #[error("{}", all.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Unmatched {
        /// The paths.
        all: Vec<Unmatched>,
    },
}

impl IsolateError {
    /// Who has to act on it.
    pub fn fault(&self) -> Fault {
        match self {
            IsolateError::Package(error) => error.fault(),
            IsolateError::Config(error) => error.fault(),
            IsolateError::NoUnit | IsolateError::Unmatched { .. } => Fault::Usage,
        }
    }
}

/// What is isolated from what.
#[derive(Clone, Debug)]
pub struct Isolating {
    units: Vec<String>,
    border: Arc<Border>,
    only_lists: bool,
}

impl IsolateRequest {
    /// Completes the request with what the package's file says.
    ///
    /// # Errors
    /// If there is no such package, or something is wrong with its file.
    pub(crate) fn read(
        &self,
        selection: &Selection,
        deadline: &Deadline,
    ) -> Result<Isolating, IsolateError> {
        let package = isolde_build::find_package(selection, deadline).map_err(Box::new)?;
        let config = IsolateConfig::read(&package.root)?;
        let mut units = self.units.clone();
        if units.is_empty() {
            units.extend(config.units.iter().map(|unit| unit.path.to_string()));
        }
        if units.is_empty() {
            return Err(IsolateError::NoUnit);
        }
        let border = Border::new(&package.crate_name, &config, &self.fake, &self.keep);
        let is_whole = units.iter().any(|unit| unit == WHOLE);
        let own = format!("{}::", package.crate_name);
        let inside = |unit: &String| {
            let unit = unit.strip_prefix("crate::").unwrap_or(unit);
            unit.strip_prefix(&own).unwrap_or(unit).to_owned()
        };
        Ok(Isolating {
            units: match is_whole {
                true => Vec::new(),
                false => units.iter().map(inside).collect(),
            },
            border: Arc::new(border),
            only_lists: self.only_lists,
        })
    }
}

impl Isolating {
    /// The functions of the unit, as filters.
    pub(crate) fn filters(&self) -> Vec<String> {
        unit_filters(&self.units)
    }

    /// What the build has to know.
    pub(crate) fn for_build(&self) -> Isolate {
        Isolate {
            units: self.units.clone(),
            border: self.border.clone(),
            only_lists: self.only_lists,
        }
    }

    /// The calls that leave the unit.
    ///
    /// # Errors
    /// If paths of the user name nothing in the program.
    pub(crate) fn listing(&self, prepared: &Prepared) -> Result<Listing, IsolateError> {
        let Some(isolated) = &prepared.isolated else {
            return Ok(Listing::default());
        };
        let all = self.border.unmatched(&isolated.items);
        match all.is_empty() {
            true => Ok(Listing::new(&self.border, isolated)),
            false => Err(IsolateError::Unmatched { all }),
        }
    }
}
