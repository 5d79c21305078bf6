//! `cargo isolde generate` on several packages or binaries: one after the other, each with all of the time; one that fails does not stop the others.

use super::{report, warn_of_untested};
use crate::arguments::Generate;
use crate::command::Start;
use crate::console::Console;
use crate::exit::Exit;
use crate::summary::plural;
use isolde_build::{Chosen, Selected};
use isolde_record::{NotExplored, RunRecord, RunsRecord};
use isolde_session::functions::Functions;
use isolde_session::{SessionError, write_runs};
use std::path::Path;

/// Name of the file with all records.
const RECORDS: &str = "runs.json";

/// Explores what was selected.
pub fn run(
    options: &Generate,
    functions: &Functions,
    start: &Start,
    selected: Selected,
    console: &Console,
) -> Exit {
    if let Some(why) = refused(functions) {
        console.error(why);
        return Exit::Usage;
    }
    let mut several = Several::default();
    for left_out in &selected.left_out {
        console.warning(&format!("{left_out}; it is not explored"));
        several.not_explored.push(NotExplored {
            package: left_out.package.clone(),
            binary: Some(left_out.binary.clone()),
            exit_code: Exit::Done.code(),
            message: left_out.to_string(),
        });
    }
    for chosen in selected.chosen {
        several.explore(options, functions, start, chosen, console);
        // Written each time, so that little is lost if the process is killed.
        several.write(&selected.target_dir, console);
        if several.exits.contains(&Exit::Interrupted) {
            break;
        }
    }
    several.finish(&selected.target_dir, console)
}

/// Why options make no sense for several packages.
fn refused(functions: &Functions) -> Option<&'static str> {
    if !functions.items.is_empty() {
        return Some(
            "items are paths from the root of one crate: choose one package with `-p` (and one binary with `--bin`)",
        );
    }
    functions.out.as_ref().map(|_| {
        "each package needs a folder of its own for its tests: choose one package with `-p`, or leave out `--out`"
    })
}

/// What several runs came to.
#[derive(Default)]
struct Several {
    runs: Vec<RunRecord>,
    not_explored: Vec<NotExplored>,
    exits: Vec<Exit>,
    /// The record of all runs as text.
    json: String,
}

impl Several {
    /// Explores one package or binary, and reports what was found.
    fn explore(
        &mut self,
        options: &Generate,
        functions: &Functions,
        start: &Start,
        chosen: Chosen,
        console: &Console,
    ) {
        warn_of_untested(&chosen, console);
        let Chosen {
            selection, package, ..
        } = chosen;
        let binary = selection.binary.clone();
        match start.run_one(functions, selection, true) {
            Ok(ended) => {
                console.summary(&format!("{}:", name(&package, binary.as_deref())));
                self.exits.push(report(options, &ended, RECORDS, console));
                console.summary("");
                self.runs.push(ended.record);
            }
            Err(error) => {
                // A package that is there for other purposes is only reported, unless somebody asked for it.
                let is_expected = options.packages.workspace && error.is_about_kind();
                let exit = match is_expected {
                    true => Exit::Done,
                    false => error.fault().into(),
                };
                match exit {
                    Exit::Done => console.warning(&format!("not explored: {error}")),
                    _ => console.error(&error.to_string()),
                }
                self.exits.push(exit);
                self.enter(package, binary, exit, &error);
            }
        }
    }

    fn enter(&mut self, package: String, binary: Option<String>, exit: Exit, why: &SessionError) {
        self.not_explored.push(NotExplored {
            package,
            binary,
            exit_code: exit.code(),
            message: why.to_string(),
        });
    }

    fn record(&self) -> RunsRecord {
        RunsRecord::new(self.runs.clone(), self.not_explored.clone())
    }

    fn write(&mut self, target_dir: &Path, console: &Console) {
        match write_runs(target_dir, &self.record()) {
            Ok(json) => self.json = json,
            Err(error) => {
                console.error(&error.to_string());
                self.exits.push(Exit::Machine);
            }
        }
    }

    /// Reports what all runs came to, and returns their exit code.
    fn finish(mut self, target_dir: &Path, console: &Console) -> Exit {
        if self.json.is_empty() {
            self.write(target_dir, console);
        }
        if console.wants_json() {
            console.data(&self.json);
        }
        for line in summary(&self.record()) {
            console.summary(&line);
        }
        if self.runs.is_empty() && Exit::worst(self.exits.iter().copied()) == Exit::Done {
            console.error("nothing that was asked for can be explored");
            return Exit::Package;
        }
        Exit::worst(self.exits)
    }
}

/// `package a`, `binary b of package a`.
fn name(package: &str, binary: Option<&str>) -> String {
    match binary {
        Some(binary) => format!("binary {binary} of package {package}"),
        None => format!("package {package}"),
    }
}

/// All runs in a few lines.
fn summary(record: &RunsRecord) -> Vec<String> {
    let totals = &record.totals;
    let mut lines = vec![format!(
        "in all: {} explored in {}, {} written, {}",
        plural(totals.explored, "function"),
        match u32::try_from(record.runs.len()).unwrap_or(u32::MAX) {
            1 => "1 library or binary".to_owned(),
            runs => format!("{runs} libraries and binaries"),
        },
        plural(totals.tests, "test"),
        plural(totals.findings, "finding"),
    )];
    if !record.not_explored.is_empty() {
        let names = record.not_explored.iter();
        let names: Vec<String> = names
            .map(|each| name(&each.package, each.binary.as_deref()))
            .collect();
        lines.push(format!("not explored: {}", names.join(", ")));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use isolde_record::run::Totals;

    #[test]
    fn the_summary_counts_all_runs_and_names_what_is_missing() {
        let run = RunRecord {
            totals: Totals {
                explored: 2,
                tests: 3,
                ..Totals::default()
            },
            ..RunRecord::default()
        };
        let missing = |package: &str, binary: Option<&str>| NotExplored {
            package: package.into(),
            binary: binary.map(str::to_owned),
            exit_code: 3,
            message: String::new(),
        };
        let record = RunsRecord::new(
            vec![run.clone(), run],
            vec![missing("a", None), missing("b", Some("c"))],
        );
        assert_eq!(
            summary(&record),
            [
                "in all: 4 functions explored in 2 libraries and binaries, 6 tests written, 0 findings",
                "not explored: package a, binary c of package b",
            ]
        );
    }
}
