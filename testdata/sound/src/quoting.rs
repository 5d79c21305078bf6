//! Texts in one line.

/// Replaces line breaks, so that the text fits into one line.
pub fn escape(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for each in text.chars() {
        match each {
            '\n' => line.push_str("\\n"),
            '\\' => line.push_str("\\\\"),
            _ => line.push(each),
        }
    }
    line
}

/// The text that was escaped; `None` if the line is not an escaped text.
pub fn unescape(line: &str) -> Option<String> {
    let mut text = String::with_capacity(line.len());
    let mut rest = line.chars();
    while let Some(each) = rest.next() {
        match each {
            '\n' => return None,
            '\\' => text.push(match rest.next()? {
                'n' => '\n',
                '\\' => '\\',
                _ => return None,
            }),
            _ => text.push(each),
        }
    }
    Some(text)
}
