//! Mutants of a function whose code is written here: `|x| if x > 100 { "many" } else { "few" }`.

use super::search::Shown;
use super::*;
use crate::request::{Keep, Location, Notices, PathClass, Surroundings};
use isolde_record::{Observation, Observed, Tape};

/// The function and its mutants: with another bound, reversed, always the same, with a part that makes no difference, and one that hangs.
fn run(x: u64, mutant: Option<u32>) -> Shown {
    let many = match mutant {
        None | Some(4) => x > 100,
        Some(1) => x >= 100,
        Some(2) => x <= 100,
        Some(3) => true,
        Some(_) => return (Outcome::TimedOut, Observation::default()),
    };
    let text = if many { "many" } else { "few" };
    let observation = Observation {
        call: format!("amount({x})"),
        returned: Some(Observed::Source(text.into())),
        ..Observation::default()
    };
    (Outcome::Returned, observation)
}

/// Runs the function, and counts the runs.
#[derive(Default)]
struct Toy {
    runs: usize,
    /// What is drawn.
    drawn: Vec<u64>,
}

fn input(case: &Case) -> u64 {
    case.tape.0.get(&1).copied().unwrap_or_default()
}

impl Observe for Toy {
    fn run_mutant(
        &mut self,
        case: &Case,
        mutant: Option<u32>,
    ) -> Result<Option<Shown>, SuiteError> {
        self.runs += 1;
        Ok(Some(run(input(case), mutant)))
    }
    fn minimize_noticing(
        &mut self,
        case: &Case,
        mutant: u32,
        notices: &Notices,
        _: &Deadline,
    ) -> Result<Case, SuiteError> {
        let noticing = |x: &u64| notices(&run(*x, None), &run(*x, Some(mutant)));
        let least = (0..=input(case)).find(noticing);
        Ok(of(least.unwrap_or_else(|| input(case))))
    }
    fn around(&mut self, case: &Case, _: &Deadline) -> Result<Vec<Case>, SuiteError> {
        let x = input(case);
        Ok([x - 1, x + 1].map(of).into())
    }
    fn draw(&mut self, _: u32, most: usize, _: &Deadline) -> Result<Vec<Case>, SuiteError> {
        Ok(self.drawn.iter().copied().take(most).map(of).collect())
    }
    fn observe(&mut self, _: &Case, _: Surroundings) -> Result<Option<Shown>, SuiteError> {
        unreachable!("expected values are observed later")
    }
    fn repeat(&mut self, _: &Case) -> Result<Vec<Shown>, SuiteError> {
        unreachable!()
    }
    fn minimize(&mut self, _: &Case, _: &Keep, _: &Deadline) -> Result<Case, SuiteError> {
        unreachable!()
    }
    fn neighbours(&mut self, _: &Case, _: &Deadline) -> Result<Vec<Case>, SuiteError> {
        unreachable!()
    }
    fn render(&mut self, _: &Case) -> Result<Option<Shown>, SuiteError> {
        unreachable!()
    }
    fn render_exactly(&mut self, _: &Case) -> Result<Option<Shown>, SuiteError> {
        unreachable!()
    }
    fn vary(&mut self, _: &Case, _: u64, _: &Deadline) -> Result<Option<Case>, SuiteError> {
        unreachable!()
    }
    fn path_classes(&mut self, _: &Case) -> Result<BTreeSet<PathClass>, SuiteError> {
        unreachable!()
    }
}

/// The case with this input, which reaches point 7.
fn of(x: u64) -> Case {
    Case {
        thunk: 0,
        tape: Tape([(1, x)].into()),
        outcome: Outcome::Returned,
        coverage: vec![7],
        called: vec![7],
        shape: 0,
        choices: 1,
        run: 1,
    }
}

fn mutant(number: u32, point: u32) -> Mutant {
    Mutant {
        number,
        first: number,
        function: 0,
        points: vec![point],
        place: Location {
            file: "src/lib.rs".into(),
            line: 3,
            decided_by: None,
        },
        change: "a reversed condition",
    }
}

/// The simplest input that notices the mutant, found from those in `explored` and those next to a test; `None` if a test with one of the inputs `tests`
/// notices it, or no input that is found.
fn noticed(mutant: &Mutant, tests: &[u64], explored: &[u64]) -> Option<u64> {
    noticed_by(&mut Toy::default(), mutant, (tests, explored), false)
}

/// The same; `is_full` tells that the function has enough cases.
fn noticed_by(
    toy: &mut Toy,
    mutant: &Mutant,
    (tests, explored): (&[u64], &[u64]),
    is_full: bool,
) -> Option<u64> {
    let deadline = Deadline::default();
    let thunks = BTreeMap::new();
    let mut search = Search::new(toy, &thunks, &deadline);
    let [tests, explored]: [Vec<Case>; 2] =
        [tests, explored].map(|xs| xs.iter().map(|&x| of(x)).collect());
    let points = BTreeSet::from([7]);
    let [tests, explored] = [&tests, &explored].map(|cases| Reaching::of(cases.iter(), &points));
    let found = search.unnoticed(&[mutant], (&[], &tests), &explored, &|_| is_full);
    found.unwrap().map(|(case, _)| input(&case))
}

#[test]
fn a_mutant_that_tests_notice_needs_no_case() {
    for number in [2, 3, 5] {
        assert_eq!(noticed(&mutant(number, 7), &[7, 150], &[100]), None);
    }
}

#[test]
fn a_mutant_that_no_test_notices_gets_the_simplest_case_that_does() {
    let bound = mutant(1, 7);
    assert_eq!(noticed(&bound, &[7, 150], &[3, 100]), Some(100));
    // Next to a test.
    assert_eq!(noticed(&bound, &[7, 101], &[3]), Some(100));
    assert_eq!(noticed(&bound, &[7, 150], &[3]), None);
    let mut toy = Toy {
        drawn: vec![8, 100],
        ..Toy::default()
    };
    assert_eq!(
        noticed_by(&mut toy, &bound, (&[7, 150], &[3]), false),
        Some(100)
    );
    // The simplest is not the one that was found.
    assert_eq!(noticed(&mutant(3, 7), &[150], &[60]), Some(0));
}

#[test]
fn nothing_is_tried_with_a_mutant_that_makes_no_difference_or_is_not_reached() {
    assert_eq!(noticed(&mutant(4, 7), &[7, 150], &[100]), None);
    assert_eq!(noticed(&mutant(1, 8), &[7, 101], &[100]), None);
}

#[test]
fn what_is_shown_without_a_mutant_is_asked_once() {
    let mut toy = Toy::default();
    let deadline = Deadline::default();
    let thunks = BTreeMap::new();
    let mut search = Search::new(&mut toy, &thunks, &deadline);
    let case = of(100);
    let nothing = Reaching::of([].iter(), &BTreeSet::new());
    for number in [1, 2, 3] {
        let (added, mutant) = ([&case], mutant(number, 7));
        let found = search.unnoticed(&[&mutant], (&added, &nothing), &nothing, &|_| false);
        assert!(found.unwrap().is_none());
    }
    // Twice without a mutant, and once with each.
    assert_eq!(toy.runs, 5);
}

#[test]
fn cases_that_call_a_function_with_enough_cases_are_not_taken() {
    let noticed = |is_full| {
        let inputs: (&[u64], &[u64]) = (&[7], &[100]);
        noticed_by(&mut Toy::default(), &mutant(1, 7), inputs, is_full)
    };
    assert_eq!(noticed(false), Some(100));
    assert_eq!(noticed(true), None);
}

#[test]
fn a_mutant_that_only_takes_longer_is_no_reason_for_a_case() {
    assert_eq!(noticed(&mutant(5, 7), &[], &[100]), None);
    assert_eq!(noticed(&mutant(2, 7), &[], &[100]), Some(0));
}
