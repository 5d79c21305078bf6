//! The order of passes, from bitcode to object.

use crate::map::{ProgramMap, Statistics};
use crate::program::{self, Descriptor};
use crate::subject::Sources;
use crate::{Error, Kind, OptLevel, Options, coverage, prepare, symbolic};
use isolde_abi::shared::MAX_COVERAGE;
use isolde_llvm::{Context, Llvm, Module, PassOptions, TargetMachine};
use std::path::Path;
use std::time::Instant;

/// Measures the steps.
struct Clock<'s> {
    statistics: &'s mut Statistics,
    last: Instant,
}

impl Clock<'_> {
    fn step(&mut self, name: &str) {
        let now = Instant::now();
        self.statistics
            .times
            .push((name.to_owned(), now - self.last));
        self.last = now;
    }
}

/// Instruments the whole program in `bitcode` and writes `object`, to be linked with the runtime.
///
/// # Errors
/// If the bitcode is not that of a whole program, or libLLVM fails; see [`Error`].
pub fn instrument(
    llvm: &Llvm,
    bitcode: &Path,
    object: &Path,
    options: &Options,
) -> Result<(ProgramMap, Statistics), Error> {
    let mut statistics = Statistics::default();
    let mut map = ProgramMap::default();
    let mut clock = Clock {
        statistics: &mut statistics,
        last: Instant::now(),
    };
    let context = Context::new(llvm);
    let module = context.parse_bitcode(bitcode)?;
    let machine = TargetMachine::new(llvm, &module, options.codegen_level)?;
    let passes = PassOptions::scalar(llvm);
    let run = |module: &Module<'_>, pipeline: &str| module.run_passes(pipeline, &machine, &passes);
    clock.step("parse");

    prepare::internalize(&module, clock.statistics)?;
    if options.kind != Kind::Plain {
        prepare::cut_backtraces(&module);
        prepare::fix_hash_keys(&module);
    }
    run(&module, "globaldce")?;
    clock.statistics.functions = module
        .functions()
        .filter(|function| !function.is_declaration())
        .count();
    clock.step("prune");

    let mut descriptor = Descriptor::default();
    let mut sources = Sources::new(options);
    if options.kind != Kind::Plain {
        run(
            &module,
            "strip-nonlinetable-debuginfo,function(break-crit-edges)",
        )?;
        coverage::mark(&module, &mut sources, &mut map);
        if map.coverage.len() > MAX_COVERAGE {
            return Err(Error::TooManyPoints {
                points: map.coverage.len(),
                limit: MAX_COVERAGE,
            });
        }
        clock.step("coverage");
    }
    if options.kind == Kind::Symbolic {
        clock.statistics.hashes = prepare::fix_hashes(&module, options);
        prepare::stop_at_panics(&module);
    }
    match options.opt_level {
        OptLevel::O0 => run(&module, "default<O0>")?,
        OptLevel::O1 => run(&module, "default<O1>")?,
        OptLevel::O2 => run(&module, "default<O2>")?,
    }
    clock.step("optimise");

    if options.kind == Kind::Symbolic {
        run(&module, "function(lower-switch,break-crit-edges)")?;
        descriptor.constants = Some(program::constants(&module));
        clock.statistics.constants = descriptor.constants.map_or(0, |(_, count)| count);
        descriptor.filter = Some(symbolic::instrument(
            &module,
            &mut sources,
            &mut map,
            clock.statistics,
        )?);
        clock.step("shadows");
        module.verify()?;
        clock.step("verify shadows");
    }
    if options.kind != Kind::Plain {
        descriptor.coverage = Some((
            coverage::lower(&module, map.coverage.len()),
            map.coverage.len(),
        ));
    }
    program::describe(&module, &descriptor);
    if !options.debug_info {
        module.strip_debug_info();
    }
    module.verify()?;
    clock.step("verify");
    machine.emit_object(&module, object)?;
    clock.step("emit");
    Ok((map, statistics))
}
