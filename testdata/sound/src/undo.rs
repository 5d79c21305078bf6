//! Undoing and redoing.

/// Actions that were taken, the latest of which may have been undone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Undo {
    actions: Vec<u8>,
    /// How many of the actions are in effect.
    at: usize,
}

impl Undo {
    /// No action was taken.
    pub fn new() -> Undo {
        Undo::default()
    }

    /// Takes an action. Actions that were undone cannot be redone any more.
    pub fn apply(&mut self, action: u8) {
        self.actions.truncate(self.at);
        self.actions.push(action);
        self.at += 1;
    }

    /// Undoes the latest action that is in effect, and returns it.
    pub fn undo(&mut self) -> Option<u8> {
        if self.at == 0 {
            return None;
        }
        self.at -= 1;
        Some(self.actions[self.at])
    }

    /// Takes the action that was undone last once more, and returns it.
    pub fn redo(&mut self) -> Option<u8> {
        let action = *self.actions.get(self.at)?;
        self.at += 1;
        Some(action)
    }

    /// The actions that are in effect.
    pub fn actions(&self) -> &[u8] {
        &self.actions[..self.at]
    }
}
