//! The exploration of one target, with reports of its progress to the session's reporter.

use crate::error::SessionError;
use crate::reporter::{Phase, Reporter};
use crate::session::Session;
use crate::subject::Target;
use isolde_build::Scratch;
use isolde_explore::{
    Exploration, ExploreError, Point, Progress, Site, Sites, Snapshot, explore, sandbox,
};
use isolde_instrument::{PointKind, ProgramMap};
use std::time::Duration;

/// Explores a target for at most `time`, less the time that the rest of the command will need.
///
/// # Errors
/// Those of [`explore`].
pub(crate) fn search(
    target: &Target,
    session: &Session,
    scratch: &Scratch,
    noun: &'static str,
    time: Duration,
    rest: &dyn Fn(&Snapshot) -> Duration,
) -> Result<Exploration, SessionError> {
    let programs = target.programs;
    let sites = sites(&programs.map);
    let progress = Told {
        reporter: session.reporter,
        rest,
        noun,
        points: target.name.is_none().then_some(programs.map.coverage.len()),
    };
    let wanted = isolde_explore::Target {
        coverage: &programs.coverage,
        symbolic: Some(&programs.symbolic),
        sites: &sites,
        thunks: &target.thunks,
        guides: &target.guides,
    };
    Ok(explore(&wanted, &session.config(scratch, time), &progress)?)
}

/// Checks that programs can be confined as the settings ask for, before minutes are spent on building.
///
/// # Errors
/// [`ExploreError::NoSandbox`].
pub(crate) fn check_sandbox(session: &Session) -> Result<(), SessionError> {
    match sandbox::support().missing() {
        Some(what) if session.search.sandbox => Err(ExploreError::NoSandbox { what }.into()),
        _ => Ok(()),
    }
}

/// The branch sites of a program for the search. The map lists successors in the order true, false, and the search in the order false, true.
pub(crate) fn sites(map: &ProgramMap) -> Sites {
    let site = |site: &isolde_instrument::BranchSite| Site {
        in_subject: site.in_subject,
        successors: site.successors.map(|[holds, fails]| [fails, holds]),
    };
    let mut points = vec![None; map.coverage.len()];
    for (number, function) in map.functions.iter().enumerate() {
        let points_of = function.points.clone().chain(function.decisions.clone());
        for point in points_of.map(|point| point as usize) {
            let kind = map.coverage.get(point).map(|point| point.kind);
            points[point] = kind
                .filter(|kind| *kind != PointKind::Cleanup)
                .map(|kind| Point {
                    function: number as u32,
                    is_check: kind == PointKind::Check,
                });
        }
    }
    Sites {
        branches: map.sites.iter().map(site).collect(),
        points,
    }
}

/// Passes the search's figures on to the reporter.
struct Told<'a> {
    reporter: &'a dyn Reporter,
    rest: &'a dyn Fn(&Snapshot) -> Duration,
    noun: &'static str,
    points: Option<usize>,
}

impl Progress for Told<'_> {
    fn update(&self, snapshot: &Snapshot) {
        self.reporter.phase(&Phase::Exploring {
            noun: self.noun,
            snapshot: *snapshot,
            points: self.points,
        });
    }

    fn rest(&self, snapshot: &Snapshot) -> Duration {
        (self.rest)(snapshot)
    }
}
