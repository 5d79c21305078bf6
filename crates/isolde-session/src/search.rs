//! The exploration as a command asks for it.

use isolde_build::{BuildRequest, Prepared, Programs, Scratch};
use isolde_explore::{
    Config, Exploration, ExploreError, Progress, Site, Sites, Target, explore, sandbox,
};
use isolde_instrument::{PointKind, ProgramMap};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct SearchSettings {
    /// How long to explore.
    pub time: Duration,
    /// Where the search starts.
    pub seed: u64,
    /// Programs run at the same time; as many as there are processors if none is given.
    pub jobs: Option<u16>,
    /// Whether the code under test runs in the sandbox.
    pub sandbox: bool,
}

/// Explores the thunks of what was built.
///
/// # Errors
/// Those of [`explore`].
pub fn search(
    settings: &SearchSettings,
    request: &BuildRequest,
    prepared: &Prepared,
    programs: &Programs,
    progress: &dyn Progress,
) -> Result<Exploration, ExploreError> {
    let config = config(settings, &prepared.scratch, &request.cancelled);
    let sites = sites(&programs.map);
    let target = Target {
        coverage: &programs.coverage,
        symbolic: Some(&programs.symbolic),
        sites: &sites,
        thunks: &prepared.harness.thunks,
        guides: &BTreeMap::new(),
    };
    explore(&target, &config, progress)
}

/// The configuration that the options ask for.
pub fn config(settings: &SearchSettings, scratch: &Scratch, cancelled: &Arc<AtomicBool>) -> Config {
    let mut config = Config::new(scratch.work().join("explore"));
    config.seed = settings.seed;
    config.time = settings.time;
    config.sandbox = settings.sandbox;
    config.cancelled = Arc::clone(cancelled);
    if let Some(jobs) = settings.jobs {
        config.jobs = usize::from(jobs);
    }
    config
}

/// Sees that programs can be confined as the options ask for: said before minutes are spent on building.
///
/// # Errors
/// [`ExploreError::NoSandbox`].
pub fn check_sandbox(settings: &SearchSettings) -> Result<(), ExploreError> {
    match sandbox::support().missing() {
        Some(what) if settings.sandbox => Err(ExploreError::NoSandbox { what }),
        _ => Ok(()),
    }
}

/// What the search needs to know of the map. There successors stand in the order true, false; here false, true.
pub fn sites(map: &ProgramMap) -> Sites {
    let site = |site: &isolde_instrument::BranchSite| Site {
        in_subject: site.in_subject,
        successors: site.successors.map(|[holds, fails]| [fails, holds]),
    };
    let mut owners = vec![None; map.coverage.len()];
    for (number, function) in map.functions.iter().enumerate() {
        for point in function.points.clone() {
            let wanted = map.coverage.get(point as usize);
            if wanted.is_some_and(|point| point.kind != PointKind::Cleanup) {
                owners[point as usize] = Some(number as u32);
            }
        }
    }
    Sites {
        branches: map.sites.iter().map(site).collect(),
        owners,
    }
}
