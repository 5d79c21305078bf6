//! Laws of iterators. At most [`LIMIT`] items are taken, since an iterator may never end.

use super::guard::{Step, guarded};
use super::law::Law;
use super::table::Id;

/// The largest number of items that are taken; the laws' assertions contain the same number.
const LIMIT: usize = 256;

/// The traits of a type of iterator, as functions; `None` for those that it does not implement.
pub struct IteratorTraits<I: Iterator> {
    pub duplicate: Option<fn(&I) -> I>,
    pub length: Option<fn(&I) -> usize>,
    /// Whether the type implements `FusedIterator`.
    pub is_fused: bool,
    pub back: Option<Back<I>>,
    /// `==` of items that implement `Eq`.
    pub same: Option<Same<I>>,
}

/// Takes an item from the back.
pub type Back<I> = fn(&mut I) -> Option<<I as Iterator>::Item>;

/// Compares items.
pub type Same<I> = fn(&<I as Iterator>::Item, &<I as Iterator>::Item) -> bool;

/// An iterator, and a clone of it as it was in the beginning.
pub struct Original<'a, I: Iterator> {
    iterator: I,
    fresh: Option<I>,
    /// The items taken, if clones' items can be compared with them.
    items: Vec<I::Item>,
    traits: &'a IteratorTraits<I>,
}

impl<'a, I: Iterator> Original<'a, I> {
    /// An iterator from which nothing was taken.
    pub fn new(iterator: I, traits: &'a IteratorTraits<I>) -> Original<'a, I> {
        Original {
            iterator,
            fresh: None,
            items: Vec::new(),
            traits,
        }
    }

    /// Whether an item is the one that was taken from the original at this place.
    fn taken(&self, item: Option<I::Item>, place: usize) -> Taken {
        let Some(item) = item else {
            return Taken::Nothing;
        };
        match (self.traits.same, self.items.get(place)) {
            (Some(same), Some(expected)) if same(&item, expected) => Taken::Expected,
            (Some(_), _) => Taken::Other,
            (None, _) => Taken::Expected,
        }
    }
}

/// What was taken from a clone, compared with what was taken from the original.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    Nothing,
    /// The same item, or an item that cannot be compared.
    Expected,
    Other,
}

/// A front or a back.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum End {
    Front,
    Back,
}

/// An iterator of a type that is not known.
pub trait ErasedIterator {
    fn size_hint(&self) -> (usize, Option<usize>);
    fn length(&self) -> Option<usize>;
    /// Takes an item, and says whether there was one.
    fn next(&mut self) -> bool;
    /// Takes an item from the back; `None` if there is no back.
    fn next_back(&mut self) -> Option<bool>;
    fn is_fused(&self) -> bool;
    fn has_back(&self) -> bool;
    fn has_eq_items(&self) -> bool;
    /// Prepares for [`ErasedIterator::duplicate`].
    fn keep_fresh(&mut self);
    /// A clone of the iterator as it was in the beginning; `None` if the type does not implement `Clone`.
    fn duplicate(&self) -> Option<Box<dyn ErasedClone + '_>>;
}

impl<I: Iterator> ErasedIterator for Original<'_, I> {
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iterator.size_hint()
    }

    fn length(&self) -> Option<usize> {
        Some(self.traits.length?(&self.iterator))
    }

    fn next(&mut self) -> bool {
        let item = self.iterator.next();
        let is_some = item.is_some();
        if self.fresh.is_some() && self.traits.same.is_some() {
            self.items.extend(item);
        }
        is_some
    }

    fn next_back(&mut self) -> Option<bool> {
        Some(self.traits.back?(&mut self.iterator).is_some())
    }

    fn is_fused(&self) -> bool {
        self.traits.is_fused
    }

    fn has_back(&self) -> bool {
        self.traits.back.is_some()
    }

    fn has_eq_items(&self) -> bool {
        self.traits.same.is_some()
    }

    fn keep_fresh(&mut self) {
        self.fresh = self
            .traits
            .duplicate
            .map(|duplicate| duplicate(&self.iterator));
    }

    fn duplicate(&self) -> Option<Box<dyn ErasedClone + '_>> {
        Some(Box::new(Duplicate {
            iterator: self.traits.duplicate?(self.fresh.as_ref()?),
            original: self,
        }))
    }
}

/// A clone of an iterator.
struct Duplicate<'a, I: Iterator> {
    iterator: I,
    original: &'a Original<'a, I>,
}

/// A clone of an iterator of a type that is not known. Methods that take items compare them with the original's item at a place.
pub trait ErasedClone {
    fn size_hint(&self) -> (usize, Option<usize>);
    fn take(&mut self, end: End, place: usize) -> Taken;
    fn nth(&mut self, n: usize) -> Taken;
    fn last(self: Box<Self>, place: usize) -> Taken;
    fn count(self: Box<Self>) -> usize;
}

impl<I: Iterator> ErasedClone for Duplicate<'_, I> {
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iterator.size_hint()
    }

    fn take(&mut self, end: End, place: usize) -> Taken {
        let item = match (end, self.original.traits.back) {
            (End::Back, Some(back)) => back(&mut self.iterator),
            _ => self.iterator.next(),
        };
        self.original.taken(item, place)
    }

    fn nth(&mut self, n: usize) -> Taken {
        let item = self.iterator.nth(n);
        self.original.taken(item, n)
    }

    fn last(self: Box<Self>, place: usize) -> Taken {
        self.original.taken(self.iterator.last(), place)
    }

    fn count(self: Box<Self>) -> usize {
        self.iterator.count()
    }
}

/// The first law that an iterator breaks.
#[inline(never)]
pub fn iterator(original: Box<dyn ErasedIterator + '_>) -> Option<&'static Law> {
    let mut original = Some(original);
    guarded(&mut |step| {
        let mut original = original.take()?;
        let broken = items(&mut *original, step);
        // It is dropped here, since that may panic, too.
        step.at(Id::NextDoesNotPanic);
        broken
    })
}

/// The law that an iterator breaks.
fn items(original: &mut dyn ErasedIterator, step: &Step) -> Option<Id> {
    step.at(Id::CloneDoesNotPanic);
    original.keep_fresh();
    match forwards(original, step) {
        Ok(count) => {
            let count = count?;
            after_the_end(original, step).or_else(|| clones(original, count, step))
        }
        Err(broken) => Some(broken),
    }
}

/// Takes all items; their number if the iterator ends, or the law that it breaks.
fn forwards(items: &mut dyn ErasedIterator, step: &Step) -> Result<Option<usize>, Id> {
    let (mut least, mut most) = (0, usize::MAX);
    let mut length_before = None;
    let mut taken = 0;
    loop {
        step.at(Id::LenExact);
        let length = items.length();
        if let Some(before) = length_before
            && length != before
        {
            return Err(Id::LenExact);
        }
        if taken == LIMIT {
            return Ok(None);
        }
        step.at(Id::SizeHintLower);
        let (lower, upper) = items.size_hint();
        least = least.max(taken.saturating_add(lower));
        most = most.min(upper.map_or(usize::MAX, |upper| taken.saturating_add(upper)));
        step.at(Id::NextDoesNotPanic);
        if !items.next() {
            if length.is_some_and(|length| length != 0) {
                return Err(Id::LenExact);
            }
            break;
        }
        if taken >= most {
            return Err(Id::SizeHintUpper);
        }
        length_before = length.map(|length| length.checked_sub(1));
        taken += 1;
    }
    match least <= taken {
        true => Ok(Some(taken)),
        false => Err(Id::SizeHintLower),
    }
}

/// Takes items after the end.
fn after_the_end(items: &mut dyn ErasedIterator, step: &Step) -> Option<Id> {
    if !items.is_fused() {
        return None;
    }
    step.at(Id::Fused);
    if items.next() {
        return Some(Id::Fused);
    }
    step.at(Id::FusedBack);
    (items.next_back() == Some(true)).then_some(Id::FusedBack)
}

/// Takes the items of clones in other ways.
fn clones(original: &dyn ErasedIterator, count: usize, step: &Step) -> Option<Id> {
    let comparable = original.has_eq_items();
    step.at(match comparable {
        true => Id::CloneYieldsSameItems,
        false => Id::CountAgreesWithNext,
    });
    let mut clone = original.duplicate()?;
    let yields_same = (0..count).all(|place| clone.take(End::Front, place) == Taken::Expected)
        && clone.take(End::Front, count) == Taken::Nothing;
    drop(clone);
    if !yields_same {
        return comparable.then_some(Id::CloneYieldsSameItems);
    }

    step.at(Id::CountAgreesWithNext);
    if original.duplicate()?.count() != count {
        return Some(Id::CountAgreesWithNext);
    }
    if comparable {
        step.at(Id::LastAgreesWithNext);
        let last = original.duplicate()?.last(count.wrapping_sub(1));
        if last != expected(count > 0) {
            return Some(Id::LastAgreesWithNext);
        }
        step.at(Id::NthAgreesWithNext);
        if count > 0 {
            let mut skipping = original.duplicate()?;
            if skipping.nth(1) != expected(count > 1)
                || count > 1 && skipping.take(End::Front, 2) != expected(count > 2)
            {
                return Some(Id::NthAgreesWithNext);
            }
        }
    }
    match original.has_back() {
        true => backwards(original, count, step),
        false => None,
    }
}

/// What is taken if there is an item.
fn expected(there_is_one: bool) -> Taken {
    match there_is_one {
        true => Taken::Expected,
        false => Taken::Nothing,
    }
}

/// Takes the items of clones from the back, and from both ends.
fn backwards(original: &dyn ErasedIterator, count: usize, step: &Step) -> Option<Id> {
    if original.has_eq_items() {
        step.at(Id::BackwardsAgreesWithForwards);
        let mut clone = original.duplicate()?;
        let agrees = (0..count)
            .rev()
            .all(|place| clone.take(End::Back, place) == Taken::Expected)
            && clone.take(End::Back, count) == Taken::Nothing;
        if !agrees {
            return Some(Id::BackwardsAgreesWithForwards);
        }
    }

    let mut clone = original.duplicate()?;
    let mut end = End::Front;
    for left in (0..=count).rev() {
        step.at(Id::SizeHintFromBothEnds);
        let (least, most) = clone.size_hint();
        if !(least..=most.unwrap_or(usize::MAX)).contains(&left) {
            return Some(Id::SizeHintFromBothEnds);
        }
        step.at(Id::EndsMeet);
        // There is no such place: the items are not compared.
        let is_some = clone.take(end, usize::MAX) != Taken::Nothing;
        if is_some != (left > 0) {
            return Some(Id::EndsMeet);
        }
        end = match end {
            End::Front => End::Back,
            End::Back => End::Front,
        };
    }
    None
}
