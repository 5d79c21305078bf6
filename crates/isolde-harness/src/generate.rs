//! From a request to the driver crate's source: runs the passes one after the other.

use crate::fakes::{
    Fake, Isolation, Unfaked, answered, exposed, looked_into, plan_fakes, resolve, settle_fakes,
};
use crate::index::Index;
use crate::instances::{BoundQuestion, Traits};
use crate::pieces::{Piece, PieceId, Rejection, Rejections};
use crate::plan::{
    Chosen, Instance, Observers, Pairs, Sequences, calls, choose, most_instances, refused,
};
use crate::record::{info, pair_info, sequence_info, suffixes};
use crate::results::{Sources, seen_variants};
use crate::shape::{Demand, Settled, settle};
use crate::write::{Entry, SequenceEntry, Writer};
use isolde_model::Model;
use isolde_record::{Edition, SkipReason, ThunkInfo};
use std::collections::BTreeMap;

/// What to generate.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The package.
    pub model: &'a Model,
    /// The edition of the package, which is also that of the driver.
    pub edition: Edition,
    /// Paths of functions to call, with `*` for any characters; empty for all.
    pub filters: &'a [String],
    /// Pieces that the compiler has refused so far, with its first error for each.
    pub rejected: &'a BTreeMap<PieceId, Rejection>,
    /// Whether mocks are invented for traits.
    pub mocks: bool,
    /// Whether comparisons and keys may contradict themselves.
    pub lawless: bool,
    /// Whether to call functions in sequences too.
    pub sequences: bool,
    /// Whether to check conventions too, where functions are called in sequences.
    pub conventions: bool,
    /// If a unit is isolated from what is outside it: what is answered for.
    pub isolation: Option<Isolation<'a>>,
    /// Whether the driver asks the compiler about bounds of which the model does not know whether they are satisfied.
    pub asks: bool,
}

/// The generated driver crate.
#[derive(Clone, Debug)]
pub struct Harness {
    /// Text of `main.rs`.
    pub main_rs: String,
    /// The thunks, in the order of the program's table.
    pub thunks: Vec<ThunkInfo>,
    /// The parts of the text that can be left out, by ascending lines: first those of the thunks.
    pub pieces: Vec<Piece>,
    /// What became of every function of the model, with the function's index in the model.
    pub functions: Vec<(usize, Verdict)>,
    /// The functions outside the unit that have fakes, as the program names them.
    pub faked: Vec<String>,
    /// Those that should have fakes and have none.
    pub unfaked: Vec<Unfaked>,
}

/// What became of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The function has these thunks.
    Thunks(Vec<u32>),
    /// The function has no thunk, for this reason.
    Skipped(SkipReason),
}

/// The calls of every function, and what their arguments lead to.
struct Calls {
    planned: Vec<Result<Vec<Instance>, SkipReason>>,
    fakes: Vec<Fake>,
    unfaked: Vec<Unfaked>,
    settled: Settled,
}

/// How often calls are planned again because functions turned out to have no fakes, so that nothing may stand in for what they take.
const MOST_ATTEMPTS: usize = 4;

fn plan_calls<'m>(
    request: &Request,
    index: &Index<'m>,
    traits: &mut Traits<'_, 'm>,
    rejections: Rejections,
) -> Calls {
    let (faked, kept) = match request.isolation {
        Some(isolation) => (isolation.faked, isolation.kept),
        None => (&[][..], &[][..]),
    };
    let faked = resolve(index, faked);
    let mut looked_into = looked_into(index, &faked, kept);
    for attempt in 1.. {
        let mut demand = Demand::new(traits, rejections);
        demand.is_isolated = request.isolation.is_some();
        demand.faked = answered(&faked);
        demand.is_lawful = !request.lawless;
        demand.looked_into.clone_from(&looked_into);
        let mut plan = |function| match refused(index, function, request.filters) {
            Some(reason) => Err(reason),
            None => demand.plan(function),
        };
        let planned = request.model.functions.iter().map(&mut plan).collect();
        let (mut fakes, mut unfaked) = plan_fakes(&mut demand, &faked);
        let settled = settle(demand.complete());
        settle_fakes(index, &mut fakes, &mut unfaked, &settled);
        let exposed = exposed(&faked, &unfaked, &settled);
        if exposed.is_empty() || attempt == MOST_ATTEMPTS {
            return Calls {
                planned,
                fakes,
                unfaked,
                settled,
            };
        }
        looked_into.extend(exposed);
    }
    unreachable!("the last attempt returns")
}

/// Generates the driver crate: an external binary crate that depends on the package's library and on `isolde`. Calls that compile in
/// this crate compile in `tests/` as well. The same request gives the same text.
pub fn generate(request: &Request) -> Harness {
    let model = request.model;
    let rejections = Rejections::new(request.rejected);
    let index = Index::new(model);
    let mut traits = Traits::new(&index, request.mocks, rejections);

    let Calls {
        planned,
        fakes,
        unfaked,
        settled,
    } = plan_calls(request, &index, &mut traits, rejections);

    // Plans that are made of several of these calls.
    let (mut planned_sequences, mut pairs) = (Vec::new(), Vec::new());
    if request.sequences {
        let (calls, conventions) = (calls(&index, rejections, &planned), request.conventions);
        let sequences = Sequences::new(&mut traits, rejections, &settled, &calls, conventions);
        planned_sequences = sequences.plan();
        pairs = Pairs::new(&mut traits, rejections, &settled, &calls).plan(conventions);
    }

    // The calls that are written.
    let mut sources = Sources::new(&mut traits, rejections);
    let mut thunks = Vec::new();
    let mut entries = Vec::new();
    let mut functions = Vec::new();
    for (number, planned) in planned.into_iter().enumerate() {
        let function = &model.functions[number];
        let chosen = planned.and_then(|instances| {
            choose(
                instances,
                most_instances(&index, function),
                &settled,
                rejections,
            )
        });
        let verdict = match chosen {
            Err(reason) => Verdict::Skipped(reason),
            Ok(chosen) => {
                let first = entries.len() as u32;
                let suffixes = suffixes(&instance_texts(&chosen));
                for (chosen, suffix) in chosen.into_iter().zip(suffixes) {
                    let number = entries.len() as u32;
                    let arguments = chosen.thunk.arguments.iter();
                    let shapes = arguments.map(|argument| &argument.shape);
                    thunks.push(ThunkInfo {
                        unanswered: settled.unanswered(shapes),
                        ..info(number, function, &index, &chosen, &suffix)
                    });
                    let result = chosen.thunk.result.as_ref();
                    entries.push(Entry {
                        source: result.and_then(|of| sources.function(of)),
                        variants: result.map_or(Vec::new(), |of| seen_variants(&index, of)),
                        thunk: chosen.thunk,
                    });
                }
                Verdict::Thunks((first..entries.len() as u32).collect())
            }
        };
        functions.push((number, verdict));
    }

    let mut sequences = Vec::new();
    for sequence in planned_sequences {
        let number = thunks.len() as u32;
        let steps = sequence.all_steps();
        let observed = steps
            .map(|step| {
                let result = step.chosen.thunk.result.as_ref();
                (
                    result.and_then(|of| sources.function(of)),
                    result.map_or(Vec::new(), |of| seen_variants(&index, of)),
                )
            })
            .collect();
        for step in sequence.all_steps() {
            let (_, verdict) = &mut functions[step.function];
            match verdict {
                // No value of its own is known for the receiver: it is only reached in sequences.
                Verdict::Skipped(_) => *verdict = Verdict::Thunks(vec![number]),
                Verdict::Thunks(numbers)
                    if numbers
                        .first()
                        .is_some_and(|&first| first >= entries.len() as u32) =>
                {
                    if !numbers.contains(&number) {
                        numbers.push(number);
                    }
                }
                Verdict::Thunks(_) => {}
            }
        }
        thunks.push(sequence_info(number, &index, &sequence));
        sequences.push(SequenceEntry { sequence, observed });
    }

    for pair in &pairs {
        thunks.push(pair_info(thunks.len() as u32, &index, pair));
    }

    let observing = functions.iter().flat_map(|(number, verdict)| {
        let numbers = match verdict {
            Verdict::Thunks(numbers) => numbers.as_slice(),
            Verdict::Skipped(_) => &[],
        };
        let written = numbers.iter().filter_map(|&at| entries.get(at as usize));
        written.map(|entry| (&model.functions[*number], &entry.thunk))
    });
    let observers = Observers::among(observing, rejections);
    let writer = Writer {
        index: &index,
        settled: &settled,
        observers: &observers,
        fakes: &fakes,
        edition: request.edition,
        is_lawless: request.lawless,
    };
    let sources = sources.finish();
    let questions: Vec<&BoundQuestion> = match request.asks {
        true => traits.questions().collect(),
        false => Vec::new(),
    };
    let (main_rs, pieces) = writer.driver(&entries, &sequences, &pairs, &sources, &questions);
    Harness {
        main_rs,
        thunks,
        pieces,
        functions,
        faked: fakes
            .iter()
            .map(|fake| fake.function().to_owned())
            .collect(),
        unfaked,
    }
}

fn instance_texts(chosen: &[Chosen]) -> Vec<&[String]> {
    chosen.iter().map(|each| each.instance.as_slice()).collect()
}

impl Harness {
    /// The pieces of the thunks, in the order of the thunks.
    pub fn thunk_pieces(&self) -> &[Piece] {
        &self.pieces[..self.thunks.len()]
    }

    /// The pieces that thunks use.
    pub fn other_pieces(&self) -> &[Piece] {
        &self.pieces[self.thunks.len()..]
    }

    /// The piece that a line of the generated file belongs to.
    pub fn piece_at(&self, line: u32) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.lines.contains(&line))
    }
}
