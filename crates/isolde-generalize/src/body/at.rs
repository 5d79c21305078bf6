//! Where the walk through a body is, and what that means for the values found there.

use super::Role;

/// Where the walk is.
#[derive(Clone)]
pub(super) struct At {
    pub(super) role: Role,
    pub(super) is_borrowed: bool,
    pub(super) is_repeated: bool,
    pub(super) callee: Option<(String, usize)>,
    pub(super) outer: Option<usize>,
    pub(super) depth: usize,
    pub(super) is_outermost: bool,
    /// Whether a closure here would stand for something that the code under test calls.
    pub(super) is_stub: bool,
    /// Where the closure begins that this is in.
    pub(super) closure: Option<usize>,
}

impl At {
    /// The same place, where a value is what a variable or argument is.
    pub(super) fn plain(&self) -> At {
        At {
            is_borrowed: false,
            callee: None,
            ..self.clone()
        }
    }

    pub(super) fn input(&self) -> At {
        At {
            role: Role::Input,
            ..self.plain()
        }
    }

    pub(super) fn oracle(&self) -> At {
        At {
            role: Role::Oracle,
            ..self.plain()
        }
    }

    pub(super) fn inside(&self) -> At {
        At {
            is_outermost: false,
            ..self.plain()
        }
    }

    pub(super) fn repeated(&self) -> At {
        At {
            is_repeated: true,
            ..self.inside()
        }
    }
}
