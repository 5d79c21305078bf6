//! The condition over the inputs that failing runs share and passing ones do not, learned from examples and put into words.
//!
//! A condition is a range of one [`Feature`], with at most one exception or one more range: the smallest hypothesis that separates the examples. It is
//! believed only if an input *next to* one that fails passes and violates it: inputs far away differ in too many ways. It is *exact* if an example that
//! passes lies right beyond each of its ends; otherwise the true boundary may be anywhere between the last example that fails and the first one that
//! passes. In the spirit of S. Padhi, R. Sharma and T. Millstein, "Data-Driven Precondition Inference with Learned Features" (PLDI 2016).

mod range;
mod words;

use super::features::{Aspect, Feature, Features, variant};
use range::{Extent, Range};
use std::collections::{BTreeMap, BTreeSet};

/// Number of different values that must pass before a list of values is believed.
const BELIEVED: usize = 3;
/// Most values that are listed one by one.
const LISTED: usize = 4;

/// A condition that holds for inputs that fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    range: Range,
    also: Option<Also>,
    /// Whether it was learned from a part of the inputs that fail: others fail without meeting it.
    is_partial: bool,
}

/// A second property that decides.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Also {
    /// What is true of all inputs that are in the range and pass nevertheless: a value of a feature.
    Unless(Range),
    /// What inputs in the range must have as well.
    And(Range),
}

/// An input that passes.
#[derive(Clone, Debug)]
pub(super) struct Passed {
    pub(super) features: Features,
    /// Whether the function returned an error or nothing. It may have refused the input for another reason before it came to what fails.
    pub(super) is_refused: bool,
}

/// Inputs that were tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tried<'a> {
    /// Those that fail.
    pub(super) failing: &'a [&'a Features],
    /// Those that pass.
    pub(super) passing: &'a [&'a Passed],
    /// Those of them that are next to one that fails.
    pub(super) near: &'a [&'a Features],
}

/// The simplest condition that holds for all inputs that fail and for none that passes; `None` if there is none that the examples make believable.
pub(super) fn learn(tried: Tried) -> Option<Condition> {
    let first = tried.failing.first()?;
    let found = first
        .keys()
        .filter_map(|feature| of_feature(feature, tried))
        .filter(|condition| condition.is_believed(tried.near));
    found.min_by(|a, b| a.complexity().cmp(&b.complexity()))
}

/// The values of a feature in some inputs; `None` if one has no such feature.
fn values(inputs: &[&Features], feature: &Feature) -> Option<BTreeSet<i128>> {
    let values = inputs.iter().map(|features| features.get(feature).copied());
    values.collect()
}

fn of_feature(feature: &Feature, tried: Tried) -> Option<Condition> {
    let failing = values(tried.failing, feature)?;
    let (first, last) = (*failing.first()?, *failing.last()?);
    // A float with a fraction has no such number, but may pass.
    let is_float = |passed: &&&Passed| {
        let nan = Feature {
            aspect: Aspect::IsNan,
            ..feature.clone()
        };
        passed.features.contains_key(&nan) && !passed.features.contains_key(feature)
    };
    if feature.aspect == Aspect::Number && tried.passing.iter().any(|passed| is_float(&passed)) {
        return None;
    }
    let only_refused = tried.passing.iter().all(|passed| passed.is_refused);
    let is_inside = |features: &Features| (first..=last).contains(&features[feature]);
    let with_feature = tried
        .passing
        .iter()
        .filter(|passed| passed.features.contains_key(feature));
    // Inputs that meet the condition may be refused for another reason.
    let counted = with_feature
        .filter(|passed| only_refused || !passed.is_refused || !is_inside(&passed.features));
    let (inside, outside): (Vec<&Features>, Vec<&Features>) = counted
        .map(|passed| &passed.features)
        .partition(|features| is_inside(features));
    let passing = values(&outside, feature)?;
    let of = |range: Range, also: Option<Also>| Condition {
        range,
        also,
        is_partial: false,
    };
    if inside.is_empty() {
        return Some(of(Range::between(feature, failing, &passing)?, None));
    }
    // Something must have been seen to pass, right beyond the boundary or at several values.
    if inside.len() <= outside.len()
        && let Some(unless) = common(&inside, tried.failing, feature)
    {
        let range = Range::between(feature, failing, &passing)?;
        return Some(of(range, Some(Also::Unless(unless))));
    }
    let between = values(&inside, feature)?;
    let all: BTreeSet<i128> = between.union(&passing).copied().collect();
    if passing.is_empty()
        && all.len() >= BELIEVED
        && let Some(range) = Range::around(feature, &failing, &between)
    {
        return Some(of(range, None));
    }
    // Values between those that fail pass: the values themselves are the condition, if they are few and each was seen to be one.
    if feature.aspect.is_scale()
        && failing.len() <= LISTED
        && all.len() >= BELIEVED
        && failing.is_disjoint(&between)
    {
        return Some(of(Range::listed(feature, failing), None));
    }
    let (range, other) = both(feature, &inside, &outside, tried.failing)?;
    Some(of(range, Some(Also::And(other))))
}

/// Two ranges, the first one of this feature, both exact: inputs fail if they are in both of them, and pass otherwise.
fn both(
    feature: &Feature,
    inside: &[&Features],
    outside: &[&Features],
    failing: &[&Features],
) -> Option<(Range, Range)> {
    let is_plain = |other: &&Feature| {
        other.depth == 0
            && !matches!(
                other.aspect,
                Aspect::Order | Aspect::Contains(_) | Aspect::IsNotAscii
            )
    };
    let others = failing.first()?.keys().filter(|other| *other != feature);
    others.filter(is_plain).find_map(|other| {
        let range = Range::between(other, values(failing, other)?, &values(inside, other)?)?;
        let is_within = |features: &Features| range.contains(features) == Some(true);
        if inside.iter().any(|features| is_within(features)) {
            return None;
        }
        let others: Vec<&Features> = outside.iter().copied().filter(|it| is_within(it)).collect();
        let own = Range::between(
            feature,
            values(failing, feature)?,
            &values(&others, feature)?,
        )?;
        (own.is_exact && range.is_exact).then_some((own, range))
    })
}

/// A feature other than `not` that has one value in all inputs that pass, and another one in all that fail: the simplest.
fn common(passing: &[&Features], failing: &[&Features], not: &Feature) -> Option<Range> {
    let (first, others) = passing.split_first()?;
    let mut found = first.iter().filter(|(feature, value)| {
        let has = |features: &&&Features| features.get(*feature) == Some(*value);
        let is_one_place = feature.place == not.place && feature.aspect == not.aspect;
        !is_one_place
            && feature.depth == 0
            && !matches!(feature.aspect, Aspect::Order | Aspect::Contains(_))
            && others.iter().all(|features| has(&features))
            && failing
                .iter()
                .all(|features| features.contains_key(*feature) && !has(&features))
    });
    let (feature, value) = found.next()?;
    Some(Range::only(feature, *value))
}

impl Condition {
    /// Whether an input next to one that fails shows that the condition matters. What a string does not contain is never believed to matter.
    fn is_believed(&self, near: &[&Features]) -> bool {
        let feature = &self.range.feature;
        let is_in = |range: &Range, features: &Features| range.contains(features);
        let is_absence =
            matches!(feature.aspect, Aspect::Contains(_)) && self.range.values.contains(&0);
        // What lies deep inside of an argument has so many properties that some fit by chance.
        let is_chance = feature.depth > 0
            && feature.aspect != Aspect::Order
            && (!self.range.is_exact || self.also.is_some());
        let violates = |features: &Features| match &self.also {
            // Each of the two must be seen to matter while the other one is met.
            Some(Also::And(other)) => {
                is_in(&self.range, features) == Some(false) && is_in(other, features) == Some(true)
            }
            _ => features.contains_key(feature) && !self.holds(features),
        };
        let matters = match &self.also {
            Some(Also::And(other)) => near.iter().any(|features| {
                is_in(other, features) == Some(false) && is_in(&self.range, features) == Some(true)
            }),
            _ => true,
        };
        !is_absence && !is_chance && matters && near.iter().copied().any(violates)
    }

    /// Simple conditions come first.
    fn complexity(&self) -> impl Ord + use<'_> {
        let is_order = self.range.feature.aspect == Aspect::Order;
        (
            matches!(self.also, Some(Also::And(_))),
            self.range.extent == Extent::Listed,
            is_order,
            self.also.is_some(),
            !self.range.is_exact,
            &self.range.feature,
        )
    }

    /// Whether an input meets the condition.
    pub(super) fn holds(&self, features: &Features) -> bool {
        let is_in = |range: &Range| range.contains(features) == Some(true);
        let is_met = match &self.also {
            None => true,
            Some(Also::Unless(exception)) => !is_in(exception),
            Some(Also::And(other)) => is_in(other),
        };
        is_met && is_in(&self.range)
    }

    /// Whether the examples show where the condition ends.
    pub(super) fn is_exact(&self) -> bool {
        self.range.is_exact && !self.is_partial
    }

    /// Whether it is about values on both sides of good ones.
    pub(super) fn is_around(&self) -> bool {
        matches!(self.range.extent, Extent::Outside { .. })
    }

    /// The condition as one of some inputs that fail.
    pub(super) fn of_some(mut self) -> Condition {
        self.is_partial = true;
        self
    }

    /// Whether the condition is a range of numbers without gaps, each of which was seen to fail.
    pub(super) fn is_whole(&self) -> bool {
        !self.is_partial && self.range.has_no_gaps()
    }

    /// Whether two conditions are about the same property of the same arguments.
    pub(super) fn is_about_the_same(&self, other: &Condition) -> bool {
        self.range.feature == other.range.feature
    }

    /// Whether two conditions are the same but for the names of parameters.
    pub(super) fn is_like(&self, other: &Condition) -> bool {
        self.is_alike(other, Range::is_like)
    }

    /// Whether two conditions are the same but for the names of parameters and the numbers at which they begin and end.
    pub(super) fn is_like_but_for_bounds(&self, other: &Condition) -> bool {
        self.is_alike(other, Range::is_like_but_for_bounds)
    }

    fn is_alike(&self, other: &Condition, are_alike: impl Fn(&Range, &Range) -> bool) -> bool {
        let are_both = match (&self.also, &other.also) {
            (None, None) => true,
            (Some(Also::Unless(one)), Some(Also::Unless(other)))
            | (Some(Also::And(one)), Some(Also::And(other))) => are_alike(one, other),
            _ => false,
        };
        are_both && are_alike(&self.range, &other.range)
    }

    /// The condition that covers two about the same property whose ranges overlap or follow one another; `None` if they lie apart.
    pub(super) fn with(&self, other: &Condition) -> Option<Condition> {
        let [wide, narrow] = match self.range.covers(&other.range) {
            true => [self, other],
            false => [other, self],
        };
        if self.also != other.also {
            // The exceptions of the wider one may be none of the narrower one's inputs.
            let is_plain = narrow.also.is_none() && wide.range.covers(&narrow.range);
            return is_plain.then(|| wide.clone());
        }
        Some(self.spanning(other, self.range.with(&other.range)?))
    }

    /// The condition that an argument is too small or too large, if one of the two says the former and the other one the latter: the values between them
    /// are those that the function was made for.
    pub(super) fn and_beyond(&self, other: &Condition) -> Option<Condition> {
        let range = self.range.and_beyond(&other.range)?;
        (self.also == other.also).then(|| self.spanning(other, range))
    }

    fn spanning(&self, other: &Condition, range: Range) -> Condition {
        Condition {
            range,
            also: self.also.clone(),
            is_partial: self.is_partial || other.is_partial,
        }
    }

    /// The condition that one of the two holds.
    pub(super) fn or(mut self, other: Condition) -> Condition {
        self.range.values.extend(other.range.values);
        self.range.extent = Extent::Listed;
        self.range.is_exact = false;
        self
    }
}

/// The names of variants and constructors by their numbers.
pub(super) fn variants<'a>(names: impl IntoIterator<Item = &'a str>) -> BTreeMap<i128, String> {
    let names = names.into_iter();
    names.map(|name| (variant(name), name.to_owned())).collect()
}
