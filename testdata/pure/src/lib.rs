//! Functions that rely on what pure functions of other crates promise. None of them has a defect: every failure would come from an answer that the real
//! function never gives.

use heck::ToSnakeCase;
use unicode_width::UnicodeWidthStr;

/// The first byte as two digits; `--` if there is none.
pub fn first_digits(bytes: &[u8]) -> String {
    match bytes {
        [] => "--".to_owned(),
        _ => hex::encode(bytes)[..2].to_owned(),
    }
}

/// The number that four bytes, written as digits, stand for.
pub fn number(text: &str) -> Option<u32> {
    if text.len() != 8 {
        return None;
    }
    let bytes = hex::decode(text).ok()?;
    Some(u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
}

/// The release that follows one.
pub fn next_release(major: u32, minor: u32) -> (u64, u64) {
    let version = semver::Version::parse(&format!("{major}.{minor}.0")).expect("three numbers");
    (version.major, version.minor + 1)
}

/// The byte after a key's separator; 0 if there is none.
pub fn after_separator(line: &[u8]) -> u8 {
    match memchr::memchr(b'=', line) {
        Some(at) if at + 1 < line.len() => line[at + 1],
        Some(at) => line[at],
        None => 0,
    }
}

/// Whether a message arrived as it was sent, if nothing was changed on its way.
pub fn is_intact(message: &[u8]) -> bool {
    let sent = crc32fast::hash(message);
    let arrived = crc32fast::hash(&message.to_vec());
    assert!(sent == arrived, "the same bytes have the same checksum");
    sent != 0
}

/// How similar two words are, in percent.
pub fn similarity(left: &str, right: &str) -> usize {
    let longest = left.chars().count().max(right.chars().count());
    if longest == 0 {
        return 100;
    }
    100 * (longest - strsim::levenshtein(left, right)) / longest
}

/// The number of bytes that are no line ends.
pub fn without_ends(text: &[u8]) -> usize {
    text.len() - bytecount::count(text, b'\n')
}

/// The name of a field for a type's name.
pub fn field_name(name: &str) -> String {
    let field = name.to_snake_case();
    let is_ascii = field.is_ascii();
    assert!(
        !is_ascii || field.bytes().all(|byte| !byte.is_ascii_uppercase()),
        "no capital letters"
    );
    field
}

/// A fraction in its lowest terms.
pub fn reduced(numerator: u32, denominator: u32) -> Option<(u32, u32)> {
    if denominator == 0 {
        return None;
    }
    let divisor = num_integer::gcd(numerator, denominator);
    Some((numerator / divisor, denominator / divisor))
}

/// Fills a cell of a table with blanks; a letter takes at most two columns.
pub fn cell(text: &str) -> String {
    let most = 2 * text.chars().count();
    let width = UnicodeWidthStr::width(text);
    format!("{text}{}", " ".repeat(most - width))
}
