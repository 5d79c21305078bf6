//! How many findings are worth reading: `generate` on published crates whose findings were judged by hand.

mod judged;

use crate::registry;
use crate::tool::{self, say};
use crate::watched::{self, Start};
use anyhow::Result;
use judged::{Cause, Judgement, Verdict};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// What became of the findings of a crate.
#[derive(Clone, Debug, Default)]
struct Tally {
    /// Findings of the rank *defect*, by verdict; those of a cause that another one has too count as duplicates.
    worth_an_answer: usize,
    defects: usize,
    noise: usize,
    duplicates: usize,
    /// Findings of the rank *defect* that nobody has judged yet.
    unjudged: Vec<String>,
    /// Findings of other ranks.
    others: usize,
    /// Known defects that no finding of any rank names.
    lost: Vec<String>,
}

/// Runs `generate` on crates (`name@version`; all that were judged if empty), and prints how many findings of the rank *defect* are worth reading.
pub fn run(tool: Option<&Path>, time: u32, subjects: &[String]) -> Result<()> {
    let tool = tool::given_or_built(tool)?;
    let judgement = Judgement::read()?;
    let folder = tempfile::tempdir()?;
    let subjects = match subjects {
        [] => judgement.crates(),
        some => some.to_vec(),
    };
    let packages = registry::copies_to_test(&subjects, folder.path())?;
    say(
        "\n| crate | defects (A) | worth an answer (B) | noise (C) | duplicates | not judged | other ranks | lost |",
    );
    say("|---|---:|---:|---:|---:|---:|---:|---|");
    let mut all = Tally::default();
    for (subject, package) in subjects.iter().zip(packages) {
        let watched = watched::generate(&Start::of(&tool, &package, time))?;
        let findings = watched.record.as_ref().map(|record| &record["findings"]);
        let findings = findings
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default();
        let tally = tally(&findings, judgement.of(subject));
        say(row(&subject.replace('@', " "), &tally));
        for finding in &tally.unjudged {
            say(format!("  not judged: {finding}"));
        }
        all.add(tally);
    }
    say(row("all", &all));
    let entries = all.entries();
    let worth = all.defects + all.worth_an_answer;
    let causes = entries - all.duplicates;
    say(format!(
        "\n{worth} of {entries} findings of the rank defect are worth reading ({:.0} %), {:.0} % if each cause counts once; {:.2} findings for each cause. Goals: 75 %, 1.10.",
        100.0 * worth as f64 / entries.max(1) as f64,
        100.0 * worth as f64 / causes.max(1) as f64,
        entries as f64 / causes.max(1) as f64,
    ));
    Ok(())
}

/// Compares findings with what was judged.
fn tally(findings: &[Value], judged: &[Cause]) -> Tally {
    let mut tally = Tally::default();
    let mut seen = BTreeSet::new();
    let mut named = BTreeSet::new();
    for finding in findings {
        let text = |key: &str| finding[key].as_str().unwrap_or_default().to_owned();
        let place = format!("{}:{}", text("file"), finding["line"]);
        let kind = text("kind");
        let cause = judged
            .iter()
            .position(|cause| cause.is_at(&place, Some(&kind)));
        let more = finding["places"].as_array().cloned().unwrap_or_default();
        let more = more.iter().filter_map(Value::as_str);
        named.extend(cause);
        for place in more {
            let causes = judged.iter().enumerate();
            let here = causes.filter(|(_, cause)| cause.is_at(place, None));
            named.extend(here.map(|(at, _)| at));
        }
        if text("rank") != "defect" {
            tally.others += 1;
            continue;
        }
        let Some(cause) = cause else {
            let call = text("call");
            tally
                .unjudged
                .push(format!("{call}: {} ({place})", text("message")));
            continue;
        };
        if !seen.insert(cause) {
            tally.duplicates += 1;
            continue;
        }
        match judged[cause].verdict {
            Verdict::Defect => tally.defects += 1,
            Verdict::WorthAnAnswer => tally.worth_an_answer += 1,
            Verdict::Noise => tally.noise += 1,
        }
    }
    let lost = judged
        .iter()
        .enumerate()
        .filter(|(at, cause)| cause.verdict == Verdict::Defect && !named.contains(at));
    tally.lost = lost.map(|(_, cause)| cause.name.clone()).collect();
    tally
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.defects += other.defects;
        self.worth_an_answer += other.worth_an_answer;
        self.noise += other.noise;
        self.duplicates += other.duplicates;
        self.unjudged.extend(other.unjudged);
        self.others += other.others;
        self.lost.extend(other.lost);
    }

    /// Findings of the rank *defect*.
    fn entries(&self) -> usize {
        self.defects + self.worth_an_answer + self.noise + self.duplicates + self.unjudged.len()
    }
}

fn row(name: &str, tally: &Tally) -> String {
    format!(
        "| {name} | {} | {} | {} | {} | {} | {} | {} |",
        tally.defects,
        tally.worth_an_answer,
        tally.noise,
        tally.duplicates,
        tally.unjudged.len(),
        tally.others,
        tally.lost.join(", "),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn findings_are_counted_by_their_causes() {
        let cause = |name: &str, verdict, places: &[&str]| Cause {
            name: name.into(),
            verdict,
            places: places.iter().map(|&place| place.into()).collect(),
        };
        let judged = [
            cause(
                "doubling",
                Verdict::Defect,
                &["src/lib.rs:3", "src/lib.rs:4"],
            ),
            cause("empty", Verdict::Noise, &["src/lib.rs:7"]),
            cause("gone", Verdict::Defect, &["src/lib.rs:9"]),
            cause("listed", Verdict::Defect, &["src/lib.rs:11"]),
        ];
        let at = |line: u32, rank: &str, places: &[&str]| json!({ "file": "src/lib.rs", "line": line, "rank": rank, "call": "f()", "message": "no", "places": places });
        let found = [
            at(3, "defect", &["src/lib.rs:11"]),
            at(4, "defect", &[]),
            at(7, "defect", &[]),
            at(8, "defect", &[]),
            at(8, "precondition", &[]),
        ];
        let tally = tally(&found, &judged);
        assert_eq!(
            (tally.defects, tally.noise, tally.duplicates, tally.others),
            (1, 1, 1, 1)
        );
        assert_eq!(tally.unjudged, ["f(): no (src/lib.rs:8)"]);
        assert_eq!(tally.lost, ["gone"]);
        assert_eq!(tally.entries(), 4);
    }
}
