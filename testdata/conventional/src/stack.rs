//! A stack with a limit.

/// A stack.
#[derive(Clone, Debug, Default)]
pub struct Stack {
    items: Vec<i32>,
    limit: usize,
}

impl Stack {
    /// An empty stack with room for so many items.
    pub fn with_limit(limit: usize) -> Stack {
        Stack { items: Vec::new(), limit }
    }

    /// A stack of these items, and with no room for others.
    pub fn of(items: Vec<i32>) -> Stack {
        let limit = items.len();
        Stack { items, limit }
    }

    /// The limit.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Puts an item on top; returns whether there was room.
    pub fn push(&mut self, item: i32) -> bool {
        let has_room = self.items.len() < self.limit;
        if has_room {
            self.items.push(item);
        }
        has_room
    }

    /// Takes the item on top.
    pub fn pop(&mut self) -> Option<i32> {
        self.items.pop()
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Whether an item is in it.
    pub fn contains(&self, item: i32) -> bool {
        self.items.contains(&item)
    }

    /// Removes all items.
    pub fn clear(&mut self) {
        self.items.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clear() {
        let mut stack = Stack::of(vec![1, 3, 5, 6, 9, 7]);
        assert_eq!(stack.len(), 6);
        stack.clear();
        assert_eq!(stack.len(), 0);
    }

    #[test]
    fn has_the_limit_it_was_made_with() {
        let stack = Stack::with_limit(8);
        assert_eq!(stack.limit(), 8);
    }

    #[test]
    fn pop_returns_what_was_pushed() {
        let mut stack = Stack::with_limit(10);
        stack.push(7);
        assert_eq!(stack.pop(), Some(7));
    }

    #[test]
    fn contains_what_was_pushed() {
        let mut stack = Stack::with_limit(1);
        assert!(stack.push(4));
        assert!(stack.contains(4));
    }

    #[test]
    fn contains_what_was_pushed_last() {
        let mut s = Stack::with_limit(1);
        assert!(s.push(-4));
        assert!(s.contains(-4));
    }

    #[test]
    fn a_new_stack_is_empty() {
        assert!(Stack::default().is_empty());
    }
}
