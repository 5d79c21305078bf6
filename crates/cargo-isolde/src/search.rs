//! The exploration as the command line asks for it, with its progress on the console.

use crate::arguments::SearchOptions;
use crate::console::Console;
use isolde_build::{BuildRequest, Prepared, Programs, Scratch};
use isolde_explore::{
    Config, Exploration, ExploreError, Progress, Site, Sites, Snapshot, Target, explore, sandbox,
};
use isolde_instrument::ProgramMap;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Explores the thunks of what was built.
///
/// # Errors
/// Those of [`explore`].
pub fn search(
    options: &SearchOptions,
    request: &BuildRequest,
    prepared: &Prepared,
    programs: &Programs,
    console: &Console,
) -> Result<Exploration, ExploreError> {
    let config = config(options, &prepared.scratch, &request.cancelled);
    let sites = sites(&programs.map);
    let target = Target {
        coverage: &programs.coverage,
        symbolic: Some(&programs.symbolic),
        sites: &sites,
        thunks: &prepared.harness.thunks,
        guides: &BTreeMap::new(),
    };
    explore(
        &target,
        &config,
        &OnConsole {
            console,
            points: programs.map.coverage.len(),
        },
    )
}

/// The configuration that the options ask for.
pub fn config(options: &SearchOptions, scratch: &Scratch, cancelled: &Arc<AtomicBool>) -> Config {
    let mut config = Config::new(scratch.work().join("explore"));
    config.seed = options.seed;
    config.time = options.time;
    config.sandbox = !options.no_sandbox;
    config.cancelled = Arc::clone(cancelled);
    if let Some(jobs) = options.jobs {
        config.jobs = usize::from(jobs);
    }
    config
}

/// Sees that programs can be confined as the options ask for: said before minutes are spent on building.
///
/// # Errors
/// [`ExploreError::NoSandbox`].
pub fn check_sandbox(options: &SearchOptions) -> Result<(), ExploreError> {
    match sandbox::support().missing() {
        Some(what) if !options.no_sandbox => Err(ExploreError::NoSandbox { what }),
        _ => Ok(()),
    }
}

/// What the search needs to know of the map. There successors stand in the order true, false; here false, true.
pub fn sites(map: &ProgramMap) -> Sites {
    let site = |site: &isolde_instrument::BranchSite| Site {
        in_subject: site.in_subject,
        successors: site.successors.map(|[holds, fails]| [fails, holds]),
    };
    Sites(map.sites.iter().map(site).collect())
}

struct OnConsole<'a> {
    console: &'a Console,
    points: usize,
}

impl Progress for OnConsole<'_> {
    fn update(&self, snapshot: &Snapshot) {
        self.console.status(&format!(
            "exploring: {} of {} functions left, {} runs, {} of {} coverage points, {} cases",
            snapshot.active,
            snapshot.thunks,
            snapshot.executions,
            snapshot.covered,
            self.points,
            snapshot.cases
        ));
    }
}
