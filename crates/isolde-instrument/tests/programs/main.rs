//! Tests of instrumented programs that are linked with the real runtime: they behave as compiled, and what they record is correct.
#![allow(missing_docs)]

mod decisions;
mod mutants;
mod support;

use isolde_abi::protocol::{OUTCOME_PANICKED, OUTCOME_RETURNED};
use isolde_abi::shared::{HASHES, SLICE, TRACE};
use isolde_abi::symbol::Loss;
use isolde_instrument::{Kind, OptLevel, Order, PointKind};
use std::collections::BTreeSet;
use std::sync::LazyLock;
use std::time::Instant;
use support::values::Values;
use support::{Answer, Program, Worker, build, build_explored, evaluate, options};

static PLAIN: LazyLock<Program> = LazyLock::new(|| build("plain", &options(Kind::Plain)));
static EXPLORED: LazyLock<[Program; 2]> = LazyLock::new(|| build_explored(Order::Together));
static COVERAGE: LazyLock<&Program> = LazyLock::new(|| &EXPLORED[0]);
static SYMBOLIC: LazyLock<&Program> = LazyLock::new(|| &EXPLORED[1]);

/// Number of thunks that tests may run on any values.
const THUNKS: u32 = 15;
/// The thunk that only measures time.
const SLOW: u32 = 13;
/// A thunk whose hash table has many keys.
const MANY_KEYS: u32 = 15;

/// A thunk that compares slices of different lengths.
const LENGTHS: u32 = 16;

fn check(worker: &mut Worker, thunk: u32, tape: &[u64]) -> Answer {
    let answer = worker.run(thunk, TRACE, tape);
    let mismatches = evaluate::mismatches(worker.shared());
    assert!(
        mismatches.is_empty(),
        "thunk {thunk} on {tape:?}: {mismatches:#?}"
    );
    answer
}

#[test]
fn all_kinds_behave_alike_and_every_path_condition_holds() {
    let mut workers = [&*PLAIN, *COVERAGE, *SYMBOLIC].map(|program| Worker::start(&program.path));
    let mut values = Values(1);
    let mut conditions = [0; THUNKS as usize];
    for thunk in (0..THUNKS).filter(|&thunk| thunk != SLOW) {
        for _ in 0..40 {
            let tape = values.tape();
            let plain = workers[0].run(thunk, 0, &tape);
            let coverage = workers[1].run(thunk, 0, &tape);
            let untraced = workers[2].run(thunk, 0, &tape);
            let symbolic = check(&mut workers[2], thunk, &tape);
            let facts = |answer: &Answer| (answer.outcome, answer.text.clone());
            assert_eq!(facts(&plain), facts(&coverage), "thunk {thunk} on {tape:?}");
            assert_eq!(facts(&plain), facts(&symbolic), "thunk {thunk} on {tape:?}");
            assert_eq!(facts(&plain), facts(&untraced), "thunk {thunk} on {tape:?}");
            assert_eq!(
                coverage.covered, symbolic.covered,
                "thunk {thunk} on {tape:?}"
            );
            assert!(plain.covered.is_empty() && !coverage.covered.is_empty());
            assert_eq!((untraced.path.len(), untraced.nodes.len().max(1)), (0, 1));
            assert!(!symbolic.full);
            // All of these write memory only in Rust.
            assert_eq!(
                symbolic.lost[Loss::Overwritten as usize],
                0,
                "thunk {thunk}"
            );
            conditions[thunk as usize] += symbolic.path.len();
        }
    }
    for thunk in (0..THUNKS).filter(|&thunk| thunk != SLOW) {
        assert!(
            conditions[thunk as usize] > 0,
            "thunk {thunk} records no path condition"
        );
    }
}

#[test]
fn every_byte_of_a_parsed_text_is_on_the_path() {
    let mut worker = Worker::start(&SYMBOLIC.path);
    let tape: Vec<u64> = b" ab=42".iter().map(|&byte| u64::from(byte)).collect();
    let answer = check(&mut worker, 0, &tape);
    assert_eq!(answer.text, "Ok((\"magic\", 42))");
    let used: BTreeSet<u32> = answer.nodes[1..]
        .iter()
        .filter(|node| node.op == 1)
        .map(|node| node.a)
        .collect();
    assert_eq!(used, (0..6).collect(), "all six choices");
    let sites = &SYMBOLIC.map.sites;
    let own: Vec<&str> = answer
        .path
        .iter()
        .filter_map(|entry| sites.get(entry.site as usize))
        .filter(|site| site.in_subject)
        .map(|site| site.function.as_str())
        .collect();
    assert!(own.iter().any(|name| name.contains("key_value")), "{own:?}");
    // The runtime may pin an address; no other kind of loss may occur.
    let pinned = answer.lost[Loss::LoadPinned as usize];
    assert_eq!(answer.lost.iter().sum::<u32>(), pinned, "{:?}", answer.lost);
}

#[test]
fn floats_are_not_lost() {
    let mut worker = Worker::start(&SYMBOLIC.path);
    for (a, b, n) in [
        (3.5f64, 2.0f32, 3i32),
        (-0.0, f32::NAN, 0),
        (1e300, -1.0, -7),
        (200.7, 200.7, 200),
    ] {
        let answer = check(
            &mut worker,
            2,
            &[a.to_bits(), u64::from(b.to_bits()), n as u32 as u64],
        );
        assert_eq!(answer.lost[Loss::Float as usize], 0, "{a} {b} {n}");
        assert!(answer.path.len() >= 8, "{}", answer.path.len());
    }
}

#[test]
fn keys_of_hash_tables_are_compared_and_own_hashes_are_true() {
    let mut worker = Worker::start(&SYMBOLIC.path);
    let answer = check(&mut worker, 3, &[1, 2, 1, 3, 2]);
    assert_eq!(answer.text, "Some(2) 3 3");
    assert!(
        answer.path.len() >= 6,
        "each key is compared with those before it: {}",
        answer.path.len()
    );
    assert!(SYMBOLIC.statistics.hashes > 0);
    let own = check(&mut worker, 4, &[0x0203]);
    assert_eq!(own.text, (((7 * 31 + 3) * 31 + 2) % 1000).to_string());
}

#[test]
fn slices_of_other_lengths_are_known_to_the_search_wherever_they_are_compared() {
    let mut worker = Worker::start(&SYMBOLIC.path);
    let answer = check(&mut worker, LENGTHS, &[u64::from(b'a'), u64::from(b'b'), 7]);
    assert!(!answer.text.contains("true"), "{}", answer.text);
    let shared = worker.shared();
    let kept = &shared.comparisons[..shared.header.comparisons as usize];
    let tokens: BTreeSet<(u64, Vec<u8>)> = kept
        .iter()
        .filter(|comparison| comparison.kind == SLICE)
        .map(|comparison| {
            let token = &comparison.token[..comparison.token_length as usize];
            (comparison.value, token.to_vec())
        })
        .collect();
    let of_bytes = ["array", "borrowed", "bytes", "option", "owned", "string"];
    let mut expected: BTreeSet<(u64, Vec<u8>)> = of_bytes
        .iter()
        .map(|token| (1, token.as_bytes().to_vec()))
        .collect();
    expected.insert((2, [1000_u16, 2000].map(u16::to_le_bytes).concat()));
    assert_eq!(tokens, expected);
    assert!(kept.iter().all(|one| one.nodes[0] != 0));
}

#[test]
fn tables_of_many_keys_ask_for_hashes_and_are_then_as_in_the_other_programs() {
    let mut worker = Worker::start(&SYMBOLIC.path);
    check(&mut worker, 3, &[1, 2, 1, 3, 2]);
    assert_eq!(worker.shared().header.crowded, 0);
    let list = check(&mut worker, MANY_KEYS, &[1_234]);
    assert_eq!(worker.shared().header.crowded, 1);
    assert!(list.text.starts_with("Some(8638) "), "{}", list.text);
    assert!(list.path.len() >= 1_000, "{}", list.path.len());
    // Hash tables draw their random keys from a counter of the process.
    let mut worker = Worker::start(&SYMBOLIC.path);
    let hashed = worker.run(MANY_KEYS, TRACE | HASHES, &[1_234]);
    assert_eq!(worker.shared().header.crowded, 0);
    assert!(hashed.path.len() < 100, "{}", hashed.path.len());
    let coverage = Worker::start(&COVERAGE.path).run(MANY_KEYS, 0, &[1_234]);
    assert_eq!(hashed.text, coverage.text, "the order of keys, too");
}

#[test]
fn panics_are_outcomes_and_recording_stops_there() {
    let mut worker = Worker::start(&SYMBOLIC.path);
    let bounds = check(&mut worker, 8, &[9, 0, 5]);
    assert_eq!(bounds.outcome, OUTCOME_PANICKED);
    let explicit = check(&mut worker, 8, &[1, 200, 5]);
    assert_eq!(
        (explicit.outcome, explicit.text.as_str()),
        (OUTCOME_PANICKED, "two hundred")
    );
    let fine = check(&mut worker, 8, &[1, 2, 5]);
    assert_eq!((fine.outcome, fine.text.as_str()), (OUTCOME_RETURNED, "1"));
    assert!(bounds.path.len() < fine.path.len());
}

#[test]
fn points_name_lines_of_the_source_and_their_kind() {
    let source = std::fs::read_to_string(support::source_root().join("subject.rs")).unwrap();
    let line = |text: &str| source.lines().position(|line| line.contains(text)).unwrap() as u32 + 1;
    let map = &COVERAGE.map;
    let file = support::source_root()
        .join("subject.rs")
        .to_str()
        .unwrap()
        .to_owned();
    let points: Vec<_> = map
        .coverage
        .iter()
        .filter(|point| point.function == "subject::may_panic")
        .collect();
    assert!(points.iter().all(|point| point.file == file));
    let has = |line: u32, kind: PointKind| {
        points
            .iter()
            .any(|point| point.line == line && point.kind == kind)
    };
    assert!(has(line("let at = table[values[0]"), PointKind::Code));
    assert!(has(line("let at = table[values[0]"), PointKind::Check));
    assert!(has(line("panic!(\"two hundred\")"), PointKind::Panic));
    let function = map
        .functions
        .iter()
        .find(|function| function.function == "subject::may_panic")
        .unwrap();
    assert_eq!(function.line, line("fn may_panic"));
    assert_eq!(function.points.len(), points.len());
    assert!(
        map.coverage.iter().all(|point| point.file == file),
        "nothing but the subject is covered"
    );
    assert!(
        map.coverage
            .iter()
            .any(|point| point.kind == PointKind::Cleanup)
    );
}

#[test]
fn branch_sites_know_the_points_behind_them() {
    let map = &SYMBOLIC.map;
    let known = map
        .sites
        .iter()
        .filter(|site| site.in_subject && site.successors.is_some())
        .count();
    let own = map.sites.iter().filter(|site| site.in_subject).count();
    assert!(own > 50 && known * 10 > own * 7, "{known} of {own}");
    let mut worker = Worker::start(&SYMBOLIC.path);
    let mut tested = 0;
    let mut values = Values(7);
    for _ in 0..20 {
        let answer = check(&mut worker, 8, &values.tape());
        for entry in &answer.path {
            let Some([then, otherwise]) = map
                .sites
                .get(entry.site as usize)
                .and_then(|site| site.successors)
            else {
                continue;
            };
            let taken = if entry.flags & 1 == 1 {
                then
            } else {
                otherwise
            };
            assert!(
                answer.covered.contains(&taken),
                "{:?}",
                map.sites[entry.site as usize]
            );
            tested += 1;
        }
    }
    assert!(tested > 20);
}

#[test]
fn other_levels_of_optimisation_record_correctly_too() {
    for (name, level) in [("level0", OptLevel::O0), ("level2", OptLevel::O2)] {
        let mut chosen = options(Kind::Symbolic);
        chosen.opt_level = level;
        let program = build(name, &chosen);
        assert_eq!(program.map.coverage, SYMBOLIC.map.coverage);
        let mut worker = Worker::start(&program.path);
        let mut plain = Worker::start(&PLAIN.path);
        let mut values = Values(3);
        for thunk in (0..THUNKS).filter(|&thunk| thunk != SLOW) {
            for _ in 0..6 {
                let tape = values.tape();
                let answer = check(&mut worker, thunk, &tape);
                assert_eq!(
                    answer.text,
                    plain.run(thunk, 0, &tape).text,
                    "thunk {thunk} on {tape:?}"
                );
            }
        }
    }
}

#[test]
fn programs_made_one_by_one_equal_those_made_together() {
    let one_by_one = build_explored(Order::OneByOne);
    for (one, together) in one_by_one.iter().zip(&*EXPLORED) {
        assert_eq!(one.map, together.map);
        let same = std::fs::read(&one.path).unwrap() == std::fs::read(&together.path).unwrap();
        assert!(same, "{} differs", one.path.display());
    }
}

#[test]
fn programs_made_alone_behave_like_those_made_together() {
    let symbolic = build("alone_symbolic", &options(Kind::Symbolic));
    assert_eq!(symbolic.map, SYMBOLIC.map);
    let coverage = build("alone_coverage", &options(Kind::Coverage));
    assert_eq!(coverage.map.coverage, COVERAGE.map.coverage);
    assert!(coverage.map.sites.is_empty());
    let mut workers = [&coverage, *COVERAGE].map(|program| Worker::start(&program.path));
    let mut values = Values(4);
    for thunk in (0..THUNKS).filter(|&thunk| thunk != SLOW) {
        let tape = values.tape();
        let [alone, together] = workers.each_mut().map(|worker| worker.run(thunk, 0, &tape));
        assert_eq!(
            (alone.text, alone.covered),
            (together.text, together.covered),
            "thunk {thunk} on {tape:?}"
        );
    }
}

#[test]
#[ignore = "measures time: run alone, with --nocapture"]
#[allow(clippy::print_stderr, reason = "a measurement")]
fn concrete_code_is_not_much_slower() {
    let mut plain = options(Kind::Plain);
    plain.opt_level = OptLevel::O1;
    plain.codegen_level = options(Kind::Symbolic).codegen_level;
    let reference = build("reference", &plain);
    let time = |program: &Program, flags: u32| {
        let mut worker = Worker::start(&program.path);
        (0..5)
            .map(|_| {
                let start = Instant::now();
                worker.run(SLOW, flags, &[1]);
                start.elapsed()
            })
            .min()
            .unwrap()
    };
    let (base, coverage, untraced, traced) = (
        time(&reference, 0),
        time(&COVERAGE, 0),
        time(&SYMBOLIC, 0),
        time(&SYMBOLIC, TRACE),
    );
    eprintln!(
        "plain {base:?} coverage {coverage:?} symbolic untraced {untraced:?} traced {traced:?}"
    );
    eprintln!("{:#?}", SYMBOLIC.statistics);
    assert!(traced < base * 4);
}
