//! Prefixes, splitting, parsing, UTF-8 and character classes.

/// A prefix and a length.
pub fn prefix(s: &str) {
    if s.starts_with("https://") && s.len() > 10 {
        panic!("goal: prefix");
    }
}

/// A whole word.
pub fn password(s: &str) {
    if s == "open sesame" {
        panic!("goal: password");
    }
}

/// `key=number`, trimmed.
pub fn key_value(s: &str) {
    if let Some((key, value)) = s.split_once('=')
        && key.trim() == "port"
        && value.trim().parse::<u16>() == Ok(8080)
    {
        panic!("goal: key_value");
    }
}

/// A negative number.
pub fn negative(s: &str) {
    if s.parse::<i32>() == Ok(-421) {
        panic!("goal: negative");
    }
}

/// Three numbers between dots.
pub fn version(s: &str) {
    let parts: Vec<&str> = s.split('.').collect();
    if parts.len() == 3 && parts[0].parse() == Ok(1u8) && parts[1].parse() == Ok(4u8) && parts[2].parse() == Ok(2u8) {
        panic!("goal: version");
    }
}

/// Hexadecimal digits.
pub fn hexadecimal(s: &str) {
    if let Some(digits) = s.strip_prefix("0x")
        && u32::from_str_radix(digits, 16) == Ok(0xc0de)
    {
        panic!("goal: hexadecimal");
    }
}

/// Balanced brackets, three deep.
pub fn brackets(s: &str) {
    let (mut depth, mut deepest) = (0i32, 0);
    for c in s.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => return,
        }
        if depth < 0 {
            return;
        }
        deepest = deepest.max(depth);
    }
    if depth == 0 && deepest == 3 {
        panic!("goal: brackets");
    }
}

/// A palindrome with a given middle.
pub fn palindrome(s: &str) {
    let bytes = s.as_bytes();
    if bytes.len() == 5 && bytes[2] == b'q' && bytes[0] == b'a' && bytes.iter().eq(bytes.iter().rev()) && bytes[1] > b'm' {
        panic!("goal: palindrome");
    }
}

/// A character beyond ASCII.
pub fn accented(s: &str) {
    if s.chars().count() == 2 && s.chars().nth(1) == Some('é') {
        panic!("goal: accented");
    }
}

/// Character classes from the Unicode tables.
pub fn classes(c: char, d: char) {
    if c.is_alphabetic() && !c.is_ascii() && d.is_numeric() && !d.is_ascii() {
        panic!("goal: classes");
    }
}

/// A letter that differs from its lower case.
pub fn lowered(s: &str) {
    if s != "yes" && s.to_lowercase() == "yes" {
        panic!("goal: lowered");
    }
}

/// Bytes that are not UTF-8.
pub fn not_utf8(bytes: &[u8]) {
    if bytes.len() == 3 && bytes[0] == 0xe2 && std::str::from_utf8(bytes) == Ok("€") {
        panic!("goal: not_utf8");
    }
}

/// Words between spaces.
pub fn command(line: &str) {
    let mut words = line.split_whitespace();
    if words.next() == Some("set") && words.next() == Some("x") && words.next().is_none() {
        panic!("goal: command");
    }
}
