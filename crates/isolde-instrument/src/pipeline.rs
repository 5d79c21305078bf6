//! The order of passes, from bitcode to object.

use crate::map::{ProgramMap, Statistics};
use crate::program::{self, Descriptor};
use crate::subject::Sources;
use crate::{Error, Kind, Options, coverage, detours, entry, prepare, symbolic};
use isolde_abi::shared::MAX_COVERAGE;
use isolde_llvm::{Context, Llvm, Module, PassOptions, TargetMachine};
use std::path::Path;
use std::time::Instant;

/// Measures the steps.
struct Clock {
    statistics: Statistics,
    last: Instant,
}

impl Clock {
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
    let context = Context::new(llvm);
    let mut work = Work::begin(llvm, &context, bitcode, options)?;
    work.prepare()?;
    work.optimise()?;
    work.finish(object)
}

/// Makes the objects of both programs that are explored, which is quicker than making each: up to the optimiser they are one. `coverage` and
/// `symbolic` say where to put the objects and how to make them; the sources under test and the optimisation must be the same in both, and
/// those of `symbolic` are taken.
///
/// # Errors
/// As [`instrument`]; [`Error::Llvm`] also if the optimised module cannot be kept in a file beside the object of the coverage program.
pub fn instrument_explored(
    llvm: &Llvm,
    bitcode: &Path,
    coverage: (&Path, &Options),
    symbolic: (&Path, &Options),
) -> Result<Explored, Error> {
    let context = Context::new(llvm);
    let mut work = Work::begin(llvm, &context, bitcode, symbolic.1)?;
    work.prepare()?;
    work.optimise()?;
    let common = coverage.0.with_extension("common.bc");
    work.module.write_bitcode(&common)?;
    work.clock.step("copy");
    let points = work.map.coverage.len();
    // Contexts do not cross threads: the copy is read into one of its own.
    let (coverage, symbolic) = std::thread::scope(|scope| {
        let coverage = scope.spawn(|| {
            let (object, options) = coverage;
            let context = Context::new(llvm);
            let mut work = Work::begin(llvm, &context, &common, options)?;
            work.points = points;
            work.finish(object)
        });
        let symbolic = work.finish(symbolic.0);
        (coverage.join(), symbolic)
    });
    let _ = std::fs::remove_file(&common);
    let (_, coverage) = match coverage {
        Ok(result) => result?,
        Err(panic) => std::panic::resume_unwind(panic),
    };
    let (map, symbolic) = symbolic?;
    Ok(Explored {
        map,
        coverage,
        symbolic,
    })
}

/// What [`instrument_explored`] made.
#[derive(Debug)]
pub struct Explored {
    /// What the numbers of both programs mean; only the symbolic one has branch sites.
    pub map: ProgramMap,
    /// Of the coverage program, from where the ways part.
    pub coverage: Statistics,
    /// Of the symbolic program.
    pub symbolic: Statistics,
}

/// A module on its way.
struct Work<'o, 'c> {
    options: &'o Options,
    module: Module<'c>,
    machine: TargetMachine,
    passes: PassOptions,
    sources: Sources<'c>,
    map: ProgramMap,
    /// How many coverage points there are.
    points: usize,
    clock: Clock,
}

impl<'o, 'c> Work<'o, 'c> {
    fn begin(
        llvm: &Llvm,
        context: &'c Context,
        bitcode: &Path,
        options: &'o Options,
    ) -> Result<Work<'o, 'c>, Error> {
        let mut clock = Clock {
            statistics: Statistics::default(),
            last: Instant::now(),
        };
        let module = context.parse_bitcode(bitcode)?;
        let machine = TargetMachine::new(llvm, &module, options.codegen_level)?;
        clock.step("parse");
        Ok(Work {
            options,
            module,
            machine,
            passes: PassOptions::scalar(llvm),
            sources: Sources::new(options),
            map: ProgramMap::default(),
            points: 0,
            clock,
        })
    }

    fn is_explored(&self) -> bool {
        self.options.kind != Kind::Plain
    }

    fn run(&self, pipeline: &str) -> Result<(), Error> {
        Ok(self
            .module
            .run_passes(pipeline, &self.machine, &self.passes)?)
    }

    /// Drops what is not needed and places the coverage points.
    fn prepare(&mut self) -> Result<(), Error> {
        let module = &self.module;
        let statistics = &mut self.clock.statistics;
        detours::add(module);
        self.sources
            .leave_out(entry::redirect(module, self.options.entry)?);
        prepare::internalize(module, statistics)?;
        if self.options.kind != Kind::Plain {
            prepare::cut_reports(module);
            prepare::fix_hash_keys(module);
            statistics.renderings = prepare::cut_rendering(module);
            // What became unreachable still refers to what it used.
            self.run("function(unreachableblockelim)")?;
        }
        self.run("globaldce")?;
        let defined = self
            .module
            .functions()
            .filter(|function| !function.is_declaration());
        self.clock.statistics.functions = defined.count();
        self.clock.step("prune");
        if !self.is_explored() {
            return Ok(());
        }

        self.run("strip-nonlinetable-debuginfo,function(break-crit-edges)")?;
        coverage::mark(&self.module, &mut self.sources, &mut self.map);
        self.points = self.map.coverage.len();
        if self.points > MAX_COVERAGE {
            return Err(Error::TooManyPoints {
                points: self.points,
                limit: MAX_COVERAGE,
            });
        }
        self.clock.statistics.hashes = prepare::mark_hashes(&self.module, self.options);
        prepare::stop_at_panics(&self.module);
        if self.options.kind == Kind::Symbolic {
            prepare::tell_slices(&self.module);
        }
        self.clock.step("coverage");
        Ok(())
    }

    fn optimise(&mut self) -> Result<(), Error> {
        self.run(self.options.opt_level.pipeline())?;
        self.clock.step("optimise");
        Ok(())
    }

    /// Adds what makes the kind, and generates code.
    fn finish(mut self, object: &Path) -> Result<(ProgramMap, Statistics), Error> {
        let mut descriptor = Descriptor::default();
        if self.options.kind == Kind::Symbolic {
            prepare::ask_for_hashes(&self.module);
            self.run("function(lower-switch,break-crit-edges)")?;
            let constants = program::constants(&self.module);
            self.clock.statistics.constants = constants.1;
            descriptor.constants = Some(constants);
            descriptor.filter = Some(symbolic::instrument(
                &self.module,
                &mut self.sources,
                &mut self.map,
                &mut self.clock.statistics,
            )?);
            self.clock.step("shadows");
        } else {
            prepare::keep_hashes(&self.module);
            prepare::keep_slices_quiet(&self.module);
        }
        if self.is_explored() {
            descriptor.coverage = Some((coverage::lower(&self.module, self.points), self.points));
        }
        program::describe(&self.module, &descriptor);
        if !self.options.debug_info {
            self.module.strip_debug_info();
        }
        prepare::fill_empty_functions(&self.module);
        self.module.verify()?;
        self.clock.step("verify");
        self.machine.emit_object(&self.module, object)?;
        self.clock.step("emit");
        Ok((self.map, self.clock.statistics))
    }
}
