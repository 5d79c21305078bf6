//! `SinglyLinkedList.AddFirst` from the test generalization paper.

/// A list that grows at its head.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SinglyLinkedList {
    head: Option<Box<Node>>,
    count: usize,
}

#[derive(Clone, Debug, PartialEq)]
struct Node {
    value: i32,
    next: Option<Box<Node>>,
}

impl SinglyLinkedList {
    /// An empty list.
    pub fn new() -> SinglyLinkedList {
        SinglyLinkedList::default()
    }

    /// Adds a value before the others.
    pub fn add_first(&mut self, value: i32) {
        let next = self.head.take();
        self.head = Some(Box::new(Node { value, next }));
        self.count += 1;
    }

    /// The first value.
    pub fn head(&self) -> Option<i32> {
        self.head.as_ref().map(|node| node.value)
    }

    /// The last value.
    pub fn tail(&self) -> Option<i32> {
        let mut node = self.head.as_ref()?;
        while let Some(next) = &node.next {
            node = next;
        }
        Some(node.value)
    }

    /// The number of values.
    pub fn count(&self) -> usize {
        self.count
    }
}

/// The paper's parameterized test.
pub fn add_first_puts_values_in_front(values: Vec<i32>) {
    let mut list = SinglyLinkedList::new();
    for &value in &values {
        list.add_first(value);
    }
    assert_eq!(list.head(), values.last().copied());
    assert_eq!(list.tail(), values.first().copied());
    assert_eq!(list.count(), values.len());
}
