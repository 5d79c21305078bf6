//! `Heap` from the test generalization paper, with its defect: the array behind the heap begins with room for four items, all zero, and
//! `remove` searches the whole array instead of the items that were added.

/// A binary min-heap.
#[derive(Clone, Debug)]
pub struct Heap {
    items: Vec<i32>,
    count: usize,
}

impl Heap {
    /// A heap of these items.
    pub fn new(input: &[i32]) -> Heap {
        let mut heap = Heap { items: vec![0; 4], count: 0 };
        for &item in input {
            heap.add(item);
        }
        heap
    }

    /// Adds an item.
    pub fn add(&mut self, item: i32) {
        if self.count == self.items.len() {
            self.items.resize(self.count * 2, 0);
        }
        self.items[self.count] = item;
        self.count += 1;
        self.sift_up(self.count - 1);
    }

    /// The number of items.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The smallest item.
    pub fn peek(&self) -> Option<i32> {
        (self.count > 0).then(|| self.items[0])
    }

    /// Removes an item; returns whether it was in the heap.
    pub fn remove(&mut self, item: i32) -> bool {
        // The defect: this should be `self.items[..self.count]`.
        let Some(index) = self.items.iter().position(|candidate| *candidate == item) else {
            return false;
        };
        if index < self.count {
            self.count -= 1;
            self.items.swap(index, self.count);
            self.sift_down(index);
        }
        true
    }

    fn sift_up(&mut self, mut index: usize) {
        while index > 0 && self.items[(index - 1) / 2] > self.items[index] {
            self.items.swap((index - 1) / 2, index);
            index = (index - 1) / 2;
        }
    }

    fn sift_down(&mut self, mut index: usize) {
        loop {
            let mut smallest = index;
            for child in [2 * index + 1, 2 * index + 2] {
                if child < self.count && self.items[child] < self.items[smallest] {
                    smallest = child;
                }
            }
            if smallest == index {
                return;
            }
            self.items.swap(index, smallest);
            index = smallest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remove_of_a_missing_item_is_refused() {
        let mut heap = Heap::new(&[3, 1, 2]);
        assert!(!heap.remove(10));
    }

    #[test]
    fn counts_its_items() {
        let heap = Heap::new(&[5, 4]);
        assert_eq!(heap.count(), 2);
    }
}
