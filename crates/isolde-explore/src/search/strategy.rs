//! Which of the two strategies, mutation or negation, is next.

/// How much a strategy has gained lately.
#[derive(Clone, Copy, Debug, Default)]
struct Yield {
    gains: f64,
    work: f64,
}

impl Yield {
    fn note(&mut self, gains: f64, work: u64) {
        // Half of it is forgotten about every thousand units of work.
        let kept = 0.5_f64.powf(work as f64 / 1000.0);
        self.gains = self.gains * kept + gains;
        self.work = self.work * kept + work as f64;
    }

    fn rate(&self) -> f64 {
        (self.gains + 0.1) / (self.work + 100.0)
    }
}

/// The two sources of inputs that take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strategy {
    Mutation,
    Negation,
}

/// Share of the work that mutation gets. Mutation cannot tell when it is done, but negation can, so negation is favoured.
const USUAL_SHARE: f64 = 1.0 / 24.0;
/// The same when mutation has lately gained more than twice as much for its work as negation.
const PAYING_SHARE: f64 = 0.5;
/// Maximum work that mutation may be behind or ahead of its share.
const MOST_DUE: f64 = 1_000.0;

/// Shares work between the strategies according to what they have gained.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Balance {
    mutation: Yield,
    negation: Yield,
    /// Work that mutation is behind its share.
    due: f64,
}

impl Balance {
    /// The strategy whose turn it is.
    pub(super) fn next(&self) -> Strategy {
        if self.due > 0.0 {
            Strategy::Mutation
        } else {
            Strategy::Negation
        }
    }

    /// Notes the work and the gains of a strategy.
    pub(super) fn note(&mut self, strategy: Strategy, gains: f64, work: u64) {
        let mut due = work as f64 * self.share();
        match strategy {
            Strategy::Mutation => {
                self.mutation.note(gains, work);
                due -= work as f64;
            }
            Strategy::Negation => self.negation.note(gains, work),
        }
        self.due = (self.due + due).clamp(-MOST_DUE, MOST_DUE);
    }

    fn share(&self) -> f64 {
        if self.mutation.rate() > 2.0 * self.negation.rate() {
            PAYING_SHARE
        } else {
            USUAL_SHARE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Work of both after some steps, given what a step of each costs and whether mutation finds something in each step.
    fn shares(mutation: u64, negation: u64, mutation_pays: bool) -> (u64, u64) {
        let mut balance = Balance::default();
        let mut done = (0, 0);
        for _ in 0..30_000 {
            match balance.next() {
                Strategy::Mutation => {
                    done.0 += mutation;
                    balance.note(Strategy::Mutation, f64::from(mutation_pays), mutation);
                }
                Strategy::Negation => {
                    done.1 += negation;
                    balance.note(Strategy::Negation, 0.0, negation);
                }
            }
        }
        done
    }

    #[test]
    fn mutation_gets_its_share_of_the_work_however_expensive_queries_are() {
        for (mutation, negation) in [(16, 16), (16, 2_000), (40, 5)] {
            let (mutated, negated) = shares(mutation, negation, false);
            let share = mutated as f64 / (mutated + negated) as f64;
            assert!(
                (0.035..0.055).contains(&share),
                "{mutation} {negation}: {share}"
            );
        }
    }

    #[test]
    fn mutation_gets_half_where_it_pays() {
        let (mutated, negated) = shares(16, 400, true);
        let share = mutated as f64 / (mutated + negated) as f64;
        assert!((0.4..0.6).contains(&share), "{share}");
    }
}
