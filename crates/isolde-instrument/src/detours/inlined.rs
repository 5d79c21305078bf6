//! Inlined calls: std was optimised when it was compiled, so some of its calls were replaced by the bodies of the functions called. Such bodies
//! cannot get a hook, but debug information tells where they are. If a program reaches one while the function is detoured, that must not go
//! unnoticed, so a call is added before the body that informs the library, which then panics.

use super::hook;
use super::table::text;
use super::targets::{Target, identity, inside_library, library_function};
use crate::names::readable;
use isolde_abi::detour::LOST;
use isolde_llvm::{Block, Builder, Function, Linkage, Location, Module, Opcode, Scope, Value};
use std::collections::{HashMap, HashSet};

/// The module of the library's own functions in which inlined bodies do not count.
const DETOURS: &str = "detour::";

/// A place where the body of a target begins.
struct Site<'c> {
    within: Function<'c>,
    before: Value<'c>,
    target: usize,
}

/// Adds calls that inform the library wherever a program reaches the inlined body of one of `targets`, given with their globals. Returns how many places
/// there are for each.
pub(super) fn tell<'c>(
    module: &Module<'c>,
    targets: &[(&Target<'c>, Value<'c>)],
    busy: Value<'c>,
) -> Vec<usize> {
    let mut counts = vec![0; targets.len()];
    let Some(lost) = library_function(module, LOST) else {
        return counts;
    };
    let sites = find(module, targets);
    if sites.is_empty() {
        return counts;
    }
    let builder = module.context().builder();
    let teller = teller(module, &builder, lost, busy);
    let mut names: HashMap<Function<'c>, (Value<'c>, usize)> = HashMap::new();
    for site in &sites {
        let (place, length) = *names.entry(site.within).or_insert_with(|| {
            let name = readable(&site.within.name());
            (text(module, &name), name.len())
        });
        builder.before(site.before);
        let length = module.context().int(64).constant(length as u64);
        builder.call(teller, &[targets[site.target].1, place, length]);
        counts[site.target] += 1;
    }
    for &function in names.keys() {
        hook::forget_promises_of_body(module.context(), function);
        hook::forget_promises(module, function);
    }
    counts
}

/// All places, each once: the first instruction of each inlined body, in the order of the code.
fn find<'c>(module: &Module<'c>, targets: &[(&Target<'c>, Value<'c>)]) -> Vec<Site<'c>> {
    let index: HashMap<&str, usize> = targets
        .iter()
        .enumerate()
        .map(|(index, (target, _))| (target.identity.as_str(), index))
        .collect();
    let mut scopes: HashMap<Scope<'c>, Option<usize>> = HashMap::new();
    let mut seen: HashSet<(Function<'c>, Location<'c>, usize)> = HashSet::new();
    let mut sites = Vec::new();
    for within in module.functions().filter(|f| !f.is_declaration()) {
        for instruction in within.blocks().flat_map(body) {
            let mut location = instruction.location();
            while let Some(at) = location
                && let Some(caller) = at.inlined_at()
            {
                let scope = at.scope();
                let target = *scopes.entry(scope).or_insert_with(|| {
                    let symbol = scope.symbol(module.context())?;
                    index.get(identity(&symbol).as_str()).copied()
                });
                if let Some(target) = target
                    && seen.insert((within, caller, target))
                    && !inside_library(&readable(&within.name()))
                        .is_some_and(|path| path.starts_with(DETOURS))
                {
                    sites.push(Site {
                        within,
                        before: instruction,
                        target,
                    });
                }
                location = Some(caller);
            }
        }
    }
    sites
}

/// Instructions before which another can be inserted.
fn body<'c>(block: Block<'c>) -> impl Iterator<Item = Value<'c>> {
    block.instructions().filter(|instruction| {
        !matches!(
            instruction.opcode(),
            Opcode::Phi | Opcode::Alloca | Opcode::LandingPad
        )
    })
}

/// Makes a function that checks whether a detour is alive before it calls the library.
fn teller<'c>(
    module: &Module<'c>,
    builder: &Builder<'c>,
    lost: Function<'c>,
    busy: Value<'c>,
) -> Function<'c> {
    let context = module.context();
    let teller = module.add_function("isolde-detour.lost", lost.function_type());
    teller.value().set_linkage(Linkage::Internal);
    teller.add_attribute(context, context.attribute("uwtable"), 2);
    let [entry, awake, tell, done] = std::array::from_fn(|_| context.append_block(teller));
    let parameters = teller.parameters();
    builder.at_end(entry);
    hook::unless_asleep(builder, context, parameters[0], busy, [awake, tell, done]);
    builder.at_end(tell);
    let byte = context.int(8);
    builder.store(byte.constant(1), busy);
    builder.call(lost, &parameters);
    builder.store(byte.zero(), busy);
    builder.jump(done);
    builder.at_end(done);
    builder.ret_void();
    teller
}
