//! Coverage: one byte per basic block of the code under test.
//!
//! Points are placed before optimisation, as calls of a marker that LLVM must neither merge nor drop ([`mark`]): branches of the source thus stay
//! branches, and `a && b` stays two. After optimisation the markers become plain stores of 1 ([`lower`]).

use crate::Error;
use crate::map::{CoveragePoint, FunctionPoints, PointKind, ProgramMap};
use crate::names;
use crate::subject::Sources;
use isolde_abi::shared::{MAX_COVERAGE, PAGE};
use isolde_llvm::{Block, Builder, Context, Function, Linkage, Module, Opcode, Value};
use std::collections::{HashMap, HashSet};

const MARKER: &str = "isolde.cover";
const COUNTERS: &str = "isolde.coverage";
/// LLVM's encoding of `memory(inaccessiblemem: write)`.
const WRITES_INACCESSIBLE: u64 = 2 << 2;

/// Places markers.
pub(crate) struct Marker<'c> {
    context: &'c Context,
    builder: Builder<'c>,
    marker: Function<'c>,
}

impl<'c> Marker<'c> {
    /// Adds the marker to a module.
    fn declare(module: &Module<'c>) -> Marker<'c> {
        let context = module.context();
        let ty = context.function(context.void(), &[context.int(32)]);
        let marker = module.add_function(MARKER, ty);
        for (attribute, value) in [
            ("nomerge", 0),
            ("nounwind", 0),
            ("willreturn", 0),
            ("nocallback", 0),
            ("memory", WRITES_INACCESSIBLE),
        ] {
            marker.add_attribute(context, context.attribute(attribute), value);
        }
        Marker {
            context,
            builder: context.builder(),
            marker,
        }
    }

    /// For a module that has the marker already.
    pub(crate) fn of(module: &Module<'c>) -> Option<Marker<'c>> {
        let context = module.context();
        Some(Marker {
            context,
            builder: context.builder(),
            marker: module.function(MARKER)?,
        })
    }

    /// Marks a block with the number of a point.
    pub(crate) fn mark(&self, block: Block<'c>, number: usize) {
        let number = self.context.int(32).constant(number as u64);
        self.builder.before(insertion_point(block));
        self.builder.call(self.marker, &[number]);
    }
}

/// Puts a marker into every block of every function under test. Critical edges must have been split before.
///
/// # Errors
/// [`Error::TooManyPoints`] if the program is larger than what can be counted.
pub(crate) fn mark<'c>(
    module: &Module<'c>,
    sources: &mut Sources<'c>,
    map: &mut ProgramMap,
) -> Result<(), Error> {
    let marker = Marker::declare(module);
    for function in module.functions() {
        if function.is_declaration() {
            continue;
        }
        let Some(place) = sources.function(function) else {
            continue;
        };
        let symbol = function.name().into_owned();
        let name = names::demangle(&symbol);
        let kinds = kinds(function);
        let first = map.coverage.len() as u32;
        for block in function.blocks() {
            let point = block
                .instructions()
                .find_map(|instruction| sources.under_test(instruction));
            let (line, column) = point
                .as_ref()
                .map_or((0, 0), |point| (point.line, point.column));
            let file = point.map_or_else(|| place.file.to_string(), |point| point.file.to_string());
            marker.mark(block, map.coverage.len());
            map.coverage.push(CoveragePoint {
                function: name.clone(),
                file,
                line,
                column,
                kind: kinds[&block],
            });
        }
        let points = first..map.coverage.len() as u32;
        let function = FunctionPoints {
            function: name,
            symbol,
            file: place.file.to_string(),
            line: place.line,
            points,
            decisions: 0..0,
        };
        map.functions.push(function);
    }
    let (points, limit) = (map.coverage.len(), MAX_COVERAGE);
    match points > limit {
        true => Err(Error::TooManyPoints { points, limit }),
        false => Ok(()),
    }
}

/// The first instruction behind phis, landing pads and allocas.
fn insertion_point(block: Block<'_>) -> Value<'_> {
    block
        .instructions()
        .find(|instruction| {
            !matches!(
                instruction.opcode(),
                Opcode::Phi
                    | Opcode::LandingPad
                    | Opcode::CatchPad
                    | Opcode::CleanupPad
                    | Opcode::Alloca
            )
        })
        .expect("a block ends in a terminator")
}

/// Which kind of point each block gets.
pub(crate) fn kinds<'c>(function: Function<'c>) -> HashMap<Block<'c>, PointKind> {
    let blocks: Vec<Block<'c>> = function.blocks().collect();
    let successors: HashMap<Block<'c>, Vec<Block<'c>>> = blocks
        .iter()
        .map(|&block| {
            (
                block,
                block
                    .terminator()
                    .map(Value::successors)
                    .unwrap_or_default(),
            )
        })
        .collect();
    let mut normal = HashSet::new();
    let mut stack: Vec<Block<'c>> = blocks.first().copied().into_iter().collect();
    while let Some(block) = stack.pop() {
        if normal.insert(block) {
            stack.extend(successors[&block].iter().filter(|next| {
                next.first()
                    .is_none_or(|first| first.opcode() != Opcode::LandingPad)
            }));
        }
    }
    // Doomed blocks: every way out of them ends in a panic. They are found backwards, until nothing changes.
    let mut doomed: HashMap<Block<'c>, PointKind> = HashMap::new();
    loop {
        let before = doomed.len();
        for &block in blocks.iter().rev() {
            if !normal.contains(&block) || doomed.contains_key(&block) {
                continue;
            }
            let next = &successors[&block];
            let ends = block
                .terminator()
                .is_some_and(|terminator| terminator.opcode() == Opcode::Unreachable);
            if ends
                || (!next.is_empty()
                    && next
                        .iter()
                        .all(|next| doomed.contains_key(next) || !normal.contains(next)))
            {
                let checked = block.instructions().any(is_compiler_check)
                    || next
                        .iter()
                        .any(|next| doomed.get(next) == Some(&PointKind::Check));
                doomed.insert(
                    block,
                    if checked {
                        PointKind::Check
                    } else {
                        PointKind::Panic
                    },
                );
            }
        }
        if doomed.len() == before {
            break;
        }
    }
    blocks
        .into_iter()
        .map(|block| {
            let kind = if normal.contains(&block) {
                doomed.get(&block).copied().unwrap_or(PointKind::Code)
            } else {
                PointKind::Cleanup
            };
            (block, kind)
        })
        .collect()
}

fn is_compiler_check(instruction: Value<'_>) -> bool {
    matches!(instruction.opcode(), Opcode::Call | Opcode::Invoke)
        && instruction
            .callee()
            .as_function()
            .is_some_and(|callee| names::is_compiler_check(&callee.name()))
}

/// The number in a marker, if `instruction` is one.
pub(crate) fn marker_number(instruction: Value<'_>) -> Option<u32> {
    if instruction.opcode() != Opcode::Call || instruction.callee().as_function()?.name() != MARKER
    {
        return None;
    }
    Some(instruction.operand(0).as_integer()? as u32)
}

/// Replaces every marker by a store into the counters, which are returned. `points` is the number of coverage points.
pub(crate) fn lower<'c>(module: &Module<'c>, points: usize) -> Value<'c> {
    let context = module.context();
    let ty = context
        .int(8)
        .array((points.div_ceil(PAGE).max(1) * PAGE) as u64);
    let counters = module.add_global(COUNTERS, ty);
    counters.set_initializer(ty.zero());
    counters.set_linkage(Linkage::Internal);
    counters.set_alignment(PAGE as u32);
    if let Some(marker) = module.function(MARKER) {
        let builder = context.builder();
        for call in marker.value().users().collect::<Vec<_>>() {
            let number = call
                .operand(0)
                .as_integer()
                .expect("markers carry a constant");
            builder.before(call);
            builder.store(
                context.int(8).constant(1),
                context.const_element_address(ty, counters, &[0, number]),
            );
            // SAFETY: a marker returns nothing, so it has no users.
            unsafe { call.erase() };
        }
        // SAFETY: the calls were the function's only users.
        unsafe { marker.delete() };
    }
    counters
}
