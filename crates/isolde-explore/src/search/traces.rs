//! Traces whose path conditions wait to be negated, within bounds of memory.

use isolde_solver::{Prepared, Trace};

/// Most expression nodes held per thunk (16 bytes each, and as much again for what is derived from them).
const MOST_NODES: usize = 3 << 20;

/// A trace and what is derived from it.
pub(crate) struct Traced {
    pub(crate) trace: Trace,
    pub(crate) prepared: Prepared,
}

/// Traces by number. Old ones are dropped when there are too many nodes; their candidates die with them.
#[derive(Default)]
pub(crate) struct Traces {
    traces: Vec<Option<Box<Traced>>>,
    /// Before this number all are gone.
    oldest: usize,
    nodes: usize,
}

impl Traces {
    /// Number of the next trace.
    pub(crate) fn next(&self) -> usize {
        self.traces.len()
    }

    /// Keeps a trace under the next number.
    pub(crate) fn add(&mut self, traced: Traced) {
        self.nodes += size(&traced);
        self.traces.push(Some(Box::new(traced)));
        while self.nodes > MOST_NODES && self.oldest + 1 < self.traces.len() {
            if let Some(old) = self.traces[self.oldest].take() {
                self.nodes -= size(&old);
            }
            self.oldest += 1;
        }
    }

    /// The trace with this number, if it is still there.
    pub(crate) fn get(&mut self, number: usize) -> Option<&mut Traced> {
        self.traces.get_mut(number)?.as_deref_mut()
    }
}

fn size(traced: &Traced) -> usize {
    traced.trace.nodes.len() + traced.trace.path.len()
}
