//! A circuit of and, exclusive-or, majority and multiplexer gates, folded and shared while it is built.
//!
//! Equal gates are built once, constants are folded, and negations are moved to the edges in normal form, so that only real logic
//! reaches the SAT solver.

use crate::hash::Map;

/// A signal: a gate's output (bits 1..) or its negation (bit 0). 0 is false, 1 is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Signal(u32);

impl Signal {
    pub const FALSE: Signal = Signal(0);
    pub const TRUE: Signal = Signal(1);

    pub fn constant(value: bool) -> Signal {
        Signal(u32::from(value))
    }
    /// The value, if this is a constant.
    pub fn known(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 1)
    }
    /// The gate whose output or negation this is.
    pub fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
    fn negated_if(self, negate: bool) -> Signal {
        Signal(self.0 ^ u32::from(negate))
    }
}

impl std::ops::Not for Signal {
    type Output = Signal;
    fn not(self) -> Signal {
        Signal(self.0 ^ 1)
    }
}

/// What drives a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Gate {
    /// The constant false; gate 0 only.
    False,
    /// A free input.
    Input,
    And(Signal, Signal),
    Xor(Signal, Signal),
    /// The exclusive or of three: a full adder's sum.
    Xor3(Signal, Signal, Signal),
    /// At least two of three: a full adder's carry.
    Majority(Signal, Signal, Signal),
    /// The second if the first is true, otherwise the third.
    Mux(Signal, Signal, Signal),
}

/// Maximum number of gates in a circuit.
const MAX_GATES: usize = 1 << 20;

/// A circuit under construction; see the module's documentation.
pub(crate) struct Gates {
    gates: Vec<Gate>,
    known: Map<Gate, u32>,
}

impl Gates {
    pub fn new() -> Self {
        Gates {
            gates: vec![Gate::False],
            known: Map::default(),
        }
    }

    /// Whether the circuit has outgrown its limit. If so, it must not be used.
    pub fn is_full(&self) -> bool {
        self.gates.len() > MAX_GATES
    }

    /// What drives a gate.
    pub fn driver(&self, gate: usize) -> Gate {
        self.gates[gate]
    }

    pub fn len(&self) -> usize {
        self.gates.len()
    }

    /// A new free input.
    pub fn input(&mut self) -> Signal {
        self.gates.push(Gate::Input);
        Signal(((self.gates.len() - 1) as u32) << 1)
    }

    fn shared(&mut self, gate: Gate) -> Signal {
        if self.is_full() {
            return Signal::FALSE;
        }
        let next = self.gates.len() as u32;
        let index = *self.known.entry(gate).or_insert(next);
        if index == next {
            self.gates.push(gate);
        }
        Signal(index << 1)
    }

    pub fn and(&mut self, a: Signal, b: Signal) -> Signal {
        let (a, b) = (a.min(b), a.max(b));
        match a {
            Signal::FALSE => Signal::FALSE,
            Signal::TRUE => b,
            _ if a == b => a,
            _ if a == !b => Signal::FALSE,
            _ => self.shared(Gate::And(a, b)),
        }
    }

    pub fn or(&mut self, a: Signal, b: Signal) -> Signal {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Signal, b: Signal) -> Signal {
        let negate = a.is_negated() != b.is_negated();
        let (a, b) = (a.negated_if(a.is_negated()), b.negated_if(b.is_negated()));
        let (a, b) = (a.min(b), a.max(b));
        let plain = if a == Signal::FALSE {
            b
        } else if a == b {
            Signal::FALSE
        } else {
            self.shared(Gate::Xor(a, b))
        };
        plain.negated_if(negate)
    }

    pub fn equal(&mut self, a: Signal, b: Signal) -> Signal {
        !self.xor(a, b)
    }

    /// The sum bit of a full adder.
    pub fn xor3(&mut self, a: Signal, b: Signal, c: Signal) -> Signal {
        let negate = a.is_negated() ^ b.is_negated() ^ c.is_negated();
        let mut inputs = [a, b, c].map(|input| input.negated_if(input.is_negated()));
        inputs.sort_unstable();
        let [a, b, c] = inputs;
        let plain = if a == Signal::FALSE {
            self.xor(b, c)
        } else if a == b {
            c
        } else if b == c {
            a
        } else {
            self.shared(Gate::Xor3(a, b, c))
        };
        plain.negated_if(negate)
    }

    /// The carry bit of a full adder.
    pub fn majority(&mut self, a: Signal, b: Signal, c: Signal) -> Signal {
        let mut inputs = [a, b, c];
        inputs.sort_unstable();
        let [a, b, c] = inputs;
        match a {
            Signal::FALSE => return self.and(b, c),
            Signal::TRUE => return self.or(b, c),
            _ => {}
        }
        if a == b || b == c {
            return b;
        }
        // A signal and its negation are neighbours in the order.
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        // The function is its own dual: keep at most one input negated.
        if inputs.iter().filter(|input| input.is_negated()).count() >= 2 {
            return !self.shared(Gate::Majority(!a, !b, !c));
        }
        self.shared(Gate::Majority(a, b, c))
    }

    pub fn mux(&mut self, select: Signal, then: Signal, otherwise: Signal) -> Signal {
        if select.is_negated() {
            return self.mux(!select, otherwise, then);
        }
        if select == Signal::FALSE {
            return otherwise;
        }
        match (then.known(), otherwise.known()) {
            (Some(true), _) => return self.or(select, otherwise),
            (Some(false), _) => return self.and(!select, otherwise),
            (_, Some(true)) => return self.or(!select, then),
            (_, Some(false)) => return self.and(select, then),
            _ => {}
        }
        if then == otherwise {
            then
        } else if then == !otherwise {
            self.equal(select, then)
        } else if then == select || then == !select {
            // If the branch equals the test or its negation, it is constant where it is selected.
            self.mux(select, Signal::constant(then == select), otherwise)
        } else if otherwise == select || otherwise == !select {
            self.mux(select, then, Signal::constant(otherwise != select))
        } else if then.is_negated() {
            !self.shared(Gate::Mux(select, !then, !otherwise))
        } else {
            self.shared(Gate::Mux(select, then, otherwise))
        }
    }

    /// The conjunction of all, as a balanced tree.
    pub fn all(&mut self, signals: &[Signal]) -> Signal {
        match signals {
            [] => Signal::TRUE,
            [one] => *one,
            _ => {
                let (left, right) = signals.split_at(signals.len() / 2);
                let (left, right) = (self.all(left), self.all(right));
                self.and(left, right)
            }
        }
    }

    /// The disjunction of all.
    pub fn any(&mut self, signals: &[Signal]) -> Signal {
        let negated: Vec<Signal> = signals.iter().map(|&signal| !signal).collect();
        !self.all(&negated)
    }
}
