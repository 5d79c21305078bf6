//! Functions of C, which no fake can stand for: only the sandbox stops them.

use crate::places::{FOLDER, VICTIM};
use std::ffi::{CString, c_char, c_int, c_long, c_ulong, c_void};
use std::ptr;

unsafe extern "C" {
    fn unlink(path: *const c_char) -> c_int;
    fn kill(process: c_int, signal: c_int) -> c_int;
    fn tgkill(process: c_int, thread: c_int, signal: c_int) -> c_int;
    fn open(path: *const c_char, flags: c_int, ...) -> c_int;
    fn ioctl(file: c_int, request: c_ulong, ...) -> c_int;
    fn socket(domain: c_int, kind: c_int, protocol: c_int) -> c_int;
    fn dup2(from: c_int, to: c_int) -> c_int;
    fn sendmsg(socket: c_int, message: *const Message, flags: c_int) -> isize;
    fn syscall(number: c_long, ...) -> c_long;
}

const CURRENT_FOLDER: c_int = -100;
const UNIX: u16 = 1;
const DATAGRAMS: c_int = 2;
const KILL: c_int = 9;

/// C's `struct msghdr`.
#[repr(C)]
struct Message {
    name: *const Address,
    name_length: u32,
    parts: *const c_void,
    part_count: usize,
    control: *const c_void,
    control_length: usize,
    flags: c_int,
}

/// C's `struct sockaddr_un`.
#[repr(C)]
struct Address {
    family: u16,
    path: [u8; 108],
}

fn place(name: &str) -> CString {
    CString::new(format!("{FOLDER}/{name}")).unwrap_or_default()
}

/// Deletes a file; returns whether that worked.
pub fn delete(level: u8) -> bool {
    let path = place("unlinked");
    // SAFETY: the path ends in a zero and lives during the call.
    level > 100 && unsafe { unlink(path.as_ptr()) } == 0
}

/// Kills a process; returns whether that worked.
pub fn end(level: u8) -> bool {
    // SAFETY: a system call on numbers.
    level > 100 && unsafe { kill(VICTIM, KILL) } == 0
}

/// Kills a process, by one of its threads.
pub fn end_thread(level: u8) -> bool {
    // SAFETY: as above.
    level > 100 && unsafe { tgkill(VICTIM, VICTIM, KILL) } == 0
}

/// Lets everybody write a file, with a system call that is younger than the others of its kind (`fchmodat2`).
pub fn open_up(level: u8) -> bool {
    let path = place("precious");
    // SAFETY: as in `delete`.
    level > 100 && unsafe { syscall(452, CURRENT_FOLDER, path.as_ptr(), 0o777, 0) } == 0
}

/// Sets a flag of a file that is only open for reading (`FS_IOC_SETFLAGS`).
pub fn mark(level: u8) -> bool {
    let path = place("marked");
    let flags: c_long = 0x8_0040;
    // SAFETY: the path ends in a zero, and both live during the calls.
    level > 100 && unsafe { ioctl(open(path.as_ptr(), 0), 0x4008_6602, &raw const flags) } == 0
}

/// Sends an empty datagram to a server of this machine, over a descriptor that has a meaning in the sandbox before a program starts.
pub fn whisper(level: u8) -> bool {
    let mut address = Address {
        family: UNIX,
        path: [0; 108],
    };
    for (to, from) in address.path.iter_mut().zip(place("datagrams").as_bytes()) {
        *to = *from;
    }
    let message = Message {
        name: &raw const address,
        name_length: size_of::<Address>() as u32,
        parts: ptr::null(),
        part_count: 0,
        control: ptr::null(),
        control_length: 0,
        flags: 0,
    };
    if level <= 100 {
        return false;
    }
    // SAFETY: the message and the address live during the call.
    unsafe {
        dup2(socket(c_int::from(UNIX), DATAGRAMS, 0), 204);
        sendmsg(204, &raw const message, 0) >= 0
    }
}
