//! Panics that only builds with debug assertions or overflow checks raise: `cargo test --release` must not expect them.

use isolde_record::PanicInfo;

/// Messages of overflows that panic only in builds that check for them; a division that overflows always panics.
const OVERFLOWS: [&str; 6] = [
    "attempt to add with overflow",
    "attempt to subtract with overflow",
    "attempt to multiply with overflow",
    "attempt to negate with overflow",
    "attempt to shift left with overflow",
    "attempt to shift right with overflow",
];

/// Why a build without debug assertions does not raise this panic, as text for an attribute; `None` if every build raises it.
pub fn why_not_in_release(panic: &PanicInfo) -> Option<&'static str> {
    if OVERFLOWS.contains(&panic.message.as_str()) {
        Some("overflow is not checked in this build")
    } else if is_debug_assertion(panic) {
        Some("debug assertions are off in this build")
    } else {
        None
    }
}

/// Whether the panic was raised by `debug_assert!` or a similar macro.
fn is_debug_assertion(panic: &PanicInfo) -> bool {
    let Ok(text) = std::fs::read_to_string(&panic.file) else {
        return false;
    };
    let line = (panic.line as usize).checked_sub(1);
    let column = (panic.column as usize).checked_sub(1);
    let (Some(line), Some(column)) = (line, column) else {
        return false;
    };
    let begins = |line: &str| {
        let rest: String = line.chars().skip(column).collect();
        // A path may precede the name.
        let is_path = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
        let path = rest
            .split(|letter| !is_path(letter))
            .next()
            .unwrap_or_default();
        let name = path.rsplit("::").next().unwrap_or_default();
        ["debug_assert", "debug_assert_eq", "debug_assert_ne"].contains(&name)
    };
    text.lines().nth(line).is_some_and(begins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_checks_of_debug_builds_are_reported() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lib.rs");
        std::fs::write(
            &file,
            "fn f() {\n    ü(); std::debug_assert_eq!(1, 2);\n    assert!(false);\n}\n",
        )
        .unwrap();
        let why = |message: &str, line: u32, column: u32| {
            why_not_in_release(&PanicInfo {
                message: message.into(),
                file: file.display().to_string(),
                line,
                column,
                step: None,
                law: None,
            })
        };
        assert!(why("attempt to add with overflow", 9, 1).is_some());
        assert_eq!(why("attempt to divide with overflow", 9, 1), None);
        assert!(why("assertion failed", 2, 10).is_some());
        assert_eq!(why("assertion failed", 2, 5), None);
        assert_eq!(why("assertion failed", 3, 5), None);
        assert_eq!(why("assertion failed", 0, 0), None);
    }
}
