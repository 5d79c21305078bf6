//! Songs in the order in which they are played.

/// A list of songs, of which one is being played unless there are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playlist {
    songs: Vec<u8>,
    current: usize,
}

impl Playlist {
    /// A list whose first song is being played.
    pub fn new(songs: Vec<u8>) -> Playlist {
        Playlist { songs, current: 0 }
    }

    /// The song that is being played.
    pub fn current(&self) -> Option<u8> {
        (!self.songs.is_empty()).then(|| self.songs[self.current])
    }

    /// Plays the song at a position. Returns whether there is one.
    pub fn select(&mut self, position: usize) -> bool {
        let exists = position < self.songs.len();
        if exists {
            self.current = position;
        }
        exists
    }

    /// Removes the song at a position. If it is being played, the next one is played, or the last one.
    pub fn remove(&mut self, position: usize) -> Option<u8> {
        if position >= self.songs.len() {
            return None;
        }
        let removed = self.songs.remove(position);
        if position < self.current || self.current == self.songs.len() {
            self.current = self.current.saturating_sub(1);
        }
        Some(removed)
    }

    /// The number of songs.
    pub fn len(&self) -> usize {
        self.songs.len()
    }

    /// Whether there are no songs.
    pub fn is_empty(&self) -> bool {
        self.songs.is_empty()
    }
}
