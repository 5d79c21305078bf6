//! What it is worth to keep pure functions of other crates instead of faking them: the findings in code that relies on what such functions promise.

use crate::registry;
use crate::tool::{self, say};
use anyhow::{Context, Result};
use isolde_record::RunRecord;
use std::path::Path;

/// The fixture's functions, each with the pure function that it relies on.
const FUNCTIONS: [(&str, &str); 10] = [
    ("first_digits", "hex::encode"),
    ("number", "hex::decode"),
    ("next_release", "semver::Version::parse"),
    ("after_separator", "memchr::memchr"),
    ("is_intact", "crc32fast::hash"),
    ("similarity", "strsim::levenshtein"),
    ("without_ends", "bytecount::count"),
    ("field_name", "heck::ToSnakeCase::to_snake_case"),
    ("reduced", "num_integer::gcd"),
    ("cell", "unicode_width::UnicodeWidthStr::width"),
];

/// Runs `isolate crate` on `testdata/pure` twice, each time for `time` seconds: with pure functions kept, which is the default, and with all of them faked.
pub fn run(tool: Option<&Path>, time: u32) -> Result<()> {
    let tool = tool::given_or_built(tool)?;
    let folder = tempfile::tempdir()?;
    let package = folder.path().join("pure");
    tool::arm("testdata/pure", &package)?;
    registry::depend_on(&package, "isolde")?;
    let fakes = FUNCTIONS.iter().flat_map(|(_, pure)| ["--fake", pure]);
    let fakes: Vec<&str> = fakes.collect();
    let isolate = |more: &[&str]| -> Result<RunRecord> {
        let arguments = [&["crate", "--seed", "1"], more].concat();
        let time = format!("{time}s");
        let record = tool::record(&tool, "isolate", &package, &time, &arguments)?;
        serde_json::from_value(record).context("the record of another version")
    };
    let (kept, faked) = (isolate(&[])?, isolate(&fakes)?);
    say(
        "\n| function of another crate | findings if it is kept | if it is faked | tests if it is kept | if it is faked | of these with assumed answers |",
    );
    say("|---|---:|---:|---:|---:|---:|");
    let mut sums = [0; 5];
    for (function, pure) in FUNCTIONS {
        let findings = |record: &RunRecord| {
            let all = record.findings.iter();
            all.filter(|finding| finding.function == function).count()
        };
        let tests = |record: &RunRecord, is_assumed: bool| {
            let all = record.tests.iter();
            all.filter(|test| {
                test.function == function && (!is_assumed || !test.assumed.is_empty())
            })
            .count()
        };
        let counts = [
            findings(&kept),
            findings(&faked),
            tests(&kept, false),
            tests(&faked, false),
            tests(&faked, true),
        ];
        say(format!("| `{pure}` | {} |", columns(counts)));
        for (sum, count) in sums.iter_mut().zip(counts) {
            *sum += count;
        }
    }
    say(format!("| all | {} |", columns(sums)));
    Ok(())
}

fn columns(counts: [usize; 5]) -> String {
    counts.map(|count| count.to_string()).join(" | ")
}
