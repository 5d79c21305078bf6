//! Which choices belong to which element of a sequence, and what their keys would be in another element.
//!
//! A key is a hash of small numbers (see [`isolde_abi::key`]): the scopes of a choice are found by undoing the hash with one number after the other,
//! until the result is a scope that is known.

use isolde_abi::key;
use isolde_abi::shared::{ChoiceRecord, MAX_CHOICES};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::{Range, RangeFrom};

/// Maximum number of choices that one scope makes itself.
const ORDINALS: u64 = 8;
/// Numbers that inner scopes have: those of a sequence's elements, and the one of a value that is borrowed for a call.
const INDICES: [std::ops::Range<u64>; 2] = [0..25, 100..101];
/// Maximum number of unknown scopes between a choice and a known scope.
const CLIMB: u16 = 3;
/// Answers of a mock lie deeper. So the scopes inside elements are made known: so many levels, of so many scopes each.
const LEVELS: usize = 3;
const LIKELY: u64 = 6;
/// Only of so many elements: the first one of an object makes it, and sequences begin with what they need.
const ELEMENTS: u64 = 8;
/// Once a choice was in no known scope, scopes between others and known ones are this many at most: a search over [`CLIMB`] scopes takes a hundred thousand
/// steps. After [`MOST_SOUGHT`] such choices, others are sought in known scopes only.
const NEAR: u16 = 2;
const MOST_SOUGHT: usize = 16;
/// Maximum number of answers that get other numbers. Each is compared with all others.
const MOST_ANSWERS: usize = 200;

/// The elements of one sequence.
pub(super) struct Elements {
    /// The scope that the length was chosen in.
    scope: u64,
    /// Number of the first element's scope. It is not 0 for an object, whose changes come after its constructor.
    base: u64,
    members: Vec<Member>,
    answers: Vec<Answer>,
}

/// A choice made for the answer of a mock or closure, which belongs to the value that this is a part of, but is made while elements behind it are.
struct Answer {
    choice: ChoiceRecord,
    /// The element that was made last.
    during: u64,
    /// Where it was made, if that is known.
    place: Option<Member>,
}

/// A choice made for an element.
pub(super) struct Member {
    /// Its key.
    pub(super) key: u64,
    /// Its value.
    pub(super) value: u64,
    /// Number of the inner scope.
    element: u64,
    /// The scopes inside that one which contain the choice, outermost first.
    path: Vec<u64>,
    ordinal: u64,
}

impl Elements {
    /// The elements of the sequence whose length was chosen at `place`; `None` if the first choice does not fit, or if the length is larger than the
    /// number of choices that a run can make, since then it cannot be a number of elements.
    pub(super) fn of(choices: &[ChoiceRecord], place: usize) -> Option<Elements> {
        let length = &choices[place];
        if length.value > MAX_CHOICES as u64 {
            return None;
        }
        let following = &choices[place + 1..];
        let end = following
            .iter()
            .position(|choice| choice.depth <= length.depth)
            .unwrap_or(following.len());
        let (following, behind) = following.split_at(end);
        let (scope, mut known) = outside(length, following.first()?)?;
        let (mut members, mut answers) = (Vec::<Member>::new(), Vec::new());
        let mut sought = 0;
        for choice in following {
            let during = members.last().map_or(0, |member| member.element);
            let place = known.seek(choice, &mut sought);
            match place {
                Some(member) if member.element >= during => members.push(member),
                place => answers.push(Answer {
                    choice: *choice,
                    during,
                    place,
                }),
            }
        }
        // What is asked for when all elements are there: during the call under test. Only what asks for answers before may ask for some then.
        let behind = if answers.is_empty() { &[] } else { behind };
        for choice in behind {
            let place = known.seek(choice, &mut sought);
            answers.extend(place.map(|place| Answer {
                choice: *choice,
                during: u64::MAX,
                place: Some(place),
            }));
        }
        let is_object = members.iter().any(|member| member.element == length.value);
        Some(Elements {
            scope,
            base: u64::from(is_object),
            members,
            answers,
        })
    }

    /// Choices of the elements from a number on.
    pub(super) fn members(&self, elements: RangeFrom<usize>) -> impl Iterator<Item = &Member> {
        let first = elements.start as u64 + self.base;
        self.members
            .iter()
            .filter(move |member| member.element >= first)
    }

    /// The key that a choice has once its element has moved `count` places towards the front.
    pub(super) fn moved(&self, member: &Member, count: usize) -> u64 {
        self.key_at(member.element - count as u64, &member.path, member.ordinal)
    }

    fn key_at(&self, element: u64, path: &[u64], ordinal: u64) -> u64 {
        let element = key::inner(self.scope, element);
        let scope = path.iter();
        key::key(
            scope.fold(element, |scope, &index| key::inner(scope, index)),
            ordinal,
        )
    }

    /// Whether answers were given while these elements were made, and they are not too many for the later ones to get other keys.
    pub(super) fn asks_during(&self, elements: &Range<usize>) -> bool {
        let mut answers = self.answers.iter();
        self.answers.len() <= MOST_ANSWERS && answers.any(|answer| self.is_during(answer, elements))
    }

    fn is_during(&self, answer: &Answer, elements: &Range<usize>) -> bool {
        let [first, end] = [elements.start, elements.end].map(|number| number as u64 + self.base);
        (first..end).contains(&answer.during)
    }

    /// What keys of answers get if those that were given while the elements `removed` were made are given no more, and later ones take their places: a
    /// value, or none.
    pub(super) fn answers_without(&self, removed: &Range<usize>) -> Vec<(u64, Option<u64>)> {
        let is_removed = |answer: &Answer| self.is_during(answer, removed);
        let all = self.answers.iter().map(|answer| (answer.choice.key, None));
        let mut changes: Vec<(u64, Option<u64>)> = all.collect();
        let left = |answer: &&Answer| !is_removed(answer);
        changes.extend(self.answers.iter().filter(left).filter_map(|answer| {
            let key = self.renumbered(answer.place.as_ref()?, is_removed);
            Some((key, Some(answer.choice.value)))
        }));
        // The others are only known by their order.
        let unknown = || self.answers.iter().filter(|answer| answer.place.is_none());
        let places = unknown().map(|answer| &answer.choice);
        let values = unknown().filter(left).map(|answer| &answer.choice);
        let pairs = places.zip(values);
        let fitting = pairs.take_while(|(place, value)| {
            let form = |choice: &ChoiceRecord| (choice.kind, choice.width, choice.low, choice.high);
            form(place) == form(value)
        });
        changes.extend(fitting.map(|(place, value)| (place.key, Some(value.value))));
        changes
    }

    /// The key of an answer once those before it are gone that `is_removed` names. Answers are numbered in their order, by one of the scopes around them: the
    /// innermost one that has different numbers during different elements.
    fn renumbered(&self, place: &Member, is_removed: impl Fn(&Answer) -> bool) -> u64 {
        let mut path = place.path.clone();
        for depth in (0..path.len()).rev() {
            // The numbers there, during which elements they were first given, and whether they are still given.
            let mut numbers: BTreeMap<u64, (u64, bool)> = BTreeMap::new();
            for answer in &self.answers {
                let other = answer.place.as_ref().filter(|other| {
                    other.element == place.element
                        && other.path.get(..depth) == Some(&place.path[..depth])
                });
                if let Some(number) = other.and_then(|other| other.path.get(depth)) {
                    let known = numbers.entry(*number).or_insert((answer.during, false));
                    known.1 |= !is_removed(answer);
                }
            }
            let during: BTreeSet<u64> = numbers.values().map(|(during, _)| *during).collect();
            if during.len() > 1 {
                let gone = numbers
                    .range(..path[depth])
                    .filter(|(_, (_, is_left))| !is_left);
                path[depth] -= gone.count() as u64;
                break;
            }
        }
        self.key_at(place.element, &path, place.ordinal)
    }
}

/// The scope that a length was chosen in, and the scopes of its elements, given the first choice that follows.
fn outside(length: &ChoiceRecord, first: &ChoiceRecord) -> Option<(u64, Known)> {
    for climb in 0..=CLIMB {
        for ordinal in 0..ORDINALS {
            let scope = key::scope(length.key, ordinal);
            let elements =
                (0..=length.value).map(|index| (key::inner(scope, index), (index, Vec::new())));
            let mut known = Known {
                depth: length.depth + 1,
                scopes: elements.collect(),
            };
            if known.locate(first, climb).is_some() {
                return Some((scope, known));
            }
        }
    }
    None
}

/// Scopes inside elements.
struct Known {
    /// Depth of an element's scope.
    depth: u16,
    /// Element and path of a scope.
    scopes: HashMap<u64, (u64, Vec<u64>)>,
}

impl Known {
    /// Finds out where a choice was made, as far as that takes little time. `sought` counts those that were not found.
    fn seek(&mut self, choice: &ChoiceRecord, sought: &mut usize) -> Option<Member> {
        if choice.depth < self.depth {
            return None;
        }
        let climb = match *sought {
            0 => CLIMB,
            1..MOST_SOUGHT => NEAR,
            _ => 0,
        };
        let found = (0..=climb).find_map(|climb| self.locate(choice, climb));
        if found.is_some() {
            return found;
        }
        *sought += 1;
        if *sought > 1 {
            return None;
        }
        self.descend();
        (0..=NEAR).find_map(|climb| self.locate(choice, climb))
    }

    /// Makes scopes inside the elements known.
    fn descend(&mut self) {
        let elements = self
            .scopes
            .iter()
            .filter(|(_, (element, path))| *element < ELEMENTS && path.is_empty());
        let mut level: Vec<(u64, u64, Vec<u64>)> = elements
            .map(|(scope, (element, _))| (*scope, *element, Vec::new()))
            .collect();
        for _ in 0..LEVELS {
            let inner = level.iter().flat_map(|(scope, element, path)| {
                (0..LIKELY).map(move |index| {
                    let path = path.iter().copied().chain([index]).collect();
                    (key::inner(*scope, index), *element, path)
                })
            });
            level = inner.collect();
            for (scope, element, path) in &level {
                self.scopes.insert(*scope, (*element, path.clone()));
            }
        }
    }

    /// Finds out where a choice was made; `climb` scopes around it may be new.
    fn locate(&mut self, choice: &ChoiceRecord, climb: u16) -> Option<Member> {
        let inside = choice.depth.checked_sub(self.depth)?;
        (0..ORDINALS).find_map(|ordinal| {
            let scope = key::scope(choice.key, ordinal);
            let (element, path) = self.climb(scope, inside, climb.min(inside))?;
            Some(Member {
                key: choice.key,
                value: choice.value,
                element,
                path,
                ordinal,
            })
        })
    }

    /// The element and path of a scope that lies `inside` scopes inside an element.
    fn climb(&mut self, scope: u64, inside: u16, climb: u16) -> Option<(u64, Vec<u64>)> {
        if let Some(found) = self.scopes.get(&scope) {
            return (found.1.len() == usize::from(inside)).then(|| found.clone());
        }
        if climb == 0 {
            return None;
        }
        let found = INDICES.into_iter().flatten().find_map(|index| {
            let (element, mut path) =
                self.climb(key::outer(scope, index), inside - 1, climb - 1)?;
            path.push(index);
            Some((element, path))
        })?;
        self.scopes.insert(scope, found.clone());
        Some(found)
    }
}
