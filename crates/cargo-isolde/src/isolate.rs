//! `cargo isolde isolate`: explore a unit with everything outside it faked.

use crate::arguments::Isolate;
use crate::command::{self, Start};
use crate::console::Console;
use crate::exit::Exit;
use crate::generate;
use isolde_session::functions::Functions;
use std::sync::Arc;

/// The unit that is the whole package.
const CRATE: &str = "crate";

/// Runs the command.
pub fn run(options: &Isolate, console: &Console) -> Exit {
    let start = match Start::new(&options.search, console) {
        Ok(start) => start,
        Err(exit) => return exit,
    };
    let selection = match options.package.selection() {
        Ok(mut selection) => {
            selection.package.clone_from(&options.name);
            selection
        }
        Err(error) => return command::unknown(&error, console),
    };
    let units = options.units.iter();
    let units = units.filter(|unit| *unit != CRATE);
    let functions = Functions {
        items: Vec::new(),
        out: options.out.clone(),
        in_place: options.in_place,
        sequences: false,
        mocks: !options.no_mocks,
        conventions: false,
        isolate: Some(isolde_build::Isolate {
            units: units
                .map(|unit| unit.trim_start_matches("crate::").to_owned())
                .collect(),
            border: Arc::new(isolde_session::border::Defaults),
            only_lists: options.list,
        }),
    };
    match start.run(&functions, selection) {
        Ok(ended) => {
            if console.wants_json() {
                console.data(&ended.json);
            }
            if let Some(isolated) = &ended.state.prepared.isolated {
                for outgoing in &isolated.outgoing {
                    let how = match isolated.faked.contains(&outgoing.name) {
                        true => "faked",
                        false => "kept",
                    };
                    console.summary(&format!(
                        "{how} {} {:?} pure {}",
                        outgoing.name, outgoing.home, outgoing.is_pure
                    ));
                }
                for unfaked in &isolated.unfaked {
                    console.summary(&format!("unfaked {}: {}", unfaked.function, unfaked.why));
                }
            }
            generate::report_on(options.rank.rank(), &ended, "run.json", console)
        }
        Err(exit) => exit,
    }
}
