//! Panics that documentation announces.
//!
//! Calling a bug intended is worse than the opposite mistake, so words decide which kinds of panics a text means. A text about panics announces those that
//! the function's author wrote down as such (`panic!`, `assert!`, `expect`, `unwrap`); it announces arithmetic errors, indices out of bounds and the like
//! only if it mentions them.

mod errors;
mod examples;

pub use examples::examples;

use isolde_record::{Announced, PanicKind};

/// Words, or beginnings of words that end in `*`, with the kinds of panics that they mean in a text about panics.
const MEANINGS: &[(&[PanicKind], &[&str])] = &[
    (&[PanicKind::Overflow], &["overflow*", "underflow*"]),
    (
        &[PanicKind::Division],
        &["zero", "0", "divide*", "division", "divisor", "denominator"],
    ),
    (
        &[PanicKind::Index, PanicKind::Slice],
        &[
            "bound",
            "bounds",
            "range",
            "ranges",
            "index*",
            "indices",
            "length*",
            "len",
            "size*",
            "short",
            "shorter",
            "small",
            "smaller",
            "long",
            "longer",
            "large",
            "larger",
            "greater",
            "less",
            "least",
            "empty",
            "element*",
            "row",
            "rows",
            "column",
            "columns",
            "position*",
            "offset*",
            "buffer*",
            "exceed*",
            "beyond",
            "past",
            "contain*",
            "present",
        ],
    ),
    (&[PanicKind::Slice], &["boundary", "boundaries", "utf-8"]),
    (
        &[PanicKind::OutOfMemory],
        &["capacity", "memory", "alloc*", "isizemax", "isize::max"],
    ),
    (&[PanicKind::Borrow], &["borrow*"]),
    (&[PanicKind::Unreachable], &["unreachable"]),
];

/// The kinds of panics that a documentation announces, in a section headed `Panics` or in sentences such as "Panics if …", "panics when …", "will
/// panic". Code examples do not count, nor does "never panics".
pub(crate) fn announced(docs: &str) -> Announced {
    let text = about_panics(docs);
    let Some(text) = text else {
        return Announced::new();
    };
    let mut all = Announced::from([PanicKind::Panic, PanicKind::Unwrap]);
    for word in words(&text) {
        for (kinds, meanings) in MEANINGS {
            let means = |meaning: &&str| match meaning.strip_suffix('*') {
                Some(beginning) => word.starts_with(beginning),
                None => word == *meaning,
            };
            if meanings.iter().any(means) {
                all.extend(*kinds);
            }
        }
    }
    all
}

/// What the documentation of a module announces for all functions in it: only a section headed `Panics`, since sentences may be about a few of them.
pub(crate) fn announced_for_all(docs: &str) -> Announced {
    let is_section = |line: &str| {
        let title = heading(line.trim()).map(str::to_lowercase);
        matches!(title.as_deref(), Some("panics" | "panic"))
    };
    match docs.lines().any(is_section) {
        true => announced(docs),
        false => Announced::new(),
    }
}

/// The sections and sentences about panics, in lower case; `None` if there are none.
fn about_panics(docs: &str) -> Option<String> {
    let (mut in_code, mut in_section) = (false, false);
    let mut sections: Option<String> = None;
    let mut prose = String::new();
    for line in docs.lines().map(str::trim) {
        if line.starts_with("```") || line.starts_with("~~~") {
            in_code = !in_code;
        } else if in_code {
        } else if let Some(title) = heading(line) {
            in_section = matches!(title.to_lowercase().as_str(), "panics" | "panic");
            if in_section {
                sections.get_or_insert_default().push(' ');
            }
            // A sentence ends before a heading.
            prose.push_str(". ");
        } else if let (true, Some(section)) = (in_section, &mut sections) {
            section.push_str(line);
            section.push(' ');
        } else {
            prose.push_str(if line.is_empty() { "." } else { line });
            prose.push(' ');
        }
    }
    let prose = plain(&prose);
    let mut told: Vec<&str> = prose
        .split_inclusive(". ")
        .filter(|sentence| announces(sentence))
        .collect();
    let sections = sections.map(|text| plain(&text));
    told.extend(sections.as_deref());
    (!told.is_empty()).then(|| told.join(" "))
}

/// A text without marks for emphasis and code, in lower case.
fn plain(text: &str) -> String {
    text.to_lowercase().replace(['*', '_', '`'], "")
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || "()[]{},;.!?\"'/<>=|".contains(c))
        .filter(|word| !word.is_empty())
}

/// The title of a heading: a line that begins with `#`, or is bold as a whole.
fn heading(line: &str) -> Option<&str> {
    let title = line.trim_start_matches('#');
    if title.len() < line.len() {
        return Some(title.trim().trim_end_matches(['#', ':']).trim());
    }
    let bold = line.strip_prefix("**")?.strip_suffix("**")?;
    Some(bold.trim_end_matches(':'))
}

/// Words after "panics" that introduce a condition.
const CONDITIONS: &[&str] = &[
    "if", "when", "whenever", "unless", "on", "in", "for", "with", "while", "outside", "where",
];
/// Words before "panic" that make it an announcement.
const AUXILIARIES: &[&str] = &[
    "will", "may", "might", "can", "could", "would", "must", "should",
];
/// Words that negate what follows them.
const DENIALS: &[&str] = &[
    "never", "not", "no", "longer", "won't", "doesn't", "cannot", "without",
];

/// Whether a sentence says that something panics.
fn announces(sentence: &str) -> bool {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    words.iter().enumerate().any(|(at, word)| {
        let before = at.checked_sub(1).map(|at| words[at]);
        let after = words.get(at + 1).copied().unwrap_or_default();
        let is_denied = before.is_some_and(|word| DENIALS.contains(&word));
        match word.trim_start_matches(['(', '"']) {
            "panics" | "panicking" => !is_denied && CONDITIONS.contains(&after),
            "panics." | "panics," | "panics:" => {
                !is_denied && before.is_some_and(|word| word == "function" || word == "method")
            }
            "panic" | "panic." | "panic," => before.is_some_and(|word| AUXILIARIES.contains(&word)),
            _ => false,
        }
    })
}

#[cfg(test)]
mod tests;
