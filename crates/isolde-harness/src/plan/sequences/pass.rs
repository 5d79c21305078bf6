//! The pass that plans sequences.

use super::calls::{is_from_pool, step_piece, takes};
use super::methods::Methods;
use super::{Gives, Holds, Lawful, Nested, Origin, Pool, Sequence, State, Step};
use crate::call::By;
use crate::describe::{describe_name, describe_short};
use crate::index::{Index, own_id};
use crate::instances::Traits;
use crate::names::{Names, snake, variable};
use crate::pieces::Rejections;
use crate::plan::calls::{result_parts, target};
use crate::plan::contracts::{of_call, of_value};
use crate::plan::observers::observed_by;
use crate::plan::{Argument, Chosen, Taken, Thunk};
use crate::shape::Settled;
use isolde_model::{Contract, StdItem, StdTrait, Type, TypeItem, TypeKind};
use std::collections::BTreeSet;

/// The largest number of pools of one sequence.
const MOST_POOLS: usize = 5;
/// The largest number of calls that one sequence can choose from. With more, each would be tried too seldom.
const MOST_STEPS: usize = 48;
/// The largest number of types whose borrowed values are used.
const MOST_NESTED: usize = 4;
/// The largest number of sequences of one package.
const MOST_SEQUENCES: usize = 64;
/// The largest number of calls in all sequences of a package. Each is a function of the driver, which takes as long to build as a thunk.
const MOST_STEPS_IN_ALL: usize = 400;
/// The largest number of methods by which a value is observed at the end.
const MOST_OBSERVERS: usize = 4;

/// What sequences are planned from.
pub(crate) struct Sequences<'p, 'c, 'm> {
    index: &'c Index<'m>,
    traits: &'p mut Traits<'c, 'm>,
    rejections: Rejections<'p>,
    settled: &'p Settled,
    /// One call for each function and instance, with the function's number.
    calls: &'p [(usize, Chosen)],
    /// Whether conventions are checked.
    conventions: bool,
}

impl<'p, 'c, 'm> Sequences<'p, 'c, 'm> {
    /// Starts from one call for each function and instance.
    pub(crate) fn new(
        traits: &'p mut Traits<'c, 'm>,
        rejections: Rejections<'p>,
        settled: &'p Settled,
        calls: &'p [(usize, Chosen)],
        conventions: bool,
    ) -> Sequences<'p, 'c, 'm> {
        Sequences {
            index: traits.index,
            traits,
            rejections,
            settled,
            calls,
            conventions,
        }
    }

    /// The sequences: one for each type that can be built and that some call changes.
    pub(crate) fn plan(mut self) -> Vec<Sequence> {
        let mut roots: BTreeSet<Type> = BTreeSet::new();
        let mut found = Vec::new();
        let changed: Vec<Type> = self
            .calls
            .iter()
            .filter_map(|(_, chosen)| {
                let first = chosen.thunk.arguments.first()?;
                matches!(first.by, By::Mutable | By::Place(true)).then(|| target(&first.of).clone())
            })
            .collect();
        // Laws are also checked on values that never change.
        let lawful = self.settled.types().filter(|of| {
            Lawful::of(self.index, of).is_any()
                || !of_value(self.index, &Contract::Invariant, of).is_empty()
                || self.conventions && !self.methods(of).comparisons(of).is_empty()
        });
        let candidates: Vec<Type> = changed.into_iter().chain(lawful.cloned()).collect();
        let mut steps = 0;
        for of in candidates {
            let is_new = own_id(&of).is_some() && roots.insert(of.clone());
            if is_new && found.len() < MOST_SEQUENCES && steps < MOST_STEPS_IN_ALL {
                let sequence = self.sequence(&of);
                steps += sequence.iter().flat_map(Sequence::all_steps).count();
                found.extend(sequence);
            }
        }
        found
    }

    fn sequence(&mut self, of: &Type) -> Option<Sequence> {
        let piece = format!("sequence of {}", describe_short(of));
        if !self.rejections.allow(&piece) || !self.is_own_and_buildable(of) {
            return None;
        }
        let types = self.types(of);
        let mut names = Names::default();
        let mut sequence = Sequence {
            of: of.clone(),
            pools: types
                .iter()
                .map(|of| self.pool(of, &piece, &mut names))
                .collect(),
            steps: Vec::new(),
            nested: Vec::new(),
            piece,
        };
        for number in 0..self.calls.len() {
            if sequence.steps.len() < MOST_STEPS {
                let step = self.step(number, &mut sequence, None);
                sequence.steps.extend(step);
            }
        }
        // Nested calls may lead to other nested calls.
        let mut next = 0;
        while next < sequence.nested.len() {
            for number in 0..self.calls.len() {
                let step = self.step(number, &mut sequence, Some(next));
                sequence.nested[next].steps.extend(step);
            }
            next += 1;
        }
        if self.conventions {
            self.check_after(&mut sequence);
        }
        let is_worth_it = sequence.steps.len() > 1 || sequence.pools[0].is_checked();
        is_worth_it.then_some(sequence)
    }

    /// Notes the conventions that are checked after the calls of a sequence.
    fn check_after(&self, sequence: &mut Sequence) {
        let pools = sequence.pools.iter();
        let methods: Vec<Methods> = pools.map(|pool| self.methods(&pool.of)).collect();
        let nested = sequence.nested.iter_mut();
        let nested = nested.flat_map(|nested| &mut nested.steps);
        for step in sequence.steps.iter_mut().chain(nested) {
            if let Some(Origin::Pool(pool)) = step.origins.first() {
                let name = &self.index.model.functions[step.function].name;
                step.after = methods[*pool].after(name, step);
            }
        }
    }

    /// Whether the type is one of the package's and can be built.
    fn is_own_and_buildable(&self, of: &Type) -> bool {
        let is_own = self.index.item(of).is_some_and(|item| !item.is_outside);
        is_own && self.builder(of).is_some()
    }

    fn builder(&self, of: &Type) -> Option<usize> {
        let number = self.settled.number(of)?;
        (!self.settled.get(number).alternatives.is_empty()).then_some(number)
    }

    /// The types whose values are kept, the first of which is `of`.
    fn types(&mut self, of: &Type) -> Vec<Type> {
        let mut found = vec![of.clone()];
        let mut next = 0;
        while next < found.len() {
            let of = found[next].clone();
            next += 1;
            let made: Vec<Type> = self
                .calls
                .iter()
                .filter(|(_, chosen)| takes(&chosen.thunk, &of))
                .filter_map(|(_, chosen)| Some(result_parts(&chosen.thunk)?.0.clone()))
                .collect();
            for each in made {
                let is_kept = own_id(&each).is_some()
                    && !self.index.has_lifetime(&each)
                    && !found.contains(&each)
                    && self
                        .calls
                        .iter()
                        .any(|(_, other)| takes(&other.thunk, &each));
                if is_kept && found.len() < MOST_POOLS {
                    found.push(each);
                }
            }
        }
        found
    }

    fn pool(&mut self, of: &Type, piece: &str, names: &mut Names) -> Pool {
        let observers: Vec<Thunk> = self
            .calls
            .iter()
            .filter(|(function, chosen)| {
                let piece = step_piece(&chosen.thunk, piece, " (observer)");
                self.rejections.allow(&piece) && self.is_observer(*function, &chosen.thunk, of)
            })
            .map(|(_, chosen)| Thunk {
                piece: step_piece(&chosen.thunk, piece, " (observer)"),
                ..chosen.thunk.clone()
            })
            .take(MOST_OBSERVERS)
            .collect();
        let name = variable(&snake(&describe_name(of)), "value");
        let mut lawful = Lawful::of(self.index, of);
        lawful.reads &= self.traits.implements(of, StdTrait::Read);
        lawful.writes &= self.traits.implements(of, StdTrait::IoWrite);
        let methods = self.methods(of);
        let items = methods.items();
        let (always, comparisons) = match self.conventions {
            true => (methods.always(), methods.comparisons(of)),
            false => (Vec::new(), Vec::new()),
        };
        Pool {
            builder: self.builder(of),
            lawful,
            always,
            comparisons,
            state: State::of(self.index, of, &observers, items),
            is_id: self.index.item(of).is_some_and(tells_uses_apart)
                && self.traits.implements(of, StdTrait::PartialEq),
            is_copy: self.traits.implements(of, StdTrait::Copy),
            invariants: of_value(self.index, &Contract::Invariant, of),
            filters: of_value(self.index, &Contract::Filter, of),
            has_debug: self.traits.implements(of, StdTrait::Debug),
            name: names.unique(&name),
            observers,
            of: of.clone(),
        }
    }

    /// The methods of a type, for conventions.
    fn methods(&self, of: &Type) -> Methods<'_> {
        Methods::of(of, self.index, self.calls)
    }

    /// Whether a call shows the state of values of this type.
    fn is_observer(&self, function: usize, thunk: &Thunk, of: &Type) -> bool {
        observed_by(&self.index.model.functions[function], thunk) == Some(of)
    }

    /// The call with this number as a step, if it belongs to the sequence; `nested` is the number of the nested calls that it shall belong to.
    fn step(
        &mut self,
        number: usize,
        sequence: &mut Sequence,
        nested: Option<usize>,
    ) -> Option<Step> {
        let (function, chosen) = &self.calls[number];
        let (function, thunk) = (*function, &chosen.thunk);
        let suffix = match nested {
            Some(nested) => format!(" (nested {nested})"),
            None => String::new(),
        };
        let piece = step_piece(thunk, &sequence.piece, &suffix);
        if !self.rejections.allow(&piece) {
            return None;
        }
        let mut origins = Vec::new();
        for (place, argument) in thunk.arguments.iter().enumerate() {
            let of = target(&argument.of);
            let pool = sequence.pools.iter().position(|pool| pool.of == *of);
            origins.push(match (nested.filter(|_| place == 0), pool) {
                (Some(nested), _) => {
                    let nested = &sequence.nested[nested];
                    if nested.of != *of || !nested.holds.allows(argument) {
                        return None;
                    }
                    Origin::Borrowed
                }
                (None, Some(pool)) if is_from_pool(argument.by) => Origin::Pool(pool),
                _ if self.is_buildable(argument) => Origin::Built,
                _ => return None,
            });
        }
        let is_related = origins.iter().any(|origin| *origin != Origin::Built);
        if !is_related {
            return None;
        }
        let chosen = chosen.clone();
        let of = &self.index.model.functions[function];
        let mut contracts = of_call(self.index, self.traits, of, &chosen.thunk);
        let with_contracts = format!("{piece} with contracts");
        let piece = match contracts.is_empty() || !self.rejections.allow(&with_contracts) {
            true => {
                contracts.clear();
                piece
            }
            false => with_contracts,
        };
        let gives = self.gives(&chosen.thunk, sequence);
        Some(Step {
            piece,
            function,
            chosen,
            origins,
            gives,
            after: Vec::new(),
            contracts,
        })
    }

    /// Whether the argument can be built.
    fn is_buildable(&self, argument: &Argument) -> bool {
        let needs = argument.shape.needs();
        self.settled.unbuildable(&needs).is_none()
    }

    /// What becomes of the result of a call.
    fn gives(&mut self, thunk: &Thunk, sequence: &mut Sequence) -> Gives {
        let Some((part, taken)) = result_parts(thunk) else {
            return Gives::Nothing;
        };
        let taken = match taken {
            Taken::Ok(_) => Taken::Ok(self.has_debug_error(thunk)),
            other => other,
        };
        if let Some(pool) = sequence.pools.iter().position(|pool| pool.of == *part) {
            return Gives::Value(pool, taken);
        }
        let (holds, of) = match part {
            Type::Reference {
                mutable: false,
                target,
                ..
            } => (Holds::Shared, &**target),
            Type::Reference {
                mutable: true,
                target,
                ..
            } => (Holds::Mutable, &**target),
            other => (Holds::Value, other),
        };
        let is_borrowed = own_id(of).is_some()
            && (holds != Holds::Value || self.index.has_lifetime(of))
            && self.index.is_nameable(of);
        if !is_borrowed {
            return Gives::Nothing;
        }
        let known = sequence
            .nested
            .iter()
            .position(|nested| nested.holds == holds && nested.of == *of);
        let number = match known {
            Some(number) => number,
            None if sequence.nested.len() < MOST_NESTED => {
                sequence.nested.push(Nested {
                    holds,
                    of: of.clone(),
                    name: variable(&snake(&describe_name(of)), "value"),
                    steps: Vec::new(),
                });
                sequence.nested.len() - 1
            }
            None => return Gives::Nothing,
        };
        Gives::Borrowed(number, taken)
    }

    fn has_debug_error(&mut self, thunk: &Thunk) -> bool {
        let error = thunk.result.as_ref().and_then(|of| match of.std() {
            Some((StdItem::Result, [_, error])) => Some(error.clone()),
            _ => None,
        });
        error.is_some_and(|error| self.traits.implements(&error, StdTrait::Debug))
    }
}

/// Whether an id has another part beside a number or a pointer: such ids tell apart the values that had the same place one after the other. Whoever
/// uses a place again and has only one part does so on purpose.
fn tells_uses_apart(item: &TypeItem) -> bool {
    let TypeKind::Struct(fields) = &item.kind else {
        return false;
    };
    let fields = fields.list().iter();
    let parts = fields.filter(|field| field.of.std_item() != Some(StdItem::PhantomData));
    parts.count() > 1
}
