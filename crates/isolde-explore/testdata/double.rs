//! A program that behaves like an instrumented one: linked with the real runtime, with thunks that misbehave in every way that workers must
//! survive. Coverage and expressions are written by hand where a pass would insert them. Compiled by `tests/common`.

use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[repr(C)]
struct Program {
    coverage: *mut u8,
    coverage_len: u64,
    constants: *const u8,
    constants_len: u64,
    filter: *mut u8,
    mutant: *mut u32,
}
unsafe impl Sync for Program {}

const POINTS: usize = 3000;
#[repr(C, align(4096))]
struct Page([u8; 4096]);
static mut COVERAGE: Page = Page([0; 4096]);

#[unsafe(no_mangle)]
static isolde_program: Program = Program {
    coverage: &raw mut COVERAGE as *mut u8,
    coverage_len: POINTS as u64,
    constants: std::ptr::null(),
    constants_len: 0,
    filter: std::ptr::null_mut(),
    mutant: std::ptr::null_mut(),
};

unsafe extern "C" {
    fn isolde_next() -> u32;
    fn isolde_choice(key: u64, code: u32, low: u64, high: u64) -> u64;
    fn isolde_phase(phase: u32);
    fn isolde_finish(outcome: u32, shape: u64, text: *const u8, length: u64);
    fn isolde_sym_choice() -> u32;
    fn isolde_sym_unary(op: u32, width: u32, sa: u32, aux: u32) -> u32;
    fn isolde_sym_binary(op: u32, sa: u32, sb: u32, a: u64, b: u64) -> u32;
    fn isolde_sym_branch(s: u32, taken: u32, site: u32);
    fn isolde_sym_load(address: u64, bytes: u32, saddress: u32) -> u32;
}

const ZEXT: u32 = 61;
const TRUNC: u32 = 60;
const EQ: u32 = 30;
const ULT: u32 = 34;
const MUL: u32 = 12;
const ADD: u32 = 10;

/// A number and its expression.
#[derive(Clone, Copy)]
struct Value {
    value: u64,
    width: u32,
    node: u32,
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

fn choose(key: u64, kind: u32, width: u32, low: u64, high: u64) -> Value {
    let value = unsafe { isolde_choice(key, kind | width << 16, low, high) };
    // The choice has 64 bits, like its value; the program continues with fewer.
    let node = match unsafe { isolde_sym_choice() } {
        0 => 0,
        node => unsafe { isolde_sym_unary(TRUNC, width, node, 0) },
    };
    Value { value, width, node }
}

fn unsigned(key: u64, width: u32) -> Value {
    choose(key, 0, width, 0, mask(width))
}

impl Value {
    fn constant(value: u64, width: u32) -> Value {
        Value {
            value,
            width,
            node: 0,
        }
    }
    fn binary(self, op: u32, other: Value, width: u32, value: u64) -> Value {
        let node = if self.node | other.node == 0 {
            0
        } else {
            unsafe {
                isolde_sym_binary(
                    op | self.width << 8,
                    self.node,
                    other.node,
                    self.value,
                    other.value,
                )
            }
        };
        Value { value, width, node }
    }
    fn add(self, other: u64) -> Value {
        self.binary(
            ADD,
            Value::constant(other, self.width),
            self.width,
            self.value.wrapping_add(other) & mask(self.width),
        )
    }
    fn mul(self, other: Value) -> Value {
        self.binary(
            MUL,
            other,
            self.width,
            self.value.wrapping_mul(other.value) & mask(self.width),
        )
    }
    /// Compares with a constant. The coverage points of a branch site are twice its number, and that plus one.
    fn is(self, other: u64, site: u32) -> bool {
        self.branch(EQ, other, self.value == other, site)
    }
    fn below(self, other: u64, site: u32) -> bool {
        self.branch(ULT, other, self.value < other, site)
    }
    fn branch(self, op: u32, other: u64, taken: bool, site: u32) -> bool {
        let condition = self.binary(op, Value::constant(other, self.width), 1, taken as u64);
        if condition.node != 0 {
            unsafe { isolde_sym_branch(condition.node, taken as u32, site) };
        }
        cover(2 * site as usize + taken as usize);
        taken
    }
}

fn cover(point: usize) {
    unsafe {
        (&raw mut COVERAGE)
            .cast::<u8>()
            .add(point)
            .write_volatile(1)
    }
}

/// A branch deep down that only equations reach.
fn puzzle() -> u64 {
    let (a, b) = (unsigned(1, 32), unsigned(2, 32));
    if a.mul(Value::constant(3, 32)).add(7).is(0x1234_5678, 10) {
        if b.mul(a).is(0xcafe_babe, 11) {
            return 2;
        }
        return 1;
    }
    0
}

/// `magic` as a string with a length in front, byte by byte.
fn word() -> u64 {
    let length = choose(1, 6, 5, 0, 24);
    let mut bytes = Vec::new();
    let mut index = 0;
    while !length.is(index, 20) {
        bytes.push(choose(10 + index, 3, 8, 0, 127));
        index += 1;
    }
    if index != 5 {
        return 0;
    }
    for (place, expected) in b"magic".iter().enumerate() {
        if !bytes[place].is(u64::from(*expected), 21 + place as u32) {
            return 1;
        }
    }
    panic!("the word was said")
}

/// Every byte once, in no obvious order.
static TABLE: [u8; 256] = {
    let mut table = [0; 256];
    let mut index = 0;
    while index < table.len() {
        table[index] = (index * 167 + 13) as u8;
        index += 1;
    }
    table
};

/// Looks its input up in a table.
fn looked_up() -> u64 {
    let index = unsigned(1, 8);
    let base = TABLE.as_ptr() as u64;
    let node = match index.node {
        0 => 0,
        node => unsafe { isolde_sym_unary(ZEXT, 64, node, 0) },
    };
    let wide = Value {
        value: index.value,
        width: 64,
        node,
    };
    let address = wide.add(base);
    let node = unsafe { isolde_sym_load(address.value, 1, address.node) };
    let found = Value {
        value: u64::from(TABLE[index.value as usize]),
        width: 8,
        node,
    };
    found.is(0xe7, 45) as u64
}

/// Loops as often as its input demands.
fn counting() -> u64 {
    let count = unsigned(1, 16);
    let mut index = 0;
    while count.binary(ULT, Value::constant(0, 16), 1, 0).value == 0
        && !count.below(index, 30)
        && index < 300
    {
        index += 1;
    }
    index / 100
}

#[inline(never)]
fn recurse(depth: u64) -> u64 {
    let buffer = [depth; 64];
    std::hint::black_box(&buffer);
    if depth == u64::MAX {
        0
    } else {
        recurse(depth + 1) + buffer[(depth % 64) as usize]
    }
}

fn hog() -> u64 {
    let mut blocks = Vec::new();
    loop {
        blocks.push(vec![1_u8; 16 << 20]);
        std::hint::black_box(&blocks);
    }
}

/// 1 if the operation was allowed, 0 if it was refused.
fn allowed<T, E>(result: Result<T, E>) -> u64 {
    result.is_ok() as u64
}

static mut RUNS: u64 = 0;

fn thunk(index: u32) -> u64 {
    match index {
        0 => {
            let value = unsigned(1, 32);
            cover(0);
            cover(1000 + (value.value % 1000) as usize);
            value.value % 4
        }
        1 => panic!("number {} is \"bad\"", unsigned(1, 8).value),
        2 => std::process::abort(),
        3 => std::process::exit(7),
        4 => loop {
            std::hint::black_box(0);
        },
        5 => loop {
            std::thread::sleep(std::time::Duration::from_secs(100));
        },
        6 => recurse(0),
        7 => hog(),
        8 => std::hint::black_box(Vec::<u8>::with_capacity(std::hint::black_box(
            isize::MAX as usize,
        )))
        .len() as u64,
        // A fork bomb.
        9 => {
            let mut made = 0;
            for _ in 0..3 {
                made += unsafe { libc_fork() >= 0 } as u64;
            }
            made
        }
        10 => {
            allowed(std::fs::write("/tmp/isolde-escaped", "x"))
                + allowed(std::fs::write("/var/tmp/isolde-escaped", "x"))
        }
        11 => {
            let before = std::fs::read_dir(".").map_or(9, |entries| entries.count() as u64);
            10 * before + allowed(std::fs::write("inside", "x"))
        }
        12 => {
            allowed(std::net::TcpStream::connect("127.0.0.1:9"))
                + allowed(std::net::UdpSocket::bind("127.0.0.1:0"))
                + allowed(std::net::TcpListener::bind("127.0.0.1:0"))
        }
        13 => allowed(std::process::Command::new("/bin/true").status()),
        14 => unsafe {
            (kill(getppid(), 0) == 0) as u64 + (kill(1, 0) == 0) as u64 + (kill(-1, 0) == 0) as u64
        },
        15 => allowed(std::fs::read("/proc/self/status")),
        16 => {
            let noise = [b'x'; 1000];
            for _ in 0..1000 {
                std::io::stderr().write_all(&noise).unwrap();
            }
            println!("to nobody");
            1
        }
        17 => puzzle(),
        18 => word(),
        19 => counting(),
        20 => unsafe {
            unsigned(1, 8);
            RUNS += 1;
            RUNS
        },
        21 => std::thread::spawn(|| 5).join().unwrap(),
        22 => unsafe { std::ptr::null_mut::<u8>().wrapping_add(8).read_volatile() as u64 },
        23 => {
            allowed(std::fs::metadata("/work"))
                + 2 * allowed(std::fs::set_permissions(
                    "/tmp",
                    std::os::unix::fs::PermissionsExt::from_mode(0o1777),
                ))
        }
        24 => {
            let key = unsigned(1, 32).mul(Value::constant(3, 32)).add(7);
            match key.is(0x1234_5678, 40) {
                true => unsigned(2, 32).is(0xcafe_babe, 41) as u64,
                false => REFUSED,
            }
        }
        25 => looked_up(),
        26 => rarely_called(),
        27 => unsafe {
            let server = getppid();
            (tgkill(server, server, 0) == 0) as u64 + 2 * (tgkill(1, 1, 0) == 0) as u64
        },
        _ => 0,
    }
}

/// How many of some calls that reach out of the process, and that few programs make, are not refused.
fn rarely_called() -> u64 {
    let (folder, parent) = (c"/tmp".as_ptr(), unsafe { getppid() });
    let pass = |number: i64, a: i64, b: i64, c: i64| {
        let result = unsafe { syscall(number, a, b, c, 0_i64, 0_i64) };
        let refused = std::io::Error::last_os_error().raw_os_error();
        // `EPERM`, or `ENOSYS` for what the sandbox does not know.
        u64::from(result >= 0 || ![Some(1), Some(38)].contains(&refused))
    };
    pass(452, -100, folder as i64, 0o1777) // fchmodat2
        + pass(16, 0, 0x4008_6602, 0) // ioctl: FS_IOC_SETFLAGS
        + pass(72, 0, 8, parent.into()) // fcntl: F_SETOWN
        + pass(31, i32::MAX.into(), 0, 0) // shmctl: IPC_RMID
        + pass(203, parent.into(), 8, 0) // sched_setaffinity
        + pass(46, 204, 0, 0) // sendmsg, as the sandbox itself does
        + pass(304, -100, 0, 0) // open_by_handle_at
        + pass(4000, 0, 0, 0) // what kernels may offer in the future
}

/// What a thunk returns if it refuses its input.
const REFUSED: u64 = u64::MAX;

unsafe extern "C" {
    #[link_name = "fork"]
    fn libc_fork() -> i32;
    fn kill(process: i32, signal: i32) -> i32;
    fn getppid() -> i32;
    fn tgkill(process: i32, thread: i32, signal: i32) -> i32;
    fn syscall(number: i64, ...) -> i64;
}

static MESSAGE: std::sync::Mutex<String> = std::sync::Mutex::new(String::new());

fn main() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().unwrap();
        let message = info.payload_as_str().unwrap_or("").replace('"', "\\\"");
        *MESSAGE.lock().unwrap() = format!(
            "{{\"panic\":{{\"message\":\"{message}\",\"file\":\"{}\",\"line\":{},\"column\":{}}}}}",
            place.file(),
            place.line(),
            place.column()
        );
    }));
    loop {
        let index = unsafe { isolde_next() };
        if index == u32::MAX {
            return;
        }
        MESSAGE.lock().unwrap().clear();
        unsafe { isolde_phase(if index >= 100 { 0 } else { 1 }) };
        let result = catch_unwind(AssertUnwindSafe(|| thunk(index % 100)));
        let text = MESSAGE.lock().unwrap().clone();
        let (outcome, shape) = match result {
            Ok(REFUSED) => (3, 0),
            Ok(shape) => (1, shape),
            Err(_) => (2, 0),
        };
        unsafe { isolde_finish(outcome, shape, text.as_ptr(), text.len() as u64) };
    }
}
