//! A hasher that tells whether two values write the same bytes.

use std::hash::Hasher;

/// The sum of all bytes written, each multiplied by 256 to the power of its position, modulo 2^61 - 1.
///
/// Like the standard library's hashers, it does not depend on how the bytes are divided into calls. It has no branches and no
/// multiplications of data, so that conditions on hashes stay simple where programs are explored.
#[derive(Default)]
pub struct Stream {
    sum: u64,
    length: u64,
}

const MODULUS: u64 = (1 << 61) - 1;

/// A number that is congruent to `n` and has at most 62 bits.
fn reduced(n: u128) -> u64 {
    let modulus = u128::from(MODULUS);
    ((n & modulus) + ((n >> 61) & modulus) + (n >> 122)) as u64
}

impl Stream {
    fn add(&mut self, word: u64, bytes: u64) {
        // 2^61 is congruent to 1.
        let shift = (self.length * 8) % 61;
        let word = u128::from(word) << shift;
        self.sum = reduced(u128::from(self.sum) + u128::from(reduced(word)));
        self.length += bytes;
    }
}

impl Hasher for Stream {
    fn finish(&self) -> u64 {
        // The smallest number that is congruent, without a branch: of the two that are possible for 0, both give 0.
        let sum = reduced(u128::from(self.sum));
        let sum = (sum + ((sum + 1) >> 61)) & MODULUS;
        sum ^ self.length.rotate_right(3)
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.add(u64::from_le_bytes(*word), 8);
        }
        for &byte in rest {
            self.add(u64::from(byte), 1);
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.add(u64::from(n), 1);
    }

    fn write_u16(&mut self, n: u16) {
        self.add(u64::from(n.to_le()), 2);
    }

    fn write_u32(&mut self, n: u32) {
        self.add(u64::from(n.to_le()), 4);
    }

    fn write_u64(&mut self, n: u64) {
        self.add(n.to_le(), 8);
    }

    fn write_u128(&mut self, n: u128) {
        self.write(&n.to_ne_bytes());
    }

    fn write_usize(&mut self, n: usize) {
        self.write(&n.to_ne_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(parts: &[&[u8]]) -> u64 {
        let mut stream = Stream::default();
        for part in parts {
            stream.write(part);
        }
        stream.finish()
    }

    #[test]
    fn the_hash_depends_on_bytes_and_not_on_how_they_are_divided() {
        let bytes: Vec<u8> = (0..100).map(|n| n * 37).collect();
        for at in 0..100 {
            assert_eq!(hash(&[&bytes[..at], &bytes[at..]]), hash(&[&bytes]));
            let mut other = bytes.clone();
            other[at] ^= 1;
            assert_ne!(hash(&[&other]), hash(&[&bytes]), "{at}");
        }
        let mut stream = Stream::default();
        stream.write_u8(1);
        stream.write_u16(u16::from_ne_bytes([2, 3]));
        stream.write_u32(u32::from_ne_bytes([4, 5, 6, 7]));
        stream.write_u64(u64::from_ne_bytes([8, 9, 10, 11, 12, 13, 14, 15]));
        stream.write_u128(u128::from_ne_bytes([16; 16]));
        stream.write_i64(-1);
        let mut expected: Vec<u8> = (1..16).collect();
        expected.extend([16; 16]);
        expected.extend([255; 8]);
        assert_eq!(stream.finish(), hash(&[&expected]));
    }

    #[test]
    fn order_and_length_count() {
        assert_ne!(hash(&[b"ab"]), hash(&[b"ba"]));
        assert_ne!(hash(&[b"\0"]), hash(&[b"\0\0"]));
        assert_ne!(hash(&[b""]), hash(&[b"\0"]));
        let words = |a: u64, b: u64| hash(&[&a.to_le_bytes(), &b.to_le_bytes()]);
        assert_ne!(words(1, 2), words(2, 1));
        assert_ne!(words(u64::MAX, 0), words(0, u64::MAX));
    }
}
