//! Topics that messages are about.

/// A topic: an area, and a detail unless the whole area is meant.
#[derive(Clone, Copy, Debug)]
pub struct Topic {
    area: u8,
    detail: Option<u8>,
}

impl Topic {
    /// A topic.
    pub fn new(area: u8, detail: Option<u8>) -> Topic {
        Topic { area, detail }
    }

    /// Whether a subscriber to this topic receives messages about the other one.
    pub fn covers(&self, other: &Topic) -> bool {
        self.area == other.area && (self.detail.is_none() || self.detail == other.detail)
    }

    /// Whether the whole area is meant.
    pub fn is_general(&self) -> bool {
        self.detail.is_none()
    }
}

impl PartialEq for Topic {
    fn eq(&self, other: &Topic) -> bool {
        self.area == other.area && self.detail == other.detail
    }
}

impl Eq for Topic {}
