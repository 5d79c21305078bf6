//! Findings that were judged by hand, from `judged.txt`.

use anyhow::{Context as _, Result, bail};
use std::collections::BTreeMap;

/// What a maintainer would say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A defect that is worth mending.
    Defect,
    /// A precondition that surprises, or is not documented.
    WorthAnAnswer,
    /// Conventional, documented, or absurd.
    Noise,
}

/// A cause of failures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// What is wrong, in a few words.
    pub name: String,
    /// How it was judged.
    pub verdict: Verdict,
    /// Where it shows, as `file:line` or `file:first-last`; with `@kind` for failures of this kind alone, where a macro hides the lines. A `*` in the
    /// file stands for the version of a dependency.
    pub places: Vec<String>,
}

impl Cause {
    /// Whether a failure of this kind at this place, given as `file:line`, has this cause. A kind that is not known may be any.
    pub fn is_at(&self, place: &str, kind: Option<&str>) -> bool {
        let Some((file, line)) = place.rsplit_once(':') else {
            return false;
        };
        let line = line.parse::<u32>().unwrap_or_default();
        self.places.iter().any(|own| {
            let (own, of_kind) = own
                .split_once('@')
                .map_or((own.as_str(), None), |(own, kind)| (own, Some(kind)));
            let Some((own, lines)) = own.rsplit_once(':') else {
                return false;
            };
            let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
            let bounds = [first, last].map(|bound| bound.parse::<u32>().unwrap_or_default());
            let is_kind = of_kind.is_none() || kind.is_none() || of_kind == kind;
            let is_file = match own.split_once('*') {
                Some((before, after)) => file.starts_with(before) && file.ends_with(after),
                None => own == file,
            };
            is_file && is_kind && (bounds[0]..=bounds[1]).contains(&line)
        })
    }
}

/// All judgements.
pub struct Judgement(BTreeMap<String, Vec<Cause>>);

impl Judgement {
    /// Reads them.
    pub fn read() -> Result<Judgement> {
        parse(include_str!("judged.txt"))
    }

    /// The crates, as `name@version`.
    pub fn crates(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }

    /// The causes in a crate.
    pub fn of(&self, subject: &str) -> &[Cause] {
        self.0.get(subject).map_or(&[], Vec::as_slice)
    }
}

/// A line names a crate (`numtoa@0.2.3`), or one of its causes below it: `A  src/lib.rs:310  doubling overflows`.
fn parse(text: &str) -> Result<Judgement> {
    let mut all: BTreeMap<String, Vec<Cause>> = BTreeMap::new();
    let mut current = None;
    for line in text.lines().map(str::trim) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or_default();
        let verdict = match first {
            "A" => Verdict::Defect,
            "B" => Verdict::WorthAnAnswer,
            "C" => Verdict::Noise,
            _ => {
                all.entry(first.to_owned()).or_default();
                current = Some(first.to_owned());
                continue;
            }
        };
        let places = words.next().context("a cause has places")?;
        let places = places.split(',').map(str::to_owned).collect();
        let name = words.collect::<Vec<_>>().join(" ");
        let Some(causes) = current.as_ref().and_then(|name| all.get_mut(name)) else {
            bail!("a cause comes after its crate: {line}");
        };
        causes.push(Cause {
            name,
            verdict,
            places,
        });
    }
    Ok(Judgement(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judgements_are_read_and_places_compared() {
        let text = "# first\nnumtoa@0.2.3\n  A  src/lib.rs:310  doubling overflows\n  C  src/lib.rs:1-9,src/b.rs:4@index,rand-*/src/rng.rs:4  buffer";
        let all = parse(text).expect("well-formed");
        assert_eq!(all.crates(), ["numtoa@0.2.3"]);
        let [first, second] = all.of("numtoa@0.2.3") else {
            panic!("two causes");
        };
        assert_eq!(
            (first.verdict, first.name.as_str()),
            (Verdict::Defect, "doubling overflows")
        );
        assert!(first.is_at("src/lib.rs:310", None) && !first.is_at("src/lib.rs:31", None));
        assert!(second.is_at("src/lib.rs:5", None) && second.is_at("src/b.rs:4", Some("index")));
        assert!(!second.is_at("src/lib.rs:10", None) && !second.is_at("src/b.rs", None));
        assert!(!second.is_at("src/b.rs:4", Some("overflow")));
        assert!(second.is_at("rand-0.8.5/src/rng.rs:4", None));
        assert!(!second.is_at("rand-0.8.5/src/lib.rs:4", None));
        assert!(parse("A src/lib.rs:1 lost").is_err());
        Judgement::read().expect("the file of this repository is well-formed");
    }
}
