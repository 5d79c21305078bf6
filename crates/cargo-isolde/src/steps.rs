//! Progress of builds on the console.

use crate::console::Console;
use isolde_build::Step;

/// Progress of the build.
pub fn show(console: &Console, step: &Step) {
    match step {
        Step::Waiting => {
            console.phase("waiting for another cargo isolde that works on this package")
        }
        Step::Found { package, version } => console.phase(&format!("package {package} {version}")),
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
        Step::BuildingTests { target } => console.phase(&format!("building {target}")),
        Step::Compiling(what) => console.status(&format!("compiling {what}")),
        Step::Instrumenting => console.phase("instrumenting"),
        Step::Reused => console.phase("unchanged since the last run: programs reused"),
    }
}
