//! Findings and suspicions, as lines of the summary.

use isolde_record::run::{FindingRecord, Rank};

/// Findings in the order in which a person should look at them, under a heading for each rank.
pub(super) fn by_rank(findings: &[FindingRecord]) -> Vec<String> {
    let mut lines = Vec::new();
    for (rank, heading) in [
        (Rank::Defect, "defects"),
        (
            Rank::Precondition,
            "preconditions that the documentation does not state",
        ),
        (Rank::Limit, "limits, reached with absurd sizes"),
    ] {
        let of_rank: Vec<&FindingRecord> = findings.iter().filter(|it| it.rank == rank).collect();
        if !of_rank.is_empty() {
            lines.push(format!("  {heading}:"));
        }
        for finding in of_rank {
            lines.extend(self::lines(finding).map(|line| format!("    {line}")));
        }
    }
    lines
}

/// What is printed of a finding or suspicion.
pub(super) fn lines(finding: &FindingRecord) -> impl Iterator<Item = String> + use<> {
    let details = details(finding).map(|details| format!("  {details}"));
    std::iter::once(headline(finding)).chain(details)
}

/// The longest call that is shown.
const LONGEST_CALL: usize = 120;
/// How many other functions or laws with the same cause are named.
const NAMED: usize = 3;

/// What to type, what happens, and where: `mean(&[1, u32::MAX])  attempt to add with overflow  src/lib.rs:86`. Of a broken law, the type and the promise.
fn headline(finding: &FindingRecord) -> String {
    if finding.law.is_some() {
        let FindingRecord {
            function,
            message,
            file,
            line,
            ..
        } = finding;
        return format!("{function} breaks: {message}  {file}:{line}");
    }
    // What a closure answers may take several lines.
    let call = finding
        .call
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let is_short = !call.is_empty() && call.len() <= LONGEST_CALL;
    let call = if is_short { &call } else { &finding.function };
    let message = finding.message.lines().next().unwrap_or_default();
    format!("{call}  {message}  {}:{}", finding.file, finding.line)
}

/// What else is known of the cause.
fn details(finding: &FindingRecord) -> Option<String> {
    let mut parts = Vec::new();
    if let Some(condition) = &finding.condition {
        parts.push(format!("when {condition}"));
    }
    if !finding.laws.is_empty() {
        parts.push(format!("also breaks {}", some_of(&finding.laws)));
    }
    if !finding.siblings.is_empty() {
        parts.push(format!("also in {}", some_of(&finding.siblings)));
    }
    if let Some(doubt) = finding.doubt {
        parts.push(format!("in doubt: {}", doubt.words()));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// The first names, and how many more there are.
fn some_of(names: &[String]) -> String {
    let named: Vec<&str> = names.iter().take(NAMED).map(String::as_str).collect();
    let more = match names.len() - named.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{more}", named.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_law_is_told_by_the_type_and_the_promise() {
        let finding = FindingRecord {
            rank: Rank::Defect,
            kind: "law".into(),
            function: "version::Version".into(),
            message: "`cmp` returns `Equal` exactly if `a == b` (`Ord`)".into(),
            memory: None,
            law: Some("cmp_agrees_with_eq".into()),
            laws: ["a", "b", "c", "d"].map(String::from).into(),
            file: "src/version.rs".into(),
            line: 7,
            call: "assert_eq!(Ord::cmp(&version, &version_2).is_eq(), version == version_2)".into(),
            condition: None,
            doubt: None,
            siblings: Vec::new(),
            places: Vec::new(),
            test: None,
        };
        assert_eq!(
            by_rank(&[finding]),
            [
                "  defects:",
                "    version::Version breaks: `cmp` returns `Equal` exactly if `a == b` (`Ord`)  src/version.rs:7",
                "      also breaks a, b, c and 1 more",
            ]
        );
    }
}
