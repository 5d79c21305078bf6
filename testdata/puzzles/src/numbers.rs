//! Magic numbers, linear arithmetic, overflow, wide and signed integers.

/// One 32-bit constant.
pub fn magic_number(x: u32) {
    if x == 0xdead_beef {
        panic!("goal: magic_number");
    }
}

/// Two linear equations in two unknowns.
pub fn linear_pair(x: i32, y: i32) {
    if x.wrapping_mul(3).wrapping_add(y.wrapping_mul(5)) == 20_011 && x.wrapping_sub(y) == 1_337 {
        panic!("goal: linear_pair");
    }
}

/// A 64-bit square number.
pub fn perfect_square(x: u32) {
    if u64::from(x) * u64::from(x) == 15_241_383_936 {
        panic!("goal: perfect_square");
    }
}

/// A product of two unknowns that are bounded away from the trivial factors.
pub fn factors(a: u16, b: u16) {
    if a > 1 && b > a && u32::from(a) * u32::from(b) == 62_615_533 {
        panic!("goal: factors");
    }
}

/// The sum overflows a checked addition only near the top.
pub fn near_overflow(base: u64, delta: u8) {
    if delta > 3 && base != u64::MAX && base.checked_add(u64::from(delta)).is_none() {
        panic!("goal: near_overflow");
    }
}

/// Saturation hides the low part.
pub fn saturated(a: i16, b: i16) {
    if a < 20_000 && b < 20_000 && a.saturating_add(b) == i16::MAX {
        panic!("goal: saturated");
    }
}

/// 128-bit arithmetic.
pub fn wide_sum(a: u128, b: u64) {
    if a.wrapping_add(u128::from(b)) == 0x0123_4567_89ab_cdef_0011_2233_4455_6677 && b > 0xffff_0000 {
        panic!("goal: wide_sum");
    }
}

/// 128-bit product of two 64-bit numbers.
pub fn wide_product(a: u64) {
    if (u128::from(a) * 0x1_0000_0001) >> 64 == 0x1234 && a & 0xff == 0x77 {
        panic!("goal: wide_product");
    }
}

/// Division and remainder of negative numbers round towards zero.
pub fn signed_division(a: i32, b: i32) {
    if b < -1 && a != i32::MIN && a / b == 1_234 && a % b == -7 {
        panic!("goal: signed_division");
    }
}

/// Euclidean remainder differs from `%` below zero.
pub fn euclidean(a: i64) {
    if a < -1_000_000 && a.rem_euclid(1_009) == 17 && a % 2 == 0 {
        panic!("goal: euclidean");
    }
}

/// A leap year far away that is a multiple of 400.
pub fn leap_year(year: u32, day: u16) {
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    if leap && year % 100 == 0 && year > 2_000 && year < 4_000 && day == 366 {
        panic!("goal: leap_year");
    }
}

/// The smallest integer has no absolute value.
pub fn absolute(x: i64) {
    if x.wrapping_abs() < 0 {
        panic!("goal: absolute");
    }
}

/// Digits of a number: sum and product.
pub fn digits(n: u16) {
    let digits = [n / 1_000 % 10, n / 100 % 10, n / 10 % 10, n % 10];
    let sum: u16 = digits.iter().sum();
    if (1_000..10_000).contains(&n) && sum == 30 && digits[0] * digits[3] == 63 {
        panic!("goal: digits");
    }
}
