//! The third pass: functions that a program detours somewhere get hooks.
//!
//! A target is a function whose address reaches the library's marker ([`targets`]). Each of its copies is called through a hook from then on
//! ([`hook`]): a function of the same type that checks whether a detour is alive, asks the library for the trampoline, and calls that or the function
//! itself. The functions of trapped modules get hooks, too ([`modules`]). A table in the program lists for the library which functions have hooks,
//! and why the others have none ([`table`]). All of this happens before anything is inlined. Where a function of std was inlined when std was
//! compiled, a call informs the library ([`inlined`]). Threads belong to the test that starts them ([`threads`]). If a program has detours for all work of a test,
//! memory remembers which test allocated it ([`memory`]), and what is run or polled belongs to the test that made it ([`jobs`]).

mod hook;
mod inlined;
mod jobs;
mod memory;
mod modules;
mod names;
mod table;
mod targets;
mod threads;

use crate::Error;
use crate::options::OptLevel;
use crate::prepare;
use isolde_abi::detour::MARK_ACROSS;
use isolde_llvm::{
    CodegenLevel, Context, Function, Llvm, Module, PassOptions, TargetMachine, Value,
};
use std::path::Path;

/// What [`add_detours`] did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Detoured {
    /// Names of the functions that have hooks, and how many copies each has.
    pub hooked: Vec<(String, usize)>,
    /// Names of the functions that were marked but have no hooks, with the reason.
    pub refused: Vec<(String, String)>,
    /// Names of the functions of which some calls were inlined before the pass, and how many.
    pub inlined: Vec<(String, usize)>,
    /// How many functions are recognised as work that belongs to the test that made it.
    pub jobs: usize,
}

/// Gives the whole program in `bitcode` its hooks, optimises it, and writes `object`.
///
/// # Errors
/// If the bitcode is not that of a whole program, or libLLVM fails; see [`Error`].
pub fn add_detours(
    llvm: &Llvm,
    bitcode: &Path,
    object: &Path,
    opt_level: OptLevel,
) -> Result<Detoured, Error> {
    let context = Context::new(llvm);
    let module = context.parse_bitcode(bitcode)?;
    let codegen = match opt_level {
        OptLevel::O0 => CodegenLevel::None,
        OptLevel::O1 => CodegenLevel::Less,
        OptLevel::O2 => CodegenLevel::Default,
    };
    let machine = TargetMachine::new(llvm, &module, codegen)?;
    let mut done = add(&module);
    done.jobs = own_work(&module);
    module.verify()?;
    let options = PassOptions::vector(llvm);
    // The lowest pipeline does not remove functions that are never called.
    module.run_passes("globaldce", &machine, &options)?;
    module.run_passes(opt_level.pipeline(), &machine, &options)?;
    prepare::fill_empty_functions(&module);
    machine.emit_object(&module, object)?;
    Ok(done)
}

/// Hooks all targets of a module.
pub(crate) fn add(module: &Module<'_>) -> Detoured {
    let mut done = Detoured::default();
    let Some(find) = targets::library_function(module, isolde_abi::detour::FIND) else {
        return done;
    };
    threads::redirect(module);
    table::owner(module);
    let busy = table::busy(module);
    let library = hook::Library { find, busy };
    let copies = targets::copies(module);
    let mut found = targets::find(module, &copies);
    let trapped = modules::add(&mut found, &copies, module);
    let globals: Vec<Value<'_>> = found
        .iter()
        .map(|target| table::target(module, &target.name, target.refusal()))
        .collect();
    // This comes before hooks are added, since hooks do not count as callers.
    let detoured: Vec<(&targets::Target<'_>, Value<'_>)> = found
        .iter()
        .zip(globals.iter().copied())
        .filter(|(target, _)| target.refusal.is_none() && !target.keys.is_empty())
        .collect();
    let inlined = inlined::tell(module, &detoured, busy);
    done.inlined = detoured
        .iter()
        .zip(inlined)
        .filter(|(_, count)| *count > 0)
        .map(|((target, _), count)| (target.name.clone(), count))
        .collect();
    let mut keys = Vec::new();
    for (target, &global) in found.iter().zip(&globals) {
        let hooks: Vec<(Function<'_>, Value<'_>)> = target
            .copies
            .iter()
            .map(|&copy| {
                let hook = hook::add(module, copy, target.has_location, global, library);
                (copy, hook)
            })
            .collect();
        // By now the addresses are those of hooks, unless they are those of shims.
        keys.extend(target.keys.iter().map(|&key| {
            let hook = hooks.iter().find(|(copy, _)| *copy == key);
            (hook.map_or(key.value(), |(_, hook)| *hook), global)
        }));
        match &target.refusal {
            None => done.hooked.push((target.name.clone(), target.copies.len())),
            Some(refusal) => done.refused.push((target.name.clone(), refusal.clone())),
        }
    }
    let trapped: Vec<Value<'_>> = trapped.iter().map(|&index| globals[index]).collect();
    table::write(module, &keys, &trapped);
    done
}

/// Lets work belong to the test that made it, if the program has detours for all work of a test. Returns how many functions are such work.
///
/// Explored programs do not need this: a run has a process of its own, where all threads belong to the one test.
fn own_work(module: &Module<'_>) -> usize {
    let is_needed = targets::library_function(module, MARK_ACROSS)
        .is_some_and(|mark| mark.value().users().next().is_some());
    if !is_needed {
        return 0;
    }
    memory::watch(module);
    table::knows_jobs(module);
    jobs::wrap(module)
}

#[cfg(test)]
mod tests;
