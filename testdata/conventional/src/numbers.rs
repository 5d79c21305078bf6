//! Sums and the like.

/// The sum, wrapping around at the limits.
pub fn add(a: i32, b: i32) -> i32 {
    a.wrapping_add(b)
}

/// The larger number.
pub fn larger(a: i64, b: i64) -> i64 {
    if a < b { b } else { a }
}

/// Whether it is even.
pub fn is_even(n: u32) -> bool {
    n & 1 == 0
}

/// The quotient.
///
/// # Panics
/// If the divisor is 0.
pub fn divide(dividend: u8, divisor: u8) -> u8 {
    assert!(divisor != 0, "division by nothing");
    dividend / divisor
}

/// The sum of the digits.
pub fn digit_sum(mut n: u32) -> u32 {
    let mut sum = 0;
    while n > 0 {
        sum += n % 10;
        n /= 10;
    }
    sum
}

/// A whole percentage of a number.
///
/// # Errors
/// If the percentage is more than 100.
pub fn percent(of: u32, percentage: u32) -> Result<u64, String> {
    match percentage {
        0..=100 => Ok(u64::from(of) * u64::from(percentage) / 100),
        _ => Err(format!("{percentage} % is more than all")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn add_small() {
        assert_eq!(add(2, 3), 3 + 2);
    }

    #[test]
    fn add_in_any_order() {
        assert_eq!(add(4, 9), add(9, 4));
    }

    #[test]
    fn larger_of_two() {
        assert_eq!(larger(3, 5), 5);
    }

    #[test]
    fn larger_of_two_the_other_way() {
        assert_eq!(larger(8, 1), 8);
    }

    #[test]
    fn four_is_even() {
        assert!(is_even(4));
    }

    #[test]
    #[should_panic(expected = "division by nothing")]
    fn division_by_zero_panics() {
        divide(7, 0);
    }

    #[test]
    fn division_by_itself() {
        assert_eq!(divide(7, 7), 1);
    }

    #[test]
    fn digit_sum_of_a_number() {
        assert_eq!(digit_sum(123), 6);
    }

    #[test]
    fn all_of_it() -> Result<(), String> {
        assert_eq!(percent(50, 100)?, 50);
        Ok(())
    }

    #[test]
    fn table_of_sums() {
        for (a, b, sum) in [(1, 1, 2), (2, 2, 4)] {
            assert_eq!(add(a, b), sum);
        }
    }

    #[test]
    #[ignore = "slow"]
    fn many_sums() {
        assert_eq!(add(1, 2), 3);
    }

    #[test]
    fn it_runs() {
        add(1, 2);
    }
}
