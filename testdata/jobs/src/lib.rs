//! Work that tests hand to threads which were there before.

/// The function that tests detour.
pub mod clock {
    /// The number of the hour.
    #[inline(never)]
    pub fn hour() -> u64 {
        std::hint::black_box(0)
    }

    /// The number of the minute.
    #[inline(never)]
    pub fn minute() -> u64 {
        std::hint::black_box(0)
    }

    /// The number of the second.
    #[inline(never)]
    pub fn second() -> u64 {
        std::hint::black_box(0)
    }

    /// How long ago an hour was.
    #[inline(never)]
    pub fn since(hour: &u64) -> u64 {
        std::hint::black_box(24 - *hour)
    }

    /// The number of an hour some hours later.
    #[inline(never)]
    pub fn later(hour: u64, by: u64) -> u64 {
        std::hint::black_box((hour + by) % 24)
    }
}

#[cfg(test)]
mod gate;
#[cfg(test)]
mod http;
#[cfg(test)]
mod pools;
#[cfg(test)]
mod rows;
#[cfg(test)]
mod rules;
