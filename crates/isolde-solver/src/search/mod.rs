//! Deciding a problem by trying assignments: all of them if there are few, otherwise moves that lead towards a solution.

mod climb;
mod distance;
mod enumerate;
mod invert;
mod target;
mod wish;

pub(crate) use climb::climb;
pub(crate) use enumerate::{Enumeration, enumerate};
pub(crate) use wish::repair;

/// How much work a search may do, counted in evaluated terms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    pub terms: u64,
    pub deadline: std::time::Instant,
}

impl Effort {
    /// Deducts the cost of evaluating `terms` terms; returns whether that much was left.
    pub fn spend(&mut self, terms: usize) -> bool {
        let cost = terms as u64 + 1;
        let rest = self.terms.checked_sub(cost);
        self.terms = rest.unwrap_or(0);
        rest.is_some()
    }
}
