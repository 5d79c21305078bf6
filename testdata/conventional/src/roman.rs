//! Roman numerals.

/// The number in Roman numerals; empty for 0.
pub fn roman(mut number: u16) -> String {
    const DIGITS: [(u16, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let mut text = String::new();
    for (value, digits) in DIGITS {
        while number >= value {
            text.push_str(digits);
            number -= value;
        }
    }
    text
}

/// The number of digits that are not `M`.
pub fn small_digits(number: u16) -> usize {
    roman(number % 1000).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_numerals() {
        let known = [
            (1, "I"),
            // Less than the next one.
            (4, "IV"),
            (1990, "MCMXC"),
        ];
        for (number, text) in known {
            assert_eq!(roman(number), text, "{number}");
        }
    }

    #[test]
    fn never_empty() {
        for number in [1, 7, 3999] {
            assert!(!roman(number).is_empty());
        }
    }

    #[test]
    fn all_small_numbers_are_short() {
        for number in 0..1000 {
            assert!(roman(number).len() <= 12);
        }
    }

    #[test]
    fn thousands_do_not_count() {
        assert_eq!(small_digits(2014), small_digits(14));
    }
}
