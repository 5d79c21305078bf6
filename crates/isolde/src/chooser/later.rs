//! Choices that are made later than those around them: by the methods of a mock, whenever the function under test calls them.

use super::{Backend, Chooser, Scope};

/// A place in a value under construction from which choices can be made at any later time.
#[derive(Clone, Debug)]
pub(crate) struct Later {
    backend: Backend,
    scope: Scope,
}

impl Chooser {
    /// The present place.
    pub(crate) fn later(&mut self) -> Later {
        Later {
            backend: self.backend.clone(),
            // What is chosen there lies deeper, so that values which contain each other come to an end.
            scope: Scope {
                has_branched: true,
                ..self.scope
            },
        }
    }
}

impl Later {
    /// The place inside this one that is reached by these numbers.
    pub(crate) fn within(&self, path: [u64; 2]) -> Later {
        self.chooser(path, false).later()
    }

    /// A chooser for the scope that is reached by these numbers.
    pub(crate) fn chooser(&self, path: [u64; 2], rendering: bool) -> Chooser {
        let mut chooser = Chooser::new(self.backend.clone(), rendering);
        chooser.scope = self.scope;
        for index in path {
            chooser.enter_scope(index);
        }
        chooser
    }
}
