//! Ends programs that look for files: once the filter is installed, system calls that take a path end the process with `SIGSYS`, in this thread and
//! those that it starts.
//!
//! A program that runs in different surroundings (see [`elsewhere`](crate::elsewhere)) thus reveals that its results depend on files of the machine,
//! even if no file was found, since another machine may have it. Files that are open already can still be used. It is a filter of system calls,
//! because programs have many ways to make the same call.

use core::ffi::c_ulong;

/// C's `struct sock_filter`.
#[derive(Clone, Copy)]
#[repr(C)]
struct Instruction {
    code: u16,
    when_true: u8,
    when_false: u8,
    operand: u32,
}

/// C's `struct sock_fprog`.
#[repr(C)]
struct Filter {
    length: u16,
    instructions: *const Instruction,
}

/// Calls of x86-64 that take a path: `open`, `stat`, `lstat`, `access`, `readlink`, `openat`, `readlinkat`, `faccessat`, `openat2`, `faccessat2`.
const BY_PATH: [u32; 10] = [2, 4, 6, 21, 89, 257, 267, 269, 437, 439];
/// Calls that take a path or, with `AT_EMPTY_PATH`, an open file, and which argument contains that flag: `newfstatat`, `statx`.
const BY_EITHER: [(u32, u32); 2] = [(262, 3), (332, 2)];
const AT_EMPTY_PATH: u32 = 0x1000;

const ARCHITECTURE: u32 = 0xc000_003e;
const LOAD: u16 = 0x20;
const IF_EQUAL: u16 = 0x15;
const IF_SET: u16 = 0x45;
const RETURN: u16 = 0x06;
const ALLOW: u32 = 0x7fff_0000;
/// Ends the process.
const KILL: u32 = 0x8000_0000;
/// Offsets in `struct seccomp_data`.
const NUMBER: u32 = 0;
const ARCHITECTURE_AT: u32 = 4;
const ARGUMENTS: u32 = 16;

const LENGTH: usize = 4 + BY_PATH.len() + 3 * BY_EITHER.len() + 2;
/// Positions of the last two instructions.
const ALLOWED: usize = LENGTH - 2;
const REFUSED: usize = LENGTH - 1;

const fn instruction(code: u16, when_true: usize, when_false: usize, operand: u32) -> Instruction {
    Instruction {
        code,
        when_true: when_true as u8,
        when_false: when_false as u8,
        operand,
    }
}

/// The filter. Jumps are relative to the next instruction.
const PROGRAM: [Instruction; LENGTH] = {
    let mut program = [instruction(RETURN, 0, 0, ALLOW); LENGTH];
    program[0] = instruction(LOAD, 0, 0, ARCHITECTURE_AT);
    program[1] = instruction(IF_EQUAL, 0, ALLOWED - 2, ARCHITECTURE);
    program[2] = instruction(LOAD, 0, 0, NUMBER);
    let mut at = 3;
    let mut index = 0;
    while index < BY_PATH.len() {
        program[at] = instruction(IF_EQUAL, REFUSED - at - 1, 0, BY_PATH[index]);
        at += 1;
        index += 1;
    }
    index = 0;
    while index < BY_EITHER.len() {
        let (number, argument) = BY_EITHER[index];
        // If it is not this call, skip to the check of the next one, or to the end. The number must still be in the accumulator there.
        program[at] = instruction(IF_EQUAL, 0, 2, number);
        program[at + 1] = instruction(LOAD, 0, 0, ARGUMENTS + 8 * argument);
        program[at + 2] = instruction(IF_SET, ALLOWED - at - 3, REFUSED - at - 3, AT_EMPTY_PATH);
        at += 3;
        index += 1;
    }
    program[at] = instruction(RETURN, 0, 0, ALLOW);
    program[ALLOWED] = instruction(RETURN, 0, 0, ALLOW);
    program[REFUSED] = instruction(RETURN, 0, 0, KILL);
    program
};

/// Makes this program end when it looks for a file, if the kernel supports it.
pub fn end_at_lookup() {
    static INSTRUCTIONS: [Instruction; LENGTH] = PROGRAM;
    let filter = Filter {
        length: LENGTH as u16,
        instructions: INSTRUCTIONS.as_ptr(),
    };
    crate::sys::filter_calls(&raw const filter as c_ulong);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sys;
    use std::fs;
    use std::io::Read as _;

    const SIGSYS: u32 = 31;

    /// The wait status of a process that sets the filter and then does `work`.
    fn end(work: impl Fn()) -> u32 {
        match sys::fork() {
            0 => {
                end_at_lookup();
                work();
                sys::exit(7)
            }
            child => sys::wait(child).expect("there is a child"),
        }
    }

    #[test]
    fn looking_for_a_file_ends_the_process_and_what_is_open_stays_open() {
        let open = fs::File::open("/proc/self/status").expect("it is there");
        let reads = || {
            let mut text = [0; 5];
            let read = (&open).read_exact(&mut text);
            if read.is_err() || open.metadata().is_err() {
                sys::exit(8);
            }
        };
        assert_eq!(end(reads), 7 << 8);
        let lookups: [fn(); 5] = [
            || drop(fs::File::open("/no such file")),
            || drop(fs::read_dir("/")),
            || drop(fs::metadata("/")),
            || drop(fs::symlink_metadata("/")),
            || drop(fs::read_link("/proc/self")),
        ];
        for lookup in lookups {
            assert_eq!(end(lookup), SIGSYS);
        }
        assert!(fs::metadata("/").is_ok(), "here there are files");
    }
}
