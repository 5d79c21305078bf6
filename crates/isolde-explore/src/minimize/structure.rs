//! Which choices belong to which element of a sequence, and what their keys would be in another element.
//!
//! A key is a hash of small numbers (see [`isolde_abi::key`]): the scopes of a choice are found by undoing the hash with one number after the other,
//! until the result is a scope that is known.

use isolde_abi::key;
use isolde_abi::shared::{ChoiceRecord, MAX_CHOICES};
use std::collections::HashMap;
use std::ops::{Range, RangeFrom};

/// Maximum number of choices that one scope makes itself.
const ORDINALS: u64 = 8;
/// Numbers that inner scopes have: those of a sequence's elements, and the one of a value that is borrowed for a call.
const INDICES: [std::ops::Range<u64>; 2] = [0..25, 100..101];
/// Maximum number of unknown scopes between a choice and a known scope.
const CLIMB: u16 = 3;
/// After so many choices that are in no known scope, others are sought in known scopes only, since each search takes thousands of steps.
const MOST_SOUGHT: usize = 64;

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
        let following = &following[..end];
        let (scope, mut known) = outside(length, following.first()?)?;
        let (mut members, mut answers) = (Vec::<Member>::new(), Vec::new());
        for choice in following {
            let during = members.last().map_or(0, |member| member.element);
            let most = if answers.len() < MOST_SOUGHT {
                CLIMB
            } else {
                0
            };
            let member = (0..=most).find_map(|climb| known.locate(choice, climb));
            match member.filter(|member| member.element >= during) {
                Some(member) => members.push(member),
                None => answers.push(Answer {
                    choice: *choice,
                    during,
                }),
            }
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
        let element = key::inner(self.scope, member.element - count as u64);
        let scope = member
            .path
            .iter()
            .fold(element, |scope, &index| key::inner(scope, index));
        key::key(scope, member.ordinal)
    }

    /// What the keys of all answers get if those that were given while the elements `removed` were made are given no more, and later ones take their places:
    /// a value, or none. `None` if there are none, or if they do not fit there.
    pub(super) fn answers_without(&self, removed: Range<usize>) -> Option<Vec<(u64, Option<u64>)>> {
        let [first, end] = [removed.start, removed.end].map(|number| number as u64 + self.base);
        let is_left = |answer: &&Answer| !(first..end).contains(&answer.during);
        let left: Vec<&ChoiceRecord> = self
            .answers
            .iter()
            .filter(is_left)
            .map(|answer| &answer.choice)
            .collect();
        let all = self.answers.iter().map(|answer| &answer.choice);
        let fits = |(place, choice): (&ChoiceRecord, &&ChoiceRecord)| {
            (place.kind, place.width, place.low, place.high)
                == (choice.kind, choice.width, choice.low, choice.high)
        };
        let do_fit = left.len() < self.answers.len() && all.clone().zip(&left).all(fits);
        do_fit.then(|| {
            let values = left.iter().map(|choice| Some(choice.value));
            let keys = all.map(|choice| choice.key);
            keys.zip(values.chain(std::iter::repeat(None))).collect()
        })
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
