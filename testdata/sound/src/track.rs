//! Tracks and their ratings.

use std::cmp::Ordering;

/// A track that listeners have rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Track {
    number: u8,
    rating: u8,
}

impl Track {
    /// A track with its rating.
    pub fn new(number: u8, rating: u8) -> Track {
        Track { number, rating }
    }

    /// The rating.
    pub fn rating(&self) -> u8 {
        self.rating
    }

    /// The order for lists: the best track comes first.
    pub fn by_rating(&self, other: &Track) -> Ordering {
        match self.rating.cmp(&other.rating) {
            Ordering::Greater => Ordering::Less,
            Ordering::Equal => Ordering::Equal,
            Ordering::Less => Ordering::Greater,
        }
    }
}

/// Sorts tracks, the best first.
pub fn sort_by_rating(tracks: &mut [Track]) {
    tracks.sort_by(Track::by_rating);
}
