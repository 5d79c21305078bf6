//! The order of passes, from bitcode to object.

use crate::clock::Clock;
use crate::map::{ProgramMap, Statistics};
use crate::program::{self, Descriptor};
use crate::subject::Sources;
use crate::{
    Error, Kind, Options, coverage, decisions, detours, elsewhere, entry, mutants, prepare, slices,
    sorting, symbolic,
};
use isolde_llvm::{Context, Llvm, Module, PassOptions, TargetMachine, Value};
use std::path::Path;

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

/// Makes the objects of both programs that are explored, which is quicker than making them separately, since they are the same up to the optimiser.
/// `coverage` and `symbolic` tell where to put the objects and how to make them; the sources under test and the optimisation must be the same in
/// both, and those of `symbolic` are taken.
///
/// # Errors
/// As [`instrument`]; [`Error::Llvm`] also if the optimised module cannot be kept in a file beside the object of the coverage program.
pub fn instrument_explored(
    llvm: &Llvm,
    bitcode: &Path,
    coverage: (&Path, &Options),
    symbolic: (&Path, &Options),
    order: Order,
) -> Result<Explored, Error> {
    let common = coverage.0.with_extension("common.bc");
    let done = explored(llvm, bitcode, &common, coverage, symbolic, order);
    let _ = std::fs::remove_file(&common);
    done
}

fn explored(
    llvm: &Llvm,
    bitcode: &Path,
    common: &Path,
    coverage: (&Path, &Options),
    symbolic: (&Path, &Options),
    order: Order,
) -> Result<Explored, Error> {
    let context = Context::new(llvm);
    let mut work = Work::begin(llvm, &context, bitcode, symbolic.1)?;
    work.prepare()?;
    work.optimise()?;
    work.module.write_bitcode(common)?;
    work.clock.step("copy");
    let points = work.map.coverage.len();
    // A context belongs to one thread, so the copy is read into a context of its own.
    let finish_coverage = || {
        let (object, options) = coverage;
        let context = Context::new(llvm);
        Work::resume(llvm, &context, common, options, points)?.finish(object)
    };
    let (coverage, symbolic) = match order {
        Order::Together => std::thread::scope(|scope| {
            let coverage = scope.spawn(finish_coverage);
            let symbolic = work.finish(symbolic.0);
            match coverage.join() {
                Ok(coverage) => (coverage, symbolic),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }),
        Order::OneByOne => {
            let symbolic = work.finish(symbolic.0);
            drop(context);
            give_back_memory();
            (finish_coverage(), symbolic)
        }
    };
    let ((_, coverage), (map, symbolic)) = (coverage?, symbolic?);
    Ok(Explored {
        map,
        coverage,
        symbolic,
    })
}

/// Whether the programs are made at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// On two threads, which is quicker, but needs the memory for both at once.
    Together,
    /// One after the other.
    OneByOne,
}

/// Returns freed memory to the system: the allocator keeps some of it for later, which is a lot after a large program.
pub fn give_back_memory() {
    #[cfg(target_env = "gnu")]
    // SAFETY: this returns only memory that is free.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// What [`instrument_explored`] made.
#[derive(Debug)]
pub struct Explored {
    /// What the numbers of both programs mean; only the symbolic one has branch sites.
    pub map: ProgramMap,
    /// Of the coverage program, without the steps that both programs share.
    pub coverage: Statistics,
    /// Of the symbolic program.
    pub symbolic: Statistics,
}

/// Reads a program. Most functions in it are never called: unless bodies have to be changed first, those that `main` cannot reach are not read.
fn read<'c>(context: &'c Context, bitcode: &Path, options: &Options) -> Result<Module<'c>, Error> {
    // Detours and the redirection of a test program change bodies, and with them what `main` can reach.
    if options.has_detours() {
        return Ok(context.parse_bitcode(bitcode)?);
    }
    let unread = context.open_bitcode(bitcode)?;
    prepare::internalize(&unread)?;
    if !options.kind.is_observed() {
        prepare::cut_reports(&unread);
    }
    link_used(context, unread)
}

/// Reads the bodies of what is used in an opened module, into a new one.
fn link_used<'c>(context: &'c Context, unread: Module<'c>) -> Result<Module<'c>, Error> {
    let used = context.empty_module("program");
    used.copy_target(&unread);
    used.link(unread)?;
    Ok(used)
}

/// A module in the pipeline.
struct Work<'o, 'c> {
    options: &'o Options,
    module: Module<'c>,
    machine: TargetMachine,
    passes: PassOptions,
    sources: Sources<'c>,
    map: ProgramMap,
    /// Number of coverage points.
    points: usize,
    /// Where the number of the chosen mutant is.
    mutant: Option<Value<'c>>,
    clock: Clock,
}

impl<'o, 'c> Work<'o, 'c> {
    fn begin(
        llvm: &Llvm,
        context: &'c Context,
        bitcode: &Path,
        options: &'o Options,
    ) -> Result<Work<'o, 'c>, Error> {
        let clock = Clock::start();
        let module = read(context, bitcode, options)?;
        Work::of_module(llvm, module, options, clock)
    }

    /// Continues with a module that [`Work::optimise`] left in a file.
    fn resume(
        llvm: &Llvm,
        context: &'c Context,
        bitcode: &Path,
        options: &'o Options,
        points: usize,
    ) -> Result<Work<'o, 'c>, Error> {
        let clock = Clock::start();
        let module = link_used(context, context.open_bitcode(bitcode)?)?;
        let work = Work::of_module(llvm, module, options, clock)?;
        Ok(Work { points, ..work })
    }

    fn of_module(
        llvm: &Llvm,
        module: Module<'c>,
        options: &'o Options,
        mut clock: Clock,
    ) -> Result<Work<'o, 'c>, Error> {
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
            mutant: None,
            clock,
        })
    }

    fn is_explored(&self) -> bool {
        self.options.kind.is_explored()
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
        if self.options.has_detours() {
            detours::add(module);
        }
        self.sources
            .leave_out(entry::redirect(module, self.options.entry)?);
        prepare::internalize(module)?;
        statistics.functions_read = prepare::defined(module);
        if self.options.kind == Kind::Plain {
            elsewhere::let_vary(module);
        }
        if !self.options.kind.is_observed() {
            prepare::cut_reports(module);
            prepare::fix_hash_keys(module);
            statistics.renderings = prepare::cut_rendering(module, self.options);
            // Code that has become unreachable still refers to the functions that it used.
            self.run("function(unreachableblockelim)")?;
        }
        self.run("globaldce")?;
        if self.options.kind == Kind::Mutants {
            let context = self.module.context();
            self.mutant = mutants::add(context, &self.module, &mut self.sources, &mut self.map);
        }
        sorting::tell(&self.module);
        self.clock.statistics.functions = prepare::defined(&self.module);
        self.clock.step("prune");
        prepare::ask_for_checks(&self.module, self.options);
        if !self.is_explored() {
            return Ok(());
        }
        self.run("strip-nonlinetable-debuginfo,function(break-crit-edges)")?;
        coverage::mark(&self.module, &mut self.sources, &mut self.map)?;
        decisions::ask(&self.module, &mut self.sources);
        self.run("always-inline")?;
        decisions::mark(&self.module, &mut self.sources, &mut self.map);
        self.points = self.map.coverage.len();
        self.clock.statistics.hashes = prepare::mark_hashes(&self.module, self.options);
        prepare::stop_at_panics(&self.module);
        if self.options.kind == Kind::Symbolic {
            slices::tell(&self.module);
        }
        self.clock.step("coverage");
        // A generic function has a copy for every type, and many copies are equal. Copies of code under test stay separate, since their coverage
        // points differ.
        self.run("mergefunc,globaldce")?;
        self.clock.step("merge");
        Ok(())
    }

    fn optimise(&mut self) -> Result<(), Error> {
        self.run(&self.options.pipeline())?;
        self.clock.step("optimise");
        Ok(())
    }

    /// Adds what the kind requires, and generates code.
    fn finish(mut self, object: &Path) -> Result<(ProgramMap, Statistics), Error> {
        let mut descriptor = Descriptor {
            mutant: self.mutant,
            ..Descriptor::default()
        };
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
            slices::keep_quiet(&self.module);
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

#[cfg(test)]
mod tests {
    use super::read;
    use crate::toolchain::llvm;
    use crate::{Kind, Options};
    use isolde_llvm::Context;

    /// A program whose `main` calls one of three functions; that one calls another where it reports a panic.
    const PROGRAM: &str = "
        target triple = \"x86_64-unknown-linux-gnu\"
        define i32 @main() {
          %result = call i32 @_RNvCs1_4demo6called()
          ret i32 %result
        }
        define i32 @_RNvCs1_4demo6called() {
          call void @_RNvNtCs1_3std9panicking12default_hook()
          ret i32 3
        }
        define void @_RNvNtCs1_3std9panicking12default_hook() {
          call void @_RNvCs1_4demo5write()
          ret void
        }
        define void @_RNvCs1_4demo5write() { ret void }
        define void @_RNvCs1_4demo7unasked() { ret void }";

    fn bodies(kind: Kind) -> Vec<String> {
        let llvm = llvm();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("program.bc");
        let context = Context::new(&llvm);
        let program = context.parse_ir("test", PROGRAM).unwrap();
        program.write_bitcode(&file).unwrap();
        let context = Context::new(&llvm);
        let module = read(&context, &file, &Options::new(kind)).unwrap();
        module.verify().unwrap();
        let mut names: Vec<String> = module
            .functions()
            .filter(|function| !function.is_declaration())
            .map(|function| crate::names::demangle(&function.name()))
            .collect();
        names.sort();
        names
    }

    #[test]
    fn only_what_main_reaches_is_read_and_explored_programs_report_nothing() {
        let plain = [
            "demo::called",
            "demo::write",
            "main",
            "std::panicking::default_hook",
        ];
        assert_eq!(bodies(Kind::Plain), plain);
        let explored = ["demo::called", "isolde.silent", "main"];
        assert_eq!(bodies(Kind::Coverage), explored);
    }
}
