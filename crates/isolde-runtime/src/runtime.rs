//! The state of the runtime, and the life of a run.

use crate::area::Area;
use crate::choice::Keys;
use crate::heap::Heap;
use crate::nodes::Nodes;
use crate::program::{self, Range};
use crate::shadow::Shadow;
use crate::shared::Memory;
use isolde_abi::shared::{MAX_TEXT, TRACE};
use isolde_abi::symbol::Program;

/// The whole state of the runtime, which the lock protects.
#[derive(Debug)]
pub struct Runtime {
    /// The memory shared with the worker.
    pub memory: Memory,
    /// Expressions.
    pub nodes: Nodes,
    /// Shadows of the program's memory.
    pub shadow: Shadow,
    /// Allocations of this run.
    pub heap: Heap,
    /// Constant globals, sorted.
    pub constants: Area<Range>,
    /// Choices by key.
    pub keys: Keys,
    /// Node of the latest choice, until it is taken.
    pub last_choice: u32,
    /// Whether expressions and path conditions are recorded at this moment.
    pub recording: bool,
    /// The thread that runs the thunk.
    pub owner: u64,
    coverage: Area<u8>,
    /// The number of the mutant that runs.
    mutant: Area<u32>,
}

impl Runtime {
    /// A runtime without a worker.
    pub const fn new() -> Runtime {
        Runtime {
            memory: Memory::NONE,
            nodes: Nodes::new(),
            shadow: Shadow::new(),
            heap: Heap::new(),
            constants: Area::EMPTY,
            keys: Keys::new(),
            last_choice: 0,
            recording: false,
            owner: 0,
            coverage: Area::EMPTY,
            mutant: Area::EMPTY,
        }
    }

    /// Uses the memory of a worker and the program's descriptor, and maps the tables. Only programs with shadows need most of them.
    pub fn attach(&mut self, memory: Memory, program: &Program) {
        self.memory = memory;
        self.keys.attach();
        self.nodes.attach(&memory);
        self.mutant = program::mutant(program);
        let filter = program::filter(program);
        self.shadow.attach(filter);
        if !filter.is_empty() {
            self.heap.attach();
            self.constants = program::constants(program);
        }
        self.memory.clear_answer();
    }

    /// Sets where the program's coverage bytes are.
    pub fn set_coverage(&mut self, coverage: Area<u8>) {
        self.coverage = coverage;
    }

    /// Begins the run that is requested in the shared memory, on this thread.
    pub fn begin(&mut self, thread: u64) {
        self.memory.clear_answer();
        self.coverage.clear();
        if !self.mutant.is_empty() {
            self.mutant.set(0, self.memory.mutant().get());
        }
        self.nodes.restart();
        self.shadow.restart();
        self.heap.restart();
        self.keys.restart();
        self.last_choice = 0;
        self.owner = thread;
        self.recording = self.memory.flags().get() & TRACE != 0;
    }

    /// Ends recording for the rest of the run. What is recorded stays.
    pub fn stop(&mut self) {
        self.recording = false;
    }

    /// Stores the answer of the run. A text that does not fit is left out, and the memory is marked as full.
    ///
    /// # Safety
    /// `text` must be readable for `bytes` bytes.
    pub unsafe fn finish(&mut self, outcome: u32, shape: u64, text: *const u8, bytes: u64) {
        self.stop();
        if !self.memory.is_mapped() {
            return;
        }
        self.memory.set_shape(shape);
        if bytes <= MAX_TEXT as u64 && !text.is_null() {
            // SAFETY: the caller guarantees that the text is readable.
            unsafe { self.memory.text().write(0, text, bytes as usize) }
            self.memory.text_used().set(bytes as u32);
        } else {
            self.memory.text_used().set(0);
            if bytes > 0 {
                self.memory.full().set(1);
            }
        }
        // The outcome is set last, so that it is visible only together with its answer.
        self.memory.outcome().set(outcome);
    }
}

impl Default for Runtime {
    fn default() -> Runtime {
        Runtime::new()
    }
}
