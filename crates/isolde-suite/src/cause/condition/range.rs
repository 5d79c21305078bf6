//! Ranges of one feature: the building blocks of conditions.

use super::LISTED;
use crate::cause::features::{Aspect, Feature, Features};
use std::collections::BTreeSet;

/// The values of one feature with which inputs fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) feature: Feature,
    /// The values that were seen to fail.
    pub(super) values: BTreeSet<i128>,
    pub(super) extent: Extent,
    /// Whether values right beyond all ends pass.
    pub(super) is_exact: bool,
}

/// Which values are meant, beyond those that were seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// No others.
    Listed,
    /// All between two ends; an end is missing if nothing beyond it passes.
    Within {
        low: Option<i128>,
        high: Option<i128>,
    },
    /// All up to one value, and all from another one on.
    Outside { below: i128, above: i128 },
}

/// The smallest values of the signed types.
const SMALLEST: [i128; 5] = [
    i8::MIN as i128,
    i16::MIN as i128,
    i32::MIN as i128,
    i64::MIN as i128,
    i128::MIN,
];

/// The largest values of the unsigned types.
const LARGEST: [i128; 4] = [
    u8::MAX as i128,
    u16::MAX as i128,
    u32::MAX as i128,
    u64::MAX as i128,
];

impl Range {
    /// The range from the smallest to the largest value that fails, if none of `passing` lies in it; `None` if nothing passes.
    pub(super) fn between(
        feature: &Feature,
        values: BTreeSet<i128>,
        passing: &BTreeSet<i128>,
    ) -> Option<Range> {
        let (first, last) = (*values.first()?, *values.last()?);
        let below = passing.range(..first).next_back();
        let above = passing.range(last..).next();
        // A negative number is an end, unless it is the last one of its type: below it, anything may happen.
        let is_end = feature.aspect == Aspect::Number && first < 0 && !SMALLEST.contains(&first);
        let is_next =
            |end: i128, other: Option<&i128>| other.is_none_or(|other| end.abs_diff(*other) == 1);
        let is_exact = match feature.aspect {
            _ if passing.is_empty() => return None,
            Aspect::Variant => false,
            _ if feature.aspect.is_scale() => {
                is_next(first, below) && is_next(last, above) && !(is_end && below.is_none())
            }
            _ => true,
        };
        Some(Range {
            feature: feature.clone(),
            extent: Extent::Within {
                low: (is_end || below.is_some()).then_some(first),
                high: above.map(|_| last),
            },
            values,
            is_exact,
        })
    }

    /// All values up to one that fails and from another one on, if those between them pass, and no others.
    pub(super) fn around(
        feature: &Feature,
        values: &BTreeSet<i128>,
        passing: &BTreeSet<i128>,
    ) -> Option<Range> {
        let (first, last) = (*passing.first()?, *passing.last()?);
        let below = *values.range(..first).next_back()?;
        let above = *values.range(last..).next()?;
        let is_gap = values.range(first..=last).next().is_none();
        // Below a negative number anything may happen, as in `between`.
        let is_known = *values.first()? >= 0 || SMALLEST.contains(values.first()?);
        let is_exact = below.abs_diff(first) == 1 && above.abs_diff(last) == 1;
        (is_gap && is_known && is_exact && feature.aspect.is_scale()).then(|| Range {
            feature: feature.clone(),
            values: values.clone(),
            extent: Extent::Outside { below, above },
            is_exact,
        })
    }

    /// One value.
    pub(super) fn only(feature: &Feature, value: i128) -> Range {
        Range::listed(feature, [value].into())
    }

    /// These values alone.
    pub(super) fn listed(feature: &Feature, values: BTreeSet<i128>) -> Range {
        Range {
            feature: feature.clone(),
            values,
            extent: Extent::Listed,
            is_exact: false,
        }
    }

    /// Whether an input has a value in the range; `None` if it has no such feature.
    pub(super) fn contains(&self, features: &Features) -> Option<bool> {
        let value = features.get(&self.feature)?;
        Some(match self.extent {
            Extent::Listed => self.values.contains(value),
            Extent::Within { low, high } => {
                low.is_none_or(|low| *value >= low) && high.is_none_or(|high| *value <= high)
            }
            Extent::Outside { below, above } => *value <= below || *value >= above,
        })
    }

    /// Whether all values of the range were seen to fail, as far as it has ends.
    pub(super) fn has_no_gaps(&self) -> bool {
        let (Some(first), Some(last)) = (self.values.first(), self.values.last()) else {
            return false;
        };
        let width = usize::try_from(last.abs_diff(*first)).unwrap_or(usize::MAX);
        matches!(self.extent, Extent::Within { .. }) && width < self.values.len()
    }

    /// Whether an end of a type is an open end of the range.
    pub(super) fn is_last(&self) -> bool {
        let has = |values: &[i128]| self.values.iter().any(|value| values.contains(value));
        match self.extent {
            Extent::Within {
                low: None,
                high: Some(_),
            } => has(&SMALLEST),
            Extent::Within {
                low: Some(_),
                high: None,
            } => has(&LARGEST),
            _ => false,
        }
    }

    /// The smallest and the largest value, of a range of numbers or lengths with at most two ends.
    fn ends(&self) -> Option<(i128, i128)> {
        let is_number = matches!(self.feature.aspect, Aspect::Number | Aspect::Length);
        match self.extent {
            Extent::Within { low, high } if is_number => Some((
                low.unwrap_or(i128::MIN).min(*self.values.first()?),
                high.unwrap_or(i128::MAX).max(*self.values.last()?),
            )),
            _ => None,
        }
    }

    /// Whether the other range lies in this one.
    pub(super) fn covers(&self, other: &Range) -> bool {
        let (Some((low, high)), Some((first, last))) = (self.ends(), other.ends()) else {
            return false;
        };
        self.feature == other.feature && low <= first && last <= high
    }

    /// The range of both, if they overlap or follow one another; `None` if they lie apart.
    pub(super) fn with(&self, other: &Range) -> Option<Range> {
        let ((first, last), (other_first, other_last)) = (self.ends()?, other.ends()?);
        let follows = |end: i128, start: i128| start <= end.saturating_add(1);
        if self.feature != other.feature
            || !follows(last, other_first)
            || !follows(other_last, first)
        {
            return None;
        }
        let ends = |range: &Range| match range.extent {
            Extent::Within { low, high } => (low, high),
            _ => (None, None),
        };
        let ((low, high), (other_low, other_high)) = (ends(self), ends(other));
        Some(Range {
            feature: self.feature.clone(),
            values: self.values.union(&other.values).copied().collect(),
            extent: Extent::Within {
                low: low.zip(other_low).map(|(one, other)| one.min(other)),
                high: high.zip(other_high).map(|(one, other)| one.max(other)),
            },
            is_exact: self.is_exact && other.is_exact,
        })
    }

    /// The two ranges together, if one contains all small and the other one all large values: those between them are the ones that the function was
    /// made for.
    pub(super) fn and_beyond(&self, other: &Range) -> Option<Range> {
        use Extent::Within;
        let is_number = matches!(self.feature.aspect, Aspect::Number | Aspect::Length);
        let (below, above) = match (&self.extent, &other.extent) {
            (
                Within {
                    low: None,
                    high: Some(below),
                },
                Within {
                    low: Some(above),
                    high: None,
                },
            )
            | (
                Within {
                    low: Some(above),
                    high: None,
                },
                Within {
                    low: None,
                    high: Some(below),
                },
            ) => (*below, *above),
            _ => return None,
        };
        (is_number && self.feature == other.feature && below < above).then(|| Range {
            feature: self.feature.clone(),
            values: self.values.union(&other.values).copied().collect(),
            extent: Extent::Outside { below, above },
            is_exact: self.is_exact && other.is_exact,
        })
    }

    /// Whether two ranges are the same but for the names of parameters.
    pub(super) fn is_like(&self, other: &Range) -> bool {
        let is_list = self.extent == Extent::Listed;
        self.is_of_one_kind(other)
            && self.extent == other.extent
            && (!is_list || self.values == other.values)
    }

    /// Whether two ranges are about the same property of arguments, and are open at the same ends: they may differ in their bounds.
    pub(super) fn is_like_but_for_bounds(&self, other: &Range) -> bool {
        let open = |range: &Range| match range.extent {
            Extent::Within { low, high } => Some((low.is_none(), high.is_none())),
            _ => None,
        };
        self.is_of_one_kind(other) && open(self) == open(other)
    }

    fn is_of_one_kind(&self, other: &Range) -> bool {
        let kind = |range: &Range| (range.feature.aspect, range.feature.depth);
        kind(self) == kind(other)
    }

    /// Whether the values are so few that all are named.
    pub(super) fn is_short(&self) -> bool {
        self.values.len() <= LISTED
    }
}
