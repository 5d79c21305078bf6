//! Panics that documentation announces.

/// Whether the documentation says when the item panics: a section headed `Panics`, or a sentence such as "Panics if …", "panics
/// when …", "will panic". Code examples do not count, nor does "never panics".
pub(crate) fn announce_panics(docs: &str) -> bool {
    let mut in_code = false;
    let mut prose = String::new();
    for line in docs.lines().map(str::trim) {
        if line.starts_with("```") || line.starts_with("~~~") {
            in_code = !in_code;
        } else if !in_code {
            if is_panics_heading(line) {
                return true;
            }
            prose.push_str(line);
            prose.push(' ');
        }
    }
    sentences_announce(&prose.to_lowercase().replace(['*', '_', '`'], ""))
}

fn is_panics_heading(line: &str) -> bool {
    let title = line.trim_start_matches('#');
    let title = if title.len() < line.len() {
        title.trim().trim_end_matches(['#', ':']).trim()
    } else if let Some(bold) = line
        .strip_prefix("**")
        .and_then(|line| line.strip_suffix("**"))
    {
        bold.trim_end_matches(':')
    } else {
        return false;
    };
    title.eq_ignore_ascii_case("panics") || title.eq_ignore_ascii_case("panic")
}

/// Words after "panics" that introduce a condition.
const CONDITIONS: &[&str] = &[
    "if", "when", "whenever", "unless", "on", "in", "for", "with", "while", "outside", "where",
];
/// Words before "panic" that make it an announcement.
const AUXILIARIES: &[&str] = &[
    "will", "may", "might", "can", "could", "would", "must", "should", "to",
];
/// Words that negate what follows them.
const DENIALS: &[&str] = &[
    "never", "not", "no", "longer", "won't", "doesn't", "cannot", "without",
];

fn sentences_announce(prose: &str) -> bool {
    let words: Vec<&str> = prose.split_whitespace().collect();
    words.iter().enumerate().any(|(at, word)| {
        let before = at.checked_sub(1).map(|at| words[at]);
        let after = words.get(at + 1).copied().unwrap_or_default();
        let is_denied = before.is_some_and(|word| DENIALS.contains(&word));
        match word.trim_start_matches(['(', '"']) {
            "panics" | "panicking" => !is_denied && CONDITIONS.contains(&after),
            "panics." | "panics," | "panics:" => {
                !is_denied && before.is_some_and(|word| word == "function" || word == "method")
            }
            "panic" | "panic." | "panic," => {
                before.is_some_and(|word| AUXILIARIES.contains(&word) && word != "to")
            }
            _ => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::announce_panics;

    #[test]
    fn headings_and_sentences_about_panics_are_found() {
        for docs in [
            "Adds.\n\n# Panics\n\nOn overflow.",
            "Adds.\n\n## Panics\n\nOn overflow.",
            "# Panic\n",
            "**Panics:**\nOn overflow.",
            "Panics if `b` is zero.",
            "Divides; panics\nwhen `b` is zero.",
            "This will panic on overflow.",
            "*Panics* unless it is day.",
            "This function may panic.",
        ] {
            assert!(announce_panics(docs), "{docs}");
        }
    }

    #[test]
    fn denials_and_examples_announce_nothing() {
        for docs in [
            "",
            "Adds.",
            "Never panics if it is day.",
            "Does not panic.",
            "Unlike `add`, never panics when `b` is zero.",
            "```\n# Panics\n// panics if b is zero\n```",
            "Handles panics of others.",
            "Sets the hook for panics.",
        ] {
            assert!(!announce_panics(docs), "{docs}");
        }
    }
}
