//! Code that tests explore: one thunk per feature of the passes. Values come from `byte` and `word`; the answer's shape is a hash of the result.
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, Hash, Hasher};
use std::hint::black_box;

unsafe extern "C" {
    fn isolde_choice(key: u64, code: u32, low: u64, high: u64) -> u64;
    fn isolde_next() -> u32;
    fn isolde_phase(phase: u32);
    fn isolde_finish(outcome: u32, shape: u64, text: *const u8, length: u64);
}

thread_local!(static KEY: Cell<u64> = const { Cell::new(0) });

fn choice(width: u32, low: u64, high: u64) -> u64 {
    let key = KEY.get() + 1;
    KEY.set(key);
    unsafe { isolde_choice(key, width << 16, low, high) }
}
fn byte() -> u8 { choice(8, 0, 255) as u8 }
fn word() -> u64 { choice(64, 0, u64::MAX) }
fn half() -> u32 { choice(32, 0, u32::MAX as u64) as u32 }
fn bytes<const N: usize>() -> [u8; N] { std::array::from_fn(|_| byte()) }
fn ascii<const N: usize>() -> String { (0..N).map(|_| choice(8, 32, 126) as u8 as char).collect() }

#[derive(Clone, Debug, Hash, PartialEq, PartialOrd)]
enum Shape { Circle { radius: u32 }, Rectangle(u32, u32), Named(String), Empty }

fn key_value(text: &str) -> Result<(String, u32), String> {
    let (key, value) = text.split_once('=').ok_or("no sign")?;
    let key = key.trim();
    if key.is_empty() { return Err("no key".into()); }
    let value: u32 = value.trim().parse().map_err(|error| format!("{error}"))?;
    if key == "ab" && value > 40 { return Ok(("magic".into(), value)); }
    Ok((key.to_owned(), value))
}

fn arithmetic(a: u32, b: u64, c: i64) -> String {
    let mut out = String::new();
    match a.checked_add(b as u32) { Some(sum) if sum > 77_000 => out.push('s'), Some(_) => out.push('t'), None => out.push('o') }
    if b.checked_mul(3).is_none() { out.push('m') }
    if c.checked_sub(17).is_some_and(|c| c < -1000) { out.push('n') }
    if a.rotate_left(7) == 0x1234 { out.push('r') }
    if b.leading_zeros() == 5 { out.push('z') }
    if b.swap_bytes() as u8 == 9 { out.push('w') }
    if c.abs_diff(100) < 50 { out.push('d') }
    if (b as u128 * c as u128) >> 64 > 12 { out.push('h') }
    if b != 0 && c / (b as i64 | 1) == 3 { out.push('q') }
    if a.saturating_sub(1000) == 0 { out.push('0') }
    if c.rem_euclid(10) == 7 { out.push('7') }
    if (a as u128).pow(3) > 1 << 70 { out.push('p') }
    if b.count_ones() % 2 == 0 { out.push('e') }
    if (c as i128 - b as i128) < -5 { out.push('i') }
    if a >> (b % 32) == 1 { out.push('1') }
    if c.cmp(&(b as i64)) as i8 == -1 { out.push('l') }
    out
}

fn floats(a: f64, b: f32, n: i32) -> String {
    let mut out = String::new();
    if a > 1.5 { out.push('g') }
    if a * 2.0 + 1.0 == 8.0 { out.push('e') }
    if b.is_nan() { out.push('n') }
    if b.abs().sqrt() < 3.0 { out.push('s') }
    if a.floor() as i32 == n { out.push('f') }
    if (n as f64) < a { out.push('c') }
    if a.max(b as f64) == a { out.push('m') }
    if (a as f32).to_bits() == b.to_bits() { out.push('b') }
    if a.copysign(-1.0) < -100.0 { out.push('k') }
    if a.round() - a.trunc() == 1.0 { out.push('r') }
    if (a as u8) == 200 { out.push('u') }
    out
}

fn tables(keys: [u8; 4], probe: u8) -> String {
    let mut map = HashMap::new();
    for (index, key) in keys.iter().enumerate() { *map.entry(*key).or_insert(0usize) += index + 1; }
    let mut set = HashSet::new();
    let distinct = keys.iter().filter(|key| set.insert(**key)).count();
    format!("{:?} {distinct} {}", map.get(&probe), map.len())
}

fn many_keys(probe: u32) -> String {
    let map: HashMap<u32, u32> = (0..2_000).map(|key| (key, key * 7)).collect();
    format!("{:?} {:?}", map.get(&probe), map.keys().take(3).collect::<Vec<_>>())
}

struct Plus(u64);
impl Hasher for Plus {
    fn finish(&self) -> u64 { self.0 }
    fn write(&mut self, bytes: &[u8]) { for byte in bytes { self.0 = self.0 * 31 + *byte as u64; } }
}
#[derive(Clone, Default)]
struct PlusState;
impl BuildHasher for PlusState {
    type Hasher = Plus;
    fn build_hasher(&self) -> Plus { Plus(7) }
}
fn own_hash(value: u16) -> u64 { PlusState.hash_one(value) % 1000 }

fn texts(text: &str) -> String {
    let mut out = String::new();
    for part in text.split(|c: char| c == ',' || c.is_whitespace()) {
        if part.starts_with("0x") && let Ok(value) = u16::from_str_radix(&part[2..], 16) { out += &format!("[{value}]"); continue; }
        if part.eq_ignore_ascii_case("yes") { out.push('Y'); continue; }
        match part.find("ab") { Some(at) => out += &at.to_string(), None => out.push('-') }
        if part.chars().rev().any(|c| c.is_ascii_uppercase()) { out += &part.to_lowercase(); }
    }
    out
}

fn ordered(mut values: Vec<u16>) -> String {
    values.sort();
    values.dedup();
    let mut map = BTreeMap::new();
    for value in &values { map.insert(value % 100, *value); }
    let mut queue: VecDeque<u16> = values.iter().copied().collect();
    queue.rotate_left(values.len() / 2);
    format!("{:?} {:?} {:?}", values.binary_search(&500), map.first_key_value(), queue.front())
}

trait Area { fn area(&self, scale: u32) -> u64; fn boxed(self: Box<Self>) -> u8 { 3 } }
impl Area for Shape {
    fn area(&self, scale: u32) -> u64 {
        match self { Shape::Circle { radius } => *radius as u64 * 3 * scale as u64, Shape::Rectangle(a, b) => *a as u64 * *b as u64, Shape::Named(name) => name.len() as u64, Shape::Empty => 0 }
    }
}
struct Unit;
impl Area for Unit { fn area(&self, scale: u32) -> u64 { if scale > 5 { 1 } else { 2 } } fn boxed(self: Box<Self>) -> u8 { 4 } }

#[inline(never)]
fn by_value(pair: (u8, u64), triple: [u16; 3], wide: u128) -> (u64, Option<u8>) {
    if wide > 1 << 100 { return (0, None); }
    (pair.1 ^ triple[1] as u64, if pair.0 > 9 { Some(pair.0 - 9) } else { None })
}

fn dispatch(kind: u8, a: u32, b: u32) -> String {
    let shape = match kind % 5 { 0 => Shape::Circle { radius: a }, 1 => Shape::Rectangle(a, b), 2 => Shape::Named("x".repeat((a % 4) as usize)), _ => Shape::Empty };
    let areas: Vec<Box<dyn Area>> = vec![Box::new(shape.clone()), Box::new(Unit)];
    let functions: [fn(u32) -> u32; 3] = [|x| x.wrapping_mul(3), |x| if x > 10 { x - 10 } else { x }, |x| !x];
    let total: u64 = areas.iter().map(|area| area.area(b)).fold(0, u64::wrapping_add);
    let mapped = black_box(functions)[(a % 3) as usize](b);
    let result = by_value((kind, total), [1, a as u16, 3], (b as u128) << 80);
    let last: u8 = areas.into_iter().map(|area| area.boxed()).sum();
    format!("{} {} {:?} {last} {}", total > 100, mapped == 7, result, shape == Shape::Empty)
}

fn may_panic(values: [u8; 3]) -> u8 {
    let table = [1u8, 4, 9, 16, 25];
    let at = table[values[0] as usize];
    if values[1] == 200 { panic!("two hundred") }
    at / (values[2] - 1)
}

fn caught(values: [u8; 3]) -> String {
    match std::panic::catch_unwind(|| may_panic(values)) { Ok(value) => format!("ok {}", value > 8), Err(_) => "panicked".into() }
}

fn slices(a: &[u8], b: &[u8]) -> String {
    let mut out = String::new();
    if a == b { out.push('=') }
    if a < b { out.push('<') }
    if a.contains(&0x55) { out.push('c') }
    if a.windows(2).any(|pair| pair == [1, 2]) { out.push('w') }
    if a.iter().all(u8::is_ascii) { out.push('a') }
    if let Ok(text) = std::str::from_utf8(a) { out += &text.chars().count().to_string() }
    if a.iter().map(|&x| x as u32).sum::<u32>() > 700 { out.push('s') }
    let mut copy = a.to_vec();
    copy.reverse();
    copy.extend_from_slice(b);
    if copy.iter().position(|&x| x == b[0]) == Some(2) { out.push('p') }
    out
}

fn threads(value: u8) -> u32 {
    let handle = std::thread::spawn(move || { let mut sum = 0u32; for x in 0..50 { if x % 7 == 3 { sum += x * value as u32 } } sum });
    let own = if value > 100 { 1 } else { 2 };
    handle.join().unwrap() + own
}

fn atomics(value: u32) -> String {
    use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
    use std::sync::Mutex;
    let atomic = AtomicU32::new(value);
    atomic.fetch_add(5, SeqCst);
    let mutex = Mutex::new(value);
    *mutex.lock().unwrap() += 1;
    let swapped = atomic.compare_exchange(47, 1, SeqCst, SeqCst).is_ok();
    let kept = std::rc::Rc::new(value);
    let other = kept.clone();
    format!("{swapped} {} {} {}", atomic.load(SeqCst) > 1000, *mutex.lock().unwrap() == 10, *other < 5)
}

fn slow(values: [u8; 8], rounds: u32) -> u64 {
    let mut state = [0u64; 64];
    let mut hash = 5381u64;
    for round in 0..rounds {
        for (index, slot) in state.iter_mut().enumerate() { *slot = slot.wrapping_mul(31).wrapping_add((round as u64) ^ index as u64); hash = hash.rotate_left(5) ^ *slot; }
        let text = format!("{round}");
        if text.len() > 3 && text.as_bytes()[0] == b'9' { hash += text.parse::<u64>().unwrap() }
        let mut sorted: Vec<u64> = state.iter().map(|x| x % 97).collect();
        sorted.sort_unstable();
        hash ^= sorted[round as usize % 64];
    }
    if values[0] == 3 { hash ^= 1 }
    hash
}

fn wide_tables(index: u8, at: u8) -> String {
    static NAMES: [&str; 6] = ["zero", "one", "two", "three", "four", "five"];
    static SQUARES: [u16; 16] = [0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225];
    let name = NAMES.get(index as usize).copied().unwrap_or("many");
    let own: Vec<u32> = (0..20).map(|x| x * x * x).collect();
    let char = char::from_u32(at as u32 * 40).unwrap_or('?');
    format!("{name} {} {} {} {}", SQUARES[(index & 15) as usize] == 144, own[(at % 20) as usize] > 1000, char.is_alphabetic(), char.to_uppercase().count())
}

/// Comparisons of slices of different lengths, which rustc or std inlines in several ways.
fn lengths(text: String, wide: u16) -> String {
    let (string, bytes) = (text.clone(), text.into_bytes());
    let results = [
        string == "owned",
        string.as_str() == "borrowed",
        string == String::from("string"),
        Some(string) == Some(String::from("option")),
        bytes == b"bytes",
        bytes[..] == *b"array",
        vec![wide; 3] == [1000u16, 2000],
    ];
    format!("{results:?}")
}

fn decided(given: Option<u8>, values: [u8; 2]) -> String {
    let first = given.unwrap_or(9);
    let large = values.iter().position(|value| *value > 200);
    format!("{first} {large:?}")
}

fn priced(count: u32, is_member: bool, discounts: [u32; 2]) -> u32 {
    let price = if count >= 10 { count * 3 } else { count * 4 };
    let price = if !is_member { price + 1 } else { price };
    price - discounts[(count % 2) as usize] * u32::from(discounts.iter().any(|discount| *discount > 2))
}

fn rated(at: u8) -> u8 {
    const RATES: [u8; 3] = [30, 7, 9];
    if at > 2 { 0 } else { RATES[usize::from(at)] }
}

fn note(notes: &mut String, text: &str, count: u8) {
    *notes += text;
    *notes += &count.to_string();
}

fn noted(count: u8) -> String {
    let mut notes = String::new();
    note(&mut notes, "a", count);
    notes.push('!');
    notes
}

fn answer(thunk: u32) -> String {
    match thunk {
        0 => format!("{:?}", key_value(&ascii::<6>())),
        1 => arithmetic(half(), word(), word() as i64),
        2 => floats(f64::from_bits(word()), f32::from_bits(half()), half() as i32),
        3 => tables(bytes(), byte()),
        4 => own_hash(choice(16, 0, 65535) as u16).to_string(),
        5 => texts(&ascii::<7>()),
        6 => ordered((0..5).map(|_| choice(16, 0, 65535) as u16).collect()),
        7 => dispatch(byte(), half(), half()),
        8 => may_panic(bytes()).to_string(),
        9 => caught(bytes()),
        10 => slices(&bytes::<20>(), &bytes::<20>()),
        11 => threads(byte()).to_string(),
        12 => atomics(half()),
        13 => slow(bytes(), 2000).to_string(),
        14 => wide_tables(byte(), byte()),
        15 => many_keys(half() as u32),
        16 => lengths(ascii::<2>(), choice(16, 0, 65535) as u16),
        17 => { let [is_given, given, one, two] = bytes(); decided((is_given > 100).then_some(given), [one, two]) }
        18 => priced(byte().into(), byte() > 0, [byte().into(), byte().into()]).to_string(),
        19 => rated(byte()).to_string(),
        20 => noted(byte()),
        _ => String::new(),
    }
}

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    loop {
        let thunk = unsafe { isolde_next() };
        if thunk == u32::MAX { break; }
        KEY.set(0);
        unsafe { isolde_phase(1) };
        let result = std::panic::catch_unwind(|| answer(thunk));
        unsafe { isolde_phase(2) };
        let (outcome, text) = match result { Ok(text) => (1, text), Err(error) => (2, error.downcast_ref::<&str>().copied().unwrap_or("other").to_owned()) };
        let mut hasher = Plus(1);
        text.bytes().for_each(|byte| hasher.0 = hasher.0.wrapping_mul(31).wrapping_add(byte as u64));
        unsafe { isolde_finish(outcome, hasher.finish(), text.as_ptr(), text.len() as u64) };
    }
}
