//! Structural keys of choices: a key is a hash of the scopes that the choice is made in and of its position in the innermost scope.
//!
//! Each step of the hash can be undone if its number is known. So a program that knows a few keys and guesses the small numbers in them
//! can compute which element of a list a choice belongs to, and which key it would have in another element.

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
const FACTORS: [u64; 2] = [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53];
const INVERSES: [u64; 2] = [inverse(FACTORS[0]), inverse(FACTORS[1])];
/// Keeps the keys of choices apart from the hashes of scopes.
const KEYS: u64 = 0x6b65_7973_0000_0000;

/// The scope number `index` inside a scope.
pub const fn inner(scope: u64, index: u64) -> u64 {
    let mut z = scope ^ index.wrapping_add(1).wrapping_mul(GOLDEN);
    z = (z ^ (z >> 33)).wrapping_mul(FACTORS[0]);
    z = (z ^ (z >> 33)).wrapping_mul(FACTORS[1]);
    z ^ (z >> 33)
}

/// The scope whose inner scope number `index` this is.
pub const fn outer(scope: u64, index: u64) -> u64 {
    // A shift by more than half of the bits undoes itself.
    let mut z = (scope ^ (scope >> 33)).wrapping_mul(INVERSES[1]);
    z = (z ^ (z >> 33)).wrapping_mul(INVERSES[0]);
    (z ^ (z >> 33)) ^ index.wrapping_add(1).wrapping_mul(GOLDEN)
}

/// The key of choice number `ordinal` made in a scope.
pub const fn key(scope: u64, ordinal: u64) -> u64 {
    match inner(scope ^ KEYS, ordinal) {
        0 => 1,
        key => key,
    }
}

/// The scope whose choice number `ordinal` has this key.
pub const fn scope(key: u64, ordinal: u64) -> u64 {
    outer(key, ordinal) ^ KEYS
}

/// The number that undoes multiplication with an odd one, by Newton's iteration: each round doubles the bits that are right.
const fn inverse(factor: u64) -> u64 {
    let mut inverse = factor;
    let mut round = 0;
    while round < 5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(factor.wrapping_mul(inverse)));
        round += 1;
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_undone() {
        for number in [0, 1, 7, 100, u64::MAX] {
            for start in [0, 1, 0x1234_5678_9abc_def0, u64::MAX] {
                assert_eq!(outer(inner(start, number), number), start);
                assert_eq!(scope(key(start, number), number), start);
            }
        }
    }
}
