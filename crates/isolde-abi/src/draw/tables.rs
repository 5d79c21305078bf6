//! The only list of the values that programs treat specially, by kind of choice.
//!
//! What drivers draw, what exploration tries and mutates, and the fresh inputs of parameterized tests all come from here.

/// ASCII characters that formats give a meaning, and the space.
pub(super) const PUNCTUATION: &[u8] = b" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
/// ASCII characters that numbers, names and lists are written with, beside letters and digits.
pub(super) const SEPARATORS: &[u8] = b" .,;:-_+*/=";
/// White space and control characters.
pub(super) const CONTROL: &[u8] = b" \t\n\r\0\x1b\x7f";
/// Ends of the ranges of letters and digits, the letters of exponents and of hexadecimal digits.
pub(super) const ENDS: &[u8] = b"09azAZeEfFxX";

/// Characters beyond ASCII that break case mapping, length, width or order: sharp s, dotted and dotless i, final sigma, ligatures, combining
/// marks, right-to-left letters and marks, joiners, other digits and spaces, wide characters, characters outside the basic plane, and the first and the
/// last of each length in UTF-8 and UTF-16.
pub(super) const CHARACTERS: &[char] = &[
    '\u{80}',
    '\u{a0}',
    '\u{ad}',
    '½',
    'ß',
    'é',
    'ŉ',
    'İ',
    'ı',
    'ǆ',
    '\u{301}',
    '\u{308}',
    'Σ',
    'ς',
    'א',
    'ع',
    '٣',
    '\u{7ff}',
    '\u{800}',
    'ẞ',
    '\u{200d}',
    '\u{200f}',
    '\u{202e}',
    '€',
    '日',
    '한',
    '\u{d7ff}',
    '\u{e000}',
    'ﬁ',
    '\u{feff}',
    '\u{fffd}',
    '\u{ffff}',
    '\u{10000}',
    '𝒳',
    '\u{1f3fd}',
    '😀',
    '🦀',
    '\u{10ffff}',
];

/// Bytes at the ends of signed and unsigned ranges, and those that begin or continue characters in UTF-8 or never occur there.
pub(super) const BYTES: &[u8] = &[
    0, 1, 2, 0x0a, 0x20, 0x7f, 0x80, 0xbf, 0xc0, 0xc3, 0xe2, 0xed, 0xf0, 0xf4, 0xfe, 0xff,
];

/// Special numbers for floats of both widths.
pub(super) const FLOATS: &[f64] = &[
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.1,
    0.5,
    1.5,
    2.0,
    10.0,
    100.0,
    1e-3,
    1e10,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];
/// Limits of single precision: of normal numbers, of precision, of finite numbers, of non-zero numbers, of exact integers.
pub(super) const SINGLE: &[f32] = &[
    f32::MIN_POSITIVE,
    f32::EPSILON,
    f32::MAX,
    f32::MIN,
    1e-45,
    16_777_216.0,
];
/// The same limits of double precision.
pub(super) const DOUBLE: &[f64] = &[
    f64::MIN_POSITIVE,
    f64::EPSILON,
    f64::MAX,
    f64::MIN,
    5e-324,
    9_007_199_254_740_992.0,
];

/// The index of a character among the Unicode scalar values, which skip the surrogates.
pub const fn index_of(character: char) -> u64 {
    let code = character as u64;
    if code >= 0xE000 { code - 0x800 } else { code }
}

/// The Unicode scalar value at such an index.
pub const fn character_at(index: u64) -> Option<char> {
    let code = if index >= 0xD800 {
        index.saturating_add(0x800)
    } else {
        index
    };
    if code > 0x10_FFFF {
        return None;
    }
    char::from_u32(code as u32)
}
