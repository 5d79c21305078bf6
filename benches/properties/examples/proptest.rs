//! `proptest NAME SECONDS SEED`: tries random inputs of a property until it does not hold or time is up, and prints the result as a line of JSON: the
//! number of inputs, seconds, and the simplified input that refutes the property, or null. Without arguments it prints the properties and whether they hold.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use std::cell::Cell;
use std::fmt::Debug;
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.is_empty() {
        for (name, holds) in properties::PROPERTIES {
            println!("{name} {holds}");
        }
        return ExitCode::SUCCESS;
    }
    let [name, seconds, seed] = arguments.as_slice() else {
        eprintln!("usage: proptest [NAME SECONDS SEED]");
        return ExitCode::FAILURE;
    };
    let search = Search {
        time: Duration::from_secs_f64(seconds.parse().expect("SECONDS is a number")),
        seed: seed.parse().expect("SEED is a small number"),
    };
    // The strategies that proptest offers for these types; the ranges of times and years are those of the properties.
    let text = any::<String>;
    let years = || 1970_u16..=9999;
    match name.as_str() {
        "durations_survive_text" => {
            search.run(any::<Duration>(), properties::durations_survive_text)
        }
        "times_survive_text" => search.run(time(), properties::times_survive_text),
        "weak_accepts_what_strict_does" => search.run(text(), |text| {
            properties::weak_accepts_what_strict_does(&text)
        }),
        "leap_years_are_gregorian" => search.run(years(), properties::leap_years_are_gregorian),
        "full_texts_sort_as_times" => search.run((time(), time()), |(a, b)| {
            properties::full_texts_sort_as_times(a, b)
        }),
        "every_fourth_year_leaps" => search.run(years(), properties::every_fourth_year_leaps),
        "seconds_are_kept" => search.run(any::<(u8, u8, u8)>(), |(hour, minute, second)| {
            properties::seconds_are_kept(hour, minute, second)
        }),
        "texts_sort_as_times" => search.run((time(), time()), |(a, b)| {
            properties::texts_sort_as_times(a, b)
        }),
        "case_does_not_matter" => {
            search.run(text(), |text| properties::case_does_not_matter(&text))
        }
        "a_time_has_one_text" => search.run(text(), |text| properties::a_time_has_one_text(&text)),
        _ => {
            eprintln!("no property is called {name}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// A time that can be written as text: up to the end of the year 9999.
fn time() -> impl Strategy<Value = SystemTime> {
    (0..=253_402_300_799_u64, 0..=999_999_999_u32)
        .prop_map(|(seconds, nanoseconds)| UNIX_EPOCH + Duration::new(seconds, nanoseconds))
}

struct Search {
    time: Duration,
    seed: u8,
}

impl Search {
    fn run<S: Strategy>(&self, strategy: S, property: impl Fn(S::Value) -> properties::Holds)
    where
        S::Value: Debug + Clone,
    {
        let began = Instant::now();
        // Counts inputs and time up to the first input that refutes the property; after that, proptest only looks for simpler ones.
        let inputs = Cell::new(0_u64);
        let refuted = Cell::new(None);
        let config = Config {
            cases: u32::MAX,
            max_global_rejects: u32::MAX,
            failure_persistence: None,
            ..Config::default()
        };
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[self.seed; 32]);
        std::panic::set_hook(Box::new(|_| {}));
        let ended = TestRunner::new_with_rng(config, rng).run(&strategy, |input| {
            if refuted.get().is_none() {
                if began.elapsed() > self.time {
                    return Err(TestCaseError::fail("time is up"));
                }
                inputs.set(inputs.get() + 1);
            }
            let holds = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| property(input)));
            match holds {
                Ok(Ok(())) => Ok(()),
                _ => {
                    if refuted.get().is_none() {
                        refuted.set(Some(began.elapsed()));
                    }
                    Err(TestCaseError::fail("it does not hold"))
                }
            }
        });
        let counterexample = match ended {
            Err(TestError::Fail(_, input)) if refuted.get().is_some() => Some(format!("{input:?}")),
            _ => None,
        };
        println!(
            "{{\"inputs\": {}, \"seconds\": {}, \"counterexample\": {}}}",
            inputs.get(),
            refuted.get().unwrap_or(self.time).as_secs_f64(),
            counterexample.map_or("null".to_owned(), |text| json(&text)),
        );
    }
}

/// A text as a JSON string.
fn json(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
