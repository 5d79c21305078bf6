//! The pass that finds pairs of functions.

use super::names::{Inverse, inverses, panicking, shared};
use super::{Compared, Pair, Relation, Returns, Undoing};
use crate::call::{By, Output};
use crate::index::{Index, own_id};
use crate::instances::Traits;
use crate::pieces::Rejections;
use crate::plan::calls::{cloned, result_parts, target};
use crate::plan::contracts::of_call;
use crate::plan::{CallContract, Chosen, Taken, Thunk};
use crate::shape::Settled;
use crate::types::{make, mentions};
use isolde_model::{Function, StdItem, StdTrait, Type};
use std::collections::{BTreeMap, BTreeSet};

/// The largest number of pairs of one package.
const MOST: usize = 48;

/// What pairs are planned from.
pub(crate) struct Pairs<'p, 'c, 'm> {
    index: &'c Index<'m>,
    traits: &'p mut Traits<'c, 'm>,
    rejections: Rejections<'p>,
    /// One call for each function and instance that can be built, with the function's number.
    calls: Vec<&'p (usize, Chosen)>,
}

impl<'p, 'c, 'm> Pairs<'p, 'c, 'm> {
    /// Starts from one call for each function and instance.
    pub(crate) fn new(
        traits: &'p mut Traits<'c, 'm>,
        rejections: Rejections<'p>,
        settled: &Settled,
        calls: &'p [(usize, Chosen)],
    ) -> Pairs<'p, 'c, 'm> {
        let is_built = |chosen: &Chosen| settled.unbuildable(&chosen.thunk.needs()).is_none();
        Pairs {
            index: traits.index,
            traits,
            rejections,
            calls: calls
                .iter()
                .filter(|(_, chosen)| is_built(chosen))
                .collect(),
        }
    }

    /// The pairs, in the order of their first functions; without conventions, only those with contracts.
    pub(crate) fn plan(mut self, conventions: bool) -> Vec<Pair> {
        let calls = std::mem::take(&mut self.calls);
        let functions = &self.index.model.functions;
        let mut by_name: BTreeMap<&str, Vec<&(usize, Chosen)>> = BTreeMap::new();
        for &call in &calls {
            by_name
                .entry(&functions[call.0].name)
                .or_default()
                .push(call);
        }
        let mut found = Vec::new();
        for call in calls {
            found.extend(self.contracts(call));
            if !conventions {
                continue;
            }
            let names = partners(&functions[call.0].name);
            let others = names.iter().filter_map(|name| by_name.get(name.as_str()));
            let mut others: Vec<&(usize, Chosen)> = others.flatten().copied().collect();
            others.sort_by_key(|other| other.0);
            for other in others {
                if found.len() < MOST {
                    found.extend(self.pair(call, other));
                }
            }
        }
        found
    }

    /// A function with each of its contracts.
    fn contracts(&mut self, (function, chosen): &(usize, Chosen)) -> Vec<Pair> {
        let of = &self.index.model.functions[*function];
        let contracts = of_call(self.index, self.traits, of, &chosen.thunk);
        let pair = |contract: CallContract| Pair {
            piece: format!("{} keeps {}", chosen.thunk.piece, contract.name),
            function: *function,
            chosen: chosen.clone(),
            names: [of.name.clone(), contract.name.clone()],
            other: contract.call.clone(),
            is_cloned: contract.is_cloned.clone(),
            relation: Relation::Contract(Box::new(contract)),
        };
        let mut pairs: Vec<Pair> = contracts.into_iter().map(pair).collect();
        pairs.retain(|pair| self.rejections.allow(&pair.piece));
        pairs
    }

    fn pair(
        &mut self,
        (function, chosen): &(usize, Chosen),
        (other_function, other): &(usize, Chosen),
    ) -> Option<Pair> {
        let functions = &self.index.model.functions;
        let (first, second) = (&functions[*function], &functions[*other_function]);
        if function == other_function || !self.are_neighbours(first, second) {
            return None;
        }
        let piece = format!("{} and {}", chosen.thunk.piece, other.thunk.piece);
        if !self.rejections.allow(&piece) {
            return None;
        }
        let names = [first.name.clone(), second.name.clone()];
        let (thunk, other) = (&chosen.thunk, &other.thunk);
        let relation = self
            .undoes(&names, thunk, other)
            .or_else(|| self.panics(&names, thunk, other))
            .or_else(|| self.is_mutable(&names, thunk, other))?;
        Some(Pair {
            piece,
            function: *function,
            is_cloned: cloned(self.traits, thunk)?,
            chosen: chosen.clone(),
            names,
            other: other.call.clone(),
            relation,
        })
    }

    /// Whether both functions are in one module, or belong to one type.
    fn are_neighbours(&self, one: &Function, other: &Function) -> bool {
        match [one, other].map(|function| self.index.self_type(function)) {
            [None, None] => one.module == other.module && one.container == other.container,
            [Some(one), Some(other)] => own_id(one).is_some() && own_id(one) == own_id(other),
            _ => false,
        }
    }

    fn undoes(&mut self, names: &[String; 2], one: &Thunk, other: &Thunk) -> Option<Relation> {
        let mut inverses = inverses(&names[0]).into_iter();
        let inverse = inverses.find(|inverse| inverse.name == names[1])?;
        let (encoded, taken) = result_parts(one)?;
        let (decoded, undone_taken) = result_parts(other)?;
        let count = one.arguments.len();
        if count != other.arguments.len()
            || one.arguments.iter().chain(&other.arguments).any(is_changed)
        {
            return None;
        }
        let place = (0..count).find(|place| are_same_except(one, other, Some(*place)))?;
        let (plain, code) = (&one.arguments[place], &other.arguments[place]);
        let by_reference = takes(&code.of, encoded)?;
        let compared = self.compared(&plain.of, decoded, &inverse)?;
        if !is_faithful(&inverse, encoded) {
            return None;
        }
        Some(Relation::Undoes(Undoing {
            place,
            returns: returns(taken),
            undone_returns: returns(undone_taken),
            by_reference,
            compared,
        }))
    }

    /// How the value that was converted back is compared with the original.
    fn compared(&mut self, plain: &Type, decoded: &Type, inverse: &Inverse) -> Option<Compared> {
        let is_single = inverse.splits;
        let decoded = match (is_single, decoded.std()) {
            (true, Some((StdItem::Vec, [item]))) => item,
            (true, _) => return None,
            (false, _) => decoded,
        };
        let compared = match (content(target(plain)), content(target(decoded))) {
            (Some(one), Some(other)) if one == other => Compared::Content,
            _ if target(plain) == target(decoded) => Compared::Whole,
            _ => return None,
        };
        let is_reflexive = self.is_eq(target(plain));
        match (is_single, compared) {
            _ if !is_reflexive => None,
            (true, Compared::Content) => Some(Compared::Single),
            (true, _) => None,
            (false, compared) => Some(compared),
        }
    }

    /// Whether each value of the type equals itself.
    fn is_eq(&mut self, of: &Type) -> bool {
        let items = match content(of) {
            Some(Content::Text) => return true,
            Some(Content::Items(item)) => item,
            None => of.clone(),
        };
        match &items {
            Type::Reference { target, .. } => self.is_eq(target),
            of => self.traits.implements(of, StdTrait::Eq),
        }
    }

    fn panics(&mut self, names: &[String; 2], one: &Thunk, other: &Thunk) -> Option<Relation> {
        if panicking(&names[0])? != names[1] {
            return None;
        }
        let (value, taken) = result_parts(one)?;
        let returns = returns(taken);
        let is_twin = returns != Returns::Always
            && other.call.output == Output::Value
            && other.result.as_ref() == Some(value)
            && are_same_except(one, other, None)
            && !one.arguments.iter().chain(&other.arguments).any(is_changed);
        is_twin.then(|| Relation::Panics {
            returns,
            is_comparable: !self.index.has_lifetime(value)
                && self.traits.implements(value, StdTrait::Debug)
                && self.traits.implements(value, StdTrait::Eq),
        })
    }

    fn is_mutable(&mut self, names: &[String; 2], one: &Thunk, other: &Thunk) -> Option<Relation> {
        if shared(&names[0])? != names[1] {
            return None;
        }
        let ((changed, taken), (shown, other_taken)) = (result_parts(one)?, result_parts(other)?);
        let Type::Reference {
            mutable: true,
            target: changed,
            ..
        } = changed
        else {
            return None;
        };
        let Type::Reference {
            mutable: false,
            target: shown,
            ..
        } = shown
        else {
            return None;
        };
        let mut receivers = [one, other]
            .into_iter()
            .map(|thunk| thunk.arguments.first());
        let (by, other_by) = (receivers.next()??.by, receivers.next()??.by);
        let is_twin = changed == shown
            && returns(taken) == returns(other_taken)
            && by == By::Place(true)
            && other_by == By::Place(false)
            && are_same_except(one, other, Some(0))
            && target(&one.arguments[0].of) == target(&other.arguments[0].of)
            && !one.arguments[1..].iter().any(is_changed)
            && self.traits.implements(shown, StdTrait::Debug);
        is_twin.then_some(Relation::Mutable)
    }
}

/// The names of functions that may belong to the function with this name.
fn partners(name: &str) -> BTreeSet<String> {
    let inverses = inverses(name).into_iter().map(|inverse| inverse.name);
    let panicking = panicking(name).map(str::to_owned);
    inverses.chain(panicking).chain(shared(name)).collect()
}

/// Whether a call changes the argument.
fn is_changed(argument: &crate::plan::Argument) -> bool {
    matches!(
        argument.by,
        By::Mutable | By::Place(true) | By::Pinned | By::Leaked(_)
    )
}

/// Whether the arguments of both calls have the same types and are passed in the same way, except the one at this place.
fn are_same_except(one: &Thunk, other: &Thunk, except: Option<usize>) -> bool {
    let is_same = |place: usize| {
        let (one, other) = (&one.arguments[place], &other.arguments[place]);
        one.of == other.of && (one.by == other.by || is_taken_in_place(one.by, other.by))
    };
    one.arguments.len() == other.arguments.len()
        && (0..one.arguments.len()).all(|place| Some(place) == except || is_same(place))
}

/// Whether one call takes an argument by value and the other one in place, as methods and operators do.
fn is_taken_in_place(one: By, other: By) -> bool {
    let is_plain = |by| matches!(by, By::Value | By::Place(false));
    is_plain(one) && is_plain(other)
}

fn returns(taken: Taken) -> Returns {
    match taken {
        Taken::Whole => Returns::Always,
        Taken::Some => Returns::Some,
        Taken::Ok(_) => Returns::Ok,
    }
}

/// What a text or a list consists of, whichever type it has.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Content {
    Text,
    Items(Type),
}

fn content(of: &Type) -> Option<Content> {
    match of {
        Type::Primitive(name) if name == "str" => Some(Content::Text),
        Type::Slice(item) | Type::Array(item, _) => Some(Content::Items(bare(item))),
        _ => match of.std()? {
            (StdItem::String, _) => Some(Content::Text),
            (StdItem::Vec, [item]) => Some(Content::Items(bare(item))),
            (StdItem::Cow | StdItem::Box, [inner]) => content(inner),
            _ => None,
        },
    }
}

/// The type of an item; all texts count as `str`, since texts of all types can be compared.
fn bare(item: &Type) -> Type {
    match content(target(item)) {
        Some(Content::Text) => make::primitive("str"),
        _ => item.clone(),
    }
}

/// Whether a function with a parameter of this type takes the code: by reference, or the code itself.
fn takes(parameter: &Type, code: &Type) -> Option<bool> {
    if parameter == code {
        return Some(false);
    }
    let Type::Reference {
        mutable: false,
        target: wanted,
        ..
    } = parameter
    else {
        return None;
    };
    let is_same = **wanted == *target(code)
        || matches!((content(wanted), content(target(code))), (Some(one), Some(other)) if one == other)
            && matches!(**wanted, Type::Slice(_) | Type::Primitive(_));
    let is_reference = matches!(code, Type::Reference { .. });
    is_same.then_some(!is_reference)
}

/// Whether nothing is lost when a value is converted: to a text or bytes, or to what has the name of the number type, or by a function whose name says
/// that it can be undone. (`as_secs` loses the rest of a second, though `from_secs` exists.)
fn is_faithful(inverse: &Inverse, encoded: &Type) -> bool {
    let Some(converted) = &inverse.converted else {
        return !mentions_floats(encoded);
    };
    match content(target(encoded)) {
        Some(Content::Text) => true,
        Some(Content::Items(item)) => item.is_primitive("u8"),
        None => match encoded {
            Type::Primitive(name) => name == converted || converted == "bits",
            _ => false,
        },
    }
}

fn mentions_floats(of: &Type) -> bool {
    mentions(of, &|each: &Type| {
        each.is_primitive("f32") || each.is_primitive("f64")
    })
}
