//! `DoublyLinkedList.AddFirst` from the test generalization paper, on a vector.

/// A list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct List {
    items: Vec<i32>,
}

impl List {
    /// An empty list.
    pub fn new() -> List {
        List::default()
    }

    /// Puts an item before all others.
    pub fn add_first(&mut self, item: i32) {
        self.items.insert(0, item);
    }

    /// Puts an item behind all others.
    pub fn add_last(&mut self, item: i32) {
        self.items.push(item);
    }

    /// The first item.
    pub fn head(&self) -> Option<i32> {
        self.items.first().copied()
    }

    /// The last item.
    pub fn tail(&self) -> Option<i32> {
        self.items.last().copied()
    }

    /// The number of items.
    pub fn count(&self) -> usize {
        self.items.len()
    }

    /// The items in their order.
    pub fn items(&self) -> &[i32] {
        &self.items
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn add_first() {
        let mut list = List::new();
        list.add_first(10);
        assert_eq!(list.head(), Some(10));
        assert_eq!(list.tail(), Some(10));
        list.add_first(20);
        assert_eq!(list.head(), Some(20));
        assert_eq!(list.tail(), Some(10));
        assert_eq!(list.count(), 2);
    }

    #[test]
    fn add_last() {
        let mut list = List::new();
        list.add_last(1);
        list.add_last(2);
        assert_eq!(list.items(), &[1, 2]);
    }

    #[test]
    fn what_is_added_first_is_the_head() {
        let mut list = List::new();
        list.add_last(1);
        list.add_last(2);
        list.add_last(3);
        list.add_first(9);
        assert_eq!(list.head(), Some(9));
    }

    #[test]
    fn what_is_added_last_is_the_tail() {
        let mut list = List::new();
        list.add_last(4);
        list.add_last(5);
        list.add_last(6);
        assert_eq!(list.tail(), Some(6));
    }

    #[test]
    fn an_empty_list_has_no_head() {
        assert_eq!(List::new().head(), None);
    }
}
