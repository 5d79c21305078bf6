//! Shows on the console what a running session reports.

use crate::console::Console;
use crate::summary::plural;
use crate::table::table;
use isolde_build::Step;
use isolde_session::{Notice, Phase, Reporter};

/// Shows what a session reports.
pub struct Shown<'a>(pub &'a Console);

impl Reporter for Shown<'_> {
    fn phase(&self, phase: &Phase) {
        let console = self.0;
        match phase {
            Phase::Building(step) => building(console, step),
            Phase::Explores {
                noun,
                count,
                target,
                time,
            } => {
                let of = target.map_or_else(String::new, |target| format!(" of {target}"));
                let what = plural(*count, noun);
                console.phase(&format!("exploring {what}{of}, at most {time:.0?}"));
            }
            Phase::Exploring {
                noun,
                snapshot,
                points,
            } => {
                let of_all = points.map_or_else(String::new, |all| format!(" of {all}"));
                console.status(&format!(
                    "exploring: {} of {} left, {} runs, {}{of_all} coverage points, {} cases",
                    snapshot.active,
                    plural(snapshot.thunks, noun),
                    snapshot.executions,
                    snapshot.covered,
                    snapshot.cases
                ));
            }
            Phase::Writes { cases } => console.phase(&format!("writing tests for {cases} cases")),
            Phase::Emits => console.phase("writing conventional tests"),
            Phase::Counting { what, done, all } => console.progress(what, *done, *all),
        }
    }

    fn notice(&self, notice: &Notice) {
        let console = self.0;
        match notice {
            Notice::NotExplored(warning) => console.warning(&warning.to_string()),
            Notice::NoSuchTest(filter) => {
                console.warning(&format!("`{filter}` matches no parameterized test"));
            }
            Notice::LeftOut(names) => console.warning(&format!(
                "tests are verified without development dependencies that do not build on this machine: {}",
                names.join(", ")
            )),
            Notice::MemoryNotChecked(why) => console.warning(&format!(
                "errors of memory are not looked for: {why}"
            )),
            Notice::Undeclared(declaration) => console.phase(&format!(
                "cargo test does not look for tests in this folder; it finds them if the package's Cargo.toml contains:\n\n{declaration}"
            )),
            Notice::Kept { test, is_ambiguous } => {
                for line in table(test, *is_ambiguous) {
                    console.summary(&line);
                }
                console.summary("");
            }
        }
    }
}

/// Shows the progress of builds.
fn building(console: &Console, step: &Step) {
    match step {
        Step::Waiting => {
            console.phase("waiting for another run of cargo isolde on this package");
        }
        Step::Found {
            package,
            version,
            binary: None,
        } => console.phase(&format!("package {package} {version}")),
        Step::Found {
            package,
            version,
            binary: Some(binary),
        } => {
            console.phase(&format!("binary {binary} of package {package} {version}"));
            console.phase(
                "no other crate can call a binary, so it is explored as with --in-place: tests go beside its modules",
            );
        }
        Step::Checking => console.status("checking the package"),
        Step::Documenting => console.status("reading the package"),
        Step::Modelled { functions } => console.phase(&format!("found {functions} functions")),
        Step::Generated {
            round: 1, thunks, ..
        } => console.phase(&format!("building drivers for {thunks} calls")),
        Step::Generated {
            thunks, rejected, ..
        } => {
            console.status(&format!(
                "building drivers for {thunks} calls, without {rejected} pieces that do not compile"
            ));
        }
        Step::Narrowing => console.phase("looking for the calls that do not compile"),
        Step::BuildingTests { target } => console.phase(&format!("building {target}")),
        Step::Compiling(what) => console.status(&format!("compiling {what}")),
        Step::Instrumenting => console.phase("instrumenting"),
        Step::Reused => console.phase("unchanged since the last run: programs reused"),
    }
}
