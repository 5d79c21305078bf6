//! Models of functions that have no body in the module: those of libc and of Isolde's runtime.

use super::function::FunctionPass;
use super::segment::Shadow;
use isolde_abi::op::Op;
use isolde_abi::symbol::{self, CHOICE, Loss};
use isolde_llvm::{Opcode, Value};

/// The length of a piece of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    /// This many bytes.
    Bytes(u64),
    /// The value of the argument at this position.
    Argument(u32),
}

/// What a function does, as far as it concerns shadows. Numbers are positions of arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Model {
    /// `memcmp` and `bcmp` (not ordered).
    Compare { ordered: bool },
    /// `memcpy`, `memmove`.
    Copy,
    /// `memset`.
    Fill,
    /// Returns new memory, whose size is one argument or the product of two.
    Allocate { size: u32, count: Option<u32> },
    /// `posix_memalign`.
    AllocateAt,
    /// `realloc`.
    Reallocate,
    /// `free`.
    Free,
    /// `isolde_choice`.
    Choice,
    /// Writes concrete bytes.
    Write { pointer: u32, length: Length },
    /// Writes nothing that was symbolic; its result is concrete.
    Read,
    /// A function of Isolde's runtime.
    Runtime,
}

/// The model of a function, by its symbol.
pub(super) fn model(name: &str) -> Option<Model> {
    let write = |pointer, argument| Model::Write {
        pointer,
        length: Length::Argument(argument),
    };
    let fixed = |pointer, bytes| Model::Write {
        pointer,
        length: Length::Bytes(bytes),
    };
    Some(match name {
        "memcmp" => Model::Compare { ordered: true },
        "bcmp" => Model::Compare { ordered: false },
        "memcpy" | "memmove" => Model::Copy,
        "memset" => Model::Fill,
        "malloc" | "valloc" => Model::Allocate {
            size: 0,
            count: None,
        },
        "calloc" => Model::Allocate {
            size: 0,
            count: Some(1),
        },
        "aligned_alloc" | "memalign" => Model::Allocate {
            size: 1,
            count: None,
        },
        "posix_memalign" => Model::AllocateAt,
        "realloc" => Model::Reallocate,
        "free" => Model::Free,
        CHOICE => Model::Choice,
        _ if symbol::find(name).is_some() => Model::Runtime,
        "read" | "pread" | "pread64" | "recv" | "recvfrom" => write(1, 2),
        "getrandom" | "getentropy" => write(0, 1),
        "getcwd" | "gethostname" => write(0, 1),
        "readlink" => write(1, 2),
        "__xpg_strerror_r" | "strerror_r" => write(1, 2),
        "getsockopt" => fixed(3, 16),
        "clock_gettime" | "clock_getres" | "gettimeofday" => {
            fixed(if name == "gettimeofday" { 0 } else { 1 }, 16)
        }
        "stat" | "stat64" | "fstat" | "fstat64" | "lstat" | "lstat64" => fixed(1, 144),
        "pipe" | "pipe2" => fixed(0, 8),
        "write"
        | "writev"
        | "send"
        | "strlen"
        | "getenv"
        | "close"
        | "open"
        | "open64"
        | "pthread_self"
        | "sysconf"
        | "__errno_location"
        | "sched_yield"
        | "poll"
        | "mprotect"
        | "munmap"
        | "getpid"
        | "gettid"
        | "_exit"
        | "exit"
        | "abort"
        | "_Unwind_RaiseException"
        | "_Unwind_Resume"
        | "_Unwind_DeleteException" => Model::Read,
        _ => return None,
    })
}

/// Whether a function's result may be symbolic.
pub(super) fn has_shadow(name: &str) -> bool {
    matches!(model(name), Some(Model::Compare { .. } | Model::Choice))
}

impl<'c> FunctionPass<'_, '_, 'c> {
    /// A call of a function with a model; `next` is the instruction after the call.
    pub(super) fn modelled(&mut self, call: Value<'c>, model: Model, next: Value<'c>) {
        let operand = |index| call.operand(index);
        match model {
            Model::Compare { ordered } => {
                let bytes = operand(2);
                for argument in [operand(0), operand(1), bytes] {
                    self.pin(argument);
                }
                self.touch_range(call, operand(0), bytes);
                self.touch_range(call, operand(1), bytes);
                let (a, b) = (self.address(operand(0), 0), self.address(operand(1), 0));
                let ordered = self.c32(u32::from(ordered));
                let node = self
                    .slow
                    .call(self.env.helpers.compare, &[a, b, bytes, ordered]);
                self.reads();
                let shadow = self.fresh(node);
                self.set_shadows(call, vec![shadow]);
            }
            Model::Copy => {
                self.pin(operand(2));
                self.copy(call, operand(0), operand(1), operand(2));
            }
            Model::Fill => {
                self.pin(operand(2));
                let shadow = self.low_byte(operand(1));
                self.fill(call, operand(0), shadow, operand(2));
            }
            Model::Allocate { .. } | Model::AllocateAt | Model::Reallocate => {
                self.allocate(call, model, next)
            }
            Model::Free => {
                self.pin(operand(0));
                self.flush(call);
                self.fast.before(call);
                let address = self.fast.cast(Opcode::PtrToInt, operand(0), self.env.i64);
                self.fast.call(self.env.helpers.freed, &[address]);
            }
            Model::Choice => {
                self.flush(call);
                self.fast.before(next);
                let node = self.fast.call(self.env.helpers.choice, &[]);
                // The node has the choice's own width, the value is returned in 64 bits.
                let extend = [self.c32(Op::ZExt as u32), self.c32(64), node, self.env.zero];
                let node = self.fast.call(self.env.helpers.unary, &extend);
                self.set_shadows(call, vec![Shadow::Fast(node)]);
            }
            Model::Write { pointer, length } => {
                let shadows = self.arguments(call);
                self.lose(Loss::External, &shadows);
                let bytes = match length {
                    Length::Bytes(bytes) => self.c64(bytes),
                    Length::Argument(index) => self.length(call, operand(index)),
                };
                self.clear(call, operand(pointer), bytes);
                self.flush(call);
            }
            Model::Read => {
                let shadows = self.arguments(call);
                self.lose(Loss::External, &shadows);
                self.flush(call);
            }
            Model::Runtime => self.flush(call),
        }
    }

    /// Shadow of the low byte of an integer.
    fn low_byte(&mut self, value: Value<'c>) -> Shadow<'c> {
        let shadow = self.shadow(value);
        if shadow == Shadow::Concrete {
            return shadow;
        }
        let node = self.node(shadow);
        let zero = self.env.zero;
        let node = self.unary(Op::Trunc, 8, node, zero);
        self.fresh(node)
    }

    fn allocate(&mut self, call: Value<'c>, model: Model, next: Value<'c>) {
        let operand = |index| call.operand(index);
        for index in 0..call.argument_count() {
            self.pin(operand(index));
        }
        let i64 = self.env.i64;
        if model == Model::AllocateAt {
            self.clear(call, operand(0), self.c64(8));
        }
        self.flush(call);
        self.fast.before(next);
        let zero = self.c64(0);
        let (pointer, bytes, old) = match model {
            Model::AllocateAt => (
                self.fast.load(self.env.pointer, operand(0)),
                operand(2),
                zero,
            ),
            Model::Reallocate => (
                call,
                operand(1),
                self.fast.cast(Opcode::PtrToInt, operand(0), i64),
            ),
            Model::Allocate { size, count } => {
                let size = operand(size);
                (
                    call,
                    count.map_or(size, |count| {
                        self.fast.binary(Opcode::Mul, size, operand(count))
                    }),
                    zero,
                )
            }
            _ => return,
        };
        let address = self.fast.cast(Opcode::PtrToInt, pointer, i64);
        self.fast
            .call(self.env.helpers.allocated, &[address, bytes, old]);
    }
}
