//! Functions that get types, not values.

/// A format with a name and versions.
pub trait Format {
    /// Its name.
    fn name() -> &'static str;
    /// The number of a version.
    fn version(of: u8) -> u16;
    /// The next ticket.
    fn ticket() -> u32;
}

/// Says whether a format is a known one.
pub fn is_known<F: Format>() -> bool {
    F::name() == "json"
}

/// Compares two versions.
pub fn has_moved<F: Format>() -> Option<u16> {
    (F::version(1) == 3 && F::version(2) == 900).then(|| F::version(3))
}

/// Takes tickets until one comes up.
pub fn tickets<F: Format>() -> u32 {
    let mut taken = 0;
    while F::ticket() != 5 && taken < 4 {
        taken += 1;
    }
    taken
}

/// A level of a tower.
pub trait Level: Sized {
    /// The reason why there is no level.
    type Reason: PartialEq<u8>;
    /// The lowest level.
    fn lowest() -> Result<Self, Self::Reason>;
    /// The level above.
    fn above(&self) -> Option<Self>;
    /// How high it is.
    fn height(&self) -> u8;
}

/// Climbs a tower.
pub fn climb<L: Level>() -> Result<u32, bool> {
    let mut level = L::lowest().map_err(|reason| reason == 9)?;
    let mut climbed = 0;
    while let Some(next) = level.above() {
        climbed += u32::from(next.height());
        level = next;
    }
    Ok(climbed)
}

/// Nothing of the format is used.
pub fn is_mark<F: Format>(mark: u8) -> bool {
    mark == 9
}
