//! Circuits as clauses, and the SAT solver.

use super::blast::{Blasted, blast};
use super::gates::{Gate, Signal};
use crate::answer::Limits;
use crate::problem::Problem;
use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, lbool};
use std::cell::Cell;
use std::time::Instant;

/// What the SAT solver found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Values of the variables.
    Model(Vec<u64>),
    Unsat,
    /// The circuit is too large, or the limit of conflicts was reached.
    Unknown,
    /// Time ran out.
    Late,
}

/// Circuits of more gates than this get fewer conflicts.
const MIDDLING_CIRCUIT: u64 = 50_000;
/// The number of propagations is checked after every so many conflicts.
const STRETCH: u64 = 100;
/// Units of work that a gate costs to build and to encode.
const GATE: u64 = 40;
/// For every so many gates of a circuit, a propagation costs one more unit of work, because it misses caches.
const SLOWER: u64 = 30_000;
/// Units of work that a conflict costs, in addition to its propagations.
const CONFLICT: u64 = 500;

/// Counts conflicts, and stops the search when there were enough or time ran out.
struct Budget {
    conflicts: u64,
    limit: u64,
    deadline: Instant,
    calls: Cell<u32>,
    late: Cell<bool>,
}

impl Callbacks for Budget {
    fn on_new_clause(&mut self, _: &[Lit], _: batsat::ClauseKind) {
        self.conflicts += 1;
    }
    fn stop(&self) -> bool {
        // Reading the clock costs more than a decision of the solver, so it is rarely read.
        self.calls.set(self.calls.get().wrapping_add(1));
        if self.calls.get().is_multiple_of(1024) && Instant::now() > self.deadline {
            self.late.set(true);
        }
        self.conflicts >= self.limit || self.late.get()
    }
}

struct Encoder<'c> {
    circuit: &'c Blasted,
    solver: Solver<Budget>,
    literals: Vec<Option<Lit>>,
    clause: Vec<Lit>,
}

/// Decides a problem by bit-blasting; also returns how much work it was. Where there is a choice, the run's own values are preferred, so that models
/// stay near them.
pub(crate) fn solve(problem: &Problem<'_>, limits: &Limits, deadline: Instant) -> (Verdict, u64) {
    let Some(circuit) = blast(problem) else {
        return (Verdict::Unknown, GATE * limits.gates);
    };
    let building = GATE * circuit.gates.len() as u64;
    if circuit.requirements.contains(&Signal::FALSE) {
        return (Verdict::Unsat, building);
    }
    let (verdict, searching) = search(problem, &circuit, limits, deadline);
    (verdict, building + searching)
}

fn search(
    problem: &Problem<'_>,
    circuit: &Blasted,
    limits: &Limits,
    deadline: Instant,
) -> (Verdict, u64) {
    let conflicts = (limits.conflicts * MIDDLING_CIRCUIT
        / MIDDLING_CIRCUIT.max(circuit.gates.len() as u64))
    .max(1);
    let budget = Budget {
        conflicts: 0,
        limit: conflicts.min(STRETCH),
        deadline,
        calls: Cell::new(0),
        late: Cell::new(false),
    };
    let literals = vec![None; circuit.gates.len()];
    let mut encoder = Encoder {
        circuit,
        solver: Solver::new(SolverOpts::default(), budget),
        literals,
        clause: Vec::new(),
    };
    let roots: Vec<Signal> = circuit
        .requirements
        .iter()
        .copied()
        .filter(|root| root.known().is_none())
        .collect();
    let literals: Vec<Lit> = roots.iter().map(|&root| encoder.literal(root)).collect();
    encoder.prefer(problem);
    for literal in literals {
        encoder.add(&[literal]);
    }
    // A conflict can cost thousands of propagations, so these are checked between stretches of conflicts.
    let result = loop {
        let result = encoder.solver.solve_limited(&[]);
        let budget = encoder.solver.cb();
        let spent = budget.conflicts >= conflicts
            || budget.late.get()
            || encoder.solver.num_propagations() >= limits.propagations;
        if result != lbool::UNDEF || spent {
            break result;
        }
        let budget = encoder.solver.cb_mut();
        budget.limit = (budget.conflicts + STRETCH).min(conflicts);
    };
    let slowness = 1 + circuit.gates.len() as u64 / SLOWER;
    let work =
        slowness * (encoder.solver.num_propagations() + CONFLICT * encoder.solver.cb().conflicts);
    if result == lbool::FALSE {
        return (Verdict::Unsat, work);
    }
    if result != lbool::TRUE {
        let late = encoder.solver.cb().late.get();
        let verdict = if late {
            Verdict::Late
        } else {
            Verdict::Unknown
        };
        return (verdict, work);
    }
    let model =
        |signal: Signal, otherwise: bool| match (signal.known(), encoder.literals[signal.gate()]) {
            (Some(value), _) => value,
            (_, Some(literal)) => {
                (encoder.solver.value_lit(literal) == lbool::TRUE) != signal.is_negated()
            }
            _ => otherwise,
        };
    let value = |(variable, bits): (&crate::problem::Variable, &Vec<Signal>)| {
        let bit = |(index, &signal): (usize, &Signal)| {
            u64::from(model(signal, variable.current >> index & 1 == 1)) << index
        };
        let value = bits.iter().enumerate().map(bit).sum::<u64>();
        value.clamp(variable.low, variable.high)
    };
    let values = problem.variables.iter().zip(&circuit.variables).map(value);
    (Verdict::Model(values.collect()), work)
}

impl Encoder<'_> {
    fn add(&mut self, clause: &[Lit]) {
        self.clause.clear();
        self.clause.extend_from_slice(clause);
        self.solver.add_clause_reuse(&mut self.clause);
    }

    /// The literal of a signal; encodes the gates it depends on.
    fn literal(&mut self, signal: Signal) -> Lit {
        let mut stack = vec![signal];
        while let Some(&top) = stack.last() {
            if self.literals[top.gate()].is_some() {
                stack.pop();
                continue;
            }
            let gate = self.circuit.gates.driver(top.gate());
            let depth = stack.len();
            stack.extend(
                inputs(gate)
                    .into_iter()
                    .flatten()
                    .filter(|input| self.literals[input.gate()].is_none()),
            );
            if stack.len() == depth {
                let variable = self.solver.new_var_default();
                let output = Lit::new(variable, true);
                self.encode(gate, output);
                self.literals[top.gate()] = Some(output);
                stack.pop();
            }
        }
        self.encoded(signal)
    }

    fn encoded(&self, signal: Signal) -> Lit {
        let literal = self.literals[signal.gate()].unwrap_or(Lit::UNDEF);
        if signal.is_negated() {
            !literal
        } else {
            literal
        }
    }

    /// Clauses that tie a gate's output to its inputs.
    fn encode(&mut self, gate: Gate, o: Lit) {
        let [a, b, c] =
            inputs(gate).map(|input| input.map_or(Lit::UNDEF, |input| self.encoded(input)));
        match gate {
            Gate::False => self.add(&[!o]),
            Gate::Input => {}
            Gate::And(..) => {
                self.add(&[!o, a]);
                self.add(&[!o, b]);
                self.add(&[o, !a, !b]);
            }
            Gate::Xor(..) => {
                self.add(&[!o, a, b]);
                self.add(&[!o, !a, !b]);
                self.add(&[o, !a, b]);
                self.add(&[o, a, !b]);
            }
            Gate::Xor3(..) => {
                for signs in 0..8u32 {
                    let with = |literal: Lit, bit: u32| literal.apply_sign(signs >> bit & 1 == 0);
                    let odd = signs.count_ones() % 2 == 1;
                    self.add(&[with(a, 0), with(b, 1), with(c, 2), o.apply_sign(odd)]);
                }
            }
            Gate::Majority(..) => {
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    self.add(&[o, !x, !y]);
                    self.add(&[!o, x, y]);
                }
            }
            Gate::Mux(..) => {
                self.add(&[!a, !b, o]);
                self.add(&[!a, b, !o]);
                self.add(&[a, !c, o]);
                self.add(&[a, c, !o]);
                // This clause is implied, but lets equal branches propagate before the test is decided.
                self.add(&[!b, !c, o]);
                self.add(&[b, c, !o]);
            }
        }
    }

    /// Evaluates the circuit once on the run's own values, before the requirements are added: the SAT solver then remembers the value of every gate
    /// as the one to try first.
    fn prefer(&mut self, problem: &Problem<'_>) {
        let mut assumptions = Vec::new();
        for (variable, bits) in problem.variables.iter().zip(&self.circuit.variables) {
            for (index, signal) in bits.iter().enumerate() {
                if let Some(literal) =
                    self.literals[signal.gate()].filter(|_| signal.known().is_none())
                {
                    assumptions.push(literal.apply_sign(variable.current >> index & 1 == 1));
                }
            }
        }
        self.solver.solve_limited(&assumptions);
    }
}

fn inputs(gate: Gate) -> [Option<Signal>; 3] {
    match gate {
        Gate::False | Gate::Input => [None; 3],
        Gate::And(a, b) | Gate::Xor(a, b) => [Some(a), Some(b), None],
        Gate::Xor3(a, b, c) | Gate::Majority(a, b, c) | Gate::Mux(a, b, c) => {
            [Some(a), Some(b), Some(c)]
        }
    }
}
