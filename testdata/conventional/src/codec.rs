//! Bytes as hexadecimal text.

/// The bytes as lower-case digits.
pub fn encode(bytes: &[u8]) -> String {
    let digits = b"0123456789abcdef";
    let mut text = String::new();
    for byte in bytes {
        text.push(digits[usize::from(byte >> 4)] as char);
        text.push(digits[usize::from(byte & 15)] as char);
    }
    text
}

/// The bytes of a text; `None` if it is not hexadecimal.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = text.chars().map(|digit| digit.to_digit(16).map(|digit| digit as u8)).collect();
    let digits = digits?;
    if digits.len() % 2 == 1 {
        return None;
    }
    Some(digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

/// The text in lower case, without white space around it.
pub fn normalize(text: &str) -> String {
    text.trim().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    // What was encoded can be decoded.
    #[test]
    fn decodes_what_it_encodes() {
        let bytes = vec![0, 127, 255];
        assert_eq!(decode(&encode(&bytes)), Some(bytes));
    }

    #[test]
    #[cfg_attr(miri, ignore)]
    fn encodes_two_digits_for_each_byte() {
        assert_eq!(encode(&[1, 2, 3]).len(), 6);
    }

    #[test]
    fn normalizing_twice_changes_nothing() {
        assert_eq!(normalize(&normalize(" AB ")), normalize(" AB "));
    }

    #[test]
    fn half_a_pair_is_refused() {
        assert!(decode("0a1").is_none());
    }

    #[test]
    fn decodes_a_pair() {
        // Upper case is accepted, too.
        assert_eq!(decode("0A"), Some(vec![10]));
    }
}
