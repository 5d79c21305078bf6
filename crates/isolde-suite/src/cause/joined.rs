//! Whether two groups of findings have one cause.
//!
//! Each rule names a reason why one change of the code would probably mend both.

use super::Group;
use super::condition::Condition;
use super::known::Known;
use super::{promises, twins};
use crate::finding;
use isolde_record::Outcome;

/// The condition of two groups with one cause; `None` if their causes differ. `has_time` tells whether there is time to learn what they have in common.
pub(super) fn joined(
    one: &Group,
    other: &Group,
    known: &Known,
    has_time: bool,
) -> Option<Option<Condition>> {
    let pair = Pair { one, other, known };
    if promises::is_one_cause(&one.members, &other.members, known) {
        return Some(None);
    }
    // Broken promises have neither inputs nor places in common that would say more.
    let is_law = |group: &Group| known.tests[group.members[0]].observation.asserts_law();
    if is_law(one) || is_law(other) {
        return None;
    }
    if let Some(is_one) = pair.misuses_one_memory() {
        return is_one.then_some(None);
    }
    pair.under_one_condition()
        .or_else(|| has_time.then(|| pair.in_one_function()).flatten())
        .or_else(|| pair.with_one_message())
        .or_else(|| pair.copied())
        .or_else(|| pair.of_twins())
        .or_else(|| pair.on_one_path())
        .or_else(|| pair.after_one_setting())
}

struct Pair<'a> {
    one: &'a Group,
    other: &'a Group,
    known: &'a Known<'a>,
}

impl Pair<'_> {
    fn any(&self, are_related: impl FnMut(usize, usize) -> bool) -> bool {
        let known = self.known;
        known.any(&self.one.members, &self.other.members, are_related)
    }

    fn conditions(&self) -> Option<(&Condition, &Condition)> {
        self.one
            .condition
            .as_ref()
            .zip(self.other.condition.as_ref())
    }

    fn is_one_kind(&self) -> bool {
        self.any(|one, other| self.known.is_one_kind(one, other))
    }

    /// Whether both call one function, so that parameters have the same names.
    fn is_one_call(&self) -> bool {
        let function = |index: usize| &self.known.tests[index].thunk.function;
        self.any(|one, other| function(one) == function(other))
    }

    fn is_one_function(&self) -> bool {
        self.any(|one, other| self.known.is_one_function(one, other))
    }

    /// The condition that either of them has: what is known of one of them is true of its inputs.
    fn either(&self) -> Option<Condition> {
        let one = self.one.condition.as_ref();
        one.or(self.other.condition.as_ref()).cloned()
    }

    /// Whether nothing shows that the causes are two: conditions of one function are about different properties, those of two functions are not alike.
    fn is_undecided(&self) -> bool {
        let is_one_call = self.is_one_call();
        self.conditions()
            .is_none_or(|(one, other)| match is_one_call {
                true => one.is_about_the_same(other),
                false => one.is_like_but_for_bounds(other),
            })
    }

    /// Whether two errors of memory have one cause: they happen at one place or, with one message, in one function, or the same memory was freed too early.
    /// What is no error of memory never has the cause of one, because such an error ends the run. `None` if neither is an error of memory.
    fn misuses_one_memory(&self) -> Option<bool> {
        let known = self.known;
        let error = |index: usize| match &known.tests[index].outcome {
            Outcome::Corrupted(error) => Some(error),
            _ => None,
        };
        let mut members = self.one.members.iter().chain(&self.other.members);
        if !members.any(|&index| error(index).is_some()) {
            return None;
        }
        Some(self.any(|one, other| {
            error(one).zip(error(other)).is_some_and(|(first, second)| {
                first.place == second.place
                    || first.freed.is_some() && first.freed == second.freed
                    || known.is_one_message(one, other) && known.is_one_site(one, other)
            })
        }))
    }

    /// Functions that belong together and fail under one condition, or for bad values of one argument that lie side by side or on both sides of the good
    /// ones.
    fn under_one_condition(&self) -> Option<Option<Condition>> {
        let (one, other) = self.conditions()?;
        if !self.any(|one, other| self.known.are_related(one, other)) {
            return None;
        }
        let words = |condition: &Condition| condition.words(&self.known.pool.variants);
        if self.is_one_kind() && words(one).is_some() && words(one) == words(other) {
            return Some(Some(one.clone()));
        }
        let side_by_side = one.with(other);
        let is_one_parameter = || {
            let is_one_method = |one, other| self.known.is_one_method(one, other);
            self.is_one_kind() && (self.is_one_function() || self.any(is_one_method))
        };
        let beyond = || one.and_beyond(other).filter(|_| is_one_parameter());
        side_by_side.or_else(beyond).map(Some)
    }

    /// One function whose inputs fail under a condition that explains both.
    fn in_one_function(&self) -> Option<Option<Condition>> {
        if !self.is_one_function() {
            return None;
        }
        let members = self.one.members.iter().chain(&self.other.members);
        let members: Vec<usize> = members.copied().collect();
        let together = self.known.pool.of(&members).learn();
        // Too small and too large values may fail for two reasons.
        let is_one = |condition: &Condition| {
            (condition.is_exact() || condition.is_whole())
                && (!condition.is_around() || self.is_one_kind())
        };
        if together.as_ref().is_some_and(is_one) {
            return Some(together);
        }
        // All inputs of one fail already for the reason of the other.
        let implied = [(self.one, self.other), (self.other, self.one)];
        let implied = implied.into_iter().find_map(|(cause, effect)| {
            let condition = cause.condition.as_ref();
            let condition = condition.filter(|it| it.is_exact() && !it.is_around())?;
            let is_implied = self.known.pool.of(&effect.members).all_meet(condition);
            is_implied.then(|| condition.clone())
        });
        if implied.is_some() {
            return Some(implied);
        }
        if self.any(|one, other| self.known.are_copied_lines(one, other)) {
            return Some(together.or_else(|| self.either()));
        }
        let is_one_message = self.any(|one, other| self.known.is_one_message(one, other));
        let (one, other) = self.conditions().filter(|_| is_one_message)?;
        // In one function, parameters have their names; in another one, they may have others.
        match (
            !self.is_one_call() && one.is_like(other),
            one.is_about_the_same(other),
        ) {
            (true, _) => Some(Some(one.clone())),
            (false, true) => Some(together.or_else(|| Some(one.clone().or(other.clone())))),
            (false, false) => None,
        }
    }

    /// Places of one function, or of a method on several types, that fail with the same message, unless conditions tell them apart: the same argument
    /// is probably bad at both.
    fn with_one_message(&self) -> Option<Option<Condition>> {
        let known = self.known;
        let is_one = self.any(|one, other| {
            known.is_one_message(one, other)
                && (known.is_one_site(one, other)
                    || known.is_one_method(one, other)
                        && known.has_place(one)
                        && known.has_place(other))
        });
        (is_one && self.is_undecided()).then(|| self.either())
    }

    /// Lines or functions that a hand copied, which fail with the same message, unless conditions tell them apart; and functions with one name, if
    /// conditions show that they are alike.
    fn copied(&self) -> Option<Option<Condition>> {
        let known = self.known;
        let are_copies = self.any(|one, other| {
            known.is_one_message(one, other)
                && (known.are_copied_functions(one, other)
                    || known.are_copied_lines(one, other)
                    || known.is_one_name(one, other) && self.conditions().is_some())
        });
        (are_copies && self.is_undecided()).then(|| self.either())
    }

    /// A method and its mutable twin that fail with the same message, and operators of one type that overflow.
    fn of_twins(&self) -> Option<Option<Condition>> {
        let known = self.known;
        let path = |index: usize| known.tests[index].thunk.function.as_str();
        let are_twins = self.any(|one, other| {
            known.is_one_message(one, other)
                && twins::are_mutable_twins(path(one), path(other))
                && self.is_undecided()
        });
        let are_operators = self.any(|one, other| {
            let overflows = |index: usize| finding::kind(&known.tests[index].outcome) == "overflow";
            overflows(one)
                && overflows(other)
                && twins::are_operators_of_one_type(path(one), path(other))
        });
        (are_twins || are_operators).then(|| self.either().filter(|_| are_twins))
    }

    /// Runs of the same kind without a place in the package that the same setting of an object comes before: a chunk size of 0, for example.
    fn after_one_setting(&self) -> Option<Option<Condition>> {
        let known = self.known;
        let is_one = self.any(|one, other| {
            let statements = |index: usize| &known.tests[index].observation.statements;
            !known.has_place(one)
                && !known.has_place(other)
                && known.is_one_kind(one, other)
                && twins::have_one_setting(statements(one), statements(other))
        });
        is_one.then(|| self.either())
    }

    /// Runs without a place in the package, so that only the functions that they lead through tell where they fail.
    fn on_one_path(&self) -> Option<Option<Condition>> {
        let known = self.known;
        let is_one = self.any(|one, other| {
            let leads = |path: usize, fails_at: usize| {
                !known.has_place(path) && known.reaches(path, fails_at)
            };
            let is_path = match known.has_place(one) || known.has_place(other) {
                false => {
                    known.reaches(one, other)
                        || known.reaches(other, one)
                        || known.shares_code(one, other)
                }
                // A panic in the standard library, and one with the same message in a function that the run leads through.
                true => {
                    (leads(one, other) || leads(other, one))
                        && known.is_one_message(one, other)
                        && self.is_undecided()
                }
            };
            is_path && known.is_one_kind(one, other)
        });
        is_one.then(|| self.either())
    }
}
