//! Decisions that the standard library takes for the code under test: `unwrap_or` gives the value or the default, `filter` keeps an element or drops it.
//!
//! Such a decision is as much a part of what the code under test does as a `match` would be, so both ways get a coverage point. Short functions of std that
//! decide are inlined into the code under test that calls them ([`ask`]), which gives each call points of its own. Functions of std that call closures
//! under test have an instance for each closure anyway.

use crate::coverage::{Marker, kinds, marker_number};
use crate::map::{CoveragePoint, PointKind, ProgramMap};
use crate::names;
use crate::subject::Sources;
use isolde_abi::shared::MAX_COVERAGE;
use isolde_llvm::{Block, Function, Module, Opcode, Value};
use std::collections::HashSet;

/// Files of std, and folders, whose functions decide something that the caller can see: what values are chosen, not how a collection grows.
const DECIDING: [&str; 11] = [
    "alloc/src/borrow.rs",
    "alloc/src/collections/btree/map/entry.rs",
    "core/src/bool.rs",
    "core/src/cmp.rs",
    "core/src/iter/",
    "core/src/num/",
    "core/src/ops/control_flow.rs",
    "core/src/ops/range.rs",
    "core/src/option.rs",
    "core/src/result.rs",
    "std/src/collections/hash/map.rs",
];
/// Where the impls of `Fn` for references to closures are.
const SHIMS: &str = "core/src/ops/function.rs";
/// Functions with more blocks than this are algorithms, whose decisions say little about their callers.
const MOST_BLOCKS: usize = 24;

/// Asks for the calls of functions that decide to be inlined into the code under test.
pub(crate) fn ask<'c>(module: &Module<'c>, sources: &mut Sources<'c>) {
    let context = module.context();
    let inlined = context.attribute("alwaysinline");
    for function in module.functions() {
        if function.is_declaration() || !decides(function, sources) {
            continue;
        }
        for call in function.calls() {
            if sources.function(call.block().function()).is_some() {
                call.add_call_attribute(context, inlined);
            }
        }
    }
}

/// Whether a function of std is short and decides something.
fn decides<'c>(function: Function<'c>, sources: &mut Sources<'c>) -> bool {
    let file = sources.std_file(function);
    let is_there = file.is_some_and(|file| DECIDING.iter().any(|path| file.starts_with(path)));
    is_there && is_short(function)
}

fn is_short(function: Function<'_>) -> bool {
    function.blocks().take(MOST_BLOCKS + 1).count() <= MOST_BLOCKS
}

/// Marks the code behind decisions, after the calls have been inlined, as long as there is room for points.
pub(crate) fn mark<'c>(module: &Module<'c>, sources: &mut Sources<'c>, map: &mut ProgramMap) {
    let Some(marker) = Marker::of(module) else {
        return;
    };
    let mut marked = HashSet::new();
    for index in 0..map.functions.len() {
        let first = map.coverage.len();
        let Some(function) = module.function(&map.functions[index].symbol) else {
            continue;
        };
        let mut blocks = decided(function);
        for caller in std_callers(function, sources) {
            if marked.insert(caller) {
                blocks.extend(decided(caller));
            }
        }
        for block in blocks.into_iter().take(MAX_COVERAGE.saturating_sub(first)) {
            if let Some(point) = point(block, function, sources, module) {
                marker.mark(block, map.coverage.len());
                map.coverage.push(point);
            }
        }
        map.functions[index].decisions = first as u32..map.coverage.len() as u32;
    }
}

/// The functions of std that call a closure under test, directly or through a reference to it.
fn std_callers<'c>(closure: Function<'c>, sources: &mut Sources<'c>) -> Vec<Function<'c>> {
    if !names::is_closure(&closure.name()) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut called = vec![closure];
    while let Some(function) = called.pop() {
        for caller in function.calls().map(|call| call.block().function()) {
            match sources.std_file(caller).as_deref() {
                Some(SHIMS) if function == closure => called.push(caller),
                Some(_) if is_short(caller) => found.push(caller),
                _ => {}
            }
        }
    }
    found
}

/// The blocks of a function behind conditions, without those that have points already and those that only lead to a panic.
fn decided(function: Function<'_>) -> Vec<Block<'_>> {
    let kinds = kinds(function);
    let mut seen = HashSet::new();
    let conditions = function.blocks().filter_map(Block::terminator);
    let conditions = conditions.filter(|end| matches!(end.opcode(), Opcode::Br | Opcode::Switch));
    let mut blocks = Vec::new();
    for condition in conditions {
        let successors = condition.successors();
        if successors.len() < 2 {
            continue;
        }
        let new = successors.into_iter().filter(|block| {
            kinds.get(block) == Some(&PointKind::Code)
                && !block
                    .instructions()
                    .any(|each| marker_number(each).is_some())
        });
        blocks.extend(new.filter(|block| seen.insert(*block)));
    }
    blocks
}

/// The point of a block: in code under test, where std's function is called; in std's functions, where the closure is that they call.
fn point<'c>(
    block: Block<'c>,
    under_test: Function<'c>,
    sources: &mut Sources<'c>,
    module: &Module<'c>,
) -> Option<CoveragePoint> {
    let mut located = block
        .instructions()
        .filter(|each| each.location().is_some());
    let first = located.next();
    let call = first.and_then(|each| sources.under_test(each));
    let place = call.clone().or_else(|| sources.function(under_test))?;
    // The function is named where the code under test names it.
    let inlined = call.and(first).and_then(Value::location);
    let name = inlined.and_then(|location| location.scope().function(module.context()));
    Some(CoveragePoint {
        function: name.map_or_else(String::new, |name| without_arguments(&name).to_owned()),
        file: place.file.to_string(),
        line: place.line,
        column: place.column,
        kind: PointKind::Decision,
    })
}

/// `map` of `map<u8, u16>`.
fn without_arguments(name: &str) -> &str {
    name.split('<').next().unwrap_or(name)
}
