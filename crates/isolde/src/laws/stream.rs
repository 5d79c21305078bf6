//! A hasher that tells whether two values write the same bytes.

use std::hash::Hasher;

/// Sums of the bytes written, in words of 64 bits, and of these sums.
///
/// Like the standard library's hashers, it does not depend on how the bytes are divided into calls. Nothing but sums is computed of the bytes,
/// so that conditions on hashes stay simple where programs are explored.
#[derive(Clone, Default)]
pub struct Stream {
    sum: u64,
    sum_of_sums: u64,
    words: u64,
    /// The bytes after the last full word, and the number of their bits.
    rest: u64,
    bits: u32,
}

impl Stream {
    fn add(&mut self, value: u64, bits: u32) {
        let before = self.bits;
        self.rest |= value << before;
        self.bits += bits;
        if self.bits >= 64 {
            self.add_word(self.rest);
            self.bits -= 64;
            // Nothing is left of a value that ended where the word did.
            self.rest = value.checked_shr(64 - before).unwrap_or(0);
        }
    }

    fn add_word(&mut self, word: u64) {
        self.sum = self.sum.wrapping_add(word);
        self.sum_of_sums = self.sum_of_sums.wrapping_add(self.sum);
        self.words += 1;
    }
}

impl Hasher for Stream {
    fn finish(&self) -> u64 {
        let mut all = self.clone();
        all.add_word(self.rest);
        let length = all.words.rotate_right(8) + u64::from(self.bits);
        all.sum ^ all.sum_of_sums.rotate_left(32) ^ length
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.add(u64::from_le_bytes(*word), 64);
        }
        for &byte in rest {
            self.add(u64::from(byte), 8);
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.add(u64::from(n), 8);
    }

    fn write_u16(&mut self, n: u16) {
        self.add(u64::from(n.to_le()), 16);
    }

    fn write_u32(&mut self, n: u32) {
        self.add(u64::from(n.to_le()), 32);
    }

    fn write_u64(&mut self, n: u64) {
        self.add(n.to_le(), 64);
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
        let bytes: Vec<u8> = (0..100_u8).map(|n| n.wrapping_mul(37)).collect();
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
