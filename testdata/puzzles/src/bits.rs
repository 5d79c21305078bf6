//! Bit arithmetic: masks, rotations, counts, checksums.

/// Bits chosen by masks.
pub fn masks(x: u64) {
    if x & 0xff00_ff00 == 0x1200_3400 && (x >> 48) == 0xbeef && x | 0x00ff == x {
        panic!("goal: masks");
    }
}

/// A rotation and a byte swap.
pub fn rotated(x: u32) {
    if x.rotate_left(7).swap_bytes() ^ 0x5a5a_5a5a == 0x0102_0304 {
        panic!("goal: rotated");
    }
}

/// Population count with other conditions.
pub fn population(x: u32) {
    if x.count_ones() == 19 && x.leading_zeros() == 4 && x.trailing_zeros() == 3 {
        panic!("goal: population");
    }
}

/// A shift whose distance is an input.
pub fn shifted(x: u32, by: u8) {
    if by > 4 && by < 32 && x << by == 0xa000_0000 && x > 0xffff {
        panic!("goal: shifted");
    }
}

/// A checksum over bytes: sum and exclusive or.
pub fn checksum(data: [u8; 6]) {
    let sum = data[..5].iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte));
    let xor = data[..5].iter().fold(0u8, |xor, byte| xor ^ byte);
    if data[0] == 0x7e && sum == data[5] && xor == 0x42 && data[5] == 0x98 {
        panic!("goal: checksum");
    }
}

/// A CRC-8 (polynomial 0x07) of four bytes.
pub fn crc8(data: [u8; 4]) {
    let mut crc = 0u8;
    for byte in data {
        crc ^= byte;
        for _ in 0..8 {
            crc = if crc & 0x80 != 0 { (crc << 1) ^ 0x07 } else { crc << 1 };
        }
    }
    if data[0] == b'I' && data[1] == b's' && crc == 0xa5 {
        panic!("goal: crc8");
    }
}

/// A multiplicative hash.
pub fn hashed(x: u32) {
    if x.wrapping_mul(0x9e37_79b1).rotate_left(13) ^ x == 0x1357_9bdf || x.wrapping_mul(0x9e37_79b1) == 0xcafe_f00d {
        panic!("goal: hashed");
    }
}

/// Gray code.
pub fn gray(x: u16) {
    if x ^ (x >> 1) == 0b1010_1100_0111_0001 {
        panic!("goal: gray");
    }
}
