//! The condition over the inputs that failing runs share and passing ones do not, learned from examples and put into words.
//!
//! A condition is a range of one [`Feature`], with at most one exception: the smallest hypothesis that separates the examples. It is believed only if
//! an input *next to* one that fails passes and violates it: inputs far away differ in too many ways. It is *exact* if an example that passes lies
//! right beyond each of its ends; otherwise the true boundary may be anywhere between the last example that fails and the first one that passes. In the
//! spirit of S. Padhi, R. Sharma and T. Millstein, "Data-Driven Precondition Inference with Learned Features" (PLDI 2016).

mod words;

use super::features::{Aspect, Feature, Features, variant};
use std::collections::{BTreeMap, BTreeSet};

/// Number of different values that must pass before a list of values is believed.
const BELIEVED: usize = 3;
/// Most values that are listed one by one.
const LISTED: usize = 4;

/// A condition that holds for inputs that fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    pub(super) feature: Feature,
    /// The values that failed, if they are few.
    values: BTreeSet<i128>,
    /// Smallest value, unless none below it passes.
    low: Option<i128>,
    /// Largest value, unless none above it passes.
    high: Option<i128>,
    /// Whether values right beyond both ends pass.
    is_exact: bool,
    /// Whether it was learned from a part of the inputs that fail: others fail without meeting it.
    is_partial: bool,
    /// What is true of all inputs that meet the condition and pass nevertheless: a feature and its value.
    unless: Option<(Feature, i128)>,
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
        .filter_map(|feature| of_feature(feature, tried.failing, tried.passing))
        .filter(|condition| condition.is_believed(tried.near));
    found.min_by(|a, b| a.complexity().cmp(&b.complexity()))
}

fn of_feature(feature: &Feature, failing: &[&Features], passing: &[&Passed]) -> Option<Condition> {
    let values: Option<BTreeSet<i128>> = failing
        .iter()
        .map(|features| features.get(feature).copied())
        .collect();
    let values = values?;
    let (first, last) = (*values.first()?, *values.last()?);
    let is_scale = matches!(
        feature.aspect,
        Aspect::Number | Aspect::Length | Aspect::Char | Aspect::Order
    );
    // A float with a fraction has no such number, but may pass.
    let is_float = |passed: &&&Passed| {
        let nan = Feature {
            aspect: Aspect::IsNan,
            ..feature.clone()
        };
        passed.features.contains_key(&nan) && !passed.features.contains_key(feature)
    };
    if feature.aspect == Aspect::Number && passing.iter().any(|passed| is_float(&passed)) {
        return None;
    }
    let only_refused = passing.iter().all(|passed| passed.is_refused);
    let is_inside = |features: &Features| (first..=last).contains(&features[feature]);
    let with_feature = passing
        .iter()
        .filter(|passed| passed.features.contains_key(feature));
    // Inputs that meet the condition may be refused for another reason.
    let counted = with_feature
        .filter(|passed| only_refused || !passed.is_refused || !is_inside(&passed.features));
    let (inside, outside): (Vec<&Features>, Vec<&Features>) = counted
        .map(|passed| &passed.features)
        .partition(|features| is_inside(features));
    let of_value = |features: &[&Features]| -> BTreeSet<i128> {
        features.iter().map(|features| features[feature]).collect()
    };
    let passing = of_value(&outside);
    let unless = match inside.is_empty() {
        true => None,
        false if inside.len() <= outside.len() => common(&inside, failing, feature),
        false => None,
    };
    if !inside.is_empty() && unless.is_none() {
        // Values between those that fail pass: the values themselves are the condition, if they are few and each was seen to be one.
        let between = of_value(&inside);
        let is_list = is_scale
            && values.len() <= LISTED
            && between.union(&passing).count() >= BELIEVED
            && values.is_disjoint(&between);
        return is_list.then(|| Condition {
            feature: feature.clone(),
            low: None,
            high: None,
            is_exact: false,
            is_partial: false,
            unless: None,
            values,
        });
    }
    // Something must have been seen to pass, right beyond the boundary or at several values.
    let below = passing.range(..first).next_back();
    let above = passing.range(last..).next();
    let is_next =
        |end: i128, other: Option<&i128>| other.is_none_or(|other| end.abs_diff(*other) == 1);
    let is_exact = match feature.aspect {
        _ if passing.is_empty() => return None,
        Aspect::Variant => false,
        _ if is_scale => is_next(first, below) && is_next(last, above),
        _ => true,
    };
    Some(Condition {
        feature: feature.clone(),
        low: below.map(|_| first),
        high: above.map(|_| last),
        is_exact,
        is_partial: false,
        unless,
        values,
    })
}

/// A feature other than `not` that has one value in all inputs that pass, and another one in all that fail: the simplest.
fn common(passing: &[&Features], failing: &[&Features], not: &Feature) -> Option<(Feature, i128)> {
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
    found
        .next()
        .map(|(feature, value)| (feature.clone(), *value))
}

impl Condition {
    /// Whether an input next to one that fails shows that the condition matters. What a string does not contain is never believed to matter.
    fn is_believed(&self, near: &[&Features]) -> bool {
        let violates =
            |features: &Features| features.contains_key(&self.feature) && !self.holds(features);
        let is_absence =
            matches!(self.feature.aspect, Aspect::Contains(_)) && self.values.contains(&0);
        // What lies deep inside of an argument has so many properties that some fit by chance.
        let is_chance = self.feature.depth > 0
            && self.feature.aspect != Aspect::Order
            && (!self.is_exact || self.unless.is_some());
        !is_absence && !is_chance && near.iter().copied().any(violates)
    }

    /// Simple conditions come first.
    fn complexity(&self) -> impl Ord + use<'_> {
        let is_list = (self.low, self.high) == (None, None);
        let is_order = self.feature.aspect == Aspect::Order;
        (
            is_list,
            is_order,
            self.unless.is_some(),
            !self.is_exact,
            &self.feature,
        )
    }

    /// Whether an input meets the condition.
    pub(super) fn holds(&self, features: &Features) -> bool {
        let Some(value) = features.get(&self.feature) else {
            return false;
        };
        if let Some((feature, value)) = &self.unless
            && features.get(feature) == Some(value)
        {
            return false;
        }
        match (self.low, self.high) {
            (None, None) => self.values.contains(value),
            (low, high) => {
                low.is_none_or(|low| *value >= low) && high.is_none_or(|high| *value <= high)
            }
        }
    }

    /// Whether the examples show where the condition ends.
    pub(super) fn is_exact(&self) -> bool {
        self.is_exact && !self.is_partial
    }

    fn has_no_gaps(&self) -> bool {
        let (Some(first), Some(last)) = (self.values.first(), self.values.last()) else {
            return false;
        };
        let width = usize::try_from(last.abs_diff(*first)).unwrap_or(usize::MAX);
        (self.low, self.high) != (None, None) && width < self.values.len()
    }

    /// The condition as one of some inputs that fail.
    pub(super) fn of_some(mut self) -> Condition {
        self.is_partial = true;
        self
    }

    /// Whether the condition is a range of numbers without gaps, each of which was seen to fail.
    pub(super) fn is_whole(&self) -> bool {
        !self.is_partial && self.has_no_gaps()
    }

    /// Whether two conditions are about the same property of the same arguments.
    pub(super) fn is_about_the_same(&self, other: &Condition) -> bool {
        self.feature == other.feature
    }

    /// Whether two conditions are the same but for the names of parameters.
    pub(super) fn is_like(&self, other: &Condition) -> bool {
        let kind = |condition: &Condition| (condition.feature.aspect, condition.feature.depth);
        let range = |condition: &Condition| (condition.low, condition.high);
        let unless = |condition: &Condition| {
            let unless = condition.unless.as_ref();
            unless.map(|(feature, value)| (feature.aspect, feature.depth, *value))
        };
        kind(self) == kind(other)
            && range(self) == range(other)
            && unless(self) == unless(other)
            && (range(self) != (None, None) || self.values == other.values)
    }

    /// The condition that covers two about the same property whose ranges overlap or follow one another; `None` if they lie apart.
    pub(super) fn with(&self, other: &Condition) -> Option<Condition> {
        let ends = |condition: &Condition| {
            let (first, last) = (condition.values.first()?, condition.values.last()?);
            Some((*first, *last))
        };
        let ((first, last), (other_first, other_last)) = (ends(self)?, ends(other)?);
        let is_scale = matches!(self.feature.aspect, Aspect::Number | Aspect::Length);
        let are_ranges = [self, other].map(|it| (it.low, it.high) != (None, None));
        let follows = |end: i128, start: i128| start <= end.saturating_add(1);
        let touches = follows(last, other_first) && follows(other_last, first);
        if !is_scale || are_ranges != [true, true] || !self.is_about_the_same(other) || !touches {
            return None;
        }
        if self.unless != other.unless {
            return None;
        }
        Some(Condition {
            feature: self.feature.clone(),
            values: self.values.union(&other.values).copied().collect(),
            low: self.low.zip(other.low).map(|(one, other)| one.min(other)),
            high: self.high.zip(other.high).map(|(one, other)| one.max(other)),
            is_exact: self.is_exact && other.is_exact,
            is_partial: self.is_partial || other.is_partial,
            unless: self.unless.clone(),
        })
    }

    /// The condition that one of the two holds.
    pub(super) fn or(mut self, other: Condition) -> Condition {
        self.values.extend(other.values);
        (self.low, self.high, self.is_exact) = (None, None, false);
        self
    }
}

/// The names of variants and constructors by their numbers.
pub(super) fn variants<'a>(names: impl IntoIterator<Item = &'a str>) -> BTreeMap<i128, String> {
    let names = names.into_iter();
    names.map(|name| (variant(name), name.to_owned())).collect()
}
