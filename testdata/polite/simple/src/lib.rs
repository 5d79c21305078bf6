pub fn clamp_to_ten(number: u32) -> u32 {
    if number > 10 { 10 } else { number }
}

/// Has another value tomorrow.
pub fn day() -> u64 {
    let since = std::time::SystemTime::UNIX_EPOCH.elapsed();
    since.map_or(0, |time| time.as_secs() / 86_400)
}

/// Depends on who calls it.
pub fn is_known() -> bool {
    std::env::var_os("USER").is_some()
}

/// Depends on the files that happen to exist.
pub fn has_notes() -> bool {
    std::path::Path::new("notes.txt").exists()
}

/// Whether backtraces are enabled.
pub fn is_traced() -> bool {
    std::backtrace::Backtrace::capture().to_string().len() > 100
}

/// Zero, except once in eight calls.
pub fn rarely() -> u8 {
    use std::hash::{BuildHasher, Hasher};
    let drawn = std::collections::hash_map::RandomState::new().build_hasher();
    u8::from(drawn.finish() % 8 == 7)
}

/// The room in a vector that has grown once, of which std does not say how much it is.
pub fn room() -> usize {
    let mut numbers = Vec::new();
    numbers.push(0_u8);
    numbers.capacity()
}
