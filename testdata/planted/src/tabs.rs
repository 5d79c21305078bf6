//! The tabs of a window.

/// Open tabs, some of which are pinned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tabs {
    pinned: Vec<u8>,
    others: Vec<u8>,
}

impl Tabs {
    /// A window without tabs.
    pub fn new() -> Tabs {
        Tabs::default()
    }

    /// Opens a page in a tab of its own.
    pub fn open(&mut self, page: u8) {
        self.others.push(page);
    }

    /// Pins the tab that was opened last. Returns whether there is one that is not pinned.
    pub fn pin(&mut self) -> bool {
        let last = self.others.pop();
        self.pinned.extend(last);
        last.is_some()
    }

    /// Closes all tabs.
    pub fn clear(&mut self) {
        self.others.clear();
    }

    /// The number of tabs.
    pub fn len(&self) -> usize {
        self.pinned.len() + self.others.len()
    }

    /// Whether there are no tabs.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The pages, those in pinned tabs first.
    pub fn iter(&self) -> impl Iterator<Item = u8> {
        self.pinned.iter().chain(&self.others).copied()
    }
}
