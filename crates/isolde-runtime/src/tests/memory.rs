//! Loads, stores and block operations on real memory.

use super::evaluator::evaluate;
use super::{choice, recording, recording_with};
use crate::sys::is_readable;
use isolde_abi::op::Op;
use isolde_abi::shared::{ASSUMED, PAGE, PINNED, TAKEN};
use isolde_abi::symbol::{Constant, Loss};

#[test]
fn a_stored_value_is_loaded_again_whole_in_parts_and_mixed() {
    let mut runtime = recording();
    let (x, _) = choice(&mut runtime, 32, 0, u32::MAX as u64);
    let memory = [0xaau8; 64];
    let address = memory.as_ptr() as u64;
    runtime.store(address + 8, 4, x, 0);
    assert_eq!(runtime.load(address + 8, 4, 0), x);
    assert_eq!(runtime.load(address, 8, 0), 0);
    let part = runtime.load(address + 9, 2, 0);
    assert_eq!(
        (runtime.nodes.op(part), runtime.nodes.get(part).b),
        (Some(Op::Extract), 8)
    );
    let mixed = runtime.load(address + 6, 4, 0);
    assert_eq!(evaluate(&runtime, mixed, &[0x1234_5678]), 0x5678_aaaa);
    let wide = runtime.load(address, 16, 0);
    assert_eq!(
        evaluate(&runtime, wide, &[0x1234_5678]),
        0xaaaa_aaaa_1234_5678_aaaa_aaaa_aaaa_aaaa
    );
    runtime.store(address + 10, 1, 0, 0);
    let patched = runtime.load(address + 8, 4, 0);
    assert_eq!(evaluate(&runtime, patched, &[0x1234_5678]), 0x12aa_5678);
    runtime.copy(address + 32, address + 8, 4);
    assert_eq!(runtime.load(address + 32, 4, 0), patched);
    runtime.allocated(address + 8, 4, 0);
    assert_eq!(runtime.load(address + 8, 4, 0), 0);
    runtime.allocated(address + 48, 4, address + 32);
    assert_eq!(runtime.load(address + 32, 4, 0), 0);
    assert_eq!(runtime.load(address + 48, 4, 0), patched);
    runtime.freed(address + 48);
    assert_eq!(runtime.load(address + 48, 4, 0), 0);
    let (byte, _) = choice(&mut runtime, 8, 0, 255);
    runtime.fill(address, byte, 3);
    let filled = runtime.load(address, 4, 0);
    assert_eq!(evaluate(&runtime, filled, &[0, 7]), 0xaa07_0707);
}

#[test]
fn bytes_overwritten_without_a_call_of_the_runtime_are_concrete() {
    let mut runtime = recording();
    let (x, _) = choice(&mut runtime, 32, 0, u32::MAX as u64);
    let mut memory = *b"abcdefgh";
    let address = memory.as_mut_ptr() as u64;
    // SAFETY: the bytes are those of `memory`, which lives on.
    let overwrite = |at: usize, byte: u8| unsafe {
        (address as *mut u8).add(at).write_volatile(byte);
    };
    runtime.store(address, 4, x, 0);
    overwrite(1, b'B');
    let rest = runtime.load(address, 4, 0);
    assert_eq!(evaluate(&runtime, rest, &[0x7a79_7877]), 0x7a79_4277);
    // Copied shadows keep the values that they were set with.
    overwrite(4, b'a');
    overwrite(5, b'B');
    overwrite(6, b'?');
    overwrite(7, b'd');
    runtime.copy(address + 4, address, 4);
    let copied = runtime.load(address + 4, 4, 0);
    assert_eq!(evaluate(&runtime, copied, &[0x7a79_7877]), 0x7a3f_4277);
    assert_eq!(runtime.compare(address + 1, address + 5, 1, true), 0);
    assert_eq!(runtime.memory.lost(Loss::Overwritten as u32).get(), 2);
}

#[test]
fn comparisons_of_blocks_are_the_comparisons_of_slices() {
    let mut runtime = recording();
    let a = *b"key=value!";
    let b = *b"key=valuf!";
    let (first, second) = (a.as_ptr() as u64, b.as_ptr() as u64);
    assert_eq!(runtime.compare(first, second, 10, true), 0, "all concrete");
    for at in [1, 8] {
        let (x, _) = choice(&mut runtime, 8, 0, 255);
        runtime.store(first + at, 1, x, 0);
    }
    for bytes in [1, 2, 5, 9, 10] {
        let equality = runtime.compare(first, second, bytes, false);
        let order = runtime.compare(first, second, bytes, true);
        if bytes == 1 {
            assert_eq!((equality, order), (0, 0));
            continue;
        }
        for values in [
            [b'e' as u64, b'f' as u64],
            [b'e' as u64, b'e' as u64],
            [b'f' as u64, 0],
            [0, b'g' as u64],
        ] {
            let mut left = a;
            left[1] = values[0] as u8;
            left[8] = values[1] as u8;
            let (left, right) = (&left[..bytes as usize], &b[..bytes as usize]);
            assert_eq!(evaluate(&runtime, equality, &values) != 0, left != right);
            let sign = (evaluate(&runtime, order, &values) as u32 as i32).signum();
            assert_eq!(sign, left.cmp(right) as i32, "{bytes} {values:?}");
        }
    }
    // A concrete difference decides equality, but not the order before it.
    runtime.store(first + 8, 1, 0, 0);
    assert_eq!(runtime.compare(first, second, 10, false), 0);
    let order = runtime.compare(first, second, 10, true);
    assert_eq!(
        (evaluate(&runtime, order, &[b'e' as u64, 0]) as u32 as i32).signum(),
        -1
    );
    assert_eq!(
        (evaluate(&runtime, order, &[b'z' as u64, 0]) as u32 as i32).signum(),
        1
    );
}

/// The node of `base + index * scale`.
fn indexed(runtime: &mut crate::runtime::Runtime, base: u64, index: u32, scale: u128) -> u32 {
    let nodes = &mut runtime.nodes;
    let wide = nodes.zero_extend(index, 64);
    let scale = nodes.constant(scale, 64);
    let offset = nodes.binary(Op::Mul, wide, scale, 0);
    let base = nodes.constant(base as u128, 64);
    nodes.binary(Op::Add, base, offset, 0)
}

#[test]
fn constant_tables_are_read_at_symbolic_addresses() {
    static TABLE: [u16; 40] = {
        let mut table = [0; 40];
        let mut index = 0;
        while index < 40 {
            table[index] = (index * index) as u16;
            index += 1;
        }
        table
    };
    let base = TABLE.as_ptr() as u64;
    let constants = [Constant {
        base: TABLE.as_ptr().cast(),
        size: 80,
    }];
    let mut runtime = recording_with(&constants);
    let (index, value) = choice(&mut runtime, 8, 0, 255);
    assert_eq!(value, 0);
    let address = indexed(&mut runtime, base, index, 2);
    let node = runtime.load(base, 2, address);
    assert_eq!(runtime.nodes.op(node), Some(Op::Read));
    for value in [0u64, 5, 39] {
        assert_eq!(evaluate(&runtime, node, &[value]), (value * value) as u128);
    }
    assert_eq!(runtime.memory.path_used().get(), 1);
    let entry = runtime.memory.path().get(0);
    assert_eq!(entry.flags, ASSUMED | TAKEN);
    assert_eq!(evaluate(&runtime, entry.node, &[39]), 1);
    assert_eq!(evaluate(&runtime, entry.node, &[40]), 0);
    assert_eq!(runtime.load(base, 2, address), node);
    assert_eq!(
        (
            runtime.memory.tables_used().get(),
            runtime.memory.path_used().get()
        ),
        (1, 1),
        "nothing twice"
    );
}

#[test]
fn a_bounds_check_delimits_a_table_in_any_memory() {
    let mut runtime = recording();
    let local: [u32; 12] = std::array::from_fn(|index| 100 - index as u32);
    let base = local.as_ptr() as u64;
    let (index, _) = choice(&mut runtime, 32, 0, u32::MAX as u64);
    let limit = runtime.nodes.constant(12, 32);
    let check = runtime.nodes.binary(Op::UGe, index, limit, 0);
    runtime.branch(check, false, 3);
    let address = indexed(&mut runtime, base, index, 4);
    let node = runtime.load(base, 4, address);
    assert_eq!(runtime.nodes.op(node), Some(Op::Read));
    assert_eq!(evaluate(&runtime, node, &[11]), 89);
    assert_eq!(runtime.memory.tables().get(0).size, 48);
    // Once an element is symbolic, the address is pinned, but the element is still found.
    let (x, _) = choice(&mut runtime, 32, 0, u32::MAX as u64);
    runtime.store(base, 4, x, 0);
    assert_eq!(runtime.load(base, 4, address), x);
    assert_eq!(runtime.memory.lost(Loss::LoadPinned as u32).get(), 1);
    let last = runtime.memory.path_used().get() as usize - 1;
    let pin = runtime.memory.path().get(last);
    assert_eq!(pin.flags, PINNED | TAKEN);
    let n = runtime.nodes.get(pin.node);
    assert_eq!(
        (runtime.nodes.op(pin.node), n.a, runtime.nodes.value(n.b)),
        (Some(Op::Eq), index, Some(0))
    );
    assert_eq!(
        runtime.load(base + 4, 4, address),
        0,
        "the index is concrete now"
    );
}

#[test]
fn allocations_are_tables_and_unknown_memory_is_pinned() {
    let mut runtime = recording();
    let object: Vec<u8> = (0..100).collect();
    let base = object.as_ptr() as u64;
    let (index, _) = choice(&mut runtime, 32, 0, u32::MAX as u64);
    let address = indexed(&mut runtime, base, index, 1);
    runtime.allocated(base, 100, 0);
    let node = runtime.load(base, 2, address);
    assert_eq!(evaluate(&runtime, node, &[98]), 0x6362);
    let (other, _) = choice(&mut runtime, 32, 0, u32::MAX as u64);
    let unknown = indexed(&mut runtime, 0x10_0000, other, 1);
    runtime.freed(base);
    assert_eq!(runtime.load(base, 1, unknown), 0);
    assert_eq!(runtime.memory.lost(Loss::LoadPinned as u32).get(), 1);
    // A window that is narrow, but of which only a part is mapped.
    let page = PAGE as u64;
    let mapped = half_a_mapping(page);
    let (narrow, _) = choice(&mut runtime, 8, 0, 255);
    let inside = indexed(&mut runtime, mapped + page - 256, narrow, 1);
    let node = runtime.load(mapped + page - 256, 1, inside);
    assert_eq!(runtime.nodes.op(node), Some(Op::Read));
    let beyond = indexed(&mut runtime, mapped + page - 255, narrow, 1);
    assert_eq!(runtime.load(mapped + page - 255, 1, beyond), 0);
    assert_eq!(runtime.memory.lost(Loss::LoadPinned as u32).get(), 2);
}

/// Maps two pages, the second of which cannot be read.
fn half_a_mapping(page: u64) -> u64 {
    let bytes = 2 * page as usize;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    // SAFETY: a new mapping, of which nothing is used yet.
    unsafe {
        let mapped = libc::mmap(std::ptr::null_mut(), bytes, libc::PROT_READ, flags, -1, 0);
        assert_ne!(mapped, libc::MAP_FAILED);
        let second = mapped.byte_add(page as usize);
        assert_eq!(libc::mprotect(second, page as usize, libc::PROT_NONE), 0);
        mapped as u64
    }
}

#[test]
fn only_mapped_memory_is_readable_and_asking_leaves_errno_as_it_is() {
    let page = PAGE as u64;
    let mapped = half_a_mapping(page);
    // SAFETY: the location of errno is always valid for the calling thread.
    let errno = || unsafe { &mut *libc::__errno_location() };
    *errno() = libc::ENOENT;
    assert!(is_readable(mapped, page) && is_readable(mapped + 1, page - 1));
    assert!(!is_readable(mapped, page + 1) && !is_readable(mapped + page, 1));
    assert!(!is_readable(16, 4) && !is_readable(u64::MAX - 100, 50));
    assert!(!is_readable(u64::MAX - 1, 8));
    assert_eq!(*errno(), libc::ENOENT);
}

#[test]
fn other_threads_make_memory_concrete_and_are_counted() {
    let mut runtime = recording();
    let memory = [0u8; 16];
    let address = memory.as_ptr() as u64;
    let (x, _) = choice(&mut runtime, 32, 0, 99);
    runtime.store(address, 4, x, 0);
    runtime.read_elsewhere(address + 8, 8);
    assert_eq!(runtime.memory.lost(Loss::Thread as u32).get(), 0);
    runtime.read_elsewhere(address + 3, 8);
    assert_eq!(runtime.memory.lost(Loss::Thread as u32).get(), 1);
    runtime.written_elsewhere(address, 16);
    assert_eq!(runtime.load(address, 4, 0), 0);
}

#[test]
fn an_address_with_two_values_is_a_branch() {
    let mut runtime = recording();
    let text = *b"+12";
    let base = text.as_ptr() as u64;
    let (sign, value) = choice(&mut runtime, 8, 0, 255);
    assert_eq!(value, 0);
    let (digit, _) = choice(&mut runtime, 8, 0, 255);
    runtime.store(base, 1, digit, 0);
    let is_plus = runtime.binary(Op::Eq as u32 | 8 << 8, sign, 0, 0, b'+' as u128);
    let address = indexed(&mut runtime, base, is_plus, 1);
    assert_eq!(runtime.load(base, 1, address), digit);
    assert_eq!(runtime.memory.lost(Loss::LoadPinned as u32).get(), 0);
    let entry = runtime.memory.path().get(0);
    assert_eq!(
        (entry.flags, runtime.nodes.get(entry.node).a),
        (TAKEN | PINNED, is_plus)
    );
    runtime.branch(is_plus, false, 1);
    assert_eq!(runtime.memory.path_used().get(), 1, "the same condition");
}
